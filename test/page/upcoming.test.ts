import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { readCalendar, readUpcoming } from '../../src/page/upcoming.ts';
import type { Service } from '../../src/service/service.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Builds a service whose calendar has the given number of pages of these rows, latest date first.
 */
function build(
  pages: readonly (readonly Row[])[],
  more: {
    kind?: string;
    served?: readonly Endpoint[];
    cash?: Readonly<Record<string, unknown>>;
  } = {},
) {
  const { kind = 'store', served = [fdaCalendar, cashRunway], cash = {} } = more;
  const asked: unknown[] = [];
  const service = {
    today: () => '2026-03-10',
    source: () => ({ kind, serves: () => true }),
    async answer(endpoint: Endpoint, question: Readonly<Record<string, unknown>>, who: unknown) {
      asked.push([endpoint.name, question, who]);
      const ticker = String(question.ticker);
      const found = endpoint === cashRunway ? { months_left: cash[ticker] } : undefined;
      const rows = found ? [found] : (pages[Number(question.page ?? 1) - 1] ?? []);
      const total = pages.length > 1 ? 50 * (pages.length - 1) + pages.at(-1)!.length : 50;
      return {
        endpoint,
        records: rows.map((row) => JSON.stringify(row)),
        pagination: { page: 1, pageSize: 50, total },
      };
    },
  } as unknown as Service;
  const reader = { service, catalogue: { endpoints: served } as unknown as Catalogue };
  return { reader, asked };
}

const row = (ticker: string) => ({ ticker, drugname: `of ${ticker}` });
const question = { catdateTo: '2026-03-23' };

describe('what comes next', () => {
  it('is what the calendar has within 14 days, the nearest first, with the cash of each ticker', async () => {
    const cash = { ABCQZ: 8.5, XYZQZ: null };
    const rows = [row('XYZQZ'), row('ABCQZ'), row('ABCQZ')];
    const { reader, asked } = build([rows], { cash });
    expect(await readUpcoming(reader)).toEqual([
      { ...row('ABCQZ'), months_left: 8.5 },
      { ...row('ABCQZ'), months_left: 8.5 },
      { ...row('XYZQZ'), months_left: undefined },
    ]);
    expect(asked).toEqual([
      ['fda_calendar', question, 'owner'],
      ['cash_runway', { ticker: 'ABCQZ' }, 'owner'],
      ['cash_runway', { ticker: 'XYZQZ' }, 'owner'],
    ]);
  });

  it('stands on the last page of the calendar', async () => {
    const { reader, asked } = build([[row('FARQZ')], [row('MIDQZ')], [row('NEARQZ')]]);
    expect((await readUpcoming(reader)).map(({ ticker }) => ticker)).toEqual(['NEARQZ']);
    expect(asked.slice(0, 2)).toEqual([
      ['fda_calendar', question, 'owner'],
      ['fda_calendar', { ...question, page: 3 }, 'owner'],
    ]);
  });

  it('says of fifty tickers how long their cash lasts', async () => {
    const rows = Array.from({ length: 51 }, (_, at) => row(`T${at}QZ`));
    const { reader, asked } = build([rows]);
    await readUpcoming(reader);
    expect(asked).toHaveLength(51);
    expect(asked.at(-1)).toEqual(['cash_runway', { ticker: 'T1QZ' }, 'owner']);
  });

  it.each([
    ['an upstream, which counts each question', { kind: 'upstream' }],
    ['what is not served', { served: [fdaCalendar] }],
  ])('asks nothing more of %s', async (_, more) => {
    const { reader, asked } = build([[row('ABCQZ')]], more);
    expect(await readUpcoming(reader)).toEqual([{ ...row('ABCQZ'), months_left: undefined }]);
    expect(asked).toHaveLength(1);
  });

  it('is drawn over a store, as the owner asks, and over no upstream', async () => {
    const upstream = build([[]], { kind: 'upstream' });
    expect(await readCalendar(upstream.reader)).toBeUndefined();
    expect(upstream.asked).toEqual([]);
    const { reader, asked } = build([[row('ABCQZ')]]);
    expect(await readCalendar(reader)).toBeDefined();
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked as [string, object, string][]) {
      expect([one[0], one[2]]).toEqual(['fda_calendar', 'owner']);
    }
  });
});

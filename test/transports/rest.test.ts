import { describe, expect, it } from 'vitest';
import { useApp } from '../support/start-app.ts';
import { manyFilings } from '../support/universe.ts';

/**
 * Tests errors, pages and records of the nine specified endpoints over HTTP on 2026-03-10, with the
 * records in `test/support/universe.ts`.
 */
const started = useApp();

/** Returns one field of every record in a response. */
async function values(path: string, field: string, query: Record<string, string> = {}) {
  const { body } = await started.ask(path, query);
  return body.result.map((record) => record[field]);
}

describe('arguments that are refused', () => {
  it('and says in a header what to do next', async () => {
    const key = started.key;
    const date = await fetch(`${started.base}/api/v2/fdacalendar?catdateFrom=May&apiKey=${key}`);
    expect(date.status).toBe(400);
    expect(date.headers.get('catalyst-notice')).toBe(
      'catdateFrom takes YYYY, YYYY-MM or YYYY-MM-DD.',
    );
    const none = await fetch(`${started.base}/api/v2/fdacalendar`);
    expect(none.status).toBe(401);
    expect(none.headers.get('catalyst-notice')).toMatch(
      /^Send a key in the header Authorization \(Bearer\) or X-API-Key, as apiKey in the query/,
    );
  });

  it('names the parameters that it ignores in a header', async () => {
    const noticed = async (query: string) => {
      const url = `${started.base}/api/v2/fdacalendar?${query}apiKey=${started.key}`;
      const response = await fetch(url);
      expect(response.status).toBe(200);
      return response.headers.get('catalyst-notice');
    };
    expect(await noticed('tickr=ACME&colour=red&')).toContain(
      'Ignored parameters: tickr (Did you mean ticker?), colour.',
    );
    expect(await noticed('ticker=ACME&page=1&format=json&')).not.toContain('Ignored');
  });
});

describe('pages', () => {
  const total = manyFilings + 4;

  it('hold 50 records, the last the rest, and none beyond the end', async () => {
    const second = await started.ask('/fdacalendar', { page: '2' });
    expect(second.body.pagination).toEqual({ page: 2, pageSize: 50, total });
    const last = second.body.result.map(({ description }) => description).slice(-4);
    expect(last).toEqual(['december', 'may', 'april', 'today']);
    expect(second.body.result).toHaveLength(total - 50);
    const beyond = await started.ask('/fdacalendar', { page: '99' });
    expect(beyond.body).toEqual({ result: [], pagination: { page: 99, pageSize: 50, total } });
  });

  it('do not cut the upcoming PDUFA dates: all of them, whatever the page, which is echoed', async () => {
    const { body } = await started.ask('/pdufa/upcoming', { page: '3' });
    expect(body.pagination).toEqual({ page: 3, pageSize: 50, total: manyFilings + 3 });
    expect(body.result).toHaveLength(manyFilings + 3);
    const dates = body.result.map(({ formattedDate }) => String(formattedDate));
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe('records', () => {
  it('on the current date are on both sides of the day', async () => {
    const goals = await values('/pdufa/upcoming', 'description', { catalyst: 'PDUFA Date' });
    expect(goals).toEqual(['today']);
    const decided = await values('/pdufa/historical', 'Indication', { ticker: 'ACME' });
    expect(decided).toEqual(['Ulcerative colitis']);
    const ahead = await values('/fdacalendar', 'description', { catdateTo: '2026-03-10' });
    expect(ahead).toEqual(['today']);
    const past = await values('/fdacalendar/historical', 'description', { ticker: 'ACME' });
    expect(past).not.toContain('today');
  });

  it('have the move in percent, null if a price is missing', async () => {
    const { body } = await started.ask('/fdacalendar/historical');
    const [, risen, half, unpriced] = body.result;
    // (50 − 40) ÷ 40 × 100 = 25 %.
    const none = { createdDayPrice: null, catalystDayPrice: null, percentageChange: null };
    const priced = { createdDayPrice: 40, catalystDayPrice: 50, percentageChange: 25 };
    expect([risen, half, unpriced]).toMatchObject([
      priced,
      { ...none, catalystDayPrice: 10 },
      none,
    ]);
  });

  it('have the name of the company as a word, a list, or not at all', async () => {
    const { body: history } = await started.ask('/fdacalendar/historical');
    expect(history.result.map(({ name }) => name)).toEqual([
      ['Bolt & Co. (Holdings)'],
      ['Acme Therapeutics'],
      ['Bolt & Co. (Holdings)'],
      [],
    ]);
    const { body: calendar } = await started.ask('/fdacalendar', { catdateTo: '2026-05' });
    const [acme, bolt] = ['Acme Therapeutics', 'Bolt & Co. (Holdings)'];
    expect(calendar.result.map(({ name }) => name)).toEqual([bolt, undefined, acme]);
    const { body: decisions } = await started.ask('/pdufa/historical');
    expect(decisions.result.map(({ name }) => name)).toEqual([acme, bolt, undefined]);
    for (const path of ['/fda/designations', '/fda/approvals']) {
      const { body } = await started.ask(path, { ticker: 'zzzz' });
      expect(body.result[0]?.company_name ?? null).toBeNull();
    }
  });

  it('of trials stand by the day that their date names, a month as its first, others last', async () => {
    const found = await values('/catalystsync', 'nctId');
    const ids = (...numbers: number[]) => numbers.map((number) => `NCT0000000${number}`);
    expect(found.slice(0, 4)).toEqual(ids(5, 2, 1, 3));
    expect(found.slice(4).sort()).toEqual(ids(4, 6));
    const days = await values('/catalystsync', 'CompletionDate');
    expect(days.slice(0, 3)).toEqual(['2025-12-31', '2026-02-28', '2026-03']);
  });

  it('have only the envelope, without Note, for a key that is not the demo key', async () => {
    const { body, headers } = await started.ask('/pdufa/historical', { ticker: 'BOLT' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.keys(body)).toEqual(['result', 'pagination']);
    expect(body.result[0]).toEqual({
      _id: expect.any(String),
      Ticker: 'BOLT',
      Drug: 'Boltinib',
      Indication: 'NSCLC',
      'PDUFA Date': '2025-11-20',
      Decision: 'CRL',
      name: 'Bolt & Co. (Holdings)',
    });
  });
});

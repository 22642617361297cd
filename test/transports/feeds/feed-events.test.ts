import { describe, expect, it } from 'vitest';
import type { Answer, Service } from '../../../src/service/service.ts';
import { keepRevisions, revisionsOf } from '../../../src/transports/feeds/calendars.ts';
import { comingEvents } from '../../../src/transports/feeds/feed-events.ts';
import { icsOf } from '../../../src/transports/feeds/ics.ts';

const credential = { key: 'k' };
const row = (more: object) => ({
  ticker: 'ABCQZ',
  drugname: 'zelvotinib',
  catalyst: 'PDUFA Date',
  name: 'Abacus',
  treatment: 'gout',
  stage: 'Phase 3',
  poa: 62.5,
  catdate: '2027-03-15',
  formattedDate: '2027-03-15',
  createdDate: '2026/01/01',
  ...more,
});

/** Builds a service that serves rows in pages of 50, latest date first, and records the queries. */
function serving(rowsOf: (asked: Record<string, unknown>) => readonly object[], more: object = {}) {
  const asked: Record<string, unknown>[] = [];
  const answer = async (_: unknown, question: Record<string, unknown>, by: unknown) => {
    expect(by).toBe(credential);
    asked.push(question);
    const page = Number(question.page ?? 1);
    const rows = rowsOf(question);
    const records = rows.slice(50 * (page - 1), 50 * page).map((one) => JSON.stringify(one));
    const pagination = { total: rows.length };
    const said = { source: { from: 'local store' }, endpoint: {}, ...more };
    return { records, pagination, ...said } as unknown as Answer;
  };
  return { service: { answer } as unknown as Service, asked };
}
const eventsOf = (rows: readonly object[], more?: object) =>
  comingEvents(serving(() => rows, more).service, credential, {});
const day = (number: number) => new Date(Date.UTC(2027, 0, number)).toISOString().slice(0, 10);

describe('the events of a feed', () => {
  it('say what, of whom, when and by which source', async () => {
    const notices = {
      source: { from: 'local store', asOf: '2026-03-10' },
      Note: 'A note.',
      // The permanent notice of the endpoint is omitted, and the first other notice is included.
      endpoint: { notice: 'Always.' },
      notices: ['Always.', 'Now.', 'Also.'],
    };
    expect(await eventsOf([row({})], notices)).toEqual([
      {
        uid: expect.stringMatching(/^[0-9a-f]{32}-1@biotech-catalyst-mcp$/),
        date: '2027-03-15',
        ticker: 'ABCQZ',
        summary: 'ABCQZ PDUFA Date: zelvotinib',
        description:
          'Abacus · gout · Phase 3\nProbability of approval: 62.5% (an estimate)\nSource: local store, as of 2026-03-10.\nA note.\nNow.',
      },
    ]);
  });

  it('say nothing of what is missing, and the period where the day only stands for it', async () => {
    const bare = { formattedDate: '2027-03-31', catdate: 'Q1 2027', catalyst: 'Readout' };
    expect(await eventsOf([bare])).toEqual([
      {
        uid: expect.any(String),
        date: '2027-03-31',
        ticker: undefined,
        summary: 'Readout (Q1 2027)',
        description: 'Source: local store.',
      },
    ]);
    const undated = [
      row({ formattedDate: '2027' }),
      row({ formattedDate: null }),
      row({ formattedDate: 'x2027-03-15' }),
    ];
    expect(await eventsOf(undated)).toEqual([]);
    const [lines] = await eventsOf([row({ drugname: 'a\nb' })]);
    expect(lines?.summary).toBe('ABCQZ PDUFA Date: a b');
  });

  it('are the same events wherever their dates move, and apart where all else is alike', async () => {
    const [early, late] = await eventsOf([row({ formattedDate: '2027-05-01' }), row({})]);
    expect([early?.date, late?.date]).toEqual(['2027-03-15', '2027-05-01']);
    expect(late?.uid).toBe(early?.uid.replace('-1@', '-2@'));
    const [moved] = await eventsOf([row({ formattedDate: '2028-01-01', catdate: 'x', poa: 1 })]);
    expect(moved?.uid).toBe(early?.uid);
    for (const field of ['ticker', 'drugname', 'catalyst', 'treatment', 'createdDate']) {
      const [other] = await eventsOf([row({ [field]: 'OTHER' })]);
      expect(other?.uid, field).not.toBe(early?.uid);
    }
  });

  it('are asked for by each ticker and the catalyst, and stand by day over all', async () => {
    const { service, asked } = serving(({ ticker }) => [
      row({ ticker, formattedDate: ticker === 'ABCQZ' ? '2027-09-01' : '2027-02-01' }),
    ]);
    const filter = { tickers: ['ABCQZ', 'DEFQZ'], catalyst: 'BLA Filing' };
    const events = await comingEvents(service, credential, filter);
    expect(asked).toEqual([
      { catalyst: 'BLA Filing', ticker: 'ABCQZ' },
      { catalyst: 'BLA Filing', ticker: 'DEFQZ' },
    ]);
    expect(events.map(({ ticker }) => ticker)).toEqual(['DEFQZ', 'ABCQZ']);
  });

  it('are asked for by the same question on every page', async () => {
    const rows = Array.from({ length: 101 }, (_, at) => row({ formattedDate: day(at + 1) }));
    const { service, asked } = serving(() => rows);
    await comingEvents(service, credential, { tickers: ['ABCQZ'], catalyst: 'BLA Filing' });
    const question = { catalyst: 'BLA Filing', ticker: 'ABCQZ' };
    expect(asked).toEqual([question, { ...question, page: 3 }, { ...question, page: 2 }]);
  });

  it.each([
    [0, [undefined]],
    [50, [undefined]],
    [51, [undefined, 2]],
    [125, [undefined, 3, 2]],
  ])('of %i are read from all pages, the nearest first', async (count, pages) => {
    const rows = Array.from({ length: count }, (_, at) => row({ formattedDate: day(count - at) }));
    const { service, asked } = serving(() => rows);
    const events = await comingEvents(service, credential, {});
    expect(asked.map(({ page }) => page)).toEqual(pages);
    expect(events.map(({ date }) => date)).toEqual(rows.map((one) => one.formattedDate).reverse());
  });

  it('are those of the last twenty pages at most', async () => {
    const rows = Array.from({ length: 1_125 }, (_, at) => row({ formattedDate: day(1_125 - at) }));
    const { service, asked } = serving(() => rows);
    const events = await comingEvents(service, credential, {});
    expect(asked.map(({ page }) => page)).toEqual([
      undefined,
      ...Array.from({ length: 20 }, (_, at) => 23 - at),
    ]);
    // The last page has 25 events.
    expect(events).toHaveLength(975);
    expect(events[0]?.date).toBe(day(1));
  });

  it('of one day keep their order', async () => {
    const events = await eventsOf([row({ ticker: 'BQZ' }), row({ ticker: 'AQZ' })]);
    expect(events.map(({ ticker }) => ticker)).toEqual(['BQZ', 'AQZ']);
  });
});

describe('revisions', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const event = (uid: string, date: string) => {
    return { uid, date, ticker: 'ABCQZ', summary: 'S', description: 'D' };
  };
  const old = {
    uid: 'moved',
    date: '2027-01-01',
    sequence: 4,
    revised: '2026-01-01T00:00:00.000Z',
  };
  const still = { ...old, uid: 'still' };

  it('count the moves of an event, from its first day', async () => {
    const asked: string[][] = [];
    const known = async (uids: readonly string[]) => {
      asked.push([...uids]);
      return [old, still];
    };
    const events = [
      event('moved', '2027-02-01'),
      event('still', '2027-01-01'),
      event('new', '2027-03-01'),
    ];
    const revised = '2026-03-10T12:00:00.000Z';
    const shown = await revisionsOf({ known } as never, events, now);
    expect(shown).toEqual([
      { uid: 'moved', date: '2027-02-01', sequence: 5, revised },
      still,
      { uid: 'new', date: '2027-03-01', sequence: 0, revised },
    ]);
    expect(asked).toEqual([['moved', 'still', 'new']]);
    const kept: unknown[] = [];
    const keep = async (...words: unknown[]) => void kept.push(words);
    await keepRevisions({ keep } as never, shown, now);
    expect(kept).toEqual([[[shown[0], shown[2]], '2025-02-03']]);
    await keepRevisions({ keep } as never, [still], now);
    expect(kept).toHaveLength(1);
    const full = { keep: () => Promise.reject(new Error('full')) } as never;
    await expect(keepRevisions(full, shown, now)).rejects.toThrow('full');
  });

  it('stand in the calendar, with a page of the company', () => {
    const events = [
      event('one', '2027-02-01'),
      { ...event('two', '2027-03-01'), ticker: undefined },
    ];
    const text = icsOf(events, [{ ...old, uid: 'one' }], 'https://x.invalid');
    const lines = text.split('\r\n');
    for (const line of [
      ...['PRODID:-//biotech-catalyst-mcp//calendar//EN', 'NAME:Biotech catalysts'],
      ...['REFRESH-INTERVAL;VALUE=DURATION:PT4H', 'X-PUBLISHED-TTL:PT4H'],
      ...['UID:one', 'SEQUENCE:4', 'DTSTAMP:20260101T000000Z', 'LAST-MODIFIED:20260101T000000Z'],
      ...['DTSTART;VALUE=DATE:20270201', 'TRANSP:TRANSPARENT', 'SUMMARY:S', 'DESCRIPTION:D'],
      'URL;VALUE=URI:https://x.invalid/ticker/ABCQZ',
      // An event without a stored revision has its own date and sequence 0.
      ...['UID:two', 'SEQUENCE:0', 'DTSTAMP:20270301T000000Z'],
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.filter((line) => line.startsWith('URL'))).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import type { Database } from '../../src/store/database.ts';
import { runQuery } from '../../src/store/run-query.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../../tools/fda-intelligence/fda-calendar-historical.ts';
import { endpoints } from '../../tools/index.ts';
import { dateChange } from '../support/date-change.ts';
import { type AllFacts, demoDay, smallDemo } from '../support/demo-facts.ts';
import { factsUntil } from '../support/facts-until.ts';
import { servedOf } from '../support/served.ts';
import { type FactsByKind, refreshOf, storeOf } from './refresh-of.ts';

type Row = Readonly<Record<string, unknown>>;

/** The endpoints whose answers as of a day are compared. */
const calendars = [fdaCalendar, fdaCalendarHistorical];

/** Days before the day of the demo's facts. On the first, two later changes are still unknown. */
const days = ['2026-09-01', '2025-10-01'];

const demo = smallDemo();
const facts: AllFacts = {
  ...demo,
  // The settlement of September 25 is published on October 6, after the second day of the test.
  short_interest: demo.short_interest.flatMap((fact) => [
    fact,
    { ...fact, settlement_date: '2025-09-25', short_shares: 7 },
  ]),
};

let whole: Database;
beforeAll(async () => {
  whole = await served(facts);
});

describe.each(days)('what became known after %s', (day) => {
  it('is in no record of a refresh on that day', async () => {
    const full = await servedOf(day, facts);
    const cut = await servedOf(day, factsUntil(facts, day));
    const differing = endpoints
      .map(({ name }) => name)
      .filter((name) => JSON.stringify(full.get(name)) !== JSON.stringify(cut.get(name)));
    expect(differing).toEqual([]);
  });

  it('is in no answer with as_of, but for the two realized fields', async () => {
    const asked = async (database: Database) => [
      await answersOf(database, day, fdaCalendar),
      await answersOf(database, day, fdaCalendarHistorical),
    ];
    const full = await asked(whole);
    expect(full.flat().length).toBeGreaterThan(10);
    expect(full).toEqual(await asked(await served(factsUntil(facts, day))));
  });
});

const realized = ['catalystDayPrice', 'percentageChange'];

/** The records of an answer with `as_of` on the demo's day, without the realized fields. */
async function answersOf(database: Database, as_of: string, endpoint: Endpoint) {
  const { records } = await answerOf(database, as_of, endpoint);
  return records.map((record) => {
    const fields = Object.entries(record).filter(([field]) => !realized.includes(field));
    return Object.fromEntries(fields);
  });
}

async function served(given: FactsByKind): Promise<Database> {
  const database = await storeOf(given);
  refreshServed(database, calendars, () => Date.parse(demoDay));
  return database;
}

async function answerOf(database: Database, as_of: string, endpoint: Endpoint) {
  const known = endpoint.parameters.as_of!;
  const conditions = known.kind === 'filter' ? [known.condition(as_of, 'as_of', demoDay)] : [];
  const whole = { ...endpoint, paging: 'whole' } as const;
  const query = { arguments: {}, conditions, order: undefined, page: 1, maximum: undefined };
  const { records, notices } = await runQuery(database, whole, { ...query, today: demoDay });
  return { records: records.map((record) => JSON.parse(record) as Row), notices };
}

/** A goal date that moved on March 4 and was followed by a decision on August 20. */
const moved = {
  _id: 'm',
  ticker: 'MOVQZ',
  drugname: 'Movestat',
  catalyst: 'PDUFA Date',
  catdate: '2026-09-01',
  formattedDate: '2026-09-01',
  createdDate: '2026/01/05',
  decision: 'Approved',
  decision_date: '2026-08-20',
};
const given: FactsByKind = {
  catalysts: [
    moved,
    { _id: 'u', ticker: 'UNDQZ', catalyst: 'PDUFA Date', formattedDate: '2026-10-01' },
  ],
  catalyst_changes: [dateChange('m', '2026-03-04', '2026-07-01', '2026-09-01')],
  prices: [
    { ticker: 'MOVQZ', date: '2026-01-05', close: 10 },
    { ticker: 'MOVQZ', date: '2026-08-20', close: 15 },
  ],
};

describe('a goal date that moved', () => {
  it.each([
    ['2026-01-04', []],
    ['2026-01-05', ['2026-07-01']],
    ['2026-03-03', ['2026-07-01']],
    ['2026-03-04', ['2026-09-01']],
    ['2026-11-19', ['2026-09-01']],
  ])('has on %s the date of that day: %j', async (day, dates) => {
    const { records, notices } = await answerOf(await served(given), day, fdaCalendarHistorical);
    expect(records.map(({ catdate }) => catdate)).toEqual(dates);
    for (const record of records) expect(record).toMatchObject({ percentageChange: 50 });
    expect(notices).toEqual([
      expect.stringContaining('catalystDayPrice and percentageChange show what happened later'),
      'Records left out because they have no createdDate: 1.',
    ]);
  });

  it('has no decision before its day in a refresh', async () => {
    const on = async (day: string) => {
      const all = (await refreshOf(day, given)).facts.all('catalysts');
      const one = all.find(({ ticker }) => ticker === 'MOVQZ');
      return [one?.formattedDate, one?.decision, one?.decision_date];
    };
    expect(await on('2026-03-03')).toEqual(['2026-07-01', null, null]);
    expect(await on('2026-08-19')).toEqual(['2026-09-01', null, null]);
    expect(await on('2026-08-20')).toEqual(['2026-09-01', 'Approved', '2026-08-20']);
  });
});

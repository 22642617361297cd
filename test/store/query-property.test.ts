import { expect, it } from 'vitest';
import { queryOf } from '../../src/service.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { runQuery } from '../../src/store/query.ts';
import { writeServed } from '../../src/store/served-store.ts';
import { endpoints } from '../../tools/index.ts';
import fc from '../support/properties.ts';

const calendar = endpoints.find(({ name }) => name === 'fda_calendar');
if (!calendar) throw new Error('no calendar');
const today = '2026-06-15';

const day = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, date]) => new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10));
const row = fc.record({
  ticker: fc.constantFrom('AAA', 'BBB', 'CCC'),
  drugname: fc.constantFrom('alphamab', 'Betamab', 'gammatinib', 'ALPHATINIB'),
  stage: fc.constantFrom('Phase 2', 'Phase 3'),
  formattedDate: day,
  description: fc.integer({ min: 0, max: 1_000_000 }).map(String),
});
const asked = fc.record(
  {
    ticker: fc.constantFrom('AAA', 'BBB', 'ZZZ'),
    drug: fc.constantFrom('mab', 'ALPHA', '^g', 'a.*tinib$', 'nothing'),
    phase: fc.constantFrom('Phase 2', 'Phase 3'),
    catdateFrom: day,
    catdateTo: day,
    page: fc.constantFrom('1', '2', '3'),
  },
  { requiredKeys: [] },
);

/** The same question asked of the rows one by one. */
function bruteForce(rows: readonly Record<string, string>[], given: Record<string, string>) {
  const kept = rows.filter(
    ({ ticker, drugname, stage, formattedDate }) =>
      formattedDate! >= today &&
      (!given.ticker || ticker === given.ticker) &&
      (!given.drug || new RegExp(given.drug, 'i').test(drugname!)) &&
      (!given.phase || stage === given.phase) &&
      (!given.catdateFrom || formattedDate! >= given.catdateFrom) &&
      (!given.catdateTo || formattedDate! <= given.catdateTo),
  );
  const dates = kept.map(({ formattedDate }) => formattedDate!).sort((a, b) => (a < b ? 1 : -1));
  const page = Number(given.page ?? '1');
  return { total: kept.length, dates: dates.slice((page - 1) * 50, page * 50), kept };
}

it('answers any mix of filters as a search row by row does', async () => {
  const database = await openDatabase(':memory:', factMigrations);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 0, maxLength: 260 }),
      fc.array(asked, { minLength: 8, maxLength: 8 }),
      async (rows, questions) => {
        inTransaction(database, () => writeServed(database, calendar, rows));
        for (const question of questions) {
          const given = question as Record<string, string>;
          const found = await runQuery(database, calendar, queryOf(calendar, given, today));
          const records = found.records.map((record) => JSON.parse(record));
          const wanted = bruteForce(rows, given);
          expect(found.total).toBe(wanted.total);
          expect(records.map(({ formattedDate }) => formattedDate)).toEqual(wanted.dates);
          const known = wanted.kept.map((one) => JSON.stringify(one.description));
          for (const { description } of records) {
            expect(known).toContain(JSON.stringify(description));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
  database.close();
});

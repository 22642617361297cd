import { beforeAll, describe, expect, it } from 'vitest';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { cutoffs, OUTCOME_MODEL } from '../../src/derive/cutoffs.ts';
import { unitComputations } from '../../src/derive/unit-computations.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { TODAY } from './developer.ts';

const names = (isKept: boolean) =>
  Object.entries(cutoffs)
    .filter(([, { keepsResult }]) => (keepsResult === true) === isKept)
    .map(([name]) => name);

/** What a change of a fact does not get past; without one of these it costs all that lies behind. */
it.each([
  [
    true,
    [
      ...['balances of doubted companies', 'days of chains', 'decision headlines'],
      ...['drugs seen in trials', 'FDA decisions', 'filed figures', 'foreign sponsors'],
      ...['fund names', 'headings of conditions', 'insider scores', 'insider trades a month'],
      ...['last closes', 'late announcements', 'learned evidence', 'names of companies'],
      ...['newest sentiments', OUTCOME_MODEL, 'PDUFA dates', 'recorded companies'],
      ...['telling signals', 'specialist ownership', 'sponsors of drug trials', 'term structures'],
      'volume alerts',
    ],
  ],
  [
    false,
    [
      ...['announced results', 'catalyst days of a year', 'catalysts ahead', 'clinical holds'],
      ...['companies of the universe', 'decided events', 'events of chains', 'going concerns'],
      ...['next catalysts', 'program approvals', 'programs', 'recent readouts'],
      'tickers of the universe',
    ],
  ],
])('cutoffs whose result goes to the next refresh (%s) are these', (isKept, expected) => {
  expect(names(isKept)).toEqual(expect.arrayContaining(expected));
});

it('the model of outcomes and the units go by names that stay', () => {
  expect(OUTCOME_MODEL).toBe('outcome model');
  expect(Object.keys(unitComputations).sort()).toEqual([
    ...['company outlooks', 'everyday volatilities', 'moves on event days'],
  ]);
});

describe('over the demo facts', () => {
  let refresh: Refresh;
  beforeAll(async () => {
    const database = await openDatabase(':memory:', factMigrations);
    inTransaction(database, () => {
      for (const { kind, records } of demoFacts(demoSeed, TODAY)) {
        writeFacts(database, kind, records, 'demo');
      }
    });
    refresh = beginRefresh(readFacts(database), TODAY);
  }, 60_000);

  it.each(names(true))('the result of %s is as JSON can hold it', (name) => {
    const result = refresh.memo(cutoffs[name]!.compute);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it('no two cutoffs are one computation, and each finds something out', () => {
    const computed = Object.values(cutoffs).map(({ compute }) => compute);
    expect(new Set(computed).size).toBe(computed.length);
    for (const compute of computed) expect(refresh.memo(compute)).toBeDefined();
  });
});

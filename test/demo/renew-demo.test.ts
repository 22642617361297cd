import { expect, it, onTestFinished } from 'vitest';
import { demoSeed } from '../../src/demo/demo.ts';
import { renewDemo } from '../../src/demo/renew-demo.ts';
import { openDatabase } from '../../src/store/database.ts';
import { countFacts } from '../../src/store/fact-counts.ts';
import { factMigrations, readMeta, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { isRefreshDue } from '../../src/store/served-state.ts';

const today = '2026-03-10';

/**
 * Returns what a demo renewal does to a store that was created on the given date with the given
 * seed.
 */
async function renewed(madeOn: string, seed = String(demoSeed)) {
  const database = await openDatabase(':memory:', factMigrations);
  onTestFinished(() => database.close());
  writeFacts(database, 'companies', [{ ticker: 'OLDQZ', name: 'Old Bio' }], 'demo');
  writeMeta(database, 'facts_at', madeOn);
  writeMeta(database, 'demo_seed', seed);
  renewDemo(database, today);
  const counted = countFacts(database);
  const { records } = counted.find(({ kind }) => kind === 'companies') ?? { records: 0 };
  return {
    madeOn: readMeta(database, 'facts_at'),
    seed: readMeta(database, 'demo_seed'),
    isDue: isRefreshDue(database),
    hasOld: records === 1,
    sources: [...new Set(counted.map(({ source }) => source))],
  };
}

it.each([today, '2026-03-04'])('the demo of %s serves on for a week', async (madeOn) => {
  expect(await renewed(madeOn)).toMatchObject({ madeOn, isDue: false, hasOld: true });
});

it.each([
  ['a week old', '2026-03-03', undefined],
  ['of a day to come', '2026-03-11', undefined],
  ['of another seed', today, '1'],
])('a demo %s is recreated completely', async (_, madeOn, seed) => {
  expect(await renewed(madeOn, seed)).toEqual({
    madeOn: today,
    seed: String(demoSeed),
    isDue: true,
    hasOld: false,
    sources: ['demo'],
  });
});

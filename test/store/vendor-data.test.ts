import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { recountFacts, writeFactCounts } from '../../src/store/fact-counts.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { usesVendorData } from '../../src/store/vendor-data.ts';
import { endpoints } from '../../tools/index.ts';

const news = endpoints.find(({ name }) => name === 'news')!;

it.each([
  ['that it reads', { news: { kinds: ['splits'] } }, true],
  ['from which the universe is computed', { 'universe digest': { kinds: ['splits'] } }, true],
  ['of other collections', { news: { kinds: ['news'] }, movers: { kinds: ['splits'] } }, false],
])('an endpoint has data of a vendor: facts %s', async (_, parts, uses) => {
  const database = await openDatabase(':memory:', factMigrations);
  const split = { ticker: 'ABCQZ', date: '2026-11-02', ratio: 2 };
  writeFacts(database, 'splits', [split], 'massive-splits', '2026-11-03');
  writeFactCounts(database, recountFacts(database, undefined));
  writeMeta(database, 'derived_from', JSON.stringify({ parts }));
  expect(usesVendorData(database, news)).toBe(uses);
  database.close();
});

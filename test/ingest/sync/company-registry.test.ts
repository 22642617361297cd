import { beforeEach, describe, expect, it } from 'vitest';
import { openRegistry } from '../../../src/ingest/sync/company-registry.ts';
import type { CompanyNote } from '../../../src/sources/company-notes.ts';
import type { Database } from '../../../src/store/database.ts';
import { countsOf, openStore } from './sync-run.ts';

const today = () => '2026-03-10';
const SIZE = 450;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const tickerOf = (at: number) => `${letters[Math.floor(at / 26)]}${letters[at % 26]}QZ`;
const notes: readonly CompanyNote[] = Array.from({ length: SIZE }, (_, at) => ({
  cik: String(3_000_001 + at),
  name: `Zorb${at} Therapeutics`,
  tickers: [tickerOf(at)],
  exchange: 'Nasdaq',
  listedOn: today(),
  place: at,
  sic: '2834',
}));
/** A feed that has changed: of nine companies in ten it says that they are banks. */
const changed = notes.slice(0, SIZE - SIZE / 10).map(({ cik }) => ({ cik, sic: '6021' }));

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

describe('the registry of companies', () => {
  it('refuses a universe that shrinks to a tenth, with both counts, and keeps the one it has', () => {
    const registry = openRegistry(database, today);
    expect(registry.note(notes)).toMatchObject({
      changed: true,
      companies: SIZE,
      refused: undefined,
    });
    expect(registry.note(changed)).toEqual({
      ...{ changed: false, companies: 0, reordered: false },
      refused: 'the universe would shrink from 450 companies to 45: a feed has changed',
    });
    expect(registry.companies().universe).toHaveLength(SIZE);
    expect(countsOf(database)).toEqual({ companies: SIZE });
  });

  it('takes a company that leaves its trade, and no other, out of the facts', () => {
    const registry = openRegistry(database, today);
    registry.note(notes);
    expect(registry.note(changed.slice(0, 1))).toEqual({
      ...{ changed: true, companies: 0, reordered: true, refused: undefined },
    });
    expect(registry.companies().universe.map(({ cik }) => cik)).not.toContain('3000001');
    expect(countsOf(database)).toEqual({ companies: SIZE - 1 });
  });

  it('is the same when it is opened again', () => {
    openRegistry(database, today).note(notes);
    const again = openRegistry(database, today);
    expect(again.companies().universe).toHaveLength(SIZE);
    expect(again.note(notes)).toMatchObject({ changed: false, companies: 0, reordered: false });
  });
});

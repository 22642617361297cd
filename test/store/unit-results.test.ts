import { beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeMeta } from '../../src/store/facts-store.ts';
import {
  beginUnitResults,
  dropUnitResults,
  landUnitResults,
  type UnitResults,
} from '../../src/store/unit-results.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});

/** What the next refresh finds. */
function kept(): Record<string, string> {
  const rows = database.prepare("SELECT name, value FROM meta WHERE name GLOB 'derived_from/*'");
  const found = rows.all() as { name: string; value: string }[];
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

function refreshed(note: (results: UnitResults) => void): void {
  note(beginUnitResults(database));
  landUnitResults(database);
}

it('finds what this refresh made, else what the one before left, by computation and input', () => {
  refreshed((results) => {
    results.note('moves', 'a', '1');
    results.note('moves', 'b', '2');
    results.note('odds', 'a', '3');
  });
  expect(kept()).toEqual({
    'derived_from/moves/a': '1',
    'derived_from/moves/b': '2',
    'derived_from/odds/a': '3',
  });
  const results = beginUnitResults(database);
  expect(results.find('moves', 'a')).toBe('1');
  expect(results.find('odds', 'a')).toBe('3');
  expect(results.find('odds', 'b')).toBeUndefined();
  results.note('odds', 'b', '4');
  results.note('moves', 'a', '5');
  expect(results.find('odds', 'b')).toBe('4');
  expect(results.find('moves', 'a')).toBe('5');
  // One that counts as it was is found as it was.
  results.note('moves', 'b', null);
  expect(results.find('moves', 'b')).toBe('2');
  // Until it lands, nothing has changed for others.
  expect(kept()).toMatchObject({ 'derived_from/moves/a': '1' });
  expect(kept()).not.toHaveProperty('derived_from/odds/b');
});

it('lands what counts, and drops the rest of the computations that were made', () => {
  writeMeta(database, 'derived_from', 'all');
  writeMeta(database, 'derived_from/moves-of-others/a', 'another computation');
  refreshed((results) => {
    for (const input of ['a', 'b', 'c']) results.note('moves', input, `"${input}"`);
    results.note('odds', 'a', '"odds"');
  });
  refreshed((results) => {
    results.note('moves', 'a', null);
    results.note('moves', 'b', '"again"');
    results.note('moves', 'd', '"new"');
    results.note('moves', 'lost', null);
  });
  expect(kept()).toEqual({
    'derived_from/moves-of-others/a': 'another computation',
    'derived_from/moves/a': '"a"',
    'derived_from/moves/b': '"again"',
    'derived_from/moves/d': '"new"',
    'derived_from/odds/a': '"odds"',
  });
  expect(readMeta(database, 'derived_from')).toBe('all');
});

it('begins with nothing that counts, whatever a refresh that was given up had noted', () => {
  refreshed((results) => results.note('moves', 'a', '1'));
  beginUnitResults(database).note('moves', 'b', '2');
  const results = beginUnitResults(database);
  expect(results.find('moves', 'b')).toBeUndefined();
  results.note('moves', 'a', null);
  landUnitResults(database);
  expect(kept()).toEqual({ 'derived_from/moves/a': '1' });
  // Landed or dropped, nothing stays beside the store.
  dropUnitResults(database);
  expect(database.prepare('SELECT name FROM temp.sqlite_schema').all()).toEqual([]);
  beginUnitResults(database);
  dropUnitResults(database);
  expect(database.prepare('SELECT name FROM temp.sqlite_schema').all()).toEqual([]);
});

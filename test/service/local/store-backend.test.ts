import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackendState } from '../../../src/catalogue/query.ts';
import { queryOf } from '../../../src/service/asked-query.ts';
import type { Backend } from '../../../src/service/backend.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { writeServed } from '../../../src/store/served-store.ts';
import { news } from '../../../tools/market-signals/news.ts';
import { today } from '../../support/universe.ts';

const state = { from: 'fixture', asOf: today, version: '1' } as unknown as BackendState;
const headline = (at: number, title: string) => ({
  ...{ id: `n${at}`, title, tickers: ['ABCQZ'], published_at: '2026-03-01T10:00:00Z' },
});

let database: Database;
let source: Backend;
const ask = (words: object = {}) => source.fetch(news, queryOf(news, { ...words }, today));
const hold = (title: string, records = 50) => {
  const all = Array.from({ length: records }, (_, at) => headline(at, title));
  writeServed(database, news, all);
};
beforeEach(async () => {
  database = await openDatabase(':memory:', []);
  source = createStoreBackend(database, false, state);
});
afterEach(() => source.close());

describe('a page that is asked for again', () => {
  it('is cached from the second time on, each question’s own', async () => {
    hold('x');
    const pages = [await ask(), await ask(), await ask(), await ask({ page: 2 })];
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[1]).not.toBe(pages[0]);
    expect(pages[2]).toBe(pages[1]);
    expect(pages[3]!.records).toEqual([]);
    expect(pages[0]!.records).toHaveLength(50);
  });

  it('is read again where it is larger than a quarter of the cache', async () => {
    // 50 records of more than 21,000 characters: over 1 MiB.
    hold('x'.repeat(21_500));
    const large = [await ask(), await ask(), await ask()];
    expect(large[2]).not.toBe(large[1]);
    expect(large[2]).toEqual(large[0]);
  });

  it('is cached where it is a little smaller', async () => {
    hold('x'.repeat(20_000));
    const pages = [await ask(), await ask(), await ask()];
    expect(pages[2]).toBe(pages[1]);
  });
});

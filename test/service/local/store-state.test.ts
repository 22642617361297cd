import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { createRoutes, targetOf } from '../../../src/gateway/upstream-routes.ts';
import { queryOf } from '../../../src/service/asked-query.ts';
import { peekStore } from '../../../src/service/local/peek.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../../src/store/facts-store.ts';
import { company } from '../../../tools/company-data/company.ts';
import { fdaCalendar } from '../../../tools/fda-intelligence/fda-calendar.ts';
import { news } from '../../../tools/market-signals/news.ts';
import { fileIn, temporaryFolder } from '../../support/files.ts';
import { today } from '../../support/universe.ts';
import { writeServed } from '../../support/write-served.ts';

const path = () => join(temporaryFolder(), 'store.sqlite');
const headline = (title: string) => ({
  id: 'n1',
  title,
  tickers: ['ABCQZ'],
  published_at: '2026-03-01T10:00:00Z',
});

/** Creates a store, and a second connection that simulates changes by another process. */
async function shared(demo = false) {
  const file = path();
  const [own, other] = [
    await openDatabase(file, factMigrations),
    await openDatabase(file, factMigrations),
  ];
  const source = createStoreBackend(own, demo);
  onTestFinished(async () => {
    await source.close();
    other.close();
  });
  /** Waits for the event loop step after the one in which the store's state was read. */
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  return { source, other, nextTurn };
}

describe('the state of a store', () => {
  it('is empty at first, and another with each change', async () => {
    const { source, other, nextTurn } = await shared();
    const first = source.describe();
    const version = expect.stringMatching(/^empty\/\d+$/);
    const of = { version, namesSources: true, from: 'local store', asOf: undefined };
    expect(first).toEqual(of);
    await nextTurn();
    expect(source.describe()).toEqual(first);
    writeMeta(other, 'facts_at', '2026-03-10');
    writeMeta(other, 'derived_at', 'then');
    await nextTurn();
    expect(source.describe()).toEqual({
      ...of,
      version: expect.stringMatching(/^then\/\d+$/),
      asOf: '2026-03-10',
    });
    expect([source.kind, source.demo, source.knowsNames, source.serves(news)]).toEqual([
      ...['store', false, true, true],
    ]);
  });

  it('states that it is the demo', async () => {
    const { source } = await shared(true);
    expect([source.demo, source.describe().from]).toEqual([true, 'fictional demo data']);
  });

  it('gives each state its own pages', async () => {
    const { source, other, nextTurn } = await shared();
    const titles = async () => {
      const { records } = await source.fetch(news, queryOf(news, {}, today));
      return records.map((record) => JSON.parse(record).title);
    };
    for (const title of ['first', 'second']) {
      writeServed(other, news, [headline(title)]);
      await nextTurn();
      for (const _ of [1, 2, 3]) expect(await titles()).toEqual([title]);
    }
    expect(await source.values(news, { field: 'tickers', as: 'term' }, { most: 5 })).toEqual([
      'ABCQZ',
    ]);
  });
});

describe('a data folder that is looked into', () => {
  const fill = async (file: string, day: string | undefined) => {
    const database = await openDatabase(file, factMigrations);
    if (day !== undefined) writeMeta(database, 'facts_at', day);
    database.close();
  };

  it('opens the real store if it has facts, and the demo otherwise', async () => {
    const folder = temporaryFolder();
    const { store, demo } = filesOf(folder);
    const ofDemo = { from: 'fictional demo data', demo: true };
    expect(await peekStore(folder)).toEqual({ ...ofDemo, asOf: undefined });
    await fill(demo, '2026-03-09');
    expect(await peekStore(folder)).toEqual({ ...ofDemo, asOf: '2026-03-09' });
    await fill(store, undefined);
    expect(await peekStore(folder)).toEqual({ ...ofDemo, asOf: '2026-03-09' });
    await fill(store, '2026-03-10');
    const real = { from: 'local store', asOf: '2026-03-10', demo: false };
    expect(await peekStore(folder)).toEqual(real);
  });

  it('may find a store that is being created', async () => {
    const folder = temporaryFolder();
    fileIn(folder, filesOf(folder).store.split('/').at(-1)!, '');
    expect(await peekStore(folder)).toMatchObject({ demo: true, asOf: undefined });
  });
});

describe('where an endpoint goes upstream', () => {
  const ours = { ...fdaCalendar, origin: 'ours', name: 'mine', path: '/mine' } as never;

  it('is its own path, that of the settings, or nowhere', () => {
    const paths = { fda_calendar: '/other', company: null };
    expect(createRoutes('stated', {})(fdaCalendar)).toBe(`/api/v2${fdaCalendar.path}`);
    expect(createRoutes('stated', {})(ours)).toBeUndefined();
    expect(createRoutes('all', {})(ours)).toBe('/api/v2/mine');
    expect(createRoutes('all', paths)(fdaCalendar)).toBe('/other');
    expect(createRoutes('all', paths)(company)).toBeUndefined();
    expect(createRoutes('stated', { mine: '/m' })(ours)).toBe('/m');
  });

  const asked = (given: Readonly<Record<string, string>>, page = 1) =>
    ({ arguments: given, page }) as never;

  it('has its arguments in the path or behind it, and the page from the second on', () => {
    expect(targetOf('/c/{ticker}/x', fdaCalendar, asked({ ticker: 'A/B', a: '1' }, 2))).toEqual({
      path: '/c/A%2FB/x',
      query: { a: '1', page: '2' },
    });
    const query = { a: '1' };
    expect(targetOf('/c/{ticker}', fdaCalendar, asked(query))).toEqual({ path: '/c/', query });
    expect(targetOf('/c', company, asked(query, 2))).toEqual({ path: '/c', query });
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { storeFile } from '../../src/base/data-files.ts';
import type { RecordPage } from '../../src/catalogue/query.ts';
import { listVersions } from '../../src/cluster/published-versions.ts';
import { writePromises } from '../../src/cluster/shared-promises.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { endpoints } from '../../tools/index.ts';
import { haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { fillStore, fixedClock } from '../support/start-app.ts';
import { today, universe } from '../support/universe.ts';
import {
  companies,
  everything,
  filesIn,
  job,
  layout,
  listed,
  questionsTo,
  tickersIn,
  tomorrow,
  until,
  useVersions,
  versionIn,
} from './shared-store.ts';

describe.runIf(haveEngines)('versions of the records', () => {
  const world = useVersions();
  const told = (page: RecordPage) => ({ records: page.records, total: page.total });

  it('answer each request like the store that they were created from', async () => {
    const writing = world.writer();
    const { result: folder } = await world.imported(writing);
    const store = await world.serving();
    const database = await openDatabase(storeFile(folder, 'real'), factMigrations);
    onTestFinished(() => database.close());
    const original = createStoreBackend(database, false);
    let asked = 0;
    let found = 0;
    for (const endpoint of endpoints) {
      for (const query of await questionsTo(original, endpoint)) {
        const page = await store.source().fetch(endpoint, query);
        expect(told(page)).toEqual(told(await original.fetch(endpoint, query)));
        asked += 1;
        found += page.total > 0 ? 1 : 0;
      }
    }
    expect(asked).toBeGreaterThan(2 * endpoints.length);
    expect(found).toBeGreaterThan(endpoints.length / 2);
    expect(await (await store.source().directory())?.company('ACME')).toEqual(
      await (await original.directory())?.company('ACME'),
    );
    expect(await store.source().contents()).toEqual(await original.contents());
  });

  it('are taken by every instance under one number, which answers name', async () => {
    const writing = world.writer();
    await world.imported(writing);
    const stores = [await world.serving(), await world.serving()];
    const [newest] = await listVersions(world.sql);
    expect(newest).toMatchObject({ kind: 'served', layout, derived_on: today, facts_at: today });
    for (const store of stores) {
      const page = await store.source().fetch(companies, everything);
      expect(page.origin).toEqual({
        version: String(newest?.id),
        from: 'shared store',
        asOf: today,
        head: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(store.source().health?.()).toEqual({ ready: true, computedOn: today });
    }
  });

  it('follow one another: what is imported elsewhere is served, and earlier files go', async () => {
    const [first, second] = [world.writer(), world.writer()];
    await world.imported(first);
    const dataDir = temporaryFolder();
    const store = await world.serving({}, dataDir);
    const before = versionIn(store);
    expect(await tickersIn(store)).not.toContain('NEWQZ');
    // The other machine has no store yet, so it starts from the published version of the first one.
    await world.imported(second, listed('NEWQZ'));
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toEqual(expect.arrayContaining(['ACME', 'NEWQZ']));
    expect(filesIn(dataDir)).toEqual([`served-${layout}-${versionIn(store)}.sqlite`]);
    await world.imported(first, listed('LASTQZ'));
    await until(async () => (await tickersIn(store)).includes('LASTQZ'));
    expect(await tickersIn(store)).toContain('NEWQZ');
  });

  it('serve the demo until there are records, and say of which day they are', async () => {
    const writing = world.writer();
    await job(writing, ({ folder }) => fillStore(storeFile(folder, 'demo'), universe, 'demo'));
    const later = await world.serving({ clock: tomorrow });
    expect(later.source().demo).toBe(true);
    expect(later.source().describe().from).toBe('fictional demo data');
    const page = await later.source().fetch(companies, everything);
    expect(page.notices?.[0]).toMatch(`These records were computed on ${today}, not today`);
    await world.imported(writing);
    await until(() => !later.source().demo);
  });

  it('come with what sync says of its sources, which changes while they do not', async () => {
    await world.imported(world.writer());
    const store = await world.serving();
    const HOUR = 3_600_000;
    const said = (succeeded_at: number) => {
      const list = { name: 'list', title: 'the list', fills: ['companies'], promise: HOUR };
      const sources = [{ ...list, succeeded_at, as_of: null }];
      const promises = { written_at: fixedClock(), filled: null, sources };
      return writePromises(world.sql, JSON.stringify(promises));
    };
    const noticesOf = () => store.source().health?.()?.notices;
    expect(noticesOf()).toBeUndefined();
    await said(fixedClock() - 3 * HOUR);
    await until(() => noticesOf() !== undefined);
    expect(noticesOf()?.[0]).toMatch(/^Companies as of 2026-03-10: last updated from the list/);
    await said(fixedClock());
    await until(() => noticesOf() === undefined);
  });

  it('are not there before the first: asking is refused in words, and then served', async () => {
    const store = await world.serving();
    expect(store.source().health?.()).toMatchObject({ ready: false });
    await expect(tickersIn(store)).rejects.toMatchObject({ status: 503 });
    await world.imported(world.writer());
    await until(() => store.source().health?.()?.ready === true);
    expect(await tickersIn(store)).toContain('ACME');
  });

  it('of two layouts exist at the same time while one release replaces the other', async () => {
    const newer = endpoints.map((endpoint) =>
      endpoint.name === 'companies'
        ? { ...endpoint, keys: [...(endpoint.keys ?? []), 'industry'] }
        : endpoint,
    );
    expect(layoutOf(newer)).not.toBe(layout);
    const old = world.writer();
    await world.imported(old);
    const store = await world.serving();
    const next = await world.serving({ endpoints: newer });
    expect(next.source().health?.()?.ready).toBe(false);
    const before = versionIn(store);
    // The new `work` process publishes its record layout of the same facts.
    const upgraded = { ...world.writer(), endpoints: newer };
    await world.imported(upgraded, listed('NEWQZ'));
    await until(() => next.source().health?.()?.ready === true);
    expect(await tickersIn(next)).toContain('NEWQZ');
    expect(versionIn(store)).toBe(before);
    expect(await tickersIn(store)).not.toContain('NEWQZ');
    // The old process publishes all facts again in the old layout.
    await job(old, async () => {});
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toContain('NEWQZ');
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeFile } from '../../src/base/data-files.ts';
import type { RecordPage } from '../../src/catalogue/query.ts';
import { listVersions, newestVersion } from '../../src/cluster/published-versions.ts';
import { pullServed, versionsFolder } from '../../src/cluster/pull-version.ts';
import { writePromises } from '../../src/cluster/shared-promises.ts';
import { partHashes, verifyVersion } from '../../src/cluster/stored-parts.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { endpoints } from '../../tools/index.ts';
import { haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { fillStore, fixedClock } from '../support/start-app.ts';
import { today, universe } from '../support/universe.ts';
import { createTestLog } from '../support/upstream.ts';
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

  describe('a damaged part', () => {
    async function damage(hash: string): Promise<void> {
      await world.sql`UPDATE part SET body = set_byte(body, length(body) / 2, get_byte(body, length(body) / 2) # 255) WHERE hash = ${hash}`;
    }
    async function newParts(): Promise<string[]> {
      const rows = await world.sql<{ parts: string[] }[]>`
        SELECT to_json(parts) AS parts FROM version WHERE kind = 'served' ORDER BY id DESC LIMIT 2`;
      const [now, before] = rows.map(({ parts }) => parts);
      return (now ?? []).filter((hash) => !before?.includes(hash));
    }

    it('is replaced by the next publishing, and never part of a newer version', async () => {
      const writing = world.writer();
      await world.imported(writing);
      const parts = await partHashes(world.sql, (await newestVersion(world.sql, 'served'))!.id);
      for (const part of parts) await damage(part);
      const replaced = vi.fn();
      await world.imported({ ...writing, replaced }, listed('NEWQZ'));
      expect(replaced.mock.calls).toEqual([[expect.any(Number)]]);
      await verifyVersion(world.sql, (await newestVersion(world.sql, 'served'))!.id);
      expect(await tickersIn(await world.serving())).toContain('NEWQZ');
    });

    it('is replaced where nothing else is new', async () => {
      const writing = world.writer();
      await world.imported(writing);
      const before = await newestVersion(world.sql, 'served');
      const [part] = await partHashes(world.sql, before!.id);
      await damage(part!);
      await job(writing, async () => {});
      const after = await newestVersion(world.sql, 'served');
      expect(after?.id).toBe(before?.id);
      await verifyVersion(world.sql, after!.id);
    });

    it('of the newest version makes a new machine serve the one before, which it says', async () => {
      const writing = world.writer();
      await world.imported(writing);
      const whole = await newestVersion(world.sql, 'served');
      await world.imported(writing, listed('NEWQZ'));
      const [bad] = await newParts();
      await damage(bad as string);
      const { log, lines } = createTestLog();
      const store = await world.serving({ log });
      expect(versionIn(store)).toBe(String(whole?.id));
      const { notices, records } = await store.source().fetch(companies, everything);
      expect(records.length).toBeGreaterThan(0);
      expect(notices?.[0]).toMatch(
        /^These records do not include the newest data: the refresh failed \(the shared records are damaged\)/,
      );
      expect(store.source().health?.()).toMatchObject({
        ready: true,
        reason: 'the refresh failed: the shared records are damaged',
      });
      expect(lines.map(({ said }) => said)).toContain('a version could not be fetched');
      await world.imported(writing, listed('NEXTQZ'));
      await until(async () => (await tickersIn(store)).includes('NEXTQZ'));
      expect(store.source().health?.()).toEqual({ ready: true, computedOn: today });
    });

    it('on the disk of PostgreSQL is named, where its checksums notice', async () => {
      await world.imported(world.writer());
      const [file] = await world.sql<{ path: string }[]>`
        SELECT current_setting('data_directory') || '/' || pg_relation_filepath(reltoastrelid)
          AS path FROM pg_class WHERE oid = 'part'::regclass`;
      await world.sql`CHECKPOINT`;
      await world.engines.postgres.kill();
      const pages = readFileSync(file!.path);
      for (let at = 4_096; at < pages.length; at += 8_192) pages.fill(1, at, at + 64);
      writeFileSync(file!.path, pages);
      await world.engines.postgres.start();
      await expect(
        pullServed(world.database, join(temporaryFolder(), 'versions'), layout),
      ).rejects.toThrow(/version \d+: the PostgreSQL table "part" cannot be read \(invalid page/);
    });
  });

  it('that cannot be brought leave the last one serving, say why once it is old, and are tried again', async () => {
    const writing = world.writer();
    await world.imported(writing);
    const dataDir = temporaryFolder();
    let isFull = false;
    let attempts = 0;
    // With the clock one day ahead, the loop continues: the next attempt waits for its scheduled
    // time.
    const clock = () => tomorrow() + performance.now();
    const pull = async () => {
      attempts += 1;
      if (isFull) throw new StoreFailure(`${dataDir}: the disk is full. Free some space.`);
      await pullServed(world.database, versionsFolder(dataDir), layout);
    };
    const store = await world.serving({ clock, pull }, dataDir);
    const before = versionIn(store);
    isFull = true;
    await world.imported(writing, listed('NEWQZ'));
    await until(() => attempts > 2);
    expect(versionIn(store)).toBe(before);
    const { records, notices } = await store.source().fetch(companies, everything);
    expect(records.length).toBeGreaterThan(0);
    expect(notices?.[0]).toMatch(
      /not today: the refresh failed \(the disk is full\) and will be retried/,
    );
    expect(store.source().health?.()).toMatchObject({ ready: true, computedOn: today });
    isFull = false;
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toContain('NEWQZ');
  });
});

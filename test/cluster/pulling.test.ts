import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newestVersion } from '../../src/cluster/published-versions.ts';
import { pullServed, versionsFolder } from '../../src/cluster/pull-version.ts';
import { partHashes, verifyVersion } from '../../src/cluster/stored-parts.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { haveEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { today } from '../support/universe.ts';
import { createTestLog } from '../support/upstream.ts';
import {
  companies,
  everything,
  job,
  layout,
  listed,
  tickersIn,
  tomorrow,
  until,
  useVersions,
  versionIn,
} from './shared-store.ts';

describe.runIf(haveEngines)('versions that are brought', () => {
  const world = useVersions();

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

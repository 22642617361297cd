import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPublishedStore } from '../../src/cluster/published-store.ts';
import { newestVersion } from '../../src/cluster/published-versions.ts';
import { pulledFiles, pullServed, versionsFolder } from '../../src/cluster/pull-version.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { endpoints } from '../../tools/index.ts';
import { haveEngines } from '../support/engines.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { silentLog } from '../support/start-app.ts';
import { today } from '../support/universe.ts';
import {
  companies,
  filesIn,
  instance,
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

  it('of another layout leave no file behind once their release has been gone for a day', async () => {
    await world.imported(world.writer());
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'versions');
    mkdirSync(folder);
    const gone = fileIn(folder, 'served-abc-1.sqlite', 'earlier');
    const beside = fileIn(folder, 'served-abd-1.sqlite', 'earlier');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(gone, twoDaysAgo, twoDaysAgo);
    await world.serving({}, dataDir);
    expect([existsSync(gone), existsSync(beside)]).toEqual([false, true]);
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

    it('keeps its version from being served; the one before is served on, and the next one again', async () => {
      const writing = world.writer();
      await world.imported(writing);
      const dataDir = temporaryFolder();
      const store = await instance(world.databaseUrl, dataDir);
      const before = versionIn(store);
      await store.close();
      await world.imported(writing, listed('NEWQZ'));
      const [bad] = await newParts();
      await damage(bad as string);
      await expect(pullServed(world.database, join(dataDir, 'versions'), layout)).rejects.toThrow(
        /damaged/,
      );
      expect(pulledFiles(join(dataDir, 'versions'), layout).map(({ id }) => String(id))).toEqual([
        before,
      ]);
      expect(filesIn(dataDir)).toHaveLength(1);
      await world.sql`DELETE FROM part WHERE hash = ${bad as string}`;
      await expect(pullServed(world.database, join(dataDir, 'versions'), layout)).rejects.toThrow(
        /missing/,
      );
      await world.imported(writing, listed('NEXTQZ'));
      const pulled = await pullServed(world.database, join(dataDir, 'versions'), layout);
      expect(pulled?.id).toBe((await newestVersion(world.sql, 'served', layout))?.id);
    });

    it('of a file of this machine is fetched again', async () => {
      await world.imported(world.writer());
      const folder = join(temporaryFolder(), 'versions');
      const { path, id } = (await pullServed(world.database, folder, layout))!;
      const whole = readFileSync(path);
      const damaged = Buffer.from(whole);
      damaged.fill(1, 300_000, 300_100);
      writeFileSync(path, damaged);
      expect(await pullServed(world.database, folder, layout)).toEqual({ path, id });
      expect(readFileSync(path).equals(whole)).toBe(true);
    });
  });

  it('that cannot be brought leave the last one serving, say why once it is old, and are tried again', async () => {
    const writing = world.writer();
    await world.imported(writing);
    const dataDir = temporaryFolder();
    let isFull = false;
    let attempts = 0;
    // Tomorrow, and it goes on: the next attempt waits for its time.
    const clock = () => tomorrow() + performance.now();
    const store = await openPublishedStore({
      ...{ databaseUrl: world.databaseUrl, dataDir, endpoints, clock, log: silentLog() },
      maxRefreshWait: 0,
      async pull() {
        attempts += 1;
        if (isFull) throw new StoreFailure(`${dataDir}: the disk is full. Free some space.`);
        await pullServed(world.database, versionsFolder(dataDir), layout);
      },
    });
    onTestFinished(() => store.close());
    const before = versionIn(store);
    isFull = true;
    await world.imported(writing, listed('NEWQZ'));
    await until(() => attempts > 2);
    expect(versionIn(store)).toBe(before);
    const { records, notices } = await store.source().fetch(companies, {
      ...{ arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined, today },
    });
    expect(records.length).toBeGreaterThan(0);
    expect(notices?.[0]).toMatch(
      /not today: their refresh failed \(the disk is full\) and is tried/,
    );
    expect(store.source().health?.()).toMatchObject({ ready: true, computedOn: today });
    isFull = false;
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toContain('NEWQZ');
  });
});

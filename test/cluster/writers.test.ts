import { existsSync, mkdtempSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeFile } from '../../src/base/data-files.ts';
import { headOf, PublishConflict } from '../../src/cluster/published-versions.ts';
import { factsLayout } from '../../src/cluster/version-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeMeta } from '../../src/store/facts-store.ts';
import { haveEngines } from '../support/engines.ts';
import { createGate } from '../support/gate.ts';
import { job, listed, take, tickersIn, until, useVersions } from './shared-store.ts';

/** Sets the modification time of a folder to that of an abandoned folder. */
function age(path: string): void {
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(path, longAgo, longAgo);
}

describe.runIf(haveEngines)('of several machines', () => {
  const world = useVersions();
  const served = async () => tickersIn(await world.serving());

  describe('a writer', () => {
    it('that lost its lock publishes nothing', async () => {
      const slow = world.writer();
      await world.imported(slow);
      const attempts: string[] = [];
      await job(slow, async ({ folder }) => {
        attempts.push('slow');
        await take(folder, listed('SLOWQZ'));
        if (attempts.length > 1) return;
        // The connection of the writer is terminated, and another machine writes first.
        await world.endLocks();
        await world.imported(world.writer(), listed('FASTQZ'));
      });
      // The writer started again from the other machine's version, so both changes are kept.
      expect(attempts).toHaveLength(2);
      expect(await served()).toEqual(expect.arrayContaining(['FASTQZ', 'SLOWQZ']));
    });

    it('that lost its lock and left its work for later does not take the copy for newer', async () => {
      const slow = world.writer();
      await world.imported(slow);
      await job(slow, async ({ defer }) => {
        await world.endLocks();
        await world.imported(world.writer(), listed('FASTQZ'));
        defer();
      });
      await world.imported(slow, listed('NEXTQZ'));
      expect(await served()).toEqual(expect.arrayContaining(['FASTQZ', 'NEXTQZ']));
    });

    it('never writes where a killed one left its copy, which goes when nobody uses it', async () => {
      const one = world.writer();
      const { result: good } = await world.imported(one);
      // Another job of this machine was killed, and its child process continues in the job's copy.
      const broken = mkdtempSync(join(one.folder, 'job-'));
      const child = await openDatabase(storeFile(broken, 'real'), factMigrations);
      onTestFinished(() => child.close());
      writeMeta(child, 'child', 'wrote this');
      const log = storeFile(broken, 'real').concat('-wal');
      const used = mkdtempSync(join(one.folder, 'job-'));
      const held = await openDatabase(join(used, 'held.sqlite'), []);
      onTestFinished(() => held.close());
      held.exec('BEGIN IMMEDIATE');
      const look = mkdtempSync(join(dirname(one.folder), 'look-'));
      const foreign = mkdtempSync(join(dirname(one.folder), 'other-'));
      const { result: next } = await world.imported(one, listed('NEXTQZ'));
      expect(next).toBe(good);
      for (const path of [broken, log, used, look, foreign]) expect(existsSync(path)).toBe(true);
      for (const path of [broken, used, look, foreign]) age(path);
      await world.imported(one, listed('LASTQZ'));
      const isThere = [broken, used, look, foreign].map((path) => existsSync(path));
      expect(isThere).toEqual([false, true, false, true]);
      expect(await served()).toEqual(expect.arrayContaining(['NEXTQZ', 'LASTQZ']));
    });

    it('has a copy of its own where another of this machine lost the lock and goes on', async () => {
      const one = world.writer();
      await world.imported(one);
      let copies: string[] = [];
      const slow = job(one, async ({ folder }) => {
        copies = [...copies, folder];
        if (copies.length > 1) return;
        const open = await openDatabase(storeFile(folder, 'real'), factMigrations);
        writeMeta(open, 'slow', 'in the log of the file');
        await world.endLocks();
        const { result: other } = await world.imported(one, listed('FASTQZ'));
        expect(other).not.toBe(folder);
        expect(readMeta(open, 'slow')).toBe('in the log of the file');
        open.close();
      });
      expect((await slow)?.head).toBe(await headOf(world.sql));
      expect(copies).toHaveLength(2);
    });

    it('that is overtaken again and again gives up, and nothing of it is served', async () => {
      const slow = world.writer();
      await world.imported(slow);
      let turn = 0;
      const done = job(slow, async ({ folder }) => {
        turn += 1;
        await take(folder, listed('SLOWQZ'));
        await world.endLocks();
        await world.imported(world.writer(), listed(`FAST${'ABC'[turn]}QZ`));
      });
      await expect(done).rejects.toThrow(PublishConflict);
      expect(turn).toBe(3);
      expect(await served()).not.toContain('SLOWQZ');
      // A new job does not start from the abandoned copy on its machine.
      await world.imported(slow, listed('NEXTQZ'));
      const tickers = await served();
      expect(tickers).toContain('NEXTQZ');
      expect(tickers).not.toContain('SLOWQZ');
    });

    it('keeps others out; who waits comes next, who does not is told', async () => {
      const order: string[] = [];
      const { open, opened: gate } = createGate();
      let isWanted: () => Promise<boolean> = async () => false;
      await world.imported(world.writer());
      const first = job(world.writer(), async ({ lock }) => {
        isWanted = lock.isWanted;
        await gate;
        order.push('first');
      });
      await until(world.isLocked);
      expect(await job(world.writer(), async () => {})).toBeUndefined();
      await until(async () => !(await isWanted()));
      const second = job({ ...world.writer(), waits: () => order.push('waits') }, async () => {
        order.push('second');
      });
      await until(() => isWanted());
      open();
      await Promise.all([first, second]);
      expect(order).toEqual(['waits', 'first', 'second']);
    });

    it('leaves what can be had again to its next job; another machine does not wait for it', async () => {
      const [one, other] = [world.writer(), world.writer()];
      const head = (await world.imported(one))?.head;
      const deferred = async (ticker: string) => {
        const done = await job(one, async ({ folder, defer }) => {
          await take(folder, listed(ticker));
          defer();
        });
        expect(done?.head).toBe(await headOf(world.sql));
      };
      await deferred('LATERQZ');
      expect(await headOf(world.sql)).toBe(head);
      await world.imported(one, listed('NOWQZ'));
      expect(await served()).toEqual(expect.arrayContaining(['LATERQZ', 'NOWQZ']));
      await deferred('GONEQZ');
      await world.imported(other, listed('OTHERQZ'));
      await world.imported(one, listed('LASTQZ'));
      const after = await served();
      expect(after).toEqual(expect.arrayContaining(['LATERQZ', 'OTHERQZ', 'LASTQZ']));
      expect(after).not.toContain('GONEQZ');
    });

    it('of facts that are newer than this program touches nothing', async () => {
      await world.imported(world.writer());
      await world.sql`UPDATE version SET layout = ${String(Number(factsLayout) + 1)} WHERE kind = 'facts'`;
      const head = await headOf(world.sql);
      await expect(world.imported(world.writer())).rejects.toThrow(/newer version of this program/);
      expect(await headOf(world.sql)).toBe(head);
    });
  });
});

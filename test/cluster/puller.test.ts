import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { channels } from '../../src/cluster/postgres.ts';
import { createPuller } from '../../src/cluster/puller.ts';
import { writePromises } from '../../src/cluster/shared-promises.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { haveEngines } from '../support/engines.ts';
import { fixedClock } from '../support/surroundings.ts';
import { createTestLog } from '../support/upstream.ts';
import { layout, listed, until, useVersions } from './shared-store.ts';

describe.runIf(haveEngines)('who brings versions', () => {
  const world = useVersions();

  async function build(bring: (version: number) => Promise<number | undefined>) {
    const time = { now: fixedClock() };
    const { log, lines } = createTestLog();
    const pullFailed = vi.fn();
    let looks = 0;
    const brought: number[] = [];
    const puller = createPuller({
      databaseUrl: world.databaseUrl,
      layout,
      log,
      observer: { pullFailed },
      clock: () => time.now,
      bring(version) {
        brought.push(version);
        return bring(version);
      },
      looked() {
        looks += 1;
      },
    });
    onTestFinished(() => puller.close());
    await puller.first;
    /** Announces a new version and waits until the puller has checked it. */
    const look = async () => {
      const before = looks;
      await world.sql.notify(channels.versions, '');
      await until(() => looks > before);
      await new Promise(setImmediate);
    };
    return { puller, time, lines, pullFailed, brought, look };
  }

  it('brings the newest once, and the next when it is told of it', async () => {
    const writing = world.writer();
    const first = (await world.imported(writing, listed('ONEQZ')))?.head;
    const { puller, brought, look, lines } = await build(async (version) => version);
    expect([puller.failure(), puller.promises()]).toEqual([undefined, undefined]);
    await look();
    expect(brought).toEqual([first]);
    const second = (await world.imported(writing, listed('TWOQZ')))?.head;
    await until(() => brought.length > 1);
    await writePromises(world.sql, 'said');
    await look();
    expect([brought, puller.promises(), lines]).toEqual([[first, second], 'said', []]);
    const noted = await world.sql`SELECT layout FROM instance`;
    expect([...noted]).toEqual([{ layout }]);
  });

  it('says why one could not be brought, and tries again after twice as long each time', async () => {
    const version = (await world.imported(world.writer()))?.head;
    const cause = new StoreFailure('x: the disk is full. Free some space.');
    const { puller, time, lines, pullFailed, brought, look } = await build(() =>
      Promise.reject(cause),
    );
    for (const [index, delay] of [2_000, 4_000, 8_000].entries()) {
      const failures = index + 1;
      await until(() => puller.failure()?.failures === failures);
      const failedAt = time.now;
      expect(puller.failure()).toEqual({
        version,
        reason: 'the disk is full',
        failures,
        failedAt,
        retryAt: failedAt + delay,
      });
      expect(lines.at(-1)).toEqual({
        level: 'error',
        err: cause,
        version,
        failures,
        said: 'a version could not be fetched',
      });
      expect(pullFailed).toHaveBeenCalledTimes(failures);
      time.now = failedAt + delay - 1;
      await look();
      expect(brought).toHaveLength(failures);
      time.now += 1;
    }
  });

  it('downloads a newer version immediately if the last download failed', async () => {
    const writing = world.writer();
    await world.imported(writing, listed('ONEQZ'));
    let isBad = true;
    const { puller, brought } = await build(async (version) => {
      if (isBad) throw new Error('damaged');
      return version;
    });
    await until(() => puller.failure() !== undefined);
    isBad = false;
    const next = (await world.imported(writing, listed('TWOQZ')))?.head;
    await until(() => puller.failure() === undefined);
    expect(brought.at(-1)).toBe(next);
  });
});

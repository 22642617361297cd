import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoreKind } from '../../../src/base/data-files.ts';
import { filesOf } from '../../../src/base/data-files.ts';
import { openLocalStore } from '../../../src/service/local/local-store.ts';
import { readRefreshFailure } from '../../../src/service/local/refresh-failure-file.ts';
import { endpoints } from '../../../tools/index.ts';
import { temporaryFolder } from '../../support/files.ts';
import { fillStore } from '../../support/start-app.ts';
import { fixedClock } from '../../support/surroundings.ts';
import { universe } from '../../support/universe.ts';
import { createTestLog } from '../../support/upstream.ts';

const DAY = 86_400_000;

async function build(records: 'records' | 'no records') {
  const dataDir = join(temporaryFolder(), 'data');
  const fill = () => fillStore(filesOf(dataDir).store, universe);
  if (records === 'records') await fill();
  const time = { now: fixedClock() };
  const { log, lines } = createTestLog();
  const refresh = vi.fn(async (_: StoreKind) => {});
  const store = await openLocalStore({
    dataDir,
    endpoints,
    log,
    refresh,
    maxRefreshWait: 0,
    clock: () => time.now,
  });
  onTestFinished(() => store.close());
  return { store, dataDir, fill, time, lines, refresh };
}

describe('the store of a data folder', () => {
  it('is the real one if it has records, and is refreshed on a new day', async () => {
    const { store, time, refresh } = await build('records');
    const source = store.source();
    expect([source.demo, refresh.mock.calls]).toEqual([false, []]);
    expect(source.health?.()).toMatchObject({ ready: true, computedOn: '2026-03-10' });
    time.now += DAY;
    expect(store.source()).toBe(source);
    expect(refresh.mock.calls).toEqual([['real']]);
  });

  it('is the demo until the real one holds records, for which it looks twice a second', async () => {
    const { store, time, fill, refresh, dataDir } = await build('no records');
    const demo = store.source();
    expect([demo.demo, refresh.mock.calls]).toEqual([true, [['demo']]]);
    await fill();
    time.now += 499;
    expect(store.source()).toBe(demo);
    time.now += 1;
    const real = store.source();
    expect([real.demo, real.describe().from]).toEqual([false, 'local store']);
    expect(readRefreshFailure(dataDir, 'demo')).toBeUndefined();
  });

  it('is looked for as well where the clock was set back', async () => {
    const { store, time, fill } = await build('no records');
    await fill();
    time.now -= 499;
    expect(store.source().demo).toBe(true);
    time.now -= 1;
    expect(store.source().demo).toBe(false);
  });

  it('continues if the check for a new one fails, and logs the failure', async () => {
    const { store, time, lines, dataDir } = await build('no records');
    const demo = store.source();
    writeFileSync(filesOf(dataDir).store, 'no store at all'.repeat(999));
    time.now += 500;
    expect(store.source()).toBe(demo);
    expect(lines).toEqual([
      { level: 'error', err: expect.any(Error), said: 'checking for new records failed' },
    ]);
  });

  it('tells where its refresh failed, for others to read', async () => {
    const { store, time, refresh, dataDir } = await build('records');
    refresh.mockRejectedValueOnce(new Error('a secret'));
    time.now += DAY;
    store.source();
    await store.settled();
    await expect.poll(() => readRefreshFailure(dataDir, 'real')).toBeDefined();
    expect(readRefreshFailure(dataDir, 'real')).toMatchObject({ failures: 1, failedAt: time.now });
  });
});

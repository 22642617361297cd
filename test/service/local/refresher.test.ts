import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  readRefreshFailure,
  saveRefreshFailure,
} from '../../../src/service/local/refresh-failure-file.ts';
import { createRefresher } from '../../../src/service/local/refresher.ts';
import { StoreFailure } from '../../../src/store/failure.ts';
import { fileIn, temporaryFolder } from '../../support/files.ts';
import { createTestLog } from '../../support/upstream.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');
const full = new StoreFailure('/data/store.sqlite: the disk is full. Free some space.');

function build(maxWait = Number.POSITIVE_INFINITY) {
  const time = { now: noon };
  const ended = vi.fn();
  const { log, lines } = createTestLog();
  const attempts: { done(): void; fail(cause: unknown): void }[] = [];
  const refresher = createRefresher({
    log,
    maxWait,
    ended,
    clock: () => time.now,
    refresh: () =>
      new Promise<void>((resolve, reject) => attempts.push({ done: resolve, fail: reject })),
  });
  /** Starts an attempt and ends it. */
  const attempt = async (cause?: unknown) => {
    refresher.begin();
    const one = attempts.at(-1);
    if (cause) one?.fail(cause);
    else one?.done();
    await refresher.running();
  };
  return { refresher, attempts, attempt, ended, lines, time };
}

describe('a refresh', () => {
  it('is one at a time, and says that it runs', async () => {
    const { refresher, attempts, ended } = build();
    expect([refresher.running(), refresher.failure()]).toEqual([undefined, undefined]);
    await refresher.patience();
    refresher.begin();
    refresher.begin();
    expect(attempts).toHaveLength(1);
    const running = refresher.running();
    expect(running).toBeInstanceOf(Promise);
    let isOver = false;
    const patience = refresher.patience().then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    attempts[0]?.done();
    await Promise.all([running, patience]);
    expect(refresher.running()).toBeUndefined();
    expect(ended.mock.calls).toEqual([[undefined]]);
    refresher.begin();
    expect(attempts).toHaveLength(2);
  });

  it('is not waited for longer than answers may', async () => {
    const { refresher } = build(1);
    refresher.begin();
    await refresher.patience();
    expect(refresher.running()).toBeDefined();
  });

  it('that fails is reported in a fixed message, and retried after twice as long each time', async () => {
    const { refresher, attempt, ended, lines, time, attempts } = build();
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900];
    for (const [index, delay] of seconds.entries()) {
      await attempt(full);
      const failures = index + 1;
      const retryAt = time.now + delay * 1_000;
      const failure = { reason: 'the disk is full', failures, failedAt: time.now, retryAt };
      expect(refresher.failure()).toEqual(failure);
      expect(ended).toHaveBeenLastCalledWith(failure);
      expect(lines.at(-1)).toEqual({
        level: 'error',
        err: full,
        failures,
        next: new Date(retryAt).toISOString(),
        said: 'refresh of the store failed',
      });
      time.now = retryAt - 1;
      refresher.begin();
      expect(attempts).toHaveLength(failures);
      time.now = retryAt;
    }
    await attempt();
    expect(refresher.failure()).toBeUndefined();
    expect(ended).toHaveBeenLastCalledWith(undefined);
    await attempt(new Error('a secret'));
    expect(refresher.failure()).toMatchObject({
      failures: 1,
      reason: 'see the server log for the cause',
    });
  });
});

describe('a failed refresh that status is told of', () => {
  const failure = { reason: 'the disk is full', failures: 2, failedAt: noon, retryAt: noon + 10 };

  it('is kept by store for its owner alone, until one succeeds', () => {
    const dataDir = temporaryFolder();
    expect(readRefreshFailure(dataDir, 'real')).toBeUndefined();
    saveRefreshFailure(dataDir, 'real', failure);
    expect(readRefreshFailure(dataDir, 'real')).toEqual(failure);
    expect(readRefreshFailure(dataDir, 'demo')).toBeUndefined();
    const path = join(dataDir, 'refresh-failure-real.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(failure);
    saveRefreshFailure(dataDir, 'demo', failure);
    saveRefreshFailure(dataDir, 'real', undefined);
    saveRefreshFailure(dataDir, 'real', undefined);
    expect(readRefreshFailure(dataDir, 'real')).toBeUndefined();
    expect(readRefreshFailure(dataDir, 'demo')).toEqual(failure);
  });

  it('is not saved without a folder', () => {
    saveRefreshFailure(join(temporaryFolder(), 'absent'), 'real', failure);
  });

  it.each([
    'no JSON',
    '{}',
    { ...failure, reason: undefined },
    { ...failure, reason: 'x'.repeat(201) },
    { ...failure, failures: '2' },
    { ...failure, failedAt: null },
    { ...failure, retryAt: undefined },
  ])('is undefined if the file contains %j', (content) => {
    const dataDir = temporaryFolder();
    fileIn(dataDir, 'refresh-failure-real.json', content);
    expect(readRefreshFailure(dataDir, 'real')).toBeUndefined();
    fileIn(dataDir, 'refresh-failure-real.json', { ...failure, reason: 'x'.repeat(200) });
    expect(readRefreshFailure(dataDir, 'real')).toMatchObject({ failures: 2 });
  });
});

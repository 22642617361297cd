import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { UpstreamState } from '../../src/gateway/upstream-state-file.ts';
import { createStateWriter, readSavedState } from '../../src/gateway/upstream-state-file.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

afterEach(() => vi.useRealTimers());

const noon = Date.parse('2026-03-10T12:00:00Z');
const bucket = { bucket: 'plan', left: 7, requests: 10, windowSeconds: 60 };
const state: UpstreamState = {
  circuit: 'closed',
  calls: 3,
  cached: 1,
  answeredAt: '2026-03-10T11:59:00Z',
  refused: ['pdufa_historical'],
  buckets: [bucket],
};

function writerOf(folder: string, read: () => UpstreamState = () => state) {
  const failures: unknown[] = [];
  const failed = (cause: unknown) => failures.push(cause);
  return {
    failures,
    ...createStateWriter(folder, 'api.example.org', read, () => noon, failed),
  };
}

it('what a server leaves is read by another process, and by none but the owner', async () => {
  const folder = temporaryFolder();
  const { close, failures } = writerOf(folder);
  await close();
  expect(failures).toEqual([]);
  expect(await readSavedState(folder)).toEqual({
    ...state,
    at: '2026-03-10T12:00:00.000Z',
    process: process.pid,
    host: 'api.example.org',
  });
  // No partly written temporary file remains.
  expect(readdirSync(folder)).toEqual(['upstream-state.json']);
  expect(statSync(join(folder, 'upstream-state.json')).mode & 0o777).toBe(0o600);
});

it('is written two seconds after the first of many changes, as it is then, and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const folder = temporaryFolder();
  let calls = 0;
  let read = 0;
  const { touch, close } = writerOf(folder, () => {
    read += 1;
    return { ...state, calls };
  });
  touch();
  vi.advanceTimersByTime(1_999);
  calls = 5;
  touch();
  expect(read).toBe(0);
  vi.advanceTimersByTime(1);
  expect(read).toBe(1);
  while ((await readSavedState(folder))?.calls !== 5) await setImmediate();
  // The file is written only if the state has changed.
  vi.advanceTimersByTime(10_000);
  expect(read).toBe(1);
  touch();
  calls = 6;
  // Closing does not wait for the two-second delay, and nothing is written afterwards.
  await close();
  expect((await readSavedState(folder))?.calls).toBe(6);
  vi.advanceTimersByTime(10_000);
  expect(read).toBe(2);
});

it('a state that cannot be left is told of before the end, and nothing is thrown', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'upstream-state.json'));
  const inTheWay = writerOf(folder);
  await inTheWay.close();
  expect(inTheWay.failures).toMatchObject([{ syscall: 'rename' }]);
  const nowhere = writerOf(join(folder, 'none'));
  await nowhere.close();
  expect(nowhere.failures).toMatchObject([{ code: 'ENOENT' }]);
});

it.each(['{', '{"at":"2026-03-10"}', '[]', 'null'])('a file of %s is none', async (text) => {
  const folder = temporaryFolder();
  expect(await readSavedState(folder)).toBeUndefined();
  fileIn(folder, 'upstream-state.json', text);
  expect(await readSavedState(folder)).toBeUndefined();
});

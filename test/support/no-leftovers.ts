import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

/**
 * Files of the project `fast` share a worker: each must leave the process as it was. Mocks, timers,
 * globals and the environment are restored here; a server that still listens fails its file.
 */
const listening = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

let before = 0;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  before = listening();
  environment = { ...process.env };
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect({ ...process.env }).toEqual(environment);
  expect(process.exitCode).toBeUndefined();
  expect(listening(), 'servers left listening').toBe(before);
});

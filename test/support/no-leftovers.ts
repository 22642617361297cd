import { afterAll, beforeAll, expect, vi } from 'vitest';

/**
 * Files of the project `fast` share a worker, so each file must leave the process unchanged.
 * Timers, mocks, globals and the environment are restored here. A file that leaves a server open
 * fails.
 */
const listening = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

let before = 0;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  before = listening();
  environment = { ...process.env };
});
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect({ ...process.env }).toEqual(environment);
  expect(process.exitCode).toBeUndefined();
  await vi.waitFor(() => expect(listening(), 'open servers').toBe(before), { timeout: 60_000 });
});

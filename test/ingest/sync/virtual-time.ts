import { afterEach, beforeEach, vi } from 'vitest';
import { start } from './sync-run.ts';

/** Virtual time in each test of the file. */
export function useVirtualTime(now = start): void {
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

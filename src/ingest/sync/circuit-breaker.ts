import type { Hold, HostState } from './host-state.ts';

/**
 * After several consecutive failures, a host counts as down and is paused. After the pause, single
 * requests probe the host until one succeeds. Each request has a limited number of attempts, but a
 * failed probe uses none of them.
 */

const OPENS_AFTER = 3;
const MINUTE = 60_000;
/**
 * Minimum and maximum wait between two probes, in milliseconds. Between these limits, the wait is
 * a twentieth of the time since the first failure.
 */
const [MIN_WAIT, MAX_WAIT] = [MINUTE, 15 * MINUTE];

/**
 * Returns the key under which the state of a host is stored. The key contains a space, so that it
 * differs from the names of all request buckets.
 */
export function breakerName(host: string): string {
  return `host ${host}`;
}

export function isOpen({ strikes }: HostState): boolean {
  return strikes >= OPENS_AFTER;
}

/** Milliseconds since the first failure of the outage. */
export function outageOf({ down_since }: HostState, now: number): number {
  return Math.max(0, now - (down_since ?? now));
}

export function breakerHold(state: HostState, now: number): Hold | undefined {
  const { paused_until } = state;
  // A pause that is longer than `MAX_WAIT` was stored while the clock was ahead, so it is ignored.
  const isPaused = paused_until > now && paused_until - now <= MAX_WAIT;
  return isOpen(state) && isPaused ? { until: paused_until, why: 'down' } : undefined;
}

/**
 * Returns the state of a host after a request is sent. If the host is down, the request is a probe,
 * and the host is paused until the next probe.
 */
export function withProbe(state: HostState, now: number): HostState {
  if (!isOpen(state)) return state;
  const wait = Math.min(MAX_WAIT, Math.max(MIN_WAIT, Math.round(outageOf(state, now) / 20)));
  return { ...state, paused_until: now + wait };
}

export function withFailure(state: HostState, now: number): HostState {
  const strikes = state.strikes + 1;
  const failed = { ...state, strikes, down_since: state.down_since ?? now };
  return strikes === OPENS_AFTER ? { ...failed, paused_until: now + MIN_WAIT } : failed;
}

export function withRecovery(state: HostState): HostState {
  if (state.strikes === 0 && state.down_since === null) return state;
  return { ...state, strikes: 0, down_since: null, paused_until: 0 };
}

import { dayAt } from '../../base/clock.ts';
import type { HostRule } from '../../sources/hosts.ts';

/** The reason why requests to a host wait, and until when. */
export interface Hold {
  readonly until: number;
  readonly why: 'paused' | 'quota' | 'blocked' | 'down';
}

/**
 * The state of a bucket or of a single host. A bucket is a group of hosts that share a rate limit.
 * The state of a bucket contains its requests, pauses and blocks. The state of a host contains its
 * failures. Times are in milliseconds since 1970.
 */
export interface HostState {
  readonly name: string;
  /** The day (UTC) for which `requests` and `bytes` are counted. */
  readonly day: string;
  readonly requests: number;
  readonly bytes: number;
  readonly paused_until: number;
  readonly slow_until: number;
  /**
   * For a bucket, the number of consecutive pauses. For a host, the number of consecutive failures.
   */
  readonly strikes: number;
  /** Time of the first of the consecutive failures of a host. */
  readonly down_since: number | null;
  /** The reason why the host blocked requests. */
  readonly blocked: string | null;
  /** The contact address that the blocked requests contained. */
  readonly blocked_contact: string | null;
}

/** A pause that a host requested. */
export interface Pause {
  /**
   * Duration of the pause. If the response does not state it, it is undefined, and a default
   * applies.
   */
  readonly milliseconds: number | undefined;
  /** Whether the request rate is halved for some time after the pause. */
  readonly slowly: boolean;
}

/** Formats a time, rounded up to the minute: `2026-11-23T15:02Z`. */
export function minuteText(moment: number): string {
  const minute = Math.ceil(moment / MINUTE) * MINUTE;
  return `${new Date(minute).toISOString().slice(0, 16)}Z`;
}

export function waitText(until: number, why: readonly string[]): string {
  return `waiting until ${minuteText(until)}${why.length > 0 ? `: ${why.join('; ')}` : ''}`;
}

/** Describes why requests to a host wait, and until when. */
export function holdText(
  { until, why }: Hold,
  rule: HostRule,
  { name, blocked, down_since }: HostState,
): string {
  const moment = minuteText(until);
  if (why === 'quota') return `${rule.domain}: the daily request limit is reached until ${moment}`;
  if (why === 'down') {
    const since = down_since === null ? '' : ` since ${minuteText(down_since)}`;
    return `every request to ${name.replace(/^host /, '')} has failed${since}; the next attempt is at ${moment}`;
  }
  if (why === 'paused') return `${rule.domain} asked for a pause until ${moment}`;
  const sooner = rule.needsContact ? ', or immediately if CATALYST_CONTACT is changed' : '';
  return `${rule.domain} ${blocked}; the next attempt is at ${moment}${sooner}`;
}

const MINUTE = 60_000;
const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 3_600_000;
/** Maximum pause in milliseconds. A longer stored pause means that the clock was changed. */
const MAX_PAUSE = 24 * 3_600_000;
const SLOW_FOR = 3_600_000;
const DAY = 24 * 3_600_000;

/**
 * Returns why requests to the hosts of a bucket must wait, or undefined if they need not wait.
 * @param contact current contact address. If the blocked requests contained another address, the
 * block no longer applies
 */
export function holdIn(
  state: HostState,
  rule: HostRule,
  now: number,
  contact: string | undefined,
): Hold | undefined {
  const isBlocked = state.blocked !== null && state.blocked_contact === (contact ?? null);
  const until = Math.min(state.paused_until, now + MAX_PAUSE);
  if (isBlocked && state.paused_until > now) return { until, why: 'blocked' };
  if (state.paused_until > now && state.paused_until - now <= MAX_PAUSE) {
    return { until, why: 'paused' };
  }
  const today = dayAt(now);
  const spent = state.day >= today ? state.requests : 0;
  if (rule.perDay !== undefined && spent >= rule.perDay) {
    return { until: Date.parse(today) + DAY, why: 'quota' };
  }
  return undefined;
}

export function isSlowIn({ slow_until }: HostState, now: number): boolean {
  return slow_until > now && slow_until - now <= MAX_PAUSE;
}

export function withRequest(state: HostState, now: number): HostState {
  const today = dayAt(now);
  const counted = state.day < today ? { ...state, day: today, requests: 0, bytes: 0 } : state;
  return { ...counted, requests: counted.requests + 1 };
}

export function withAnswer(state: HostState, bytes: number): HostState {
  return { ...state, bytes: state.bytes + bytes, strikes: 0, blocked: null };
}

/**
 * Pauses the hosts of a bucket. If the response states no duration, the first pause lasts a minute.
 * Each further pause is twice as long as the previous one, up to an hour.
 */
export function withPause(state: HostState, rule: HostRule, now: number, pause: Pause): HostState {
  const { strikes, paused_until, slow_until } = state;
  // Refusals during a pause do not count as another pause.
  const counts = paused_until <= now ? 1 : 0;
  const ours = Math.min(FIRST_PAUSE * 2 ** strikes, LONGEST_PAUSE);
  const asked = Math.max(pause.milliseconds ?? ours, rule.leastPause ?? 0);
  const until = Math.max(counts ? 0 : paused_until, now + asked);
  return {
    ...state,
    paused_until: until,
    strikes: strikes + counts,
    slow_until: pause.slowly ? until + SLOW_FOR : slow_until,
  };
}

/**
 * Blocks the hosts of a bucket for a day. A change of the contact address ends the block earlier.
 */
export function withBlock(
  state: HostState,
  now: number,
  reason: string,
  contact: string | undefined,
): HostState {
  return {
    ...state,
    blocked: reason,
    blocked_contact: contact ?? null,
    paused_until: now + DAY,
  };
}

/** Ends the block of a bucket if the contact address has changed. */
export function withoutOldBlock(state: HostState, contact: string | undefined): HostState {
  const { blocked, blocked_contact } = state;
  if (blocked === null || blocked_contact === (contact ?? null)) return state;
  return { ...state, blocked: null, paused_until: 0 };
}

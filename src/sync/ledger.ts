import { dayAt } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { statement } from '../store/statements.ts';
import type { HostRule } from './hosts.ts';

/** Why a request to a host has to wait, and until when. */
export interface Hold {
  readonly until: number;
  readonly why: 'paused' | 'quota' | 'blocked';
}

/** What was spent on a host and what it asked for. Times are milliseconds since 1970. */
export interface HostState {
  readonly name: string;
  /** The day (UTC) that `requests` and `bytes` count. */
  readonly day: string;
  readonly requests: number;
  readonly bytes: number;
  readonly paused_until: number;
  readonly slow_until: number;
  /** Pauses in a row, without an answer between. */
  readonly strikes: number;
  /** Why the host refuses this program, and under which contact. */
  readonly blocked: string | null;
  readonly blocked_contact: string | null;
}

const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 3_600_000;
/** No pause is longer than a day: a later end means that the clock was moved. */
const MAX_PAUSE = 24 * 3_600_000;
const SLOW_FOR = 3_600_000;
const DAY = 24 * 3_600_000;

/**
 * The quotas and the pauses of hosts, in the store's file: written before a request is sent, so that
 * no restart spends a day's quota twice or forgets a pause.
 */
export function createLedger(database: Database, contact: string | undefined) {
  const insert = statement(database, 'INSERT OR IGNORE INTO sync_hosts (name) VALUES (?)');
  const select = statement(database, 'SELECT * FROM sync_hosts WHERE name = ?');
  const change = (columns: string) =>
    statement(database, `UPDATE sync_hosts SET ${columns} WHERE name = ?`);

  function stateOf(name: string): HostState {
    insert.run(name);
    return select.get(name) as unknown as HostState;
  }

  function holdOf(rule: HostRule, now: number): Hold | undefined {
    const state = stateOf(rule.name);
    const isBlocked = state.blocked !== null && state.blocked_contact === (contact ?? null);
    const until = Math.min(state.paused_until, now + MAX_PAUSE);
    if (isBlocked && state.paused_until > now) return { until, why: 'blocked' };
    if (state.paused_until > now && state.paused_until - now <= MAX_PAUSE) {
      return { until, why: 'paused' };
    }
    // A clock that was set back must not open a new day.
    const today = dayAt(now);
    const spent = state.day >= today ? state.requests : 0;
    if (rule.perDay !== undefined && spent >= rule.perDay) {
      return { until: Date.parse(today) + DAY, why: 'quota' };
    }
    return undefined;
  }

  return {
    stateOf,
    holdOf,
    /** Counts a request that is about to be sent, or says why it may not be. */
    take(rule: HostRule, now: number): Hold | undefined {
      const hold = holdOf(rule, now);
      if (hold) return hold;
      const today = dayAt(now);
      if (stateOf(rule.name).day < today) {
        change('day = ?, requests = 0, bytes = 0').run(today, rule.name);
      }
      change('requests = requests + 1').run(rule.name);
      return undefined;
    },
    isSlow: (rule: HostRule, now: number) => {
      const { slow_until } = stateOf(rule.name);
      return slow_until > now && slow_until - now <= MAX_PAUSE;
    },
    answered(rule: HostRule, bytes: number): void {
      change('bytes = bytes + ?, strikes = 0, blocked = NULL').run(bytes, rule.name);
    },
    /** Stops the host; for a minute, doubled to an hour, where it does not say how long. */
    pause(rule: HostRule, now: number, milliseconds: number | undefined, slowly: boolean): void {
      const { strikes, paused_until } = stateOf(rule.name);
      // Several answers to one burst are one strike.
      const counts = paused_until <= now ? 1 : 0;
      const ours = Math.min(FIRST_PAUSE * 2 ** strikes, LONGEST_PAUSE);
      const asked = Math.max(milliseconds ?? ours, rule.leastPause ?? 0);
      const until = Math.max(counts ? 0 : paused_until, now + asked);
      change('paused_until = ?, strikes = strikes + ?').run(until, counts, rule.name);
      if (slowly) change('slow_until = ?').run(until + SLOW_FOR, rule.name);
    },
    /** Stops the host for a day, or until another contact is given. */
    block(rule: HostRule, now: number, reason: string): void {
      stateOf(rule.name);
      change('blocked = ?, blocked_contact = ?, paused_until = ?').run(
        reason,
        contact ?? null,
        now + DAY,
        rule.name,
      );
    },
    /** A contact that the host has not refused yet lifts the block. */
    forgive(rule: HostRule): void {
      const { blocked, blocked_contact } = stateOf(rule.name);
      if (blocked === null || blocked_contact === (contact ?? null)) return;
      change('blocked = NULL, paused_until = 0').run(rule.name);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

import type { HostRule } from '../../sources/hosts.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import {
  breakerHold,
  breakerName,
  isOpen,
  outageOf,
  withFailure,
  withProbe,
  withRecovery,
} from './circuit-breaker.ts';
import {
  type Hold,
  type HostState,
  holdIn,
  holdText,
  isSlowIn,
  type Pause,
  withAnswer,
  withBlock,
  withoutOldBlock,
  withPause,
  withRequest,
} from './host-state.ts';

/** A request that is about to be sent. */
export interface Start {
  readonly host: string;
  /** Whether requests to the host start at half the normal rate. */
  readonly slowly: boolean;
  /** Crawl-delay of the host, in milliseconds. */
  readonly crawlDelay?: number;
}

/** Where the states of hosts are stored. */
export interface HostStates {
  /** Returns the state that this process read last. */
  read(name: string): HostState;
  /** Reads the stored state, applies a change and writes the result. Resolves after the write. */
  change(name: string, next: (state: HostState) => HostState): Promise<void>;
  /**
   * Resolves when a request may start within the rate limits that all machines share. Absent if
   * there is only one machine.
   */
  turn?(rule: HostRule, start: Start): Promise<void>;
}

/**
 * A host counts as slow if the interval between two requests is at least this number of
 * milliseconds.
 */
const SLOW_PACE = 5_000;
/** Maximum milliseconds to wait before a request to a slow host. */
const MAX_REST = 120_000;

/**
 * Creates the ledger. It stores quotas and pauses of hosts before each request is sent, so that
 * both still apply after a restart.
 */
export function createLedger(states: HostStates, contact: string | undefined) {
  const stateOf = (host: string) => states.read(breakerName(host));

  /** Returns the reason why requests to a bucket or host must wait, if any. */
  function holdOf(rule: HostRule, now: number, host?: string): Hold | undefined {
    const hold = holdIn(states.read(rule.name), rule, now, contact);
    return hold ?? (host === undefined ? undefined : breakerHold(stateOf(host), now));
  }
  return {
    stateOf: states.read,
    holdOf,
    /** Describes why requests to a host wait, and until when. */
    holdText(hold: Hold, rule: HostRule, host = ''): string {
      const state = hold.why === 'down' ? stateOf(host) : states.read(rule.name);
      return holdText(hold, rule, state);
    },
    /** Duration of a host's outage in milliseconds. Undefined if the host is not down. */
    outageOf(host: string, now: number): number | undefined {
      const state = stateOf(host);
      return isOpen(state) ? outageOf(state, now) : undefined;
    },
    /**
     * Milliseconds until the next request to a slow host may start. The wait is stored, so a
     * restart does not shorten it.
     */
    restOf(host: string, now: number): number {
      const rest = stateOf(host).slow_until - now;
      return rest > 0 && rest <= MAX_REST ? rest : 0;
    },
    isSlow: (rule: HostRule, now: number) => isSlowIn(states.read(rule.name), now),
    /**
     * Counts a request before it is sent.
     * @returns undefined if the request may be sent, otherwise the reason to wait
     */
    async take(rule: HostRule, start: Start, now: number): Promise<Hold | undefined> {
      let hold: Hold | undefined;
      // The stored states are read again. If another machine is already probing the host, this
      // request waits.
      if (isOpen(stateOf(start.host))) {
        await states.change(rule.name, (state) => {
          hold = holdIn(state, rule, now, contact);
          return state;
        });
        if (hold) return hold;
        await states.change(breakerName(start.host), (state) => {
          hold = breakerHold(state, now);
          return hold ? state : withProbe(state, now);
        });
        if (hold) return hold;
      }
      await states.change(rule.name, (state) => {
        hold = holdIn(state, rule, now, contact);
        return hold ? state : withRequest(state, now);
      });
      if (hold) return hold;
      const pace = Math.max(rule.hosts[start.host] ?? 0, start.crawlDelay ?? 0);
      if (pace >= SLOW_PACE) {
        const slow_until = now + pace;
        await states.change(breakerName(start.host), (state) => ({ ...state, slow_until }));
      }
      await states.turn?.(rule, start);
      return undefined;
    },
    async answered(rule: HostRule, host: string, bytes: number): Promise<void> {
      if (stateOf(host).strikes > 0) await states.change(breakerName(host), withRecovery);
      await states.change(rule.name, (state) => withAnswer(state, bytes));
    },
    failed: (host: string, now: number) =>
      states.change(breakerName(host), (state) => withFailure(state, now)),
    pause: (rule: HostRule, now: number, pause: Pause) =>
      states.change(rule.name, (state) => withPause(state, rule, now, pause)),
    /**
     * Blocks the hosts of a bucket for a day. A change of the contact address ends the block
     * earlier.
     */
    block: (rule: HostRule, now: number, reason: string) =>
      states.change(rule.name, (state) => withBlock(state, now, reason, contact)),
    /** Ends the block of a bucket if the contact address has changed. */
    unblock: (rule: HostRule) =>
      states.change(rule.name, (state) => withoutOldBlock(state, contact)),
  };
}

export type Ledger = ReturnType<typeof createLedger>;

/** States of hosts in the store's file. Only one process at a time syncs a store. */
export function storedStates(database: Database): HostStates {
  function read(name: string): HostState {
    const select = statement(database, 'SELECT * FROM sync_hosts WHERE name = ?');
    const found = select.get(name) as unknown as HostState | undefined;
    if (found) return found;
    statement(database, 'INSERT OR IGNORE INTO sync_hosts (name) VALUES (?)').run(name);
    return select.get(name) as unknown as HostState;
  }

  function write(state: HostState): void {
    const { day, requests, bytes, paused_until, slow_until, strikes } = state;
    const { blocked, blocked_contact, down_since, name } = state;
    statement(
      database,
      `UPDATE sync_hosts SET day = ?, requests = ?, bytes = ?, paused_until = ?, slow_until = ?,
         strikes = ?, blocked = ?, blocked_contact = ?, down_since = ? WHERE name = ?`,
    ).run(
      ...[day, requests, bytes, paused_until, slow_until, strikes],
      ...[blocked, blocked_contact, down_since, name],
    );
  }

  return {
    read,
    change(name, next) {
      const before = read(name);
      const after = next(before);
      if (after !== before) write(after);
      return Promise.resolve();
    },
  };
}

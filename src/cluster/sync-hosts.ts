import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { HostState } from '../ingest/sync/host-state.ts';
import type { HostStates, Start } from '../ingest/sync/start-ledger.ts';
import type { HostRule } from '../sources/hosts.ts';
import { boundedTransaction } from './postgres.ts';
import type { PostgresClient } from './postgres-client.ts';
import { sharedNow } from './shared-clock.ts';

/**
 * A start time that is more than this many milliseconds in the future is ignored. Such a start time
 * means that the clock was changed.
 */
const MAX_AHEAD = 10 * 60_000;

/** Time limit of a change, including the wait for changes by other machines, in milliseconds. */
const MAX_CHANGE_MS = 30_000;

/**
 * Opens the states of the source hosts, which all machines share. Hosts with common limits form a
 * bucket (`HostRule`). The table has one row per bucket: its state, and the times at which its next
 * requests may start. The row is locked during a change.
 */
export async function sharedStates(database: PostgresClient): Promise<HostStates> {
  const rows = await database.query(
    (sql) => sql<{ state: HostState }[]>`SELECT state FROM sync_host`,
  );
  const known = new Map(
    rows.map(({ state }) => [state.name, { ...unasked(state.name), ...state }]),
  );
  const read = (name: string) => known.get(name) ?? unasked(name);
  return {
    read,
    async change(name, next) {
      const after = await transact(database, async (transaction) => {
        const first = transaction.json({ ...unasked(name) });
        await transaction`INSERT INTO sync_host VALUES (${name}, ${first}) ON CONFLICT DO NOTHING`;
        const [row] = await transaction<{ state: HostState }[]>`
          SELECT state FROM sync_host WHERE name = ${name} FOR UPDATE`;
        // A row that an earlier release wrote lacks the fields that were added later.
        const state = next({ ...unasked(name), ...row!.state });
        const written = transaction.json({ ...state });
        await transaction`UPDATE sync_host SET state = ${written} WHERE name = ${name}`;
        return state;
      });
      known.set(name, after);
    },
    async turn(rule, start) {
      const wait = await waitOf(database, rule, start);
      if (wait > 0) await sleep(wait);
    },
  };
}

/**
 * Reserves the earliest time at which the limits of the bucket and of the host permit a request to
 * start.
 * @returns the milliseconds until this time
 */
function waitOf(database: PostgresClient, rule: HostRule, start: Start): Promise<number> {
  const paces = Object.entries(pacesOf(rule, start));
  return transact(database, async (transaction) => {
    const [row] = await transaction<{ starts: Record<string, number> }[]>`
      SELECT starts FROM sync_host WHERE name = ${rule.name} FOR UPDATE`;
    // The time is read after the row is locked, because the wait for the lock takes time.
    const [now] = await transaction<{ clock: string }[]>`
      SELECT ${sharedNow(transaction)} AS clock`;
    const clock = Number(now!.clock);
    const { starts } = row!;
    const ahead = paces
      .map(([name]) => starts[name] ?? 0)
      .filter((next) => next - clock < MAX_AHEAD);
    const at = Math.max(clock, ...ahead);
    const after = {
      ...starts,
      ...Object.fromEntries(paces.map(([name, pace]) => [name, at + pace])),
    };
    await transaction`UPDATE sync_host SET starts = ${transaction.json(after)} WHERE name = ${rule.name}`;
    return at - clock;
  });
}

/** Runs a change that locks one row briefly and may wait for other machines. */
function transact<Result>(
  database: PostgresClient,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  return database.query((sql) => boundedTransaction(sql, work), MAX_CHANGE_MS);
}

/**
 * Returns the minimum milliseconds between the starts of two requests: one interval for the bucket,
 * and one for the host if the host requires a longer interval.
 */
function pacesOf(
  rule: HostRule,
  { host, slowly, crawlDelay = 0 }: Start,
): Readonly<Record<string, number>> {
  const own = Math.max(rule.hosts[host] ?? 0, crawlDelay);
  const bucket = { [`bucket ${rule.name}`]: slowly ? 2 * rule.startEvery : rule.startEvery };
  return own > rule.startEvery ? { ...bucket, [`host ${host}`]: own } : bucket;
}

function unasked(name: string): HostState {
  return {
    name,
    day: '',
    requests: 0,
    bytes: 0,
    paused_until: 0,
    slow_until: 0,
    strikes: 0,
    blocked: null,
    blocked_contact: null,
    down_since: null,
  };
}

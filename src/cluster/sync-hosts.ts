import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { HostState } from '../ingest/sync/host-state.ts';
import type { HostStates, Start } from '../ingest/sync/start-ledger.ts';
import type { HostRule } from '../sources/hosts.ts';
import type { Asking } from './asking.ts';
import { boundedTransaction } from './postgres.ts';
import { sharedNow } from './shared-clock.ts';

/** A start that is further ahead comes from a clock that was moved, milliseconds. */
const MAX_AHEAD = 10 * 60_000;

/** Longest time of a change with its wait for those of others, milliseconds. */
const MAX_CHANGE_MS = 30_000;

/**
 * The states of hosts where all machines see them, and the turns in which they start requests: one
 * row a bucket, locked while it changes.
 */
export async function sharedStates(database: Asking): Promise<HostStates> {
  const rows = await database.ask(
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
        // A row of a former version lacks what was added since.
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

/** Reserves the next start in the bucket, and on its host where that is slower. @returns ms until it. */
function waitOf(database: Asking, rule: HostRule, start: Start): Promise<number> {
  const paces = Object.entries(pacesOf(rule, start));
  return transact(database, async (transaction) => {
    const [row] = await transaction<{ starts: Record<string, number> }[]>`
      SELECT starts FROM sync_host WHERE name = ${rule.name} FOR UPDATE`;
    // Read behind the lock: others may have held it for a while.
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

/** One row at a time is locked, for a moment; others may wait for it in a row. */
function transact<Result>(
  database: Asking,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  return database.ask((sql) => boundedTransaction(sql, work), MAX_CHANGE_MS);
}

/** Least milliseconds between two starts, by what they are counted in. */
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
    ...{ name, day: '', requests: 0, bytes: 0, paused_until: 0, slow_until: 0, strikes: 0 },
    ...{ blocked: null, blocked_contact: null, down_since: null },
  };
}

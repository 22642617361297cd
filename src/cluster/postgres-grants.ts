import { LRUCache } from 'lru-cache';
import type { TransactionSql } from 'postgres';
import {
  bounds,
  type GrantKind,
  type GrantStore,
  hashOf,
  type Keeping,
  type Kept,
  MAX_OF_STRANGERS,
  owners,
} from '../authorization/grant-store.ts';
import type { Clock } from '../base/clock.ts';
import { grantsUnreachable } from '../base/errors.ts';
import { MAX_UNCONFIRMED_MS } from '../service/access/accounts.ts';
import { createBreaker } from './breaker.ts';
import { advisoryLocks, boundedTransaction, type Postgres } from './postgres.ts';
import { createPostgresClient } from './postgres-client.ts';
import { sharedNow } from './shared-clock.ts';

/** Milliseconds for which a cached access token is accepted without another lookup. */
const FRESH_MS = 2_000;
/**
 * Time limit of a lookup in milliseconds. After one lookup has failed, lookups fail immediately
 * until PostgreSQL answers again.
 */
const MAX_LOOK_UP_MS = 1_000;
/** Maximum number of access tokens that one process caches. */
const MAX_REMEMBERED = 50_000;

type Sql = Postgres | TransactionSql;

interface Found extends Omit<Kept, 'rest'> {
  /** Time when the cache entry expires, by the clock of this machine. */
  readonly until: number;
}

/**
 * OAuth grants in PostgreSQL, shared by several machines. The clock of PostgreSQL determines when a
 * grant expires. Each process accepts a cached access token for two seconds without a lookup.
 * Therefore, a token that is revoked on one machine stays valid for up to two seconds on other
 * machines. While PostgreSQL does not answer, cached tokens stay valid for up to 15 minutes. After
 * a lookup fails, lookups fail immediately until PostgreSQL answers again.
 * @param clock the clock of this machine
 * @throws ServiceError 503 while PostgreSQL does not answer; `get` does not throw for a cached
 * access token
 */
export function openPostgresGrants(url: string, clock: Clock): GrantStore {
  const asking = createPostgresClient(url);
  const remembered = new LRUCache<string, Found>({
    max: MAX_REMEMBERED,
    ttl: MAX_UNCONFIRMED_MS,
    allowStale: false,
  });
  const breaker = createBreaker({
    name: 'PostgreSQL',
    maxFailures: 1,
    maxWait: MAX_LOOK_UP_MS,
    probe: () => asking.query((sql) => sql`SELECT`, MAX_LOOK_UP_MS),
    // The breaker logs nothing. The shared accounts are read from the same database, and that code
    // logs the failure.
    log: { warn: () => {} },
    lost: '',
  });

  async function ask<Result>(question: (sql: Postgres) => PromiseLike<Result>): Promise<Result> {
    try {
      return await asking.query(question);
    } catch {
      throw grantsUnreachable();
    }
  }

  async function lookUp(kind: GrantKind, hash: string): Promise<Found | undefined> {
    const found = () =>
      asking.query(
        (sql) => sql<{ value: string; taken: boolean; rest: string }[]>`
          SELECT value, taken, expires - ${sharedNow(sql)} AS rest FROM oauth_kept
          WHERE kind = ${kind} AND id_hash = ${hash} AND expires > ${sharedNow(sql)}`,
        MAX_LOOK_UP_MS,
      );
    try {
      const [row] = await breaker.run(found);
      return row && { value: row.value, isTaken: row.taken, until: clock() + Number(row.rest) };
    } catch {
      throw grantsUnreachable();
    }
  }

  async function accessToken(hash: string): Promise<Found | undefined> {
    const age = MAX_UNCONFIRMED_MS - remembered.getRemainingTTL(hash);
    const known = remembered.get(hash);
    const isGood = known !== undefined && known.until > clock();
    if (isGood && age < FRESH_MS) return known;
    try {
      const found = await lookUp('access', hash);
      if (found) remembered.set(hash, found);
      else remembered.delete(hash);
      return found;
    } catch (cause) {
      if (isGood) return known;
      throw cause;
    }
  }

  return {
    async get(kind, id) {
      const hash = hashOf(id);
      const found = await (kind === 'access' ? accessToken(hash) : lookUp(kind, hash));
      if (!found) return undefined;
      const { value, isTaken, until } = found;
      return { value, isTaken, rest: until - clock() };
    },
    async put(kind, id, value, keeping) {
      const { lasts, owner = null, grant = null } = keeping;
      const removed = await ask((sql) =>
        boundedTransaction(sql, async (transaction) => {
          // Changes run one at a time. Therefore, no change waits for the row locks of another
          // change, and the limits are exact.
          await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.grants})`;
          await transaction`DELETE FROM oauth_kept WHERE expires <= ${sharedNow(transaction)}`;
          await transaction`
            INSERT INTO oauth_kept (kind, id_hash, account, grant_id, value, expires)
            VALUES (${kind}, ${hashOf(id)}, ${owner}, ${grant}, ${value},
              ${sharedNow(transaction)} + ${Math.round(lasts)}::bigint)
            ON CONFLICT (kind, id_hash) DO UPDATE SET account = excluded.account,
              grant_id = excluded.grant_id, value = excluded.value, expires = excluded.expires`;
          return removeExcess(transaction, kind, keeping);
        }),
      );
      if (removed > 0) remembered.clear();
    },
    async take(kind, id) {
      const { count } = await ask(
        (sql) => sql`
          UPDATE oauth_kept SET taken = true WHERE kind = ${kind} AND id_hash = ${hashOf(id)}
          AND NOT taken AND expires > ${sharedNow(sql)}`,
      );
      return count === 1;
    },
    async remove(kind, id) {
      remembered.delete(hashOf(id));
      await ask(
        (sql) => sql`DELETE FROM oauth_kept WHERE kind = ${kind} AND id_hash = ${hashOf(id)}`,
      );
    },
    async revoke(whose) {
      remembered.clear();
      await ask((sql) =>
        boundedTransaction(sql, async (transaction) => {
          await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.grants})`;
          await ('grant' in whose
            ? transaction`DELETE FROM oauth_kept WHERE grant_id = ${whose.grant}`
            : transaction`DELETE FROM oauth_kept WHERE account = ${whose.account}`);
        }),
      );
      remembered.clear();
    },
    close() {
      breaker.close();
      return asking.close();
    },
  };
}

/**
 * Removes the rows that exceed the limits in `bounds`. Rows that expire earlier are removed first.
 * @returns number of removed rows
 */
async function removeExcess(sql: Sql, kind: GrantKind, keeping: Keeping): Promise<number> {
  const { owner = null, grant = null } = keeping;
  const { most, of } = bounds[kind];
  if (of === 'account') {
    const { count } = await sql`
      DELETE FROM oauth_kept WHERE grant_id IN (
        SELECT grant_id FROM oauth_kept WHERE kind = ${kind} AND account = ${owner}
        ORDER BY expires DESC OFFSET ${most})`;
    return count;
  }
  async function beyond(some: ReturnType<Sql>, most: number): Promise<number> {
    const { count } = await sql`
      DELETE FROM oauth_kept WHERE (kind, id_hash) IN (
        SELECT kind, id_hash FROM oauth_kept WHERE kind = ${kind} ${some}
        ORDER BY expires DESC OFFSET ${most})`;
    return count;
  }
  if (of === 'all') return beyond(sql``, most);
  if (of === 'grant') return beyond(sql`AND grant_id = ${grant}`, most);
  const removed = await beyond(sql`AND account = ${owner}`, most);
  if (owner === null || !owners.isStranger(owner)) return removed;
  return removed + (await beyond(sql`AND account LIKE ${owners.strangers}`, MAX_OF_STRANGERS));
}

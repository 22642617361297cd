import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TransactionSql } from 'postgres';
import { MAX_UNCONFIRMED_MS } from '../access/accounts.ts';
import type { Clock } from '../clock.ts';
import { askPostgres } from '../cluster/asking.ts';
import { advisoryLocks, boundedTransaction, type Postgres } from '../cluster/postgres.ts';
import { grantsUnreachable } from '../errors.ts';
import { bounds, type GrantKind, type GrantStore, type Kept } from './grant-store.ts';

/** How long an access token that was found is not looked up again, milliseconds. */
const FRESH_MS = 2_000;
/** How long a look-up may take, and how long none is tried after one failed, milliseconds. */
const MAX_LOOK_UP_MS = 1_000;
/** Access tokens that one process remembers. */
const MAX_REMEMBERED = 50_000;

type Sql = Postgres | TransactionSql;
type Found = Kept & { readonly expires: number };

/**
 * Grants in PostgreSQL, which several machines share. Every call of an assistant presents an access
 * token: one that was found is remembered for two seconds, as long as a paused key may open elsewhere.
 *
 * @throws ServiceError 503 from every method while PostgreSQL does not answer
 */
export function openPostgresGrants(url: string, clock: Clock): GrantStore {
  const asking = askPostgres(url);
  const remembered = new LRUCache<string, Found>({
    ...{ max: MAX_REMEMBERED, ttl: MAX_UNCONFIRMED_MS, allowStale: false },
  });
  let failedAt = Number.NEGATIVE_INFINITY;

  async function ask<Result>(question: (sql: Postgres) => PromiseLike<Result>): Promise<Result> {
    try {
      return await asking.ask(question);
    } catch {
      throw grantsUnreachable();
    }
  }

  async function lookUp(kind: GrantKind, hash: string): Promise<Found | undefined> {
    if (performance.now() - failedAt < MAX_LOOK_UP_MS) throw grantsUnreachable();
    try {
      const [row] = await asking.ask(
        (sql) => sql<{ value: string; taken: boolean; expires: string }[]>`
          SELECT value, taken, expires FROM oauth_kept
          WHERE kind = ${kind} AND id_hash = ${hash} AND expires > ${clock()}`,
        MAX_LOOK_UP_MS,
      );
      return row && { value: row.value, isTaken: row.taken, expires: Number(row.expires) };
    } catch {
      failedAt = performance.now();
      throw grantsUnreachable();
    }
  }

  async function accessToken(hash: string): Promise<Found | undefined> {
    const age = MAX_UNCONFIRMED_MS - remembered.getRemainingTTL(hash);
    const known = remembered.get(hash);
    const isGood = known !== undefined && known.expires > clock();
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
      return found && { value: found.value, isTaken: found.isTaken };
    },
    async put(kind, id, value, { expires, account = null, grant = null }) {
      const removed = await ask((sql) =>
        boundedTransaction(sql, async (transaction) => {
          // One after another, so that none waits for rows of another, and the bounds are exact.
          await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.grants})`;
          await transaction`DELETE FROM oauth_kept WHERE expires <= ${clock()}`;
          await transaction`
            INSERT INTO oauth_kept (kind, id_hash, account, grant_id, value, expires)
            VALUES (${kind}, ${hashOf(id)}, ${account}, ${grant}, ${value}, ${expires})
            ON CONFLICT (kind, id_hash) DO UPDATE SET account = excluded.account,
              grant_id = excluded.grant_id, value = excluded.value, expires = excluded.expires`;
          return removeExcess(transaction, kind, account, grant);
        }),
      );
      if (removed > 0) remembered.clear();
    },
    async take(kind, id) {
      const { count } = await ask(
        (sql) => sql`
          UPDATE oauth_kept SET taken = true WHERE kind = ${kind} AND id_hash = ${hashOf(id)}
          AND NOT taken AND expires > ${clock()}`,
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
    close: () => asking.close(),
  };
}

/** Removes what is beyond the bounds of its kind; of a grant all that was made of it goes with it. */
async function removeExcess(
  sql: Sql,
  kind: GrantKind,
  account: string | null,
  grant: string | null,
): Promise<number> {
  const { most, of } = bounds[kind];
  if (of === 'account') {
    const { count } = await sql`
      DELETE FROM oauth_kept WHERE grant_id IN (
        SELECT grant_id FROM oauth_kept WHERE kind = ${kind} AND account = ${account}
        ORDER BY expires DESC OFFSET ${most})`;
    return count;
  }
  const own = of === 'grant' ? sql`AND grant_id = ${grant}` : sql``;
  const { count } = await sql`
    DELETE FROM oauth_kept WHERE (kind, id_hash) IN (
      SELECT kind, id_hash FROM oauth_kept WHERE kind = ${kind} ${own}
      ORDER BY expires DESC OFFSET ${most})`;
  return count;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

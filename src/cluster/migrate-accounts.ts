import { existsSync } from 'node:fs';
import type { Revision } from '../service/access/feed-tokens.ts';
import { LocalAccounts } from '../service/access/local-accounts.ts';
import { type ChangeWork, changeAccounts } from './account-change.ts';
import { openTables } from './open-tables.ts';

/** Time limit for copying all accounts of a machine, in milliseconds. */
const MAX_MIGRATION_MS = 120_000;

interface Brought {
  readonly accounts: number;
  readonly feeds: number;
  /**
   * Names of accounts that exist in the shared database with a different key. If there are any,
   * nothing is copied.
   */
  readonly taken: readonly string[];
}

/**
 * Copies all accounts and feeds of one machine into the shared database. If any account cannot be
 * copied, copies nothing. Accounts that were copied earlier keep their state in the shared
 * database, such as paused or revoked.
 * @param path the file with the accounts of the machine
 * @throws Error with a readable message if PostgreSQL cannot be used
 */
export async function migrateAccounts(path: string, url: string): Promise<Brought> {
  const kept = existsSync(path) ? await readKept(path) : { accounts: [], feeds: [], revisions: [] };
  const database = await openTables(url);
  try {
    const bring = bringing(kept);
    return await database.query(
      (sql) => changeAccounts(sql, bring, MAX_MIGRATION_MS),
      MAX_MIGRATION_MS,
    );
  } finally {
    await database.close();
  }
}

async function readKept(path: string) {
  const local = await LocalAccounts.open(path);
  try {
    const revisions = local.use((database) => database.prepare('SELECT * FROM feed_events').all());
    return {
      accounts: local.rows(),
      feeds: await local.feeds.list(),
      revisions: revisions as unknown as Revision[],
    };
  } finally {
    local.close();
  }
}

type Kept = Awaited<ReturnType<typeof readKept>>;

/**
 * Returns the function that writes the accounts. It passes each column as one array, because a
 * statement accepts at most 65,534 values.
 */
function bringing({ accounts, feeds, revisions }: Kept): ChangeWork<Brought> {
  const names = accounts.map(({ name }) => name);
  const hashes = accounts.map(({ key_hash }) => key_hash);
  return async (sql, n) => {
    const taken = await sql<{ name: string }[]>`
      SELECT name FROM account JOIN unnest(${names}::text[], ${hashes}::text[]) AS own (name, key_hash)
      USING (name) WHERE NOT revoked AND account.key_hash <> own.key_hash
      ORDER BY name COLLATE "C"`;
    if (taken.length > 0) return { accounts: 0, feeds: 0, taken: taken.map(({ name }) => name) };
    const inserted = await sql`
      INSERT INTO account (name, key_hash, plan, demo, state, bundle, expires, created, change)
      SELECT name, key_hash, plan, demo <> 0, state, bundle, expires, created, ${n}::bigint
      FROM unnest(${names}::text[], ${hashes}::text[],
        ${accounts.map(({ plan }) => plan)}::text[],
        ${accounts.map(({ demo }) => Number(demo))}::integer[],
        ${accounts.map(({ state }) => state)}::text[],
        ${accounts.map(({ bundle }) => bundle)}::text[],
        ${accounts.map(({ expires }) => expires)}::text[],
        ${accounts.map(({ created }) => created)}::text[])
        AS own (name, key_hash, plan, demo, state, bundle, expires, created)
      ON CONFLICT (name) DO UPDATE SET key_hash = excluded.key_hash, plan = excluded.plan,
        demo = excluded.demo, state = excluded.state, bundle = excluded.bundle,
        expires = excluded.expires, created = excluded.created, revoked = false, change = ${n}
      WHERE account.revoked AND account.key_hash <> excluded.key_hash`;
    const opened = await sql`
      INSERT INTO feed (token_hash, account, plan, filter, created, change)
      SELECT own.*, ${n}::bigint FROM unnest(
        ${feeds.map(({ token_hash }) => token_hash)}::text[],
        ${feeds.map(({ account }) => account)}::text[],
        ${feeds.map(({ plan }) => plan)}::text[],
        ${feeds.map(({ filter }) => filter)}::text[],
        ${feeds.map(({ created }) => created)}::text[])
        AS own (token_hash, account, plan, filter, created)
      JOIN account ON account.name = own.account AND NOT account.revoked
      ON CONFLICT (token_hash) DO NOTHING`;
    await sql`
      INSERT INTO feed_event
      SELECT * FROM unnest(
        ${revisions.map(({ uid }) => uid)}::text[],
        ${revisions.map(({ date }) => date)}::text[],
        ${revisions.map(({ sequence }) => sequence)}::integer[],
        ${revisions.map(({ revised }) => revised)}::text[])
      ON CONFLICT (uid) DO NOTHING`;
    return { accounts: inserted.count, feeds: opened.count, taken: [] };
  };
}

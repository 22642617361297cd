import type { TransactionSql } from 'postgres';
import { type Manifest, manifestOf } from './parts.ts';
import { boundedTransaction, channels, type Postgres } from './postgres.ts';
import { partHashes, storeParts, verifyVersion } from './stored-parts.ts';

/**
 * The kinds of published files. `served` contains the tables from which servers answer. `facts`
 * contains the full store, which only writers need.
 */
export type VersionKind = 'served' | 'facts';

/** A published version of the records. A later version has a higher number. */
export interface Version {
  readonly id: number;
  readonly kind: VersionKind;
  /**
   * The format of the version. For `served`, it is the layout of the tables. For `facts`, it is the
   * number of the last migration of the fact tables.
   */
  readonly layout: string;
  /**
   * The version that was the newest when the computation of this version started, or 0 if there was
   * none.
   */
  readonly base: number;
  readonly facts_at: string | null;
  /** Day on which the records were computed, `YYYY-MM-DD`. */
  readonly derived_on: string | null;
  readonly made_at: Date;
  readonly bytes: number;
}

/** A file to publish as a version. */
export interface NewVersion extends Pick<Version, 'kind' | 'layout' | 'facts_at' | 'derived_on'> {
  readonly path: string;
}

/**
 * The numbers of the newest versions after publishing. `head` is the newest version of any kind,
 * and `facts` is the newest version of the facts. A number is 0 if there is no such version.
 */
export interface Published {
  readonly head: number;
  readonly facts: number;
}

/** Thrown if another machine published first. Nothing was published. */
export class PublishConflict extends Error {
  constructor() {
    super('another machine published while this job was running');
  }
}

/** How many of the newest versions are kept for each kind and layout. */
const KEPT_VERSIONS = 3;
/** Hours for which every version is kept. */
const KEPT_HOURS = 1;
/** Hours after which the versions of an unused layout are removed. */
const KEPT_LAYOUT_HOURS = 24;
/** Time limit of publishing, in milliseconds. A GB takes about ten seconds. */
export const MAX_PUBLISHING_MS = 15 * 60_000;
/** Time limit of one statement, and of a pause between two statements, in milliseconds. */
const MAX_STATEMENT_MS = 120_000;

type Sql = Postgres | TransactionSql;

/** The number of the newest version of any kind, or 0 if there is none. */
export async function headOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ head: number }[]>`SELECT coalesce(max(id), 0) AS head FROM version`;
  return row!.head;
}

/**
 * Returns the newest version of a kind. If a layout is given, returns the newest version that has
 * this layout.
 */
export async function newestVersion(
  sql: Sql,
  kind: VersionKind,
  layout?: string,
): Promise<Version | undefined> {
  const [newest] = await versionsOf(sql, kind, layout, 1);
  return newest;
}

/**
 * Returns the stored versions of a kind, newest first. If a layout is given, returns only versions
 * that have this layout.
 */
export function versionsOf(
  sql: Sql,
  kind: VersionKind,
  layout?: string,
  most?: number,
): Promise<readonly Version[]> {
  const ofLayout = layout === undefined ? sql`` : sql`AND layout = ${layout}`;
  return sql<Version[]>`
    SELECT ${columns(sql)} FROM version WHERE kind = ${kind} ${ofLayout}
    ORDER BY id DESC LIMIT ${most ?? null}`;
}

/** All stored versions, newest first. */
export function listVersions(sql: Sql): Promise<readonly Version[]> {
  return sql<Version[]>`SELECT ${columns(sql)} FROM version ORDER BY id DESC`;
}

/**
 * Publishes either all files as versions or none. If each file is already published as the newest
 * version of its kind and layout, publishes nothing.
 * @param base the version that was the newest when work on these files started
 * @param replaced called with the number of damaged parts of earlier versions that were replaced
 * @param before writes other rows in the same transaction, before the files are stored
 * @throws PublishConflict if another machine has published since `base`
 */
export async function publish(
  sql: Postgres,
  base: number,
  files: readonly NewVersion[],
  replaced: (parts: number) => void,
  before: (transaction: TransactionSql) => Promise<void> = async () => {},
): Promise<Published> {
  const made = files.map((file) => ({ file, manifest: manifestOf(file.path) }));
  return publishing(sql, async (transaction) => {
    await beginAfter(transaction, base);
    await before(transaction);
    const known = await Promise.all(made.map((one) => isNewest(transaction, one)));
    let damaged = 0;
    for (const { file, manifest } of made) {
      damaged += await storeParts(transaction, file.path, manifest);
    }
    if (damaged > 0) replaced(damaged);
    if (!known.every((one) => one)) {
      for (const { file, manifest } of made) {
        await insertVersion(transaction, base, { ...file, ...manifest });
      }
      await dropOld(transaction);
      await tell(transaction);
    }
    // The versions are read before the lock is released, because another writer can publish
    // afterwards.
    const facts = await newestVersion(transaction, 'facts');
    return { head: await headOf(transaction), facts: facts?.id ?? 0 };
  });
}

/**
 * Publishes an older served version again, as the newest version. The facts from which it was
 * computed are also published again, so that the next computation starts from them.
 * @returns the number of the new version, and the earlier number of the facts; `facts` is undefined
 * if these facts are no longer stored
 * @throws Error if there is no such version; DamagedRecords; PublishConflict
 */
export async function publishAgain(
  sql: Postgres,
  base: number,
  id: number,
): Promise<{ readonly head: number; readonly facts: number | undefined }> {
  return publishing(sql, async (transaction) => {
    await beginAfter(transaction, base);
    const [served] = await transaction`SELECT id FROM version WHERE id = ${id} AND kind = 'served'`;
    if (!served) throw new Error(`version ${id} is not a served version, or is no longer stored`);
    const [facts] = await transaction<{ id: number }[]>`
      SELECT id FROM version WHERE kind = 'facts' AND id < ${id} ORDER BY id DESC LIMIT 1`;
    for (const again of facts ? [facts.id, id] : [id]) {
      await verifyVersion(transaction, again);
      await transaction`
        INSERT INTO version (kind, layout, base, facts_at, derived_on, bytes, parts)
        SELECT kind, layout, ${base}, facts_at, derived_on, bytes, parts FROM version
        WHERE id = ${again}`;
    }
    await dropOld(transaction);
    await tell(transaction);
    return { head: await headOf(transaction), facts: facts?.id };
  });
}

function publishing<Result>(
  sql: Postgres,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  return boundedTransaction(sql, work, MAX_STATEMENT_MS);
}

/**
 * Locks the table of versions against other writers, so that versions are committed in order and no
 * part that is in use is deleted.
 * @throws PublishConflict if another machine has published since `base`
 */
async function beginAfter(transaction: TransactionSql, base: number): Promise<void> {
  await transaction`LOCK TABLE version IN SHARE ROW EXCLUSIVE MODE`;
  if ((await headOf(transaction)) !== base) throw new PublishConflict();
}

async function tell(transaction: TransactionSql): Promise<void> {
  await transaction`SELECT pg_notify(${channels.versions}, '')`;
}

async function isNewest(
  transaction: TransactionSql,
  { file, manifest }: { readonly file: NewVersion; readonly manifest: Manifest },
): Promise<boolean> {
  const newest = await newestVersion(transaction, file.kind, file.layout);
  if (!newest) return false;
  const parts = await partHashes(transaction, newest.id);
  return parts.join() === manifest.hashes.join();
}

async function insertVersion(
  transaction: TransactionSql,
  base: number,
  { kind, layout, facts_at, derived_on, bytes, hashes }: NewVersion & Manifest,
): Promise<void> {
  await transaction`
    INSERT INTO version (kind, layout, base, facts_at, derived_on, bytes, parts)
    VALUES (${kind}, ${layout}, ${base}, ${facts_at}, ${derived_on}, ${bytes}, ${hashes as string[]})`;
}

/**
 * Removes old versions of each layout, and all versions of unused layouts. For facts, every layout
 * except the newest is unused, because only the next writer reads facts.
 */
async function dropOld(transaction: TransactionSql): Promise<void> {
  const dropped = await transaction`
    WITH layouts AS (
      SELECT kind, layout, max(made_at) AS newest, max(max(id)) OVER (PARTITION BY kind) = max(id) AS is_last
      FROM version GROUP BY kind, layout),
    over AS (
      SELECT kind, layout FROM layouts
      WHERE NOT is_last AND newest < now() - make_interval(hours => ${KEPT_LAYOUT_HOURS})
      AND NOT (kind = 'served' AND layout IN (
        SELECT layout FROM instance
        WHERE seen_at > now() - make_interval(hours => ${KEPT_LAYOUT_HOURS}))))
    DELETE FROM version WHERE (kind, layout) IN (SELECT kind, layout FROM over)
    OR made_at < now() - make_interval(hours => ${KEPT_HOURS}) AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY kind, layout ORDER BY id DESC) AS place
        FROM version) AS placed
      WHERE place > ${KEPT_VERSIONS})`;
  await transaction`
    DELETE FROM instance WHERE seen_at < now() - make_interval(hours => ${KEPT_LAYOUT_HOURS})`;
  if (dropped.count === 0) return;
  await transaction`
    DELETE FROM part USING (SELECT hash FROM part EXCEPT SELECT unnest(parts) FROM version) AS gone
    WHERE part.hash = gone.hash`;
}

/** Stores the layout that a running server reads, so that versions with this layout are kept. */
export async function noteInstance(sql: Sql, id: string, layout: string): Promise<void> {
  await sql`
    INSERT INTO instance (id, layout) VALUES (${id}, ${layout})
    ON CONFLICT (id) DO UPDATE SET layout = excluded.layout, seen_at = now()`;
}

function columns(sql: Sql) {
  return sql`id, kind, layout, base, facts_at, derived_on, made_at, bytes::float8 AS bytes`;
}

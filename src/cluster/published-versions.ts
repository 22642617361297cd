import type { TransactionSql } from 'postgres';
import { type Manifest, manifestOf } from './parts.ts';
import { boundedTransaction, channels, type Postgres } from './postgres.ts';
import { partsOf, requireWhole, storeParts } from './stored-parts.ts';

/** `served`: what instances answer from. `facts`: the whole store of whoever writes. */
export type VersionKind = 'served' | 'facts';

/** A published version of the records; its number is greater than that of all before it. */
export interface Version {
  readonly id: number;
  readonly kind: VersionKind;
  /** Who can read it: the layout of the served tables, or the last migration of the facts. */
  readonly layout: string;
  /** The newest version of all when its making began; 0 for none. */
  readonly base: number;
  readonly facts_at: string | null;
  /** Days, `YYYY-MM-DD`. */
  readonly derived_on: string | null;
  readonly made_at: Date;
  readonly bytes: number;
}

/** A file that is to become a version. */
export interface Made extends Pick<Version, 'kind' | 'layout' | 'facts_at' | 'derived_on'> {
  readonly path: string;
}

/** The newest versions after a publishing: of all, and of the facts; 0 for none. */
export interface Published {
  readonly head: number;
  readonly facts: number;
}

/** Thrown where another one was published first: nothing was. */
export class Overtaken extends Error {
  constructor() {
    super('another machine has published meanwhile');
  }
}

/** Versions of a kind and layout that stay, whatever their age, and the hours in which all do. */
const KEPT_VERSIONS = 3;
const KEPT_HOURS = 1;
/** Hours after which those of a layout go that no instance reads and nobody publishes any more. */
const KEPT_LAYOUT_HOURS = 24;
/** Longest time of a publishing, milliseconds: a GB takes some ten seconds. */
export const MAX_PUBLISHING_MS = 15 * 60_000;
/** Longest time of one of its statements, and between two, milliseconds. */
const MAX_STATEMENT_MS = 120_000;

type Sql = Postgres | TransactionSql;

/** The number of the newest version of all; 0 for none. */
export async function headOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ head: number }[]>`SELECT coalesce(max(id), 0) AS head FROM version`;
  return row!.head;
}

/** The newest version of a kind, of any layout or of one. */
export async function newestVersion(
  sql: Sql,
  kind: VersionKind,
  layout?: string,
): Promise<Version | undefined> {
  const [newest] = await versionsOf(sql, kind, layout, 1);
  return newest;
}

/** The kept versions of a kind, of any layout or of one, the newest first; all, or so many. */
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

/** All versions that are kept, the newest first. */
export function listVersions(sql: Sql): Promise<readonly Version[]> {
  return sql<Version[]>`SELECT ${columns(sql)} FROM version ORDER BY id DESC`;
}

/**
 * Publishes files as versions: all of them, or none where each is the newest of its kind and layout
 * already.
 *
 * @param base the newest version of all when the making of these began
 * @param replaced told how many damaged parts of earlier versions are replaced
 * @throws Overtaken where the newest is another one by now
 */
export async function publish(
  sql: Postgres,
  base: number,
  files: readonly Made[],
  replaced: (parts: number) => void,
): Promise<Published> {
  const made = files.map((file) => ({ file, manifest: manifestOf(file.path) }));
  return publishing(sql, async (transaction) => {
    await beginAfter(transaction, base);
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
    // Asked behind the lock: afterwards they may be another writer's.
    const facts = await newestVersion(transaction, 'facts');
    return { head: await headOf(transaction), facts: facts?.id ?? 0 };
  });
}

/**
 * Publishes an older version of what is served as the newest, with the facts that were published
 * before or with it, so that what is computed next starts from them. No part is sent anew.
 *
 * @returns the newest version of all, and whether the facts of that time were still kept
 * @throws Error where there is no such version; DamagedRecords; Overtaken
 */
export async function publishAgain(
  sql: Postgres,
  base: number,
  id: number,
): Promise<{ readonly head: number; readonly facts: number | undefined }> {
  return publishing(sql, async (transaction) => {
    await beginAfter(transaction, base);
    const [served] = await transaction`SELECT id FROM version WHERE id = ${id} AND kind = 'served'`;
    if (!served) throw new Error(`version ${id} is not among what was served and is kept`);
    const [facts] = await transaction<{ id: number }[]>`
      SELECT id FROM version WHERE kind = 'facts' AND id < ${id} ORDER BY id DESC LIMIT 1`;
    for (const again of facts ? [facts.id, id] : [id]) {
      await requireWhole(transaction, again);
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

/** One writer at a time: numbers are committed in their order, and no part goes meanwhile. */
async function beginAfter(transaction: TransactionSql, base: number): Promise<void> {
  await transaction`LOCK TABLE version IN SHARE ROW EXCLUSIVE MODE`;
  if ((await headOf(transaction)) !== base) throw new Overtaken();
}

async function tell(transaction: TransactionSql): Promise<void> {
  await transaction`SELECT pg_notify(${channels.versions}, '')`;
}

async function isNewest(
  transaction: TransactionSql,
  { file, manifest }: { readonly file: Made; readonly manifest: Manifest },
): Promise<boolean> {
  const newest = await newestVersion(transaction, file.kind, file.layout);
  if (!newest) return false;
  const parts = await partsOf(transaction, newest.id);
  return (
    parts.length === manifest.hashes.length && parts.every((one, at) => one === manifest.hashes[at])
  );
}

async function insertVersion(
  transaction: TransactionSql,
  base: number,
  { kind, layout, facts_at, derived_on, bytes, hashes }: Made & Manifest,
): Promise<void> {
  await transaction`
    INSERT INTO version (kind, layout, base, facts_at, derived_on, bytes, parts)
    VALUES (${kind}, ${layout}, ${base}, ${facts_at}, ${derived_on}, ${bytes}, ${hashes as string[]})`;
}

/**
 * Removes what is beyond the newest of each layout, and layouts that are over. Facts are read by
 * whoever publishes next, in the newest layout alone.
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

/** Notes which layout an instance reads, so that its versions stay. */
export async function noteInstance(sql: Sql, id: string, layout: string): Promise<void> {
  await sql`
    INSERT INTO instance (id, layout) VALUES (${id}, ${layout})
    ON CONFLICT (id) DO UPDATE SET layout = excluded.layout, seen_at = now()`;
}

function columns(sql: Sql) {
  return sql`id, kind, layout, base, facts_at, derived_on, made_at, bytes::float8 AS bytes`;
}

import { closeSync, openSync } from 'node:fs';
import type { TransactionSql } from 'postgres';
import { inParts } from '../domain/group-by.ts';
import { DAMAGED_RECORDS } from '../store/failure.ts';
import { compress, decompress, type Manifest, readPart } from './parts.ts';
import type { Postgres } from './postgres.ts';

/** Thrown if published data in PostgreSQL is missing or damaged. */
export class DamagedRecords extends Error {
  readonly found: string;
  /** @param found a description of the damage that names the version and the table */
  constructor(found: string) {
    super(`${DAMAGED_RECORDS}: ${found}. ${DAMAGED_ADVICE}`);
    this.found = found;
  }
}

export const DAMAGED_ADVICE =
  'On the machine that published the version, restart `work` or import again. ' +
  'The damaged parts are then replaced from the copy on that machine. ' +
  'If that is not possible, publish an older version (`work publish NUMBER`; `status` lists the versions) or restore a backup of PostgreSQL.';

/** The log message after damaged parts were replaced. */
export const REPLACED =
  'damaged parts of the shared records were replaced from a copy: check the disk of PostgreSQL';

/** SQLSTATE class that PostgreSQL reports for a damaged table. */
const CORRUPTED = /^XX/;
/** Number of parts that one statement transfers. Together, they have at most 4 MiB. */
export const PARTS_AT_ONCE = 16;

type Sql = Postgres | TransactionSql;

export async function partHashes(sql: Sql, id: number): Promise<readonly string[]> {
  const [row] = await sql<{ parts: string[] }[]>`
    SELECT to_json(parts) AS parts FROM version WHERE id = ${id}`;
  if (!row) throw new Error(`version ${id} is no longer stored`);
  return row.parts;
}

/**
 * Reads parts by hash. A damaged part is undefined, and a missing part has no entry.
 * @param version name of the version that contains the parts, for the error message
 * @throws DamagedRecords if PostgreSQL reports a damaged table
 */
export async function readParts(
  sql: Sql,
  hashes: readonly string[],
  version: string,
): Promise<ReadonlyMap<string, Buffer | undefined>> {
  const rows = await sql<{ hash: string; body: Buffer }[]>`
    SELECT hash, body FROM part WHERE hash = ANY(${hashes as string[]})`.catch((cause) => {
    const { code = '', message } = cause as { code?: string; message: string };
    if (!CORRUPTED.test(code)) throw cause;
    throw new DamagedRecords(`${version}: the PostgreSQL table "part" cannot be read (${message})`);
  });
  return new Map(
    await Promise.all(
      rows.map(async ({ hash, body }) => [hash, await decompress(body, hash)] as const),
    ),
  );
}

/**
 * Reads and verifies every part of a version.
 * @param read hashes of verified parts. This function skips these parts, and adds the hashes of the
 * parts that it verifies
 * @throws DamagedRecords
 */
export async function verifyVersion(sql: Sql, id: number, read = new Set<string>()): Promise<void> {
  const hashes = await partHashes(sql, id);
  const unread = hashes.filter((hash) => !read.has(hash));
  for (const some of inParts(unread, PARTS_AT_ONCE)) {
    const parts = await readParts(sql, some, `version ${id}`);
    const bad = some.find((hash) => !parts.get(hash));
    if (bad !== undefined) throw new DamagedRecords(describeDamagedPart(id, hashes, bad));
    for (const hash of some) read.add(hash);
  }
}

/** Describes a damaged part of a version. */
export function describeDamagedPart(id: number, hashes: readonly string[], bad: string): string {
  const place = `part ${hashes.indexOf(bad) + 1} of ${hashes.length}`;
  return `version ${id}, ${place} in the PostgreSQL table "part" (hash ${bad.slice(0, 12)}…)`;
}

/**
 * Stores the parts of a file that are not stored yet, and replaces damaged parts.
 * @returns number of replaced parts
 */
export async function storeParts(
  transaction: TransactionSql,
  path: string,
  { hashes }: Manifest,
): Promise<number> {
  const places = new Map(hashes.map((hash, index) => [hash, index]));
  let replaced = 0;
  const file = openSync(path, 'r');
  try {
    for (const some of inParts([...places], PARTS_AT_ONCE)) {
      const wanted = some.map(([hash]) => hash);
      const stored = await readParts(transaction, wanted, 'an earlier version');
      const lacking = some.filter(([hash]) => !stored.get(hash));
      if (lacking.length === 0) continue;
      replaced += lacking.filter(([hash]) => stored.has(hash)).length;
      const rows = await Promise.all(
        lacking.map(async ([hash, at]) => ({ hash, body: await compress(readPart(file, at)) })),
      );
      await transaction`
        INSERT INTO part ${transaction(rows, 'hash', 'body')}
        ON CONFLICT (hash) DO UPDATE SET body = excluded.body`;
    }
  } finally {
    closeSync(file);
  }
  return replaced;
}

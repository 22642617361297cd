import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isAhead } from '../../base/clock.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';

/**
 * The validators (ETag and Last-Modified) that a host sent for a URL, and the digest of the last
 * body.
 */
export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly hash: string;
  readonly read_at: number;
}

/** If a validator is older than this number of milliseconds, the full body is requested again. */
const MAX_TRUST = 14 * 24 * 3_600_000;

/**
 * Returns the validators for a URL. Validators with a time in the future are ignored. They were
 * stored while the clock was ahead, so facts from the same response may have a wrong date.
 */
export function validatorsOf(
  database: Database,
  address: string,
  now: number,
): Validators | undefined {
  const sql = 'SELECT etag, last_modified, hash, read_at FROM sync_validators WHERE address = ?';
  const known = statement(database, sql).get(address) as Validators | undefined;
  return known && isAhead(known.read_at, now) ? undefined : known;
}

/** The request headers with the stored validators, if they are recent enough. */
export function trusted(
  known: Validators | undefined,
  now: number,
): { readonly etag?: string; readonly lastModified?: string } {
  if (!known || Math.abs(now - known.read_at) > MAX_TRUST) return {};
  return {
    ...(known.etag === null ? {} : { etag: known.etag }),
    ...(known.last_modified === null ? {} : { lastModified: known.last_modified }),
  };
}

export function digestOf(body: Buffer): string {
  return hash('sha256', body, 'base64url');
}

export async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64url');
}

export function writeValidators(
  database: Database,
  address: string,
  headers: Readonly<Record<string, string>>,
  digest: string,
  now: number,
): void {
  statement(database, 'INSERT OR REPLACE INTO sync_validators VALUES (?, ?, ?, ?, ?)').run(
    address,
    headers.etag ?? null,
    headers['last-modified'] ?? null,
    digest,
    now,
  );
}

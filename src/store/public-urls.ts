import ipaddr from 'ipaddr.js';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Fields } from '../facts/merge-records.ts';
import { type Database, inTransaction } from './database.ts';
import { noteChange } from './revisions.ts';

/** Fields of facts that contain a URL. */
const addressFields = ['source_url', 'website'] as const;

/**
 * Returns a URL if it may be stored and served. The URL must use http or https and contain no
 * credentials. Its host must be neither a private IP address nor `localhost`.
 *
 * @returns the URL unchanged, except that spaces and control characters are percent-encoded;
 * undefined for any other value
 */
export function publicUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(value);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '' || isPrivate(hostname)) return undefined;
  return /[\s\p{C}]/u.test(value) ? href : value;
}

/**
 * Whether a host is private. The URL parser has already normalized all notations of an IP address.
 */
function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  // This fast pattern matches every IP address and excludes most host names.
  const isAddress = /^[\d.]+$|:/.test(name) && ipaddr.isValid(name);
  if (isAddress) return ipaddr.process(name).range() !== 'unicast';
  return /(?:^|\.)localhost$/.test(name);
}

/**
 * Removes from a record the URLs that may not be stored. Returns the same object if nothing
 * changes.
 */
export function withPublicUrls(record: Fields): Fields {
  const changed = addressFields.filter((field) => {
    const value = record[field];
    return value !== undefined && value !== null && publicUrl(value) !== value;
  });
  if (changed.length === 0) return record;
  const cleaned: Record<string, unknown> = { ...record };
  for (const field of changed) {
    const address = publicUrl(record[field]);
    if (address === undefined) delete cleaned[field];
    else cleaned[field] = address;
  }
  return cleaned;
}

/** The entry in `meta` that shows that all stored URLs have been checked with `publicUrl`. */
const RULE = { name: 'address_rule', value: '1' } as const;

/**
 * Removes URLs that may not be stored from facts that an older release wrote. Runs once per store.
 */
export function removePrivateUrls(database: Database): void {
  const done = 'SELECT 1 FROM meta WHERE name = ? AND value = ?';
  if (database.prepare(done).get(RULE.name, RULE.value)) return;
  inTransaction(database, () => {
    const columns = addressFields.map((field) => `json_extract(record, '$.${field}') AS ${field}`);
    const present = addressFields.map((field) => `${field} IS NOT NULL`).join(' OR ');
    const rows = database
      .prepare(`SELECT kind, key, ${columns.join()} FROM facts WHERE ${present}`)
      .iterate() as Iterable<{ readonly kind: FactName; readonly key: string }>;
    const unclean = [...rows].filter((row) => withPublicUrls(row) !== row);
    const find = database.prepare('SELECT record FROM facts WHERE kind = ? AND key = ?');
    const put = database.prepare('UPDATE facts SET record = ? WHERE kind = ? AND key = ?');
    for (const { kind, key } of unclean) {
      const { record } = find.get(kind, key) as { record: string };
      put.run(JSON.stringify(withPublicUrls(JSON.parse(record))), kind, key);
    }
    for (const kind of new Set(unclean.map((row) => row.kind))) noteChange(database, kind);
    const note = 'INSERT OR REPLACE INTO meta VALUES (?, ?)';
    database.prepare(note).run(RULE.name, RULE.value);
  });
}

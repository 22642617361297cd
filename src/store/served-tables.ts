import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';

/**
 * The database that contains a table. `main` is the store. `temp` is the temporary database of the
 * connection, and writing to it needs no lock.
 */
export type Schema = 'main' | 'temp';

export function columnName({ field, as }: Column): string {
  return `${field}:${as}`;
}

export function tablesOf({ name }: Endpoint): { search: string; stored: string } {
  return { search: quote(`search ${name}`), stored: quote(`records ${name}`) };
}

/**
 * Returns the names of the columns of the stored table that contain text. The column `beside`
 * exists only if the endpoint has fields that are not part of the record.
 */
export function textColumns({ beside }: Endpoint): readonly string[] {
  return beside ? ['record', 'beside'] : ['record'];
}

/** The table in which the words of a text are searched. It exists only if the endpoint has one. */
export function wordsTable({ name }: Endpoint): string {
  return quote(`words ${name}`);
}

export function termsTable(endpoint: Endpoint, field: string): string {
  return quote(`terms ${endpoint.name}:${field}`);
}

export function rowTermsTable(endpoint: Endpoint, field: string): string {
  return quote(`rows ${endpoint.name}:${field}`);
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/**
 * Returns the endpoint whose tables contain the records as they were on past days. Undefined if the
 * endpoint has no parameter for a past day. A row of these tables is valid from `known_from` until
 * the day before `known_until`.
 */
export function pastOf(endpoint: Endpoint): Endpoint | undefined {
  if (pastNoticeOf(endpoint) === undefined) return undefined;
  const { name, collection } = endpoint;
  const keys = ['known_from', 'known_until'];
  return { ...endpoint, name: `${name} on days`, collection: `${collection}OnDays`, keys };
}

/**
 * Returns the given endpoints, each followed by the endpoint of its past days (`pastOf`), if there
 * is one.
 */
export function withPast(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const past = pastOf(endpoint);
    return past ? [endpoint, past] : [endpoint];
  });
}

/** Returns the notice that a response about a past day contains. */
export function pastNoticeOf({ parameters }: Endpoint): string | undefined {
  for (const parameter of Object.values(parameters)) {
    if (parameter.kind === 'filter' && parameter.pastNotice) return parameter.pastNotice;
  }
  return undefined;
}

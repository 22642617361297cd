import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';

/** How the tables of what is served, and their columns, are called (see served-store.ts). */

/**
 * Where tables are written: in the store itself, or beside it in the connection's temporary
 * database, where nobody else sees them and no lock is held.
 */
export type Schema = 'main' | 'temp';

export function columnName({ field, as }: Column): string {
  return `${field}:${as}`;
}

export function tablesOf({ name }: Endpoint): { search: string; stored: string } {
  return { search: quote(`search ${name}`), stored: quote(`records ${name}`) };
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

/** The date of an endpoint's records that may have moved since the day that `as_of` names. */
export function movableDate({ parameters }: Endpoint): string | undefined {
  for (const parameter of Object.values(parameters)) {
    if (parameter.kind === 'filter' && parameter.movable) return parameter.movable;
  }
  return undefined;
}

export function movesTable(endpoint: Endpoint, field: string): string {
  return quote(`moves ${endpoint.name}:${field}`);
}

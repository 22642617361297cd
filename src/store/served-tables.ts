import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';

/**
 * Where tables are written: in the store (`main`), or in the temporary database of the connection
 * (`temp`), which needs no lock.
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

/** The date field of an endpoint's records that `as_of` refers to; undefined if there is none. */
export function movableDate({ parameters }: Endpoint): string | undefined {
  for (const parameter of Object.values(parameters)) {
    if (parameter.kind === 'filter' && parameter.movable) return parameter.movable;
  }
  return undefined;
}

export function movesTable(endpoint: Endpoint, field: string): string {
  return quote(`moves ${endpoint.name}:${field}`);
}

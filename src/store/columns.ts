import { createHash } from 'node:crypto';
import { dayOf } from '../domain/dates.ts';
import type { Endpoint, Order } from '../endpoint.ts';
import type { Column } from '../params.ts';

/** The columns by which an endpoint's records are searched, each once. */
export function columnsOf(endpoint: Endpoint): readonly Column[] {
  const named = new Map<string, Column>();
  const add = (column: Column) => named.set(columnName(column), column);
  for (const parameter of Object.values(endpoint.parameters)) {
    if (parameter.kind === 'filter' || parameter.kind === 'choice') parameter.columns.forEach(add);
  }
  for (const { field } of endpoint.constraints ?? []) add({ field, as: 'value' });
  return [...named.values()];
}

export function columnName({ field, as }: Column): string {
  return `${field}:${as}`;
}

/** The orders of an endpoint by name, the default first. */
export function ordersOf(endpoint: Endpoint): readonly (readonly [string, readonly Order[]])[] {
  return isOrderList(endpoint.sort) ? [['default', endpoint.sort]] : Object.entries(endpoint.sort);
}

function isOrderList(sort: Endpoint['sort']): sort is readonly Order[] {
  return Array.isArray(sort);
}

/** What a column holds of a record: text or number, null where the record says nothing. */
export function columnValue(
  record: Readonly<Record<string, unknown>>,
  { field, as }: Column,
): string | number | null {
  const value = record[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return as === 'value' ? value : String(value);
  const words = Array.isArray(value) ? value.join('; ') : String(value);
  // No caller can ask for NUL, at which a driver of SQLite may end the text.
  const text = words.replaceAll('\0', '');
  if (as === 'date') return dayOf(text) ?? null;
  return as === 'lower' ? text.toLowerCase() : text;
}

/**
 * Folds the letters that match ASCII letters when case is ignored: A–Z, the long s and the Kelvin
 * sign. Folded values can be compared with folded ASCII words byte by byte.
 */
export function foldCase(value: string): string {
  return value
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k');
}

/** Grows whenever a refresh writes its tables, or what stands beside them, otherwise than before. */
const tablesVersion = 3;

/** Changes when the search tables of an endpoint would be laid out otherwise. */
export function layoutOf(endpoints: readonly Endpoint[]): string {
  const layout = endpoints.map((endpoint) => [
    endpoint.name,
    endpoint.collection,
    Object.keys(endpoint.record),
    columnsOf(endpoint).map(columnName),
    ordersOf(endpoint),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([tablesVersion, layout]))
    .digest('hex')
    .slice(0, 16);
}

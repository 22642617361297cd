import type { Row } from '../store/served-store.ts';

/** A record without its absent fields: the spec's nine lack what is not known. */
export function present(row: Row): Row {
  const known: Record<string, unknown> = {};
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (value !== null && value !== undefined) known[field] = value;
  }
  return known;
}

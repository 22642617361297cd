import { stringify } from 'csv-stringify/sync';
import { withoutControls } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Formats records as CSV (RFC 4180). The columns of the endpoint come first, in their declared
 * order. Empty columns are included, so that pages can be concatenated. Lists of words are joined
 * with `; `. Other lists and objects are written as JSON. A missing value is an empty cell.
 *
 * A spreadsheet would run a text as a formula if it starts with `=`, `+`, `-`, `@`, a tab, or a
 * full-width form of one of these. Such a text gets a leading apostrophe. Numbers are unchanged.
 *
 * @param fields the requested columns; all if absent
 * @param hasHead whether the first line names the columns
 */
export function csvOf(
  endpoint: Endpoint,
  records: readonly Row[],
  fields?: readonly string[],
  hasHead = true,
): string {
  const declared = Object.keys(endpoint.record);
  // The records of an upstream can have undeclared fields. The columns of these fields follow the
  // declared columns.
  const others = records.flatMap((record) => Object.keys(record));
  const all = [...new Set([...declared, ...others])];
  const columns = fields ? all.filter((column) => fields.includes(column)) : all;
  const rows = records.map((record) => columns.map((column) => cellOf(record[column])));
  return stringify([...(hasHead ? [columns.map(plain)] : []), ...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return plain(value.join('; '));
  }
  return plain(JSON.stringify(value));
}

/**
 * Removes control characters. Also removes leading spaces, because they could hide the start of a
 * formula.
 */
function plain(text: string): string {
  return withoutControls(text).replace(/^ +/, '');
}

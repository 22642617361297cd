import { stringify } from 'csv-stringify/sync';
import { withoutControls } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Records as CSV (RFC 4180), the columns of the endpoint first, in its order, whether filled or not,
 * so that pages can be joined. Lists of words are joined by `; `, other structures are JSON, what is
 * missing is an empty cell.
 *
 * A cell of text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@` or a
 * tab, also as full-width characters) has an apostrophe before it; numbers stay.
 *
 * @param fields the columns wanted; all where absent
 */
export function csvOf(
  endpoint: Endpoint,
  records: readonly Row[],
  fields?: readonly string[],
): string {
  const declared = Object.keys(endpoint.record);
  // An upstream may send more than is declared, of which nothing is to be lost.
  const others = records.flatMap((record) => Object.keys(record));
  const all = [...new Set([...declared, ...others])];
  const columns = fields ? all.filter((column) => fields.includes(column)) : all;
  const rows = records.map((record) => columns.map((column) => cellOf(record[column])));
  return stringify([columns.map(plain), ...rows], {
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

/** Text without control characters, and without a space before the sign of a formula. */
function plain(text: string): string {
  return withoutControls(text).replace(/^ +/, '');
}

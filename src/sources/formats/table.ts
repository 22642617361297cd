import { parse as parseCsv } from 'csv-parse/sync';

/** Maximum characters of one row. */
const MAX_ROW = 1_000_000;

/** Splits a CSV table into rows of cells. Undefined if the text is not a table. */
export function readCells(text: string): readonly (readonly string[])[] | undefined {
  try {
    return parseCsv(text, {
      bom: true,
      max_record_size: MAX_ROW,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    return undefined;
  }
}

/** Caches the results of a parser, because dates repeat and are slow to parse. */
export function readOnce<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text) as Value;
  };
}

/** Returns the cell of a row in a named column, or undefined if the cell is empty. */
export type Cells = (column: string) => string | undefined;

/** Returns a function that reads the cells of a row by the column names in a header. */
export function underHeader(header: readonly string[]): (row: readonly string[]) => Cells {
  const places = new Map(header.map((name, at) => [name, at]));
  return (row) => (column) => row[places.get(column) ?? -1] || undefined;
}

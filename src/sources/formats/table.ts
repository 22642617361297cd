import { parse as parseCsv } from 'csv-parse/sync';

/** Characters of one row. */
const MAX_ROW = 1_000_000;

/** The rows of a table as text, or undefined where it is none. */
export function readCells(
  text: string,
  delimiter: string,
): readonly (readonly string[])[] | undefined {
  try {
    return parseCsv(text, {
      bom: true,
      delimiter,
      max_record_size: MAX_ROW,
      quote: delimiter === '\t' ? null : '"',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    return undefined;
  }
}

/**
 * A reader of texts that come again and again (the days of a long table), which reads each once: a
 * date takes longer to read than the rest of its row.
 */
export function readOnce<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Value;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}

/** A row by the names of its columns; an empty cell says nothing. */
export type Cells = (column: string) => string | undefined;

/** Reads rows under a header by the names of its columns. */
export function underHeader(header: readonly string[]): (row: readonly string[]) => Cells {
  const places = new Map(header.map((name, at) => [name, at]));
  return (row) => (column) => row[places.get(column) ?? -1] || undefined;
}

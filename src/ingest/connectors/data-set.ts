import { type Cells, readOnce, underHeader } from '../../sources/formats/table.ts';
import { dayFrom } from '../../sources/formats/untrusted.ts';

/** A line of a table of a data set, and the name of the table. */
export interface SetLine {
  readonly table: string;
  /** Undefined for the table's header. */
  readonly cells: Cells | undefined;
  /** Fewer cells than the header has: the row was cut. */
  readonly isShort: boolean;
}

/**
 * The lines of a data set of the SEC as text: its extracted tables one after the other in any order,
 * each with its header, which begins with `ACCESSION_NUMBER`. One line at a time, since a quarter
 * has hundreds of thousands.
 *
 * @param tellingColumns the tables that are read, each with a column by which it is known; the lines
 *   of others are passed over
 */
export function* linesOfSet(
  text: string,
  tellingColumns: Readonly<Record<string, string>>,
): Generator<SetLine> {
  let [table, width]: [string | undefined, number] = [undefined, 0];
  let cellsOf = underHeader([]);
  for (const line of linesOf(text)) {
    const cells = line.replace(/^\uFEFF/, '').split('\t');
    if (cells[0] === 'ACCESSION_NUMBER') {
      table = Object.keys(tellingColumns).find((one) => cells.includes(tellingColumns[one]!));
      cellsOf = underHeader(cells);
      width = cells.length;
      if (table !== undefined) yield { table, cells: undefined, isShort: false };
    } else if (table !== undefined && cells.length > 1) {
      yield { table, cells: cellsOf(cells), isShort: cells.length < width };
    }
  }
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    yield text.slice(from, text[end - 1] === '\r' ? end - 1 : end);
    from = end + 1;
  }
}

/** Reads the days of a set, `30-SEP-2024`, each once. */
export function setDays(): (text: string) => string | undefined {
  return readOnce((text) => {
    const [, day, month, year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text) ?? [];
    return month ? dayFrom(`${day} ${month} ${year}`, 'dd MMM yyyy') : undefined;
  });
}

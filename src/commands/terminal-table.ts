import Table from 'cli-table3';
import { onOneLine } from '../base/foreign-text.ts';

/** Maximum number of characters of a cell. */
const MAX_CELL = 60;
/** A cell is never cut to fewer characters than this, so that a date fits. */
const MIN_CELL = 10;
/**
 * Number of characters that surround the text of a cell: a space on each side, and the vertical
 * line before the cell.
 */
const CELL_FRAME = 3;

/** The table has no lines between rows, so that 50 rows fit on one or two screens. */
const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

type Row = Readonly<Record<string, unknown>>;

/**
 * Formats rows as a table without empty columns.
 * @param lineWidth the maximum number of characters per line; unlimited if absent. If a row is too
 * long, the widest cells are cut first. Columns that still do not fit are omitted, and a line below
 * the table names them
 */
export function table(
  rows: readonly Row[],
  names: readonly string[] = Object.keys(rows[0] ?? {}),
  lineWidth = Number.POSITIVE_INFINITY,
): string {
  const filled = names.filter((name) => rows.some((row) => cellText(row[name]) !== ''));
  const wanted = filled.map((name) =>
    Math.max(name.length, ...rows.map((row) => cellText(row[name]).length)),
  );
  const room = columnsWithin(wanted, lineWidth - 1);
  const columns = filled.slice(0, room);
  const widths = cellWidths(wanted.slice(0, room), lineWidth - 1 - CELL_FRAME * room);
  // The library counts the two spaces around a cell as part of its column.
  const colWidths = widths.map((width) => width + 2);
  const shown = new Table({ head: columns, chars, style: { head: [], border: [] }, colWidths });
  for (const row of rows) shown.push(columns.map((column) => cellText(row[column])));
  const rest = filled.slice(room);
  return rest.length > 0
    ? `${shown}\nNo room for ${rest.join(', ')}. Select columns with the argument fields, or use CSV or JSON.`
    : shown.toString();
}

/**
 * Returns how many columns fit on a line if long cells are cut to `MIN_CELL` characters. Returns at
 * least 1.
 */
function columnsWithin(wanted: readonly number[], room: number): number {
  let taken = 0;
  const beyond = wanted.findIndex((width) => {
    taken += Math.min(width, MIN_CELL) + CELL_FRAME;
    return taken > room;
  });
  return beyond === -1 ? wanted.length : Math.max(1, beyond);
}

/** Returns cell widths whose sum is at most `room`. The widest cells are cut first. */
function cellWidths(wanted: readonly number[], room: number): number[] {
  let widest = Math.max(0, ...wanted);
  const within = () => wanted.map((width) => Math.min(width, widest));
  while (widest > MIN_CELL && within().reduce((sum, width) => sum + width, 0) > room) widest -= 1;
  return within();
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = isWords ? value.join('; ') : wordOf(value);
  // Control characters in records are removed, because they could change the state of the terminal.
  const plain = onOneLine(text);
  return plain.length > MAX_CELL ? `${plain.slice(0, MAX_CELL - 1)}…` : plain;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

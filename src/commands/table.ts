import Table from 'cli-table3';
import { onOneLine } from '../foreign-text.ts';

/** Characters of a cell where no terminal bounds it. */
const MAX_CELL = 60;
/** Fewer characters of a cell say nothing. */
const MIN_CELL = 6;
/** A space on each side of a cell, and the line before it. */
const CELL_FRAME = 3;

/** No lines between rows: a page of 50 fits a screen or two. */
const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as a table for people, with the columns named that some row fills.
 *
 * @param lineWidth characters that a line may take: long text is cut, the longest first, and columns
 * for which there is no room are named below the table; no bound where it is absent
 */
export function table(
  rows: readonly Row[],
  names: readonly string[] = Object.keys(rows[0] ?? {}),
  lineWidth = Number.POSITIVE_INFINITY,
): string {
  const filled = names.filter((name) => rows.some((row) => cellText(row[name]) !== ''));
  const room = Math.max(1, Math.floor((lineWidth - 1) / (CELL_FRAME + MIN_CELL)));
  const columns = filled.slice(0, room);
  const widths = cellWidths(rows, columns, lineWidth - 1 - CELL_FRAME * columns.length);
  // The library counts the two spaces as part of a column.
  const colWidths = widths.map((width) => width + 2);
  const shown = new Table({ head: columns, chars, style: { head: [], border: [] }, colWidths });
  for (const row of rows) shown.push(columns.map((column) => cellText(row[column])));
  const rest = filled.slice(room);
  return rest.length > 0
    ? `${shown}\nNo room for ${rest.join(', ')}: name the columns you want, or ask for all as CSV or JSON.`
    : shown.toString();
}

/** Widths of cells that together take no more than `room`: the widest give way first. */
function cellWidths(rows: readonly Row[], columns: readonly string[], room: number): number[] {
  const wanted = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cellText(row[column]).length)),
  );
  let widest = Math.max(0, ...wanted);
  const within = () => wanted.map((width) => Math.min(width, widest));
  while (widest > MIN_CELL && within().reduce((sum, width) => sum + width, 0) > room) widest -= 1;
  return within();
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A record may hold anything: nothing of it may steer the terminal.
  const plain = onOneLine(text);
  return plain.length > MAX_CELL ? `${plain.slice(0, MAX_CELL - 1)}…` : plain;
}

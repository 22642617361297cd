import Table from 'cli-table3';
import { onOneLine } from '../foreign-text.ts';

const widest = 60;

/** No lines between rows: a page of 50 fits a screen or two. */
const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** Rows as a table for people, with the columns named that some row fills. */
export function table(
  rows: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[] = Object.keys(rows[0] ?? {}),
): string {
  const columns = names.filter((name) => rows.some((row) => cellText(row[name]) !== ''));
  const shown = new Table({ head: columns, chars, style: { head: [], border: [] } });
  for (const row of rows) shown.push(columns.map((column) => cellText(row[column])));
  return shown.toString();
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A record may hold anything: nothing of it may steer the terminal.
  const plain = onOneLine(text);
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}

import Table from 'cli-table3';

const widest = 60;

/** Rows as a table for people; every row has the same fields. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = new Table({ head: columns, style: { head: [], border: [] } });
  for (const row of rows) shown.push(columns.map((column) => cellText(row[column])));
  return shown.toString();
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A record may hold anything: nothing of it may steer the terminal.
  const plain = text.replace(/\p{C}/gu, ' ');
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}

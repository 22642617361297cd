import { html } from 'hono/html';
import type { Markup } from './html.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A column of a table: its heading, and the cell of a row. */
export interface Column {
  readonly title: string;
  readonly cell: (row: Row) => Markup | string;
}

/** A table that scrolls horizontally if it is wide. */
export function tableOf(rows: readonly Row[], columns: readonly Column[]): Markup {
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${columns.map(({ title }) => html`<th>${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map(({ cell }) => html`<td>${cell(row)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** An unchanged text. Long text is limited to two lines until the reader selects it. */
export function text(title: string, field: string): Column {
  return { title, cell: (row) => clamped(wordOf(row[field])) };
}

function clamped(words: string): Markup | string {
  return words.length > 60 ? html`<span class="clamp" tabindex="0">${words}</span>` : words;
}

/** A number with its unit, or nothing if it is unknown. */
export function number(title: string, field: string, unit = ''): Column {
  return {
    title,
    cell: (row) => {
      const value = row[field];
      const known = typeof value === 'number' ? value.toLocaleString('en') : wordOf(value);
      // A number and its unit stay on one line.
      return known === '' ? '' : `${known}${unit.replace(' ', '\u00a0')}`;
    },
  };
}

/** US dollars in thousands, millions or billions. */
export function money(title: string, field: string): Column {
  const format = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 },
  });
  return {
    title,
    cell: (row) => {
      const value = row[field];
      return typeof value === 'number' ? format.format(value) : '';
    },
  };
}

/** The ticker, linked to its page. */
export function ticker(title = 'ticker', field = 'ticker'): Column {
  return { title, cell: (row) => tickerLink(wordOf(row[field])) };
}

function tickerLink(symbol: string): Markup | string {
  if (symbol === '') return '';
  return html`<a href="/ticker/${encodeURIComponent(symbol)}">${symbol}</a>`;
}

export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(wordOf).join('; ') : '';
}

import { html } from 'hono/html';
import { readable } from '../catalogue/units.ts';
import type { Markup } from './html.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A column of a table: the heading, and a function that formats the cell of a record. */
export interface Column {
  readonly title: string;
  readonly cell: (row: Row) => Markup | string;
}

/**
 * Formats a table, which scrolls horizontally if it is wide. Columns without any value are omitted.
 */
export function tableOf(rows: readonly Row[], own: readonly Column[]): Markup {
  const columns = [...own, sourceColumn].filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${columns.map(({ title }) => html`<th>${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map(({ cell }) => html`<td>${cell(row)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/**
 * Returns a column with the text of a field. Long text is limited to two lines until the reader
 * selects the cell.
 */
export function text(title: string, field: string): Column {
  return { title, cell: (row) => clamped(wordOf(row[field])) };
}

function clamped(words: string): Markup | string {
  return words.length > 60 ? html`<span class="clamp" tabindex="0">${words}</span>` : words;
}

/** Returns a column with a number and its unit. If the number is unknown, the cell is empty. */
export function number(title: string, field: string, unit = ''): Column {
  return {
    title,
    cell: (row) => {
      const value = row[field];
      const known = typeof value === 'number' ? value.toLocaleString('en') : wordOf(value);
      // A no-break space keeps a number and its unit on one line.
      return known === '' ? '' : `${known}${unit.replace(' ', '\u00a0')}`;
    },
  };
}

/** Returns a column with US dollars in thousands, millions or billions. */
export const money = dollarsAs({ notation: 'compact', maximumFractionDigits: 1 });

/** Returns a column with US dollars per share, with cents. */
export const price = dollarsAs({});

function dollarsAs(options: Intl.NumberFormatOptions) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', ...options });
  return (title: string, field: string): Column => ({
    title,
    cell: ({ [field]: value }) => (typeof value === 'number' ? format.format(value) : ''),
  });
}

/** A column with the source of a record and the date of the source, linked to the document. */
const sourceColumn: Column = {
  title: 'source',
  cell: ({ source, source_url, source_date }) =>
    source
      ? html`<span class="source">${linked(wordOf(source), source_url)}${source_date ? ` ${wordOf(source_date)}` : ''}</span>`
      : '',
};

/** Formats a text as a link, if the URL uses http or https. */
function linked(words: string, url: unknown): Markup | string {
  const isWeb = typeof url === 'string' && /^https?:\/\//.test(url);
  return isWeb ? html`<a href="${url}" rel="noopener noreferrer">${words}</a>` : words;
}

/** Returns a column with the number of a trial, linked to the page in `source_url`. */
export function trial(): Column {
  return { title: 'trial', cell: (row) => linked(wordOf(row.nctId), row.source_url) };
}

/** Returns a column with the name of a drug, linked to a search for the drug. */
export function drug(field: string): Column {
  const pageOf = (name: string) => `/search?q=${encodeURIComponent(name)}`;
  return {
    title: 'drug',
    cell: ({ [field]: name }) =>
      name ? html`<a href="${pageOf(wordOf(name))}">${wordOf(name)}</a>` : '',
  };
}

/** Returns a column with a number of months, such as `8.5 months` or `>10 years`. */
export function months(title: string, field: string): Column {
  return {
    title,
    cell: (row) => {
      const shown = readable(row[field], 'months');
      return typeof shown === 'number' ? `${shown.toFixed(1)} months` : wordOf(shown);
    },
  };
}

/** Returns a column with a day. On narrow screens, the year is hidden. */
export function nearDay(title: string, field: string): Column {
  return {
    title,
    cell: (row) => {
      const [, year, day] = /^(\d{4}-)(\d{2}-\d{2})$/.exec(wordOf(row[field])) ?? [];
      return day
        ? html`<span class="day"><span class="year">${year}</span>${day}</span>`
        : wordOf(row[field]);
    },
  };
}

/** Returns a column with the ticker, linked to the page of the company. */
export function ticker(): Column {
  return {
    title: 'ticker',
    cell: ({ ticker: symbol }) =>
      symbol
        ? html`<a href="/ticker/${encodeURIComponent(wordOf(symbol))}">${wordOf(symbol)}</a>`
        : '',
  };
}

export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(wordOf).join('; ') : '';
}

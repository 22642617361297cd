import { html } from 'hono/html';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import type { Credential } from '../access/access.ts';
import type { Endpoint } from '../endpoint.ts';
import { quotePattern } from '../patterns.ts';
import { companiesLike, type Entry } from './directory.ts';
import type { Markup } from './frame.ts';
import { isServed, type Reader, type Reading, read } from './reading.ts';
import { type Column, number, tableOf, text, ticker } from './tables.ts';

/** Companies that are shown at most; of the rest it is said how many there are. */
const MAX_COMPANIES = 20;
/** Records of a kind that are shown at most. */
const MAX_RECORDS = 20;

const programs = [
  ...[ticker(), text('drug', 'drug_name'), text('indication', 'indication')],
  ...[text('phase', 'phase'), text('next catalyst', 'next_catalyst')],
  text('date', 'next_catalyst_date'),
];
const events = [
  ...[text('date', 'formattedDate'), ticker(), text('drug', 'drugname')],
  ...[text('catalyst', 'catalyst'), text('for', 'treatment'), number('odds', 'poa', ' %')],
];

/** By which parameter of which endpoint records are looked for, and how they are shown. */
const searches: readonly [string, Endpoint, string, readonly Column[]][] = [
  ['Drugs in development', pipeline, 'drug', programs],
  ['Programs in a disease', pipeline, 'condition', programs],
  ['Coming catalysts of a drug', fdaCalendar, 'drug', events],
];

/** The one company that is meant, where there is no doubt: its ticker, or the only name alike. */
export function meantTicker(entries: readonly Entry[], query: string): string | undefined {
  const symbol = query.trim().toUpperCase();
  const exact = entries.find((entry) => entry.ticker === symbol);
  return exact?.ticker;
}

/** What is found for some words: companies, drugs, diseases. */
export async function searchContent(
  reader: Reader,
  credential: Credential,
  entries: readonly Entry[],
  query: string,
): Promise<Markup> {
  const found = companiesLike(entries, query);
  const pattern = quotePattern(query.trim());
  const parts: Markup[] = [];
  for (const [title, endpoint, parameter, columns] of searches) {
    if (!isServed(reader, endpoint)) continue;
    const reading = await read(reader, credential, endpoint, { [parameter]: pattern });
    const part = partOf(title, reading, columns);
    if (part) parts.push(part);
  }
  const isEmpty = found.length === 0 && parts.length === 0;
  return html`<h1>“${query}”</h1>
${found.length > 0 ? companyList(found) : ''}
${parts}
${isEmpty ? html`<p>Nothing is found. Try a part of the name, or another spelling.</p>` : ''}`;
}

function companyList(found: readonly Entry[]): Markup {
  const rows = found.slice(0, MAX_COMPANIES).map((entry) => ({ ...entry }));
  return html`<h2>Companies</h2>
${tableOf(rows, [ticker(), text('name', 'name')])}
${moreThan(found.length, MAX_COMPANIES)}`;
}

function partOf(title: string, reading: Reading, columns: readonly Column[]): Markup | undefined {
  if ('refused' in reading) return html`<h2>${title}</h2><p class="bad">${reading.refused}.</p>`;
  if (reading.total === 0) return undefined;
  return html`<h2>${title}</h2>
${tableOf(reading.rows.slice(0, MAX_RECORDS), columns)}
${moreThan(reading.total, MAX_RECORDS)}`;
}

function moreThan(total: number, shown: number): Markup | string {
  return total > shown ? html`<p class="quiet">${shown} of ${total}: add a word.</p>` : '';
}

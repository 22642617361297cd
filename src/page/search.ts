import { html } from 'hono/html';
import { catalystSync } from '../../tools/clinical-pipeline/catalyst-sync.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import type { Credential } from '../access/access.ts';
import type { Directory, Entry } from '../domain/directory/directory.ts';
import type { Endpoint } from '../endpoint.ts';
import { ServiceError } from '../errors.ts';
import { quotePattern } from '../patterns.ts';
import type { Markup } from './frame.ts';
import { isServed, type Reader, type Reading, read } from './reading.ts';
import { type Column, number, type Row, tableOf, text, ticker } from './tables.ts';

/** Companies that are shown at most; of the rest it is said how many there are. */
const MAX_COMPANIES = 20;
/** Records of a kind that are shown at most. */
const MAX_RECORDS = 20;
/** Trials that are looked for by their numbers at a time. */
const MAX_TRIALS = 10;

const programs = [
  ...[ticker(), text('drug', 'drug_name'), text('indication', 'indication')],
  ...[text('phase', 'phase'), text('next catalyst', 'next_catalyst')],
  text('date', 'next_catalyst_date'),
];
const events = [
  ...[text('date', 'formattedDate'), ticker(), text('drug', 'drugname')],
  ...[text('catalyst', 'catalyst'), text('for', 'treatment'), number('odds', 'poa', ' %')],
];

const trials = [
  ...[text('trial', 'nctId'), ticker(), text('title', 'BriefTitle'), text('phase', 'Phase')],
  ...[text('condition', 'Condition'), text('completion', 'CompletionDate')],
];

/** By which parameter of which endpoint records are looked for, and how they are shown. */
const searches: readonly [string, Endpoint, string, readonly Column[]][] = [
  ['Drugs in development', pipeline, 'drug', programs],
  ['Programs in a disease', pipeline, 'condition', programs],
  ['Coming catalysts of a drug', fdaCalendar, 'drug', events],
];

/** What is found for some words: trials by their numbers, companies, drugs, diseases. */
export async function searchContent(
  reader: Reader,
  credential: Credential,
  directory: Directory | undefined,
  query: string,
): Promise<Markup> {
  const found = directory?.search(query, ['ticker'], MAX_COMPANIES) ?? [];
  const pattern = quotePattern(query.trim());
  const parts: Markup[] = [];
  const named = await trialsNamed(reader, credential, query);
  if (named) parts.push(named);
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

/** The trials whose numbers stand in the query; undefined where it holds none that is here. */
async function trialsNamed(
  reader: Reader,
  credential: Credential,
  query: string,
): Promise<Markup | undefined> {
  const all = new Set(query.toUpperCase().match(/NCT\d{8}/g) ?? []);
  const numbers = [...all].slice(0, MAX_TRIALS);
  if (numbers.length === 0 || !isServed(reader, catalystSync)) return undefined;
  const questions = numbers.map((value) => ({
    ...{ endpoint: catalystSync, arguments: {}, key: { field: 'nctId', value } },
  }));
  try {
    const { found } = await reader.service.gather(credential, questions);
    const rows = found.flatMap((one) =>
      'refusal' in one ? [] : one.page.records.map((record) => JSON.parse(record) as Row),
    );
    return rows.length > 0 ? html`<h2>Trials</h2>${tableOf(rows, trials)}` : undefined;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return partOf('Trials', { refused: cause.message }, trials);
  }
}

/** Companies by their names, which lead to their pages. */
export function companyList(found: readonly Entry[]): Markup {
  const rows = found.map(({ key, name }) => ({ ticker: key, name }));
  return html`<h2>Companies</h2>
${tableOf(rows, [ticker(), text('name', 'name')])}`;
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

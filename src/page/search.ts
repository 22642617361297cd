import { html } from 'hono/html';

import { catalystSync } from '../../tools/clinical-pipeline/catalyst-sync.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { companies } from '../../tools/company-data/companies.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { type Credential, permitted } from '../access/access.ts';
import type { Entry } from '../domain/directory/directory.ts';
import type { Endpoint } from '../endpoint.ts';
import { ServiceError } from '../errors.ts';
import { quotePattern } from '../patterns.ts';
import type { Answer } from '../service.ts';
import type { Markup } from './frame.ts';
import { isServed, type Reader, type Reading, read, rowsOf } from './reading.ts';
import { type Column, number, tableOf, text, ticker } from './tables.ts';

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
  query: string,
): Promise<Markup> {
  const { found, parts } = await named(reader, credential, query);
  const pattern = quotePattern(query.trim());
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

/** Companies by their names and trials by their numbers, as one request of the plan. */
async function named(
  { service, catalogue }: Reader,
  credential: Credential,
  query: string,
): Promise<{ readonly found: readonly Entry[]; readonly parts: Markup[] }> {
  const all = new Set(query.toUpperCase().match(/NCT\d{8}/g) ?? []);
  const numbers = isServed({ service, catalogue }, catalystSync) ? [...all] : [];
  const questions = numbers.slice(0, MAX_TRIALS).map((value) => ({
    ...{ endpoint: catalystSync, arguments: {}, key: { field: 'nctId', value } },
    isOurs: true as const,
  }));
  try {
    const account = service.account(credential);
    const { answers, source, scan } = await service.answerAll(credential, questions, [companies]);
    const directory = permitted(account, companies) ? await source.directory() : undefined;
    const found = await (directory ? scan(directory.search(query, ['ticker'], MAX_COMPANIES)) : []);
    return { found, parts: trialsOf(answers) };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return { found: [], parts: [refused(questions.length > 0 ? 'Trials' : 'Companies', cause)] };
  }
}

/** The trials that were found, or what plan they need. */
function trialsOf(answers: readonly (Answer | ServiceError)[]): Markup[] {
  const outside = answers.find((one) => one instanceof ServiceError && one.status === 403);
  if (outside instanceof ServiceError) return [refused('Trials', outside)];
  const rows = answers.flatMap((one) => (one instanceof ServiceError ? [] : rowsOf(one)));
  return rows.length > 0 ? [html`<h2>Trials</h2>${tableOf(rows, trials)}`] : [];
}

function refused(title: string, { message }: { readonly message: string }): Markup {
  return html`<h2>${title}</h2><p class="bad">${message}.</p>`;
}

/** Companies by their names, which lead to their pages. */
export function companyList(found: readonly Entry[]): Markup {
  const rows = found.map(({ key, name }) => ({ ticker: key, name }));
  return html`<h2>Companies</h2>
${tableOf(rows, [ticker(), text('name', 'name')])}`;
}

function partOf(title: string, reading: Reading, columns: readonly Column[]): Markup | undefined {
  if ('refused' in reading) return refused(title, { message: reading.refused });
  if (reading.total === 0) return undefined;
  return html`<h2>${title}</h2>
${tableOf(reading.rows.slice(0, MAX_RECORDS), columns)}
${moreThan(reading.total, MAX_RECORDS)}`;
}

function moreThan(total: number, shown: number): Markup | string {
  return total > shown ? html`<p class="quiet">${shown} of ${total}: add a word.</p>` : '';
}

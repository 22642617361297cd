import { html } from 'hono/html';

import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { lookup } from '../../tools/index.ts';
import { ServiceError } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { quotePattern } from '../catalogue/patterns.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import type { Credential } from '../service/access/access.ts';
import { findNames } from '../service/find-names.ts';
import type { Markup } from './html.ts';
import { isServed, type Reader, type Reading, read } from './reading.ts';
import { type Column, drug, number, tableOf, text, ticker, trial } from './tables.ts';

/** Maximum number of companies that the page shows. Further companies are only counted. */
const MAX_COMPANIES = 20;
/** Maximum number of records of each endpoint that the page shows. */
const MAX_RECORDS = 20;

const programs = [
  ...[ticker(), drug('drug_name'), text('indication', 'indication')],
  ...[text('phase', 'phase'), text('next catalyst', 'next_catalyst')],
  text('date', 'next_catalyst_date'),
];
const events = [
  ...[text('date', 'formattedDate'), ticker(), drug('drugname')],
  ...[text('catalyst', 'catalyst'), text('for', 'treatment'), number('odds', 'poa', '%')],
];

const trials = [
  ...[trial(), ticker(), text('title', 'BriefTitle'), text('phase', 'Phase')],
  ...[text('condition', 'Condition'), text('completion', 'CompletionDate')],
];

/**
 * For each search: the title, the endpoint, the parameter for the query, and the columns of the
 * results.
 */
const searches: readonly [string, Endpoint, string, readonly Column[]][] = [
  ['Drugs in development', pipeline, 'drug', programs],
  ['Programs in a disease', pipeline, 'condition', programs],
  ['Upcoming catalysts of a drug', fdaCalendar, 'drug', events],
];

/**
 * Formats the results of a search: trials found by number or title, companies, drugs and diseases.
 */
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
${isEmpty ? html`<p>Nothing found. Try part of the name or another spelling.</p>` : ''}`;
}

/**
 * Finds companies and trials by name. The search counts as one request toward the plan limit and
 * toward the limit of each endpoint that provides names.
 */
async function named(
  reader: Reader,
  credential: Credential,
  query: string,
): Promise<{ readonly found: readonly Entry[]; readonly parts: Markup[] }> {
  const kinds = (['ticker', 'trial'] as const).filter((kind) =>
    isServed(reader, lookup.names[kind]),
  );
  try {
    const wanted = { kinds, most: MAX_COMPANIES };
    const found = await findNames(reader.service, lookup, credential, query, wanted);
    const rows = [...found.numbered, ...found.titled.map(({ record }) => record)].slice(
      0,
      MAX_RECORDS,
    );
    const shown = rows.length > 0 ? [html`<h2>Trials</h2>${tableOf(rows, trials)}`] : [];
    const refusals = found.notices.map((notice) => html`<p class="bad">${notice}</p>`);
    return { found: found.entries, parts: [...shown, ...refusals] };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return { found: [], parts: [refused('Companies and trials', cause)] };
  }
}

function refused(title: string, { message }: { readonly message: string }): Markup {
  return html`<h2>${title}</h2><p class="bad">${message}.</p>`;
}

/** Formats a list of companies, each with a link to its page. */
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
  return total > shown
    ? html`<p class="quiet">${shown} of ${total} shown: add a word to narrow the search.</p>`
    : '';
}

import { onOneLine } from '../base/foreign-text.ts';
import { type Lookup, lookupKinds } from '../catalogue/lookup.ts';
import { type Directory, hitsOf } from '../domain/directory/directory.ts';
import type { Entry, IndexedEntry } from '../domain/directory/name-index.ts';
import { trialUrl } from '../domain/public-pages.ts';
import type { Credential } from '../service/access/access.ts';
import { idOf, titleOf, trialTitle } from '../service/dossiers.ts';
import { type FoundRecord, findNames } from '../service/find-names.ts';
import { fictional } from '../service/hints.ts';
import type { Service } from '../service/service.ts';
import { passageOf, textId } from './passage.ts';

/** Maximum number of results of a search. */
export const MAX_RESULTS = 10;
/**
 * If the name of a company, drug or fund contains all words of the query, an answer has at most
 * this many trials. The same maximum applies to texts.
 */
const MAX_TITLED_BESIDE = 3;
/**
 * If the found names contain only some words of the query, an answer has at most this many trials.
 * The same maximum applies to texts.
 */
const MAX_TITLED = 5;

/**
 * A search result in the format that assistants expect: an ID for `fetch`, a title, and a URL for
 * citations.
 */
export interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** The part of a text that contains the most relevant words. */
  readonly passage?: string;
}

/** Maximum characters of a passage in a search result. */
const MAX_PASSAGE = 160;

/**
 * Finds companies, drugs, trials, funds and texts that contain the words of a query. If the query
 * contains NCT numbers, the trials with these numbers come first. The results with the most words
 * come next. Only the endpoints that the caller's plan and bundle include are searched.
 * @param origin the URL of this server, such as `http://127.0.0.1:8787`. Absent over stdio
 * @throws ServiceError 401, 429; 403 if the plan and bundle include no endpoint for names
 */
export async function search(
  service: Service,
  lookup: Lookup,
  credential: Credential,
  { query, limit }: { readonly query: string; readonly limit: number },
  origin: string | undefined,
) {
  const wanted = { kinds: lookupKinds, most: MAX_RESULTS };
  const number = applicationIn(query);
  const found = await findNames(service, lookup, credential, number ?? query, wanted);
  const { source, Note } = found;
  const directory = await source.directory();
  const trialOf = (trial: FoundRecord) => trialResult(trial, source.demo, origin);
  const entries = entriesOnce(
    found.entries.filter(({ about }) => !number || about?.includes(number)),
  );
  const counts = entries.map((one) => hitsOf(one, found.words, query));
  const isNamed = counts.includes(found.words.length);
  const most = entries.length === 0 ? MAX_RESULTS : isNamed ? MAX_TITLED_BESIDE : MAX_TITLED;
  const texts = found.texts.slice(0, most);
  const titled = found.titled.slice(
    0,
    Math.min(most, MAX_RESULTS - Math.min(texts.length, MAX_TITLED_BESIDE)),
  );
  const named = entries.slice(0, MAX_RESULTS - titled.length - texts.length);
  // The results are sorted by the number of query words, but named entries must stay in their
  // order. Therefore, an entry with fewer words than a later entry gets the count of that entry.
  const ranked = [
    ...named.map((one, at) => ({
      result: resultOf(one, directory, origin),
      hits: Math.max(...counts.slice(at)),
    })),
    ...titled.map(({ record, hits }) => ({ result: trialOf(record), hits })),
    ...texts.map(({ record, hits }) => ({ result: textResult(record, query, origin), hits })),
  ].sort((a, b) => b.hits - a.hits);
  const results = [...found.numbered.map(trialOf), ...ranked.map(({ result }) => result)].slice(
    0,
    limit,
  );
  const missed =
    results.length === 0 ? [`Nothing matches ${JSON.stringify(query.slice(0, 40))}.`] : [];
  if (number && results.length === 0) {
    missed.push(`Use fda_approvals or fda_decisions with application=${number}.`);
  }
  const notices = [
    ...missed,
    ...(source.demo && results.length === 0 ? [fictional] : []),
    ...found.notices,
    ...(Note && results.length > 0 ? [Note] : []),
  ];
  return { results, ...(notices.length > 0 ? { notices } : {}) };
}

/**
 * Returns the application number in a query, in the format of the store: `NDA021234` for `NDA
 * #21-234`.
 */
function applicationIn(query: string): string | undefined {
  const [, type = '', digits = ''] = /\b(NDA|BLA|ANDA)[\s#-]*((?:\d-?){5,6})\b/i.exec(query) ?? [];
  return type ? type.toUpperCase() + digits.replaceAll('-', '').padStart(6, '0') : undefined;
}

/**
 * Removes duplicate results. For example, a drug of several companies has one entry per company.
 */
function entriesOnce(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  const once = new Map(entries.toReversed().map((entry) => [idOf(entry), entry]));
  return entries.filter((entry) => once.get(idOf(entry)) === entry);
}

function resultOf(
  entry: Entry,
  directory: Directory | undefined,
  origin: string | undefined,
): SearchResult {
  const id = idOf(entry);
  return { id, title: titleOf(entry, directory), url: pageOf(id, origin) };
}

function trialResult(
  { nctId, BriefTitle, acronym, ticker }: FoundRecord,
  demo: boolean,
  origin: string | undefined,
): SearchResult {
  const title = trialTitle(`${nctId}${ticker ? ` (${ticker})` : ''}`, BriefTitle, acronym);
  return { id: `trial:${nctId}`, title, url: trialPage(String(nctId), demo, origin) };
}

/**
 * Formats a text as a search result. The title contains the day and the source: `2025-07-16 FDA
 * grants … (SEC 8-K)`. The passage contains the words of the query.
 */
function textResult(
  { id, title, published_at, source, source_url, summary }: FoundRecord,
  query: string,
  origin: string | undefined,
): SearchResult {
  const named = textId(id);
  const day = published_at?.slice(0, 10);
  const line = onOneLine(`${day ? `${day} ` : ''}${title} (${source})`);
  const passage = summary ? passageOf(onOneLine(summary), query, MAX_PASSAGE) : undefined;
  const url = source_url ?? pageOf(named, origin);
  return { id: named, title: line, url, ...(passage ? { passage } : {}) };
}

/**
 * Returns the URL of this server's page for a result. If the server has no URL, returns a
 * `catalyst:` URI.
 */
export function pageOf(id: string, origin: string | undefined): string {
  const [kind = '', ...key] = id.split(':');
  const name = encodeURIComponent(key.join(':'));
  if (origin === undefined) return `catalyst://${kind}/${name}`;
  return kind === 'ticker' ? `${origin}/ticker/${name}` : `${origin}/search?q=${name}`;
}

export function trialPage(nctId: string, demo: boolean, origin: string | undefined): string {
  return demo ? pageOf(`trial:${nctId}`, origin) : trialUrl(nctId);
}

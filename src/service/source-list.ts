import { onOneLine } from '../base/foreign-text.ts';
import type { BackendState } from '../catalogue/query.ts';
import { compareText } from '../domain/compare-text.ts';
import { newestDay } from '../domain/dates.ts';
import { groupBy } from '../domain/group-by.ts';

/** A source of the records in an answer. */
export interface Source {
  readonly name: string;
  /** Number of records from the source. */
  readonly rows: number;
  /** Day of the newest record from the source. An empty string if no record has a day. */
  readonly newest: string;
  /** URLs of the records from the source, newest first. */
  readonly urls: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Maximum characters of the name of a source. An imported record can contain any text. */
const MAX_NAME = 60;

/** Returns the sources of records. The source with the most records comes first. */
export function sourcesOf(records: readonly Row[]): readonly Source[] {
  const named = records.filter(({ source }) => typeof source === 'string');
  // Each distinct text is cleaned only once. Cleaning the text of every record took 3% of the time
  // of a REST request.
  const byText = groupBy(named, ({ source }) => String(source));
  const byName = groupBy([...byText], ([text]) => onOneLine(text).slice(0, MAX_NAME));
  return Array.from(byName, ([name, texts]) => {
    const rows = texts.flatMap(([, some]) => some);
    const newestFirst = rows.toSorted((a, b) => compareText(dayOf(b), dayOf(a)));
    const urls = newestFirst.flatMap(({ source_url }) =>
      typeof source_url === 'string' ? source_url : [],
    );
    return { name, rows: rows.length, newest: dayOf(newestFirst[0]!), urls: [...new Set(urls)] };
  }).sort((a, b) => b.rows - a.rows || compareText(a.name, b.name));
}

function dayOf({ source_date }: Row): string {
  return typeof source_date === 'string' ? source_date : '';
}

/** Maximum number of source names in a line. */
const MAX_NAMES = 3;

/**
 * Formats the names of sources with their newest day, such as `SEC 10-Q, SEC 8-K through
 * 2026-11-20`.
 */
function sourceWords(sources: readonly Source[]): string {
  const names = sources.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = sources.length - names.length;
  const newest = newestDay(...sources.map((one) => one.newest));
  const more = others > 0 ? ` and ${others} more` : '';
  return `${names.join(', ')}${more}${newest ? ` through ${newest}` : ''}`;
}

/**
 * Formats the origin of an answer, which is the list of its sources. If the records name no source,
 * the origin is the backend.
 */
export function originWords({ from, namesSources }: BackendState, sources: readonly Source[]) {
  return namesSources && sources.length > 0 ? sourceWords(sources) : from;
}

/** Maximum characters of a list of sources. */
const MAX_LIST = 450;
/** Maximum number of URLs in a list of sources. */
const MAX_URLS = 3;

/** Maximum number of records in an answer that lists the source of each record. */
const MAX_ROWS = 5;

/**
 * Formats the source of each record of a short answer, such as `row 1 SEC 8-K 2026-01-27 URL`.
 * @returns undefined if the records have one source and URL, or if the list is too long
 */
export function sourcesByRow(records: readonly Row[]): string | undefined {
  if (records.length > MAX_ROWS) return undefined;
  const named = records.map((record) => ({
    name: onOneLine(String(record.source ?? 'no source')).slice(0, MAX_NAME),
    day: dayOf(record),
    url: typeof record.source_url === 'string' ? record.source_url : '(no address)',
  }));
  if (new Set(named.map(({ name, url }) => `${name} ${url}`)).size < 2) return undefined;
  const words = named.map(({ name, day, url }) => [name, day, url].filter(Boolean).join(' '));
  const byWords = groupBy(words.keys(), (at) => words[at]!);
  const list = Array.from(byWords, ([word, rows]) => {
    const numbers = rows.map((at) => at + 1).join(', ');
    return `row${rows.length > 1 ? 's' : ''} ${numbers} ${word}`;
  }).join('; ');
  return list.length <= MAX_LIST ? list : undefined;
}

/**
 * Formats sources in one line, with their newest days and up to three URLs. If the line would be
 * too long, sources and URLs are omitted. A URL is never cut.
 */
export function sourceList(sources: readonly Source[]): string {
  let list = '';
  let urlsLeft = MAX_URLS;
  for (const [at, { name, rows, newest, urls }] of sources.entries()) {
    const others = sources.length - at - 1;
    const more = (count: number) => (count > 0 ? `; and ${count} more` : '');
    const dated = newest ? `, newest ${newest}` : '';
    const item = `${list === '' ? '' : '; '}${name} (${rows} ${rows === 1 ? 'row' : 'rows'}${dated})`;
    if (`${list}${item}${more(others)}`.length > MAX_LIST) return `${list}${more(others + 1)}`;
    list += item;
    // Each source gets one URL before any source gets two.
    for (const url of urls.slice(0, Math.max(1, urlsLeft - others))) {
      const isShort = `${list} ${url}${more(others)}`.length <= MAX_LIST;
      if (urlsLeft === 0 || !isShort) break;
      list += ` ${url}`;
      urlsLeft -= 1;
    }
  }
  return list;
}

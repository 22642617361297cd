import { Parser } from 'htmlparser2';
import { dayAt } from '../base/clock.ts';
import { compareText } from '../domain/compare-text.ts';
import { type Cells, readOnce, underHeader } from './formats/table.ts';
import { dayFrom } from './formats/untrusted.ts';
import type { Lane, QueuedRequest, ReadResult, SyncRequest } from './source.ts';

/** Files that are found through the links on a page, because their URLs change. */
export interface LinkedFiles {
  /** URL of the page. */
  readonly page: string;
  /** Pattern of the URLs of the files. Its first group is the period of the file. */
  readonly file: RegExp;
  readonly expects: 'zip' | 'text';
  /** Converts the name of a period to a sort key. Default: the name itself. */
  periodOf?(named: string): string;
  /** The priority of the requests. Default: `history`. */
  readonly lane?: Lane;
}

/** Selects which of the linked files are requested. Default: all files. */
export interface WantedFiles {
  /** The oldest period to request. */
  readonly from?: string;
  /**
   * Number of newest periods to request. A period may have several files, such as `name.zip` and
   * the newer `name_1.zip`. Only the newest file is requested.
   */
  readonly newest?: number;
}

/** Returns the request for the page with the links, which is sent once a day. */
export function pageRequest({ page, lane = 'history' }: LinkedFiles, now: number): SyncRequest {
  return { address: page, expects: 'page', lane, version: dayAt(now) };
}

/** Returns the requests for the files that a page links to, newest first. */
export function linkedFiles(
  text: string,
  { address }: QueuedRequest,
  { file, expects, periodOf = (named) => named, lane = 'history' }: LinkedFiles,
  { from = '', newest }: WantedFiles,
): ReadResult {
  const all = linksOf(text, address).flatMap((link) => {
    const named = file.exec(link)?.[1];
    return named === undefined ? [] : [{ link, period: periodOf(named) }];
  });
  if (all.length === 0)
    return { failed: 'has no link to an expected file, so the page has probably changed' };
  const periods = [...new Set(all.map(({ period }) => period))].sort().reverse();
  const since = newest === undefined ? from : periods.slice(0, newest).at(-1)!;
  const wanted = (newest === undefined ? all : lastUploads(all))
    .filter(({ period }) => period >= since)
    .sort((a, b) => compareText(b.period, a.period));
  const requests = wanted.map(
    ({ link, period }, rank): SyncRequest => ({
      address: link,
      expects,
      lane,
      rank,
      version: period,
    }),
  );
  return { requests };
}

interface Linked {
  readonly link: string;
  readonly period: string;
}

/** Returns the newest file of each period, which is the last one by name. */
function lastUploads(files: readonly Linked[]): readonly Linked[] {
  const nameOf = ({ link }: Linked) => link.slice(link.lastIndexOf('/') + 1);
  const byName = files.toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  return [...new Map(byName.map((one) => [one.period, one])).values()];
}

/** A line of a data set and the name of its table. */
export interface SetLine {
  readonly table: string;
  /** The values of the row. Undefined for the header line. */
  readonly cells: Cells | undefined;
  /** Whether the row has fewer cells than the header. */
  readonly isShort: boolean;
}

/**
 * Yields the lines of an SEC data set. The set is one text that contains several tables in any
 * order. The header of each table begins with `ACCESSION_NUMBER`.
 * @param identifyingColumns the names of the tables to read, each with a column that only this
 * table has
 */
export function* linesOfSet(
  text: string,
  identifyingColumns: Readonly<Record<string, string>>,
): Generator<SetLine> {
  let [table, width]: [string | undefined, number] = [undefined, 0];
  let cellsOf = underHeader([]);
  for (const line of linesOf(text)) {
    const cells = line.replace(/^\uFEFF/, '').split('\t');
    if (cells[0] === 'ACCESSION_NUMBER') {
      table = Object.keys(identifyingColumns).find((one) =>
        cells.includes(identifyingColumns[one]!),
      );
      cellsOf = underHeader(cells);
      width = cells.length;
      if (table !== undefined) yield { table, cells: undefined, isShort: false };
    } else if (table !== undefined && cells.length > 1) {
      yield { table, cells: cellsOf(cells), isShort: cells.length < width };
    }
  }
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    yield text.slice(from, text[end - 1] === '\r' ? end - 1 : end);
    from = end + 1;
  }
}

/** Returns a parser of dates such as `30-SEP-2024`. The parser caches its results. */
export function setDays(): (text: string) => string | undefined {
  return readOnce((text) => {
    const [, day, month, year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text) ?? [];
    return month ? dayFrom(`${day} ${month} ${year}`, 'dd MMM yyyy') : undefined;
  });
}

/** Maximum number of links to read from one page. */
const MAX_LINKS = 10_000;

/**
 * Returns the distinct URLs in the links of a web page, in page order.
 * @param base the URL of the page
 */
function linksOf(html: string, base: string): readonly string[] {
  const found = new Set<string>();
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a' || !href || found.size >= MAX_LINKS || !URL.canParse(href, base)) return;
      found.add(new URL(href, base).href);
    },
  });
  parser.end(html);
  return [...found];
}

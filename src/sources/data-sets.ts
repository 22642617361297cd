import { Parser } from 'htmlparser2';
import { dayAt } from '../base/clock.ts';
import { compareText } from '../domain/compare-text.ts';
import { type Cells, readOnce, underHeader } from './formats/table.ts';
import { dayFrom } from './formats/untrusted.ts';
import type { Lane, QueuedRequest, ReadResult, SyncRequest } from './source.ts';

/** Files that a page links to: their folder and their names change, so that they are not guessed. */
export interface LinkedFiles {
  /** The page, as the address of which a request is known. */
  readonly page: string;
  /** Whole addresses of files; the first group is what names the file's period. */
  readonly file: RegExp;
  readonly expects: 'zip' | 'text';
  /** A file's period as text that grows with time, where its name does not write it so. */
  periodOf?(named: string): string;
  /** `history` where it does not say. */
  readonly lane?: Lane;
}

/** Of the files that are linked, which are wanted: all without a word. */
export interface WantedFiles {
  /** The oldest period. */
  readonly from?: string;
  /** The newest so many periods alone, each by its last upload: `name_1.zip` follows `name.zip`. */
  readonly newest?: number;
}

/** Asks for the page that links to the files: a file that is not linked yet may be on another day. */
export function pageRequest({ page, lane = 'history' }: LinkedFiles, now: number): SyncRequest {
  return { address: page, expects: 'page', lane, version: dayAt(now) };
}

/** The files that a page links to, newest first. */
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
  if (all.length === 0) return { failed: 'links to none of its files: the page has changed' };
  const since = newest === undefined ? from : periodsOf(all).slice(0, newest).at(-1)!;
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

/** Each period once, newest first. */
function periodsOf(files: readonly Linked[]): readonly string[] {
  return [...new Set(files.map(({ period }) => period))].sort().reverse();
}

/** Of each period the file that bears the last name. */
function lastUploads(files: readonly Linked[]): readonly Linked[] {
  const nameOf = ({ link }: Linked) => link.slice(link.lastIndexOf('/') + 1);
  const byName = files.toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  return [...new Map(byName.map((one) => [one.period, one])).values()];
}

/** A line of a table of a data set, and the name of the table. */
export interface SetLine {
  readonly table: string;
  /** Undefined for the table's header. */
  readonly cells: Cells | undefined;
  /** Fewer cells than the header has: the row was cut. */
  readonly isShort: boolean;
}

/**
 * The lines of a data set of the SEC as text: its extracted tables one after the other in any order,
 * each with its header, which begins with `ACCESSION_NUMBER`. One line at a time, since a quarter
 * has hundreds of thousands.
 *
 * @param tellingColumns the tables that are read, each with a column by which it is known; the lines
 *   of others are passed over
 */
export function* linesOfSet(
  text: string,
  tellingColumns: Readonly<Record<string, string>>,
): Generator<SetLine> {
  let [table, width]: [string | undefined, number] = [undefined, 0];
  let cellsOf = underHeader([]);
  for (const line of linesOf(text)) {
    const cells = line.replace(/^\uFEFF/, '').split('\t');
    if (cells[0] === 'ACCESSION_NUMBER') {
      table = Object.keys(tellingColumns).find((one) => cells.includes(tellingColumns[one]!));
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

/** Reads the days of a set, `30-SEP-2024`, each once. */
export function setDays(): (text: string) => string | undefined {
  return readOnce((text) => {
    const [, day, month, year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text) ?? [];
    return month ? dayFrom(`${day} ${month} ${year}`, 'dd MMM yyyy') : undefined;
  });
}

/** Links of one page; the pages that are read have some hundred. */
const MAX_LINKS = 10_000;

/** The addresses that a web page links to, each once, in the page's order. @param base its own */
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

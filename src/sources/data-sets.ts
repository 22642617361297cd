import { dayAt } from '../base/clock.ts';
import { compareText } from '../domain/compare-text.ts';
import { linksOf } from '../ingest/readers/links.ts';
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

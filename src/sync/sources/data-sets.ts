import { linksOf } from '../../ingest/readers/links.ts';
import type { QueuedRequest, ReadResult, SyncRequest } from '../source.ts';

/** Files that a page links to: their folder and their names change, so that they are not guessed. */
export interface LinkedFiles {
  /** The page, as the address of which a request is known. */
  readonly page: string;
  /** Whole addresses of files; the first group is what names the file's period. */
  readonly file: RegExp;
  readonly expects: 'zip' | 'text';
}

/** Asks for the page that links to the files. */
export function pageRequest({ page }: LinkedFiles, version: string): SyncRequest {
  return { address: page, expects: 'page', lane: 'history', version };
}

/**
 * The files that a page links to, newest first.
 *
 * @param from the oldest period that is wanted, as the addresses write periods
 */
export function linkedFiles(
  text: string,
  { address }: QueuedRequest,
  { file, expects }: LinkedFiles,
  from: string,
): ReadResult {
  const all = linksOf(text, address).flatMap((link) => {
    const named = file.exec(link)?.[1];
    return named === undefined ? [] : [{ link, named }];
  });
  if (all.length === 0) return { failed: 'links to none of its files: the page has changed' };
  const wanted = all.filter(({ named }) => named >= from);
  wanted.sort((a, b) => (a.named > b.named ? -1 : 1));
  const requests = wanted.map(
    ({ link, named }, rank): SyncRequest => ({
      address: link,
      expects,
      lane: 'history',
      rank,
      version: named,
    }),
  );
  return { requests };
}

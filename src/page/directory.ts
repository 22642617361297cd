import { companies } from '../../tools/company-data/companies.ts';
import { pageSize } from '../endpoint.ts';
import { isServed, type Reader, rowsOf } from './reading.ts';
import { wordOf } from './tables.ts';

/** Pages of companies that are read for their names. */
const MAX_DIRECTORY_PAGES = 60;

/** A company by its ticker and its name. */
export interface Entry {
  readonly ticker: string;
  readonly name: string;
}

/**
 * Tickers and names of all companies, largest first, read with the rights of the owner, once a state
 * of the records. An upstream, which counts each question, is not asked for all of them.
 */
export async function readDirectory(reader: Reader): Promise<readonly Entry[]> {
  const { service } = reader;
  if (service.source().kind !== 'store' || !isServed(reader, companies)) return [];
  const entries: Entry[] = [];
  for (let page = 1; page <= MAX_DIRECTORY_PAGES; page += 1) {
    const answer = await service.answer(companies, { page }, 'owner');
    for (const row of rowsOf(answer)) {
      entries.push({ ticker: wordOf(row.ticker), name: wordOf(row.name) });
    }
    if (page * pageSize >= answer.pagination.total) break;
  }
  return entries;
}

/** Companies whose ticker begins with what is asked, or whose name holds each word of it. */
export function companiesLike(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isLike = ({ ticker, name }: Entry) =>
    ticker.toLowerCase().startsWith(words.join(' ')) ||
    words.every((word) => name.toLowerCase().includes(word));
  return entries.filter(isLike);
}

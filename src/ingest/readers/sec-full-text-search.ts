import type { Problem } from '../../sources/formats/records.ts';
import {
  cikAt,
  dayFrom,
  isObject,
  listAt,
  numberAt,
  readJson,
  textAt,
} from '../../sources/formats/untrusted.ts';
import { documentUrl } from '../../sources/sec-filings.ts';
import type { Reading } from './reading.ts';

/** A page of EDGAR's full-text search: documents that hold the words, never their text. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Hits of all pages; with `more_than_total` there are at least so many, and no page beyond. */
  readonly total: number;
  readonly more_than_total: boolean;
}

export interface SearchHit {
  readonly accession: string;
  /** Name of the document in the filing's folder. */
  readonly document: string;
  readonly document_url: string | undefined;
  /** Type of the document: `EX-99.1`. */
  readonly type: string | undefined;
  /** Form of the filing: `8-K`. */
  readonly form: string | undefined;
  readonly filing_date: string;
  readonly report_date: string | undefined;
  /** Companies of the filing, in the SEC's order; a joint filing has several. */
  readonly companies: readonly FoundCompany[];
  /** Items of an 8-K: `3.01`. */
  readonly items: readonly string[];
}

interface FoundCompany {
  readonly cik: string;
  readonly name: string;
  readonly tickers: readonly string[];
  readonly sic: string | undefined;
}

/** Reads `efts.sec.gov/LATEST/search-index`; of hits without a filing or a day the reason is told. */
export function readFullTextSearch(text: string): Reading<SearchPage> {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  const total = numberAt(value, 'hits', 'total', 'value');
  if (!isObject(value) || total === undefined)
    return { reason: 'is no answer of the full-text search' };
  const problems: Problem[] = [];
  const hits = listAt(value, 'hits', 'hits').flatMap((hit, at) => {
    const found = hitOf(hit);
    if (!found)
      problems.push({ where: `hit ${at + 1}`, reason: 'names no filing, company or day' });
    return found ?? [];
  });
  const more_than_total = textAt(value, 'hits', 'total', 'relation') === 'gte';
  return { value: { hits, total, more_than_total }, problems };
}

function hitOf(hit: unknown): SearchHit | undefined {
  const [, accession, document] =
    /^(\d{10}-\d{2}-\d{6}):(.{1,200})$/.exec(textAt(hit, '_id') ?? '') ?? [];
  const source = (field: string) => textAt(hit, '_source', field)?.trim();
  const filing_date = dayFrom(source('file_date'), 'yyyy-MM-dd');
  const companies = companiesOf(hit);
  const [first] = companies;
  if (!accession || !document || !filing_date || !first) return undefined;
  return {
    accession,
    document,
    document_url: documentUrl(first.cik, accession, document),
    type: source('file_type'),
    form: source('form') ?? textAt(listAt(hit, '_source', 'root_forms')[0]) ?? source('root_form'),
    filing_date,
    report_date: dayFrom(source('period_ending'), 'yyyy-MM-dd'),
    companies,
    items: listAt(hit, '_source', 'items').flatMap((item) => textAt(item)?.trim() ?? []),
  };
}

/** Names say `Zorba Bio, Inc.  (ZORQZ, ZORQZW)  (CIK 0001999555)`; SIC codes stand in their order. */
function companiesOf(hit: unknown): readonly FoundCompany[] {
  const names = listAt(hit, '_source', 'display_names');
  const sics = listAt(hit, '_source', 'sics');
  return names.flatMap((display, at) => {
    const [, name, listed = '', digits] =
      /^(.{1,300}?)\s+(?:\(([A-Z0-9., -]{1,200})\)\s+)?\(CIK (\d{10})\)$/.exec(
        textAt(display)?.trim() ?? '',
      ) ?? [];
    const cik = cikAt({ cik: digits }, 'cik');
    if (!name || !cik) return [];
    const tickers = listed.split(',').map((ticker) => ticker.trim());
    const sic = sics.length === names.length ? textAt(sics[at])?.trim() : undefined;
    return [{ cik, name, tickers: tickers.filter((ticker) => ticker !== ''), sic }];
  });
}

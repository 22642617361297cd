import { dayAt } from '../base/clock.ts';
import { daysBetween, shiftDays } from '../domain/dates.ts';
import type { CompanyNote } from './company-notes.ts';
import type { Problem } from './formats/records.ts';
import {
  cikAt,
  dayFrom,
  isObject,
  listAt,
  numberAt,
  readJson,
  textAt,
} from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { documentRequests } from './sec-documents.ts';
import { documentUrl } from './sec-filings.ts';
import {
  aboutOf,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from './source.ts';

const PAGE = 100;
/**
 * Number of past days to search for PDUFA dates. A document of this age may state a date that is
 * still in the future.
 */
const PDUFA_DAYS = 400;
/** Number of days to search again each night, because filings may enter the index late. */
const OVERLAP = 3;
const PDUFA = 'PDUFA';
/**
 * The phrases to search for. The search also finds documents in which the words of a phrase are
 * near each other. Therefore, one short phrase finds many wordings.
 */
const PHRASES = [
  'complete response',
  'clinical hold',
  'topline',
  'advisory committee',
  'breakthrough therapy',
  'fast track',
  'orphan drug',
  'accepted for',
  'FDA approval',
  'underwritten offering',
  'license agreement',
  'merger agreement',
];

/**
 * Finds current reports that contain certain phrases. The search returns only the names of
 * documents. The texts of these documents are then requested.
 */
export const secSearch: SyncSource = {
  name: 'sec-search',
  title: 'SEC: full-text search of current reports',
  fills: [],
  host: sec,
  schedule: '30 23 * * *',
  maxAgeMs: 36 * 3_600_000,
  unverified:
    'the responses to the search phrases of this source (responses to other phrases are verified)',
  needsCompanies: true,
  countsDays: true,
  alwaysRead: true,
  firstFill: (_, months) => {
    const requests = 12 + 12 * months;
    return { requests, bytes: requests * 12_000 };
  },
  asOf: (cursor) => cursor,
  plan({ cursorOf, now, since }) {
    const to = dayAt(now);
    return [PDUFA, ...PHRASES].map((phrase) => {
      const cursor = cursorOf(phrase);
      const first = phrase === PDUFA ? shiftDays(to, -PDUFA_DAYS) : since;
      const from = cursor === undefined ? first : shiftDays(cursor, -OVERLAP);
      return { ...searchRequest(phrase, { from, to, version: to }), chain: phrase };
    });
  },
  read({ text, request }, context) {
    const read = readFullTextSearch(text);
    if ('reason' in read) return { failed: read.reason };
    const { hits, total, more_than_total } = read.value;
    const { phrase = '', from = '', to = '' } = aboutOf(request);
    // If there are more hits than the search can list, the period is split into two halves, and
    // each half is searched.
    if (more_than_total && from < to) return halved(phrase, { from, to, version: request.version });
    // If the clock was ahead when the request was planned, `to` may be in the future. Today is then
    // stored as the last searched day.
    const searched = [to, dayAt(context.now)].sort()[0]!;
    return {
      ...notesOf(hits, phrase, context),
      requests: [
        ...nextPage(request, total, hits.length),
        ...hits.flatMap((hit) => documentsOf(hit, phrase, context)),
      ],
      problems: read.problems,
      cursor: [searched, context.cursorOf(phrase) ?? ''].sort().at(-1)!,
    };
  },
};

interface Days {
  readonly from: string;
  readonly to: string;
  readonly version: string;
}

function searchRequest(phrase: string, { from, to, version }: Days, start = 0): SyncRequest {
  const query = new URLSearchParams({
    q: `"${phrase}"`,
    forms: '8-K,6-K',
    dateRange: 'custom',
    startdt: from,
    enddt: to,
    from: String(start),
  });
  return {
    address: `https://efts.sec.gov/LATEST/search-index?${query}`,
    expects: 'json',
    lane: phrase === PDUFA ? 'fresh' : 'history',
    about: { phrase, from, to, start: String(start) },
    version,
  };
}

function halved(phrase: string, { from, to, version }: Days): ReadResult {
  const half = Math.floor(daysBetween(from, to) / 2);
  const middle = shiftDays(from, half);
  const after = shiftDays(middle, 1);
  return {
    requests: [
      { ...searchRequest(phrase, { from, to: middle, version }), continues: true },
      { ...searchRequest(phrase, { from: after, to, version }), continues: true },
    ],
  };
}

function nextPage(request: QueuedRequest, total: number, hits: number): SyncRequest[] {
  const { phrase = '', from = '', to = '', start = '0' } = aboutOf(request);
  const next = Number(start) + PAGE;
  if (hits === 0 || next >= total) return [];
  const { version } = request;
  return [{ ...searchRequest(phrase, { from, to, version }, next), continues: true }];
}

/**
 * Returns company data from a result page: the SIC code and, for the phrase about PDUFA dates, the
 * newest day on which the company filed a document with this phrase.
 */
function notesOf(hits: readonly SearchHit[], phrase: string, { companies }: SourceContext) {
  const notes = new Map<string, CompanyNote>();
  for (const { companies: named, filing_date } of hits) {
    for (const { cik, sic } of named) {
      if (companies.note(cik)?.tickers === undefined) continue;
      const newest = [notes.get(cik)?.pdufaOn ?? '', filing_date].sort().at(-1);
      notes.set(cik, { cik, sic, ...(phrase === PDUFA ? { pdufaOn: newest } : {}) });
    }
  }
  return { companies: [...notes.values()] };
}

/**
 * Returns the requests for a found document. If it is the company's newest document that mentions a
 * PDUFA date, it has priority over all other documents.
 */
function documentsOf(
  { companies: named, document_url, type, form, accession, filing_date }: SearchHit,
  phrase: string,
  { companies, now }: SourceContext,
): readonly SyncRequest[] {
  const filer = named.find(({ cik }) => companies.note(cik)?.tickers !== undefined);
  if (!filer || document_url === undefined) return [];
  // Documents of a company that is not synced wait until the company is synced. Their
  // priority is the lowest. A company's newest document about a PDUFA date has a high priority.
  const isMember = companies.universe.some(({ cik }) => cik === filer.cik);
  const isNewest = filing_date >= (companies.note(filer.cik)?.pdufaOn ?? '');
  return documentRequests(
    {
      address: document_url,
      cik: filer.cik,
      accession,
      type: type ?? form ?? '',
      filed: filing_date,
    },
    phrase === PDUFA && isNewest ? 'catalysts' : isMember ? 'history' : 'slow',
    daysBetween(filing_date, dayAt(now)),
  );
}

/**
 * Reads `efts.sec.gov/LATEST/search-index`, a result page of EDGAR's full-text search. The page
 * lists documents without their texts. `total` is the number of hits on all pages. If
 * `more_than_total` is set, there are more hits, but no page lists the additional hits. A hit
 * without a filing, company or day is reported as a problem.
 */
export function readFullTextSearch(text: string) {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  const total = numberAt(value, 'hits', 'total', 'value');
  if (!isObject(value) || total === undefined)
    return { reason: 'is not a response of the full-text search' };
  const problems: Problem[] = [];
  const hits = listAt(value, 'hits', 'hits').flatMap((hit, at) => {
    const found = hitOf(hit);
    if (!found) problems.push({ where: `hit ${at + 1}`, reason: 'has no filing, company or day' });
    return found ?? [];
  });
  const more_than_total = textAt(value, 'hits', 'total', 'relation') === 'gte';
  return { value: { hits, total, more_than_total }, problems };
}

function hitOf(hit: unknown) {
  const [, accession, document] =
    /^(\d{10}-\d{2}-\d{6}):(.{1,200})$/.exec(textAt(hit, '_id') ?? '') ?? [];
  const source = (field: string) => textAt(hit, '_source', field)?.trim();
  const filing_date = dayFrom(source('file_date'), 'yyyy-MM-dd');
  const companies = companiesOf(hit);
  const [first] = companies;
  if (!accession || !document || !filing_date || !first) return undefined;
  return {
    accession,
    document_url: documentUrl(first.cik, accession, document),
    /** Type of the document, such as `EX-99.1`. */
    type: source('file_type'),
    /** Form of the filing, such as `8-K`. */
    form: source('form') ?? textAt(listAt(hit, '_source', 'root_forms')[0]) ?? source('root_form'),
    filing_date,
    /** The companies of the filing, in the SEC's order. A joint filing has several. */
    companies,
  };
}

type SearchHit = NonNullable<ReturnType<typeof hitOf>>;

/**
 * Returns the companies of a hit. Names have the form `Zorba Bio, Inc.  (ZORQZ, ZORQZW)  (CIK
 * 0001999555)`. SIC codes are in the same order as the names.
 */
function companiesOf(hit: unknown) {
  const names = listAt(hit, '_source', 'display_names');
  const sics = listAt(hit, '_source', 'sics');
  return names.flatMap((display, at) => {
    const digits = /^.{1,500}\s+\(CIK (\d{10})\)$/.exec(textAt(display)?.trim() ?? '')?.[1];
    const cik = cikAt(digits);
    if (!cik) return [];
    const sic = sics.length === names.length ? textAt(sics[at])?.trim() : undefined;
    return [{ cik, sic }];
  });
}

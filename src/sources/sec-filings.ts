import { filingUrl } from '../domain/public-pages.ts';
import type { Problem } from './formats/records.ts';
import { dayFrom, listAt, textAt, type Untrusted } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import type { SyncRequest, SyncSource } from './source.ts';

export type Filing = ReturnType<typeof filingsOf>['value'][number];

/**
 * Reads a company's list of filings, in which the SEC has one list per field. Fields are read by
 * name, because some may be missing. Filings stay in their order, newest first.
 * @param cik the CIK without leading zeros
 */
export function filingsOf(columns: Untrusted, cik: string) {
  const problems: Problem[] = [];
  const cell = (field: string, row: number) => textAt(listAt(columns, field)[row])?.trim();
  const value = listAt(columns, 'accessionNumber').flatMap((_, row) => {
    const accession = cell('accessionNumber', row) ?? '';
    const form = cell('form', row);
    const filing_date = dayFrom(cell('filingDate', row), 'yyyy-MM-dd');
    if (!/^\d{10}-\d{2}-\d{6}$/.test(accession) || !form || !filing_date) {
      const reason = 'lacks accession number, form or filing date';
      problems.push({ where: `filing ${row + 1}`, reason });
      return [];
    }
    const document = cell('primaryDocument', row);
    return {
      /** Accession number, such as `0001234567-25-000123`. */
      accession,
      /** Form type, such as `8-K`, `424B5` or `13F-HR/A`. */
      form,
      /** Filing date, `YYYY-MM-DD`. */
      filing_date,
      report_date: dayFrom(cell('reportDate', row), 'yyyy-MM-dd'),
      /** Time at which the SEC accepted the filing, ISO 8601. */
      accepted_at: cell('acceptanceDateTime', row),
      /** Items of an 8-K, such as `3.01`. */
      items: itemsOf(cell('items', row)),
      /** URL of the main document in its original form, not in the styled version. */
      document_url: document && documentUrl(cik, accession, document),
      /** URL of the full submission (`.txt`). */
      submission_url: `${filingUrl(cik, accession)}${accession}.txt`,
    };
  });
  return { value, problems };
}

/**
 * Returns the URL of a document in a filing. For Forms 3 to 5 and 13F, lists of filings contain the
 * path of a styled version (`xslF345X05/form4.xml`). The raw XML has the same name in the folder of
 * the filing.
 * @returns undefined for a name outside the folder of the filing
 */
export function documentUrl(cik: string, accession: string, document: string): string | undefined {
  const name = document.replace(/^xsl[A-Za-z0-9_-]{1,40}\//, '');
  return /^[\w.() ~-]{1,200}$/.test(name) && !name.startsWith('.')
    ? `${filingUrl(cik, accession)}${encodeURIComponent(name)}`
    : undefined;
}

/**
 * Returns the items of a Form 8-K, such as `2.02`. Before August 2004, items had numbers such as
 * `5`.
 */
export function itemsOf(text: string | undefined): readonly string[] {
  return text?.match(/(?<![\d.])\d{1,2}(?:\.\d{2})?(?![\d.])/g) ?? [];
}

/** Groups of forms. An amendment (`/A`) belongs to a group only if it is listed. */
const formsOf = {
  /** Forms that register shares for sale over three years. */
  shelves: ['S-3', 'S-3ASR', 'F-3', 'F-3ASR'],
  /**
   * Prospectuses for a sale of shares. 424B2 is left out because banks use it for notes. 424B3 and
   * 424B7 are left out because they are mostly resales by holders.
   */
  prospectuses: ['424B1', '424B4', '424B5'],
  reports: ['10-K', '10-KT', '10-Q', '20-F', '40-F'],
  /** Forms that are sent to shareholders about a merger or tender offer. */
  mergers: ['DEFM14A', 'DEFM14C', 'SC 14D9', 'SC TO-T', 'S-4', 'F-4'],
  delistings: ['25', '25-NSE'],
  deregistrations: ['15-12B', '15-12G', '15-15D'],
  fundReports: ['13F-HR', '13F-HR/A', '13F-NT', '13F-NT/A'],
} as const;

export function filedAs(kind: keyof typeof formsOf, filings: readonly Filing[]): readonly Filing[] {
  return filings.filter(({ form }) => isOf(kind, form));
}

export function isOf(kind: keyof typeof formsOf, form: string): boolean {
  const forms: readonly string[] = formsOf[kind];
  return forms.includes(form);
}

/** Creates a source that requests files from the companies' lists of filings. */
export function filingSource(
  own: Pick<SyncSource, 'name' | 'title' | 'fills' | 'schedule' | 'firstFill' | 'read'> &
    Partial<SyncSource>,
): SyncSource {
  return {
    host: sec,
    maxAgeMs: 9 * 24 * 3_600_000,
    follows: 'sec-submissions',
    aboutOneCompany: true,
    plan: () => [],
    ...own,
  };
}

/** Returns a request for one file of a company's filing. */
export function filingRequest(
  { accession, filing_date }: Pick<Filing, 'accession' | 'filing_date'>,
  { cik, rank }: { readonly cik: string; readonly rank: number },
  file: Pick<SyncRequest, 'source' | 'address' | 'expects'>,
): SyncRequest {
  return {
    ...file,
    lane: 'history',
    rank,
    subject: cik,
    about: { filed: filing_date },
    version: accession,
  };
}

/** Number of characters at the start of a submission in which its header is read. */
const HEADER_LENGTH = 20_000;

/**
 * Reads the header of a full submission. A `.txt` file has lines such as `ACCESSION NUMBER: …`. A
 * `.nc` file has tags such as `<ACCESSION-NUMBER>…`, without end tags. A bare XML file has no
 * header. Its accession number is read from the file name, and its filing date is unknown.
 */
export function submissionHeader(text: string, fileName: string) {
  const head = text.slice(0, HEADER_LENGTH);
  const accession = /ACCESSION[ -]NUMBER[:>]\s*(\d{10}-\d{2}-\d{6})/.exec(head)?.[1];
  const filed = /(?:FILED AS OF DATE:|<FILING-DATE>)\s*(\d{8})/.exec(head)?.[1];
  const [, filer, year, count] = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/.exec(fileName) ?? [];
  return {
    /** Accession number, such as `0001234567-25-000123`. */
    accession: accession ?? (filer ? `${filer}-${year}-${count}` : undefined),
    /** Filing date, `YYYY-MM-DD`. */
    filing_date: dayFrom(filed, 'yyyyMMdd'),
  };
}

import type { Problem } from './formats/records.ts';
import { dayFrom, listAt, textAt, type Untrusted } from './formats/untrusted.ts';
import type { Read } from './parsed.ts';

/** A filing as a list of filings names it. */
export interface Filing {
  /** `0001234567-25-000123` */
  readonly accession: string;
  /** `8-K`, `424B5`, `13F-HR/A` … */
  readonly form: string;
  /** `YYYY-MM-DD` */
  readonly filing_date: string;
  readonly report_date: string | undefined;
  /** Items of an 8-K: `3.01`. */
  readonly items: readonly string[];
  /** Address of the main document as filed, not as styled for reading. */
  readonly document_url: string | undefined;
  /** Address of the whole submission as one text. */
  readonly submission_url: string;
}

/**
 * The filings of a company's columns, as the SEC lists them: one list a field, read by name, since
 * some fields come and go. Rows follow the list, latest first; a list may hold more than 1,000.
 *
 * @param cik without leading zeros
 */
export function filingsOf(columns: Untrusted, cik: string): Read<readonly Filing[]> {
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
      accession,
      form,
      filing_date,
      report_date: dayFrom(cell('reportDate', row), 'yyyy-MM-dd'),
      items: itemsOf(cell('items', row)),
      document_url: document && documentUrl(cik, accession, document),
      submission_url: `${filingUrl(cik, accession)}${accession}.txt`,
    };
  });
  return { value, problems };
}

/**
 * The address of a document of a filing. Forms 3 to 5 and 13F are named as styled for reading
 * (`xslF345X05/form4.xml`): the raw XML lies in the folder itself.
 *
 * @returns undefined for a name that would lead out of the filing's folder
 */
export function documentUrl(cik: string, accession: string, document: string): string | undefined {
  const name = document.replace(/^xsl[A-Za-z0-9_-]{1,40}\//, '');
  return /^[\w.() ~-]{1,200}$/.test(name) && !name.startsWith('.')
    ? `${filingUrl(cik, accession)}${encodeURIComponent(name)}`
    : undefined;
}

export function itemsOf(text: string | undefined): readonly string[] {
  return text?.match(/\b\d{1,2}\.\d{2}\b/g) ?? [];
}

/** Filings of one kind that something is done with; amendments bear `/A` and are named where meant. */
const formsOf = {
  /** Registrations by which shares can be sold for three years. */
  shelves: ['S-3', 'S-3ASR', 'F-3', 'F-3ASR'],
  /**
   * Prospectuses of a sale. 424B2 is left out (notes of banks), and so are 424B3 and 424B7 (mostly
   * resales of holders, whose money the company does not get).
   */
  prospectuses: ['424B1', '424B4', '424B5'],
  delistings: ['25', '25-NSE'],
  deregistrations: ['15-12B', '15-12G', '15-15D'],
  fundReports: ['13F-HR', '13F-HR/A', '13F-NT', '13F-NT/A'],
} as const;

/** The filings of a list that are of one kind, latest first as the list is. */
export function filedAs(kind: keyof typeof formsOf, filings: readonly Filing[]): readonly Filing[] {
  return filings.filter(({ form }) => isOf(kind, form));
}

/** Whether a form is of a kind. */
export function isOf(kind: keyof typeof formsOf, form: string): boolean {
  const forms: readonly string[] = formsOf[kind];
  return forms.includes(form);
}

/** What the header of a full submission says of the filing. */
export interface SubmissionHeader {
  /** `0001234567-25-000123` */
  readonly accession: string | undefined;
  /** `YYYY-MM-DD` */
  readonly filing_date: string | undefined;
}

/** Characters of a submission in which its header stands. */
const HEADER_LENGTH = 20_000;

/**
 * The header of a full submission, `.txt` (lines `ACCESSION NUMBER: …`) or `.nc` (tags
 * `<ACCESSION-NUMBER>…` without ends). A file of XML alone has none: its accession number is then
 * read from the file's name, with or without dashes, and its filing date is not known.
 */
export function submissionHeader(text: string, fileName: string): SubmissionHeader {
  const head = text.slice(0, HEADER_LENGTH);
  const accession = /ACCESSION[ -]NUMBER[:>]\s*(\d{10}-\d{2}-\d{6})/.exec(head)?.[1];
  const filed = /(?:FILED AS OF DATE:|<FILING-DATE>)\s*(\d{8})/.exec(head)?.[1];
  const [, filer, year, count] = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/.exec(fileName) ?? [];
  return {
    accession: accession ?? (filer ? `${filer}-${year}-${count}` : undefined),
    filing_date: dayFrom(filed, 'yyyyMMdd'),
  };
}

/** The folder of a filing on EDGAR. */
export function filingUrl(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/`;
}

import { dayFrom } from '../../sources/formats/untrusted.ts';

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

import { readOnce } from '../../sources/formats/table.ts';
import { cikAt, dayFrom, webPage } from '../../sources/formats/untrusted.ts';
import type { Reading } from './reading.ts';

/** A line of EDGAR's daily index by form. */
export interface IndexedFiling {
  readonly accession: string;
  readonly form: string;
  readonly filing_date: string;
  readonly cik: string;
  readonly name: string;
}

/**
 * Reads `daily-index/{year}/QTR{n}/form.{YYYYMMDD}.idx`, in the encoding ISO-8859-1. Lines are read
 * from the right (file name, date, CIK), because columns have moved and the header wraps since 2026;
 * a form and a name are parted by two blanks or more.
 */
export function readDailyIndex(text: string): Reading<readonly IndexedFiling[]> {
  const page = webPage(text);
  if (page) return { reason: page };
  if (isAccessDenied(text)) return { reason: 'stands for an index that does not exist' };
  const lines = text.split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{40,}\s*$/.test(line));
  if (rule < 0) return { reason: "is none of EDGAR's indexes by form" };
  const rows = lines.slice(rule + 1).map((line, at) => ({ line, where: `line ${rule + at + 2}` }));
  const filled = rows.filter(({ line }) => line.trim() !== '');
  const dayOf = readOnce((day) => dayFrom(day, 'yyyyMMdd'));
  const read = filled.map(({ line, where }) => ({ where, filing: filingOf(line, dayOf) }));
  return {
    value: read.flatMap(({ filing }) => filing ?? []),
    problems: read.flatMap(({ where, filing }) =>
      filing ? [] : [{ where, reason: 'is no line of the index' }],
    ),
  };
}

/** Whether a body is the storage's answer (403) for a file that does not exist: no day of filings. */
export function isAccessDenied(text: string): boolean {
  return /^\s*<\?xml[^>]{0,100}>\s*<Error><Code>AccessDenied</.test(text.slice(0, 500));
}

function filingOf(
  line: string,
  dayOf: (day: string) => string | undefined,
): IndexedFiling | undefined {
  const [, left = '', digits, day, accession] =
    /^(.{1,400}?)\s{1,100}(\d{1,10})\s{1,100}(\d{4}-?\d{2}-?\d{2})\s{1,100}edgar\/data\/\d{1,10}\/(\d{10}-\d{2}-\d{6})\.txt\s{0,100}$/.exec(
      line,
    ) ?? [];
  const [, form, name] = /^(\S(?:.{0,40}?\S)?)\s{2,}(\S.{0,300})$/.exec(left) ?? [];
  const cik = cikAt({ cik: digits }, 'cik');
  const filing_date = dayOf(day?.replaceAll('-', '') ?? '');
  return form && name && cik && accession && filing_date
    ? { accession, form, filing_date, cik, name: name.trim() }
    : undefined;
}

import { isOtherClass } from '../../domain/ownership/fund-filings.ts';
import { type Cells, readOnce } from '../../sources/formats/table.ts';
import { cikAt, numberAt, webPage } from '../../sources/formats/untrusted.ts';
import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';
import { linesOfSet, setDays } from './data-set.ts';
import { filingUrl } from './sec-submission.ts';

/**
 * Reports of all filers of 13F in a quarter (SEC form 13F data sets). The text is the extracted
 * SUBMISSION, COVERPAGE, SUMMARYPAGE and INFOTABLE, one after the other, each with its header, by
 * which it is known; INFOTABLE may be cut to the rows of some securities. No table was seen as a
 * file: their columns are those of the set's own metadata.
 *
 * A report is kept also where none of its rows is: an amendment that lists a share no more takes it
 * out, and a notice (13F-NT) says that others report what the filer holds. Rows and values stay as
 * reported, of shares alone: options, bonds, warrants and preferred stock are none.
 */
export const sec13fAll: Connector = {
  name: 'sec-13f-all',
  title: 'SEC: shares held by all filers of a quarter (form 13F data sets)',
  reads:
    'SUBMISSION.tsv, COVERPAGE.tsv, SUMMARYPAGE.tsv and INFOTABLE.tsv in one text, the last cut to rows of interest',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    const found = collector();
    const tables = tablesOf(found, text);
    const missing = Object.keys(tellingColumns).filter((name) => !tables.seen.has(name));
    if (tables.seen.size === 0) return refused('holds no tables of the 13F data sets');
    if (missing.length > 0) return refused(`lacks the table ${missing.join(' and ')}`);
    const dayOf = setDays();
    for (const submission of tables.submissions) addReport(found, submission, tables, dayOf);
    return found.parsed();
  },
};

/** Columns by which a table is known. */
const tellingColumns: Readonly<Record<string, string>> = {
  SUBMISSION: 'SUBMISSIONTYPE',
  COVERPAGE: 'FILINGMANAGER_NAME',
  SUMMARYPAGE: 'TABLEVALUETOTAL',
  INFOTABLE: 'SSHPRNAMT',
};

/** The tables of a set, by accession number but for the first. */
interface Tables {
  /** Names of the tables that are there, be they empty. */
  readonly seen: Set<string>;
  readonly submissions: Cells[];
  readonly covers: Map<string, Cells>;
  readonly summaries: Map<string, Cells>;
  readonly positions: Map<string, Positions>;
}

/** Rows of shares, a list a column. */
interface Positions {
  readonly cusip: string[];
  readonly value: number[];
  readonly shares: (number | null)[];
}

function tablesOf(found: Collector, text: string): Tables {
  const tables: Tables = {
    seen: new Set(),
    submissions: [],
    covers: new Map(),
    summaries: new Map(),
    positions: new Map(),
  };
  // One text a CUSIP, however many rows bear it.
  const cusipIn = readOnce(cusipOf);
  for (const { table, cells, isShort } of linesOfSet(text, tellingColumns)) {
    tables.seen.add(table);
    if (!cells) continue;
    const accession = cells('ACCESSION_NUMBER') ?? '';
    if (isShort) found.problem(accession, 'has a row with fewer cells than its header');
    else if (table === 'SUBMISSION') tables.submissions.push(cells);
    else if (table === 'COVERPAGE') tables.covers.set(accession, cells);
    else if (table === 'SUMMARYPAGE') tables.summaries.set(accession, cells);
    else if (isShares(cells)) {
      addPosition(found, tables.positions, {
        accession,
        cells,
        cusip: cusipIn(cells('CUSIP') ?? ''),
      });
    }
  }
  return tables;
}

/** Neither an option, nor bonds, nor a class that is no stock. */
function isShares(cells: Cells): boolean {
  const isPrincipal = cells('SSHPRNAMTTYPE')?.trim().toUpperCase() === 'PRN';
  const isOption = (cells('PUTCALL') ?? '').trim() !== '';
  return !isPrincipal && !isOption && !isOtherClass(cells('TITLEOFCLASS') ?? '');
}

function addPosition(
  found: Collector,
  positions: Map<string, Positions>,
  { accession, cells, cusip }: { accession: string; cells: Cells; cusip: string | undefined },
): void {
  const value = numberAt(cells('VALUE'));
  if (cusip === undefined || value === undefined) {
    found.problem(accession, `has a row without ${cusip === undefined ? 'CUSIP' : 'value'}`);
    return;
  }
  const own = positions.get(accession) ?? { cusip: [], value: [], shares: [] };
  if (own.cusip.length === 0) positions.set(accession, own);
  own.cusip.push(cusip);
  own.value.push(value);
  own.shares.push(numberAt(cells('SSHPRNAMT')) ?? null);
}

/** Nine characters: leading zeros that a spreadsheet dropped are put back. */
export function cusipOf(text: string): string | undefined {
  const cusip = text.trim().toUpperCase();
  return cusip === '' ? undefined : cusip.padStart(9, '0');
}

function addReport(
  found: Collector,
  submission: Cells,
  { covers, summaries, positions }: Tables,
  dayOf: (text: string) => string | undefined,
): void {
  const accession = submission('ACCESSION_NUMBER') ?? '';
  const form = submission('SUBMISSIONTYPE')?.trim() ?? '';
  if (!/^13F-(?:HR|NT)(?:\/A)?$/.test(form)) return;
  const cik = cikAt({ cik: submission('CIK') }, 'cik');
  const report_date = dayOf(submission('PERIODOFREPORT') ?? '');
  const filing_date = dayOf(submission('FILING_DATE') ?? '');
  if (report_date && filing_date && report_date >= filing_date) {
    found.problem(accession, `reports on ${report_date}, which was to come when it was filed`);
    return;
  }
  found.add('holdings_reports', accession, {
    accession,
    cik,
    fund_name: covers.get(accession)?.('FILINGMANAGER_NAME'),
    report_date,
    filing_date,
    form,
    amendment_type: covers.get(accession)?.('AMENDMENTTYPE')?.trim(),
    positions: positions.get(accession) ?? { cusip: [], value: [], shares: [] },
    table_value_total: numberAt(summaries.get(accession)?.('TABLEVALUETOTAL')),
    source_url: cik && filingUrl(cik, accession),
  });
}

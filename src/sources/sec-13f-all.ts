import { isOtherClass } from '../domain/ownership/fund-filings.ts';
import { type LinkedFiles, linesOfSet, linkedFiles, pageRequest, setDays } from './data-sets.ts';
import { type Cells, readOnce } from './formats/table.ts';
import { cikAt, numberAt, webPage } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { filingUrl } from './sec-filings.ts';
import { fromParsed, type Sieve, type SyncSource, type ZipBounds } from './source.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = `\\d{2}(?:${MONTHS.join('|')})\\d{4}`;

const sets: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets',
  // `2023q4_form13f.zip`, since 2024 `01mar2024-31may2024_form13f.zip`: when reports were filed.
  file: new RegExp(
    `^https://www\\.sec\\.gov/files/[\\w/-]{1,200}/(\\d{4}q[1-4]|${day}-${day})_form13f(?:_\\d)?\\.zip$`,
    'i',
  ),
  expects: 'zip',
  periodOf: lastDayOf,
  // After all else that names CUSIPs.
  lane: 'slow',
};
/** Sets that are read: a change of holdings takes two quarters. */
const QUARTERS = 2;
/** Our choice: with fewer CUSIPs, a company, a set would be cut to too little, and is read once. */
const MIN_CUSIPS = 0.8;

const MEBIBYTE = 1024 ** 2;
/** Sets have 100 to 160 MB, three million rows and some 500 MB unpacked. */
const BOUNDS: ZipBounds = {
  MAX_PACKED: 320 * MEBIBYTE,
  MAX_MEMBERS: 100,
  MAX_UNPACKED: 1_536 * MEBIBYTE,
  MAX_LINE: MEBIBYTE,
  MAX_KEPT: 64 * MEBIBYTE,
};

/** The shares of companies that belong, as all filers of 13F hold them. */
export const sec13fAll: SyncSource = {
  name: 'sec-13f-all',
  title: 'SEC: shares held by all filers of 13F (form 13F data sets)',
  fills: ['holdings_reports'],
  host: sec,
  schedule: '15 2 * * 6',
  zone: 'America/New_York',
  promise: 100 * 24 * 3_600_000,
  onlyNamed: 'two sets of 100 MB and more, and a refresh that takes longer',
  unseen: 'the page and a zip: the columns of its tables are those of the set’s own metadata',
  needsCompanies: true,
  firstFill: () => ({ requests: 1 + QUARTERS, bytes: QUARTERS * 130_000_000 }),
  plan: ({ now }) => [pageRequest(sets, now)],
  sieve: ({ cusips }) => sieveOf(cusips()),
  read({ text, request }, { companies: { universe }, cusips }) {
    if (request.address !== sets.page)
      return fromParsed(sec13fAllConnector.parse(text, request.address));
    const known = cusips().size;
    if (known < MIN_CUSIPS * universe.length) {
      const failed = `comes too early: of ${universe.length} companies ${known} CUSIPs are known, which sec-fails and sec-13f-list bring`;
      return { failed };
    }
    return linkedFiles(text, request, sets, { newest: QUARTERS });
  },
};

/** `2023-12-31` of `2023q4`, `2026-05-31` of `01mar2026-31may2026`. */
function lastDayOf(named: string): string {
  const [, year, quarter] = /^(\d{4})q([1-4])$/i.exec(named) ?? [];
  if (year && quarter)
    return `${year}-${['03-31', '06-30', '09-30', '12-31'][Number(quarter) - 1]}`;
  const last = named.slice(-9).toLowerCase();
  const month = String(MONTHS.indexOf(last.slice(2, 5)) + 1).padStart(2, '0');
  return `${last.slice(5)}-${month}-${last.slice(0, 2)}`;
}

/** What is read of the tables, in the order in which they are unpacked. */
const columns: Readonly<Record<string, readonly string[]>> = {
  SUBMISSION: ['FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
  COVERPAGE: ['AMENDMENTTYPE', 'FILINGMANAGER_NAME'],
  SUMMARYPAGE: ['TABLEVALUETOTAL'],
  INFOTABLE: ['TITLEOFCLASS', 'CUSIP', 'VALUE', 'SSHPRNAMT', 'SSHPRNAMTTYPE', 'PUTCALL'],
};

/** All reports, and of their holdings the rows of some CUSIPs. */
function sieveOf(cusips: ReadonlySet<string>): Sieve {
  return {
    members: Object.keys(columns).map((table) => new RegExp(`(?:^|/)${table}\\.tsv$`, 'i')),
    separator: '\t',
    columns: ['ACCESSION_NUMBER', ...Object.values(columns).flat()],
    bounds: BOUNDS,
    keeps(header, member) {
      if (!/INFOTABLE/i.test(member)) return () => true;
      const cusip = header.indexOf('CUSIP');
      return (cells) => cusips.has(cusipOf(cells[cusip] ?? '') ?? '');
    },
  };
}

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
export const sec13fAllConnector: Connector = {
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
function cusipOf(text: string): string | undefined {
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

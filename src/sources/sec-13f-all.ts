import { isOtherClass } from '../domain/ownership/fund-filings.ts';
import { filingUrl } from '../domain/public-pages.ts';
import { type LinkedFiles, linesOfSet, linkedFiles, pageRequest, setDays } from './data-sets.ts';
import { type Cells, readOnce } from './formats/table.ts';
import { cikAt, numberAt } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { type Collector, collector, dataConnector, refused } from './parsed.ts';
import { quarterEnd } from './periods.ts';
import { periodProblem } from './sec-13f.ts';
import { fromParsed, type Sieve, type SyncSource, type ZipBounds } from './source.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = `\\d{2}(?:${MONTHS.join('|')})\\d{4}`;

const sets: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets',
  // Matches `2023q4_form13f.zip`. Since 2024, the names contain the period of filing instead of the
  // quarter: `01mar2024-31may2024_form13f.zip`.
  file: new RegExp(
    `^https://www\\.sec\\.gov/files/[\\w/-]{1,200}/(\\d{4}q[1-4]|${day}-${day})_form13f(?:_\\d)?\\.zip$`,
    'i',
  ),
  expects: 'zip',
  periodOf: lastDayOf,
  // The requests have the lowest priority, so that all sources of CUSIPs are requested first.
  lane: 'slow',
};
/** Number of data sets to read. Two quarters are needed to compute a change of holdings. */
const QUARTERS = 2;
/**
 * Our choice: the data sets are requested only after at least this many CUSIPs per company are
 * known. A data set is read only once, and rows with a CUSIP that is still unknown are lost.
 */
const MIN_CUSIPS = 0.8;

const MEBIBYTE = 1024 ** 2;
/** The zip file of a data set is 100 to 160 MB in size. Its unpacked files are about 500 MB. */
const BOUNDS: ZipBounds = {
  MAX_PACKED: 320 * MEBIBYTE,
  MAX_MEMBERS: 100,
  MAX_UNPACKED: 1_536 * MEBIBYTE,
  MAX_LINE: MEBIBYTE,
  MAX_KEPT: 64 * MEBIBYTE,
};

/** Holdings of all 13F filers in the shares of synced companies. */
export const sec13fAll: SyncSource = {
  name: 'sec-13f-all',
  title: 'SEC: shares held by all 13F filers (form 13F data sets)',
  fills: ['holdings_reports'],
  host: sec,
  schedule: '15 2 * * 6',
  maxAgeMs: 100 * 24 * 3_600_000,
  optIn: 'this source loads two data sets of 100 MB or more each and makes refreshes slower',
  unverified:
    'the page that links to the zip files, and the zip files. The table columns come from the published metadata',
  needsCompanies: true,
  firstFill: () => ({ requests: 1 + QUARTERS, bytes: QUARTERS * 130_000_000 }),
  plan: ({ now }) => [pageRequest(sets, now)],
  sieve: ({ cusips }) => sieveOf(cusips()),
  read({ text, request }, { companies: { universe }, cusips }) {
    if (request.address !== sets.page)
      return fromParsed(sec13fAllConnector.parse(text, request.address));
    const known = cusips().size;
    if (known < MIN_CUSIPS * universe.length) {
      const failed = `cannot be used yet: ${known} CUSIPs are known for ${universe.length} companies; sec-fails and sec-13f-list provide CUSIPs`;
      return { failed };
    }
    return linkedFiles(text, request, sets, { newest: QUARTERS });
  },
};

/**
 * Returns the last day of a period: `2023-12-31` for `2023q4`, `2026-05-31` for
 * `01mar2026-31may2026`.
 */
function lastDayOf(named: string): string {
  const [, year, quarter] = /^(\d{4})q([1-4])$/i.exec(named) ?? [];
  if (year && quarter) return quarterEnd(year, quarter);
  const last = named.slice(-9).toLowerCase();
  const month = String(MONTHS.indexOf(last.slice(2, 5)) + 1).padStart(2, '0');
  return `${last.slice(5)}-${month}-${last.slice(0, 2)}`;
}

/** The columns to read from each table. Tables are read in this order. */
const columns: Readonly<Record<string, readonly string[]>> = {
  SUBMISSION: ['FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
  COVERPAGE: ['AMENDMENTTYPE', 'FILINGMANAGER_NAME'],
  SUMMARYPAGE: ['TABLEVALUETOTAL'],
  INFOTABLE: ['TITLEOFCLASS', 'CUSIP', 'VALUE', 'SSHPRNAMT', 'SSHPRNAMTTYPE', 'PUTCALL'],
};

/**
 * Selects the holdings (rows of INFOTABLE) that have one of the given CUSIPs. All rows of the other
 * tables are selected, because they describe the reports.
 */
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
 * Reads reports of all 13F filers in a quarter (SEC Form 13F data sets). The text contains the
 * extracted tables SUBMISSION, COVERPAGE, SUMMARYPAGE and INFOTABLE, each with its header. The
 * columns follow the published metadata and were not verified with a file. A report without rows is
 * kept, because it may be an amendment that removes the positions of an earlier report. Only rows
 * of shares are read. Rows of options, bonds, warrants and preferred stock are skipped.
 */
export const sec13fAllConnector = dataConnector({
  name: 'sec-13f-all',
  title: 'SEC: shares held by all 13F filers of a quarter (form 13F data sets)',
  reads:
    'SUBMISSION.tsv, COVERPAGE.tsv, SUMMARYPAGE.tsv and INFOTABLE.tsv in one text; INFOTABLE may contain only some rows',
  parse(text) {
    const facts = collector();
    const tables = tablesOf(facts, text);
    const missing = Object.keys(identifyingColumns).filter((name) => !tables.seen.has(name));
    if (tables.seen.size === 0) return refused('has no tables of the 13F data sets');
    if (missing.length > 0) return refused(`lacks the table ${missing.join(' and ')}`);
    const dayOf = setDays();
    for (const submission of tables.submissions) addReport(facts, submission, tables, dayOf);
    return facts.parsed();
  },
});

/** For each table, a column that only this table has. */
const identifyingColumns: Readonly<Record<string, string>> = {
  SUBMISSION: 'SUBMISSIONTYPE',
  COVERPAGE: 'FILINGMANAGER_NAME',
  SUMMARYPAGE: 'TABLEVALUETOTAL',
  INFOTABLE: 'SSHPRNAMT',
};

/** The rows of shares, stored by column. */
interface Positions {
  readonly cusip: string[];
  readonly value: number[];
  readonly shares: (number | null)[];
}

type Tables = ReturnType<typeof tablesOf>;

/**
 * Reads the tables of a data set. `submissions` is a list. The other tables are maps by accession
 * number.
 */
function tablesOf(facts: Collector, text: string) {
  const tables = {
    /** Names of the tables in the text, including empty tables. */
    seen: new Set<string>(),
    submissions: [] as Cells[],
    covers: new Map<string, Cells>(),
    summaries: new Map<string, Cells>(),
    positions: new Map<string, Positions>(),
  };
  // All rows with the same CUSIP share one string object, which saves memory.
  const cusipIn = readOnce(cusipOf);
  for (const { table, cells, isShort } of linesOfSet(text, identifyingColumns)) {
    tables.seen.add(table);
    if (!cells) continue;
    const accession = cells('ACCESSION_NUMBER') ?? '';
    if (isShort) facts.problem(accession, 'has a row with fewer cells than its header');
    else if (table === 'SUBMISSION') tables.submissions.push(cells);
    else if (table === 'COVERPAGE') tables.covers.set(accession, cells);
    else if (table === 'SUMMARYPAGE') tables.summaries.set(accession, cells);
    else if (isShares(cells)) {
      addPosition(facts, tables.positions, {
        accession,
        cells,
        cusip: cusipIn(cells('CUSIP') ?? ''),
      });
    }
  }
  return tables;
}

/** Whether a row is a holding of common stock. Options, bonds and other classes are not. */
function isShares(cells: Cells): boolean {
  const isPrincipal = cells('SSHPRNAMTTYPE')?.trim().toUpperCase() === 'PRN';
  const isOption = (cells('PUTCALL') ?? '').trim() !== '';
  return !isPrincipal && !isOption && !isOtherClass(cells('TITLEOFCLASS') ?? '');
}

function addPosition(
  facts: Collector,
  positions: Map<string, Positions>,
  { accession, cells, cusip }: { accession: string; cells: Cells; cusip: string | undefined },
): void {
  const value = numberAt(cells('VALUE'));
  if (cusip === undefined || value === undefined) {
    facts.problem(accession, `has a row without ${cusip === undefined ? 'CUSIP' : 'value'}`);
    return;
  }
  const own = positions.get(accession) ?? { cusip: [], value: [], shares: [] };
  if (own.cusip.length === 0) positions.set(accession, own);
  own.cusip.push(cusip);
  own.value.push(value);
  own.shares.push(numberAt(cells('SSHPRNAMT')) ?? null);
}

/** Returns a CUSIP with nine characters. A spreadsheet may have removed its leading zeros. */
function cusipOf(text: string): string | undefined {
  const cusip = text.trim().toUpperCase();
  return cusip === '' ? undefined : cusip.padStart(9, '0');
}

function addReport(
  facts: Collector,
  submission: Cells,
  { covers, summaries, positions }: Tables,
  dayOf: (text: string) => string | undefined,
): void {
  const accession = submission('ACCESSION_NUMBER') ?? '';
  const form = submission('SUBMISSIONTYPE')?.trim() ?? '';
  if (!/^13F-(?:HR|NT)(?:\/A)?$/.test(form)) return;
  const cik = cikAt(submission('CIK'));
  const report_date = dayOf(submission('PERIODOFREPORT') ?? '');
  const filing_date = dayOf(submission('FILING_DATE') ?? '');
  const wrong = periodProblem(report_date, filing_date);
  if (wrong) {
    facts.problem(accession, wrong);
    return;
  }
  facts.add('holdings_reports', accession, {
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

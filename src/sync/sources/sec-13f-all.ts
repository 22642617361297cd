import { sec13fAll as connector, cusipOf } from '../../ingest/connectors/sec-13f-all.ts';
import type { Sieve, ZipBounds } from '../../ingest/sync/unzip.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from '../../sources/data-sets.ts';
import { sec } from '../../sources/hosts.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

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
  sieve: ({ cusips }) => tablesOf(cusips()),
  read({ text, request }, { companies: { universe }, cusips }) {
    if (request.address !== sets.page) return fromParsed(connector.parse(text, request.address));
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
function tablesOf(cusips: ReadonlySet<string>): Sieve {
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

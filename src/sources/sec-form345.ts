import { bareCik } from '../domain/companies/cik.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Companies } from './company-notes.ts';
import { type LinkedFiles, linesOfSet, linkedFiles, pageRequest, setDays } from './data-sets.ts';
import type { Cells } from './formats/table.ts';
import { cikAt, numberAt } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { type Collector, collector, dataConnector, refused } from './parsed.ts';
import { quarterName } from './periods.ts';
import { addTransactions } from './sec-form4.ts';
import { fromParsed, type Sieve, type SyncSource } from './source.ts';

const sets: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/insider-transactions-data-sets',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/(\d{4}q[1-4])_form345(?:_\d)?\.zip$/,
  expects: 'zip',
};

/** Insider trades of past quarters. Newer filings are read one by one by the source `sec-form4`. */
export const secForm345: SyncSource = {
  name: 'sec-form345',
  title: 'SEC: insider transactions of past quarters (forms 3, 4, 5 data sets)',
  fills: ['insider_transactions'],
  host: sec,
  schedule: '30 1 * * 6',
  maxAgeMs: 9 * 24 * 3_600_000,
  unverified:
    'the page that links to the zip files, the zip files, and the columns of two tables. The columns come from the published metadata',
  needsCompanies: true,
  firstFill: (_, months) => {
    const quarters = Math.ceil(months / 3);
    return { requests: 1 + quarters, bytes: quarters * 12_000_000 };
  },
  plan: ({ now }) => [pageRequest(sets, now)],
  sieve: ({ companies }) => sieveOf(companies),
  read({ text, request }, { since }) {
    if (request.address !== sets.page)
      return fromParsed(secForm345Connector.parse(text, request.address));
    return linkedFiles(text, request, sets, { from: quarterName(since) });
  },
};

/**
 * Selects the rows of synced companies. The table SUBMISSION is read first, because it gives the
 * accession numbers of these companies. The rows of the other tables are selected by accession
 * number.
 */
function sieveOf({ universe }: Companies): Sieve {
  const ciks = new Set(universe.map(({ cik }) => cik));
  const accessions = new Set<string | undefined>();
  return {
    members: ['SUBMISSION', 'REPORTINGOWNER', 'NONDERIV_TRANS', 'DERIV_TRANS', 'FOOTNOTES'].map(
      (table) => new RegExp(`(?:^|/)${table}\\.tsv$`, 'i'),
    ),
    separator: '\t',
    keeps(header, member) {
      const [accession, issuer] = ['ACCESSION_NUMBER', 'ISSUERCIK'].map((one) =>
        header.indexOf(one),
      );
      if (!/SUBMISSION/i.test(member)) return (cells) => accessions.has(cells[accession!]);
      return (cells) => {
        const isOurs = ciks.has(bareCik(cells[issuer!]));
        if (isOurs) accessions.add(cells[accession!]);
        return isOurs;
      };
    },
  };
}

/**
 * Reads insider transactions of a quarter (SEC insider transactions data sets). The text contains
 * the extracted tables SUBMISSION, REPORTINGOWNER and NONDERIV_TRANS, each with its header. It may
 * also contain DERIV_TRANS and FOOTNOTES. The records are the same as those that `sec-form4` reads
 * from the XML of a filing. Our choice: the transactions of a filing are in the order of their
 * sequence numbers in the set. The columns of REPORTINGOWNER and NONDERIV_TRANS follow the
 * published metadata and were not verified with files.
 */
export const secForm345Connector = dataConnector({
  name: 'sec-form345',
  title: 'SEC: insider transactions of a quarter (forms 3, 4, 5 data sets)',
  reads:
    'SUBMISSION.tsv, REPORTINGOWNER.tsv, NONDERIV_TRANS.tsv, DERIV_TRANS.tsv and FOOTNOTES.tsv in one text',
  parse(text) {
    const facts = collector();
    const tables = tablesOf(facts, text);
    const missing = ['SUBMISSION', 'REPORTINGOWNER', 'NONDERIV_TRANS'].filter(
      (name) => !tables.has(name),
    );
    if (missing.length === 3) return refused('has no tables of the insider data sets');
    if (missing.length > 0) return refused(`lacks the table ${missing.join(' and ')}`);
    const dayOf = setDays();
    const [trades, derivatives] = ['NONDERIV_TRANS', 'DERIV_TRANS'].map((name) =>
      byAccession(tables.get(name)?.toSorted((a, b) => keyOf(a, name) - keyOf(b, name))),
    );
    const owners = byAccession(tables.get('REPORTINGOWNER'));
    const notes = byAccession(tables.get('FOOTNOTES'));
    for (const submission of tables.get('SUBMISSION') ?? []) {
      const accession = submission('ACCESSION_NUMBER') ?? '';
      if (!/^[45](?:\/A)?$/.test(submission('DOCUMENT_TYPE') ?? '')) continue;
      addFiling(facts, submission, {
        trades: trades!.get(accession) ?? [],
        derivatives: derivatives!.get(accession) ?? [],
        owners: owners.get(accession) ?? [],
        notes: notes.get(accession) ?? [],
        dayOf,
      });
    }
    return facts.parsed();
  },
});

/** For each table, a column that only this table has. */
const identifyingColumns: Readonly<Record<string, string>> = {
  SUBMISSION: 'ISSUERCIK',
  REPORTINGOWNER: 'RPTOWNERCIK',
  NONDERIV_TRANS: 'NONDERIV_TRANS_SK',
  DERIV_TRANS: 'DERIV_TRANS_SK',
  FOOTNOTES: 'FOOTNOTE_TXT',
};

/**
 * Returns the rows of the tables in `identifyingColumns`. Other tables, such as those of holdings,
 * are skipped.
 */
function tablesOf(facts: Collector, text: string): ReadonlyMap<string, readonly Cells[]> {
  const tables = new Map<string, Cells[]>();
  for (const { table, cells, isShort } of linesOfSet(text, identifyingColumns)) {
    if (!cells) tables.set(table, []);
    else if (!isShort) tables.get(table)!.push(cells);
    else {
      const where = cells('ACCESSION_NUMBER') ?? 'file';
      facts.problem(where, 'has a row with fewer cells than its header');
    }
  }
  return tables;
}

function keyOf(row: Cells, table: string): number {
  return Number(row(`${table}_SK`));
}

function byAccession(rows: readonly Cells[] = []): ReadonlyMap<string, readonly Cells[]> {
  return groupBy(rows, (row) => row('ACCESSION_NUMBER') ?? '');
}

interface Parts {
  readonly trades: readonly Cells[];
  readonly derivatives: readonly Cells[];
  readonly owners: readonly Cells[];
  readonly notes: readonly Cells[];
  readonly dayOf: (text: string) => string | undefined;
}

function addFiling(
  facts: Collector,
  submission: Cells,
  { trades, derivatives, owners, notes, dayOf }: Parts,
): void {
  const accession = submission('ACCESSION_NUMBER') ?? '';
  const filing = {
    symbol: submission('ISSUERTRADINGSYMBOL'),
    box: submission('AFF10B5ONE'),
    fields: {
      cik: cikAt(submission('ISSUERCIK')),
      accession,
      filing_date: dayOf(submission('FILING_DATE') ?? ''),
      is_amendment: submission('DOCUMENT_TYPE')?.endsWith('/A') ?? false,
      form: submission('DOCUMENT_TYPE')?.startsWith('5') ? '5' : undefined,
      ...ownersOf(owners),
    },
    trades: [
      ...trades.map((trade) => tradeOf(trade, dayOf)),
      ...derivatives.map((trade) => derivativeOf(trade, dayOf)),
    ],
    notes: [...trades, ...derivatives].map((trade) => notesOf(trade, notes)),
  };
  addTransactions(facts, filing, `${accession} transaction`);
}

function tradeOf(trade: Cells, dayOf: Parts['dayOf']) {
  return {
    security_title: trade('SECURITY_TITLE'),
    transaction_code: trade('TRANS_CODE'),
    transaction_date: dayOf(trade('TRANS_DATE') ?? ''),
    shares: numberAt(trade('TRANS_SHARES')),
    price_usd: numberAt(trade('TRANS_PRICEPERSHARE')),
    acquired_disposed: trade('TRANS_ACQUIRED_DISP_CD'),
    shares_owned_after: numberAt(trade('SHRS_OWND_FOLWNG_TRANS')),
    direct_indirect: trade('DIRECT_INDIRECT_OWNERSHIP'),
    ownership_nature: trade('NATURE_OF_OWNERSHIP'),
  };
}

/**
 * Reads the owners. The roles of an owner are in one text, such as `Director,Officer` or
 * `TenPercentOwner`.
 */
function ownersOf(owners: readonly Cells[]) {
  const roles = new Set(
    owners.flatMap((owner) =>
      (owner('RPTOWNER_RELATIONSHIP') ?? '').split(',').map((role) => role.trim().toLowerCase()),
    ),
  );
  return {
    owner_name: owners[0]?.('RPTOWNERNAME'),
    owner_cik: cikAt(owners[0]?.('RPTOWNERCIK')),
    officer_title: owners.map((owner) => owner('RPTOWNER_TITLE')).find((title) => title),
    is_director: roles.has('director'),
    is_officer: roles.has('officer'),
    is_ten_percent_owner: roles.has('tenpercentowner'),
  };
}

function derivativeOf(trade: Cells, dayOf: Parts['dayOf']) {
  return {
    ...tradeOf(trade, dayOf),
    is_derivative: true,
    exercise_price_usd: numberAt(trade('CONV_EXERCISE_PRICE')),
    expiration_date: dayOf(trade('EXPIRATION_DATE') ?? ''),
  };
}

/** The columns that may have footnotes. */
const NOTED =
  `SECURITY_TITLE CONV_EXERCISE_PRICE TRANS_DATE DEEMED_EXECUTION_DATE EQUITY_SWAP_INVOLVED
  EQUITY_SWAP_TRANS_CD TRANS_TIMELINESS TRANS_SHARES TRANS_TOTAL_VALUE TRANS_PRICEPERSHARE
  TRANS_ACQUIRED_DISP_CD EXCERCISE_DATE EXPIRATION_DATE UNDLYNG_SEC_TITLE UNDLYNG_SEC_SHARES
  SHRS_OWND_FOLWNG_TRANS VALU_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP
  NATURE_OF_OWNERSHIP`.split(/\s+/);

/** Returns the footnotes of a transaction. */
function notesOf(trade: Cells, notes: readonly Cells[]): readonly string[] {
  const ids = NOTED.map((column) => trade(`${column}_FN`) ?? '')
    .join(',')
    .split(/[\s,]+/);
  return notes.flatMap((note) =>
    ids.includes(note('FOOTNOTE_ID') ?? '-') ? (note('FOOTNOTE_TXT') ?? '') : [],
  );
}

import { bareCik } from '../../domain/companies/cik.ts';
import { secForm345 as connector } from '../../ingest/connectors/sec-form345.ts';
import type { Companies } from '../../ingest/sync/known-companies.ts';
import type { Sieve } from '../../ingest/sync/unzip.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from '../../sources/data-sets.ts';
import { sec } from '../../sources/hosts.ts';
import { quarterName } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

const sets: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/insider-transactions-data-sets',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/(\d{4}q[1-4])_form345(?:_\d)?\.zip$/,
  expects: 'zip',
};

/** Insiders' trades by quarter. What was filed since the last quarter comes by single forms. */
export const secForm345: SyncSource = {
  name: 'sec-form345',
  title: 'SEC: insider transactions of past quarters (forms 3, 4, 5 data sets)',
  fills: ['insider_transactions'],
  host: sec,
  schedule: '30 1 * * 6',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  unseen:
    'the page, a zip, and two of its tables: their columns are those of the set’s own metadata',
  needsCompanies: true,
  firstFill: (_, months) => {
    const quarters = Math.ceil(months / 3);
    return { requests: 1 + quarters, bytes: quarters * 12_000_000 };
  },
  plan: ({ now }) => [pageRequest(sets, now)],
  sieve: ({ companies }) => tablesOf(companies),
  read({ text, request }, { since }) {
    if (request.address !== sets.page) return fromParsed(connector.parse(text, request.address));
    return linkedFiles(text, request, sets, { from: quarterName(since) });
  },
};

/** The rows of the companies that belong: the table of submissions tells whose an accession is. */
function tablesOf({ universe }: Companies): Sieve {
  const ciks = new Set(universe.map(({ cik }) => cik));
  const accessions = new Set<string | undefined>();
  return {
    members: ['SUBMISSION', 'REPORTINGOWNER', 'NONDERIV_TRANS', 'FOOTNOTES'].map(
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

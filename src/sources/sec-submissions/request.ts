import { sec } from '../hosts.ts';
import { quarterOf, weekOf } from '../periods.ts';
import { factsRequest } from '../sec-companyfacts.ts';
import type { Filing } from '../sec-filings.ts';
import { offeringRequests } from '../sec-offerings.ts';
import { fromParsed, type SyncRequest, type SyncSource } from '../source.ts';
import { delistedOn, readSubmissions, type Submissions, secSubmissionsConnector } from './read.ts';

/** Weeks begin on Sunday, when the lists are renewed. */
const DAY = 24 * 3_600_000;

/** What the SEC knows of each company, and its list of filings, from which others are asked. */
export const secSubmissions: SyncSource = {
  name: 'sec-submissions',
  title: 'SEC: companies and their lists of filings',
  fills: ['companies', 'offerings', 'filing_events'],
  host: sec,
  schedule: '0 2 * * 0',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  byCompany: true,
  aboutOneCompany: true,
  firstFill: (companies) => ({ requests: companies, bytes: companies * 28_000 }),
  plan: ({ companies, now }) =>
    companies.universe.map(({ cik, rank }) => submissionsRequest(cik, rank, weekOf(now + DAY))),
  read({ text, request }, { companies, now, since }) {
    const read = readSubmissions(text);
    if ('reason' in read) return { failed: read.reason };
    const { value } = read;
    const { batches, problems } = fromParsed(secSubmissionsConnector.parse(text, request.address));
    return {
      // Companies are written as the universe has them: one a CIK.
      batches: batches?.filter(({ kind }) => kind !== 'companies') ?? [],
      problems: problems ?? [],
      companies: [noteOf(value)],
      requests: companies.universe.some(({ cik }) => cik === value.cik)
        ? followUps(value, request.rank, now, since)
        : [],
    };
  },
};

/** The list of filings of a company. */
export function submissionsRequest(cik: string, rank: number, version: string): SyncRequest {
  const address = `https://data.sec.gov/submissions/CIK${cik.padStart(10, '0')}.json`;
  return { address, expects: 'json', lane: 'companies', rank, subject: cik, version };
}

function noteOf(value: Submissions) {
  return {
    cik: value.cik,
    delistedOn: (value.listings.length === 0 && delistedOn(value.filings)) || '',
    // A company of which the SEC states no code is none of those that belong by it.
    sic: value.sic ?? 'none',
    sicDescription: value.sic_description,
    country: value.country,
    website: value.website,
    formerNames: value.former_names,
  };
}

const reports = new Set([
  '10-K',
  '10-K/A',
  '10-KT',
  '10-Q',
  '10-Q/A',
  '20-F',
  '20-F/A',
  '40-F',
  '6-K',
]);
const insiderForms = new Set(['4', '4/A', '5', '5/A']);

/**
 * What the list of filings leads to: the figures of its newest report, sales and shelves since the
 * first day of the fill, and the insiders' forms since the quarter before this one (of earlier ones
 * the SEC publishes sets by quarter).
 */
function followUps(
  { cik, filings }: Submissions,
  rank: number,
  now: number,
  start: string,
): SyncRequest[] {
  const report = filings.find(({ form, report_date }) => reports.has(form) && report_date);
  const since = quarterOf(now, 1);
  const insiders = filings.filter(
    ({ form, filing_date }) => insiderForms.has(form) && filing_date >= since,
  );
  return [
    ...(report ? [factsRequest(cik, rank, report, now)] : []),
    ...insiders.map((filing) => insiderRequest(cik, rank, filing)),
    ...offeringRequests(cik, rank, filings, start),
  ];
}

/** The whole submission says when it was filed; the form alone does not. */
function insiderRequest(cik: string, rank: number, filing: Filing): SyncRequest {
  return {
    source: 'sec-form4',
    address: filing.submission_url,
    expects: 'text',
    lane: 'history',
    rank,
    subject: cik,
    about: { filed: filing.filing_date },
    version: filing.accession,
  };
}

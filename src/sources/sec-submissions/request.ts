import { sec } from '../hosts.ts';
import { quarterOf, weekOf } from '../periods.ts';
import { scheduleRequests } from '../sec-13dg.ts';
import { factsRequest } from '../sec-companyfacts.ts';
import { coverRequests } from '../sec-covers.ts';
import { filingRequest } from '../sec-filings.ts';
import { offeringRequests } from '../sec-offerings.ts';
import { fromParsed, type SyncRequest, type SyncSource } from '../source.ts';
import { delistedOn, readSubmissions, type Submissions, secSubmissionsConnector } from './read.ts';

const DAY = 24 * 3_600_000;

/**
 * Requests the SEC's data on each company, including its list of filings. Other sources request the
 * filings themselves.
 */
export const secSubmissions: SyncSource = {
  name: 'sec-submissions',
  title: 'SEC: companies and their lists of filings',
  fills: ['companies', 'offerings', 'filing_events'],
  host: sec,
  schedule: '0 2 * * 0',
  maxAgeMs: 9 * 24 * 3_600_000,
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
      batches: batches?.filter(({ kind }) => kind !== 'companies') ?? [],
      problems: problems ?? [],
      companies: [noteOf(value)],
      requests: companies.universe.some(({ cik }) => cik === value.cik)
        ? followUps(value, request.rank, now, since)
        : [],
    };
  },
};

/** Returns a request for the list of filings of a company. */
export function submissionsRequest(cik: string, rank: number, version: string): SyncRequest {
  const address = `https://data.sec.gov/submissions/CIK${cik.padStart(10, '0')}.json`;
  return { address, expects: 'json', lane: 'companies', rank, subject: cik, version };
}

function noteOf(value: Submissions) {
  return {
    cik: value.cik,
    delistedOn: (value.listings.length === 0 && delistedOn(value.filings)) || '',
    // The text `none` means that the company has no SIC code. An undefined code would mean that the
    // code is not known yet.
    sic: value.sic ?? 'none',
    sicDescription: value.sic_description,
    country: value.country,
    website: value.website,
    fiscalYearEnd: value.fiscal_year_end,
    stateOfIncorporation: value.state_of_incorporation,
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
 * Returns the requests that follow from a list of filings. They are for:
 * - the figures of the newest report;
 * - the cover of the newest annual report;
 * - prospectuses, shelf registrations and stakes since `start`, the first day of the history;
 * - insider forms since the start of the previous quarter. The SEC publishes earlier insider forms
 *   as quarterly data sets.
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
    // The full submission is requested, because the XML of the form lacks the filing date.
    ...insiders.map((filing) =>
      filingRequest(
        filing,
        { cik, rank },
        { source: 'sec-form4', address: filing.submission_url, expects: 'text' },
      ),
    ),
    ...coverRequests(cik, rank, filings),
    ...offeringRequests(cik, rank, filings, start),
    ...scheduleRequests(cik, rank, filings, start),
  ];
}

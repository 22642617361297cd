import { dayAt } from '../../base/clock.ts';
import { secCompanyfacts as connector } from '../../ingest/connectors/sec-companyfacts.ts';
import { sec } from '../../sources/hosts.ts';
import type { Filing } from '../../sources/sec-filings.ts';
import { fromParsed, type SyncRequest, type SyncSource } from '../../sources/source.ts';

const MINUTE = 60_000;
/** Years of figures that are kept. */
const KEPT_YEARS = 6;
const YEAR = 366 * 24 * 60 * MINUTE;

/** Figures of each company, asked for when its list of filings shows a new report. */
export const secCompanyfacts: SyncSource = {
  name: 'sec-companyfacts',
  title: 'SEC: company facts (XBRL)',
  fills: ['financial_facts'],
  host: sec,
  schedule: '0 3 * * 0',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  follows: 'sec-submissions',
  aboutOneCompany: true,
  firstFill: (companies) => ({ requests: companies, bytes: companies * 140_000 }),
  plan: () => [],
  read({ text, request }, { now }) {
    const result = fromParsed(connector.parse(text, request.address));
    const oldest = dayAt(now - KEPT_YEARS * YEAR);
    const batches = (result.batches ?? []).map((batch) => ({
      ...batch,
      records: batch.records.filter(({ end }) => String(end) >= oldest),
    }));
    const requests = isStated(text, request.version) ? [] : [againTomorrow(request, now)];
    return { ...result, batches, requests };
  },
};

/** The figures of a company as of a report. EDGAR takes some minutes to read a new one. */
export function factsRequest(
  cik: string,
  rank: number,
  { accession, filing_date }: Filing,
  now: number,
): SyncRequest {
  return {
    source: 'sec-companyfacts',
    address: `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik.padStart(10, '0')}.json`,
    expects: 'json',
    lane: 'companies',
    rank,
    subject: cik,
    version: accession,
    notBefore: filing_date >= dayAt(now) ? now + 10 * MINUTE : 0,
  };
}

function isStated(text: string, version: string): boolean {
  const [accession = '', again] = version.split(' ');
  return again !== undefined || text.includes(`"${accession}"`);
}

/** Figures of a report may come a day late; asked again once, since a 6-K often states none. */
function againTomorrow(
  { address, subject, rank, version }: Parameters<SyncSource['read']>[0]['request'],
  now: number,
): SyncRequest {
  return {
    address,
    expects: 'json',
    lane: 'companies',
    rank,
    version: `${version} again`,
    notBefore: now + 24 * 60 * MINUTE,
    ...(subject === null ? {} : { subject }),
  };
}

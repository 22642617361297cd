import { secOfferings as connector } from '../../ingest/connectors/sec-offerings.ts';
import { sec } from '../../sources/hosts.ts';
import { type Filing, isOf } from '../../sources/sec-filings.ts';
import type { ReadResult, SyncRequest, SyncSource } from '../../sources/source.ts';

/** Covers of prospectuses and shelves, from the submissions that lists of filings name. */
export const secOfferings: SyncSource = {
  name: 'sec-offerings',
  title: 'SEC: covers of prospectuses and shelves (424B, S-3, F-3)',
  fills: ['offerings'],
  host: sec,
  schedule: '0 4 * * 0',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  follows: 'sec-submissions',
  aboutOneCompany: true,
  firstFill: (companies, months) => {
    const requests = Math.ceil((companies * months) / 12);
    return { requests, bytes: requests * 120_000 };
  },
  plan: () => [],
  read: ({ text, request }) => coverOf(text, request.address),
};

/** A cover that states no sale of shares is read all the same: what it is not is no failure. */
function coverOf(text: string, address: string): ReadResult {
  const { batches, problems } = connector.parse(text, address);
  const [whole] = problems.filter(({ where }) => where === 'file');
  const isSubmission = /<SEC-(?:DOCUMENT|HEADER)>/.test(text.slice(0, 2_000));
  return whole && !isSubmission ? { failed: whole.reason } : { batches, problems };
}

/** The sales and shelves of a list of filings since a day, the newest first. */
export function offeringRequests(
  cik: string,
  rank: number,
  filings: readonly Filing[],
  since: string,
): readonly SyncRequest[] {
  return filings
    .filter(({ form }) => isOf('shelves', form) || isOf('prospectuses', form))
    .filter(({ filing_date }) => filing_date >= since)
    .map(({ submission_url, accession }) => ({
      source: 'sec-offerings',
      address: submission_url,
      expects: 'text',
      lane: 'history',
      rank,
      subject: cik,
      version: accession,
    }));
}

import { dayAt } from '../../clock.ts';
import { sec13f as connector } from '../../ingest/connectors/sec-13f.ts';
import { readSubmissions } from '../../ingest/readers/sec-submissions.ts';
import { sec } from '../hosts.ts';
import { fromParsed, type ReadResult, type SyncRequest, type SyncSource } from '../source.ts';
import { quarterOf } from './periods.ts';
import { submissionsRequest } from './sec-submissions.ts';
import { specialistManagers } from './specialist-managers.ts';

/** Quarters of positions that are kept. */
const QUARTERS = 12;
const holdingForms = new Set(['13F-HR', '13F-HR/A']);

/** Positions of specialist funds, by the whole submission of each quarter. */
export const sec13f: SyncSource = {
  name: 'sec-13f',
  title: 'SEC: positions of specialist funds (13F)',
  fills: ['fund_filings'],
  host: sec,
  // Most come on the last day, 45 days after a quarter's end; lists that stay the same are small.
  schedule: '15 6,12,18,22 * * *',
  zone: 'America/New_York',
  promise: 36 * 3_600_000,
  firstFill: () => {
    const requests = specialistManagers.length * (QUARTERS + 1);
    return { requests, bytes: requests * 100_000 };
  },
  plan: ({ now }) =>
    specialistManagers.map(({ cik }, rank) => ({
      ...submissionsRequest(cik, rank, `${dayAt(now)} ${new Date(now).getUTCHours()}`),
      lane: 'history',
    })),
  read({ text, request }, { now }) {
    if (request.address.includes('/submissions/')) return filingsOf(text, request.rank, now);
    const result = fromParsed(connector.parse(text, request.address));
    return { ...result, batches: (result.batches ?? []).map(asSpecialist) };
  },
};

function filingsOf(text: string, rank: number, now: number): ReadResult {
  const read = readSubmissions(text);
  if ('reason' in read) return { failed: read.reason };
  const { cik, name = '', filings } = read.value;
  const manager = specialistManagers.find((one) => one.cik === cik);
  if (
    !manager ||
    !name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .includes(manager.word)
  ) {
    return { failed: `is of ${name}, where the list of managers has "${manager?.word}"` };
  }
  const since = quarterOf(now, QUARTERS);
  return {
    requests: filings
      .filter(({ form, filing_date }) => holdingForms.has(form) && filing_date >= since)
      .map(
        ({ submission_url, accession }): SyncRequest => ({
          address: submission_url,
          expects: 'text',
          lane: 'history',
          rank,
          version: accession,
        }),
      ),
  };
}

function asSpecialist(batch: NonNullable<ReadResult['batches']>[number]) {
  return { ...batch, records: batch.records.map((one) => ({ ...one, is_specialist: true })) };
}

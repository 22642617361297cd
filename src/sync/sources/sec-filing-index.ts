import { readIndexHeaders } from '../../ingest/readers/sec-filing-index.ts';
import type { Member } from '../../ingest/sync/known-companies.ts';
import { sec } from '../../sources/hosts.ts';
import { documentRequests } from '../../sources/sec-documents.ts';
import { documentUrl } from '../../sources/sec-filings.ts';
import { aboutOf, type Lane, type SyncRequest, type SyncSource } from '../../sources/source.ts';
import { submissionsRequest } from './sec-submissions.ts';

/** Which documents a new report consists of. */
export const secFilingIndex: SyncSource = {
  name: 'sec-filing-index',
  title: 'SEC: documents of new reports',
  fills: [],
  host: sec,
  schedule: '0 5 * * 0',
  zone: 'America/New_York',
  promise: 3 * 24 * 3_600_000,
  follows: 'sec-current',
  firstFill: () => ({ requests: 0, bytes: 0 }),
  plan: () => [],
  read({ text, request }) {
    const read = readIndexHeaders(text);
    if ('reason' in read) return { failed: read.reason };
    const { filed = '' } = aboutOf(request);
    const { subject: cik, version: accession } = request;
    return {
      requests: read.value.documents.flatMap(({ name, type = '' }) => {
        const address = cik === null ? undefined : documentUrl(cik, accession, name);
        if (cik === null || address === undefined) return [];
        return documentRequests({ address, cik, accession, type, filed }, 'fresh', 0);
      }),
    };
  },
};

/** A filing of a company that belongs, as feeds and indexes name it. */
export interface NewFiling {
  readonly accession: string;
  readonly form: string;
  readonly filing_date: string;
}

const reportForms = new Set(['8-K', '8-K/A', '6-K', '6-K/A']);

/** What a new filing leads to: its documents, and the company's list of filings, renewed. */
export function newFilingRequests(
  { cik, rank }: Member,
  { accession, form, filing_date }: NewFiling,
  lane: Lane,
): readonly SyncRequest[] {
  const list = { ...submissionsRequest(cik, rank, accession), source: 'sec-submissions', lane };
  if (!reportForms.has(form)) return [list];
  const folder = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`;
  return [
    list,
    {
      source: 'sec-filing-index',
      address: `${folder}/${accession}-index-headers.html`,
      expects: 'page',
      lane,
      rank,
      subject: cik,
      about: { filed: filing_date },
      version: accession,
    },
  ];
}

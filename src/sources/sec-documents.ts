import { sec } from './hosts.ts';
import { aboutOf, type Lane, type SyncRequest, type SyncSource } from './source.ts';

/** A document of a filing from which statements are extracted. */
export interface NamedDocument {
  readonly address: string;
  readonly cik: string;
  readonly accession: string;
  /** `8-K`, `EX-99.1` … */
  readonly type: string;
  /** `YYYY-MM-DD`. */
  readonly filed: string;
}

/** Texts of filings. Only the extracted statements are stored. */
export const secDocuments: SyncSource = {
  name: 'sec-documents',
  title: 'SEC: press releases and current reports',
  fills: ['mentions'],
  host: sec,
  schedule: '0 5 * * 0',
  promise: 3 * 24 * 3_600_000,
  follows: 'sec-search',
  // PDUFA dates are searched in the last 400 days, independent of the start of the fill.
  firstFill: (companies, months) => {
    const requests = Math.ceil(companies * (2 + months / 2));
    return { requests, bytes: requests * 20_000 };
  },
  plan: () => [],
  read({ text, request }, { companies }) {
    const { type, filed } = aboutOf(request);
    const cik = request.subject ?? undefined;
    const ticker = cik === undefined ? undefined : companies.tickerOfCik(cik);
    const { address } = request;
    return { documents: [{ address, cik, ticker, form: type, published: filed, text }] };
  },
};

/**
 * Requests a document if it contains text.
 * @param rank the lowest is requested first
 */
export function documentRequests(
  { address, cik, accession, type, filed }: NamedDocument,
  lane: Lane,
  rank: number,
): readonly SyncRequest[] {
  const isReport = /^(?:8-K|6-K|EX-99)/.test(type);
  if (!isReport || !/\.(?:html?|txt)$/i.test(address)) return [];
  return [
    {
      source: 'sec-documents',
      address,
      expects: 'page',
      lane,
      rank,
      subject: cik,
      about: { type, filed },
      version: accession,
    },
  ];
}

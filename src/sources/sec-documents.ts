import { isWebPage } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { aboutOf, type Lane, type SyncRequest, type SyncSource } from './source.ts';

/** A document of a filing from which statements are extracted. */
export interface NamedDocument {
  readonly address: string;
  readonly cik: string;
  readonly accession: string;
  /** Type of the document, such as `8-K` or `EX-99.1`. */
  readonly type: string;
  /** Filing date, `YYYY-MM-DD`. */
  readonly filed: string;
}

/**
 * Texts of filings. Two kinds of data are stored for each text: its statements, and a record of
 * `news` with parts of the text (see `openingOf`).
 */
export const secDocuments: SyncSource = {
  name: 'sec-documents',
  title: 'SEC: press releases and current reports',
  fills: ['mentions', 'news'],
  host: sec,
  schedule: '0 5 * * 0',
  maxAgeMs: 3 * 24 * 3_600_000,
  follows: 'sec-search',
  // The estimate is one document per company every two months, and two more per company from the
  // search for PDUFA dates. This search covers 400 days even if fewer months are loaded.
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
    const name = cik === undefined ? undefined : companies.note(cik)?.name;
    if (request.attempts < BELIEVED_AFTER) {
      if (isForeign(text, name)) {
        return { failed: 'is a web page that does not look like a filing of the company' };
      }
      if (isTruncated(text)) return { failed: 'is truncated: the end of the document is missing' };
    }
    return { documents: [{ address, cik, ticker, form: type, published: filed, text }] };
  },
};

/**
 * Our choice: after this many failed attempts, an unexpected or truncated page is accepted as the
 * document. The attempts take about two and a half days.
 */
const BELIEVED_AFTER = 8;

/**
 * Whether a body may be an error or maintenance page instead of the document. A web page must
 * contain XBRL or the first word of the company's name.
 */
function isForeign(text: string, name = ''): boolean {
  const [word = ''] = name.toLowerCase().split(/[^\p{L}\p{N}]/u);
  const head = text.slice(0, 4_000);
  const isFiling = !isWebPage(head) || /xbrl/i.test(head);
  return !isFiling && !text.toLowerCase().includes(word || 'sec.gov');
}

/**
 * Whether a document lacks the end tag of its first element. Plain text has no end tag and counts
 * as complete.
 */
function isTruncated(text: string): boolean {
  const start = /^\s*<document>|<html\b/i.test(text.slice(0, 4_000));
  return start && !/<\/(?:html|document)\s{0,10}>/i.test(text.slice(-2_000));
}

/**
 * Returns the request for a document of a report, as a list. The list is empty if the document has
 * another type or is not a text file.
 * @param rank the priority: requests with a lower rank are sent first
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

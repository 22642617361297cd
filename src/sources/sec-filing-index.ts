import { filingUrl } from '../domain/public-pages.ts';
import type { Member } from './company-notes.ts';
import { withoutMarkup } from './formats/markup.ts';
import { sec } from './hosts.ts';
import { documentRequests } from './sec-documents.ts';
import { documentUrl, type Filing, filingRequest } from './sec-filings.ts';
import { submissionsRequest } from './sec-submissions/request.ts';
import { aboutOf, type Lane, type SyncRequest, type SyncSource } from './source.ts';

/** The lists of documents in new reports. */
export const secFilingIndex: SyncSource = {
  name: 'sec-filing-index',
  title: 'SEC: documents of new reports',
  fills: [],
  host: sec,
  schedule: '0 5 * * 0',
  maxAgeMs: 3 * 24 * 3_600_000,
  follows: 'sec-current',
  firstFill: () => ({ requests: 0, bytes: 0 }),
  plan: () => [],
  read({ text, request }) {
    const read = readIndexHeaders(text);
    if ('reason' in read) return { failed: read.reason };
    const { filed = '' } = aboutOf(request);
    const { subject: cik, version: accession } = request;
    return {
      requests: read.value.flatMap(({ name, type = '' }) => {
        const address = cik === null ? undefined : documentUrl(cik, accession, name);
        if (cik === null || address === undefined) return [];
        return documentRequests({ address, cik, accession, type, filed }, 'fresh', 0);
      }),
    };
  },
};

const reportForms = new Set(['8-K', '8-K/A', '6-K', '6-K/A']);

/**
 * Returns the requests that follow a new filing. One is for the company's list of filings. If the
 * filing is a report, another is for its list of documents.
 */
export function newFilingRequests(
  { cik, rank }: Member,
  filing: Pick<Filing, 'accession' | 'form' | 'filing_date'>,
  lane: Lane,
): readonly SyncRequest[] {
  const { accession, form } = filing;
  const list = { ...submissionsRequest(cik, rank, accession), source: 'sec-submissions', lane };
  if (!reportForms.has(form)) return [list];
  const address = `${filingUrl(cik, accession)}${accession}-index-headers.html`;
  const file = { source: 'sec-filing-index', address, expects: 'page' } as const;
  return [list, { ...filingRequest(filing, { cik, rank }, file), lane }];
}

/** Maximum number of documents of a filing. */
const MAX_DOCUMENTS = 2_000;

/**
 * Reads the list of documents in `{accession}-index-headers.html`. `index.json` is not used,
 * because it may omit most documents. A document has a type such as `8-K`, `EX-99.1` or `GRAPHIC`.
 */
export function readIndexHeaders(text: string) {
  const header = text.slice(0, text.search(/<\/SEC-HEADER>/) + 1 || undefined);
  const accession = /<ACCESSION-NUMBER>([^\r\n<]{1,200})/.exec(header)?.[1]?.trim() ?? '';
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accession))
    return { reason: 'is not a page of index headers: the accession number is missing' };
  const blocks = text.split('&lt;DOCUMENT&gt;').slice(1, MAX_DOCUMENTS + 1);
  return {
    problems: [],
    value: blocks.flatMap((block) => {
      const value = (name: string) =>
        plain(new RegExp(`&lt;${name}&gt;([^\\r\\n]{1,400})`).exec(block)?.[1]);
      const name = value('FILENAME');
      return name ? [{ name, type: value('TYPE') }] : [];
    }),
  };
}

/** Returns the text of a cell, or undefined if the cell is empty. */
function plain(html: string | undefined): string | undefined {
  return (html && withoutMarkup(html)) || undefined;
}

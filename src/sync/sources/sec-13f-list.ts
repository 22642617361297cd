import { sec13fList as connector } from '../../ingest/connectors/sec-13f-list.ts';
import type { Companies } from '../../ingest/sync/known-companies.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from '../../sources/data-sets.ts';
import { sec } from '../../sources/hosts.ts';
import { quarterName, quarterOf } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

const lists: LinkedFiles = {
  page: 'https://www.sec.gov/rules-regulations/staff-guidance/official-list-section-13f-securities',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/13flist(\d{4}q[1-4])[\w-]{0,20}\.txt$/,
  expects: 'text',
};
/** Lists of this quarter and the one before: older ones name what is gone. */
const QUARTERS_BACK = 1;

/** CUSIPs of listed shares, by the names of their issuers. */
export const sec13fList: SyncSource = {
  name: 'sec-13f-list',
  title: 'SEC: official list of 13(f) securities',
  fills: ['securities'],
  host: sec,
  schedule: '15 1 * * 0',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  unseen: 'the page and a list: public readers of the lists of 2024 to 2026 state its layout alike',
  needsCompanies: true,
  firstFill: () => ({ requests: 3, bytes: 1_200_000 }),
  plan: ({ now }) => [pageRequest(lists, now)],
  read({ text, request }, { companies, now }) {
    if (request.address === lists.page) {
      return linkedFiles(text, request, lists, {
        from: quarterName(quarterOf(now, QUARTERS_BACK)),
      });
    }
    const result = fromParsed(connector.parse(text, request.address));
    const batches = (result.batches ?? []).map((batch) => ({
      ...batch,
      records: batch.records.flatMap((record) => underTicker(record, companies)),
    }));
    return { ...result, batches };
  },
};

const SHARES = /^(?:COM(?:MON)?|ORD|SHS|CL [A-Z]|(?:SPON(?:SORED)?|SPONSORED)? ?AD[SR])\b/i;

/**
 * A security under its issuer's ticker. Our choice: shares and depositary receipts alone, of issuers
 * whose name is that of one company that belongs; a CUSIP of a warrant or a note is no share's.
 */
function underTicker(
  record: Readonly<Record<string, unknown>>,
  { cikOfName, tickerOfCik, universe }: Companies,
): readonly Readonly<Record<string, unknown>>[] {
  if (!SHARES.test(String(record.class_title ?? ''))) return [];
  const cik = cikOfName(String(record.name));
  const ticker = cik === undefined ? undefined : tickerOfCik(cik);
  const belongs = universe.some((member) => member.cik === cik);
  return ticker !== undefined && belongs ? [{ ...record, ticker }] : [];
}

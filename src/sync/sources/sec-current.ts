import { readCurrentFilings } from '../../ingest/readers/sec-current-filings.ts';
import { sec } from '../../sources/hosts.ts';
import { slotOf } from '../../sources/periods.ts';
import { aboutOf, type SyncRequest, type SyncSource } from '../../sources/source.ts';
import { newFilingRequests } from './sec-filing-index.ts';

/** What the feed is asked for; a type is a prefix, so that `4` brings prospectuses too. */
const TYPES = ['8-K', '6-K', '4', '10-', '424B', 'S-3'];
const PAGE = 100;
/** The feed ends here. What is older stands in the daily index. */
const MAX_START = 5_000;

/** Filings of the last minutes, in EDGAR's hours. */
export const secCurrent: SyncSource = {
  name: 'sec-current',
  title: 'SEC: latest filings',
  fills: [],
  host: sec,
  schedule: '*/5 6-21 * * 1-5',
  zone: 'America/New_York',
  // From the last filing of a Friday to the first of a Monday.
  promise: 60 * 3_600_000,
  needsCompanies: true,
  alwaysRead: true,
  firstFill: () => ({ requests: TYPES.length, bytes: TYPES.length * 8_000 }),
  plan: ({ cursor, now }) =>
    TYPES.map((type) => pageRequest(type, 0, slotOf(now), seenOf(cursor)[type] ?? '')),
  read({ text, request }, { cursor, companies }) {
    const read = readCurrentFilings(text);
    if ('reason' in read) return { failed: read.reason };
    const { type = '', start = '0', seen = '' } = aboutOf(request);
    const filings = read.value;
    const members = new Map(companies.universe.map((member) => [member.cik, member]));
    const times = filings.map(({ accepted_at }) => accepted_at ?? '').sort();
    const [oldest = '', newest = ''] = [times[0], times.at(-1)];
    const known = seenOf(cursor);
    const next = Number(start) + PAGE;
    // Without a mark of the last time one page is enough: the daily index knows what was before.
    const goesOn = filings.length > 0 && seen !== '' && oldest > seen && next <= MAX_START;
    return {
      problems: read.problems,
      cursor: JSON.stringify({ ...known, [type]: [known[type] ?? '', newest].sort().at(-1) }),
      requests: [
        ...(goesOn
          ? [{ ...pageRequest(type, next, request.version, seen), continues: true as const }]
          : []),
        ...filings.flatMap((filing) => {
          const member = filing.role === 'Reporting' ? undefined : members.get(filing.cik);
          const isNew = (filing.accepted_at ?? '') >= seen;
          return member && isNew ? newFilingRequests(member, filing, 'fresh') : [];
        }),
      ],
    };
  },
};

/** Newest moment of a filing that was seen, by type. */
function seenOf(cursor: string | undefined): Readonly<Record<string, string>> {
  return cursor === undefined ? {} : JSON.parse(cursor);
}

function pageRequest(type: string, start: number, version: string, seen: string): SyncRequest {
  const query = `action=getcurrent&type=${type}&owner=include&count=${PAGE}&start=${start}&output=atom`;
  return {
    address: `https://www.sec.gov/cgi-bin/browse-edgar?${query}`,
    expects: 'xml',
    lane: 'fresh',
    about: { type, start: String(start), seen },
    version,
  };
}

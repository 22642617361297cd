import { cikAt, dayFrom, listAt, textAt, webPage } from './formats/untrusted.ts';
import { hasEnd, readXml } from './formats/xml.ts';
import { sec } from './hosts.ts';
import { slotOf } from './periods.ts';
import { newFilingRequests } from './sec-filing-index.ts';
import { aboutOf, type SyncRequest, type SyncSource } from './source.ts';

/**
 * Form types to request. EDGAR treats a type as a prefix. For example, `4` also matches 424B
 * prospectuses, and `SC` matches both `SCHEDULE 13D` and the former name `SC 13D`.
 */
const TYPES = ['8-K', '6-K', '4', '10-', '424B', 'S-3', 'SC'];
/** Roles of companies and persons that file about another company. */
const OTHER_ROLES = ['Reporting', 'Filed by'];
const PAGE = 100;
/**
 * Entries beyond this position in the feed are not read. The daily index contains those filings.
 */
const MAX_START = 5_000;

/** Filings of the last few minutes, requested while EDGAR accepts filings. */
export const secCurrent: SyncSource = {
  name: 'sec-current',
  title: 'SEC: latest filings',
  fills: [],
  host: sec,
  schedule: '*/5 6-21 * * 1-5',
  // Nothing is filed from Friday evening to Monday morning.
  maxAgeMs: 60 * 3_600_000,
  needsCompanies: true,
  alwaysRead: true,
  firstFill: () => ({ requests: TYPES.length, bytes: TYPES.length * 8_000 }),
  plan: ({ cursorOf, now }) =>
    TYPES.map((type) => ({
      ...pageRequest(type, 0, slotOf(now), cursorOf(type) ?? ''),
      chain: type,
    })),
  read({ text, request }, { cursorOf, companies }) {
    const read = readCurrentFilings(text);
    if ('reason' in read) return { failed: read.reason };
    const { type = '', start = '0', seen = '' } = aboutOf(request);
    const filings = read.value;
    const members = new Map(companies.universe.map((member) => [member.cik, member]));
    const times = filings.map(({ accepted_at }) => accepted_at ?? '').sort();
    const [oldest = '', newest = ''] = [times[0], times.at(-1)];
    const next = Number(start) + PAGE;
    // A first run requests only one page, because the daily index contains the earlier filings.
    const hasMore = filings.length > 0 && seen !== '' && oldest > seen && next <= MAX_START;
    return {
      problems: read.problems,
      cursor: [cursorOf(type) ?? '', newest].sort().at(-1) ?? newest,
      requests: [
        ...(hasMore
          ? [{ ...pageRequest(type, next, request.version, seen), continues: true as const }]
          : []),
        ...filings.flatMap((filing) => {
          const member = OTHER_ROLES.includes(filing.role) ? undefined : members.get(filing.cik);
          const isNew = (filing.accepted_at ?? '') >= seen;
          return member && isNew ? newFilingRequests(member, filing, 'fresh') : [];
        }),
      ],
    };
  },
};

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

/**
 * Reads a page of `browse-edgar?action=getcurrent&output=atom`. The newest filing comes first.
 * After the last page, the SEC returns a web page instead, which is refused.
 */
export function readCurrentFilings(text: string) {
  const page = webPage(text);
  if (page) return { reason: page };
  const [feed] = listAt(readXml(text), 'feed');
  if (!feed) return { reason: 'is not an Atom feed of filings' };
  if (!hasEnd(text, 'feed')) return { reason: 'is truncated: the end of the feed is missing' };
  const entries = listAt(feed, 'entry').map(filingOf);
  return {
    value: entries.filter((entry) => entry !== undefined),
    problems: entries.flatMap((entry, at) =>
      entry ? [] : [{ where: `entry ${at + 1}`, reason: 'has no form, company or filing' }],
    ),
  };
}

/**
 * Reads an entry. A filing has one entry for each company or person in it. Titles have the form
 * `8-K - Zorba Bio, Inc. (0001999555) (Filer)`. Summaries are escaped HTML.
 */
function filingOf(entry: unknown) {
  const form = textAt(entry, 'category', '@term')?.trim();
  const summary = textAt(entry, 'summary', '#text') ?? '';
  const [, digits, role] =
    /^.{1,400} \((\d{10})\) \(([A-Za-z ]{1,30})\)$/.exec(textAt(entry, 'title')?.trim() ?? '') ??
    [];
  const cik = cikAt(digits);
  const accession = /accession-number=(\d{10}-\d{2}-\d{6})/.exec(textAt(entry, 'id') ?? '')?.[1];
  const filed = /Filed:<\/b>\s*(\d{4}-\d{2}-\d{2})/.exec(summary)?.[1];
  const filing_date = dayFrom(filed, 'yyyy-MM-dd');
  if (!form || !cik || !role || !accession || !filing_date) return undefined;
  return {
    accession,
    /** Form type. Callers must check it, because a request for `4` also returns 424B2 and 497K. */
    form,
    filing_date,
    /** Time when the SEC accepted the filing, ISO 8601 in UTC. */
    accepted_at: timeOf(textAt(entry, 'updated')),
    cik,
    /** Role in the filing: `Filer`, `Issuer`, `Reporting`, `Subject` or `Filed by`. */
    role,
  };
}

function timeOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

import { isAccessDenied, readDailyIndex } from '../../ingest/readers/sec-daily-index.ts';
import { sec } from '../hosts.ts';
import type { SyncRequest, SyncSource } from '../source.ts';
import { daysBefore } from './periods.ts';
import { newFilingRequests } from './sec-filing-index.ts';

/** Days that are looked up after a long absence; before them lists of filings tell. */
const MAX_DAYS = 10;
const forms = /^(?:8-K|6-K|10-[KQ]|20-F|40-F|[45](?:\/A)?$|424B[145]|S-3|F-3)/;

/** All filings of a day, by night: what the feed of latest filings has missed. */
export const secDailyIndex: SyncSource = {
  name: 'sec-daily-index',
  title: 'SEC: filings by day',
  fills: [],
  host: sec,
  schedule: '30 0 * * 2-6',
  zone: 'America/New_York',
  promise: 4 * 24 * 3_600_000,
  needsCompanies: true,
  // A day without filings is answered so.
  accepts: [403, 404],
  firstFill: () => ({ requests: 1, bytes: 250_000 }),
  asOf: (cursor) => cursor,
  plan({ cursor, now }) {
    const from = cursor ?? daysBefore(now, 2);
    const days = Array.from({ length: MAX_DAYS }, (_, ago) => daysBefore(now, ago + 1));
    return days.filter((day) => day > from && isWeekday(day)).map(indexRequest);
  },
  read({ text, status, request }, { companies, cursor }) {
    const day = request.version;
    const newest = [cursor ?? '', day].sort().at(-1) ?? day;
    if (status === 404 || isAccessDenied(text)) return { cursor: newest };
    const read = readDailyIndex(text);
    if ('reason' in read) return { failed: read.reason };
    const members = new Map(companies.universe.map((member) => [member.cik, member]));
    return {
      cursor: newest,
      problems: read.problems,
      requests: read.value
        .filter(({ form }) => forms.test(form))
        .flatMap((filing) => {
          const member = members.get(filing.cik);
          return member ? newFilingRequests(member, filing, 'companies') : [];
        }),
    };
  },
};

function indexRequest(day: string): SyncRequest {
  const [year = '', month = ''] = day.split('-');
  const quarter = Math.ceil(Number(month) / 3);
  const folder = `https://www.sec.gov/Archives/edgar/daily-index/${year}/QTR${quarter}`;
  return {
    address: `${folder}/form.${day.replaceAll('-', '')}.idx`,
    expects: 'text',
    lane: 'companies',
    version: day,
  };
}

function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

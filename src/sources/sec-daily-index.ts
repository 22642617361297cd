import { dayAt } from '../base/clock.ts';
import { shiftDays } from '../domain/dates.ts';
import { readOnce } from './formats/table.ts';
import { cikAt, dayFrom, webPage } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { newYorkAt } from './periods.ts';
import { newFilingRequests } from './sec-filing-index.ts';
import type { SyncRequest, SyncSource } from './source.ts';

/**
 * Maximum number of days to fetch after a long interruption. Older filings are in the companies'
 * lists of filings.
 */
const MAX_DAYS = 10;
/**
 * The SEC starts an index at 22:00 in New York and usually completes it within a few hours. Our
 * choice: if an index is still missing at noon of the next day, its day counts as a day without
 * filings.
 */
const NOON = 12;
/** The `chain` of the requests for daily indexes. */
const DAYS = 'days';
const HOUR = 3_600_000;
const forms = /^(?:8-K|6-K|10-[KQ]|20-F|40-F|[45](?:\/A)?$|424B[145]|S-3|F-3|SC(?:HEDULE)? 13[DG])/;

/**
 * All filings of a day. They are requested at night, because the feed of latest filings may have
 * missed some.
 */
export const secDailyIndex: SyncSource = {
  name: 'sec-daily-index',
  title: 'SEC: filings by day',
  fills: [],
  host: sec,
  schedule: '30 0 * * 2-6',
  maxAgeMs: 4 * 24 * 3_600_000,
  needsCompanies: true,
  countsDays: true,
  alwaysRead: true,
  // The SEC responds with these status codes if nothing was filed on a day.
  accepts: [403, 404],
  firstFill: () => ({ requests: 1, bytes: 250_000 }),
  asOf: (cursor) => cursor,
  plan({ cursorOf, now }) {
    const cursor = cursorOf(DAYS);
    const { today } = newYorkAt(now);
    const days = Array.from({ length: MAX_DAYS }, (_, ago) => shiftDays(dayAt(today), -ago - 1));
    const over = days.filter(isWeekday);
    const wanted = cursor === undefined ? over.slice(0, 1) : over.filter((day) => day > cursor);
    return wanted.map((day) => indexRequest(day));
  },
  read({ text, status, request }, { companies, cursorOf, now }) {
    const day = request.version.slice(0, 10);
    const newest = [cursorOf(DAYS) ?? '', day].sort().at(-1) ?? day;
    if (status === 404 || isAccessDenied(text)) {
      const hours = hoursLeft(day, now);
      return hours > 0 ? { requests: [retryRequest(day, now + hours * HOUR)] } : { cursor: newest };
    }
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

/**
 * Returns the hours until noon of the day after `day`. After noon, the number is negative, and a
 * missing index is no longer requested.
 */
function hoursLeft(day: string, now: number): number {
  const { today, hour } = newYorkAt(now);
  const nextDay = Date.parse(shiftDays(day, 1));
  return (nextDay - today) / HOUR + NOON - hour;
}

function retryRequest(day: string, notBefore: number): SyncRequest {
  return { ...indexRequest(day), version: `${day} again`, notBefore, continues: true };
}

function indexRequest(day: string): SyncRequest {
  const [year = '', month = ''] = day.split('-');
  const quarter = Math.ceil(Number(month) / 3);
  const folder = `https://www.sec.gov/Archives/edgar/daily-index/${year}/QTR${quarter}`;
  return {
    address: `${folder}/form.${day.replaceAll('-', '')}.idx`,
    expects: 'text',
    lane: 'companies',
    version: day,
    chain: DAYS,
  };
}

function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/**
 * Reads `daily-index/{year}/QTR{n}/form.{YYYYMMDD}.idx`, which is encoded in ISO-8859-1. Lines are
 * parsed from the right (file name, date, CIK), because the columns have had different positions.
 * At least two spaces separate the form from the name.
 */
export function readDailyIndex(text: string) {
  const page = webPage(text);
  if (page) return { reason: page };
  if (isAccessDenied(text)) return { reason: 'is the response for a missing index' };
  const lines = text.split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{40,}\s*$/.test(line));
  if (rule < 0) return { reason: 'is not an EDGAR index by form' };
  const rows = lines.slice(rule + 1).map((line, at) => ({ line, where: `line ${rule + at + 2}` }));
  const filled = rows.filter(({ line }) => line.trim() !== '');
  const dayOf = readOnce((day) => dayFrom(day, 'yyyyMMdd'));
  const read = filled.map(({ line, where }) => ({ where, filing: filingOf(line, dayOf) }));
  return {
    value: read.flatMap(({ filing }) => filing ?? []),
    problems: read.flatMap(({ where, filing }) =>
      filing ? [] : [{ where, reason: 'is not a line of the index' }],
    ),
  };
}

/**
 * Whether a response body is the SEC's "access denied" error (status 403), which the SEC sends for
 * a missing file. A day without filings has no index file.
 */
export function isAccessDenied(text: string): boolean {
  return /^\s*<\?xml[^>]{0,100}>\s*<Error><Code>AccessDenied</.test(text.slice(0, 500));
}

/** Reads a line of the index. */
function filingOf(line: string, dayOf: (day: string) => string | undefined) {
  const [, left = '', digits, day, accession] =
    /^(.{1,400}?)\s{1,100}(\d{1,10})\s{1,100}(\d{4}-?\d{2}-?\d{2})\s{1,100}edgar\/data\/\d{1,10}\/(\d{10}-\d{2}-\d{6})\.txt\s{0,100}$/.exec(
      line,
    ) ?? [];
  const [, form] = /^(\S(?:.{0,40}?\S)?)\s{2,}\S.{0,300}$/.exec(left) ?? [];
  const cik = cikAt(digits);
  const filing_date = dayOf(day?.replaceAll('-', '') ?? '');
  return form && cik && accession && filing_date
    ? { accession, form, filing_date, cik }
    : undefined;
}

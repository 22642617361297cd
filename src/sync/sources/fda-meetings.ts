import { dayAt } from '../../base/clock.ts';
import {
  fdaAdcommCalendar as calendar,
  federalRegister as register,
} from '../../ingest/connectors/fda-meetings.ts';
import { readJson, textAt } from '../../sources/formats/untrusted.ts';
import { fdaPages, federalRegister as registerHost } from '../../sources/hosts.ts';
import { daysBefore } from '../../sources/periods.ts';
import { fromParsed, type SyncRequest, type SyncSource } from '../../sources/source.ts';

const CALENDAR = 'https://www.fda.gov/datatables-json/advisory-committee-calendar-json';
const DOCUMENTS = 'https://www.federalregister.gov/api/v1/documents';
/** Days that are asked for again: a notice may be amended. */
const OVERLAP = 60;

/** The FDA's own calendar of its advisory committees. */
export const fdaAdcommCalendar: SyncSource = {
  name: 'fda-adcomm-calendar',
  title: 'FDA: calendar of advisory committees',
  fills: ['advisory_meetings'],
  host: fdaPages,
  schedule: '40 5,17 * * *',
  zone: 'UTC',
  promise: 36 * 3_600_000,
  unseen: 'a whole calendar: single meetings have its layout',
  needsCompanies: true,
  firstFill: () => ({ requests: 1, bytes: 60_000 }),
  plan: ({ now }) => [
    { address: CALENDAR, expects: 'json', lane: 'registry', version: halfDayOf(now) },
  ],
  read: ({ text, request }) => fromParsed(calendar.parse(text, request.address)),
};

/** Notices of meetings, which stand in the Federal Register a fortnight before at the latest. */
export const federalRegister: SyncSource = {
  name: 'federal-register',
  title: 'Federal Register: notices of advisory committees',
  fills: ['advisory_meetings'],
  host: registerHost,
  schedule: '20 1,7,13,19 * * *',
  zone: 'America/New_York',
  promise: 36 * 3_600_000,
  // Drugs and sponsors stand in prose, and what names no known company is lost.
  needsCompanies: true,
  firstFill: (_, months) => {
    const requests = 1 + Math.ceil(months / 12);
    return { requests, bytes: requests * 60_000 };
  },
  asOf: (cursor) => cursor,
  plan({ cursor, now, since }) {
    const from = cursor === undefined ? since : daysBefore(Date.parse(cursor), OVERLAP);
    return [{ ...firstPage(from), version: new Date(now).toISOString().slice(0, 13) }];
  },
  read({ text, request }, { cursor = '' }) {
    const result = fromParsed(register.parse(text, request.address));
    const days = (result.batches ?? []).flatMap(({ records }) =>
      records.map(({ published_date }) => String(published_date ?? '')),
    );
    const newest = [cursor, ...days].sort().at(-1);
    const { version } = request;
    return {
      ...result,
      ...(newest ? { cursor: newest } : {}),
      requests: nextPage(text).map((page) => ({ ...page, version, continues: true })),
    };
  },
};

type Page = Omit<SyncRequest, 'version'>;

function firstPage(from: string): Page {
  const query = new URLSearchParams([
    ['conditions[agencies][]', 'food-and-drug-administration'],
    ['conditions[type][]', 'NOTICE'],
    ['conditions[term]', '"advisory committee"'],
    ['conditions[publication_date][gte]', from],
    ...'document_number title publication_date abstract dates html_url agencies'
      .split(' ')
      .map((field): [string, string] => ['fields[]', field]),
    ['order', 'newest'],
    ['per_page', '100'],
  ]);
  return { address: `${DOCUMENTS}.json?${query}`, expects: 'json', lane: 'registry' };
}

function nextPage(text: string): readonly Page[] {
  const json = readJson(text);
  const address = 'value' in json ? textAt(json.value, 'next_page_url') : undefined;
  if (!address?.startsWith(`${DOCUMENTS}`) || !URL.canParse(address)) return [];
  return [{ address, expects: 'json', lane: 'registry' }];
}

function halfDayOf(now: number): string {
  return `${dayAt(now)} ${new Date(now).getUTCHours() < 12 ? 'a' : 'b'}`;
}

import { dayAt } from '../base/clock.ts';
import { shiftDays } from '../domain/dates.ts';
import {
  dayFrom,
  dayInWords,
  isObject,
  listAt,
  listOrNone,
  readJson,
  textAt,
} from './formats/untrusted.ts';
import { fdaPages, federalRegister as registerHost } from './hosts.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { fromParsed, type SyncRequest, type SyncSource } from './source.ts';

const CALENDAR = 'https://www.fda.gov/datatables-json/advisory-committee-calendar-json';
const DOCUMENTS = 'https://www.federalregister.gov/api/v1/documents';
/** Number of past days whose notices are requested again, because a notice can be amended. */
const OVERLAP = 60;
/** Name of the paged list of notices. The newest notice comes first. */
const NOTICES = 'notices';

/** The FDA's calendar of advisory committee meetings. */
export const fdaAdcommCalendar: SyncSource = {
  name: 'fda-adcomm-calendar',
  title: 'FDA: calendar of advisory committees',
  fills: ['advisory_meetings'],
  host: fdaPages,
  schedule: '40 5,17 * * *',
  zone: 'UTC',
  maxAgeMs: 36 * 3_600_000,
  unverified: 'the JSON around the list of meetings (the meeting fields are verified)',
  needsCompanies: true,
  firstFill: () => ({ requests: 1, bytes: 60_000 }),
  plan: ({ now }) => [
    { address: CALENDAR, expects: 'json', lane: 'registry', version: halfDayOf(now) },
  ],
  read: ({ text, request }) => fromParsed(fdaAdcommCalendarConnector.parse(text, request.address)),
};

/** Meeting notices, which the Federal Register publishes at least two weeks before a meeting. */
export const federalRegister: SyncSource = {
  name: 'federal-register',
  title: 'Federal Register: notices of advisory committees',
  fills: ['advisory_meetings'],
  host: registerHost,
  schedule: '20 1,7,13,19 * * *',
  maxAgeMs: 36 * 3_600_000,
  // Notices name drugs and sponsors only in prose. A notice that names no synced company is
  // omitted.
  needsCompanies: true,
  firstFill: (_, months) => {
    const requests = 1 + Math.ceil(months / 12);
    return { requests, bytes: requests * 60_000 };
  },
  asOf: (cursor) => cursor,
  plan({ cursorOf, now, since }) {
    const cursor = cursorOf(NOTICES);
    const from = cursor === undefined ? since : shiftDays(cursor, -OVERLAP);
    const version = new Date(now).toISOString().slice(0, 13);
    return [{ ...firstPage(from), version, chain: NOTICES }];
  },
  read({ text, request }, { cursorOf }) {
    const result = fromParsed(federalRegisterConnector.parse(text, request.address));
    const days = (result.batches ?? []).flatMap(({ records }) =>
      records.map(({ published_date }) => String(published_date ?? '')),
    );
    const newest = [cursorOf(NOTICES) ?? '', ...days].sort().at(-1);
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

/**
 * Reads the FDA's calendar of advisory committee meetings, in the JSON that the FDA's web page
 * loads. An entry rarely contains a company name, so its topic is stored as text.
 */
export const fdaAdcommCalendarConnector: Connector = {
  name: 'fda-adcomm-calendar',
  title: 'FDA: calendar of advisory committees',
  reads: 'JSON of fda.gov/datatables-json/advisory-committee-calendar-json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const meetings = json.value;
    if (!Array.isArray(meetings) || !meetings.some((one) => textAt(one, 'field_center'))) {
      return refused("is not the calendar of the FDA's advisory committees");
    }
    const facts = collector();
    meetings.forEach((meeting, at) => {
      addCalendarMeeting(facts, meeting, `meeting ${at + 1}`);
    });
    return facts.parsed();
  },
};

/**
 * Reads the FDA's notices. Notices of other agencies in the same department, which the query also
 * returns, are skipped.
 */
export const federalRegisterConnector: Connector = {
  name: 'federal-register',
  title: 'Federal Register: notices of advisory committees',
  reads: 'JSON of federalregister.gov/api/v1/documents.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const { value } = json;
    if (!isObject(value) || !Array.isArray(value.results) || !('count' in value)) {
      return refused('is not a document list of the Federal Register');
    }
    const facts = collector();
    value.results.forEach((notice, at) => {
      addNotice(facts, notice, `document ${at + 1}`);
    });
    return facts.parsed();
  },
};

function addCalendarMeeting(facts: Collector, meeting: unknown, where: string): void {
  const [, path = '', title = ''] =
    /<a href="(\/[^"]{1,500})"[^>]{0,200}>([^<]{1,1000})<\/a>/.exec(
      textAt(meeting, 'title') ?? '',
    ) ?? [];
  if (!title) {
    facts.problem(where, 'has no title with a link');
    return;
  }
  const start = dayOf(textAt(meeting, 'field_start_date')) ?? daysIn(title)[0];
  facts.add('advisory_meetings', where, {
    meeting_id: path,
    committee: committeeOf(title),
    center: textAt(meeting, 'field_center')?.trim(),
    start_date: start,
    end_date: dayOf(textAt(meeting, 'field_end_date')) ?? start,
    hours: hoursIn(
      `${textAt(meeting, 'field_start_date')} to ${textAt(meeting, 'field_end_date')}`,
    ),
    status: statusOf(title),
    title: title.trim(),
    application_numbers: applicationNumbers(title),
    updated_date: /datetime="(\d{4}-\d{2}-\d{2})/.exec(textAt(meeting, 'changed') ?? '')?.[1],
    source_url: `https://www.fda.gov${path}`,
  });
}

function addNotice(facts: Collector, notice: unknown, where: string): void {
  const title = textAt(notice, 'title')?.trim() ?? '';
  const agencies = listAt(notice, 'agencies').map((agency) => textAt(agency, 'slug'));
  if (agencies.length > 0 && !agencies.includes('food-and-drug-administration')) return;
  if (!/\b(?:committee|panel|advisory board)\b.{0,200}\b(?:notice of )?meeting/i.test(title))
    return;
  const held = meetingSentence(textAt(notice, 'dates') ?? '');
  const days = daysIn(held);
  const discusses = textAt(notice, 'abstract')?.trim();
  facts.add('advisory_meetings', where, {
    meeting_id: textAt(notice, 'document_number')?.trim(),
    committee: committeeOf(title),
    start_date: days[0],
    end_date: days.at(-1),
    hours: hoursIn(held),
    status: statusOf(title),
    title,
    discusses,
    application_numbers: applicationNumbers(`${title} ${discusses ?? ''}`),
    published_date: dayFrom(textAt(notice, 'publication_date'), 'yyyy-MM-dd'),
    source_url: textAt(notice, 'html_url'),
  });
}

/** Returns the sentences about the meeting. Sentences about deadlines for comments are omitted. */
function meetingSentence(dates: string): string {
  const sentences = dates.split(/(?<=[a-z)\d]{3}\.)\s+(?=[A-Z])/);
  return sentences.filter((one) => /\b(?:meeting|held)\b/i.test(one)).join(' ');
}

/**
 * Returns the status of a meeting from its title. Only the titles of changed meetings state a
 * status.
 */
function statusOf(title: string): string {
  if (/\bpostpone/i.test(title)) return 'postponed';
  if (/\bcancel/i.test(title)) return 'cancelled';
  return /\bamend(?:ed|ment)\b/i.test(title) ? 'amended' : 'scheduled';
}

/**
 * Returns the committee that a title names. Titles of notices start with the committee: `Blood
 * Committee on Plasma; Notice of Meeting`. In the calendar, a day or a change may come first: `May
 * 6, 2026: Meeting of the Blood Committee Meeting Announcement - 05/06/2026`.
 */
function committeeOf(title: string): string | undefined {
  const parts = title.split(/[;:]/);
  const at = parts.findIndex((part) => COMMITTEE.test(part));
  const part = parts[at]?.replace(BEFORE_COMMITTEE, '');
  const isWhole = at === 0 && parts.length > 1;
  return (isWhole ? part : part?.match(COMMITTEE)?.[0])?.trim();
}

const COMMITTEE = /^.{0,200}\b(?:Committee|Panel|Advisory Board)\b/i;
const BEFORE_COMMITTEE =
  /^(?:(?:POSTPONED|CANCELL?ED|UPDATED?)\b[^A-Za-z]{1,5})?(?:.{0,40}\bMeeting of the )?/i;

function applicationNumbers(text: string): readonly string[] | undefined {
  const numbers = [...text.matchAll(/\b(NDA|BLA)\)?s? ?(?:application )?(\d{6})\b/g)];
  return listOrNone([...new Set(numbers.map(([, type, digits]) => `${type}${digits}`))]);
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * Returns the dates in a text, earliest first: `April 2, 2020`, `May 6 and 7, 2026`, `May 6-7,
 * 2026`, `09/16/2026`.
 */
function daysIn(text: string): readonly string[] {
  const written = [
    ...text.matchAll(/\b([A-Z][a-z]{2,8}) (\d{1,2})(?:(?:-|–| and | to )(\d{1,2}))?, ?(\d{4})\b/g),
  ].flatMap(([, month = '', first, last, year]) =>
    months.includes(month)
      ? [first, last].flatMap((day) => (day ? (dayInWords(`${month} ${day}, ${year}`) ?? []) : []))
      : [],
  );
  const numbered = [...text.matchAll(/\b\d{2}\/\d{2}\/\d{4}\b/g)].flatMap(
    ([day]) => dayOf(day) ?? [],
  );
  return [...new Set([...written, ...numbered])].sort();
}

/** Parses the local date in `09/16/2026 10:00 AM EDT`. */
function dayOf(text: string | undefined): string | undefined {
  return dayFrom(text?.trim().slice(0, 10), 'MM/dd/yyyy');
}

/**
 * Matches a time of day, with or without a time zone: `8 a.m.`, `10:00 AM EDT`, `5:55 p.m. (CST)`,
 * `noon Eastern Time`.
 */
const HOUR =
  /(?:\b\d{1,2}(?::\d{2})? ?[AaPp]\.?[Mm]\b\.?|\bnoon\b)(?: \(?[A-Z]{1,3}T\b\)?| Eastern(?: \w+)? Time)?/g;
/** Maximum number of days for which hours are stored. */
const MAX_DAYS = 4;

/**
 * Returns the start and end times in a text: `8 a.m. to 3:45 p.m., 8 a.m. to noon`. Equal times of
 * several days are listed once.
 */
function hoursIn(text: string): string | undefined {
  const hours = text.match(HOUR) ?? [];
  const days = hours.flatMap((_, at) => (at % 2 ? [] : hours.slice(at, at + 2).join(' to ')));
  return textAt([...new Set(days)].slice(0, MAX_DAYS).join(', '));
}

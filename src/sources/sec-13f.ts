import { dayAt } from '../base/clock.ts';
import { daysBetween } from '../domain/dates.ts';
import { filingUrl } from '../domain/public-pages.ts';
import { cikAt, dayFrom, listAt, numberAt, objectAt, textAt } from './formats/untrusted.ts';
import { elementText, readXml } from './formats/xml.ts';
import { sec } from './hosts.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { quarterOf, weekOf } from './periods.ts';
import { submissionHeader } from './sec-filings.ts';
import { readCompanyList } from './sec-industries.ts';
import { readSubmissions } from './sec-submissions/read.ts';
import { submissionsRequest } from './sec-submissions/request.ts';
import {
  aboutOf,
  fromParsed,
  mapRecords,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from './source.ts';

/** Number of quarters for which positions are requested. */
const QUARTERS = 12;
/** Days from the end of a quarter to the deadline for reports (17 CFR 240.13f-1). */
const DEADLINE = 45;
/** Most reports are filed within this many days before or after the deadline. */
const NEAR = 3;
const holdingForms = new Set(['13F-HR', '13F-HR/A']);

/** Positions of specialist funds, from the full submission for each quarter. */
export const sec13f: SyncSource = {
  name: 'sec-13f',
  title: 'SEC: positions of specialist funds (13F)',
  fills: ['fund_filings'],
  host: sec,
  schedule: '15 * * * *',
  maxAgeMs: 9 * 24 * 3_600_000,
  unverified: 'the lookup of a manager by name',
  firstFill: () => {
    const requests = specialistManagers.length * (QUARTERS + 1);
    return { requests, bytes: requests * 100_000 };
  },
  plan: ({ cursorOf, now }) =>
    specialistManagers.map((manager, rank) => {
      const cik = manager.cik ?? cikLookups(cursorOf())[manager.name];
      return cik === undefined
        ? lookupRequest(manager, rank, quarterOf(now))
        : listRequest({ ...manager, cik }, rank, listVersion(now));
    }),
  read({ text, request }, context) {
    const { name } = aboutOf(request);
    if (name === undefined) {
      const result = fromParsed(sec13fConnector.parse(text, request.address));
      return mapRecords(result, (record) => [{ ...record, is_specialist: true }]);
    }
    const isList = request.address.includes('/submissions/');
    return isList
      ? filingsOf(text, name, request, context.now)
      : readLookup(text, name, request, context);
  },
};

/**
 * Returns the version of a request for a list of filings. A new version makes sync send the request
 * again. The version changes hourly near a deadline, and weekly at other times.
 */
function listVersion(now: number): string {
  // Days since the last day of the previous quarter.
  const since = daysBetween(quarterOf(now), dayAt(now)) + 1;
  const isNear = Math.abs(since - DEADLINE) <= NEAR;
  return isNear ? new Date(now).toISOString().slice(0, 13) : weekOf(now);
}

function listRequest(
  { name, cik }: SpecialistManager & { readonly cik: string },
  rank: number,
  version: string,
): SyncRequest {
  const { subject: _, ...list } = submissionsRequest(cik, rank, version);
  return { ...list, lane: 'history', about: { name } };
}

/** Returns a request for the 13F filers whose names start with the manager's name. */
function lookupRequest({ name }: SpecialistManager, rank: number, version: string): SyncRequest {
  const query = new URLSearchParams({
    action: 'getcompany',
    company: name,
    type: '13F-HR',
    owner: 'include',
    count: '40',
    output: 'atom',
  });
  const address = `https://www.sec.gov/cgi-bin/browse-edgar?${query}`;
  return { address, expects: 'xml', lane: 'history', rank, about: { name }, version };
}

/** Returns the CIKs that lookups have found. The keys are the names of the managers. */
function cikLookups(cursor: string | undefined): Readonly<Record<string, string>> {
  return cursor === undefined ? {} : JSON.parse(cursor);
}

/**
 * Reads the filers that a lookup by name returned. Our choice: if several filers match, no CIK is
 * stored for the manager.
 */
function readLookup(
  text: string,
  name: string,
  { rank }: QueuedRequest,
  { cursorOf, now }: SourceContext,
): ReadResult {
  const read = readCompanyList(text);
  if ('reason' in read) return { failed: read.reason };
  const named = read.value.companies.filter((one) => isNamed(one.name ?? '', { name }));
  const [only] = named;
  if (!only || named.length > 1) {
    return { failed: `contains ${named.length} 13F filers with the name "${name}"`, final: true };
  }
  return {
    cursor: JSON.stringify({ ...cikLookups(cursorOf()), [name]: only.cik }),
    requests: [listRequest({ name, cik: only.cik }, rank, listVersion(now))],
  };
}

function filingsOf(text: string, name: string, { rank }: QueuedRequest, now: number): ReadResult {
  const read = readSubmissions(text);
  if ('reason' in read) return { failed: read.reason };
  const { name: official = '', filings } = read.value;
  if (!isNamed(official, { name })) {
    return {
      failed: `is about ${official}, but the list of managers names "${name}"`,
      final: true,
    };
  }
  const since = quarterOf(now, QUARTERS);
  return {
    requests: filings
      .filter(({ form, filing_date }) => holdingForms.has(form) && filing_date >= since)
      .map(
        ({ submission_url, accession, filing_date }): SyncRequest => ({
          address: submission_url,
          expects: 'text',
          lane: 'history',
          rank,
          about: { filed: filing_date },
          version: accession,
        }),
      ),
  };
}

export interface SpecialistManager {
  /** Start of the manager's name in the SEC's spelling, in lower case without punctuation. */
  readonly name: string;
  /** The CIK of the manager. If absent, the CIK is looked up by name. */
  readonly cik?: string;
}

/**
 * The managers whose positions are read. The CIKs come from public lists, not from the SEC. If the
 * SEC has another name for a manager, the manager's filings are not read, and `status` says so.
 */
export const specialistManagers: readonly SpecialistManager[] = [
  { name: 'acuta capital', cik: '1582844' },
  { name: 'affinity asset advisors', cik: '1773195' },
  { name: 'ally bridge', cik: '1822947' },
  { name: 'avidity partners', cik: '1791827' },
  { name: 'avoro capital', cik: '1633313' },
  { name: 'bain capital life sciences', cik: '1703031' },
  { name: 'baker bros', cik: '1263508' },
  { name: 'boxer capital', cik: '2018299' },
  { name: 'braidwell', cik: '1920938' },
  { name: 'bvf', cik: '1056807' },
  { name: 'caligan partners', cik: '1727492' },
  { name: 'casdin capital', cik: '1534261' },
  { name: 'cormorant asset', cik: '1583977' },
  { name: 'dafna capital', cik: '1389933' },
  { name: 'deep track capital', cik: '1856083' },
  { name: 'deerfield management', cik: '1009258' },
  { name: 'ecor1 capital', cik: '1587114' },
  { name: 'fairmount funds', cik: '1802528' },
  { name: 'foresite capital', cik: '1704132' },
  { name: 'foresite capital', cik: '1792206' },
  { name: 'foresite capital', cik: '2013341' },
  { name: 'frazier life sciences', cik: '1892134' },
  { name: 'great point partners', cik: '1281446' },
  { name: 'integral health asset', cik: '1773206' },
  { name: 'krensavage', cik: '1609251' },
  { name: 'kynam capital', cik: '1907884' },
  { name: 'logos global', cik: '1792126' },
  { name: 'opaleye', cik: '1595855' },
  { name: 'orbimed', cik: '1055951' },
  { name: 'palo alto investors', cik: '1306923' },
  { name: 'paradigm biocapital', cik: '1855655' },
  { name: 'perceptive advisors', cik: '1224962' },
  { name: 'ra capital', cik: '1346824' },
  { name: 'redmile', cik: '1425738' },
  // Public lists state different CIKs for the manager on the next line, so its CIK is looked up.
  { name: 'rock springs capital' },
  { name: 'rtw investments', cik: '1493215' },
  { name: 'samsara biocapital', cik: '1744967' },
  { name: 'sarissa capital', cik: '1577524' },
  { name: 'sectoral asset', cik: '1274413' },
  { name: 'siren', cik: '2005245' },
  { name: 'sofinnova', cik: '1631134' },
  { name: 'soleus capital', cik: '1802630' },
  { name: 'suvretta capital', cik: '1569064' },
  { name: 'tang capital', cik: '1232621' },
  { name: 'tcg crossover', cik: '1839948' },
  { name: 'venbio', cik: '1776382' },
  { name: 'vestal point', cik: '1974915' },
  { name: 'vivo capital', cik: '1674712' },
  // No public list contains the managers below, so their CIKs are looked up.
  { name: 'armistice capital' },
  { name: 'camber capital' },
  { name: 'commodore capital' },
  { name: 'eversept partners' },
  { name: 'healthcor management' },
  { name: 'ikarian capital' },
  { name: 'novo holdings' },
  { name: 'octagon capital advisors' },
  { name: 'parkman healthcare' },
  { name: 'stempoint capital' },
];

/** Whether the name of a filer equals the name of a manager, or starts with it. */
export function isNamed(words: string, { name }: Pick<SpecialistManager, 'name'>): boolean {
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return `${plain} `.startsWith(`${name} `);
}

/**
 * Reads positions of a fund (SEC Form 13F-HR and amendments) from the full submission, which
 * contains the cover page and the information table. Values are stored as reported. Later, a
 * refresh compares them with prices to find out whether they are in dollars or in thousands of
 * dollars. The refresh also adds up the rows that have the same CUSIP.
 */
export const sec13fConnector = dataConnector({
  name: 'sec-13f',
  title: 'SEC: fund positions (13F)',
  reads: 'the full submission of a 13F-HR (.txt, .nc)',
  parse(text, fileName) {
    const cover = readXml(elementText(text, 'edgarSubmission') ?? '')?.edgarSubmission;
    const element = elementText(text, 'informationTable');
    const form = textAt(cover, 'headerData', 'submissionType')?.trim() ?? '';
    if (/^SC(?:HEDULE)? 13[DG]/.test(form)) {
      return refused(`is a ${form}, which states the stake of one holder: import it with sec-13dg`);
    }
    if (form.startsWith('13F-NT')) return refused('is a notice (13F-NT), which has no positions');
    if (!cover && element) {
      return refused('is only an information table: import the full submission (.txt)');
    }
    if (!cover) return refused('has no complete cover page of a 13F');
    if (!element) return refused('is a cover page without its complete information table');
    const table = readXml(element)?.informationTable;
    if (table === undefined) return refused('is not well-formed XML');
    return filingOf(cover, table, { form, ...submissionHeader(text, fileName) });
  },
});

interface Filing extends ReturnType<typeof submissionHeader> {
  readonly form: string;
}

function filingOf(cover: unknown, table: unknown, filing: Filing) {
  const facts = collector();
  const page = objectAt(cover, 'formData', 'coverPage');
  const cik = cikAt(cover, 'headerData', 'filerInfo', 'filer', 'credentials', 'cik');
  const report_date = dayFrom(textAt(page, 'reportCalendarOrQuarter'), 'MM-dd-yyyy');
  const wrong = periodProblem(report_date, filing.filing_date);
  if (wrong) return refused(wrong);
  const rows = listAt(table, 'infoTable');
  const positions = rows.flatMap((row, at) => {
    const position = positionOf(row);
    if (position.value === undefined) facts.problem(`row ${at + 1}`, 'has no value');
    return position.value === undefined ? [] : [position];
  });
  const stated = numberAt(cover, 'formData', 'summaryPage', 'tableEntryTotal');
  if (stated !== undefined && stated !== rows.length) {
    facts.problem('summary page', `states ${stated} rows; the table has ${rows.length}`);
  }
  facts.add('fund_filings', 'file', {
    ...filing,
    cik,
    fund_name: textAt(page, 'filingManager', 'name'),
    report_date,
    amendment_type: textAt(page, 'amendmentInfo', 'amendmentType')?.trim(),
    positions,
    table_value_total: numberAt(cover, 'formData', 'summaryPage', 'tableValueTotal'),
    source_url: cik && filing.accession && filingUrl(cik, filing.accession),
  });
  return facts.parsed();
}

/** Returns a message if the last day of the reported period is not before the filing date. */
export function periodProblem(
  report_date: string | undefined,
  filing_date: string | undefined,
): string | undefined {
  if (!report_date || !filing_date || report_date < filing_date) return undefined;
  return `is a report as of ${report_date}, which is not before its filing date ${filing_date}`;
}

/**
 * Reads a position. A spreadsheet may have removed leading zeros from the CUSIP, so they are
 * restored.
 */
function positionOf(row: unknown) {
  const amount = objectAt(row, 'shrsOrPrnAmt');
  return {
    cusip: textAt(row, 'cusip')?.trim().toUpperCase().padStart(9, '0'),
    issuer: textAt(row, 'nameOfIssuer'),
    title_of_class: textAt(row, 'titleOfClass'),
    value: numberAt(row, 'value'),
    shares: numberAt(amount, 'sshPrnamt'),
    share_type: textAt(amount, 'sshPrnamtType')?.trim().toUpperCase(),
    put_call: textAt(row, 'putCall')?.trim(),
  };
}

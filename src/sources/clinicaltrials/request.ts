import { dayAt } from '../../base/clock.ts';
import { shiftDays } from '../../domain/dates.ts';
import type { CompanyNote } from '../company-notes.ts';
import { readJson, textAt } from '../formats/untrusted.ts';
import { clinicalTrialsGov } from '../hosts.ts';
import type { Parsed } from '../parsed.ts';
import {
  aboutOf,
  fromParsed,
  type Lane,
  lanes,
  mapRecords,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from '../source.ts';
import { clinicaltrialsConnector } from './read.ts';

const API = 'https://clinicaltrials.gov/api/v2';
const PAGE = 1_000;
/** Maximum number of restarts of a list whose pages have expired. */
const MAX_RESTARTS = 3;
/**
 * Names of the paged lists of trials. `active` is requested first. `all` contains all trials during
 * the first fill, and updated trials later.
 */
const [FIRST, ALL] = ['active', 'all'];
/** Each request for updates begins this many days before the newest update that was read. */
const OVERLAP = 2;

const FIELDS = [
  'IdentificationModule',
  'StatusModule',
  'SponsorCollaboratorsModule',
  'ConditionsModule',
  'BriefSummary',
  'DesignModule',
  'ArmsInterventionsModule',
  'OutcomesModule',
  // Only the countries of the sites are requested, because the full data of the sites is larger
  // than all other data of a trial.
  'LocationCountry',
  'ConditionBrowseModule',
  'InterventionBrowseModule',
  'HasResults',
].join(',');

const INDUSTRY = 'AREA[LeadSponsorClass]INDUSTRY AND AREA[StudyType]INTERVENTIONAL';
const ACTIVE =
  'AREA[Phase](PHASE2 OR PHASE3) AND AREA[OverallStatus](RECRUITING OR ACTIVE_NOT_RECRUITING OR NOT_YET_RECRUITING OR ENROLLING_BY_INVITATION)';

/**
 * Trials whose lead sponsor is a listed company. Active trials of Phases 2 and 3 are requested
 * first, then all trials, then updates.
 */
export const clinicaltrials: SyncSource = {
  name: 'clinicaltrials',
  title: 'ClinicalTrials.gov',
  fills: ['trials', 'trial_versions'],
  host: clinicalTrialsGov,
  schedule: '0 13 * * *',
  zone: 'UTC',
  maxAgeMs: 36 * 3_600_000,
  // Sponsors are matched by company name.
  needsCompanies: true,
  alwaysRead: true,
  accepts: [400],
  firstFill: () => ({ requests: 147, bytes: 60_000_000 }),
  asOf: (cursor) => (JSON.parse(cursor) as Cursor).newest || undefined,
  plan({ cursorOf, now }) {
    const version = dayAt(now);
    if (cursorOf(ALL) === undefined) {
      return [
        { ...windowOf(`${INDUSTRY} AND ${ACTIVE}`, 'registry', version), chain: FIRST },
        { ...windowOf(INDUSTRY, 'history', version), chain: ALL },
      ];
    }
    return [{ address: `${API}/version`, expects: 'json', lane: 'registry', version }];
  },
  connector: clinicaltrialsConnector,
  read({ text, parsed, status, request }, context) {
    if (request.address === `${API}/version`) return news(text, context);
    if (status === 400) return restarted(request);
    const taken = parsed ?? clinicaltrialsConnector.parse(text, request.address);
    return page(text, taken, request, context);
  },
};

interface Cursor {
  /** Date of the newest trial update that was read. */
  readonly newest: string;
  /** The registry's data timestamp at the last request for updates. */
  readonly data?: string | undefined;
}

function knownOf(context: SourceContext): Cursor {
  const cursor = context.cursorOf(ALL);
  return cursor === undefined ? { newest: '' } : JSON.parse(cursor);
}

/** Requests updates only if the registry has new data, which happens once a day. */
function news(text: string, context: SourceContext): ReadResult {
  const json = readJson(text);
  if ('reason' in json) return { failed: json.reason };
  const data = textAt(json.value, 'dataTimestamp');
  if (data === undefined) return { failed: 'has no dataTimestamp' };
  const { newest, data: known } = knownOf(context);
  if (data === known) return {};
  const from = newest === '' ? 'MIN' : shiftDays(newest, -OVERLAP);
  const updated = `${INDUSTRY} AND AREA[LastUpdatePostDate]RANGE[${from},MAX]`;
  const request = windowOf(updated, 'registry', dayAt(context.now));
  return { requests: [{ ...request, chain: ALL, about: { data } }] };
}

function windowOf(filter: string, lane: Lane, version: string): SyncRequest {
  const query = new URLSearchParams({
    'filter.advanced': filter,
    fields: FIELDS,
    pageSize: String(PAGE),
    countTotal: 'true',
  });
  return { address: `${API}/studies?${query}`, expects: 'json', lane, version };
}

function page(
  text: string,
  parsed: Parsed,
  request: QueuedRequest,
  context: SourceContext,
): ReadResult {
  const result = fromParsed(parsed);
  if (result.failed !== undefined) return result;
  const { companies } = context;
  const leaders = new Map<string, CompanyNote>();
  const taken = new Set<unknown>();
  let { newest, data: known } = knownOf(context);
  const { data = known } = aboutOf(request);
  for (const { kind, records } of result.batches ?? []) {
    if (kind !== 'trials') continue;
    for (const { nctId, LeadSponsorName, updatedAt } of records) {
      if (typeof updatedAt === 'string' && updatedAt > newest) newest = updatedAt;
      const cik = companies.cikOfName(String(LeadSponsorName ?? ''));
      if (cik === undefined) continue;
      taken.add(nctId);
      leaders.set(cik, { cik, leadsTrial: true });
    }
  }
  return {
    ...mapRecords(result, (record) => (taken.has(record.nctId) ? [record] : [])),
    companies: [...leaders.values()],
    // The first list does not change the cursor, because the second list also contains the trials
    // of the first.
    ...(request.chain === FIRST ? {} : { cursor: JSON.stringify({ newest, data }) }),
    requests: nextPage(text, request),
  };
}

function nextPage(text: string, request: QueuedRequest): SyncRequest[] {
  const { address, version, lane } = request;
  // Searching the text for `nextPageToken` is faster than parsing the JSON of a page. No field of a
  // trial has this name.
  const token = /"nextPageToken":\s*"([^"\\]{1,500})"/.exec(text)?.[1];
  if (token === undefined) return [];
  const next = new URL(address);
  next.searchParams.set('pageToken', token);
  const page = { address: next.href, expects: 'json', lane: lanes[lane]!, version } as const;
  return [{ ...page, about: aboutOf(request), continues: true }];
}

/** Restarts a list whose pages have expired. Pages expire when the registry updates its data. */
function restarted(request: QueuedRequest): ReadResult {
  const { address, version, lane } = request;
  const first = new URL(address);
  if (!first.searchParams.has('pageToken')) return { failed: 'says that the request is invalid' };
  const restarts = version.split('+').length;
  if (restarts > MAX_RESTARTS)
    return { failed: 'repeatedly says that the requested page has expired' };
  first.searchParams.delete('pageToken');
  const again: SyncRequest = {
    address: first.href,
    expects: 'json',
    lane: lanes[lane]!,
    version: `${version}+`,
    about: aboutOf(request),
    chain: request.chain ?? ALL,
  };
  return { requests: [again] };
}

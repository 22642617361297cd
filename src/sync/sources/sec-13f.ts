import { dayAt } from '../../base/clock.ts';
import { daysBetween } from '../../domain/dates.ts';
import { sec13f as connector } from '../../ingest/connectors/sec-13f.ts';
import { readCompanyList } from '../../ingest/readers/sec-company-list.ts';
import { readSubmissions } from '../../ingest/readers/sec-submissions.ts';
import { sec } from '../../sources/hosts.ts';
import { quarterOf, weekOf } from '../../sources/periods.ts';
import {
  aboutOf,
  fromParsed,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from '../../sources/source.ts';
import { submissionsRequest } from './sec-submissions.ts';
import { isNamed, type SpecialistManager, specialistManagers } from './specialist-managers.ts';

/** Quarters of positions that are kept. */
const QUARTERS = 12;
/** Days from a quarter's end to the day by which positions are reported (17 CFR 240.13f-1). */
const DEADLINE = 45;
/** Days before and after it in which most reports come. */
const NEAR = 3;
const holdingForms = new Set(['13F-HR', '13F-HR/A']);

/** Positions of specialist funds, by the whole submission of each quarter. */
export const sec13f: SyncSource = {
  name: 'sec-13f',
  title: 'SEC: positions of specialist funds (13F)',
  fills: ['fund_filings'],
  host: sec,
  schedule: '15 * * * *',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  unseen: 'a lookup of a manager by name',
  firstFill: () => {
    const requests = specialistManagers.length * (QUARTERS + 1);
    return { requests, bytes: requests * 100_000 };
  },
  plan: ({ cursor, now }) =>
    specialistManagers.map((manager, rank) => {
      const cik = manager.cik ?? foundIn(cursor)[manager.name];
      return cik === undefined
        ? lookupRequest(manager, rank, quarterOf(now))
        : listRequest({ ...manager, cik }, rank, listVersion(now));
    }),
  read({ text, request }, context) {
    const { name } = aboutOf(request);
    if (name === undefined) {
      const result = fromParsed(connector.parse(text, request.address));
      return { ...result, batches: (result.batches ?? []).map(asSpecialist) };
    }
    const isList = request.address.includes('/submissions/');
    return isList
      ? filingsOf(text, name, request, context.now)
      : managerFound(text, name, request, context);
  },
};

/** Each hour in the days around a deadline, else each week. */
function listVersion(now: number): string {
  // The quarter before ended a day before this one began.
  const since = daysBetween(quarterOf(now), dayAt(now)) + 1;
  const isNear = Math.abs(since - DEADLINE) <= NEAR;
  return isNear ? new Date(now).toISOString().slice(0, 13) : weekOf(now);
}

function listRequest(
  { name, cik }: SpecialistManager & { readonly cik: string },
  rank: number,
  version: string,
): SyncRequest {
  return { ...submissionsRequest(cik, rank, version), lane: 'history', about: { name } };
}

/** Asks for the filers of 13F whose name begins so. */
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

/** CIKs that were looked up, by the names of managers. */
function foundIn(cursor: string | undefined): Readonly<Record<string, string>> {
  return cursor === undefined ? {} : JSON.parse(cursor);
}

/** Our choice: of several filers whose names begin so, none is taken. */
function managerFound(
  text: string,
  name: string,
  { rank }: QueuedRequest,
  { cursor, now }: SourceContext,
): ReadResult {
  const read = readCompanyList(text);
  if ('reason' in read) return { failed: read.reason };
  const named = read.value.companies.filter((one) => isNamed(one.name ?? '', { name }));
  const [only] = named;
  if (!only || named.length > 1) {
    return { failed: `names ${named.length} filers of 13F as "${name}"`, final: true };
  }
  return {
    cursor: JSON.stringify({ ...foundIn(cursor), [name]: only.cik }),
    requests: [listRequest({ name, cik: only.cik }, rank, listVersion(now))],
  };
}

function filingsOf(text: string, name: string, { rank }: QueuedRequest, now: number): ReadResult {
  const read = readSubmissions(text);
  if ('reason' in read) return { failed: read.reason };
  const { name: official = '', filings } = read.value;
  if (!isNamed(official, { name })) {
    return { failed: `is of ${official}, where the list of managers has "${name}"`, final: true };
  }
  const since = quarterOf(now, QUARTERS);
  return {
    requests: filings
      .filter(({ form, filing_date }) => holdingForms.has(form) && filing_date >= since)
      .map(
        ({ submission_url, accession }): SyncRequest => ({
          address: submission_url,
          expects: 'text',
          lane: 'history',
          rank,
          version: accession,
        }),
      ),
  };
}

function asSpecialist(batch: NonNullable<ReadResult['batches']>[number]) {
  return { ...batch, records: batch.records.map((one) => ({ ...one, is_specialist: true })) };
}

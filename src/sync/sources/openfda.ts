import { dayAt } from '../../clock.ts';
import { openfdaApprovals as approvals } from '../../ingest/connectors/openfda-approvals.ts';
import { openfdaEvents as events } from '../../ingest/connectors/openfda-events.ts';
import { readJson, textAt } from '../../ingest/connectors/untrusted.ts';
import type { HostRule } from '../hosts.ts';
import {
  fromParsed,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncRequest,
  type SyncSource,
} from '../source.ts';
import { quarterOf } from './periods.ts';

const DRUGS = 'https://api.fda.gov/drug/drugsfda.json';
const EVENTS = 'https://api.fda.gov/drug/event.json';
const NEWEST_EVENTS = 100;

/** Approvals, all pages whenever openFDA says that its data are newer. */
export function openfdaApprovals(host: HostRule): SyncSource {
  return {
    name: 'openfda-approvals',
    title: 'openFDA: Drugs@FDA',
    fills: ['approvals'],
    host,
    schedule: '0 12 * * *',
    zone: 'UTC',
    promise: 36 * 3_600_000,
    // Applicants are told by the companies' names.
    needsCompanies: true,
    alwaysRead: true,
    firstFill: () => ({ requests: 31, bytes: 30 * 700_000 }),
    asOf: (cursor) => cursor,
    plan: ({ now }) => [
      { address: `${DRUGS}?limit=1`, expects: 'json', lane: 'registry', version: dayAt(now) },
    ],
    read({ text, headers, request }, context) {
      if (request.address === `${DRUGS}?limit=1`) return news(text, context);
      return page(text, headers.link, request, context);
    },
  };
}

/** Adverse events of the companies' drugs: the newest serious reports of each application. */
export function openfdaEvents(host: HostRule): SyncSource {
  return {
    name: 'openfda-events',
    title: 'openFDA: adverse events (FAERS)',
    fills: ['adverse_events'],
    host,
    schedule: '30 12 * * *',
    zone: 'UTC',
    promise: 100 * 24 * 3_600_000,
    follows: 'openfda-approvals',
    // A search without matches is answered so.
    accepts: [404],
    firstFill: (companies) => ({ requests: companies, bytes: companies * 60_000 }),
    plan: () => [],
    read: ({ text, request }) => fromParsed(events.parse(text, request.address)),
  };
}

function news(text: string, { cursor, now }: SourceContext): ReadResult {
  const json = readJson(text);
  if ('reason' in json) return { failed: json.reason };
  const updated = textAt(json.value, 'meta', 'last_updated');
  if (updated === undefined) return { failed: 'does not say when it was last updated' };
  if (updated === cursor) return {};
  const version = `${updated} ${dayAt(now)}`;
  return {
    requests: [{ address: `${DRUGS}?limit=1000`, expects: 'json', lane: 'registry', version }],
  };
}

function page(
  text: string,
  link: string | undefined,
  { address, version }: QueuedRequest,
  { companies, now }: SourceContext,
): ReadResult {
  const result = fromParsed(approvals.parse(text, address));
  if (result.failed !== undefined) return result;
  const members = new Map(companies.universe.map(({ cik, rank }) => [cik, rank]));
  const applications = (result.batches ?? []).flatMap(({ records }) => records);
  const asked = applications.flatMap(({ sponsor_name, application_number, application_type }) => {
    const cik = companies.cikOfName(String(sponsor_name ?? ''));
    const rank = cik === undefined ? undefined : members.get(cik);
    if (cik === undefined || rank === undefined || application_type === 'ANDA') return [];
    return [eventsRequest(String(application_number), cik, rank, quarterOf(now))];
  });
  const next = nextOf(link);
  const [updated = ''] = version.split(' ');
  return {
    ...result,
    // Only the last page ends what was begun.
    ...(next === undefined ? { cursor: updated } : {}),
    requests: [
      ...(next === undefined
        ? []
        : [{ ...next, lane: 'registry', version, continues: true } as const]),
      ...asked,
    ],
  };
}

function nextOf(link: string | undefined): Pick<SyncRequest, 'address' | 'expects'> | undefined {
  const address = /<(https:\/\/api\.fda\.gov\/[^<>\s]{1,2000})>;\s*rel="next"/.exec(
    link ?? '',
  )?.[1];
  return address === undefined ? undefined : { address, expects: 'json' };
}

function eventsRequest(
  application: string,
  cik: string,
  rank: number,
  version: string,
): SyncRequest {
  const search = `patient.drug.openfda.application_number:"${application}"+AND+serious:1`;
  const query = `search=${search.replaceAll('"', '%22')}&sort=receivedate:desc`;
  return {
    source: 'openfda-events',
    address: `${EVENTS}?${query}&limit=${NEWEST_EVENTS}`,
    expects: 'json',
    lane: 'slow',
    rank,
    subject: cik,
    version,
  };
}

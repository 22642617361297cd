import { openfdaEvents as events } from '../../ingest/connectors/openfda-events.ts';
import { openfdaLabels as labels } from '../../ingest/connectors/openfda-labels.ts';
import type { HostRule } from '../../sources/hosts.ts';
import { fromParsed, type SyncRequest, type SyncSource } from '../../sources/source.ts';
import { inParts } from '../../store/statements.ts';

const EVENTS = 'https://api.fda.gov/drug/event.json';
const LABELS = 'https://api.fda.gov/drug/label.json';
const NEWEST_EVENTS = 100;
/** Applications whose labels are asked for together, and labels that are read of them. */
const APPLICATIONS = 10;
const NEWEST_LABELS = 50;

/** An application of a company that belongs. */
export interface Application {
  /** `NDA021923` */
  readonly number: string;
  readonly cik: string;
  readonly rank: number;
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

/** Labels of the companies' drugs: what each application is approved for. */
export function openfdaLabels(host: HostRule): SyncSource {
  return {
    name: 'openfda-labels',
    title: 'openFDA: drug labels',
    fills: ['drug_labels'],
    host,
    schedule: '30 12 * * *',
    zone: 'UTC',
    promise: 100 * 24 * 3_600_000,
    unseen: 'an answer to several applications at once',
    follows: 'openfda-approvals',
    // A search without matches is answered so.
    accepts: [404],
    firstFill: (companies) => {
      const requests = Math.ceil(companies / 11);
      return { requests, bytes: requests * 500_000 };
    },
    plan: () => [],
    read: ({ text, request }) => fromParsed(labels.parse(text, request.address)),
  };
}

export function eventsRequest({ number, cik, rank }: Application, version: string): SyncRequest {
  const search = `patient.drug.openfda.application_number:"${number}"+AND+serious:1`;
  const query = `search=${quoted(search)}&sort=receivedate:desc&limit=${NEWEST_EVENTS}`;
  return {
    source: 'openfda-events',
    address: `${EVENTS}?${query}`,
    expects: 'json',
    lane: 'slow',
    rank,
    subject: cik,
    version,
  };
}

/**
 * Labels of some applications at once, before the many requests for events. Our choice: the newest
 * fifty of ten applications, since repackagers have labels of their own for the same drug.
 */
export function labelRequests(
  applications: readonly Application[],
  version: string,
): readonly SyncRequest[] {
  const parts = [...inParts(applications, APPLICATIONS)];
  return parts.map((some) => {
    const search = some.map(({ number }) => `openfda.application_number:"${number}"`).join('+');
    const query = `search=${quoted(search)}&sort=effective_time:desc&limit=${NEWEST_LABELS}`;
    return {
      source: 'openfda-labels',
      address: `${LABELS}?${query}`,
      expects: 'json',
      lane: 'slow',
      rank: BEFORE_EVENTS,
      version,
    };
  });
}

const BEFORE_EVENTS = -1;

function quoted(search: string): string {
  return search.replaceAll('"', '%22');
}

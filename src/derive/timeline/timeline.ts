import { sha256 } from '../../base/sha256.ts';
import { bareCik } from '../../domain/companies/cik.ts';
import { groupBy } from '../../domain/group-by.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Computation, Refresh } from '../computation.ts';
import { calendarEvents, committeeEvents, meetingEvents } from './calendar-events.ts';
import { dealEvents, delistingEvents, offeringEvents, splitEvents } from './capital-events.ts';
import { currentReportEvents } from './current-reports.ts';
import { isSame, type TimelineEvent } from './event.ts';
import { MAX_WHAT } from './fact-part.ts';
import { fundEvents, insiderEvents, stakeEvents } from './ownership-events.ts';
import {
  decisionEvents,
  designationEvents,
  disclosedEvents,
  exclusivityEvents,
  otherRefusals,
} from './regulatory-events.ts';
import {
  isPlanned,
  noCommittees,
  pastEvents,
  runwayEvents,
  statementEvents,
} from './statement-events.ts';
import { resultEvents, trialEvents } from './trial-events.ts';

export const timelineCollections = {
  timeline: { from: ['mentions'], rows: lazily(timeline) },
} satisfies Collections;

/**
 * Sources of events that take precedence. Events from statements in texts, and clinical holds in
 * trial registrations, are left out if one of these sources reports the same event.
 */
const eventSources: readonly Computation<readonly TimelineEvent[]>[] = [
  calendarEvents,
  committeeEvents,
  meetingEvents,
  decisionEvents,
  otherRefusals,
  designationEvents,
  exclusivityEvents,
  disclosedEvents,
  currentReportEvents,
  resultEvents,
  offeringEvents,
  splitEvents,
  dealEvents,
  delistingEvents,
  stakeEvents,
  runwayEvents,
];

/**
 * All events of companies in the store, each with the time at which it first appeared on this
 * server.
 */
function* timeline(refresh: Refresh) {
  const idOf = identifiers(refresh);
  for (const event of events(refresh)) {
    const { key, what, ticker, ...row } = event;
    const id = idOf(event);
    yield {
      ...row,
      ticker: ticker || null,
      id,
      what: clipped(what),
      drug_words: row.drug ?? (row.type === 'committee_meeting' ? committeeWords(what) : null),
      first_served: refresh.firstServed(id),
    };
  }
}

function* events(refresh: Refresh): Generator<TimelineEvent, undefined> {
  const known = eventSources.flatMap((compute) => refresh.memo(compute));
  yield* known;
  yield* pastEvents(refresh, known);
  yield* noCommittees(refresh);
  const byKind = groupBy(known, kindOf);
  const isKnown = (event: TimelineEvent) =>
    byKind.get(kindOf(event))?.some((other) => isSame(event, other)) ?? false;
  for (const event of trialEvents(refresh)) {
    if (!event.type.startsWith('hold_') || !isKnown(event)) yield event;
  }
  yield* refresh.memo(insiderEvents);
  yield* refresh.memo(fundEvents);
  for (const event of statementEvents(refresh)) {
    if (isPlanned(event) || !isKnown(event)) yield event;
  }
}

function kindOf({ ticker, type }: TimelineEvent): string {
  return `${ticker} ${type}`;
}

/**
 * The words that identify a committee meeting: its text, and the initials of its committee, such as
 * `ODAC`.
 */
function committeeWords(what: string): string {
  const [committee = ''] = what.split(/;| meeting/);
  return `${what} ${committee.match(/\b[A-Z]/g)?.join('') ?? ''}`;
}

function clipped(what: string): string {
  const line = what.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_WHAT ? `${line.slice(0, MAX_WHAT - 1).trimEnd()}…` : line;
}

/**
 * Returns a function that identifies events by type, company and key. It uses the company's CIK,
 * which does not change with the ticker. Events with equal keys are numbered.
 */
function identifiers({ universe }: Refresh): (event: TimelineEvent) => string {
  const counts = new Map<string, number>();
  const companies = new Map<string, string>();
  return ({ type, ticker, key }) => {
    const company = companies.get(ticker) ?? companyOf(ticker);
    companies.set(ticker, company);
    const id = hashed([type, company, ...key]);
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : hashed([id, count]);
  };

  function companyOf(ticker: string): string {
    const cik = universe.company(ticker)?.cik;
    return cik ? bareCik(cik) : ticker;
  }
}

function hashed(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 16);
}

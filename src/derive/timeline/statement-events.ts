import type { EventType } from '../../catalogue/event-types.ts';
import { daysBetween, shiftDays } from '../../domain/dates.ts';
import { kindOfCatalyst, planKinds } from '../../domain/events/plan.ts';
import {
  dayReported,
  detailText,
  isSure,
  overlaps,
  type Period,
  type Statement,
} from '../../domain/events/statement.ts';
import type { Waiting } from '../../domain/events/timeline.ts';
import { groupBy } from '../../domain/group-by.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import type { Refresh } from '../computation.ts';
import { quotedStatements, statementOrigin } from '../text-statements.ts';
import {
  confirmed,
  isOtherDrug,
  isSame,
  quoted,
  SAME_EVENT_DAYS,
  type TimelineEvent,
} from './event.ts';

const types: Readonly<Record<string, readonly [EventType, string]>> = {
  pdufa_date: ['goal_date_set', 'PDUFA goal date'],
  pdufa_extended: ['goal_date_moved', 'PDUFA goal date extended'],
  adcomm_date: ['committee_meeting', 'FDA advisory committee meeting'],
  readout_expected: ['date_set', 'Readout expected'],
  filing_expected: ['date_set', 'Application expected'],
  approval: ['approval', 'FDA approval'],
  crl: ['refusal', 'Complete response letter'],
  withdrawn: ['application_withdrawn', 'Application withdrawn'],
  refuse_to_file: ['filing_refused', 'Refusal to file'],
  nda_bla_submitted: ['application_submitted', 'Application submitted to the FDA'],
  nda_bla_accepted: ['application_accepted', 'FDA accepted the application for review'],
  designation: ['designation', 'FDA designation'],
  trial_result: ['results_announced', 'Trial results'],
  offering: ['offering', 'Offering'],
  going_concern: ['going_concern', 'Substantial doubt about continuing as a going concern'],
  exchange_deficiency: ['listing_notice', 'Exchange notice'],
  deficiency_cured: ['listing_notice', 'The company regained compliance with a listing rule'],
  reverse_split: ['split', 'Reverse split'],
  clinical_hold: ['hold_placed', 'Clinical hold'],
  hold_lifted: ['hold_lifted', 'Clinical hold lifted'],
  acquisition: ['deal_announced', 'Acquisition'],
  licence: ['deal_announced', 'License'],
};

/** Unconfirmed statements, except those about dates that are in the calendar. */
export function statementEvents(refresh: Refresh): readonly TimelineEvent[] {
  const catalysts = groupBy(refresh.facts.all('catalysts'), ({ ticker }) => ticker);
  const isInCalendar = ({ statement: { ticker, type, date }, drug }: Waiting) => {
    const kind = planKinds[type];
    if (date === null || kind === undefined) return false;
    return catalysts.get(ticker)?.some(({ catalyst, drugname, formattedDate: day }) => {
      const isOfDay = date.from <= day && day <= date.to;
      return kindOfCatalyst(catalyst) === kind && isOfDay && !isOtherDrug(drug, drugname);
    });
  };
  return refresh
    .waiting()
    .filter((one) => !isInCalendar(one))
    .flatMap((one) => statementEvent(one) ?? []);
}

/** Statements of companies about how long their cash lasts. */
export function runwayEvents({ memo }: Refresh): readonly TimelineEvent[] {
  return memo(quotedStatements).flatMap((statement) => {
    const { type, status, ticker, published, date } = statement;
    if (type !== 'stated_runway' || status !== 'announced' || date === null) return [];
    const event = confirmed(statementOrigin(statement), {
      type: 'runway_stated',
      ticker,
      date: published,
      confidence: statement.confidence,
      context: statement.context ?? null,
      what: quoted(
        'runway_stated',
        `Cash runway stated: ${detailText(statement, 'bound') ?? 'to'} ${periodText(date)}`,
        statement.sentence,
      ),
      key: [statement.document, date.from, date.to],
    });
    return isSure(statement) ? event : { ...event, status: 'reported' as const };
  });
}

/**
 * Statements that no advisory committee meeting is planned. Statements about the same application
 * are one event, which shows the first statement that names the drug.
 */
export function noCommittees({ memo }: Refresh): readonly TimelineEvent[] {
  const seen: TimelineEvent[] = [];
  const stated = memo(quotedStatements)
    .filter(({ type, status }) => type === 'adcomm_date' && status === 'negated')
    .toSorted((a, b) => Number(a.drug === null) - Number(b.drug === null));
  for (const statement of stated) {
    const { ticker, drug, published, confidence } = statement;
    const type = 'committee_meeting';
    const event = confirmed(statementOrigin(statement), {
      type,
      ticker,
      drug,
      date: published,
      confidence,
      context: statement.context ?? null,
      what: quoted(type, 'No FDA advisory committee meeting', statement.sentence),
      key: ['none', nameKey(drug ?? ''), published],
    });
    if (!seen.some((other) => other.ticker === ticker && isSame(other, event))) seen.push(event);
  }
  return seen;
}

/**
 * Past events that texts report: clinical holds, ends of holds and committee meetings. Our choice:
 * if several texts report an event, the text with the most precise date is used. If several are
 * equally precise, the earliest text is used. If a text states only a period, the event has no
 * date, and the period is shown in the words of the event.
 * @param known the events from other sources; they are not repeated
 */
export function pastEvents(
  { memo }: Refresh,
  known: readonly TimelineEvent[],
): readonly TimelineEvent[] {
  const held = known.flatMap((event): Held[] => {
    const { date, type } = event;
    return date === null || !PAST.test(type)
      ? []
      : [{ ...event, period: { from: date, to: date } }];
  });
  const seen = new Map<string, readonly Held[]>(groupBy(held, ({ ticker }) => ticker));
  const past = memo(quotedStatements).flatMap((statement) => {
    const { type: stated, status, date: period, ticker, drug, published } = statement;
    const [type = '', words = ''] = types[stated] ?? [];
    const isPast = status === 'historical' && period !== null && period.from <= published;
    if (!isPast || !PAST.test(type)) return [];
    const isDay = period.from === period.to;
    const event = confirmed(statementOrigin(statement), {
      type: type as EventType,
      ticker,
      drug,
      date: isDay ? period.from : null,
      context: statement.context ?? null,
      what: quoted(
        type as EventType,
        isDay ? words : `${words} (${periodText(period)})`,
        statement.sentence,
      ),
      key: [nameKey(drug ?? ''), period.from, period.to],
    });
    return { ...event, status: 'reported' as const, period };
  });
  const days = ({ period }: { period: Period }) => daysBetween(period.from, period.to);
  return past
    .toSorted((a, b) => days(a) - days(b))
    .flatMap(({ period, ...event }) => {
      const own = seen.get(event.ticker) ?? [];
      if (own.some((other) => isSamePast({ ...event, period }, other))) return [];
      seen.set(event.ticker, [...own, { ...event, period }]);
      return event;
    });
}

/** Matches the types of events that `pastEvents` returns. */
const PAST = /^(?:hold_|committee_)/;

type Held = Pick<TimelineEvent, 'ticker' | 'type' | 'drug'> & { readonly period: Period };

function isSamePast(one: Held, other: Held): boolean {
  const { from, to } = one.period;
  const near = { from: shiftDays(from, -SAME_EVENT_DAYS), to: shiftDays(to, SAME_EVENT_DAYS) };
  const isSameKind = one.type === other.type && !isOtherDrug(one.drug, other.drug);
  return isSameKind && overlaps(near, other.period);
}

/** Whether an event is a planned date. */
export function isPlanned({ type }: TimelineEvent): boolean {
  return /_set$|^committee_/.test(type);
}

/** The event that a statement reports; undefined for types without an event. */
function statementEvent({ statement, why, drug }: Waiting): TimelineEvent | undefined {
  const [type, ofAgency = ''] = types[statement.type] ?? [];
  const isApplication = detailText(statement, 'what') === 'application';
  if (!type || (statement.type === 'withdrawn' && !isApplication)) return undefined;
  const words = agencyWords(ofAgency, statement);
  const { ticker, published, confidence, sentence, date } = statement;
  const stated = isSure(statement) ? 'waiting' : 'reported';
  return {
    type,
    ticker,
    drug,
    status: stated,
    reason: why,
    date: isPlan(statement) ? published : dayReported(statement),
    what: quoted(
      type,
      `${words}${date && isPlan(statement) ? ` ${periodText(date)}` : ''}`,
      sentence,
    ),
    confidence,
    context: statement.context ?? null,
    ...statementOrigin(statement),
    key: [statement.document, statement.type, date?.from, date?.to, statement.drug],
  };
}

/** Matches foreign agencies whose name contains `FDA`. */
const OTHER_FDA = /\b(?:Saudi|Jordan\w*|Taiwan\w*|Thai|Philippine|Ghana)\b[^.;]{0,10}\bFDA\b/;

/**
 * Returns the words of an event with `FDA` replaced by the agency that the text states. Our choice:
 * an approval whose sentence names neither an agency nor a country is not attributed to the FDA.
 */
function agencyWords(words: string, statement: Statement): string {
  const { type, sentence } = statement;
  const stated = detailText(statement, 'agency') ?? OTHER_FDA.exec(sentence)?.[0];
  if (stated === 'unnamed') return 'Approval, agency not stated';
  if (stated) return words.replace('FDA', stated === 'other' ? 'foreign' : stated);
  const isOfFda = type !== 'approval' || /\bFDA\b|\bU\.?S\b/.test(sentence);
  return isOfFda ? words : 'Approval, agency not stated';
}

/** Whether a statement announces a future date. */
function isPlan({ type }: Statement): boolean {
  return /^(pdufa_|adcomm_|readout_|filing_)/.test(type);
}

function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? to : `${from} to ${to}`;
}

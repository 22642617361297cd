import type { EventType } from '../../catalogue/event-types.ts';
import { dayOf, shiftMonths, shiftYears } from '../../domain/dates.ts';
import { dayReported, UNKNOWN_FORM } from '../../domain/events/statement.ts';
import { groupBy } from '../../domain/group-by.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import { exclusivityName } from '../../domain/valuation/exclusivity.ts';
import { approvalFacts, isOriginal } from '../approval/approval-facts.ts';
import { fdaDecisions, otherDecisions } from '../approval/decisions.ts';
import { type FdaDecision, outcomeOf, supplementOf } from '../approval/fda-decision.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { quotedStatements } from '../text-statements.ts';
import { holdDrugs } from '../trials/risk-signals.ts';
import { rightsByApplication } from '../valuation/exclusivities.ts';
import { calendarEvents } from './calendar-events.ts';
import { delistingForms } from './capital-events.ts';
import {
  confirmed,
  isSame,
  quoted,
  ROUTINE_YEARS,
  sentence,
  stated,
  type TimelineEvent,
} from './event.ts';

const REFUSED = 'Complete response letter: FDA refused the application';

const decisionTypes: Readonly<Record<string, readonly [EventType, string]>> = {
  approved: ['approval', 'FDA approval'],
  refused: ['refusal', REFUSED],
  withdrawn: ['application_withdrawn', 'Application withdrawn'],
  not_filed: ['filing_refused', 'Refusal to file: FDA did not accept the application for review'],
};

/** Matches a sentence that states why an application was withdrawn. The group is the reason. */
const REASON = /\bwithdr\w+.*?\b(?<reason>(?:after|because|due to|following|based on)\b.*)/i;

/** Approvals, refusals, withdrawn applications and refusals to file. */
export function decisionEvents(refresh: Refresh): readonly TimelineEvent[] {
  const withdrawn = refresh.memo(quotedStatements).flatMap((statement) => {
    const { type, ticker, drug, sentence } = statement;
    if (type !== 'withdrawn') return [];
    const { reason } = REASON.exec(sentence)?.groups ?? {};
    return reason === undefined ? [] : { ticker, drug, date: dayReported(statement), reason };
  });
  const reasonOf = ({ ticker, drug, decided: date }: FdaDecision) =>
    withdrawn.find((one) => one.ticker === ticker && isSame(one, { drug, date }))?.reason;
  return refresh.memo(fdaDecisions).flatMap((one: FdaDecision) => {
    const outcome = outcomeOf(one.decision) ?? '';
    const [type, title] = decisionTypes[outcome] ?? [];
    if (!type) return [];
    const { ticker, drug, decided, indication, goal_date } = one;
    const unfiled = outcome === 'not_filed' ? one.sentence : null;
    const supplement = supplementOf(one);
    const words = sentence(
      title,
      supplement && ` of a ${supplement.replace(/^(?=S-)/, 'supplement ')}`,
      indication && ` in ${indication}`,
      one.is_undated
        ? ` (day unknown, goal date ${goal_date ?? decided})`
        : goal_date && goal_date !== decided && ` (goal date ${goal_date})`,
    );
    return confirmed(one.origin, {
      type,
      ticker,
      drug,
      date: decided,
      confidence: one.confidence,
      context: one.context,
      what: quoted(type, words, outcome === 'withdrawn' ? reasonOf(one) : unfiled),
      // The key contains only the month of the decision, so that a correction of the day does not
      // change it.
      key: [nameKey(drug ?? ''), decided.slice(0, 7)],
    });
  });
}

/** Refusal letters to applicants that are not companies in the store. */
export function otherRefusals({ memo }: Refresh): readonly TimelineEvent[] {
  return memo(otherDecisions).flatMap((one) => {
    if (outcomeOf(one.decision) !== 'refused') return [];
    const { drug, decided, indication, applicant } = one;
    const application = drug || applicant ? null : one.application_number;
    return confirmed(one.origin, {
      type: 'refusal',
      ticker: '',
      drug,
      date: decided,
      what: sentence(
        REFUSED,
        applicant && ` of ${applicant}`,
        application && ` ${application}`,
        indication && ` in ${indication}`,
      ),
      key: [applicant, nameKey(drug ?? ''), decided, ...(application ? [application] : [])],
    });
  });
}

export function designationEvents({ facts, universe }: Refresh): readonly TimelineEvent[] {
  return facts.all('designations').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    if (!ticker) return [];
    const { drug_name, designation_type, indication } = fact;
    return stated('designations', fact, {
      type: 'designation',
      ticker,
      drug: drug_name ?? null,
      date: dayOf(fact.designation_date) ?? null,
      what: sentence(`FDA designation: ${designation_type}`, indication && ` for ${indication}`),
      key: [nameKey(drug_name ?? ''), designation_type, indication],
    });
  });
}

/** Our choice: an exclusivity that ends more than a year from today is not listed. */
const MONTHS_AHEAD = 12;

/** Exclusivities in the FDA's lists that ended in recent years or end within the next year. */
export function exclusivityEvents(refresh: Refresh): readonly TimelineEvent[] {
  const { facts, memo, today, universe } = refresh;
  const [first, last] = [shiftYears(today, -ROUTINE_YEARS), shiftMonths(today, MONTHS_AHEAD)];
  const rights = memo(rightsByApplication);
  const listed = memo(approvalFacts)
    .filter(isOriginal)
    .flatMap((approval) => {
      const ticker = universe.ticker(approval.ticker, approval.sponsor_name);
      const own = ticker ? (rights.get(approval.application_number ?? '') ?? []) : [];
      return own
        .filter(({ type }) => type !== 'patent')
        .map((right) => ({
          ticker: ticker!,
          drug: approval.drug_name ?? null,
          date: right.expires,
          code: right.code,
          origin: originOf('exclusivities', right),
        }));
    });
  const designated = facts.all('designations').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    if (!ticker) return [];
    const drug = fact.trade_name ?? fact.drug_name ?? null;
    const document_date = fact.status_date ?? fact.designation_date;
    const origin = originOf('designations', { ...fact, document_date });
    return (fact.exclusivity_ends ?? []).map((date) => ({
      ticker,
      drug,
      date,
      code: 'ODE',
      origin,
    }));
  });
  // Our choice: orphan exclusivities of a company that end on the same day are shown as one event.
  const kinds = groupBy(
    [...listed, ...designated].filter(({ date }) => date >= first && date <= last),
    ({ ticker, date, code, drug }) =>
      `${ticker} ${date} ${code.startsWith('ODE') ? 'ODE' : `${code} ${drug}`}`,
  );
  return [...kinds.values()].map(([one]) => {
    const { ticker, drug, date, code, origin } = one!;
    const verb = date > today ? 'ends' : 'ended';
    const what = `Exclusivity ${exclusivityName(code)} ${verb}`;
    return confirmed(origin, {
      type: 'exclusivity_end',
      ticker,
      drug,
      date,
      what,
      key: [code, drug, date],
    });
  });
}

const filingTypes: Readonly<Record<string, readonly [EventType, string]>> = {
  clinical_hold: ['hold_placed', 'Clinical hold'],
  hold_lifted: ['hold_lifted', 'Clinical hold lifted'],
  application_submitted: ['application_submitted', 'Application submitted to the FDA'],
  application_accepted: ['application_accepted', 'FDA accepted the application for review'],
  application_extended: ['goal_date_moved', 'FDA review extended'],
  going_concern: ['going_concern', 'Substantial doubt about continuing as a going concern'],
  exchange_deficiency: ['listing_notice', 'Exchange notice: noncompliance with a listing rule'],
  listing_notice: ['listing_notice', 'Listing notice (8-K item 3.01)'],
  deficiency_cured: ['listing_notice', 'The company regained compliance with a listing rule'],
  reverse_split: ['split', 'Reverse split proposed or announced'],
  filing: ['filing', 'Filing with the SEC'],
};

/** Matches annual and quarterly reports. */
const PERIODIC = /^(?:10-[KQ]|[24]0-F)/;

/**
 * Events that filings and releases disclose. The extension of a review is left out if the calendar
 * already shows the change of the goal date.
 */
export function disclosedEvents({ facts, memo }: Refresh): readonly TimelineEvent[] {
  const holdDrug = memo(holdDrugs);
  const moves = memo(calendarEvents).filter(({ type }) => type === 'goal_date_moved');
  const isMove = (event: TimelineEvent) =>
    event.type === 'goal_date_moved' &&
    moves.some((move) => move.ticker === event.ticker && isSame(move, event));
  const events = facts.all('filing_events').flatMap((fact) => {
    const [type, words] = filingTypes[fact.event] ?? [];
    if (!type) return [];
    const { ticker, filed_at, effective_date: day, form_type, detail } = fact;
    const period =
      fact.report_date && PERIODIC.test(form_type ?? '')
        ? ` for the period to ${fact.report_date}`
        : '';
    const form = form_type === UNKNOWN_FORM ? null : form_type;
    // The timeline already shows this delisting form as an event of the type `delisting`.
    if (memo(delistingForms).get(ticker) === fact) return [];
    const drug = type.startsWith('hold_') ? holdDrug(fact) : (fact.drug_name ?? null);
    return stated('filing_events', fact, {
      type,
      ticker,
      drug,
      date: filed_at,
      what: quoted(
        type,
        sentence(words, day && `, effective ${day}`, form && ` (${form}${period})`),
        detail,
      ),
      key: [fact.event, nameKey(drug ?? ''), filed_at, ...(type === 'filing' ? [form] : [])],
    });
  });
  return events.filter((event) => !isMove(event));
}

import type { EventType } from '../../catalogue/event-types.ts';
import { dayOf } from '../../domain/dates.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import { type FdaDecision, fdaDecisions, outcomeOf } from '../approval/decisions.ts';
import type { Refresh } from '../computation.ts';
import { holdDrugs } from '../trials/risk-signals.ts';
import { confirmed, sentence, stated, type TimelineEvent } from './event.ts';

const decisionTypes: Readonly<Record<string, EventType>> = {
  approved: 'approval',
  refused: 'refusal',
  withdrawn: 'application_withdrawn',
};

const decisionWords: Readonly<Record<string, string>> = {
  approved: 'FDA approval',
  refused: 'Complete response letter: FDA refused the application',
  withdrawn: 'Application withdrawn',
};

/** Approvals, refusals and withdrawn applications. */
export function decisionEvents(refresh: Refresh): readonly TimelineEvent[] {
  return refresh.memo(fdaDecisions).flatMap((one: FdaDecision) => {
    const outcome = outcomeOf(one.decision) ?? '';
    const type = decisionTypes[outcome];
    if (!type) return [];
    const { ticker, drug, decided, indication, goal_date } = one;
    return confirmed(one.origin, {
      ...{ type, ticker, drug, date: decided, confidence: one.confidence },
      what: sentence(
        decisionWords[outcome],
        indication && ` in ${indication}`,
        goal_date && goal_date !== decided && ` (goal date ${goal_date})`,
      ),
      // Only the month of the decision is part of the key, because the day may be corrected later.
      key: [nameKey(drug ?? ''), decided.slice(0, 7)],
    });
  });
}

export function designationEvents({ facts, universe }: Refresh): readonly TimelineEvent[] {
  return facts.all('designations').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    if (!ticker) return [];
    const { drug_name, designation_type, indication } = fact;
    return stated('designations', fact, {
      ...{ type: 'designation', ticker, drug: drug_name ?? null },
      date: dayOf(fact.designation_date) ?? null,
      what: sentence(`FDA designation: ${designation_type}`, indication && ` for ${indication}`),
      key: [nameKey(drug_name ?? ''), designation_type, indication],
    });
  });
}

const filingTypes: Readonly<Record<string, readonly [EventType, string]>> = {
  clinical_hold: ['hold_placed', 'Clinical hold'],
  hold_lifted: ['hold_lifted', 'Clinical hold lifted'],
  application_submitted: ['application_submitted', 'Application submitted to the FDA'],
  application_accepted: ['application_accepted', 'FDA accepted the application for review'],
  going_concern: ['going_concern', 'Substantial doubt about the ability to continue'],
  exchange_deficiency: ['listing_notice', 'Notice of the exchange: a listing rule is not met'],
  listing_notice: ['listing_notice', 'Notice on the listing (8-K item 3.01)'],
  deficiency_cured: ['listing_notice', 'The listing rule is met again'],
  reverse_split: ['split', 'Reverse split proposed or announced'],
};

/** Events that filings and releases disclose. */
export function disclosedEvents({ facts, memo }: Refresh): readonly TimelineEvent[] {
  const holdDrug = memo(holdDrugs);
  return facts.all('filing_events').flatMap((fact) => {
    const [type, words] = filingTypes[fact.event] ?? [];
    if (!type) return [];
    const { ticker, filed_at, form_type, detail } = fact;
    const drug = type.startsWith('hold_') ? holdDrug(fact) : (fact.drug_name ?? null);
    return stated('filing_events', fact, {
      ...{ type, ticker, drug, date: filed_at },
      what: sentence(words, form_type && ` (${form_type})`, detail && `: ${detail}`),
      key: [fact.event, nameKey(drug ?? ''), filed_at],
    });
  });
}

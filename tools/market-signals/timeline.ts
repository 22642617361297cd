import { descending, endpoint, type Kind, long, noted } from '../../src/catalogue/endpoint.ts';
import { type EventType, eventTypes } from '../../src/catalogue/event-types.ts';
import * as field from '../../src/catalogue/fields.ts';
import { anyOf, contains, from, oneOf, tickers, to } from '../../src/catalogue/params.ts';

const calendar = kind('fda_calendar', 'FDA Intelligence', 'basic', 'fda_calendar_historical');
const goals = { ...calendar, also: [...calendar.also, 'pdufa_upcoming', 'poa_scores'] };
const decisions = kind('fda_decisions', 'FDA Intelligence', 'basic', 'pdufa_historical');
const risk = kind('trial_risk_signals', 'Clinical Intelligence', 'elite-plus');
const designations = kind('fda_designations', 'Clinical Intelligence', 'elite-plus');
const outcomes = kind('clinical_trial_outcomes', 'Clinical Pipeline', 'elite-plus');
const dilution = kind('dilution', 'Financial Health', 'basic');
const distress = kind('distress', 'Financial Health', 'basic');
const deals = kind('ma_deals', 'M&A Tracker', 'elite-plus');
/**
 * The tool for each type of event. The timeline shows an event only to callers whose plan includes
 * the tool of its type. Events of a type without a tool are shown to all callers.
 */
const kinds: Readonly<Partial<Record<EventType, Kind>>> = {
  goal_date_set: goals,
  goal_date_moved: moved(goals),
  goal_date_passed: goals,
  date_set: calendar,
  date_moved: moved(calendar),
  committee_meeting: calendar,
  approval: { ...decisions, also: [...decisions.also, 'fda_approvals'] },
  refusal: decisions,
  application_withdrawn: decisions,
  filing_refused: decisions,
  exclusivity_end: kind('fda_approvals', 'Clinical Intelligence', 'elite-plus'),
  hold_placed: risk,
  hold_lifted: risk,
  designation: designations,
  trial_started: outcomes,
  trial_changed: risk,
  trial_stopped: risk,
  trial_completed: outcomes,
  results_posted: outcomes,
  results_announced: kind('clinical_trial_results', 'Clinical Pipeline', 'elite-plus'),
  offering: dilution,
  shelf: dilution,
  atm: dilution,
  split: distress,
  deal_announced: deals,
  deal_completed: deals,
  deal_ended: deals,
  insider_trade: kind('insider_transactions', 'Smart Money', 'elite-plus'),
  large_stake: kind('holders', 'Company Data', 'basic'),
  runway_stated: kind('cash_runway', 'Financial Health', 'basic'),
  fund_change: kind('hedge_fund_positions', 'Smart Money', 'elite-plus'),
  filing: kind('companies', 'Company Data', 'basic'),
  going_concern: distress,
  listing_notice: distress,
  delisting: kind('companies', 'Company Data', 'basic'),
};

function moved(one: Kind): Kind {
  return { ...one, also: [...(one.also ?? []), 'calendar_changes'] };
}

function kind(name: string, group: Kind['group'], plan: Kind['plan'], ...also: string[]) {
  return { name, group, plan, also };
}

export const timeline = endpoint({
  name: 'timeline',
  path: '/market/timeline',
  group: 'Market Signals',
  plan: 'basic',
  title: 'Timeline of events',
  noun: 'events',
  description:
    'What happened to companies: one row per event, including unconfirmed statements. Insider trades, trial events and fund changes: last three years. For upcoming dates use fda_calendar.',
  parameters: {
    ticker: tickers('ticker'),
    // If a committee meeting names no drug, this filter matches the name of the committee or the
    // topic of the meeting.
    drug: contains('drug_words', 'sotatercept'),
    types: anyOf('type', eventTypes),
    status: oneOf('status', ['confirmed', 'reported', 'waiting']),
    since: from('date'),
    until: to('date'),
    newSince: from('first_served'),
  },
  record: {
    date: noted(field.day, 'day of the event; null if no source states a day'),
    ...field.company,
    type: field.text,
    drug: field.text,
    what: noted(field.text, 'at most 160 characters'),
    status: noted(
      field.text,
      'confirmed; reported (the text is uncertain); waiting (not yet in the calendar; see reason)',
    ),
    reason: noted(field.text, 'reason why the statement is not in the calendar'),
    confidence: noted(field.fraction, 'confidence that the text was read correctly'),
    context: field.context,
    source: field.text,
    source_url: field.text,
    source_date: long(field.day),
    first_served: noted(field.text, 'time at which the event first appeared on this server'),
    id: long(noted(field.text, 'identifier of the event, which does not change')),
  },
  collection: 'timeline',
  kinds: { field: 'type', values: eventTypes, of: kinds },
  sort: [descending('date')],
});

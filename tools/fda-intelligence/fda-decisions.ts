import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { application, contains, from, oneOf, tickers, to } from '../../src/catalogue/params.ts';

export const fdaDecisions = endpoint({
  name: 'fda_decisions',
  path: '/fda/decisions',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'FDA decisions',
  noun: 'FDA decisions',
  description:
    'FDA decisions: approvals, refusals (CRL), withdrawals, refusals to file, newest first, with refusal reasons, committee vote, PDUFA goal date and applicant. For price moves use fda_calendar_historical.',
  parameters: {
    ticker: tickers('ticker'),
    // If a refusal letter names no drug, this filter matches the words of the deficiencies that the
    // letter states.
    drug: contains('drug_words', 'sotatercept'),
    applicant: contains('applicant', 'Acme Bio'),
    application: application('application_number'),
    outcome: oneOf('outcome', ['approved', 'refused', 'withdrawn', 'not_filed', 'other']),
    vote: contains('vote', 'against, for or tied'),
    decidedFrom: from('decision_date'),
    decidedTo: to('decision_date'),
  },
  record: {
    ...field.company,
    drug_name: field.text,
    indication: field.text,
    outcome: noted(
      field.text,
      'approved, refused (CRL), withdrawn, not_filed (refusal to file) or other',
    ),
    decision: long(noted(field.text, 'wording of the source')),
    decision_date: field.day,
    corrected_date: long(noted(field.day, 'day of a corrected version of the refusal letter')),
    letter_id: noted(field.text, 'id with which fetch returns the refusal letter'),
    goal_date: noted(field.day, 'PDUFA date'),
    days_before_goal: noted(
      field.integer,
      'days from the decision to the goal date; negative if the decision was late',
    ),
    refusal_reasons: field.texts,
    deficiency_kinds: field.texts,
    deficiency_summary: noted(
      field.prose,
      'deficiencies in the refusal letter, shortened; `deficiencies` has more',
    ),
    fda_requests: noted(
      field.prose,
      'what the letter asks for: trials, data, inspections, labeling',
    ),
    deficiencies: long(field.objectsOf({})),
    resubmission_class: noted(field.integer, '1 or 2'),
    days_to_resubmission: field.integer,
    days_to_outcome: field.integer,
    next_decision: noted(field.text, 'next decision on the drug after the refusal'),
    company_statement: long(noted(field.text, 'what the company said about the refusal')),
    company_statement_url: long(field.text),
    vote: noted(field.text, 'vote of the advisory committee: for, against or tied'),
    votes_yes: field.integer,
    votes_no: field.integer,
    vote_date: field.day,
    vote_question: noted(field.text, 'question of the vote, or the sentence that states the vote'),
    review_designation: long(field.text),
    application_number: long(field.text),
    supplement: noted(
      field.text,
      'number of the supplement, or "supplement or new use" if the text states none',
    ),
    applicant: noted(field.text, 'applicant named in the approval or letter'),
    context: field.context,
    known: field.known,
    flags: field.texts,
  },
  collection: 'fdaDecisions',
  related: 'committee_meeting',
  flagNotices: {
    reason_not_known:
      'Flag reason_not_known: no reason for the refusal was found. If letter_id is set, the letter may state the reason.',
    day_not_known:
      'Flag day_not_known: the source states the goal date, but not the day of the decision.',
    class_by_deficiencies:
      'Flag class_by_deficiencies: the resubmission class is derived from the deficiencies.',
  },
  sort: [descending('decision_date')],
  // Rows are long, so this tool shows fewer rows per answer than other tools.
  shows: 15,
});

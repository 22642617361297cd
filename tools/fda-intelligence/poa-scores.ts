import { ascending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, from, tickers, to } from '../../src/catalogue/params.ts';

export const poaScores = endpoint({
  name: 'poa_scores',
  path: '/fda/poa',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Probability-of-approval scorecards',
  noun: 'scorecards',
  description:
    'Probability of approval of each catalyst, with base rate, interval, factors and committee vote. For dates use fda_calendar; for rates by drug class use poa_base_rates.',
  parameters: {
    ticker: tickers('ticker'),
    drug: contains('drugname', 'sotatercept'),
    phase: contains('stage', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    catalyst: contains('catalyst', 'PDUFA, AdComm or Readout'),
    designation: contains(
      'designations',
      'Breakthrough, Fast Track, Orphan, Priority Review or RMAT',
    ),
    vote: contains('vote', 'against, for or tied'),
    catdateFrom: from('formattedDate'),
    catdateTo: to('formattedDate'),
  },
  record: {
    ...field.company,
    drugname: field.text,
    catalyst: field.text,
    stage: field.text,
    formattedDate: noted(field.text, 'YYYY-MM-DD'),
    designations: joined(noted(field.text, 'current FDA designations')),
    vote: joined(noted(field.text, 'advisory committee vote: for, against or tied')),
    votes_yes: joined(field.integer),
    votes_no: joined(field.integer),
    vote_date: joined(field.day),
    base_rate: field.percent,
    poa: field.percent,
    sample_size: noted(field.integer, 'number of programs from which the base rate was computed'),
    interval_low: field.percent,
    interval_high: field.percent,
    factors: long(noted(field.objects, 'name, direction, likelihood_ratio, note')),
    confidence: noted(field.text, 'low, medium or high'),
    poa_summary: field.prose,
    source_url: noted(field.prose, 'URL of the document that states the catalyst date'),
    evidence: noted(field.prose, 'the sentence that states the catalyst date'),
    context: field.context,
    evidence_confidence: long(
      noted(field.fraction, 'confidence that the text was read correctly, 0–1'),
    ),
    date_precision: noted(field.prose, 'precision of the date: day, month, quarter, half or year'),
    ...field.computation,
  },
  wordNotices: {
    'by an unproven adjustment':
      'The adjusted probabilities have not yet proven better than the base rates: see track_record.',
  },
  collection: 'poaScores',
  sort: [ascending('formattedDate')],
});

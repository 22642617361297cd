import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains } from '../../src/catalogue/params.ts';

export const poaBaseRates = endpoint({
  name: 'poa_base_rates',
  path: '/fda/poa/base-rates',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Base rates of approval',
  noun: 'base rates',
  description:
    'Published approval rates by therapeutic area, modality and stage, and the rates, outcomes and price moves observed in this data. For one drug use poa_scores.',
  parameters: {
    phase: contains('stage', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    catalyst: contains('catalyst', 'PDUFA, AdComm or Readout'),
    therapeuticArea: contains('therapeuticArea', 'Oncology'),
  },
  record: {
    therapeuticArea: field.text,
    drugType: field.text,
    stage: field.text,
    catalyst: field.text,
    published_rate: field.percent,
    published_source: long(field.text),
    // Our choice: the record has the column `sample_size` because the records are sorted by this
    // column.
    sample_size: noted(field.integer, 'number of programs from which published_rate was computed'),
    published_phase_rate: noted(field.percent, 'published rate of success in this stage alone'),
    labelled_trials: noted(field.integer, 'number of stored trials with a known outcome'),
    labelled_rate: noted(field.percent, 'share of labelled_trials with a successful outcome'),
    labelled_interval_low: noted(field.percent, 'lower bound of labelled_rate'),
    labelled_interval_high: noted(field.percent, 'upper bound of labelled_rate'),
    observed_decisions: field.integer,
    observed_approvals: field.integer,
    observed_rate: field.percent,
    interval_low: noted(field.percent, 'lower bound of observed_rate'),
    interval_high: noted(field.percent, 'upper bound of observed_rate'),
    median_move_pct: field.percent,
    p25_move_pct: field.percent,
    p75_move_pct: field.percent,
    good_moves: noted(field.integer, 'number of price moves after approvals and positive outcomes'),
    good_median_move_pct: field.percent,
    bad_moves: noted(field.integer, 'number of price moves after refusals and negative outcomes'),
    bad_median_move_pct: field.percent,
    since: field.day,
    until: field.day,
    ...field.computation,
  },
  collection: 'poaBaseRates',
  sort: [descending('sample_size')],
});

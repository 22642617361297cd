import { ascending, descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase, oneOf } from '../../src/catalogue/params.ts';

const windows = ['-20..-1', '0', '0..1', '0..5', '0..20', '1..20'];

export const eventStudy = endpoint({
  name: 'event_study',
  path: '/fda/event-study',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Price moves by type and outcome of events',
  noun: 'event windows',
  description:
    'Abnormal returns around past decisions, readouts, committee votes and moved goal dates, by type and outcome: mean, median, intervals.',
  parameters: {
    event_type: contains('event_type', 'PDUFA, Readout, AdComm, moved'),
    outcome: exactAnyCase('outcome', 'approved, refused, positive, negative'),
    window: { ...oneOf('window', windows), rule: 'trading days relative to the event' },
    slice_by: { ...oneOf('slice_by', ['all', 'cap', 'area']), default: 'all' },
    level: {
      ...oneOf('level', ['groups', 'events']),
      default: 'groups',
      rule: 'events: one record per event (needs slice_by=all)',
    },
  },
  record: {
    level: long(noted(field.text, 'groups or events; see parameter level')),
    event_type: field.text,
    outcome: field.text,
    slice_by: field.text,
    slice: noted(field.text, 'all, a company size or a therapeutic area'),
    window: noted(field.text, 'trading days; day 0: first day on which the price could react'),
    benchmark: long(field.text),
    n: noted(field.integer, 'number of events'),
    n_companies: field.integer,
    dropped: noted(field.integer, 'number of excluded events'),
    drop_reasons: field.text,
    ticker: noted(field.text, 'company of the event; null for a group'),
    abnormal_return_pct: noted(field.percent, 'abnormal return of the event; null for a group'),
    mean_pct: noted(field.percent, 'mean abnormal return'),
    mean_low_pct: field.percent,
    mean_high_pct: field.percent,
    median_pct: field.percent,
    median_low_pct: field.percent,
    median_high_pct: field.percent,
    p25_pct: field.percent,
    p75_pct: field.percent,
    positive_pct: noted(field.percent, 'share of positive returns'),
    mean_market_model_pct: long(noted(field.percent, 'mean_pct with an estimated market beta')),
    mean_if_lost_pct: long(noted(field.percent, 'mean_pct, assuming delisted shares lose 55%')),
    p_value: noted(field.pValue, 'p-value of the hypothesis that events have no effect'),
    q_value: long(noted(field.pValue, 'p_value adjusted for the false discovery rate')),
    n_after_close: long(field.integer),
    n_timing_unknown: long(field.integer),
    n_delisted: long(field.integer),
    n_with_offering: long(field.integer),
    since: field.day,
    until: field.day,
    ...field.computation,
  },
  collection: 'eventStudy',
  sort: [
    ...[ascending('event_type'), ascending('outcome'), ascending('slice'), ascending('window')],
    descending('since'),
  ],
});

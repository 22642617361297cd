import { ascending, descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exactAnyCase, oneOf } from '../../src/catalogue/params.ts';

export const trackRecord = endpoint({
  name: 'track_record',
  path: '/record/track',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'How past forecasts turned out',
  noun: 'scores',
  description:
    'Compares forecasts with outcomes: errors of dates, cash and price moves; missed approvals; takeovers of top-ranked targets; Brier score against the base rate; reliability by bin.',
  parameters: {
    scope: oneOf('scope', ['record', 'backtest']),
    kind: oneOf('kind', [
      ...['approval', 'cash_out', 'event_move', 'goal_date'],
      ...['readout_window', 'takeover', 'trial_outcome', 'universe'],
    ]),
    metric: exactAnyCase('metric', 'brier, reliability, days_from_goal'),
  },
  record: {
    scope: noted(field.text, 'record: stored before the event; backtest: recomputed later'),
    kind: field.text,
    metric: field.text,
    slice: noted(field.text, 'group of events or bin of forecasts; "all" is all events'),
    horizon_days: noted(field.integer, 'days from the forecast to the event'),
    n: noted(field.integer, 'number of events'),
    value: field.number,
    unit: field.text,
    interval_low: noted(field.number, 'lower bound of value'),
    interval_high: noted(field.number, 'upper bound of value'),
    reference: noted(field.number, 'for comparison: base rate, or mean forecast of the bin'),
    difference: noted(field.number, 'value minus reference'),
    difference_low: field.number,
    difference_high: field.number,
    verdict: noted(field.text, 'verdict at the end of the last quarter'),
    verdict_n: long(noted(field.integer, 'number of events when the verdict was computed')),
    resolved: long(field.integer),
    unresolved: long(field.integer),
    voided: long(field.integer),
    if_unresolved_low: long(field.number),
    if_unresolved_high: long(field.number),
    gap_days: long(noted(field.integer, 'number of days without stored forecasts')),
    undated: long(noted(field.integer, 'events omitted because their creation day is unknown')),
    head: long(noted(field.text, 'newest hash in the chain of stored forecasts')),
    ...field.computation,
  },
  collection: 'trackRecord',
  sort: [
    ...[descending('scope'), ascending('kind'), ascending('metric'), ascending('horizon_days')],
    ascending('slice'),
  ],
});

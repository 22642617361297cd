import type { Method } from '../method.ts';
import { APPROVAL_INPUTS, text } from '../method-parts.ts';

export const TRACK_RECORD: Method = {
  id: 'track-record/5',
  formula: text`
    An event on day T is scored with the forecasts in effect on T − h, where h is 90, 30 or 1 days.
    The expected day of an event is the day that the forecast states. An event is scored 60 days
    after its expected day. If the outcome is unknown at that time, T is the expected day and the
    event is unresolved. If the forecast of an unresolved event was withdrawn before the expected
    day, the event is voided: it is counted but not scored. A backtest uses the expected days known
    on the day of the forecast. The approval probabilities of a backtest are those of the day before
    the event. The backtest of trials starts on January 1, three years before the current year. The
    trial model of this backtest is fitted to the outcomes known on that day. If a phase has too few
    outcomes or its fit failed the test, the published rates are the forecasts of the phase. The
    expected day of a trial is its completion date in the registry. brier is the mean of (p − y)²,
    where p is the forecast probability. log_loss is the mean of −ln(probability of the outcome). y
    = 1 for an approval at the first decision. In the slices named 36_months, y = 1 for an approval
    within 1,096 days of the goal date, and events are scored after 1,096 days. The reference is the
    loss with the base rate. In the slices named earlier_rate, the reference is the loss of the rate
    (k + 1) / (n + 2). n is the number of outcomes that were known on the day of the forecast, and k
    is the number of good outcomes among them. z = Σ (y − p)(1 − 2p) / √Σ (1 − 2p)² p(1 − p). The
    median slip of readouts is a Kaplan-Meier estimate, with overdue readouts censored. recall_pct
    is the share of approvals with a goal date in effect on T − h. Only companies covered on T − h
    count. In the slice date_stated, the goal date must also be in a stored text dated T − h or
    earlier. cash_error = (projected − reported liquid assets) / monthly burn. Companies that raised
    more than one month of burn are excluded. Shares have Wilson intervals. The intervals of medians
    and means are computed from 2,000 random draws of companies. move_to_implied = Σ |AR(0)| / Σ
    implied move. Of the companies acquired within 365 days, bought_in_top_tenth_pct is the share
    that had a percentile of 90 or more. Trials with a stated outcome (labeled, announced or posted)
    and trials with an inferred outcome are scored separately. The verdict uses the data at the end
    of the last quarter. The verdict is better or worse if the interval of the difference from the
    reference excludes 0.
  `,
  inputs: [...APPROVAL_INPUTS, 'financial_facts', 'option_chains', 'prices', 'deals'],
  source:
    'Brier 1950; Good 1952; Kaplan & Meier 1958; Spiegelhalter 1986; Efron 1979; Wilson 1927. Our ' +
    'choice: the horizons, the wait of 60 days before an event is scored, the bins, and the ' +
    'condition for a verdict: at least 20 events, and at least 5 events with each outcome',
  flags: {
    no_events: 'No event can be scored yet.',
    few_companies:
      'The events belong to fewer than five companies, so the interval cannot be computed.',
    few_outcomes: 'One of the two outcomes has fewer than 100 events, so z cannot be computed.',
    no_backtest:
      'No backtest is computed for this kind of forecast. For takeovers, the store lacks the scores of past days.',
    published_rates:
      'In at least one phase, the trial model had too few outcomes on the first day of the ' +
      'backtest, or failed its test on that day. The forecasts of this phase are the published ' +
      'rates.',
    no_median: 'Too few of the events have occurred to compute the median.',
    in_sample:
      'Some events precede the publication of the base rates (February 2021), so the base rates may reflect them.',
  },
};

import type { Method } from '../method.ts';

export const TRACK_RECORD: Method = {
  id: 'track-record/2',
  formula:
    'For an event on day T, the forecast in effect on T − h counts (h = 90, 30, 1), from 60 days after ' +
    'its promised day; without an outcome, T is the promised day and the event is unresolved, or voided ' +
    'if it was withdrawn before. A backtest uses the stored dates with later changes undone; ' +
    'probabilities are those of the day before the event. Losses are means of (p − y)² (Brier) and −ln ' +
    'of the probability of the outcome, y = 1 for an approval at the first decision, in the slices ' +
    '36_months within 1,096 days of the goal, which are scored then; the reference is the loss of the ' +
    'base rate, in the slices earlier_rate of (k + 1) / (n + 2) of the outcomes known on the day of the ' +
    'forecast; z = Σ (y − p)(1 − 2p) / √Σ (1 − 2p)² p(1 − p). The median slip of readouts is by ' +
    'Kaplan-Meier, with overdue ones censored. recall_pct: of approvals of companies in scope on T − h, ' +
    'the share with a goal date in effect then. cash_error: (projected − reported liquid assets) / monthly burn, where financing ' +
    'raised at most one month of burn. Shares have Wilson intervals, medians and means those of 2,000 ' +
    'draws of companies. move_to_implied: Σ |AR(0)| / Σ implied move. bought_in_top_tenth_pct: of companies ' +
    'bought within 365 days, the share with a percentile of 90 or more. Trials with a stated outcome ' +
    "(labeled, announced or posted) are scored apart from inferred ones. The verdict is that of the last quarter's end: better or worse if the " +
    'interval of the difference excludes 0.',
  inputs: [
    'catalysts',
    'catalyst_changes',
    'decisions',
    'approvals',
    'complete_response_letters',
    'financial_facts',
    'trials',
    'option_chains',
    'prices',
    'deals',
  ],
  source:
    'Brier 1950; Good 1952; Kaplan & Meier 1958; Spiegelhalter 1986; Efron 1979; Wilson 1927. Our ' +
    'choice: horizons, 60 days, bins, 20 events with 5 of each outcome',
  flags: {
    no_events: 'There is no event yet that counts.',
    few_companies: 'The events belong to fewer than five companies, so there is no interval.',
    few_outcomes: 'Fewer than 100 events have one of the two outcomes, so there is no z.',
    no_median: 'The share without an event stays above half.',
    in_sample: 'Some events precede the publication of the base rates (February 2021).',
  },
};

/** The kinds of forecasts and how they are scored. */
import { shiftDays } from '../dates.ts';
import { logLoss, type Forecast as Odds, squaredError } from '../forecast-quality.ts';
import { type Case, DUE_DAYS } from './cases.ts';

/** How the score of a metric is computed from the values of its cases. */
export type Rule = 'share' | 'loss' | 'median' | 'ratio' | 'survival' | 'calibration';

/**
 * Computes a number from a case, which is a scored forecast. If the number is NaN or infinite, the
 * case is excluded. `earlierOn` returns the share of good outcomes among those known on a day. For
 * k good outcomes of n, it is (k + 1) ÷ (n + 2).
 */
type Reading = (one: Case, earlierOn: (day: string) => number) => number;

export interface Metric {
  readonly metric: string;
  readonly slice: string;
  readonly rule: Rule;
  readonly unit: string;
  /** A case is scored when this number of days have passed since the expected day. */
  readonly due: number;
  /** The value of a case. If the rule is `share`, it is 0 or 1. */
  readonly value: Reading;
  /** The number that the value is compared with. */
  readonly reference?: Reading;
  /** The denominator, if the rule is `ratio`. */
  readonly weight?: Reading;
  /** The outcome (0 or 1) to which the loss refers, if the rule is `loss`. */
  readonly outcome?: (one: Case) => number;
  /**
   * The values that an unresolved case may get: first the value after a bad outcome, then the value
   * after a good outcome. If the rule is `share`, they are percentages. If the rule is `survival`,
   * the only value is the number of days without an event.
   */
  readonly open?: (one: Case) => number[];
}

type More = Partial<Metric>;
const row = (metric: string, rule: Rule, unit: string, value: Reading, more: More = {}): Metric => {
  return { metric, slice: 'all', rule, unit, due: DUE_DAYS, value, ...more };
};
const share = (metric: string, value: Reading, more?: More) =>
  row(metric, 'share', 'percent', value, more);

const EITHER: More = { open: () => [0, 100] };

/** 1 if a value is between two limits, else 0. NaN if a number is unknown. */
function within(value: number, low: number, high: number): number {
  return Number.isNaN(value + low + high) ? Number.NaN : Number(value >= low && value <= high);
}

const BINS = [0, 20, 40, 60, 80, 90, 100];

/**
 * The metrics of forecasts that are probabilities.
 * @param group the name of the group of events; the names of the slices begin with it; empty for
 *   all events
 * @param isGood returns 1 for a good outcome and 0 for a bad one; NaN excludes the case
 */
function oddsRows(group: string, isGood: (one: Case) => number, due = DUE_DAYS): readonly Metric[] {
  const named = (part: string) => ({ slice: `${group} ${part}`.trim() || 'all', due });
  const loss = (metric: string, of: (odds: Odds) => number, part: string, rate: Reading) => {
    const lossOf = (forecast: number, y: number) => of({ forecast, outcome: y === 1 ? 1 : 0 });
    return row(metric, 'loss', 'loss', (one) => lossOf(one.probability, isGood(one)), {
      ...named(part),
      reference: (one, earlierOn) => lossOf(rate(one, earlierOn), isGood(one)),
      outcome: isGood,
      open: ({ probability }) => [lossOf(probability, 0), lossOf(probability, 1)],
    });
  };
  const reference: Reading = ({ probability }) => probability;
  const bins = BINS.slice(1).map((to, at) => {
    const from = BINS[at]!;
    const isIn = (percent: number) => percent >= from && (percent < to || to === 100);
    const value: Reading = (one) => (isIn(100 * one.probability) ? isGood(one) : Number.NaN);
    return share('reliability', value, { ...named(`${from}-${to}`), reference });
  });
  return [
    loss('brier', squaredError, '', ({ base_rate }) => base_rate),
    loss('log_loss', logLoss, '', ({ base_rate }) => base_rate),
    loss('brier', squaredError, 'earlier_rate', ({ day }, earlierOn) => earlierOn(day)),
    row('calibration_z', 'calibration', 'z', isGood, { ...named(''), reference }),
    ...bins,
  ];
}

/**
 * A refused application may be approved later. The later approval counts if it follows the goal
 * date within this number of days (36 months).
 */
const CUT_OFF_DAYS = 1_096;

const isApproved = ({ result }: Case) => Number(result === 'approved');
const isApprovedInTime = ({ result, happened_on, approved_on = '9999', goal }: Case) =>
  Number((result === 'approved' ? happened_on! : approved_on) <= shiftDays(goal, CUT_OFF_DAYS));
const isSuccess = ({ result }: Case) => Number(result === 'success');
const isFound = ({ probability }: Case) => Number(probability === 1);
const isInRange = ({ measured, value_low_usd, value_high_usd }: Case) =>
  within(measured, value_low_usd, value_high_usd);
const isStatedFound = (one: Case) => only((one.date_stated_on ?? '9999') <= one.day, isFound(one));
/**
 * The error of the projected liquid assets, in months of burn. Companies that raised money are
 * excluded. Our choice: up to one month of burn does not count as raised money, because it may come
 * from exercised options.
 */
const cashError = ({ liquid_usd, measured, monthly_burn_usd: burn, raised_usd }: Case) =>
  only(raised_usd <= burn, (liquid_usd - measured) / burn);
const only = (counts: boolean | undefined, value: number) => (counts ? value : Number.NaN);

/** The metrics of each kind of forecast, sorted by the name of the kind. */
const metrics = {
  approval: [...oddsRows('', isApproved), ...oddsRows('36_months', isApprovedInTime, CUT_OFF_DAYS)],
  cash_out: [row('cash_error', 'median', 'months', cashError)],
  /** The measured move is the abnormal return on the first session after the event. */
  event_move: [
    row('move_to_implied', 'ratio', 'ratio', ({ measured }) => Math.abs(measured), {
      weight: ({ implied_move_pct: implied }) => only(implied > 0, implied),
    }),
    share('within_one_sd_pct', (one) => within(Math.abs(one.measured), 0, one.one_sd_pct)),
  ],
  /**
   * The first two metrics measure how punctual the FDA is. `dates_corrected_pct` measures errors of
   * this server: goal dates that were corrected later.
   */
  goal_date: [
    row('days_from_goal', 'median', 'days', ({ late_days }) => late_days),
    share('within_window_pct', ({ late_days }) => within(late_days, -120, 30), EITHER),
    share('dates_corrected_pct', ({ corrected }) => corrected),
  ],
  readout_window: [
    share('kept_pct', ({ late_days }) => Number(late_days <= 0), EITHER),
    row('median_slip_days', 'survival', 'days', ({ late_days }) => Math.max(0, late_days), {
      open: ({ late_days }) => [late_days],
    }),
  ],
  takeover: [
    share('bought_in_top_tenth_pct', ({ percentile }) => Number(percentile >= 90), {
      reference: () => 0.1,
    }),
    share('offer_in_range_pct', isInRange),
  ],
  trial_outcome: [
    ...oddsRows('stated', (one) => only(one.is_stated, isSuccess(one))),
    ...oddsRows('inferred', (one) => only(!one.is_stated, isSuccess(one))),
  ],
  /**
   * A forecast of this kind states that a company is covered. Its outcomes are original approvals
   * of the company's drugs.
   */
  universe: [
    share('recall_pct', isFound),
    share('recall_pct', isStatedFound, { slice: 'date_stated' }),
  ],
} satisfies Readonly<Record<string, readonly Metric[]>>;

export type Kind = keyof typeof metrics;
export const METRICS: Readonly<Record<Kind, readonly Metric[]>> = metrics;
export const kindNames = Object.keys(metrics) as Kind[];

/** Kinds whose forecasts are recorded once a month. The others are recorded once a day. */
export const MONTHLY: ReadonlySet<Kind> = new Set(['takeover', 'trial_outcome']);

/**
 * The tool that returns the forecasts of a kind. Until the day `opens` of a sheet, a reader of the
 * sheet needs an API key whose plan includes this tool. For kinds that are not listed here, the
 * Basic plan is enough.
 */
export const TOOLS: Readonly<Partial<Record<Kind, string>>> = {
  event_move: 'options_put_call',
  takeover: 'ma_targets',
  trial_outcome: 'clinical_trial_outcomes',
};

/**
 * A forecast or a truth, which is the outcome of an event. `nextSheets` adds the day on which the
 * outcome became known.
 */
export type NewLine = Readonly<Record<string, unknown>> & {
  readonly kind: Kind;
  readonly subject: string;
  readonly ticker: string;
};

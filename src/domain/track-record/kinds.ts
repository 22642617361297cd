/** The kinds of forecasts and how they are scored. */
import { shiftDays } from '../dates.ts';
import { logLoss, type Forecast as Odds, squaredError } from '../forecast-quality.ts';
import { type Case, DUE_DAYS } from './cases.ts';

/** The rules for the score of a metric, each with the unit of the score. */
const UNITS = {
  share: 'percent',
  loss: 'loss',
  median: 'days',
  ratio: 'ratio',
  survival: 'days',
  calibration: 'z',
} as const;
export type Rule = keyof typeof UNITS;

/**
 * Computes a number from a case, which is a scored forecast. NaN or infinity excludes the case.
 * `earlierOn` returns the share of good outcomes among those known on a day, (k + 1) ÷ (n + 2).
 */
type Reading = (one: Case, earlierOn: (day: string) => number) => number;

export interface Metric {
  readonly metric: string;
  readonly slice: string;
  readonly rule: Rule;
  readonly unit: string;
  /** Days from the expected day to the day of the score. */
  readonly due: number;
  /** The value of a case. For a share, it is 0 or 1. */
  readonly value: Reading;
  /** The number that the value is compared with. */
  readonly reference?: Reading;
  /** For a ratio, the denominator. */
  readonly weight?: Reading;
  /** For a loss, the outcome (0 or 1) from which it is computed. */
  readonly outcome?: (one: Case) => number;
  /**
   * The possible values of an unresolved case: the value after a bad outcome and the value after a
   * good outcome, in percent for a share. For survival, the number of days without an event.
   */
  readonly open?: (one: Case) => readonly number[];
}

function row(metric: string, rule: Rule, value: Reading, more: Partial<Metric> = {}): Metric {
  return { metric, slice: 'all', rule, unit: UNITS[rule], due: DUE_DAYS, value, ...more };
}

const EITHER: Partial<Metric> = { open: () => [0, 100] };

/** 1 if a value is between two limits, else 0. NaN if a number is unknown. */
function within(value: number, low: number, high: number): number {
  return Number.isNaN(value + low + high) ? Number.NaN : Number(value >= low && value <= high);
}

const BINS = [0, 20, 40, 60, 80, 90, 100];

/**
 * The metrics of probabilities.
 * @param group name of the scored events; empty for all events
 * @param isGood 1 for a good outcome, else 0; NaN to exclude a case
 */
function oddsRows(group: string, isGood: (one: Case) => number, due = DUE_DAYS): readonly Metric[] {
  const named = (part: string) => ({ slice: `${group} ${part}`.trim() || 'all', due });
  const loss = (metric: string, of: (odds: Odds) => number, part: string, rate: Reading) => {
    const lossOf = (forecast: number, good: number) =>
      of({ forecast, outcome: good === 1 ? 1 : 0 });
    return row(metric, 'loss', (one) => lossOf(one.probability, isGood(one)), {
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
    return row('reliability', 'share', value, { ...named(`${from}-${to}`), reference });
  });
  return [
    loss('brier', squaredError, '', ({ base_rate }) => base_rate),
    loss('log_loss', logLoss, '', ({ base_rate }) => base_rate),
    loss('brier', squaredError, 'earlier_rate', ({ day }, earlierOn) => earlierOn(day)),
    row('calibration_z', 'calibration', isGood, { ...named(''), reference }),
    ...bins,
  ];
}

/**
 * Days after the goal date within which a later approval is counted (36 months). A refused
 * application may still be approved in this time.
 */
const CUT_OFF_DAYS = 1_096;

const isApproved = ({ result }: Case) => Number(result === 'approved');
const isApprovedInTime = ({ result, happened_on, approved_on, goal }: Case) => {
  const day = result === 'approved' ? happened_on : approved_on;
  return Number(day !== undefined && day <= shiftDays(goal, CUT_OFF_DAYS));
};
const isSuccess = ({ result }: Case) => Number(result === 'success');
const isFound = ({ probability }: Case) => Number(probability === 1);
const isInRange = ({ measured, value_low_usd, value_high_usd }: Case) =>
  within(measured, value_low_usd, value_high_usd);
const isStatedFound = (one: Case) => only((one.date_stated_on ?? '9999') <= one.day, isFound(one));
/**
 * The error of the projected liquid assets, in months of burn, for companies that raised no money.
 * Our choice: up to one month of burn is ignored, because it may come from exercised options.
 */
const cashError = ({ liquid_usd, measured, monthly_burn_usd: burn, raised_usd }: Case) =>
  only(raised_usd <= burn, (liquid_usd - measured) / burn);
const only = (counts: boolean | undefined, value: number) => (counts ? value : Number.NaN);

/** The rules of one kind of forecast. */
interface KindRules {
  /**
   * The tool that gives access to the forecasts. Until the day `opens` of a sheet, a reader needs
   * an API key whose plan includes this tool. Absent if the plan Basic includes the forecasts.
   */
  readonly tool?: string;
  /** Whether forecasts are recorded once a month instead of once a day. */
  readonly isMonthly?: true;
  readonly metrics: readonly Metric[];
}

/** The rules of each kind, sorted by the name of the kind. */
const rules = {
  approval: {
    metrics: [
      ...oddsRows('', isApproved),
      ...oddsRows('36_months', isApprovedInTime, CUT_OFF_DAYS),
    ],
  },
  cash_out: {
    metrics: [row('cash_error', 'median', cashError, { unit: 'months' })],
  },
  /** The measured move is the abnormal return on the first session after the event. */
  event_move: {
    tool: 'options_put_call',
    metrics: [
      row('move_to_implied', 'ratio', ({ measured }) => Math.abs(measured), {
        weight: ({ implied_move_pct: implied }) => only(implied > 0, implied),
      }),
      row('within_one_sd_pct', 'share', (one) => within(Math.abs(one.measured), 0, one.one_sd_pct)),
    ],
  },
  /**
   * The first two metrics measure how punctual the FDA is. `dates_corrected_pct` measures errors of
   * this program: goal dates that were corrected later.
   */
  goal_date: {
    metrics: [
      row('days_from_goal', 'median', ({ late_days }) => late_days),
      row('within_window_pct', 'share', ({ late_days }) => within(late_days, -120, 30), EITHER),
      row('dates_corrected_pct', 'share', ({ corrected }) => corrected),
    ],
  },
  readout_window: {
    metrics: [
      row('kept_pct', 'share', ({ late_days }) => Number(late_days <= 0), EITHER),
      row('median_slip_days', 'survival', ({ late_days }) => Math.max(0, late_days), {
        open: ({ late_days }) => [late_days],
      }),
    ],
  },
  takeover: {
    tool: 'ma_targets',
    isMonthly: true,
    metrics: [
      row('bought_in_top_tenth_pct', 'share', ({ percentile }) => Number(percentile >= 90), {
        reference: () => 0.1,
      }),
      row('offer_in_range_pct', 'share', isInRange),
    ],
  },
  trial_outcome: {
    tool: 'clinical_trial_outcomes',
    isMonthly: true,
    metrics: [
      ...oddsRows('stated', (one) => only(one.is_stated, isSuccess(one))),
      ...oddsRows('inferred', (one) => only(!one.is_stated, isSuccess(one))),
    ],
  },
  /** The forecasts list the covered companies, and the outcomes are their original approvals. */
  universe: {
    metrics: [
      row('recall_pct', 'share', isFound),
      row('recall_pct', 'share', isStatedFound, { slice: 'date_stated' }),
    ],
  },
} satisfies Readonly<Record<string, KindRules>>;

export type Kind = keyof typeof rules;
export const KINDS: Readonly<Record<Kind, KindRules>> = rules;
export const kindNames = Object.keys(rules) as Kind[];

/**
 * A forecast, or the outcome of an event (truth). The day on which the outcome became known is
 * added later.
 */
export type NewLine = Readonly<Record<string, unknown>> & {
  readonly kind: Kind;
  readonly subject: string;
  readonly ticker: string;
};

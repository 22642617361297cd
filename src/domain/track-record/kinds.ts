/** The kinds of forecasts and how they are scored. */
import { daysBetween, shiftDays } from '../dates.ts';
import { logLoss, type Forecast as Odds, squaredError } from '../forecast-quality.ts';
import type { Case, Resolved } from './cases.ts';
import type { Kind } from './lines.ts';
import type { Reading, Statistic } from './summary.ts';

export interface Metric {
  readonly metric: string;
  readonly slice: string;
  readonly statistic: Statistic;
  readonly unit: string;
  /**
   * Null or NaN if a case does not count. `earlier` is the share of good outcomes known on the day of
   * the forecast, (k + 1) ÷ (n + 2).
   */
  readonly read: (one: Resolved, earlier: number) => Reading | null;
  /** What an unresolved case adds if it fails and if it succeeds. */
  readonly open?: (one: Case, today: string) => readonly number[];
  /** Days from the promised day to the day of the score. Absent for the default number. */
  readonly due?: number;
}

type Measure = Pick<Metric, 'statistic' | 'unit'>;
const SHARE: Measure = { statistic: 'share', unit: 'percent' };
const LOSS: Measure = { statistic: 'loss', unit: 'loss' };

function metricOf(
  metric: string,
  measure: Measure,
  read: Metric['read'],
  more: Partial<Metric> = {},
): Metric {
  return { metric, slice: 'all', ...measure, read, ...more };
}

const known = (amount: number | null | undefined) => amount ?? Number.NaN;
const yes = (isSo: boolean): Reading => ({ value: Number(isSo) });
const EITHER: Partial<Metric> = { open: () => [0, 1] };

const isInWindow = ({ forecast: { goal }, truth: { happened_on } }: Resolved) =>
  happened_on >= shiftDays(goal, -120) && happened_on <= shiftDays(goal, 30);

/** Whether the promised day changed between the forecast and the day before the event. */
function isCorrected({ event, forecast, day, truth }: Resolved): Reading | null {
  const before = shiftDays(truth.happened_on, -1);
  const last = event.on(before);
  return day === before || !last ? null : yes(last.goal !== forecast.goal);
}

const BINS = [0, 20, 40, 60, 80, 90, 100];

/**
 * The metrics of probabilities.
 * @param isGood the outcome of a case; null if the case does not count
 */
function oddsMetrics(
  slice: string,
  isGood: (one: Resolved) => boolean | null,
  more: Pick<Metric, 'due'> = {},
): readonly Metric[] {
  const read = (one: Resolved) => {
    const [p, good] = [one.forecast.probability, isGood(one)];
    return typeof p === 'number' && good !== null ? ({ p, y: good ? 1 : 0 } as const) : null;
  };
  const readOdds = (one: Resolved): Reading | null => {
    const odds = read(one);
    return odds && { value: odds.y, reference: odds.p };
  };
  const loss = (metric: string, of: (one: Odds) => number, isEarlier = false) => {
    const lossOf = (one: Resolved, earlier: number): Reading | null => {
      const odds = read(one);
      if (!odds) return null;
      const rate = isEarlier ? earlier : (one.forecast.base_rate ?? 0.5);
      const [value, reference] = [odds.p, rate].map((forecast) =>
        of({ forecast, outcome: odds.y }),
      );
      return { value: value!, reference: reference!, outcome: odds.y };
    };
    const open = ({ forecast: { probability } }: Case) =>
      ([0, 1] as const).map((outcome) => of({ forecast: probability ?? 0.5, outcome }));
    const name = isEarlier ? named('earlier_rate') : slice;
    return metricOf(metric, LOSS, lossOf, { slice: name, open, ...more });
  };
  const named = (own: string) => (slice === 'all' ? own : `${slice} ${own}`);
  const bins = BINS.slice(1).map((to, at) => {
    const from = BINS[at]!;
    const isIn = (percent: number) => percent >= from && (percent < to || to === 100);
    const readBin = (one: Resolved) => (isIn(100 * known(read(one)?.p)) ? readOdds(one) : null);
    return metricOf('reliability', SHARE, readBin, { slice: named(`${from}-${to}`), ...more });
  });
  const z: Measure = { statistic: 'calibration', unit: 'z' };
  return [
    ...[loss('brier', squaredError), loss('log_loss', logLoss), loss('brier', squaredError, true)],
    ...[metricOf('calibration_z', z, readOdds, { slice, ...more }), ...bins],
  ];
}

/** 36 months, in which a refused application may still be approved. */
const CUT_OFF_DAYS = 1_096;

function isApprovedInTime({ forecast: { goal }, truth }: Resolved): boolean {
  const day = truth.result === 'approved' ? truth.happened_on : truth.approved_on;
  return typeof day === 'string' && day <= shiftDays(goal, CUT_OFF_DAYS);
}

/** The error of a projected balance in months of burn, where nothing was raised. */
function cashError({ forecast, truth }: Resolved): Reading | null {
  const burn = known(forecast.monthly_burn_usd);
  // Our choice: proceeds of up to one month of burn are ignored, for example from exercised options.
  if (!(known(truth.raised_usd) <= burn)) return null;
  return { value: (known(forecast.liquid_usd) - known(truth.measured)) / burn };
}

const isSuccess = ({ truth }: Resolved) => truth.result === 'success';
const slipOf = ({ forecast: { goal }, truth }: Resolved): Reading => ({
  value: Math.max(0, daysBetween(goal, truth.happened_on)),
});
/** Null if a number is unknown, so that the case does not count. */
const within = (value: number, low: number, high: number) =>
  Number.isNaN(value + low + high) ? null : yes(value >= low && value <= high);
const foundOf = ({ forecast }: Resolved) => yes(forecast.probability === 1);
/** Null unless a text had stated the goal date by the day of the forecast. */
function foundIfStated(one: Resolved): Reading | null {
  const { date_stated_on } = one.truth;
  return date_stated_on && date_stated_on <= one.day ? foundOf(one) : null;
}
/** Abnormal return on the first session after an event, without its sign. */
const moveOf = ({ truth }: Resolved) => Math.abs(known(truth.measured));
/** The highest tenth of the targets, and its share of the companies. */
const TOP = { from: 90, share: 0.1 };

/** The rules of a kind of forecasts. */
interface KindRules {
  /** The tool that serves the forecasts, if Basic does not: their sheets need its plan at first. */
  readonly tool?: string;
  /** Forecasts are recorded once a month instead of once a day. */
  readonly isMonthly?: true;
  readonly metrics: readonly Metric[];
}

export const KINDS: Readonly<Record<Kind, KindRules>> = {
  approval: {
    metrics: [
      ...oddsMetrics('all', ({ truth }) => truth.result === 'approved'),
      ...oddsMetrics('36_months', isApprovedInTime, { due: CUT_OFF_DAYS }),
    ],
  },
  cash_out: {
    metrics: [metricOf('cash_error', { statistic: 'median', unit: 'months' }, cashError)],
  },
  event_move: {
    tool: 'options_put_call',
    metrics: [
      metricOf('move_to_implied', { statistic: 'ratio', unit: 'ratio' }, (one) => {
        const weight = known(one.forecast.implied_move_pct);
        return weight > 0 ? { value: moveOf(one), weight } : null;
      }),
      metricOf('within_one_sd_pct', SHARE, (one) =>
        within(moveOf(one), 0, known(one.forecast.one_sd_pct)),
      ),
    ],
  },
  /** The first two measure the FDA's timing; a goal date corrected before the event is our error. */
  goal_date: {
    metrics: [
      metricOf('days_from_goal', { statistic: 'median', unit: 'days' }, ({ forecast, truth }) => ({
        value: daysBetween(forecast.goal, truth.happened_on),
      })),
      metricOf('within_window_pct', SHARE, (one) => yes(isInWindow(one)), EITHER),
      metricOf('dates_corrected_pct', SHARE, isCorrected),
    ],
  },
  readout_window: {
    metrics: [
      metricOf('kept_pct', SHARE, (one) => yes(one.truth.happened_on <= one.forecast.goal), EITHER),
      metricOf('median_slip_days', { statistic: 'survival', unit: 'days' }, slipOf, {
        open: ({ forecast }, today) => [daysBetween(forecast.goal, today)],
      }),
    ],
  },
  takeover: {
    tool: 'ma_targets',
    isMonthly: true,
    metrics: [
      metricOf('bought_in_top_tenth_pct', SHARE, ({ forecast: { percentile } }) => ({
        value: Number(known(percentile) >= TOP.from),
        reference: TOP.share,
      })),
      metricOf('offer_in_range_pct', SHARE, ({ forecast, truth }) =>
        within(
          known(truth.measured),
          known(forecast.value_low_usd),
          known(forecast.value_high_usd),
        ),
      ),
    ],
  },
  trial_outcome: {
    tool: 'clinical_trial_outcomes',
    isMonthly: true,
    metrics: [
      ...oddsMetrics('stated', (one) => (one.truth.is_stated ? isSuccess(one) : null)),
      ...oddsMetrics('inferred', (one) => (one.truth.is_stated ? null : isSuccess(one))),
    ],
  },
  /** The companies in scope; truths are original approvals. */
  universe: {
    metrics: [
      metricOf('recall_pct', SHARE, foundOf),
      metricOf('recall_pct', SHARE, foundIfStated, { slice: 'date_stated' }),
    ],
  },
};

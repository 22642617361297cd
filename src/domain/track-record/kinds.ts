/** The kinds of forecasts: who may see their sheets, how often they are frozen, how they are scored. */
import { daysBetween, shiftDays } from '../dates.ts';
import { logLoss, type Forecast as Odds, squaredError } from '../forecast-quality.ts';
import type { Case, Forecast, Resolved } from './cases.ts';
import type { Reading, Statistic } from './summary.ts';

export interface Metric {
  readonly metric: string;
  readonly slice?: string;
  readonly statistic: Statistic;
  readonly unit: 'percent' | 'days' | 'months' | 'ratio' | 'loss' | 'z';
  /**
   * Null if a case does not count. `earlier` is the share of good outcomes known on the day of the
   * forecast, (k + 1) ÷ (n + 2).
   */
  readonly read: (one: Resolved, earlier: number) => Reading | null;
  /** What an unresolved case adds if it fails and if it succeeds. */
  readonly open?: (one: Case, today: string) => readonly [number, number];
  /** Days from the promised day to the score, if not the usual ones. */
  readonly due?: number;
}

export const kindNames = [
  ...(['universe', 'goal_date', 'readout_window', 'approval'] as const),
  ...(['trial_outcome', 'event_move', 'cash_out', 'takeover'] as const),
] as const;
export type Kind = (typeof kindNames)[number];

interface KindRule {
  /** Basic serves these forecasts. Other sheets open when their events are due. */
  readonly isBasic: boolean;
  /** The forecasts change once a month instead of once a day. */
  readonly isMonthly?: true;
  readonly metrics: readonly Metric[];
}

const yes = (isSo: boolean): Reading => ({ value: Number(isSo) });
const EITHER = () => [0, 1] as const;

const isInWindow = ({ forecast: { goal }, truth: { happened_on } }: Resolved) =>
  happened_on >= shiftDays(goal, -120) && happened_on <= shiftDays(goal, 30);

/** Whether the promised day changed between the forecast and the day before the event. */
function isCorrected({ event, forecast, day, truth }: Resolved): Reading | null {
  const before = shiftDays(truth.happened_on, -1);
  const last = event.on(before);
  return day === before || !last ? null : yes(last.goal !== forecast.goal);
}

/** The good outcome of a case, and the cases that count. */
interface Question {
  /** Empty for all cases. */
  readonly slice: string;
  /** Null if the case does not count. */
  readonly outcome: (one: Resolved) => boolean | null;
  readonly due?: number;
}

/** The metrics of probabilities. */
function oddsMetrics({ slice, outcome, due }: Question): readonly Metric[] {
  const more = due === undefined ? {} : { due };
  const yOf = (one: Resolved) => {
    const isGood = outcome(one);
    return isGood === null || isUnknown(one.forecast.probability) ? null : isGood ? 1 : 0;
  };
  const loss = (
    metric: string,
    lossOf: (one: Odds) => number,
    name: string,
    rate: (one: Forecast, earlier: number) => number,
  ): Metric => ({
    ...{ metric, slice: name || 'all', statistic: 'loss', unit: 'loss', ...more },
    read: (one, earlier) => {
      const y = yOf(one);
      if (y === null) return null;
      const [forecast, reference] = [one.forecast.probability!, rate(one.forecast, earlier)];
      return {
        value: lossOf({ forecast, outcome: y }),
        reference: lossOf({ forecast: reference, outcome: y }),
        outcome: y,
      };
    },
    open: ({ forecast: { probability } }) => [
      lossOf({ forecast: probability ?? 0.5, outcome: 0 }),
      lossOf({ forecast: probability ?? 0.5, outcome: 1 }),
    ],
  });
  const readOdds = (one: Resolved): Reading | null => {
    const y = yOf(one);
    return y === null ? null : { value: y, reference: one.forecast.probability! };
  };
  const named = (own: string) => (slice === '' ? own : `${slice} ${own}`);
  const base = ({ base_rate }: Forecast) => base_rate ?? 0.5;
  return [
    loss('brier', squaredError, slice, base),
    loss('log_loss', logLoss, slice, base),
    loss('brier', squaredError, named('earlier_rate'), (_, earlier) => earlier),
    {
      ...{ metric: 'calibration_z', slice: slice || 'all', statistic: 'calibration', unit: 'z' },
      ...{ read: readOdds, ...more },
    },
    ...BINS.slice(1).map((to, at): Metric => {
      const from = BINS[at]!;
      return {
        ...{ metric: 'reliability', slice: named(`${from}-${to}`), statistic: 'share' },
        ...{ unit: 'percent', ...more },
        read: (one) => {
          const percent = 100 * (one.forecast.probability ?? Number.NaN);
          return percent >= from && (percent < to || to === 100) ? readOdds(one) : null;
        },
      };
    }),
  ];
}

const BINS = [0, 20, 40, 60, 80, 90, 100];
/** 36 months, in which a refused application may still be approved. */
const CUT_OFF_DAYS = 1_096;

const isUnknown = (value: number | null | undefined) => typeof value !== 'number';
const isSuccess = ({ truth }: Resolved) => truth.result === 'success';
const isApproved = ({ truth }: Resolved) => truth.result === 'approved';

function isApprovedInTime({ forecast: { goal }, truth }: Resolved): boolean {
  const day = truth.result === 'approved' ? truth.happened_on : truth.approved_on;
  return typeof day === 'string' && day <= shiftDays(goal, CUT_OFF_DAYS);
}

/** The error of a projected balance in months of burn, where nothing was raised. */
function cashError({ forecast, truth }: Resolved): Reading | null {
  const { liquid_usd, monthly_burn_usd } = forecast;
  const [reported, raised] = [truth.measured ?? Number.NaN, truth.raised_usd ?? Number.NaN];
  const burn = monthly_burn_usd ?? Number.NaN;
  // Our choice: up to one month of burn, such as from exercised options, counts as nothing.
  return raised <= burn && burn > 0
    ? finite({ value: ((liquid_usd ?? Number.NaN) - reported) / burn })
    : null;
}

const finite = (reading: Reading) => (Number.isFinite(reading.value) ? reading : null);

/** The base rate of the highest tenth of the scores. */
const TOP = { from: 90, chance: 0.1 };

export const KINDS: Readonly<Record<Kind, KindRule>> = {
  /** The companies in scope; truths are original approvals. */
  universe: {
    isBasic: true,
    metrics: [
      {
        ...{ metric: 'recall_pct', statistic: 'share', unit: 'percent' },
        read: ({ forecast }) => yes(forecast.probability === 1),
      },
      {
        ...{ metric: 'recall_pct', slice: 'stated', statistic: 'share', unit: 'percent' },
        read: ({ forecast, truth }) => (truth.is_stated ? yes(forecast.probability === 1) : null),
      },
    ],
  },
  /** The first two measure the FDA's timing; a goal date corrected before the event is our error. */
  goal_date: {
    isBasic: true,
    metrics: [
      {
        ...{ metric: 'days_from_goal', statistic: 'median', unit: 'days' },
        read: ({ forecast, truth }) => ({ value: daysBetween(forecast.goal, truth.happened_on) }),
      },
      {
        ...{ metric: 'within_window_pct', statistic: 'share', unit: 'percent', open: EITHER },
        read: (one) => yes(isInWindow(one)),
      },
      { metric: 'dates_corrected_pct', statistic: 'share', unit: 'percent', read: isCorrected },
    ],
  },
  readout_window: {
    isBasic: true,
    metrics: [
      {
        ...{ metric: 'kept_pct', statistic: 'share', unit: 'percent', open: EITHER },
        read: ({ forecast, truth }) => yes(truth.happened_on <= forecast.goal),
      },
      {
        ...{ metric: 'median_slip_days', statistic: 'survival', unit: 'days' },
        read: ({ forecast, truth }) => ({
          value: Math.max(0, daysBetween(forecast.goal, truth.happened_on)),
        }),
        open: ({ forecast }, today) => {
          const overdue = daysBetween(forecast.goal, today);
          return [overdue, overdue];
        },
      },
    ],
  },
  approval: {
    isBasic: true,
    metrics: [
      ...oddsMetrics({ slice: '', outcome: isApproved }),
      ...oddsMetrics({ slice: '36_months', outcome: isApprovedInTime, due: CUT_OFF_DAYS }),
    ],
  },
  trial_outcome: {
    isBasic: false,
    isMonthly: true,
    metrics: [
      ...oddsMetrics({
        slice: 'stated',
        outcome: (one) => (one.truth.is_stated ? isSuccess(one) : null),
      }),
      ...oddsMetrics({
        slice: 'inferred',
        outcome: (one) => (one.truth.is_stated ? null : isSuccess(one)),
      }),
    ],
  },
  event_move: {
    isBasic: false,
    metrics: [
      {
        ...{ metric: 'move_to_implied', statistic: 'ratio', unit: 'ratio' },
        read: ({ forecast: { implied_move_pct: implied }, truth: { measured } }) =>
          isUnknown(implied) || isUnknown(measured)
            ? null
            : { value: Math.abs(measured!), weight: implied! },
      },
      {
        ...{ metric: 'within_one_sd_pct', statistic: 'share', unit: 'percent' },
        read: ({ forecast: { one_sd_pct }, truth: { measured } }) =>
          isUnknown(one_sd_pct) || isUnknown(measured)
            ? null
            : yes(Math.abs(measured!) <= one_sd_pct!),
      },
    ],
  },
  cash_out: {
    isBasic: true,
    metrics: [{ metric: 'cash_error', statistic: 'median', unit: 'months', read: cashError }],
  },
  takeover: {
    isBasic: false,
    isMonthly: true,
    metrics: [
      {
        ...{ metric: 'bought_in_top_tenth_pct', statistic: 'share', unit: 'percent' },
        read: ({ forecast: { percentile } }) =>
          isUnknown(percentile) ? null : { ...yes(percentile! >= TOP.from), reference: TOP.chance },
      },
      {
        ...{ metric: 'offer_in_range_pct', statistic: 'share', unit: 'percent' },
        read: ({ forecast: { value_low_usd: low, value_high_usd: high }, truth: { measured } }) =>
          isUnknown(low) || isUnknown(high) || isUnknown(measured)
            ? null
            : yes(measured! >= low! && measured! <= high!),
      },
    ],
  },
};

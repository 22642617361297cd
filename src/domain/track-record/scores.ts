/** The scores of forecasts on a day. */
import type { Adjustment } from '../approval/approval.ts';
import type { Sha256 } from '../bootstrap.ts';
import { daysBetween, shiftDays } from '../dates.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { logLoss, type Forecast as Odds, squaredError } from '../forecast-quality.ts';
import { type Case, casesOf, type ForecastEvent, type Kind, type Truth } from './cases.ts';
import { TRACK_RECORD } from './methods.ts';
import { type Reading, type Row, type Statistic, type Summary, summaryOf } from './summary.ts';

/** The input of scores. Backtests and records are never pooled. */
export interface Scored {
  readonly scope: 'record' | 'backtest';
  readonly events: Readonly<Record<Kind, readonly ForecastEvent[]>>;
  /** The newest head of the chain; null for a backtest. */
  readonly head: string | null;
}

export type Score = ReturnType<typeof scoreOf>;

type Resolved = Case & { readonly truth: Truth };

interface Metric {
  readonly metric: string;
  readonly slice?: string;
  readonly statistic: Statistic;
  readonly unit: 'percent' | 'days' | 'loss' | 'z';
  /** Null if a case does not count. */
  readonly read: (one: Resolved) => Reading | null;
  /** What an unresolved case adds if it fails and if it succeeds. */
  readonly open?: (one: Case) => readonly [number, number];
}

const HORIZONS = [90, 30, 1];

/** All scores on a day. Verdicts change at quarter ends only, so that peeking gains nothing. */
export function scoresOn(scored: Scored, day: string, sha256: Sha256): readonly Score[] {
  const quarterEnd = previousQuarterEnd(shiftDays(day, 1));
  const verdicts = new Map(
    scoresAt(scored, quarterEnd, sha256).map((one) => [keyOf(one), one.verdict]),
  );
  return scoresAt(scored, day, sha256).map((one) => ({
    ...one,
    verdict: verdicts.get(keyOf(one)) ?? null,
  }));
}

function keyOf({ kind, horizon_days, metric, slice }: Score): string {
  return [kind, horizon_days, metric, slice].join(' ');
}

function scoresAt(scored: Scored, day: string, sha256: Sha256): readonly Score[] {
  return (Object.entries(METRICS) as [Kind, readonly Metric[]][]).flatMap(([kind, metrics]) =>
    HORIZONS.flatMap((horizon) => {
      const cases = casesOf(scored.events[kind], horizon, day);
      return metrics.map((metric) =>
        scoreOf({ scored, kind, horizon, day, sha256 }, cases, metric),
      );
    }),
  );
}

interface At {
  readonly scored: Scored;
  readonly kind: Kind;
  readonly horizon: number;
  readonly day: string;
  readonly sha256: Sha256;
}

function scoreOf(at: At, cases: readonly Case[], metric: Metric) {
  const { scored, kind, horizon, day, sha256 } = at;
  const resolved = cases.flatMap((one) => (one.truth ? [{ ...one, truth: one.truth }] : []));
  const rest = cases.filter(({ truth }) => !truth);
  const unresolved = rest.filter(({ event }) => event.on(shiftDays(event.goal, -1)) !== null);
  const rows = resolved.flatMap((one) => {
    const reading = metric.read(one);
    const { id, ticker: company } = one.event;
    return reading ? [{ ...reading, id: `${id} ${one.truth.happened_on}`, company }] : [];
  });
  const { open } = metric;
  const bounds = open ? unresolved.map((one) => open(one)) : [];
  const summary = summaryOf(metric.statistic, rows, bounds, sha256);
  const isInSample = scored.scope === 'backtest' && cases.some((one) => one.day < RATES_PUBLISHED);
  return {
    ...{ scope: scored.scope, kind, metric: metric.metric, slice: metric.slice ?? 'all' },
    ...{ horizon_days: horizon, n: rows.length, resolved: resolved.length },
    ...{ unresolved: unresolved.length, voided: rest.length - unresolved.length },
    ...summary,
    ...{
      unit: metric.unit,
      verdict: metric.statistic === 'loss' ? verdictOf(rows, summary) : null,
    },
    ...{ head: scored.head, method: TRACK_RECORD.id, as_of: day },
    flags: [...summary.flags, ...(kind === 'approval' && isInSample ? ['in_sample'] : [])],
  };
}

/** The base rates are those of 2011–2020, published in February 2021. */
const RATES_PUBLISHED = '2021-02-01';

type Verdict = 'better' | 'worse' | 'no difference shown' | 'not enough yet';

/** By the interval of the paired loss differences, from 20 events with 5 of each outcome. */
function verdictOf(
  rows: readonly Row[],
  { difference_low: low, difference_high: high }: Summary,
): Verdict {
  const hits = rows.filter(({ outcome }) => outcome === 1).length;
  const isEnough = rows.length >= 20 && Math.min(hits, rows.length - hits) >= 5;
  if (!isEnough || low === null || high === null) return 'not enough yet';
  if (high < 0) return 'better';
  return low > 0 ? 'worse' : 'no difference shown';
}

/** Our choice: the adjustment of base rates is switched off from this many events. */
const LEAST_TO_SWITCH_OFF = 100;

/** What the record shows of the adjustment of base rates, by the Brier score of the day before. */
export function adjustmentOf(recorded: readonly Score[]): Adjustment {
  const { verdict, n = 0 } =
    recorded.find(
      ({ kind, metric, horizon_days }) =>
        kind === 'approval' && metric === 'brier' && horizon_days === 1,
    ) ?? {};
  if (verdict === 'better') return 'proven';
  return verdict === 'worse' && n >= LEAST_TO_SWITCH_OFF ? 'off' : 'unproven';
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

const outcomeOf = ({ truth }: Resolved) => (truth.result === 'approved' ? 1 : 0);

/** A loss of the probability, compared with that of the base rate. */
function loss(metric: string, lossOf: (one: Odds) => number): Metric {
  const of = (forecast: number | undefined, outcome: 0 | 1) =>
    lossOf({ forecast: forecast ?? 0.5, outcome });
  return {
    ...{ metric, statistic: 'loss', unit: 'loss' },
    read: (one) => {
      const outcome = outcomeOf(one);
      const { probability, base_rate } = one.forecast;
      return { value: of(probability, outcome), reference: of(base_rate, outcome), outcome };
    },
    open: ({ forecast: { probability } }) => [of(probability, 0), of(probability, 1)],
  };
}

const readOdds = (one: Resolved) => ({
  value: outcomeOf(one),
  reference: one.forecast.probability ?? 0.5,
});

const BINS = [0, 20, 40, 60, 80, 90, 100];

/** The observed share of approvals among forecasts from `from` to below `to` percent. */
function reliability(from: number, to: number): Metric {
  return {
    ...{ metric: 'reliability', slice: `${from}-${to}`, statistic: 'share', unit: 'percent' },
    read: (one) => {
      const percent = 100 * (one.forecast.probability ?? Number.NaN);
      return percent >= from && (percent < to || to === 100) ? readOdds(one) : null;
    },
  };
}

/** The first two measure the FDA's timing; a goal date corrected before the event is our error. */
const METRICS: Readonly<Record<Kind, readonly Metric[]>> = {
  goal_date: [
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
  readout_window: [
    {
      ...{ metric: 'kept_pct', statistic: 'share', unit: 'percent', open: EITHER },
      read: ({ forecast, truth }) => yes(truth.happened_on <= forecast.goal),
    },
  ],
  approval: [
    loss('brier', squaredError),
    loss('log_loss', logLoss),
    { metric: 'calibration_z', statistic: 'calibration', unit: 'z', read: readOdds },
    ...BINS.slice(1).map((to, at) => reliability(BINS[at]!, to)),
  ],
};

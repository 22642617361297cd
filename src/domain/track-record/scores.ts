/** The scores of forecasts on a day. */
import { sum } from 'simple-statistics';
import type { Adjustment } from '../approval/approval.ts';
import type { Sha256 } from '../bootstrap.ts';
import { shiftDays } from '../dates.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { type Case, casesOf, type ForecastEvent, type Resolved } from './cases.ts';
import { KINDS, type Metric } from './kinds.ts';
import { type Kind, kindNames } from './lines.ts';
import { TRACK_RECORD } from './methods.ts';
import { type Row, type Summary, summaryOf } from './summary.ts';

/** The input of scores. Backtests and records are never pooled. */
export interface Scored {
  readonly scope: 'record' | 'backtest';
  /** A backtest has not all kinds. */
  readonly events: Readonly<Partial<Record<Kind, readonly ForecastEvent[]>>>;
  /** The newest head of the chain; null for a backtest. */
  readonly head: string | null;
  /** Number of days without a sheet since the first sheet. */
  readonly gap_days: number | null;
}

export type Score = ReturnType<typeof scoresOn>[number];

const HORIZONS = [90, 30, 1];

/** All scores on a day. Verdicts change at quarter ends only, so that peeking gains nothing. */
export function scoresOn(scored: Scored, day: string, sha256: Sha256) {
  const quarterEnd = previousQuarterEnd(shiftDays(day, 1));
  const isLoss = ({ statistic }: Metric) => statistic === 'loss';
  const then = scoresAt(scored, quarterEnd, sha256, isLoss);
  return scoresAt(scored, day, sha256, () => true).map((one) => {
    const last = one.verdict === null ? null : then.shift()!;
    return { ...one, verdict: last?.verdict ?? null, verdict_n: last?.n ?? null };
  });
}

/** In the same order on every day. */
function scoresAt(
  scored: Scored,
  day: string,
  sha256: Sha256,
  isWanted: (metric: Metric) => boolean,
) {
  return kindNames.flatMap((kind) => {
    const events = scored.events[kind];
    if (!events) return [];
    const metrics = KINDS[kind].metrics.filter(isWanted);
    return HORIZONS.flatMap((horizon) => {
      const of = { scored, kind, horizon, day, sha256 };
      const dues = new Set(metrics.map(({ due }) => due));
      const cases = new Map([...dues].map((due) => [due, casesOf(events, horizon, day, due)]));
      return metrics.map((metric) => scoreOf(of, cases.get(metric.due)!, metric));
    });
  });
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
  const rateOn = earlierRate(resolved, metric);
  const rows = resolved.flatMap((one) => {
    const reading = metric.read(one, rateOn(one.day));
    const { id, ticker: company } = one.event;
    const isKnown = reading && Number.isFinite(reading.value);
    return isKnown ? [{ ...reading, id: `${id} ${one.truth.happened_on}`, company }] : [];
  });
  const { open } = metric;
  const bounds = open ? unresolved.map((one) => open(one, day)) : [];
  const summary = summaryOf(metric.statistic, rows, bounds, sha256);
  const isInSample = scored.scope === 'backtest' && cases.some((one) => one.day < RATES_PUBLISHED);
  return {
    ...{ scope: scored.scope, kind, metric: metric.metric, slice: metric.slice },
    ...{ horizon_days: horizon, n: rows.length, resolved: resolved.length },
    ...{ unresolved: unresolved.length, voided: rest.length - unresolved.length },
    ...summary,
    ...{
      unit: metric.unit,
      verdict: metric.statistic === 'loss' ? verdictOf(rows, summary) : null,
    },
    ...{ head: scored.head, gap_days: scored.gap_days, method: TRACK_RECORD.id, as_of: day },
    flags: [...summary.flags, ...(kind === 'approval' && isInSample ? ['in_sample'] : [])],
  };
}

/** Returns the share of good outcomes that were known on a day, (k + 1) ÷ (n + 2). */
function earlierRate(resolved: readonly Resolved[], metric: Metric): (day: string) => number {
  if (metric.statistic !== 'loss') return () => Number.NaN;
  const outcomes = resolved.flatMap((one) => {
    const outcome = metric.read(one, 0.5)?.outcome;
    return outcome === undefined ? [] : [{ outcome, known: one.truth.known }];
  });
  return (day) => {
    const known = outcomes.filter((one) => one.known <= day);
    return (sum(known.map(({ outcome }) => outcome)) + 1) / (known.length + 2);
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
  const { verdict, verdict_n } =
    recorded.find(
      ({ kind, metric, slice, horizon_days }) =>
        kind === 'approval' && metric === 'brier' && slice === 'all' && horizon_days === 1,
    ) ?? {};
  if (verdict === 'better') return 'proven';
  return verdict === 'worse' && (verdict_n ?? 0) >= LEAST_TO_SWITCH_OFF ? 'off' : 'unproven';
}

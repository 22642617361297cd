/** The scores of forecasts on a day. */
import type { Adjustment } from '../approval/approval.ts';
import { type Sha256, seedOf } from '../bootstrap.ts';
import { shiftDays } from '../dates.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { groupBy } from '../group-by.ts';
import { runningTotals } from '../trials/learning/timeline.ts';
import { type Case, casesOf, type ForecastEvent } from './cases.ts';
import { KINDS, type Kind, kindNames, type Metric } from './kinds.ts';
import { TRACK_RECORD } from './methods.ts';
import { type Row, summaryOf } from './rules.ts';

/**
 * The events to score, from the recorded forecasts or from a backtest. Scores never combine both
 * sources.
 */
export interface Scored {
  readonly scope: 'record' | 'backtest';
  /** The events of each kind. A backtest does not have all kinds. */
  readonly events: Readonly<Partial<Record<Kind, readonly ForecastEvent[]>>>;
  /** The newest head of the chain; null for a backtest. */
  readonly head: string | null;
  /** Number of days without a sheet since the first sheet. */
  readonly gap_days: number | null;
}

export type Score = ReturnType<typeof scoresOn>[number];

/** The horizons of the scored forecasts, in days before the event. */
export const HORIZONS = [90, 30, 1];

/**
 * All scores on a day. Verdicts change only at the end of a quarter, because more frequent checks
 * would produce more verdicts by chance.
 */
export function scoresOn({ events, ...about }: Scored, day: string, sha256: Sha256) {
  const quarterEnd = previousQuarterEnd(shiftDays(day, 1));
  return kindNames.flatMap((kind) => {
    const own = events[kind];
    const groups = groupBy(own ? KINDS[kind].metrics : [], ({ due }) => String(due));
    return HORIZONS.flatMap((horizon_days) =>
      [...groups.values()].flatMap((group) => {
        const casesOn = (asOf: string) => casesOf(own!, horizon_days, asOf, group[0]!.due);
        const cases = casesOn(day);
        const earlier = group.some(isLoss) ? casesOn(quarterEnd) : [];
        const isPast = kind === 'approval' && about.scope === 'backtest';
        const isInSample = isPast && cases.some((one) => one.day < RATES_PUBLISHED);
        return group.map((metric) => {
          const { flags, ...score } = scoreOf(cases, metric, sha256);
          const last = isLoss(metric) ? scoreOf(earlier, metric, sha256) : null;
          const verdict = { verdict: last?.verdict ?? null, verdict_n: last?.n ?? null };
          const all = isInSample ? [...flags, 'in_sample'] : flags;
          const dated = { method: TRACK_RECORD.id, as_of: day, flags: all };
          return { ...about, kind, horizon_days, ...score, ...dated, ...verdict };
        });
      }),
    );
  });
}

const isLoss = ({ rule }: Metric) => rule === 'loss';

/** The base rates are those of 2011–2020, published in February 2021. */
const RATES_PUBLISHED = '2021-02-01';

function scoreOf(cases: readonly Case[], metric: Metric, sha256: Sha256) {
  const { slice, unit, open } = metric;
  const inState = (state: Case['state']) => cases.filter((one) => one.state === state);
  const [resolved, unresolved] = [inState('resolved'), inState('unresolved')];
  const rows = rowsOf(resolved, metric);
  const opens = open ? unresolved.map(open).filter((one) => one.every(Number.isFinite)) : [];
  const summary = summaryOf(metric.rule, rows, opens, seedOf(rows, sha256));
  return {
    metric: metric.metric,
    slice,
    unit,
    n: rows.length,
    resolved: resolved.length,
    unresolved: unresolved.length,
    voided: inState('voided').length,
    ...summary,
    verdict: verdictOf(rows, summary),
  };
}

/** The rows of resolved cases. A case is excluded if one of its numbers is unknown. */
function rowsOf(resolved: readonly Case[], metric: Metric): readonly Row[] {
  const earlierOn = earlierRate(resolved, metric);
  return resolved.flatMap((one) => {
    const row = {
      value: metric.value(one, earlierOn),
      reference: metric.reference?.(one, earlierOn),
      weight: metric.weight?.(one, earlierOn),
      outcome: metric.outcome?.(one),
    };
    const isKnown = Object.values(row).every((part) => part === undefined || Number.isFinite(part));
    return isKnown ? { ...row, id: `${one.id} ${one.happened_on}`, company: one.ticker } : [];
  });
}

/** Returns the share of good outcomes that were known on a day, (k + 1) ÷ (n + 2). */
function earlierRate(resolved: readonly Case[], { outcome }: Metric): (day: string) => number {
  const totals = runningTotals();
  for (const one of outcome ? resolved : []) {
    const value = outcome!(one);
    if (!Number.isNaN(value)) totals.add('', { day: one.known!, count: 1, value });
  }
  const upTo = totals.end();
  return (day) => (upTo('', day).sum + 1) / (upTo('', day).count + 2);
}

/**
 * The verdict, from the interval of the paired loss differences. A verdict needs 20 events, and 5
 * events with each outcome.
 */
function verdictOf(
  rows: readonly Row[],
  { difference_low: low, difference_high: high }: ReturnType<typeof summaryOf>,
) {
  const hits = rows.filter(({ outcome }) => outcome === 1).length;
  const isEnough = rows.length >= 20 && Math.min(hits, rows.length - hits) >= 5;
  if (!isEnough || low === null || high === null) return 'not enough yet';
  if (high < 0) return 'better';
  return low > 0 ? 'worse' : 'no difference shown';
}

/**
 * Our choice: minimum number of events for which a bad verdict switches off the adjustment of base
 * rates.
 */
const LEAST_TO_SWITCH_OFF = 100;

/**
 * Whether the record shows that the adjustment of base rates is better or worse than the base
 * rates. The verdict on the Brier score of forecasts one day before the event is used.
 */
export function adjustmentOf(recorded: readonly Score[]): Adjustment {
  const isDecisive = ({ kind, metric, slice, horizon_days }: Score) =>
    kind === 'approval' && metric === 'brier' && slice === 'all' && horizon_days === 1;
  const { verdict, verdict_n } = recorded.find(isDecisive) ?? {};
  if (verdict === 'better') return 'proven';
  return verdict === 'worse' && (verdict_n ?? 0) >= LEAST_TO_SWITCH_OFF ? 'off' : 'unproven';
}

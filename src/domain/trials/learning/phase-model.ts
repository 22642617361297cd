import { shiftDays } from '../../dates.ts';
import { type FittedModel, fitModel } from './fitted-model.ts';
import { type JudgedQuality, judge } from './judgement.ts';
import { type LabelledTable, rowsOf } from './labelled-table.ts';
import type { LabelledTrial, LearnedPhase } from './labelled-trial.ts';
import { GIVEN_UP_DAYS } from './trial-labels.ts';

/** Why a phase is forecast by the published rate. */
export type NotServed =
  | 'too_few_later_trials'
  | 'too_few_earlier_trials'
  | 'one_outcome_only'
  | 'model_not_better';

export interface PhaseModel {
  /** null where the model is served. */
  readonly not_served: NotServed | null;
  /** Trials with a known outcome, and how many of them succeeded. */
  readonly trials: number;
  readonly successes: number;
  /**
   * Day of the fit that is judged: on the trials whose time for a next step was not over then; null
   * where there are too few.
   */
  readonly split_day: string | null;
  readonly later_trials: number;
  /** Over the later trials; null where nothing was judged. */
  readonly learned: JudgedQuality | null;
  readonly published: JudgedQuality | null;
  /** Fitted to what could be learned on the split day; kept where it is served. */
  readonly judged: FittedModel | null;
  /** Fitted to all trials; kept where it is served. */
  readonly final: FittedModel | null;
}

/** Later trials of a phase that a fit is judged on, at least. */
const MIN_LATER_TRIALS = 300;
/** Our choice: a quarter of the trials judges, where that is more. */
const LATER_SHARE = 0.25;
/** Our choice: a fit of fewer trials is not worth judging. */
const MIN_EARLIER_TRIALS = 100;

/**
 * Fits and judges the model of one phase: a fit as it would have been made on an earlier day
 * forecasts the trials that it could not learn from, and is served where it does so better than what
 * is published (see `judge`).
 *
 * Our choice: trials are later by the day of their features and not of their outcome. A failure is
 * known long after a success, so that around any day the outcomes known before it are successes more
 * often than those known after it, and whatever grows over the years would seem to tell them apart.
 */
export function phaseModelOf(table: LabelledTable, phase: LearnedPhase): PhaseModel {
  const successes = table.outcomes.reduce((sum, one) => sum + one, 0);
  const plain = { trials: table.count, successes, learned: null, published: null };
  const unfitted = { ...plain, judged: null, final: null };
  const split = splitOf(table, phase);
  if (typeof split === 'string') {
    return { ...unfitted, not_served: split, split_day: null, later_trials: 0 };
  }
  const { split_day, earlier, later } = split;
  const told = { split_day, later_trials: later.count };
  const judged = fitModel(earlier);
  const final = judged && hasBothOutcomes(later) && fitModel(table);
  if (!judged || !final) return { ...unfitted, ...told, not_served: 'one_outcome_only' };
  const { learned, published, isBetter } = judge(judged, earlier, later);
  const measured = { ...plain, ...told, learned, published };
  return isBetter
    ? { ...measured, not_served: null, judged, final }
    : { ...measured, not_served: 'model_not_better', judged: null, final: null };
}

/**
 * Whether a fit made on a day could learn from a trial: its outcome was known, and the time for a
 * next step was over.
 */
export function couldLearnFrom(
  { asOf, ended }: Pick<LabelledTrial, 'asOf' | 'ended'>,
  phase: LearnedPhase,
  day: string,
): boolean {
  return ended < day && shiftDays(asOf, GIVEN_UP_DAYS[phase]) < day;
}

/** All trials of one day stand on the same side. */
function splitOf(table: LabelledTable, phase: LearnedPhase) {
  const { count, asOf, ended } = table;
  if (count < MIN_LATER_TRIALS) return 'too_few_later_trials';
  const least = Math.max(MIN_LATER_TRIALS, Math.ceil(LATER_SHARE * count));
  const first = asOf.indexOf(asOf[count - least]!);
  const split_day = shiftDays(asOf[first]!, GIVEN_UP_DAYS[phase]);
  const rows = Array.from({ length: count }, (_, row) => row);
  // What became known late is of neither side.
  const known = rows.slice(0, first).filter((row) => ended[row]! < split_day);
  if (known.length < MIN_EARLIER_TRIALS) return 'too_few_earlier_trials';
  return { split_day, earlier: rowsOf(table, known), later: rowsOf(table, rows.slice(first)) };
}

function hasBothOutcomes({ outcomes }: LabelledTable): boolean {
  return outcomes.includes(0) && outcomes.includes(1);
}

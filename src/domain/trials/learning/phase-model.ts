import { FOLLOW_ON_DAYS } from '../../constants.ts';
import { shiftDays } from '../../dates.ts';
import { LATER_SHARE, MIN_LATER_TRIALS } from '../constants.ts';
import { type FittedModel, fitModel } from './fitted-model.ts';
import { type JudgedQuality, judge } from './judgement.ts';
import { type LabelledTable, rowsOf } from './labelled-table.ts';
import type { LabelledTrial, LearnedPhase } from './labelled-trial.ts';

/** The reason why the published rate is used for a phase instead of the model. */
export type NotServed =
  | 'too_few_later_trials'
  | 'too_few_earlier_trials'
  | 'one_outcome_only'
  | 'model_not_better';

export interface PhaseModel {
  /** The reason why the published rate is used, or null if the model is used. */
  readonly not_served: NotServed | null;
  /** Number of trials with a known outcome. */
  readonly trials: number;
  readonly successes: number;
  /**
   * The tested fit uses only outcomes that were known before this day. Null if there are too few
   * trials for a test.
   */
  readonly split_day: string | null;
  readonly later_trials: number;
  /** Quality of the tested fit's forecasts of later trials. Null if no fit was tested. */
  readonly learned: JudgedQuality | null;
  /** Quality of the published rates as forecasts of the same trials. */
  readonly published: JudgedQuality | null;
  /** The fit that was tested. Null if the published rate is used. */
  readonly judged: FittedModel | null;
  /** The fit to all trials with a known outcome. Null if the published rate is used. */
  readonly final: FittedModel | null;
}

/** Our choice: a tested model is fitted to at least this number of trials. */
const MIN_EARLIER_TRIALS = 100;

/**
 * Fits and tests the model of one phase. In the test, a fit to earlier trials forecasts later
 * trials. The model is used if these forecasts are better than the published rates (see `judge`).
 * Our choice: trials are ordered by the day of their features, not by the day of their outcome.
 * Failures become known long after successes. In the order of their outcomes, the newest of the
 * earlier trials would therefore be mostly successes. Any feature that grows over the years would
 * then seem to predict success.
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
  const known = { split_day, later_trials: later.count };
  const judged = fitModel(earlier);
  const final = judged && hasBothOutcomes(later) && fitModel(table);
  if (!judged || !final) return { ...unfitted, ...known, not_served: 'one_outcome_only' };
  const { learned, published, isBetter } = judge(judged, earlier, later);
  const measured = { ...plain, ...known, learned, published };
  return isBetter
    ? { ...measured, not_served: null, judged, final }
    : { ...measured, not_served: 'model_not_better', judged: null, final: null };
}

/**
 * Whether a fit on a day can include a trial. The outcome must have become known before that day.
 * The `FOLLOW_ON_DAYS` of the phase, counted from the day of the trial's features, must also have
 * passed before that day.
 */
export function couldLearnFrom(
  { asOf, ended }: Pick<LabelledTrial, 'asOf' | 'ended'>,
  phase: LearnedPhase,
  day: string,
): boolean {
  return ended < day && shiftDays(asOf, FOLLOW_ON_DAYS[phase]) < day;
}

/**
 * Splits the trials into earlier and later ones. Trials whose features are computed as of the same
 * day are on the same side.
 */
function splitOf(table: LabelledTable, phase: LearnedPhase) {
  const { count, asOf, ended } = table;
  if (count < MIN_LATER_TRIALS) return 'too_few_later_trials';
  const least = Math.max(MIN_LATER_TRIALS, Math.ceil(LATER_SHARE * count));
  const first = asOf.indexOf(asOf[count - least]!);
  const split_day = shiftDays(asOf[first]!, FOLLOW_ON_DAYS[phase]);
  const rows = Array.from({ length: count }, (_, row) => row);
  // Earlier trials whose outcome became known on or after the split day are not used.
  const known = rows.slice(0, first).filter((row) => ended[row]! < split_day);
  if (known.length < MIN_EARLIER_TRIALS) return 'too_few_earlier_trials';
  return { split_day, earlier: rowsOf(table, known), later: rowsOf(table, rows.slice(first)) };
}

function hasBothOutcomes({ outcomes }: LabelledTable): boolean {
  return outcomes.includes(0) && outcomes.includes(1);
}

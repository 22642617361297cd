import {
  type Forecast,
  logLoss,
  losesLess,
  qualityOf,
  squaredError,
  unweighted,
} from '../../forecast-quality.ts';
import { type FittedModel, fitModel, probabilityOf } from './fitted-model.ts';
import { type LabelledTable, valueAt } from './labelled-table.ts';
import type { TrialFeatureValues } from './outcome-model.ts';

/** How good forecasts of the later trials were. */
export interface JudgedQuality {
  readonly brier: number;
  readonly log_loss: number;
  readonly auc: number;
}

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
  /** Trials ended from this day on judge the fit of those before; null where there are too few. */
  readonly split_day: string | null;
  readonly later_trials: number;
  /** Over the later trials; null where nothing was judged. */
  readonly learned: JudgedQuality | null;
  readonly published: JudgedQuality | null;
  /** Fitted on what ended before the split day; kept where it is served. */
  readonly judged: FittedModel | null;
  /** Fitted on all trials; kept where it is served. */
  readonly final: FittedModel | null;
}

/** Later trials of a phase that a fit is judged on, at least. */
const MIN_LATER_TRIALS = 300;
/** Our choice: a quarter of the trials judges, where that is more. */
const LATER_SHARE = 0.25;
/** Our choice: a fit of fewer trials is not worth judging. */
const MIN_EARLIER_TRIALS = 100;

/**
 * Fits and judges the model of one phase.
 *
 * The fit of the earlier trials forecasts the later ones; it is served where it does so better than
 * the published rate, by Brier score and by log loss. Our choice: by more than chance (one-sided
 * 5 %), since of two equal forecasts one is always a little ahead; and better so than the share of
 * successes among the earlier trials, since a record whose outcomes are more frequent than the
 * published ones says nothing of what drives them.
 */
export function phaseModelOf(table: LabelledTable): PhaseModel {
  const successes = table.outcomes.reduce((sum, one) => sum + one, 0);
  const split = splitOf(table.ended);
  const plain = { trials: table.count, successes, learned: null, published: null };
  const unfitted = { ...plain, judged: null, final: null };
  if (typeof split === 'string') {
    return { ...unfitted, not_served: split, split_day: null, later_trials: 0 };
  }
  const told = { split_day: table.ended[split]!, later_trials: table.count - split };
  const judged = fitModel(table, split);
  const later = table.outcomes.subarray(split);
  const final = judged && later.includes(0) && later.includes(1) && fitModel(table, table.count);
  if (!judged || !final) return { ...unfitted, ...told, not_served: 'one_outcome_only' };
  const { learned, published, isBetter } = judge(judged, table, split);
  const measured = { ...plain, ...told, learned, published };
  return isBetter
    ? { ...measured, not_served: null, judged, final }
    : { ...measured, not_served: 'model_not_better', judged: null, final: null };
}

/** Row of the first of the later trials: all of one day stand on the same side. */
function splitOf(ended: readonly string[]): number | NotServed {
  if (ended.length < MIN_LATER_TRIALS) return 'too_few_later_trials';
  const later = Math.max(MIN_LATER_TRIALS, Math.ceil(LATER_SHARE * ended.length));
  const split = ended.indexOf(ended[ended.length - later]!);
  return split < MIN_EARLIER_TRIALS ? 'too_few_earlier_trials' : split;
}

function judge(model: FittedModel, table: LabelledTable, split: number) {
  const learned: Forecast[] = [];
  const published: Forecast[] = [];
  const share: Forecast[] = [];
  for (let row = split; row < table.count; row += 1) {
    const outcome = table.outcomes[row] === 1 ? 1 : 0;
    learned.push({ forecast: probabilityOf(model, featuresAt(table, row)), outcome });
    published.push({ forecast: table.published[row]!, outcome });
    share.push({ forecast: model.share, outcome });
  }
  return {
    learned: judgedQuality(learned),
    published: judgedQuality(published),
    isBetter: [published, share].every((rival) =>
      [squaredError, logLoss].every((loss) => losesLess(learned, rival, loss)),
    ),
  };
}

function featuresAt({ features }: LabelledTable, row: number): TrialFeatureValues {
  return Object.fromEntries(features.map((columns) => [columns.feature, valueAt(columns, row)]));
}

/** @param forecasts of which some came true and some did not */
function judgedQuality(forecasts: readonly Forecast[]): JudgedQuality {
  const { brier, logLoss: log_loss, auc } = qualityOf(unweighted(forecasts), 0.5);
  return { brier, log_loss, auc: auc! };
}

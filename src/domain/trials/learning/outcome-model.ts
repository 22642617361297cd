import { percent } from '../../approval/odds.ts';
import {
  type Forecast,
  logLoss,
  losesLess,
  qualityOf,
  squaredError,
  unweighted,
} from '../../forecast-quality.ts';
import { driversOf } from './drivers.ts';
import { type FittedModel, fitModel, probabilityOf, readTrial } from './fitted-model.ts';
import { type LabelledTable, tableBuilder, valueAt } from './labelled-table.ts';
import { logistic } from './logistic-regression.ts';

export type LearnedPhase = 'phase1' | 'phase2' | 'phase3';

/** A feature of a trial: a category, a number, yes or no; null where it is not known. */
export type FeatureValue = string | number | boolean | null;
export type TrialFeatureValues = Readonly<Record<string, FeatureValue>>;

/** A trial of which the outcome is known. */
export interface LabelledTrial {
  readonly nctId: string;
  readonly phase: LearnedPhase;
  /** Day from which the outcome is known, `YYYY-MM-DD`; the features are those of the day before. */
  readonly ended: string;
  readonly succeeded: boolean;
  readonly features: TrialFeatureValues;
  /** 0–1: what the published rates say of it, on the same day as the features. */
  readonly published: number;
}

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

/** JSON. */
export interface OutcomeModel {
  /** `YYYY-MM-DD`; no label known later was looked at. */
  readonly fitted_on: string;
  readonly labels: number;
  readonly phases: Readonly<Record<LearnedPhase, PhaseModel>>;
}

export interface LearnedOutcome {
  /** 0–1, three decimals. */
  readonly probability: number;
  /**
   * Percents: 95 % for the probability of trials with these features, from the covariance of the
   * coefficients. It covers that they are estimated; not that the form of the model may be wrong, or
   * that the years to come may differ.
   */
  readonly interval_low: number;
  readonly interval_high: number;
  /** Percentage points, largest first; base_rate + Σ effect = 100 · probability. */
  readonly drivers: readonly { readonly feature: string; readonly effect: number }[];
  /** Percent: share of successes among the trials of the fit. */
  readonly base_rate: number;
  /** Trials of the fit. */
  readonly n: number;
  /** Over the later trials of the split, which the judged fit did not see. */
  readonly later_trials: number;
  readonly learned: JudgedQuality;
  readonly published: JudgedQuality;
}

/** Later trials of a phase that a fit is judged on, at least. */
const MIN_LATER_TRIALS = 300;
/** Our choice: a quarter of the trials judges, where that is more. */
const LATER_SHARE = 0.25;
/** Our choice: a fit of fewer trials is not worth judging. */
const MIN_EARLIER_TRIALS = 100;
/** 95 % two-sided. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Learns, phase by phase, how features of a trial go with its outcome: logistic regression with an
 * L2 penalty, the strength and the calibration chosen inside the trials that it is fitted to.
 *
 * A phase is served where the fit of its earlier trials forecasts the later ones better than the
 * published rate, by Brier score and by log loss. Our choice: by more than chance (one-sided 5 %),
 * since of two equal forecasts one is always a little ahead.
 *
 * @param trials read once; labels known after `fittedOn` are left out
 * @param fittedOn `YYYY-MM-DD`
 */
export function fitOutcomeModel(trials: Iterable<LabelledTrial>, fittedOn: string): OutcomeModel {
  const builders = { phase1: tableBuilder(), phase2: tableBuilder(), phase3: tableBuilder() };
  let labels = 0;
  for (const trial of trials) {
    if (trial.ended > fittedOn) continue;
    builders[trial.phase].add(trial);
    labels += 1;
  }
  const phases = {
    phase1: phaseModelOf(builders.phase1.build()),
    phase2: phaseModelOf(builders.phase2.build()),
    phase3: phaseModelOf(builders.phase3.build()),
  };
  return { fitted_on: fittedOn, labels, phases };
}

/**
 * Forecasts a trial.
 *
 * @param features as they were known on the day of the forecast
 * @param seen `unseen` for a trial that no fit holds (by the fit of all trials); `judged` for one
 *   that ended on or after the split day of its phase (by the fit of those before)
 * @returns undefined where the model of the phase is not served
 */
export function predictOutcome(
  model: OutcomeModel,
  phase: LearnedPhase,
  features: TrialFeatureValues,
  seen: 'unseen' | 'judged' = 'unseen',
): LearnedOutcome | undefined {
  const { judged, final, learned, published, later_trials } = model.phases[phase];
  const fit = seen === 'judged' ? judged : final;
  if (!fit || !learned || !published) return undefined;
  const { logOdds, error, contributions } = readTrial(fit, features);
  const margin = NORMAL_QUANTILE * error;
  return {
    probability: Math.round(logistic(logOdds) * 1000) / 1000,
    interval_low: percent(logistic(logOdds - margin)),
    interval_high: percent(logistic(logOdds + margin)),
    drivers: driversOf(fit, contributions, logistic(logOdds)),
    base_rate: percent(fit.share),
    n: fit.trials,
    later_trials,
    learned,
    published,
  };
}

function phaseModelOf(table: LabelledTable): PhaseModel {
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
  for (let row = split; row < table.count; row += 1) {
    const outcome = table.outcomes[row] === 1 ? 1 : 0;
    learned.push({ forecast: probabilityOf(model, featuresAt(table, row)), outcome });
    published.push({ forecast: table.published[row]!, outcome });
  }
  return {
    learned: judgedQuality(learned),
    published: judgedQuality(published),
    isBetter: [squaredError, logLoss].every((loss) => losesLess(learned, published, loss)),
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

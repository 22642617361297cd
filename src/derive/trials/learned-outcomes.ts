import { FOLLOW_ON_DAYS } from '../../domain/constants.ts';
import { daysBetween, shiftDays } from '../../domain/dates.ts';
import { FIT_DAYS, FIT_GROWTH } from '../../domain/trials/constants.ts';
import type {
  LabelledTrial,
  LearnedPhase,
  TrialFeatureValues,
} from '../../domain/trials/learning/labelled-trial.ts';
import {
  fitOutcomeModel,
  type LearnedOutcome,
  type OutcomeModel,
  predictOutcome,
} from '../../domain/trials/learning/outcome-model.ts';
import { couldLearnFrom, type NotServed } from '../../domain/trials/learning/phase-model.ts';
import {
  type TrialFeatureReader,
  trialFeatureReader,
} from '../../domain/trials/learning/trial-features.ts';
import {
  canBeGivenUp,
  type TrialLabel,
  trialLabels,
} from '../../domain/trials/learning/trial-labels.ts';
import type { TrialCourse, TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import { type TrialOutcome, trialOutcome } from '../../domain/trials/trial-outcomes.ts';
import type { Refresh } from '../computation.ts';
import { programOn } from '../programs/programs.ts';
import type { TrialFile } from './trial-files.ts';
import { approvalsSince, knownTrials, recordedTrials, trialRecords } from './trial-records.ts';

/** The current label of each trial, by registry number. */
export function labelsOfTrials(refresh: Refresh): ReadonlyMap<string, TrialLabel> {
  return new Map(
    [...refresh.memo(labelHistories)].map(([nctId, labels]) => [nctId, labels.at(-1)!]),
  );
}

/** All labels of each trial, by registry number. The current label is last. */
export function labelHistories(refresh: Refresh): ReadonlyMap<string, readonly TrialLabel[]> {
  const since = refresh.memo(approvalsSince);
  return trialLabels(refresh.memo(recordedTrials).records, since, refresh.today);
}

function featureReader(refresh: Refresh): TrialFeatureReader {
  return trialFeatureReader(refresh.memo(trialRecords), refresh.memo(labelHistories));
}

/** Returns the published success rate for a trial on a day. */
export type PublishedReader = (file: TrialFile, day: string) => TrialOutcome;

export function publishedReader(refresh: Refresh): PublishedReader {
  const { natures } = refresh.memo(recordedTrials);
  return (file, day) =>
    trialOutcome(
      {
        phase: file.trial.Phase,
        condition: file.trial.Condition,
        ...natures.get(file.trial.nctId),
        program: programOn(file.program, day) ?? null,
      },
      day,
    );
}

/**
 * The model for predictions, and an earlier fit for the backtest. Both are fitted again after
 * `FIT_DAYS` days. They are also fitted again if the number of known outcomes has grown by the
 * factor `FIT_GROWTH`.
 */
export function outcomeModel(refresh: Refresh): OutcomeModel {
  const { today } = refresh;
  const lastModel = refresh.lastModel();
  const isKept = lastModel?.earlier && isRecent(lastModel, () => labelledCount(refresh), today);
  if (isKept) return lastModel;
  const fitOn = (day: string) => fitOutcomeModel(labeledTrials(refresh, day), day);
  return { ...fitOn(today), earlier: fitOn(`${Number(today.slice(0, 4)) - BACKTEST_YEARS}-01-01`) };
}

/**
 * Our choice: the backtest starts on January 1, three years before the current year. A later start
 * leaves few outcomes to test, and an earlier start leaves few outcomes to learn from.
 */
const BACKTEST_YEARS = 3;

function isRecent({ fitted_on, labels: known }: OutcomeModel, labels: () => number, today: string) {
  const age = daysBetween(fitted_on, today);
  return age >= 0 && age < FIT_DAYS && labels() < Math.max(known * FIT_GROWTH, known + 1);
}

function labelledCount(refresh: Refresh): number {
  const labels = refresh.memo(labelsOfTrials);
  const isTrainingTrial = refresh.memo(trainingFilter);
  let count = 0;
  for (const record of refresh.memo(recordedTrials).records) {
    if (isTrainingTrial(record, labels.get(record.nctId), refresh.today)) count += 1;
  }
  return count;
}

/**
 * Returns a function that tests whether a trial and its label are used as training data on a day.
 */
function trainingFilter(refresh: Refresh) {
  const isTrainingLabel = refresh.memo(trainingLabelFilter);
  return (record: TrialCourse, label: TrialLabel | undefined, day: string): label is TrialLabel =>
    label !== undefined && isOldEnough(record, label, day) && isTrainingLabel(record, label);
}

/**
 * Returns a function that tests whether a label may be used for training. Some successes are
 * inferred from a later trial or an approval. Our choice: such a success is used only if a failure
 * of the trial could also be inferred (see `canBeGivenUp`). For other trials, such as those of
 * hospitals, only successes can be inferred, so these labels would bias the training data.
 */
function trainingLabelFilter(refresh: Refresh) {
  const since = refresh.memo(approvalsSince);
  return (record: TrialCourse, { rule }: TrialLabel): boolean =>
    (rule !== 'advanced' && rule !== 'approved') || canBeGivenUp(record, since);
}

/**
 * Whether enough time has passed for a trial to be used in training. Our choice: `FOLLOW_ON_DAYS`
 * must have passed since its completion or its label, whichever is earlier. Before this time, a
 * trial without a follow-up is not labeled a failure, but successes are already known. Newer trials
 * would therefore add too many successes to the training data.
 */
function isOldEnough({ stage, completion }: TrialCourse, label: TrialLabel, day: string): boolean {
  const phase = learnedPhase(stage);
  if (!phase) return false;
  const end = completion !== null && completion < label.day ? completion : label.day;
  return daysBetween(end, day) >= FOLLOW_ON_DAYS[phase];
}

/**
 * The last day whose information a forecast may use. This is the given day or the primary
 * completion, whichever is earlier. Our choice: later information could reveal the outcome, because
 * successes and failures become known at different times.
 */
function forecastDay({ completion }: TrialCourse, dayBefore: string): string {
  return completion !== null && completion < dayBefore ? completion : dayBefore;
}

/**
 * Training data: trials whose outcome was known on a day, with the features that were known before
 * the outcome.
 */
function* labeledTrials(refresh: Refresh, day: string): Generator<LabelledTrial, undefined> {
  const labels = refresh.memo(labelHistories);
  const featuresOf = refresh.memo(featureReader);
  const publishedOf = refresh.memo(publishedReader);
  const isTrainingTrial = refresh.memo(trainingFilter);
  for (const { file, record } of refresh.memo(knownTrials)) {
    const { nctId } = record;
    const label = labels.get(nctId)?.findLast((one) => one.day <= day);
    const phase = learnedPhase(record.stage);
    if (!phase || !isTrainingTrial(record, label, day)) continue;
    const asOf = forecastDay(record, shiftDays(label.day, -1));
    const published = publishedOf(file, asOf).success_probability!;
    const features = featuresOf(record, asOf);
    const { day: ended, succeeded } = label;
    yield { nctId, phase, sponsor: record.sponsor, asOf, ended, succeeded, features, published };
  }
}

function learnedPhase(stage: TrialCourse['stage']): LearnedPhase | undefined {
  return stage === 'phase1' || stage === 'phase2' || stage === 'phase3' ? stage : undefined;
}

/** A prediction of the model, or the reason why the published rate is used instead. */
export type LearnedPrediction =
  | {
      readonly outcome: LearnedOutcome;
      /** The features that the prediction was computed from. */
      readonly features: TrialFeatureValues;
      readonly reason?: never;
    }
  | { readonly outcome?: never; readonly reason: NotServed | 'outcome_known_before_fit' };

/**
 * Returns a function that predicts the outcome of a trial as of a day, which is usually the day
 * before the outcome or today. The model has two fits: one to all trials, and one to the trials
 * known on `split_day`. A fit predicts only trials that it was not trained on. If both were trained
 * on a trial, there is no prediction, and the published rate is used.
 * @returns undefined for a trial whose phase the model does not cover
 */
export function learnedReader(refresh: Refresh) {
  const model = refresh.memo(outcomeModel);
  const featuresOf = refresh.memo(featureReader);
  const labels = refresh.memo(labelHistories);
  const isTrainingLabel = refresh.memo(trainingLabelFilter);
  return (record: TrialRecord, dayBefore: string): LearnedPrediction | undefined => {
    const phase = learnedPhase(record.stage);
    if (!phase) return undefined;
    const { not_served, split_day } = model.phases[phase];
    if (not_served) return { reason: not_served };
    // The oldest training label is used, because the model may have been trained on it before a
    // newer label replaced it.
    const ended = labels.get(record.nctId)?.find((label) => isTrainingLabel(record, label))?.day;
    const isOutsideFit = ended === undefined || ended > model.fitted_on;
    if (!isOutsideFit) {
      const asOf = forecastDay(record, shiftDays(ended, -1));
      if (split_day === null || couldLearnFrom({ asOf, ended }, phase, split_day)) {
        return { reason: 'outcome_known_before_fit' };
      }
    }
    const features = featuresOf(record, forecastDay(record, dayBefore));
    const seen = isOutsideFit ? 'unseen' : 'judged';
    return { outcome: predictOutcome(model, phase, features, seen)!, features };
  };
}

/**
 * Returns a function that computes the probability of success of a trial and its base rate on a
 * past day. The earlier fit is used. If it does not cover the trial or failed its test, both values
 * are the published rate.
 */
export function earlierReader(refresh: Refresh) {
  const { earlier } = refresh.memo(outcomeModel);
  const featuresOf = refresh.memo(featureReader);
  const publishedOf = refresh.memo(publishedReader);
  return (file: TrialFile, record: TrialRecord, day: string) => {
    const phase = learnedPhase(record.stage);
    const isLearned = phase && earlier && earlier.phases[phase].not_served === null;
    if (!isLearned) {
      const { success_probability, base_rate } = publishedOf(file, day);
      return { probability: success_probability, base_rate: base_rate && base_rate / 100 };
    }
    const features = featuresOf(record, forecastDay(record, day));
    const { probability, base_rate } = predictOutcome(earlier, phase, features)!;
    return { probability, base_rate: base_rate / 100 };
  };
}

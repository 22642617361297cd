import { daysBetween, shiftDays } from '../../domain/dates.ts';
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
  GIVEN_UP_DAYS,
  type TrialLabel,
  trialLabels,
} from '../../domain/trials/learning/trial-labels.ts';
import type { TrialCourse, TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import { type TrialOutcome, trialOutcome } from '../../domain/trials/trial-outcomes.ts';
import type { Refresh } from '../computation.ts';
import { programOn } from '../programs/programs.ts';
import type { TrialFile } from './trial-files.ts';
import {
  approvalsSince,
  knownTrials,
  trialCourses,
  trialNatures,
  trialRecords,
} from './trial-records.ts';

/** Days after which a fit is made anew. */
const FIT_DAYS = 7;
/** A fit is made anew before, where so much more is known than it was made from. */
const FIT_GROWTH = 1.1;

/** What came of each trial, as far as it is known, by registry number. */
export function labelsOfTrials(refresh: Refresh): ReadonlyMap<string, TrialLabel> {
  return new Map(
    [...refresh.memo(labelHistories)].map(([nctId, labels]) => [nctId, labels.at(-1)!]),
  );
}

function labelHistories(refresh: Refresh): ReadonlyMap<string, readonly TrialLabel[]> {
  const since = refresh.memo(approvalsSince);
  return trialLabels(refresh.memo(trialCourses), since, refresh.today);
}

function featureReader(refresh: Refresh): TrialFeatureReader {
  return trialFeatureReader(refresh.memo(trialRecords), refresh.memo(labelHistories));
}

/** What the published rates say of a trial on a day. */
export type PublishedReader = (file: TrialFile, day: string) => TrialOutcome;

export function publishedReader(refresh: Refresh): PublishedReader {
  const natures = refresh.memo(trialNatures);
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
 * The model that predictions are read from. Fitted at most once a week, or when a tenth more
 * outcomes are known than it was fitted to; else it is the one that was served last.
 */
export function outcomeModel(refresh: Refresh): OutcomeModel {
  const { today } = refresh;
  const lastModel = refresh.lastModel();
  if (lastModel && isRecent(lastModel, () => labelledCount(refresh), today)) return lastModel;
  return fitOutcomeModel(labelledTrials(refresh), today);
}

function isRecent({ fitted_on, labels: known }: OutcomeModel, labels: () => number, today: string) {
  const age = daysBetween(fitted_on, today);
  return age >= 0 && age < FIT_DAYS && labels() < Math.max(known * FIT_GROWTH, known + 1);
}

function labelledCount(refresh: Refresh): number {
  const labels = refresh.memo(labelsOfTrials);
  const isTaken = refresh.memo(learnability);
  let count = 0;
  for (const record of refresh.memo(trialCourses)) {
    if (isTaken(record, labels.get(record.nctId))) count += 1;
  }
  return count;
}

/** Whether a trial is learned from. */
function learnability(refresh: Refresh) {
  const teaches = refresh.memo(teaching);
  return (record: TrialCourse, label: TrialLabel | undefined): label is TrialLabel =>
    label !== undefined && isRipe(record, label, refresh.today) && teaches(record, label);
}

/**
 * Whether a label teaches once it is old enough. Our choice: a next step or an approval does only
 * where the opposite could have been told (see `canBeGivenUp`): of hospitals' trials only successes
 * would be known by this.
 */
function teaching(refresh: Refresh) {
  const since = refresh.memo(approvalsSince);
  return (record: TrialCourse, { rule }: TrialLabel): boolean =>
    (rule !== 'advanced' && rule !== 'approved') || canBeGivenUp(record, since);
}

/**
 * Whether the outcome of a trial is old enough to be learned from. Our choice: once the time for a
 * next step is over (see `GIVEN_UP_DAYS`), since of younger trials successes are known sooner than
 * failures.
 */
function isRipe({ stage, completion }: TrialCourse, label: TrialLabel, today: string): boolean {
  const phase = learnedPhase(stage);
  if (!phase) return false;
  const end = completion !== null && completion < label.day ? completion : label.day;
  return daysBetween(end, today) >= GIVEN_UP_DAYS[phase];
}

/**
 * The day whose knowledge foretells a trial: the day before its outcome was known, or today; never
 * after its primary completion. Our choice: what follows (trials that others begin, years that pass)
 * would tell successes from failures by the day on which they are known.
 */
function forecastDay({ completion }: TrialCourse, dayBefore: string): string {
  return completion !== null && completion < dayBefore ? completion : dayBefore;
}

/** Trials with a known outcome, each with what was known of it before. */
function* labelledTrials(refresh: Refresh): Generator<LabelledTrial, undefined> {
  const labels = refresh.memo(labelsOfTrials);
  const featuresOf = refresh.memo(featureReader);
  const publishedOf = refresh.memo(publishedReader);
  const isTaken = refresh.memo(learnability);
  for (const { file, record } of refresh.memo(knownTrials)) {
    const { nctId } = record;
    const label = labels.get(nctId);
    const phase = learnedPhase(record.stage);
    if (!phase || !isTaken(record, label)) continue;
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

/** A prediction by the model, or why the published rate stands in its place. */
export type LearnedPrediction =
  | {
      readonly outcome: LearnedOutcome;
      /** Those it was read from. */
      readonly features: TrialFeatureValues;
      readonly reason?: never;
    }
  | { readonly outcome?: never; readonly reason: NotServed | 'outcome_known_before_fit' };

/**
 * What the model says of a trial, from what was known on the day before its outcome, or today while
 * it has none. No trial is read by a fit that saw its outcome: one whose outcome the fit of all could
 * not see is read by it, one that the fit of the split day could not learn from by that; of the others
 * the published rate is shown.
 *
 * @returns undefined for a trial of no phase that is learned
 */
export function learnedReader(refresh: Refresh) {
  const model = refresh.memo(outcomeModel);
  const featuresOf = refresh.memo(featureReader);
  const labels = refresh.memo(labelHistories);
  const teaches = refresh.memo(teaching);
  return (record: TrialRecord, dayBefore: string): LearnedPrediction | undefined => {
    const phase = learnedPhase(record.stage);
    if (!phase) return undefined;
    const { not_served, split_day } = model.phases[phase];
    if (not_served) return { reason: not_served };
    // A label that another one takes the place of later may have been learned from before.
    const ended = labels.get(record.nctId)?.find((label) => teaches(record, label))?.day;
    const isUnseen = ended === undefined || ended > model.fitted_on;
    if (!isUnseen) {
      const asOf = forecastDay(record, shiftDays(ended, -1));
      if (split_day === null || couldLearnFrom({ asOf, ended }, phase, split_day)) {
        return { reason: 'outcome_known_before_fit' };
      }
    }
    const features = featuresOf(record, forecastDay(record, dayBefore));
    const seen = isUnseen ? 'unseen' : 'judged';
    return { outcome: predictOutcome(model, phase, features, seen)!, features };
  };
}

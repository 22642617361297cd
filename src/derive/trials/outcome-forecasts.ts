import { shiftDays } from '../../domain/dates.ts';
import { SUCCESS_FROM } from '../../domain/trials/constants.ts';
import { featureInWords } from '../../domain/trials/learning/feature-words.ts';
import type { TrialFeatureValues } from '../../domain/trials/learning/labelled-trial.ts';
import type { LearnedOutcome } from '../../domain/trials/learning/outcome-model.ts';
import { isFailure, stopReason } from '../../domain/trials/learning/stop-reasons.ts';
import type { TrialLabel } from '../../domain/trials/learning/trial-labels.ts';
import type { TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import { TRIAL_OUTCOME } from '../../domain/trials/methods.ts';
import { type ActualOutcome, actualOutcome } from '../../domain/trials/trial-outcomes.ts';
import { trialSignals } from '../../domain/trials/trial-signals.ts';
import type { Refresh } from '../computation.ts';
import {
  labelsOfTrials,
  learnedReader,
  outcomeModel,
  type PublishedReader,
  publishedReader,
} from './learned-outcomes.ts';
import type { TrialFile } from './trial-files.ts';

/** The outcome of a trial and its source. */
interface KnownOutcome extends ActualOutcome {
  readonly basis: string;
}

/**
 * Returns a function that computes the outcome and the forecast of a trial. The forecast is as of
 * the day before the outcome. If there is no outcome yet, the forecast is as of today.
 */
export function outcomeForecaster(refresh: Refresh) {
  const labels = refresh.memo(labelsOfTrials);
  const publishedOf = refresh.memo(publishedReader);
  const learnedOf = refresh.memo(learnedReader);
  const { fitted_on } = refresh.memo(outcomeModel);
  return (file: TrialFile, record: TrialRecord) => {
    const outcome = knownOutcome(record, labels.get(record.nctId), refresh.today);
    const dayBefore = outcome ? shiftDays(outcome.day, -1) : refresh.today;
    const learned = learnedOf(record, dayBefore);
    const forecast = learned?.outcome
      ? learnedForecast(learned.outcome, learned.features, record.phase, fitted_on)
      : publishedForecast(file, dayBefore, publishedOf, learned?.reason);
    return { outcome, dayBefore, forecast };
  };
}

/** Our choice: a stopped trial is shown as terminated, whether or not it is labeled a failure. */
export function knownOutcome(
  { announced, completion, stop }: TrialRecord,
  label: TrialLabel | undefined,
  today: string,
): KnownOutcome | null {
  if (label) {
    const { succeeded, rule, day, basis } = label;
    const result = rule === 'stopped' ? 'terminated' : succeeded ? 'success' : 'failure';
    return { result, day, basis };
  }
  const outcome = actualOutcome(announced, completion, stop?.day ?? null, today);
  if (!outcome) return null;
  if (outcome.result === 'terminated') return { ...outcome, basis: stopBasis(stop?.why) };
  // A mixed result takes precedence over any other announcement of the same day.
  const { title } = announced.find(({ day }) => day === outcome.day)!;
  return { ...outcome, result: 'mixed', basis: `announced: ${title}` };
}

/** Whether the basis of an outcome is a label, an announcement or posted results. */
export const isStated = (basis: string) => /^(announced|posted|labeled)/.test(basis);

function stopBasis(why: string | null | undefined): string {
  const reason = stopReason(why);
  return `stopped; reason: ${reason}${isFailure(reason) ? '' : ', which decides nothing'}`;
}

function learnedForecast(
  outcome: LearnedOutcome,
  features: TrialFeatureValues,
  phase: string,
  fitted_on: string,
) {
  const { probability, base_rate, interval_low, interval_high, n, later_trials } = outcome;
  const { learned, published } = outcome;
  const version = TRIAL_OUTCOME.id.split(' ')[0]!;
  return {
    success_probability: probability,
    base_rate,
    interval_low,
    interval_high,
    drivers: outcome.drivers.map(({ feature, effect }) => ({
      feature: featureInWords(feature, features[feature]),
      effect,
    })),
    predicted_outcome: probability >= SUCCESS_FROM ? ('success' as const) : ('failure' as const),
    method:
      `${version} fitted on ${fitted_on} with ${n} trials of ${phase}; AUC ` +
      `${learned.auc.toFixed(3)} and Brier score ${learned.brier.toFixed(3)} on ` +
      `${later_trials} later trials (published rate: ${published.brier.toFixed(3)})`,
    flags: [] as readonly string[],
  };
}

function publishedForecast(
  file: TrialFile,
  day: string,
  publishedOf: PublishedReader,
  reason: string | undefined,
) {
  const { sample_size: _, flags, ...shown } = publishedOf(file, day);
  const isUnweighed =
    shown.success_probability !== null && trialSignals(file.history, day).length > 0;
  return {
    ...shown,
    flags: [
      ...flags,
      ...(reason ? [reason] : []),
      ...(isUnweighed ? ['registry_signals_not_weighed'] : []),
    ],
  };
}

import { percent } from '../../approval/odds.ts';
import { logistic } from '../../logistic.ts';
import { driversOf } from './drivers.ts';
import { readTrial } from './fitted-model.ts';
import type { JudgedQuality } from './judgement.ts';
import { tableBuilder } from './labelled-table.ts';
import type { LabelledTrial, LearnedPhase, TrialFeatureValues } from './labelled-trial.ts';
import { type PhaseModel, phaseModelOf } from './phase-model.ts';

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
  /** Those that judged, which the judged fit did not see. */
  readonly later_trials: number;
  readonly learned: JudgedQuality;
  readonly published: JudgedQuality;
}

/** 95 % two-sided. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Learns, phase by phase, how features of a trial go with its outcome: logistic regression with an
 * L2 penalty, the strength and the calibration chosen inside the trials that it is fitted to. Which
 * phases are served is decided by `phaseModelOf`.
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
    phase1: phaseModelOf(builders.phase1.build(), 'phase1'),
    phase2: phaseModelOf(builders.phase2.build(), 'phase2'),
    phase3: phaseModelOf(builders.phase3.build(), 'phase3'),
  };
  return { fitted_on: fittedOn, labels, phases };
}

/**
 * Forecasts a trial.
 *
 * @param features as they were known on the day of the forecast
 * @param seen `unseen` for a trial that no fit holds (by the fit of all trials); `judged` for one
 *   that the fit of the split day could not learn from (by that, see `couldLearnFrom`)
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
    drivers: driversOf(fit, contributions, logOdds),
    base_rate: percent(fit.share),
    n: fit.trials,
    later_trials,
    learned,
    published,
  };
}

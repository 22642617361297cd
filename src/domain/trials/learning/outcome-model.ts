import { percent } from '../../approval/odds.ts';
import { NORMAL_QUANTILE } from '../../constants.ts';
import { logistic } from '../../logistic.ts';
import { driversOf } from './drivers.ts';
import { readTrial } from './fitted-model.ts';
import { tableBuilder } from './labelled-table.ts';
import type { LabelledTrial, LearnedPhase, TrialFeatureValues } from './labelled-trial.ts';
import { type PhaseModel, phaseModelOf } from './phase-model.ts';

/**
 * The models of all phases as JSON. The keys must not change, because the store contains these
 * models.
 */
export interface OutcomeModel {
  /** Day of the fit, `YYYY-MM-DD`. Labels that become known later are not used. */
  readonly fitted_on: string;
  readonly labels: number;
  readonly phases: Readonly<Record<LearnedPhase, PhaseModel>>;
  /**
   * The model of an earlier day, for the backtest. Its forecasts are compared with outcomes that
   * became known later.
   */
  readonly earlier?: OutcomeModel;
}

/**
 * Fits one outcome model for each phase: a logistic regression with an L2 penalty. `tune` uses the
 * fitted trials to choose the penalty and the calibration. `phaseModelOf` decides which models
 * replace the published rates.
 * @param trials the trials, which are iterated once; trials whose outcome became known after
 *   `fittedOn` are excluded
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
 * @param features the features that were known on the day of the forecast
 * @param seen `judged` if the trial was used to test the model (see `couldLearnFrom`). Its forecast
 *   then comes from the tested fit, which does not include the trial. For other trials, `unseen`;
 *   the forecast then comes from the final fit.
 * @returns undefined if the published rate is used for the phase
 */
export function predictOutcome(
  model: OutcomeModel,
  phase: LearnedPhase,
  features: TrialFeatureValues,
  seen: 'unseen' | 'judged' = 'unseen',
) {
  const { judged, final, learned, published, later_trials } = model.phases[phase];
  const fit = seen === 'judged' ? judged : final;
  if (!fit || !learned || !published) return undefined;
  const { logOdds, error, contributions } = readTrial(fit, features);
  const margin = NORMAL_QUANTILE * error;
  return {
    /** Forecast probability, 0–1, with three decimals. */
    probability: Math.round(logistic(logOdds) * 1000) / 1000,
    /**
     * Bounds of the 95% interval of the probability, in percent. The interval follows from the
     * covariance of the coefficients. It does not cover errors in the form of the model or changes
     * over time.
     */
    interval_low: percent(logistic(logOdds - margin)),
    interval_high: percent(logistic(logOdds + margin)),
    /** Effects in percentage points, largest first. base_rate + Σ effect = 100 · probability. */
    drivers: driversOf(fit, contributions, logOdds),
    /** Success rate of the fitted trials, percent. */
    base_rate: percent(fit.share),
    /** Number of fitted trials. */
    n: fit.trials,
    /** Number of trials that the model was tested on. */
    later_trials,
    learned,
    published,
  };
}

export type LearnedOutcome = NonNullable<ReturnType<typeof predictOutcome>>;

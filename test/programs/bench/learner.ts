/**
 * Trains on a simulated registry in a separate process and prints the cost without the generation
 * of the trials.
 */

import type { LabelledTrial } from '../../../src/domain/trials/learning/labelled-trial.ts';
import {
  fitOutcomeModel,
  predictOutcome,
} from '../../../src/domain/trials/learning/outcome-model.ts';
import { plantedEffects, simulatedTrials } from '../../support/simulated-registry.ts';

interface Took {
  readonly seconds: number;
  /** Processor seconds. */
  readonly cpu: number;
}

export interface Learned {
  readonly columns: number;
  readonly fit: Took;
  readonly forecasts: Took;
  readonly gained_mib: number;
  readonly model_kb: number;
}

const TRIALS = 60_000;
const TODAY = '2026-01-01';

function* trials(): Generator<LabelledTrial> {
  const plan = { trials: TRIALS, seed: 1, effects: plantedEffects, drift: 0.15 };
  for (const { trial } of simulatedTrials(plan)) yield trial;
}

function took<Result>(work: () => Result): Took & { readonly result: Result } {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (performance.now() - began) / 1e3, cpu: (user + system) / 1e6 };
}

function less(whole: Took, part: Took): Took {
  return { seconds: whole.seconds - part.seconds, cpu: whole.cpu - part.cpu };
}

function countOf(all: Iterable<LabelledTrial>): number {
  let count = 0;
  for (const _ of all) count += 1;
  return count;
}

const making = took(() => countOf(trials()));
const before_mib = process.memoryUsage().rss / 2 ** 20;
const fit = took(() => fitOutcomeModel(trials(), TODAY));
const gained_mib = process.resourceUsage().maxRSS / 1_024 - before_mib;
const model = fit.result;
const forecasts = took(() => {
  let count = 0;
  for (const { phase, features } of trials()) {
    if (predictOutcome(model, phase, features)) count += 1;
  }
  if (count !== TRIALS) throw new Error(`only ${count} trials were forecast`);
});
const learned: Learned = {
  columns: model.phases.phase2.final!.coefficients.length,
  fit: less(fit, making),
  forecasts: less(forecasts, making),
  gained_mib,
  model_kb: JSON.stringify(model).length / 1e3,
};
process.stdout.write(JSON.stringify(learned));

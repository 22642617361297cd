import {
  fitOutcomeModel,
  type OutcomeModel,
} from '../../../src/domain/trials/learning/outcome-model.ts';
import { type NoisePlan, noisePlans, noiseTrials } from '../../support/noise-registry.ts';
import { simulatedTrials, weakEffects } from '../../support/simulated-registry.ts';

const today = '2030-01-01';
const noise: readonly NoisePlan[] = [
  ...noisePlans([2_000, 6_000], 8),
  ...noisePlans([20_000], 2),
  ...noisePlans([60_000], 1),
];
const WEAK_TRIALS = 20_000;
const WEAK_REGISTRIES = 12;

/** Measures how often a model passes the tests if the data has no signal or a weak one. */
export function noiseReport(): string {
  return [
    '## Tests with registries of pure noise and of weak effects',
    '',
    'In a registry of pure noise, no feature predicts the outcome of a trial. Otherwise, the registry',
    'resembles a real registry. Trials of one sponsor have similar features. In half of the registries',
    'they also have similar outcomes (log odds with a standard deviation of 0.8). The level of success',
    'is constant, or it rises or falls by 1.5 in log odds. The published rate is exact, or 0.8 too low',
    'in log odds. Failures become known later than successes.',
    '',
    '| trials | registries of pure noise | registries in which a phase passes the tests |',
    '| --- | --- | --- |',
    ...[...new Set(noise.map(({ trials }) => trials))].map((size) => {
      const own = noise.filter(({ trials }) => trials === size);
      const served = own.map((plan) => servedPhases(fitOutcomeModel(noiseTrials(plan), today)));
      return `| ${size} | ${own.length} | ${served.filter((count) => count > 0).length} |`;
    }),
    '',
    `${WEAK_REGISTRIES} registries of ${WEAK_TRIALS} trials have weak effects: their planted probabilities have an AUC of about`,
    `0.60. ${weaklyServed()} of their ${3 * WEAK_REGISTRIES} phases pass the tests.`,
    '',
  ].join('\n');
}

function weaklyServed(): number {
  let served = 0;
  for (let seed = 1; seed <= WEAK_REGISTRIES; seed += 1) {
    const plan = { trials: WEAK_TRIALS, seed, effects: weakEffects };
    served += servedPhases(fitOutcomeModel(trialsOf(plan), today));
  }
  return served;
}

function* trialsOf(plan: Parameters<typeof simulatedTrials>[0]) {
  for (const { trial } of simulatedTrials(plan)) yield trial;
}

function servedPhases({ phases }: OutcomeModel): number {
  return Object.values(phases).filter(({ not_served }) => not_served === null).length;
}

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
    '## What is served of registries of pure noise, and of weak effects',
    '',
    'Trials of which no feature tells the outcome, in the layout of a real registry: large and small',
    'sponsors and hospitals whose trials are alike in their features and, in half of the registries, in',
    'their outcomes (log odds with a standard deviation of 0.8); a level that stays, rises or falls by',
    '1.5 in log odds; a published rate that is right, or 0.8 too low; failures that are known later than',
    'successes.',
    '',
    '| trials | registries of pure noise | of these a phase is served in |',
    '| --- | --- | --- |',
    ...[...new Set(noise.map(({ trials }) => trials))].map((size) => {
      const own = noise.filter(({ trials }) => trials === size);
      const served = own.map((plan) => servedPhases(fitOutcomeModel(noiseTrials(plan), today)));
      return `| ${size} | ${own.length} | ${served.filter((count) => count > 0).length} |`;
    }),
    '',
    `Of ${WEAK_REGISTRIES} registries of ${WEAK_TRIALS} trials whose planted probabilities rank with an AUC of about 0.60,`,
    `${weaklyServed()} of ${3 * WEAK_REGISTRIES} phases are served.`,
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

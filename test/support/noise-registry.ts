import { type Random, randomOf } from '../../src/demo/random.ts';
import { shiftDays } from '../../src/domain/dates.ts';
import type {
  LabelledTrial,
  LearnedPhase,
  TrialFeatureValues,
} from '../../src/domain/trials/learning/labelled-trial.ts';

export interface NoisePlan {
  readonly trials: number;
  readonly seed: number;
  /** Standard deviation of the sponsors' log odds of success; 0 if all sponsors are alike. */
  readonly spread: number;
  /** Increase of the log odds of success from the first day to the last. */
  readonly drift: number;
  /** Difference between the log odds of success and those of the published rate. */
  readonly excess: number;
}

/**
 * Yields all combinations of sizes, sponsors, trends and levels, repeated `turns` times with
 * different seeds.
 */
export function noisePlans(sizes: readonly number[], turns: number): readonly NoisePlan[] {
  const plans: NoisePlan[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const trials of sizes) {
      for (const spread of [0, 0.8]) {
        for (const drift of [0, 1.5, -1.5]) {
          for (const excess of [0, 0.8]) {
            plans.push({ trials, seed: 1 + plans.length, spread, drift, excess });
          }
        }
      }
    }
  }
  return plans;
}

const FIRST_DAY = '2010-01-01';
const DAYS = 15 * 365;
const PHASES: readonly (readonly [LearnedPhase, share: number, published: number, days: number])[] =
  [
    ['phase1', 0.3, 0.52, 360],
    ['phase2', 0.42, 0.29, 540],
    ['phase3', 0.28, 0.58, 900],
  ];
const AREAS = ['oncology', 'neurology', 'infection', 'metabolic', 'haematology', 'vaccines'];
const MODALITIES = ['small_molecule', 'antibody', 'vaccine', 'gene_therapy', 'cell_therapy'];
const MASKINGS = ['NONE', 'SINGLE', 'DOUBLE', 'QUADRUPLE'];
const ENDPOINTS = ['response', 'survival', 'safety', 'event', 'other'];
const COMPARATORS = ['placebo', 'active', 'none', 'other arms'];
/** Probability that a trial has its sponsor's usual features. */
const HABIT = 0.8;

interface Sponsor {
  readonly name: string;
  readonly effect: number;
  readonly habits: Readonly<Record<string, string>>;
  readonly size: number;
  trials: number;
}

/**
 * Generates trials whose outcome no feature predicts, in the structure of a real registry. A few
 * sponsors have many trials and most have few, and two in five trials are from hospitals. Trials of
 * a sponsor have similar features and, by `spread`, similar outcomes. Numbers grow and gaps become
 * rarer over the years, and a failure is known later than a success.
 */
export function* noiseTrials(plan: NoisePlan): Generator<LabelledTrial, undefined> {
  const random = randomOf(plan.seed, 'noise registry');
  const sponsors = new Map<string, Sponsor>();
  for (let index = 0; index < plan.trials; index += 1) {
    const time = index / plan.trials;
    const [phase, , published, days] = phaseOf(random.unit());
    const sponsor = sponsorOf(sponsors, plan, random);
    const logOdds = Math.log(published / (1 - published)) + plan.excess;
    const own = logOdds + sponsor.effect + plan.drift * (time - 0.5);
    const succeeded = random.chance(1 / (1 + Math.exp(-own)));
    const asOf = shiftDays(FIRST_DAY, Math.floor(time * DAYS));
    yield {
      nctId: `NCT${String(index).padStart(8, '0')}`,
      phase,
      succeeded,
      published,
      asOf,
      sponsor: sponsor.name,
      ended: shiftDays(asOf, succeeded ? random.integer(60, 300) : days),
      features: featuresOf(sponsor, time, random),
    };
    sponsor.trials += 1;
  }
  return undefined;
}

function phaseOf(unit: number) {
  let left = unit;
  return PHASES.find(([, share]) => {
    left -= share;
    return left < 0;
  })!;
}

/**
 * Picks companies by a power law, so that the largest has about 3 % of the trials, and hospitals
 * evenly.
 */
function sponsorOf(sponsors: Map<string, Sponsor>, plan: NoisePlan, random: Random): Sponsor {
  const isHospital = random.chance(0.4);
  const count = Math.max(40, Math.round(plan.trials / (isHospital ? 10 : 20)));
  const place = Math.floor(count * (isHospital ? random.unit() : random.unit() ** 2));
  const name = `${isHospital ? 'hospital' : 'company'} ${place}`;
  const own = sponsors.get(name) ?? newSponsor(name, isHospital, plan);
  sponsors.set(name, own);
  return own;
}

function newSponsor(name: string, isHospital: boolean, { seed, spread }: NoisePlan): Sponsor {
  const random = randomOf(seed, name);
  return {
    name,
    effect: spread * random.normal(),
    habits: {
      kind: isHospital ? random.pick(['OTHER', 'NIH', 'NETWORK']) : 'INDUSTRY',
      area: random.pick(AREAS),
      modality: random.pick(MODALITIES),
      masking: random.pick(MASKINGS),
      endpoint: random.pick(ENDPOINTS),
      comparator: random.pick(COMPARATORS),
    },
    size: random.normal(),
    trials: 0,
  };
}

function featuresOf(sponsor: Sponsor, time: number, random: Random): TrialFeatureValues {
  const usual = (name: string, all: readonly string[]) =>
    random.chance(HABIT) ? sponsor.habits[name]! : random.pick(all);
  const known = (share: number, value: number) => (random.chance(share) ? value : null);
  return {
    area: usual('area', AREAS),
    modality: usual('modality', MODALITIES),
    // Registrations of the first years have more missing values.
    masking: random.chance(0.6 + 0.4 * time) ? usual('masking', MASKINGS) : null,
    endpoint: usual('endpoint', ENDPOINTS),
    comparator: usual('comparator', COMPARATORS),
    kind: sponsor.habits.kind!,
    randomised: random.chance(0.6),
    rare: random.chance(0.2),
    enrollment: 4 + 0.5 * sponsor.size + random.normal(),
    countries: known(0.9, 1 + sponsor.size + 0.5 * random.normal()),
    delay: known(0.3 + 0.6 * time, random.normal()),
    sponsor_trials: Math.log1p(sponsor.trials),
    open: Math.log1p(20 * time + random.integer(0, 10)),
    arms: random.integer(1, 4),
  };
}

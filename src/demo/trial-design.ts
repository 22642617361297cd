import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import type { Phase, World } from './model.ts';
import { randomOf } from './random.ts';

/** How a trial is built: later phases are compared with a placebo or a drug, in more countries. */
export function designOf(
  world: World,
  nctId: string,
  phase: Phase,
  start: Day,
): Partial<Fact<'trials'>> {
  const random = randomOf(world.seed, 'design', nctId);
  const isCompared = phase !== 'Phase 1' && random.chance(phase === 'Phase 3' ? 0.9 : 0.6);
  const compared = isCompared ? random.pick(['PLACEBO_COMPARATOR', 'ACTIVE_COMPARATOR']) : null;
  const doses = random.integer(1, phase === 'Phase 3' ? 2 : 3);
  const experimental = Array.from({ length: doses }, (_, at) => ({
    label: `Dose ${at + 1}`,
    role: 'EXPERIMENTAL',
  }));
  const arms = [...experimental, ...(compared ? [{ label: 'Control', role: compared }] : [])];
  const isBlind = compared === 'PLACEBO_COMPARATOR';
  return {
    first_posted_date: isoOf(start - random.integer(5, 60)),
    allocation: arms.length === 1 ? 'NA' : isCompared ? 'RANDOMIZED' : 'NON_RANDOMIZED',
    masking: isBlind ? random.pick(['DOUBLE', 'TRIPLE', 'QUADRUPLE']) : 'NONE',
    intervention_model: arms.length === 1 ? 'SINGLE_GROUP' : 'PARALLEL',
    primary_purpose: 'TREATMENT',
    countries: [...countriesOf(world, nctId, phase)],
    arms,
  };
}

export function countriesOf(world: World, nctId: string, phase: Phase): readonly string[] {
  const random = randomOf(world.seed, 'countries', nctId);
  const most = phase === 'Phase 1' ? 2 : phase === 'Phase 2' ? 5 : countries.length;
  return countries.slice(0, random.integer(1, most)).sort();
}

/** Where trials of the demo have their sites, the first ones most often. */
const countries = [
  'United States',
  'Germany',
  'Canada',
  'Japan',
  'Spain',
  'Australia',
  'Poland',
  'Brazil',
];

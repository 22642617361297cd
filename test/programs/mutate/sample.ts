import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Mutant } from './mutants.ts';

/**
 * Orders the mutants so that every prefix is spread over the files in proportion to their mutants,
 * and within a file over the kinds of change. The same seed results in the same order.
 */
export function spread(byFile: readonly (readonly Mutant[])[], seed: number): Mutant[] {
  const generator = xoroshiro128plus(seed);
  const next = () => uniformInt(generator, 0, 0x7fffffff) / 0x80000000;
  const placed = byFile.flatMap((mutants) => {
    const offset = next();
    return kindsInTurn(mutants, next).map((mutant, index) => ({
      mutant,
      place: (index + offset) / mutants.length,
    }));
  });
  return placed.sort((a, b) => a.place - b.place).map(({ mutant }) => mutant);
}

/** Shuffles mutants, then takes one of each kind before a second of any kind. */
function kindsInTurn(mutants: readonly Mutant[], next: () => number): Mutant[] {
  const taken = new Map<string, number>();
  return mutants
    .map((mutant) => ({ mutant, chance: next() }))
    .sort((a, b) => a.chance - b.chance)
    .map(({ mutant, chance }) => {
      const turn = taken.get(mutant.kind) ?? 0;
      taken.set(mutant.kind, turn + 1);
      return { mutant, rank: turn + chance };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant);
}

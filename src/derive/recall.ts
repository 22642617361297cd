import type { UnitResults } from '../store/unit-results.ts';
import type { Refresh, UnitComputation } from './computation.ts';
import { type Basis, type Done, type Kept, type Ledger, shortHash } from './ledger.ts';

/** Computations of units by the name under which a refresh keeps their results for the next. */
export type UnitComputations = Readonly<Record<string, UnitComputation<never, unknown>>>;

/** The computations whose results are kept, and where. */
export interface Recalled {
  readonly computations: UnitComputations;
  readonly results: UnitResults;
}

/** The units of one computation in one refresh. */
export interface Units {
  /** Of the computation. */
  readonly name: string;
  /** What their results rest on. */
  readonly done: Done;
  resultOf(input: object): unknown;
  /** Lets go of what the results were made of; what they rest on is still known. */
  letGo(): void;
  /** What the results rest on, for the next refresh; undefined where none counts any more. */
  kept(): Kept | undefined;
}

/**
 * @param done what the computation reads through `refresh` is noted there
 * @param results where results lie from refresh to refresh
 */
export function unitsOf(
  name: string,
  compute: UnitComputation<never, unknown>,
  { done, refresh }: { readonly done: Done; readonly refresh: Refresh },
  { ledger, results }: { readonly ledger: Ledger; readonly results: UnitResults },
): Units {
  const asked = new Set<string>();
  let standing: boolean | undefined;
  const stands = () => {
    if (standing !== undefined) return standing;
    const before = ledger.standing(name);
    if (before) rest(done, before);
    standing = before !== undefined;
    return standing;
  };
  return {
    name,
    done,
    resultOf(input) {
      const digest = shortHash(JSON.stringify(input));
      const isKnown = asked.has(digest) || stands();
      const known = isKnown ? results.find(name, digest) : undefined;
      const json = known ?? JSON.stringify(compute(refresh, input as never));
      if (!asked.has(digest)) results.note(name, digest, known === undefined ? json : null);
      asked.add(digest);
      // Now as later: whoever asks has it from its JSON.
      return JSON.parse(json);
    },
    letGo() {
      if (asked.size === 0) return;
      const basis = ledger.basisOf(done);
      done.uses.clear();
      rest(done, basis);
    },
    kept() {
      if (asked.size === 0) return ledger.standing(name);
      return { ...ledger.basisOf(done), digest: '' };
    },
  };
}

function rest(done: Done, { kinds, cutoffs }: Basis): void {
  for (const kind of kinds) done.kinds.add(kind);
  for (const name of Object.keys(cutoffs)) {
    done.uses.add({ kinds: new Set(), uses: new Set(), asked: 0, cutoff: { name } });
  }
}

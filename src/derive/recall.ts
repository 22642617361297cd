import { onFirstUse } from '../domain/on-first-use.ts';
import { type Basis, type Done, type Kept, type Ledger, shortHash } from './ledger.ts';
import type { Refresh } from './refresh.ts';

/**
 * A computation that is made unit by unit: for a catalyst, a day of a company, and so on. What it
 * makes goes from refresh to refresh, so that a change of a few facts costs the units that it
 * touches. A result is taken over where
 *
 * - what tells the unit from others is equal: the input, which is plain data as JSON holds it; and
 * - what the computation reads beside it stands: kinds of facts and cutoffs, noted as it reads them,
 *   of all units together. A fact of one of these kinds, or another day, makes all units anew.
 *
 * So it reads nothing through the refresh that often differs where few units do: that goes into the
 * input. What compares units with one another (ranks, peers, rates) is no computation of units.
 */
export type UnitComputation<Input extends object, Result> = (
  refresh: Refresh,
  input: Input,
) => Result;

/** Computations of units by the name under which a refresh keeps their results for the next. */
export type Recalled = Readonly<Record<string, UnitComputation<never, unknown>>>;

/** The units of one computation in one refresh. */
export interface Units {
  /** What their results rest on. */
  readonly done: Done;
  resultOf(input: object): unknown;
  /** Lets go of what the results were made of; what they rest on is still known. */
  letGo(): void;
  /** The results that were asked for; where none was, those of the refresh before that stand. */
  kept(): Kept | undefined;
}

/** @param done what the computation reads through `refresh` is noted there */
export function unitsOf(
  name: string,
  compute: UnitComputation<never, unknown>,
  { done, refresh }: { readonly done: Done; readonly refresh: Refresh },
  ledger: Ledger,
): Units {
  const asked = new Map<string, string>();
  const before = onFirstUse((): UnitResults => {
    const kept = ledger.standing(name);
    if (!kept?.json) return new Map();
    rest(done, kept);
    return unitResultsOf(kept.json());
  });
  return {
    done,
    resultOf(input) {
      const digest = shortHash(JSON.stringify(input));
      const made = () => JSON.stringify(compute(refresh, input as never));
      const json = asked.get(digest) ?? before().get(digest) ?? made();
      asked.set(digest, json);
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
      const json = jsonOf(asked);
      return { ...ledger.basisOf(done), digest: shortHash(json), json: () => json };
    },
  };
}

function rest(done: Done, { kinds, cutoffs }: Basis): void {
  for (const kind of kinds) done.kinds.add(kind);
  for (const name of Object.keys(cutoffs)) {
    done.uses.add({ kinds: new Set(), uses: new Set(), asked: 0, cutoff: { name } });
  }
}

/** Results as JSON by the digest of the input. */
type UnitResults = ReadonlyMap<string, string>;

const DIGEST_LENGTH = 22;
const LINE_END = ',\n';

/** One object, an entry a line, since JSON itself breaks none: few results are ever read. */
function jsonOf(results: UnitResults): string {
  const entries = Array.from(results, ([digest, json]) => `"${digest}":${json}`);
  return `{${entries.join(LINE_END)}}`;
}

function unitResultsOf(json: string): UnitResults {
  const lines = json === '{}' ? [] : json.slice(1, -1).split(LINE_END);
  const from = DIGEST_LENGTH + '"":'.length;
  return new Map(lines.map((line) => [line.slice(1, DIGEST_LENGTH + 1), line.slice(from)]));
}

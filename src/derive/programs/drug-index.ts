import { nameKey, namesWithin } from '../../domain/programs/drug-names.ts';
import { remembered } from '../../domain/remembered.ts';
import type { Refresh } from '../computation.ts';

/** A company's drug with all its names in the store: code, generic and brand. */
export interface NamedDrug {
  readonly ticker: string;
  readonly names: readonly (string | null | undefined)[];
}

/** Facts about companies' drugs, indexed by drug name. */
export interface DrugIndex<Fact> {
  find(drug: NamedDrug): readonly Fact[];
  add(fact: Fact): void;
}

/**
 * Indexes facts by every name of their drug. Different spellings of a name match: `Somebrand
 * (somedrug) tablets` in one source matches `SOMEDRUG` in another.
 */
export function drugIndex<Fact>(
  refresh: Refresh,
  facts: readonly Fact[],
  drugOf: (fact: Fact) => NamedDrug,
): DrugIndex<Fact> {
  const keysOf = refresh.memo(drugKeys);
  const index = new Map<string, Fact[]>();
  const add = (fact: Fact) => {
    for (const key of keysOf(drugOf(fact))) {
      const own = index.get(key);
      if (own) own.push(fact);
      else index.set(key, [fact]);
    }
  };
  for (const fact of facts) add(fact);
  return {
    add,
    find(drug) {
      const found = keysOf(drug).flatMap((key) => index.get(key) ?? []);
      return found.length < 2 ? found : [...new Set(found)];
    },
  };
}

/**
 * Returns a function that computes a drug's lookup keys, one per spelling of each name. Names
 * repeat often, so their keys are cached.
 */
function drugKeys(_: Refresh): (drug: NamedDrug) => readonly string[] {
  const spellings = remembered((name) => {
    const keys = [name, ...namesWithin(name)].map(nameKey).filter((key) => key !== '');
    return [...new Set(keys)];
  });
  return ({ ticker, names }) => {
    const keys = names.flatMap((name) => (name ? spellings(name) : []));
    return [...new Set(keys)].map((key) => `${ticker} ${key}`);
  };
}

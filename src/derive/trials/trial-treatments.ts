import { groupBy } from '../../domain/group-by.ts';
import { identifyDrugs } from '../../domain/programs/drug-identity.ts';
import { indicationOf } from '../../domain/programs/indications.ts';
import { nameReader } from '../../domain/programs/name-reader.ts';
import { remembered } from '../../domain/remembered.ts';
import type { TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import type { Refresh } from '../computation.ts';
import { indicationKeys, testedDrugs } from '../programs/trial-programs.ts';
import { trialFiles } from './trial-files.ts';

/** A drug that a trial tests. All names of the drug have the same key. */
export interface TestedDrug {
  readonly key: string;
  readonly names: readonly string[];
}

/** A shared empty list, because a separate one for each trial would use a lot of memory. */
export const NONE: readonly never[] = [];

/** Maps registry numbers to the drugs of the trial. A drug has the same key for every sponsor. */
export function drugsOfTrials(refresh: Refresh): ReadonlyMap<string, readonly TestedDrug[]> {
  const tested = refresh.memo(testedDrugs);
  const read = refresh.memo(nameReader);
  const mentions = [...tested].flatMap(([nctId, own]) =>
    own.map(({ names }) => ({ nctId, names })),
  );
  const drugs = identifyDrugs(
    mentions.map(({ names }) => names),
    read,
  );
  const found = mentions.map(({ nctId }, at) => {
    const { name, names } = drugs[at]!;
    return { nctId, drug: { key: read.nameKey(name) || name, names } };
  });
  const byTrial = groupBy(found, ({ nctId }) => nctId);
  return new Map([...byTrial].map(([nctId, own]) => [nctId, own.map(({ drug }) => drug)]));
}

/** The indication key of each trial by registry number; trials without an indication are absent. */
export function indicationsOfTrials(refresh: Refresh): ReadonlyMap<string, string> {
  const keyOf = refresh.memo(indicationKeys);
  const found = new Map<string, string>();
  for (const { trial } of refresh.memo(trialFiles)) {
    const indication = indicationOf(trial);
    if (indication !== undefined) found.set(trial.nctId, keyOf(indication));
  }
  return found;
}

export type IndicationsByDrug = ReadonlyMap<string, ReadonlySet<string>>;

/** The indications in which each drug is tested. */
export function indicationsByDrug(
  tested: ReadonlyMap<string, readonly TestedDrug[]>,
  indications: ReadonlyMap<string, string>,
): IndicationsByDrug {
  const found = new Map<string, Set<string>>();
  for (const [nctId, drugs] of tested) {
    const key = indications.get(nctId);
    if (key === undefined) continue;
    for (const { key: drug } of drugs) found.set(drug, (found.get(drug) ?? new Set()).add(key));
  }
  return found;
}

/**
 * Maximum number of indications of a drug that are compared. If a drug has more, none of them are
 * treated as related.
 */
const MAX_COMPARED = 300;

/**
 * Finds the treatment of a drug in an indication, and related treatments. Calls with equal
 * arguments return the same list objects.
 */
type TreatmentFinder = (
  drug: string,
  indication: string,
) => Pick<TrialRecord, 'treatments' | 'continuations'>;

/**
 * Returns a function that finds treatments. Two indications of a drug are related if one has all
 * words of the other, such as `spinal muscular atrophy` and `spinal muscular atrophy 1`.
 */
export function relatedTreatments(byDrug: IndicationsByDrug): TreatmentFinder {
  const wordsOf = remembered((key) => new Set(key.split(' ')));
  const covers = (one: string, other: string) =>
    [...wordsOf(other)].every((word) => wordsOf(one).has(word));
  const related = (drug: string, key: string) => {
    const all = byDrug.get(drug)!;
    if (all.size > MAX_COMPARED) return [key];
    return [...all].filter((other) => covers(key, other) || covers(other, key));
  };
  const ofDrug = remembered((drug) =>
    remembered((key) => ({
      treatments: [treatment(drug, key)],
      continuations: related(drug, key).map((one) => treatment(drug, one)),
    })),
  );
  return (drug, key) => ofDrug(drug)(key);
}

function treatment(drug: string, indication: string): string {
  return `${drug.replaceAll('|', ' ')}|${indication}`;
}

/** The treatments that a trial tests: its drugs in its indication. Empty if either is unknown. */
export function treatmentsOf(
  tested: readonly TestedDrug[],
  indication: string | undefined,
  relatedTo: TreatmentFinder,
): Pick<TrialRecord, 'treatments' | 'continuations'> {
  if (!indication || tested.length === 0) return { treatments: NONE, continuations: NONE };
  const found = tested.map(({ key }) => relatedTo(key, indication));
  const [first] = found;
  return found.length === 1 && first
    ? first
    : {
        treatments: found.flatMap(({ treatments }) => treatments),
        continuations: found.flatMap(({ continuations }) => continuations),
      };
}

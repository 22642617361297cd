import { groupBy } from '../../domain/group-by.ts';
import { identifyDrugs } from '../../domain/programs/drug-identity.ts';
import { indicationOf } from '../../domain/programs/indications.ts';
import { nameReader } from '../../domain/programs/name-reader.ts';
import { remembered } from '../../domain/remembered.ts';
import type { TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import type { Refresh } from '../computation.ts';
import { indicationKeys, testedDrugs } from '../programs/trial-programs.ts';
import { trialFiles } from './trial-files.ts';

/** A drug that a trial tests, the same under all its names. */
export interface TestedDrug {
  readonly key: string;
  readonly names: readonly string[];
}

/** One for all that have none: a list each would take as much room as what they hold. */
export const NONE: readonly never[] = [];

/** The drugs of each trial, by registry number; one drug has one key, whoever tests it. */
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

/** The key of each trial's indication, by registry number; none for one that has no indication. */
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

/** Indications of a drug that are compared with one another; of a drug with more each stands alone. */
const MAX_COMPARED = 300;

/** A drug in an indication, and in those that may be the same: the same lists to all that ask. */
type TreatmentFinder = (
  drug: string,
  indication: string,
) => Pick<TrialRecord, 'treatments' | 'continuations'>;

/**
 * Of the indications of a drug those may be one disease of which one says all words that the other
 * does (`spinal muscular atrophy`, `spinal muscular atrophy 1`).
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

/** What a trial tests and where: its drugs in its indication; none where either is not known. */
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

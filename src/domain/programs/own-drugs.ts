import { isCode } from './drug-names.ts';
import { type NameReader, nameReader } from './name-reader.ts';
import type { TrialDrug } from './trial-drugs.ts';

/** A trial with its sponsor and its tested drugs. */
export interface DrugTest {
  /** The ticker of the sponsor, or its name if it has no ticker. */
  readonly sponsor: string;
  /**
   * Whether the sponsor is a company. Other sponsors, such as hospitals and networks, often test
   * drugs that belong to companies.
   */
  readonly isCompany: boolean;
  readonly title: string;
  readonly drugs: readonly TrialDrug[];
}

/**
 * Evidence from trials that have a company as sponsor and test a single drug. `companies` maps the
 * `nameKey` of a drug to the sponsors of such trials of the drug. `letters` maps a company to the
 * letters at the start of its drug codes (see `codeLetters`).
 */
export interface SoleDrugs {
  readonly companies: ReadonlyMap<string, ReadonlySet<string>>;
  readonly letters: ReadonlyMap<string, ReadonlySet<string>>;
}

export function soleDrugs(tests: readonly DrugTest[], read: NameReader = nameReader()): SoleDrugs {
  const companies = new Map<string, Set<string>>();
  const letters = new Map<string, Set<string>>();
  for (const { sponsor, isCompany, drugs } of tests) {
    if (!isCompany || drugs.length !== 1) continue;
    for (const name of drugs[0]!.names) {
      const key = read.nameKey(name);
      companies.set(key, (companies.get(key) ?? new Set()).add(sponsor));
      const code = codeLetters(name);
      if (code) letters.set(sponsor, (letters.get(sponsor) ?? new Set()).add(code));
    }
  }
  return { companies, letters };
}

/**
 * The drugs of a trial that belong to its sponsor. A single drug always does. Our choice for
 * several drugs: drugs that the sponsor tests as the single drug of other trials belong to the
 * sponsor, and so do drugs with the sponsor's codes. Drugs that only other companies test as a
 * single drug are left out. If no drug belongs to the sponsor, one of the remaining drugs is used.
 * A drug with a code is preferred, then the drug that comes first in the title, then the drug that
 * is registered first.
 */
export function ownDrugs(
  { sponsor, title, drugs }: DrugTest,
  { companies, letters }: SoleDrugs,
  read: NameReader = nameReader(),
): readonly TrialDrug[] {
  if (drugs.length < 2) return drugs;
  const testers = ({ names }: TrialDrug) =>
    names.flatMap((name) => [...(companies.get(read.nameKey(name)) ?? [])]);
  const isProven = (drug: TrialDrug) => testers(drug).includes(sponsor);
  const open = drugs.filter((drug) => isProven(drug) || testers(drug).length === 0);
  const sponsorLetters = letters.get(sponsor) ?? new Set();
  const known = open.filter(
    (drug) =>
      isProven(drug) || drug.names.some((name) => sponsorLetters.has(codeLetters(name) ?? '')),
  );
  if (known.length > 0) return known;
  const place = ({ names }: TrialDrug) => {
    const places = names.map((name) => title.toLowerCase().indexOf(name.toLowerCase()));
    return Math.min(...places.map((at) => (at < 0 ? Number.MAX_SAFE_INTEGER : at)));
  };
  const coded = open.filter(({ names }) => names.some(isCode));
  const leading = (coded.length > 0 ? coded : open).toSorted((a, b) => place(a) - place(b));
  return leading.slice(0, 1);
}

/** The letters before the number in a drug code: `BMS` in BMS-986315. */
function codeLetters(name: string): string | undefined {
  return isCode(name) ? /^[A-Za-z]{2,}/.exec(name.trim())?.[0].toUpperCase() : undefined;
}

import { nameOfCode, ownersOf } from './background-drugs.ts';
import { cleanName } from './drug-names.ts';
import { type NameReader, nameReader } from './name-reader.ts';

/** The fields of a trial's registration that describe its drugs. */
export interface RegisteredTreatment {
  readonly LeadSponsorName?: string | null | undefined;
  /** The interventions as one comma-separated text, used if `interventions` is absent. */
  readonly InterventionName?: string | null | undefined;
  readonly interventions?: readonly RegisteredIntervention[] | null | undefined;
}

interface RegisteredIntervention {
  readonly name?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly other_names?: readonly string[] | null | undefined;
  readonly arm_roles?: readonly string[] | null | undefined;
}

export interface TrialDrug {
  readonly name: string;
  /** `name`, and the other codes, generic names and brand names of the intervention. */
  readonly names: readonly string[];
  readonly type: string | null;
  /** The registered name of the intervention, with form and dose. */
  readonly registered: string;
}

/** Types of interventions in the registry that can be drugs. */
export const DRUG_TYPES: ReadonlySet<string> = new Set([
  'DRUG',
  'BIOLOGICAL',
  'GENETIC',
  'COMBINATION_PRODUCT',
]);

/**
 * The drugs that a trial tests, in the order of the registration. Comparators, placebos, procedures
 * and background drugs are left out. Our choice: a drug is a background drug in three cases.
 * 1. The trial has experimental arms, and none of them receives the drug.
 * 2. A comparator arm also receives the drug, and only experimental arms receive another drug.
 * 3. The trial has other drugs, and `data/background-drugs.json` lists the drug as generic or as
 *    owned by other companies than the sponsor.
 * If a registration lists its interventions as one text, only the first tested drug is returned.
 */
export function trialDrugs(
  trial: RegisteredTreatment,
  read: NameReader = nameReader(),
): readonly TrialDrug[] {
  if (!trial.interventions) return drugsOf(fromText(trial), trial, read).slice(0, 1);
  const drugs = trial.interventions.filter(({ type }) => !type || DRUG_TYPES.has(type));
  return drugsOf(testedByRole(drugs, read), trial, read);
}

/** Every drug in a trial's arms, including comparators and background drugs. */
export function givenDrugs(
  trial: RegisteredTreatment,
  read: NameReader = nameReader(),
): readonly TrialDrug[] {
  return (trial.interventions ?? fromText(trial))
    .filter(({ type }) => !type || DRUG_TYPES.has(type))
    .flatMap((one) => partsOf(one, trial.LeadSponsorName ?? '', read))
    .filter(({ name }) => !read.isNoDrug(name));
}

function fromText({ InterventionName }: RegisteredTreatment): readonly RegisteredIntervention[] {
  return (InterventionName ?? '')
    .split(',')
    .map((part) => ({ name: part.trim() }))
    .filter(({ name }) => name !== '');
}

function testedByRole(
  all: readonly RegisteredIntervention[],
  read: NameReader,
): readonly RegisteredIntervention[] {
  const has = (one: RegisteredIntervention, pattern: RegExp) =>
    (one.arm_roles ?? []).some((role) => pattern.test(role));
  const isReal = (one: RegisteredIntervention) => !read.isNoDrug(one.name ?? '');
  const real = all.filter(isReal);
  const experimental = real.filter((one) => has(one, /^EXPERIMENTAL/) || !one.arm_roles?.length);
  const alone = experimental.filter((one) => !has(one, /COMPARATOR/));
  if (alone.length > 0) return alone;
  if (experimental.length > 0) return experimental;
  return real.filter(
    (one) => !(one.arm_roles ?? []).every((role) => /PLACEBO|SHAM|NO_INT/.test(role)),
  );
}

function drugsOf(
  interventions: readonly RegisteredIntervention[],
  trial: RegisteredTreatment,
  read: NameReader,
): readonly TrialDrug[] {
  const sponsor = trial.LeadSponsorName ?? '';
  const drugs = interventions
    .flatMap((one) => partsOf(one, sponsor, read))
    .filter(({ name }) => !read.isNoDrug(name));
  const own = drugs.filter(
    ({ name, names }) =>
      !read.isBackground(name) && !names.some((one) => isForeign(one, sponsor, read)),
  );
  if (own.length > 0) return own;
  const others = (trial.interventions ?? []).filter(({ name }) => !read.isNoDrug(name ?? ''));
  return drugs.length === 1 && (!trial.interventions || others.length === 1) ? drugs : [];
}

/**
 * The drug of an intervention with all its names. If the intervention is a combination, the result
 * contains each drug in it, without the other names that the registration states.
 */
function partsOf(
  { name, type, other_names }: RegisteredIntervention,
  sponsor: string,
  read: NameReader,
): readonly TrialDrug[] {
  if (!name) return [];
  const all = read.combinedNames(name).flatMap((part) => withoutPartners(part, read));
  // A part that contains no name is a description, such as "an anti-ABC antibody" in `Zorbamab, an
  // anti-ABC antibody`.
  const named = all.filter((part) => read.namesWithin(part).length > 0);
  const parts = named.length > 0 ? named : all;
  return parts.map((part) => {
    const more = parts.length === 1 ? (other_names ?? []).flatMap(read.namesWithin) : [];
    const inPart = read.namesWithin(part);
    const generic = [...inPart, ...more].flatMap((one) => nameOfCode(read.nameKey(one)) ?? []);
    const valid = [...inPart, ...more, ...generic].filter(
      (one) => read.isName(one) && !read.isNoDrug(one),
    );
    // Two or more names of other companies' drugs (see `isForeign`) show that the intervention is a
    // combination. The names of the other companies' drugs are then removed.
    const foreign = new Set(valid.filter((one) => isForeign(one, sponsor, read)).map(read.nameKey));
    const names = foreign.size < 2 ? valid : valid.filter((one) => !foreign.has(read.nameKey(one)));
    const title = inPart[0] ?? cleanName(part);
    return {
      name: title,
      names: [...new Set([title, ...names])],
      type: type ?? null,
      registered: part,
    };
  });
}

/**
 * Removes background drugs from a text with slashes: `CT-2103/carboplatin`. If all or none of the
 * drugs are background drugs, the text stays unchanged.
 */
function withoutPartners(part: string, read: NameReader): readonly string[] {
  const drugs = part.split('/').filter((one) => one.trim() !== '');
  const tested = drugs.filter((one) => !read.isBackground(one));
  return tested.length > 0 && tested.length < drugs.length ? tested : [part];
}

/**
 * Whether a drug belongs to other companies. This is the case if its owners are listed (see
 * `ownersOf`) and the sponsor is not one of them.
 */
function isForeign(name: string, sponsor: string, read: NameReader): boolean {
  const owners = ownersOf(read.nameKey(name));
  const text = `${sponsor.toLowerCase()} `;
  return owners !== undefined && !owners.some((owner) => text.includes(owner));
}

import { nameOfCode, ownersOf } from './background-drugs.ts';
import { cleanName } from './drug-names.ts';
import { type NameReader, nameReader } from './name-reader.ts';

/** What a registration says of what a trial gives. */
export interface RegisteredTreatment {
  readonly LeadSponsorName?: string | null | undefined;
  /** The interventions as one text, where they are not known apart. */
  readonly InterventionName?: string | null | undefined;
  readonly interventions?: readonly RegisteredIntervention[] | null | undefined;
}

interface RegisteredIntervention {
  readonly name?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly other_names?: readonly string[] | null | undefined;
  readonly arm_roles?: readonly string[] | null | undefined;
}

/** A drug that a trial tests. */
export interface TrialDrug {
  readonly name: string;
  /** This and its other names, code, generic and brand. */
  readonly names: readonly string[];
  readonly type: string | null;
  /** The intervention as registered, with its form and dose. */
  readonly registered: string;
}

/** The interventions that can be a drug; devices, procedures and behaviour are none. */
const DRUG_TYPES: ReadonlySet<string> = new Set([
  'DRUG',
  'BIOLOGICAL',
  'GENETIC',
  'COMBINATION_PRODUCT',
]);

/**
 * The drugs that a trial tests, in the order of the registration: no comparator, no placebo, no
 * procedure, and no drug that only stands behind the tested one. Our choice of what stands behind:
 * 1. what no experimental arm receives, where there is one;
 * 2. what comparator arms receive too, where another drug is for experimental arms alone;
 * 3. what `data/background-drugs.json` lists: words that name no drug; generic drugs, and drugs of
 *    owners other than the sponsor, unless such a drug is all that the trial gives.
 *
 * A registration that names its interventions as one text names at most one drug: the first.
 */
export function trialDrugs(
  trial: RegisteredTreatment,
  read: NameReader = nameReader(),
): readonly TrialDrug[] {
  if (!trial.interventions) return drugsOf(listed(trial), trial, read).slice(0, 1);
  const drugs = trial.interventions.filter(({ type }) => !type || DRUG_TYPES.has(type));
  return drugsOf(testedByRole(drugs, read), trial, read);
}

/**
 * Every drug that a trial gives in its arms, comparators and drugs behind the tested one included;
 * no placebo and no procedure.
 */
export function givenDrugs(
  trial: RegisteredTreatment,
  read: NameReader = nameReader(),
): readonly TrialDrug[] {
  return (trial.interventions ?? listed(trial))
    .filter(({ type }) => !type || DRUG_TYPES.has(type))
    .flatMap((one) => partsOf(one, trial.LeadSponsorName ?? '', read))
    .filter(({ name }) => !read.isNoDrug(name));
}

function listed({ InterventionName }: RegisteredTreatment): readonly RegisteredIntervention[] {
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

/** One drug with all of its names; of a combination each drug under its own. */
function partsOf(
  { name, type, other_names }: RegisteredIntervention,
  sponsor: string,
  read: NameReader,
): readonly TrialDrug[] {
  if (!name) return [];
  const all = read.combinedNames(name).flatMap((part) => withoutPartners(part, read));
  // `Zorbamab, an anti-ABC antibody` describes the drug that it names.
  const named = all.filter((part) => read.namesWithin(part).length > 0);
  const parts = named.length > 0 ? named : all;
  return parts.map((part) => {
    const more = parts.length === 1 ? (other_names ?? []).flatMap(read.namesWithin) : [];
    const own = read.namesWithin(part);
    const known = [...own, ...more].flatMap((one) => nameOfCode(read.nameKey(one)) ?? []);
    const found = [...own, ...more, ...known].filter(
      (one) => read.isName(one) && !read.isNoDrug(one),
    );
    // One drug of another company is this drug; several are what it is given with.
    const foreign = new Set(found.filter((one) => isForeign(one, sponsor, read)).map(read.nameKey));
    const names = foreign.size < 2 ? found : found.filter((one) => !foreign.has(read.nameKey(one)));
    const title = own[0] ?? cleanName(part);
    return {
      name: title,
      names: [...new Set([title, ...names])],
      type: type ?? null,
      registered: part,
    };
  });
}

/** `CT-2103/carboplatin` is the drug before the generic one; a fixed combination stays one. */
function withoutPartners(part: string, read: NameReader): readonly string[] {
  const drugs = part.split('/').filter((one) => one.trim() !== '');
  const tested = drugs.filter((one) => !read.isBackground(one));
  return tested.length > 0 && tested.length < drugs.length ? tested : [part];
}

/** Whether a drug has an owner, who is not the sponsor. */
function isForeign(name: string, sponsor: string, read: NameReader): boolean {
  const owners = ownersOf(read.nameKey(name));
  const text = `${sponsor.toLowerCase()} `;
  return owners !== undefined && !owners.some((owner) => text.includes(owner));
}

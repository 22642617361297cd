import table from '../data/background-drugs.json' with { type: 'json' };
import codes from '../data/drug-codes.json' with { type: 'json' };
import { cleanName, combinedNames, isName, nameKey, namesWithin } from './drug-names.ts';

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
export function trialDrugs(trial: RegisteredTreatment): readonly TrialDrug[] {
  if (!trial.interventions) return drugsOf(listed(trial), trial).slice(0, 1);
  const drugs = trial.interventions.filter(({ type }) => !type || DRUG_TYPES.has(type));
  return drugsOf(testedByRole(drugs), trial);
}

/**
 * Every drug that a trial gives in its arms, comparators and drugs behind the tested one included;
 * no placebo and no procedure.
 */
export function givenDrugs(trial: RegisteredTreatment): readonly TrialDrug[] {
  return (trial.interventions ?? listed(trial))
    .filter(({ type }) => !type || DRUG_TYPES.has(type))
    .flatMap((one) => partsOf(one, trial.LeadSponsorName ?? ''))
    .filter(({ name }) => !isNoDrug(name));
}

/** A comparator, a placebo or a procedure by its name, or words that name no drug. */
export function isNoDrug(name: string): boolean {
  const text = ` ${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'/]+/gu, ' ')
    .trim()} `;
  return (
    NO_DRUG.test(text) || UNSPECIFIC.has(cleanName(name).toLowerCase()) || nameKey(name).length < 2
  );
}

/** Whether a drug is a generic one that trials give beside the tested one. */
export function isBackground(name: string): boolean {
  const plain = cleanName(name).toLowerCase().replaceAll(DESCRIPTORS, ' ');
  return BACKGROUND.has(nameKey(name)) || BACKGROUND.has(nameKey(plain));
}

const NO_DRUG = new RegExp(
  ` (?:${[...table.comparators, ...table.procedures].map(escaped).join('|')}) |placebo`,
);
const DESCRIPTORS = new RegExp(
  `(?<![\\w-])(?:${table.descriptors.map(escaped).join('|')})(?![\\w])-?`,
  'g',
);
const UNSPECIFIC: ReadonlySet<string> = new Set(table.unspecific);
const BACKGROUND: ReadonlySet<string> = new Set(table.drugs.map(nameKey));
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(codes.names).map(([code, name]) => [nameKey(code), name]),
);
const OWNERS: ReadonlyMap<string, readonly string[]> = new Map(
  table.owned.flatMap(({ names, owners }) => names.map((name) => [nameKey(name), owners] as const)),
);

function listed({ InterventionName }: RegisteredTreatment): readonly RegisteredIntervention[] {
  return (InterventionName ?? '')
    .split(',')
    .map((part) => ({ name: part.trim() }))
    .filter(({ name }) => name !== '');
}

function testedByRole(all: readonly RegisteredIntervention[]): readonly RegisteredIntervention[] {
  const has = (one: RegisteredIntervention, pattern: RegExp) =>
    (one.arm_roles ?? []).some((role) => pattern.test(role));
  const isReal = (one: RegisteredIntervention) => !isNoDrug(one.name ?? '');
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
): readonly TrialDrug[] {
  const sponsor = trial.LeadSponsorName ?? '';
  const drugs = interventions
    .flatMap((one) => partsOf(one, sponsor))
    .filter(({ name }) => !isNoDrug(name));
  const own = drugs.filter(
    ({ name, names }) => !isBackground(name) && !names.some((one) => isForeign(one, sponsor)),
  );
  if (own.length > 0) return own;
  const others = (trial.interventions ?? []).filter(({ name }) => !isNoDrug(name ?? ''));
  return drugs.length === 1 && (!trial.interventions || others.length === 1) ? drugs : [];
}

/** One drug with all of its names; of a combination each drug under its own. */
function partsOf(
  { name, type, other_names }: RegisteredIntervention,
  sponsor: string,
): readonly TrialDrug[] {
  if (!name) return [];
  const all = combinedNames(name).flatMap(withoutPartners);
  // `Zorbamab, an anti-ABC antibody` describes the drug that it names.
  const named = all.filter((part) => namesWithin(part).length > 0);
  const parts = named.length > 0 ? named : all;
  return parts.map((part) => {
    const more = parts.length === 1 ? (other_names ?? []).flatMap(namesWithin) : [];
    const own = namesWithin(part);
    const known = [...own, ...more].flatMap((one) => CODES.get(nameKey(one)) ?? []);
    const found = [...own, ...more, ...known].filter((one) => isName(one) && !isNoDrug(one));
    // One drug of another company is this drug; several are what it is given with.
    const foreign = new Set(found.filter((one) => isForeign(one, sponsor)).map(nameKey));
    const names = foreign.size < 2 ? found : found.filter((one) => !foreign.has(nameKey(one)));
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
function withoutPartners(part: string): readonly string[] {
  const drugs = part.split('/').filter((one) => one.trim() !== '');
  const tested = drugs.filter((one) => !isBackground(one));
  return tested.length > 0 && tested.length < drugs.length ? tested : [part];
}

/** Whether a drug has an owner, who is not the sponsor. */
function isForeign(name: string, sponsor: string): boolean {
  const owners = OWNERS.get(nameKey(name));
  const text = `${sponsor.toLowerCase()} `;
  return owners !== undefined && !owners.some((owner) => text.includes(owner));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

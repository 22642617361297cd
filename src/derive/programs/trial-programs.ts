import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { areaOfDisease, areaOfTrial } from '../../domain/approval/therapeutic-area.ts';
import { compareText } from '../../domain/compare-text.ts';
import { dayOf, newestDay } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { phaseRank } from '../../domain/programs/development-stage.ts';
import { type DrugIdentity, identifyDrugs } from '../../domain/programs/drug-identity.ts';
import { drugTypeOf, hasNonproprietaryStem } from '../../domain/programs/drug-type.ts';
import {
  headingsByCondition,
  indicationKey,
  indicationOf,
} from '../../domain/programs/indications.ts';
import { nameReader } from '../../domain/programs/name-reader.ts';
import { ownDrugs, soleDrugs } from '../../domain/programs/own-drugs.ts';
import { type LifeSign, programStatus } from '../../domain/programs/program-life.ts';
import { givenDrugs, type TrialDrug, trialDrugs } from '../../domain/programs/trial-drugs.ts';
import { remembered } from '../../domain/remembered.ts';
import { isEndedEarly, statusOf } from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from './drug-program.ts';

type Trial = Sourced<'trials'>;

/** A company's drug as stated in one trial or catalyst. */
interface Sighting {
  readonly ticker: string;
  /** Names that the trial or catalyst uses for the drug, main name first. */
  readonly names: readonly string[];
  readonly indication: string | undefined;
  readonly phase: string | null;
  /** Evidence in the trial or catalyst of whether the program is still active. */
  readonly sign: LifeSign;
  /** Day of the trial's last update, or day on which the catalyst became known. */
  readonly seen: string | null;
  /** The day on which the trial started. */
  readonly started?: string | undefined;
  readonly nctId: string | null;
  readonly therapeuticArea: string | null;
  readonly drugType: string | null;
  /** Intervention types of the drug in the registration. */
  readonly types: readonly string[];
  /** Name of the drug in the registration or catalyst. */
  readonly registered: string;
  /** MeSH headings of the drug in the registration. */
  readonly headings: readonly string[];
  /** True if a catalyst names the drug, false if a trial names it. */
  readonly announced: boolean;
}

interface Identified extends Sighting {
  readonly drug: DrugIdentity;
}

/**
 * Programs derived from trials and catalysts. Our choice: the phase of a program is the most
 * advanced phase in its catalysts and trials. Trials that ended early are not considered.
 *
 * @param listed the tickers of companies whose programs a source lists; they are omitted
 */
export function trialPrograms(refresh: Refresh, listed: ReadonlySet<string>): readonly Program[] {
  const ofTrials = refresh.memo(trialSightings).filter(({ ticker }) => !listed.has(ticker));
  const sightings = [...catalystSightings(refresh, listed), ...ofTrials];
  const keyOf = refresh.memo(indicationKeys);
  const read = refresh.memo(nameReader);
  return [...groupBy(sightings, ({ ticker }) => ticker).values()].flatMap((own) => {
    const drugs = identifyDrugs(
      own.map(({ names }) => names),
      read,
    );
    const identified = own.map((one, at): Identified => ({ ...one, drug: drugs[at]! }));
    const byDrug = groupBy(identified, ({ drug }) => read.nameKey(drug.name) || drug.name);
    return [...byDrug.values()].flatMap((ofDrug) => {
      const drugType = typeOf(ofDrug);
      const treating = ofDrug.filter(({ indication }) => indication !== undefined);
      const groups = groupBy(treating, ({ indication }) => keyOf(indication!));
      return [...groups.values()].map((group) => programOf(group, drugType, refresh));
    });
  });
}

/**
 * The type of the drug that a trial tests. The drugs of the trial's sponsor are used. If the
 * sponsor has none, all drugs in the trial are used, because a hospital may test the drug of a
 * company.
 */
export function trialDrugType(refresh: Refresh, trial: Trial): string | null {
  const tested = refresh.memo(testedDrugs).get(trial.nctId) ?? [];
  const drugs = tested.length > 0 ? tested : givenDrugs(trial, refresh.memo(nameReader));
  const headings = headingsOf(trial);
  const found = drugs.map(({ names, type, registered }) =>
    drugTypeOf({ names: [registered, ...names], types: type ? [type] : [], headings }),
  );
  return found.find((drugType) => drugType !== null) ?? null;
}

/**
 * Returns a function that computes the key of an indication. Indications that trials register under
 * the same MeSH heading have the same key.
 */
export function indicationKeys(refresh: Refresh): (condition: string) => string {
  const wordsOf = remembered(indicationKey);
  const headings = headingsByCondition(refresh.facts.each('trials'), wordsOf);
  return (condition) => {
    const key = wordsOf(condition);
    return headings.get(key) ?? key;
  };
}

/** Maps registry numbers to the sponsor's drugs that the trial tests, main drug first. */
export function testedDrugs(refresh: Refresh): ReadonlyMap<string, readonly TrialDrug[]> {
  const read = refresh.memo(nameReader);
  const tests = Array.from(refresh.facts.each('trials'), (trial) => {
    const ticker = refresh.universe.ticker(trial.ticker, trial.LeadSponsorName);
    return {
      nctId: trial.nctId,
      sponsor: ticker ?? trial.LeadSponsorName ?? '',
      isCompany: ticker !== undefined || trial.lead_sponsor_class === 'INDUSTRY',
      title: trial.BriefTitle ?? '',
      drugs: isDrugTrial(trial)
        ? trialDrugs(trial, read).map((drug) => withHeading(drug, trial))
        : [],
    };
  });
  const sole = soleDrugs(tests, read);
  return new Map(tests.map((test) => [test.nctId, ownDrugs(test, sole, read)]));
}

/** Our choice: a trial with the registered phase `N/A` does not test a drug for approval. */
function isDrugTrial({ study_type, Phase }: Trial): boolean {
  return (!study_type || study_type === 'INTERVENTIONAL') && Phase !== 'N/A';
}

/**
 * Adds the trial's MeSH intervention heading to the drug's names if the trial has one drug and one
 * heading.
 */
function withHeading(drug: TrialDrug, trial: Trial): TrialDrug {
  const [heading, ...others] = trial.intervention_mesh ?? [];
  if (!heading || others.length > 0 || !hasNonproprietaryStem(heading.term)) return drug;
  const given = (trial.interventions ?? []).filter(({ name }) => !/placebo/i.test(name ?? ''));
  return given.length === 1 ? { ...drug, names: [...drug.names, heading.term] } : drug;
}

function programOf(
  group: readonly Identified[],
  drugType: string | null,
  { memo, today }: Refresh,
): Program {
  const { nameKey } = memo(nameReader);
  const { ticker, drug } = group[0]!;
  const going = group.filter(({ sign }) => !isEndedEarly(sign.status ?? ''));
  const furthest = (going.length > 0 ? going : group).toSorted(
    (a, b) => phaseRank(b.phase) - phaseRank(a.phase),
  )[0]!;
  const announced = group.find((one) => one.announced);
  const indication = announced?.indication ?? mostUsed(group.map(({ indication }) => indication!));
  const started = group.map((one) => one.started ?? '').sort()[0];
  const isSame = announced && nameKey(announced.names[0]!) === nameKey(drug.name);
  return {
    ticker,
    drug_name: isSame ? announced.names[0]! : drug.name,
    other_names: drug.names,
    indication,
    phase: furthest.phase,
    status: programStatus(
      group.map(({ sign }) => sign),
      today,
    ),
    therapeuticArea:
      group.find((one) => one.therapeuticArea)?.therapeuticArea ?? areaOfDisease(indication),
    drugType,
    nctIds: [...new Set(group.flatMap(({ nctId }) => nctId ?? []))],
    ...(started ? { started } : {}),
    updated_date: newestDay(...group.map(({ seen }) => seen)),
  };
}

function typeOf(sightings: readonly Identified[]): string | null {
  const stated = sightings.find(({ drugType }) => drugType)?.drugType;
  return (
    stated ??
    drugTypeOf({
      names: [...sightings[0]!.drug.names, ...sightings.map(({ registered }) => registered)],
      types: sightings.flatMap(({ types }) => types),
      headings: sightings.flatMap(({ headings }) => headings),
    })
  );
}

function catalystSightings(refresh: Refresh, listed: ReadonlySet<string>): readonly Sighting[] {
  const { namesWithin } = refresh.memo(nameReader);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const { ticker, drugname, treatment, decision } = catalyst;
    if (!drugname || !treatment || listed.has(ticker)) return [];
    const isApproved = /^approv/i.test(decision ?? '');
    const updated = dayOf(catalyst.createdDate) ?? null;
    return {
      ticker,
      names: [drugname.trim(), ...namesWithin(drugname)],
      indication: treatment,
      phase: catalyst.stage ?? null,
      // An approved drug stays active even without an open trial.
      sign: isApproved
        ? {}
        : { phase: catalyst.stage, completion: catalyst.formattedDate, updated },
      seen: updated,
      nctId: catalyst.nctId ?? null,
      therapeuticArea: catalyst.therapeuticArea ?? null,
      drugType: catalyst.drugType ?? null,
      types: [],
      registered: drugname,
      headings: [],
      announced: true,
    };
  });
}

/** The drugs that companies' trials test. */
function trialSightings(refresh: Refresh): readonly Sighting[] {
  const areaOf = refresh.memo(areasOfDiseases);
  const tested = refresh.memo(testedDrugs);
  const found: Sighting[] = [];
  for (const trial of refresh.facts.each('trials')) {
    const ticker = refresh.universe.ticker(trial.ticker, trial.LeadSponsorName);
    const drugs = tested.get(trial.nctId) ?? [];
    if (!ticker || drugs.length === 0) continue;
    const shared = {
      ticker,
      indication: indicationOf(trial),
      phase: trial.Phase ?? null,
      sign: lifeSign(trial),
      seen: dayOf(trial.updatedAt) ?? null,
      started: lastDayOf(trial.dates?.start?.date),
      nctId: trial.nctId,
      therapeuticArea: areaOfTrial(trial, areaOf),
      drugType: null,
      announced: false,
    };
    const headings = drugs.length === 1 ? headingsOf(trial) : [];
    for (const { names, type, registered } of drugs) {
      found.push({ ...shared, names, registered, types: type ? [type] : [], headings });
    }
  }
  return found;
}

/** Caches therapeutic areas by disease, because trials repeat the same diseases. */
export function areasOfDiseases(): typeof areaOfDisease {
  const areaOf = remembered((name: string) => areaOfDisease(name));
  return (name) => (name ? areaOf(name) : null);
}

function lifeSign(trial: Trial): LifeSign {
  const { primary_completion, completion } = trial.dates ?? {};
  const ends = [completion?.date, primary_completion?.date, trial.CompletionDate];
  return {
    phase: trial.Phase,
    status: statusOf(trial.status ?? ''),
    completion: newestDay(...ends.map(lastDayOf)),
    updated: dayOf(trial.updatedAt),
  };
}

/** The MeSH intervention headings of a trial with a single drug; empty for other trials. */
function headingsOf({ intervention_mesh, intervention_mesh_ancestors, interventions }: Trial) {
  const given = (interventions ?? []).filter(({ name }) => !/placebo/i.test(name ?? ''));
  if (given.length !== 1) return [];
  return [...(intervention_mesh ?? []), ...(intervention_mesh_ancestors ?? [])].map(
    ({ term }) => term,
  );
}

/** The most frequent text. If several are equally frequent, this is the shortest of them. */
function mostUsed(texts: readonly string[]): string {
  const counts = [...groupBy(texts, (text) => text)];
  counts.sort(
    ([a, inA], [b, inB]) => inB.length - inA.length || a.length - b.length || compareText(a, b),
  );
  return counts[0]![0];
}

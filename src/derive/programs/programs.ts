import { areaOf } from '../../domain/approval/success-rates.ts';
import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { phaseRank } from '../../domain/programs/development-stage.ts';
import { isEndedEarly, isStopped } from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { newestDay } from '../as-of.ts';
import type { Refresh } from '../refresh.ts';

/** A drug of a company in an indication. */
export type Program = Pick<
  Sourced<'programs'>,
  | 'ticker'
  | 'drug_name'
  | 'indication'
  | 'phase'
  | 'status'
  | 'mechanism'
  | 'drugType'
  | 'therapeuticArea'
  | 'lead_program'
  | 'nctIds'
  | 'biomarker_selected'
  | 'rare_disease'
  | 'updated_date'
>;

type Trial = Sourced<'trials'>;

/**
 * The programs that are facts, and those that the trials and catalysts of other companies amount to.
 * Our choice: where somebody has listed a company's programs, nothing is added to the list, since
 * registries name one drug in several ways.
 */
export function programs(refresh: Refresh): readonly Program[] {
  const stated = refresh.facts.all('programs');
  const listed = new Set(stated.map(({ ticker }) => ticker));
  return [...stated, ...inferred(refresh, listed)];
}

/** The program that a drug in an indication belongs to; without the indication, the drug's only one. */
export type ProgramFinder = (
  ticker: string | undefined,
  drug: string | null | undefined,
  indication: string | null | undefined,
) => Program | undefined;

export function programFinder(refresh: Refresh): ProgramFinder {
  const byDrug = groupBy(refresh.memo(programs), (one) => drugKey(one.ticker, one.drug_name));
  return (ticker, drug, indication) => {
    if (!ticker || !drug) return undefined;
    const candidates = byDrug.get(drugKey(ticker, drug)) ?? [];
    const exact = candidates.find((one) => folded(one.indication) === folded(indication));
    return exact ?? (candidates.length === 1 ? candidates[0] : undefined);
  };
}

/** The therapeutic area of a trial's condition, as programs in the same indication name it. */
export type AreaFinder = (condition: string | null | undefined) => string | undefined;

/**
 * Areas by condition, letter case aside: of the whole text, else of the first part of its list that
 * is an indication. Our choice: an indication that programs put under two areas names none; to which
 * area a disease belongs is no news, so that the day of the program does not matter.
 */
export function areasByCondition(refresh: Refresh): AreaFinder {
  const stated = refresh.memo(programs).flatMap(({ indication, therapeuticArea }) => {
    const area = areaOf(therapeuticArea);
    return area ? [{ indication: folded(indication), area }] : [];
  });
  const areas = new Map(
    [...groupBy(stated, ({ indication }) => indication)].flatMap(([indication, own]) =>
      own.every(({ area }) => area === own[0]!.area) ? [[indication, own[0]!.area] as const] : [],
    ),
  );
  return (condition) =>
    [condition, ...parts(condition)]
      .map((text) => areas.get(folded(text)))
      .find((area) => area !== undefined);
}

/** The program of each trial, by registry number: the one that lists it, else that of its drug. */
export function programsByTrial(refresh: Refresh): ReadonlyMap<string, Program> {
  const find = refresh.memo(programFinder);
  const listed = new Map(
    refresh.memo(programs).flatMap((one) => (one.nctIds ?? []).map((nctId) => [nctId, one])),
  );
  return new Map(
    refresh.facts.all('trials').flatMap((trial) => {
      const ticker = trialTicker(refresh, trial);
      const named = () =>
        parts(trial.InterventionName)
          .flatMap((drug) => parts(trial.Condition).map((one) => find(ticker, drug, one)))
          .find((program) => program !== undefined);
      const program = listed.get(trial.nctId) ?? named();
      return program ? [[trial.nctId, program] as const] : [];
    }),
  );
}

export function trialsByProgram(refresh: Refresh): ReadonlyMap<Program, readonly Trial[]> {
  const owner = refresh.memo(programsByTrial);
  const trials = new Map<Program, Trial[]>();
  for (const trial of refresh.facts.all('trials')) {
    const program = owner.get(trial.nctId);
    if (program) trials.set(program, [...(trials.get(program) ?? []), trial]);
  }
  return trials;
}

/** The company that runs a trial: collaborators are not sponsors. */
export function trialTicker(refresh: Refresh, trial: Trial): string | undefined {
  return refresh.memo(trialTickers).get(trial);
}

function trialTickers(refresh: Refresh): ReadonlyMap<Trial, string | undefined> {
  const { universe } = refresh;
  return new Map(
    refresh.facts
      .all('trials')
      .map((trial) => [trial, universe.ticker(trial.ticker, trial.LeadSponsorName)]),
  );
}

/** What a trial tests: its first intervention that is no comparator. */
export function trialDrug(trial: Trial): string | null {
  return parts(trial.InterventionName).find((name) => !COMPARATOR.test(name)) ?? null;
}

const COMPARATOR = /placebo|standard of care|best supportive|vehicle|sham|saline/i;

/** The same drug of the same company, however its name is cased. */
export function drugKey(ticker: string, drug: string): string {
  return `${ticker} ${folded(drug)}`;
}

interface Sighting {
  readonly ticker: string;
  readonly drug: string;
  readonly indication: string;
  readonly phase: string | null;
  readonly seen: string | null;
  readonly nctId: string | null;
  readonly therapeuticArea: string | null;
  readonly drugType: string | null;
  /** What its registered status says of a trial that was stopped; null for one that was not. */
  readonly stop: 'Terminated' | 'On hold' | null;
}

/** Our choice: a program is as far as the furthest of its trials and catalysts. */
function inferred(refresh: Refresh, listed: ReadonlySet<string>): readonly Program[] {
  const sightings = [...catalystSightings(refresh, listed), ...trialSightings(refresh, listed)];
  const groups = groupBy(sightings, ({ ticker, drug, indication }) =>
    JSON.stringify([drugKey(ticker, drug), folded(indication)]),
  );
  return [...groups.values()].map((group) => {
    const { ticker, drug, indication } = group[0]!;
    const furthest = group.toSorted((a, b) => phaseRank(b.phase) - phaseRank(a.phase))[0]!;
    return {
      ticker,
      drug_name: drug,
      indication,
      phase: furthest.phase,
      status: stopOfAll(group),
      therapeuticArea: group.find((one) => one.therapeuticArea)?.therapeuticArea,
      drugType: group.find((one) => one.drugType)?.drugType,
      nctIds: [...new Set(group.flatMap(({ nctId }) => nctId ?? []))],
      updated_date: newestDay(...group.map(({ seen }) => seen)),
    };
  });
}

/** Our choice: a program ends with the last of its trials; while one is suspended, it is on hold. */
function stopOfAll(group: readonly Sighting[]): string | null {
  if (group.some(({ stop }) => stop === null)) return null;
  return group.every(({ stop }) => stop === 'Terminated') ? 'Terminated' : 'On hold';
}

function stopOf(status: string): Sighting['stop'] {
  if (isEndedEarly(status)) return 'Terminated';
  return isStopped(status) ? 'On hold' : null;
}

function catalystSightings(refresh: Refresh, listed: ReadonlySet<string>): readonly Sighting[] {
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const { ticker, drugname, treatment } = catalyst;
    if (listed.has(ticker) || !drugname || !treatment) return [];
    return {
      ticker,
      drug: drugname,
      indication: treatment,
      phase: catalyst.stage ?? null,
      seen: dayOf(catalyst.createdDate) ?? null,
      nctId: catalyst.nctId ?? null,
      therapeuticArea: catalyst.therapeuticArea ?? null,
      drugType: catalyst.drugType ?? null,
      stop: null,
    };
  });
}

/** Our choice: trials in healthy people belong to no indication. */
function trialSightings(refresh: Refresh, listed: ReadonlySet<string>): readonly Sighting[] {
  return refresh.facts.all('trials').flatMap((trial) => {
    const ticker = trialTicker(refresh, trial);
    if (!ticker || listed.has(ticker)) return [];
    const drug = trialDrug(trial);
    const indication = parts(trial.Condition)[0];
    if (!drug || !indication || /healthy/i.test(indication)) return [];
    return {
      ticker,
      drug,
      indication,
      phase: trial.Phase ?? null,
      seen: dayOf(trial.updatedAt) ?? null,
      nctId: trial.nctId,
      therapeuticArea: null,
      drugType: null,
      stop: stopOf(trial.status ?? ''),
    };
  });
}

/** The parts of a comma-separated list of the registry. */
function parts(list: string | null | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function folded(text: string | null | undefined): string {
  return (text ?? '').trim().toLowerCase();
}

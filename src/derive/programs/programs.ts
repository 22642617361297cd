import { catalystStage } from '../../domain/approval/approval.ts';
import { areaOf } from '../../domain/approval/success-rates.ts';
import { areaOfDisease } from '../../domain/approval/therapeutic-area.ts';
import { groupBy } from '../../domain/group-by.ts';
import { mayBeFiled } from '../../domain/programs/development-stage.ts';
import { drugTypeOf } from '../../domain/programs/drug-type.ts';
import { conditionsOf } from '../../domain/programs/indications.ts';
import { nameReader } from '../../domain/programs/name-reader.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { withDecisions } from './decided-programs.ts';
import type { Program } from './drug-program.ts';
import { indicationKeys, testedDrugs, trialPrograms } from './trial-programs.ts';

type Trial = Sourced<'trials'>;

/** The fields of a trial that its program uses. */
type ProgramTrial = Pick<
  Trial,
  'nctId' | 'Phase' | 'enrollment' | 'updatedAt' | 'source' | 'source_url'
>;

/**
 * All programs, with FDA decisions applied. If a source lists the programs of a company, they come
 * from this list. If not, they come from trials and catalysts. Our choice: programs from trials are
 * not added to a list, because registries name the same drug in several ways.
 */
export function programs(refresh: Refresh): readonly Program[] {
  const stated = refresh.facts.all('programs');
  const listed = new Set(stated.map(({ ticker }) => ticker));
  const known = [...stated.map(withNature), ...trialPrograms(refresh, listed)];
  return withDecisions(refresh, known, listed);
}

/**
 * A program with the phase and status that it had on a day. Undefined if the program became known
 * later.
 */
export function programOn(program: Program | undefined, day: string): Program | undefined {
  const isKnown = (program?.updated_date ?? '') <= day;
  return isKnown ? program : program?.undecided && programOn(program.undecided, day);
}

/**
 * Fills in the missing therapeutic area (from the indication) and drug type (from the drug's name)
 * of a listed program.
 */
function withNature(program: Program): Program {
  const { therapeuticArea, drugType, indication, drug_name } = program;
  if (therapeuticArea && drugType) return program;
  return {
    ...program,
    therapeuticArea: therapeuticArea || areaOfDisease(indication),
    drugType: drugType || drugTypeOf({ names: [drug_name] }),
  };
}

/**
 * Finds the program of a drug in an indication. If no indication is given, the result is the drug's
 * only program. Our choice: if the event is about an application and no program has the indication,
 * the result is the drug's only program that has reached the filing stage.
 */
export type ProgramFinder = (
  ticker: string | undefined,
  drug: string | null | undefined,
  indication: string | null | undefined,
  /** Type of the event, for example `PDUFA Date` or `Phase 2 Readout`. */
  event?: string,
) => Program | undefined;

export function programFinder(refresh: Refresh): ProgramFinder {
  return finderOf(refresh, refresh.memo(programs));
}

/** Creates a program finder for the given programs. */
export function finderOf(refresh: Refresh, among: readonly Program[]): ProgramFinder {
  const byDrug = new Map<string, Set<Program>>();
  const keyOf = refresh.memo(indicationKeys);
  const { nameKey } = refresh.memo(nameReader);
  for (const program of among) {
    for (const name of [program.drug_name, ...(program.other_names ?? [])]) {
      const key = `${program.ticker} ${nameKey(name)}`;
      byDrug.set(key, (byDrug.get(key) ?? new Set()).add(program));
    }
  }
  return (ticker, drug, indication, event) => {
    if (!ticker || !drug) return undefined;
    const own = [...(byDrug.get(`${ticker} ${nameKey(drug)}`) ?? [])];
    const key = indication ? keyOf(indication) : '';
    const same =
      own.find((one) => folded(one.indication) === folded(indication)) ??
      (key ? own.find((one) => keyOf(one.indication) === key) : undefined);
    if (same || (key && own.length > 1)) return same;
    const isFiling = catalystStage({ catalyst: event }) === 'filing';
    const candidates = isFiling ? own.filter(({ phase }) => mayBeFiled(phase)) : own;
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}

/**
 * Returns a function that finds the therapeutic area of a trial's condition. This is the area of
 * the programs in the same indication. The condition may be a comma-separated list. If the list as
 * a whole has no area, the first item with an area is used. Our choice: an indication with programs
 * in two areas has no area. Programs of all dates are used, because the area of a disease does not
 * change.
 */
export function areasByCondition(refresh: Refresh) {
  const keyOf = refresh.memo(indicationKeys);
  const stated = refresh.memo(programs).flatMap(({ indication, therapeuticArea }) => {
    const area = areaOf(therapeuticArea);
    const key = keyOf(indication);
    return area && key ? [{ indication: key, area }] : [];
  });
  const areas = new Map(
    [...groupBy(stated, ({ indication }) => indication)].flatMap(([indication, own]) =>
      own.every(({ area }) => area === own[0]!.area) ? [[indication, own[0]!.area] as const] : [],
    ),
  );
  return (condition: string | null | undefined) =>
    [condition ?? '', ...parts(condition)]
      .map((text) => areas.get(keyOf(text)))
      .find((area) => area !== undefined);
}

/** The program of each trial and the trials of each program, computed in one pass. */
export function programTrials(refresh: Refresh) {
  const find = refresh.memo(programFinder);
  const tested = refresh.memo(testedDrugs);
  const listing = refresh
    .memo(programs)
    .flatMap((program) => (program.nctIds ?? []).map((nctId) => ({ nctId, program })));
  const listed = groupBy(listing, ({ nctId }) => nctId);
  const owner = new Map<string, Program>();
  const trials = new Map<Program, ProgramTrial[]>();
  for (const trial of refresh.facts.each('trials')) {
    const ticker = refresh.universe.ticker(trial.ticker, trial.LeadSponsorName);
    const drugs = tested.get(trial.nctId) ?? [];
    const names = trial.interventions
      ? drugs.flatMap((drug) => drug.names)
      : parts(trial.InterventionName);
    const named = () =>
      names
        .flatMap((drug) => conditionsOf(trial).map((one) => find(ticker, drug, one)))
        .find((program) => program !== undefined);
    const owners = (listed.get(trial.nctId) ?? []).map(({ program }) => program);
    const program = leading(owners, drugs[0]?.name) ?? named();
    if (!program) continue;
    owner.set(trial.nctId, program);
    const { nctId, Phase, enrollment, updatedAt, source, source_url } = trial;
    const own = trials.get(program) ?? [];
    own.push({ nctId, Phase, enrollment, updatedAt, source, source_url });
    trials.set(program, own);
  }
  return {
    /**
     * Maps registry numbers to programs. A trial belongs to the program that lists it. If no
     * program lists it, it belongs to the program of its drug.
     */
    owner,
    trials,
  };
}

/**
 * Selects one of the programs to which a trial belongs. This is the program of the drug that the
 * trial names first. If no program is for this drug, the last program is selected.
 */
function leading(owners: readonly Program[], drug: string | undefined): Program | undefined {
  if (owners.length < 2) return owners[0];
  return owners.find(({ other_names }) => drug && other_names?.includes(drug)) ?? owners.at(-1);
}

/**
 * The first drug that a trial tests for its sponsor. If the registration lists its interventions as
 * one text, the result is the first intervention that is not a comparator.
 */
export function trialDrug(refresh: Refresh, trial: Trial): string | null {
  const tested = refresh.memo(testedDrugs).get(trial.nctId)?.[0]?.name;
  if (tested || trial.interventions) return tested ?? null;
  return (
    parts(trial.InterventionName).find((name) => !refresh.memo(nameReader).isNoDrug(name)) ?? null
  );
}

/** Key of a company's drug, ignoring case. */
export function drugKey(ticker: string, drug: string): string {
  return `${ticker} ${folded(drug)}`;
}

/** Splits a comma-separated list from the registry. */
function parts(list: string | null | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function folded(text: string | null | undefined): string {
  return (text ?? '').trim().toLowerCase();
}

/** Who else develops a drug for the same indication, and how much that threatens a program. */
import { type Component, combine } from '../composite.ts';
import { groupBy } from '../group-by.ts';
import { remembered } from '../remembered.ts';
import { phaseRank, STAGES, type Stage, stageOf, stageRank } from './development-stage.ts';
import { indexByIndication } from './indications.ts';

export interface CompetingProgram {
  readonly ticker: string;
  readonly company_name: string;
  readonly drug_name: string;
  readonly mechanism: string | null;
  readonly phase: string;
  readonly drugType: string | null;
  readonly therapeuticArea: string;
  readonly indication: string;
  readonly updated_date: string | null;
}

type Positioning = 'alone' | 'leader' | 'co-leader' | 'fast follower' | 'follower';

export interface LandscapeRow extends CompetingProgram {
  /** Drugs of other companies in the same indication. */
  readonly competitor_count: number;
  /** The most advanced stage in the indication, this program included. */
  readonly leader_phase: Stage | null;
  /** Threat that the others pose to this program, 0 (alone) – 100. */
  readonly threat_score: number | null;
  readonly coverage_pct: number;
  readonly components: Readonly<Record<string, Component>>;
  readonly positioning: Positioning | null;
  /** The threat rests on all programs of the indication, so that its day is that of the newest. */
  readonly as_of: string | null;
  readonly flags: readonly string[];
}

/** Weights are Our choice. */
const WEIGHTS = { lead: 0.35, crowding: 0.3, same_mechanism: 0.2, approved_rival: 0.15 } as const;
/** Our choice: five competitors are half of a full crowd. */
const HALF_CROWD = 5;

/**
 * One row a program, in the order given; pass programs in development or on the market only.
 * Flags: `no_stage` (the phase cannot be read: no threat, no position), `no_mechanism`.
 *
 * @param keyOf how indications are told apart
 */
export function competitiveLandscape(
  programs: readonly CompetingProgram[],
  keyOf?: (indication: string) => string,
): LandscapeRow[] {
  const sameIndicationAs = indexByIndication(programs, keyOf);
  const fieldOf = remembered((indication) => {
    const all = [...sameIndicationAs(indication)];
    return { drugs: furthestOfDrugs(all), leader: mostAdvanced(all), newest: newest(all) };
  });
  return programs.map((program) => {
    const field = fieldOf(program.indication);
    const rivals = field.drugs.filter(({ ticker }) => ticker !== program.ticker);
    const stage = stageOf(program.phase);
    const shared = {
      ...program,
      competitor_count: rivals.length,
      leader_phase: field.leader,
      as_of: field.newest,
    };
    if (stage === null) {
      return {
        ...shared,
        threat_score: null,
        coverage_pct: 0,
        components: {},
        positioning: null,
        flags: ['no_stage'],
      };
    }
    const threat = threatTo(program, stage, rivals);
    return {
      ...shared,
      threat_score: threat.score,
      coverage_pct: threat.coverage_pct,
      components: threat.components,
      positioning: positionOf(stage, mostAdvanced(rivals), rivals.length),
      flags: [...threat.flags, ...(program.mechanism ? [] : ['no_mechanism'])],
    };
  });
}

/** Of the programs of each drug the furthest: a disease and its types are programs of one rival. */
export function furthestOfDrugs<
  One extends Pick<CompetingProgram, 'ticker' | 'drug_name'> & {
    phase?: string | null | undefined;
  },
>(programs: readonly One[]): readonly One[] {
  const drugs = groupBy(programs, ({ ticker, drug_name }) => `${ticker} ${normalised(drug_name)}`);
  return [...drugs.values()].map((own) =>
    own.reduce((furthest, one) =>
      phaseRank(one.phase) > phaseRank(furthest.phase) ? one : furthest,
    ),
  );
}

function threatTo(program: CompetingProgram, stage: Stage, rivals: readonly CompetingProgram[]) {
  const best = mostAdvanced(rivals);
  const lead = best === null ? null : stageRank(best) - stageRank(stage);
  const sameMechanism = rivals.filter((rival) => sameMechanismAs(program, rival)).length;
  const points = {
    lead: leadPoints(lead),
    crowding: (100 * rivals.length) / (rivals.length + HALF_CROWD),
    same_mechanism: mechanismPoints(program, sameMechanism, rivals.length),
    approved_rival: best === 'approved' ? 100 : 0,
  };
  const values = {
    lead,
    crowding: rivals.length,
    same_mechanism: program.mechanism ? sameMechanism : null,
    approved_rival: Number(best === 'approved'),
  };
  const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  return combine(
    names.map((name) => ({
      name,
      weight: WEIGHTS[name],
      value: values[name],
      score: points[name],
    })),
  );
}

/** Our choice: level with the best rival 50, one stage behind 75, two or more 100, ahead 0. */
function leadPoints(lead: number | null): number {
  return lead === null || lead < 0 ? 0 : Math.min(100, 50 + 25 * lead);
}

/** Share of the rivals that work the same way, percent. */
function mechanismPoints(program: CompetingProgram, same: number, rivals: number): number | null {
  if (!program.mechanism) return null;
  return rivals === 0 ? 0 : (100 * same) / rivals;
}

function positionOf(stage: Stage, best: Stage | null, rivals: number): Positioning {
  if (rivals === 0) return 'alone';
  const behind = best === null ? -1 : stageRank(best) - stageRank(stage);
  if (behind < 0) return 'leader';
  if (behind === 0) return 'co-leader';
  return behind === 1 ? 'fast follower' : 'follower';
}

function mostAdvanced(programs: readonly CompetingProgram[]): Stage | null {
  const stages = programs.map((program) => stageOf(program.phase));
  return STAGES.findLast((stage) => stages.includes(stage)) ?? null;
}

function sameMechanismAs(program: CompetingProgram, rival: CompetingProgram): boolean {
  return normalised(program.mechanism ?? '') === normalised(rival.mechanism ?? '');
}

function newest(programs: readonly CompetingProgram[]): string | null {
  return programs.reduce<string | null>((last, { updated_date: day }) => {
    return day !== null && (last === null || day > last) ? day : last;
  }, null);
}

function normalised(text: string): string {
  return text.trim().toLowerCase();
}

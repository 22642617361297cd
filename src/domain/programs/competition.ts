import { combine } from '../composite.ts';
import { newestDay } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { remembered } from '../remembered.ts';
import { HALF_CROWD, LEAD_POINTS, THREAT_WEIGHTS } from './constants.ts';
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

/**
 * Computes the competitors of each program and the threat from them. `COMPETITIVE_THREAT` lists the
 * flags.
 *
 * @param programs programs in development or on the market
 * @param keyOf maps an indication to its key
 * @returns one row per program, in the same order
 */
export function competitiveLandscape(
  programs: readonly CompetingProgram[],
  keyOf?: (indication: string) => string,
) {
  const baskets = indexByIndication(programs.filter(isBasket), keyOf);
  const diseases = indexByIndication(
    programs.filter((program) => !isBasket(program)),
    keyOf,
  );
  const fieldIn = (sameIndicationAs: typeof baskets) => (indication: string) => {
    const all = [...sameIndicationAs(indication)];
    const newest = newestDay(...all.map(({ updated_date }) => updated_date));
    return { drugs: furthestOfDrugs(all), leader: mostAdvanced(all), newest };
  };
  const [basketFieldOf, fieldOf] = [remembered(fieldIn(baskets)), remembered(fieldIn(diseases))];
  return programs.map((program) => {
    const field = (isBasket(program) ? basketFieldOf : fieldOf)(program.indication);
    const rivals = field.drugs.filter((other) => !isOwn(program, other));
    const stage = stageOf(program.phase);
    const threat = stage === null ? null : threatTo(program, stage, rivals);
    const mechanismFlags = program.mechanism ? [] : ['no_mechanism'];
    return {
      ...program,
      /** Number of drugs of other companies in the same indication. */
      competitor_count: rivals.length,
      /** The most advanced stage in the indication, including this program. */
      leader_phase: field.leader,
      /**
       * The newest update date of the programs in the indication. All of these programs affect the
       * threat.
       */
      as_of: field.newest,
      /** Threat from competitors, from 0 (none) to 100. */
      threat_score: threat?.score ?? null,
      coverage_pct: threat?.coverage_pct ?? 0,
      components: threat?.components ?? {},
      positioning: stage && positionOf(stage, mostAdvanced(rivals), rivals.length),
      flags: threat ? [...threat.flags, ...mechanismFlags] : ['no_stage'],
    };
  });
}

/** Matches the indications of trials that enroll patients with tumors of different types. */
const BASKET =
  /^(?:(?:advanced|metastatic|refractory|relapsed|recurrent|locally|unresectable|malignant|solid|select(?:ed)?|adult|and|or|other|h[ae]+matolog\w+|,|\/) *)*(?:tumou?rs?|neoplasms?|cancers?|malignanc(?:y|ies))$/i;

/**
 * Whether a program consists of basket trials. Our choice: a filed or approved program does not,
 * because an application is for specific types of tumors.
 */
export function isBasket({ indication, phase }: Pick<CompetingProgram, 'indication' | 'phase'>) {
  const stage = stageOf(phase);
  return BASKET.test(indication.trim()) && stage !== 'filing' && stage !== 'approved';
}

/** Whether another program belongs to the same company, or to a partner with the same drug. */
function isOwn(program: CompetingProgram, other: CompetingProgram): boolean {
  return (
    other.ticker === program.ticker ||
    (other.company_name !== '' && other.company_name === program.company_name) ||
    normalized(other.drug_name) === normalized(program.drug_name)
  );
}

/**
 * The most advanced program of each drug. In one disease, a drug can have several programs, one for
 * each type of the disease.
 */
export function furthestOfDrugs<
  One extends Pick<CompetingProgram, 'ticker' | 'drug_name'> & {
    phase?: string | null | undefined;
  },
>(programs: readonly One[]): readonly One[] {
  const drugs = groupBy(programs, ({ ticker, drug_name }) => `${ticker} ${normalized(drug_name)}`);
  return [...drugs.values()].map((ofDrug) =>
    ofDrug.reduce((furthest, one) =>
      phaseRank(one.phase) > phaseRank(furthest.phase) ? one : furthest,
    ),
  );
}

function threatTo(program: CompetingProgram, stage: Stage, rivals: readonly CompetingProgram[]) {
  const best = mostAdvanced(rivals);
  const lead = best === null ? null : stageRank(best) - stageRank(stage);
  const n = rivals.length;
  const same = program.mechanism
    ? rivals.filter((one) => sameMechanismAs(program, one)).length
    : null;
  const isApproved = best === 'approved';
  const part = (name: keyof typeof THREAT_WEIGHTS, value: number | null, score: number | null) => ({
    name,
    weight: THREAT_WEIGHTS[name],
    value,
    score,
  });
  return combine([
    part('lead', lead, leadPoints(lead)),
    part('crowding', n, (100 * n) / (n + HALF_CROWD)),
    part('same_mechanism', same, same && (100 * same) / n),
    part('approved_rival', Number(isApproved), isApproved ? 100 : 0),
  ]);
}

/**
 * Points for the lead of the most advanced rival.
 * @param lead the number of stages by which this rival is ahead of the program
 */
function leadPoints(lead: number | null): number {
  if (lead === null || lead < 0) return 0;
  return Math.min(100, LEAD_POINTS.level + LEAD_POINTS.per_stage * lead);
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
  return normalized(program.mechanism ?? '') === normalized(rival.mechanism ?? '');
}

function normalized(text: string): string {
  return text.trim().toLowerCase();
}

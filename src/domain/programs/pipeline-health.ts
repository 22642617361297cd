/** Health of a company's pipeline: how much is expected of it, how spread, how it has fared. */
import { addMonths, formatISO, parseISO } from 'date-fns';
import { sum } from 'simple-statistics';
import { type CompositeScore, type Criterion, compositeScores } from '../composite.ts';
import { STAGES, type Stage, stageOf } from './development-stage.ts';

/** A program that is not terminated, withdrawn or dropped. */
export interface PipelineProgram {
  readonly phase: string;
  /** Probability of reaching the market, 0–1. */
  readonly cumulative_pos: number | null;
  readonly rNPV: number | null;
}

export interface Pipeline {
  readonly ticker: string;
  readonly company_name: string;
  readonly programs: readonly PipelineProgram[];
  /** Dates of terminations, suspensions, clinical holds and complete response letters. */
  readonly setback_dates: readonly string[];
  readonly catalyst_dates: readonly string[];
  readonly as_of: string;
}

export interface PipelineHealth extends Omit<CompositeScore, 'score'> {
  readonly ticker: string;
  readonly company_name: string;
  readonly health_score: number | null;
  readonly programs_total: number;
  readonly programs_by_phase: Readonly<Partial<Record<Stage, number>>>;
  /** Phase 3 and filed. */
  readonly late_stage_count: number;
  /** Σ p over the programs in development. */
  readonly expected_approvals: number | null;
  /** 1 − Π(1 − p), as if the programs were independent: an upper bound for a shared platform. */
  readonly any_approval_probability: number | null;
  /** Herfindahl–Hirschman index Σ s², 1/n … 1, of positive rNPV shares, else of Σ p shares. */
  readonly concentration: number | null;
  readonly stage_weighted_count: number;
  readonly setbacks: number;
  readonly catalysts_12m: number;
  readonly as_of: string;
}

/** Weights are Our choice. */
export const HEALTH_CRITERIA: readonly Criterion[] = [
  { name: 'expected_approvals', weight: 0.3, basis: 'rank' },
  { name: 'any_approval_probability', weight: 0.2, basis: 'rank' },
  { name: 'stage_weighted_count', weight: 0.15, basis: 'rank' },
  { name: 'concentration', weight: 0.1, basis: 'rank_low' },
  { name: 'setbacks', weight: 0.15, basis: 'rank_low' },
  { name: 'catalysts_12m', weight: 0.1, basis: 'rank' },
];

/** Our choice: a program counts by how far it is; approved ones are no longer pipeline. */
const STAGE_WEIGHTS: Readonly<Record<Stage, number>> = {
  preclinical: 0.5,
  phase1: 1,
  phase2: 2,
  phase3: 3,
  filing: 4,
  approved: 0,
};
/** Our choice: setbacks of the last two years count. */
const SETBACK_MONTHS = 24;

/**
 * Scores all pipelines against each other; the result has their order.
 *
 * Flags: `no_candidates` (nothing in development), `no_probability`, `partial_probabilities`,
 * `concentration_by_probability` (no program has a positive rNPV), `low_coverage`.
 */
export function pipelineHealth(pipelines: readonly Pipeline[], today: string): PipelineHealth[] {
  const measures = pipelines.map((pipeline) => measure(pipeline, today));
  const scores = compositeScores(
    measures.map((each) => ({
      expected_approvals: each.expected_approvals,
      any_approval_probability: each.any_approval_probability,
      stage_weighted_count: each.stage_weighted_count,
      concentration: each.concentration,
      setbacks: each.setbacks,
      catalysts_12m: each.catalysts_12m,
    })),
    HEALTH_CRITERIA,
  );
  return pipelines.map((pipeline, row) => {
    const { score, ...rest } = scores[row]!;
    return {
      ticker: pipeline.ticker,
      company_name: pipeline.company_name,
      health_score: score,
      ...rest,
      ...measures[row]!,
      as_of: pipeline.as_of,
      flags: [...rest.flags, ...measures[row]!.flags],
    };
  });
}

function measure(pipeline: Pipeline, today: string) {
  const { programs } = pipeline;
  const stages = programs
    .map((program) => stageOf(program.phase))
    .filter((stage) => stage !== null);
  const candidates = programs.filter((program) => stageOf(program.phase) !== 'approved');
  const chances = candidates
    .map((program) => program.cumulative_pos)
    .filter((chance) => chance !== null);
  const byValue = concentrationOf(candidates.map((program) => program.rNPV ?? 0));
  const count = (stage: Stage) => stages.filter((each) => each === stage).length;
  return {
    programs_total: programs.length,
    programs_by_phase: Object.fromEntries(
      STAGES.filter((stage) => count(stage) > 0).map((stage) => [stage, count(stage)]),
    ),
    late_stage_count: count('phase3') + count('filing'),
    expected_approvals: chances.length === 0 ? null : sum(chances),
    any_approval_probability:
      chances.length === 0 ? null : 1 - chances.reduce((none, chance) => none * (1 - chance), 1),
    concentration: byValue ?? concentrationOf(chances),
    stage_weighted_count: sum(stages.map((stage) => STAGE_WEIGHTS[stage])),
    setbacks: countBetween(pipeline.setback_dates, shifted(today, -SETBACK_MONTHS), today),
    catalysts_12m: countBetween(pipeline.catalyst_dates, today, shifted(today, 12)),
    flags: measureFlags(candidates.length, chances.length, byValue),
  };
}

function measureFlags(candidates: number, chances: number, byValue: number | null): string[] {
  if (candidates === 0) return ['no_candidates'];
  if (chances === 0) return ['no_probability'];
  return [
    ...(chances < candidates ? ['partial_probabilities'] : []),
    ...(byValue === null ? ['concentration_by_probability'] : []),
  ];
}

/** Σ of squared shares of the positive amounts; null when none is positive. */
function concentrationOf(amounts: readonly number[]): number | null {
  const positive = amounts.filter((amount) => amount > 0);
  const total = sum(positive);
  return total === 0 ? null : sum(positive.map((amount) => (amount / total) ** 2));
}

function countBetween(dates: readonly string[], from: string, to: string): number {
  return dates.filter((date) => date >= from && date <= to).length;
}

function shifted(date: string, months: number): string {
  return formatISO(addMonths(parseISO(date), months), { representation: 'date' });
}

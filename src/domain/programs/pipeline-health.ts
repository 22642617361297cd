import { sum } from 'simple-statistics';
import { compositeScores } from '../composite.ts';
import { shiftMonths } from '../dates.ts';
import { HEALTH_CRITERIA, SETBACK_MONTHS, STAGE_WEIGHTS } from './constants.ts';
import { STAGES, type Stage, stageOf } from './development-stage.ts';

/** A program in development or on the market. */
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

/**
 * Scores each pipeline by comparison with all pipelines. Returns the scores in the order of
 * `pipelines`. `PIPELINE_HEALTH` lists the flags.
 */
export function pipelineHealth(pipelines: readonly Pipeline[], today: string) {
  const measures = pipelines.map((pipeline) => measure(pipeline, today));
  const scores = compositeScores(measures, HEALTH_CRITERIA);
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
    /** Number of programs in Phase 3 or with a filed application. */
    late_stage_count: count('phase3') + count('filing'),
    /**
     * Expected number of approvals. It is the sum of the probabilities of the programs in
     * development.
     */
    expected_approvals: chances.length === 0 ? null : sum(chances),
    /**
     * Probability of at least one approval: 1 − Π(1 − p). The formula assumes that the outcomes of
     * the programs are independent. If programs share a platform, the true probability is lower.
     */
    any_approval_probability:
      chances.length === 0 ? null : 1 - chances.reduce((none, chance) => none * (1 - chance), 1),
    /**
     * Herfindahl–Hirschman index Σ s², from 1/n to 1. s is the share of a program in the sum of the
     * positive rNPVs. If no rNPV is positive, s is the share of the program in the sum of the
     * probabilities.
     */
    concentration: byValue ?? concentrationOf(chances),
    stage_weighted_count: sum(stages.map((stage) => STAGE_WEIGHTS[stage])),
    setbacks: countBetween(pipeline.setback_dates, shiftMonths(today, -SETBACK_MONTHS), today),
    catalysts_12m: countBetween(pipeline.catalyst_dates, today, shiftMonths(today, 12)),
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

/**
 * Measures concentration: Σ (amount ÷ total)² over the positive amounts. Returns null if no amount
 * is positive.
 */
function concentrationOf(amounts: readonly number[]): number | null {
  const positive = amounts.filter((amount) => amount > 0);
  const total = sum(positive);
  return total === 0 ? null : sum(positive.map((amount) => (amount / total) ** 2));
}

function countBetween(dates: readonly string[], from: string, to: string): number {
  return dates.filter((date) => date >= from && date <= to).length;
}

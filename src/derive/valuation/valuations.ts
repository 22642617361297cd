import { sum } from 'simple-statistics';
import { money, percent, price, ratio } from '../../catalogue/fields.ts';
import { rounded, rounderOf } from '../../catalogue/units.ts';
import { catalystStage } from '../../domain/approval/approval.ts';
import { areaOf } from '../../domain/approval/success-rates.ts';
import { isDelisted } from '../../domain/companies/listing.ts';
import { newestDay } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isActive } from '../../domain/programs/active.ts';
import {
  CLINICAL_STAGES,
  type ClinicalStage,
  stageOf,
} from '../../domain/programs/development-stage.ts';
import { modalityOf } from '../../domain/valuation/development-plan.ts';
import type { LossOfExclusivity } from '../../domain/valuation/exclusivity.ts';
import { RNPV } from '../../domain/valuation/methods.ts';
import type { SalesAssumption } from '../../domain/valuation/sales-curve.ts';
import {
  type ProgramValuation,
  sharesOfTotalPct,
  type ValuedProgram,
  valueProgram,
} from '../../domain/valuation/valuation.ts';
import type { ProgramApproval } from '../approval/approval.ts';
import { evidenceFinder } from '../approval/evidence.ts';
import { programApprovals } from '../approval/program-approvals.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures, sharesOutstanding } from '../finance/financials.ts';
import type { Program } from '../programs/drug-program.ts';
import { catalystsAhead } from '../programs/pipeline.ts';
import { programs, programTrials } from '../programs/programs.ts';
import { exclusivityFinder } from './exclusivities.ts';
import { type Assumption, salesAssumptions, salesKey } from './sales-assumptions.ts';

export const valuationCollections = {
  rnpv: { from: ['programs', 'trials', 'catalysts'], rows: rnpv, method: RNPV },
} satisfies Collections;

/**
 * Risk-adjusted net present value (rNPV) of each program, with its share of the company's total.
 */
export function rnpv(refresh: Refresh) {
  return [...refresh.memo(valuationsByTicker).values()].flatMap((values) => {
    const shares = sharesOfTotalPct(values.map(({ valuation }) => valuation.rNPV));
    return values.map(({ program, valuation, listed, as_of }, at) => ({
      ticker: program.ticker,
      drug_name: program.drug_name,
      indication: program.indication,
      phase: program.phase ?? null,
      ...valuation,
      loss_of_exclusivity: valuation.loss_of_exclusivity ?? listed?.date ?? null,
      listed_until: listed?.date ?? null,
      listed_basis: listed?.basis ?? null,
      share_of_total_pct: shares[at] ?? null,
      method: RNPV.id,
      as_of,
    }));
  });
}

export function valuationsByTicker(refresh: Refresh) {
  return groupBy(refresh.memo(programValuations), ({ program }) => program.ticker);
}

/**
 * Values each program that is not terminated and whose company is listed, in whole US dollars. The
 * rNPV is the sum of the rounded, discounted yearly cash flows.
 */
export function programValuations(refresh: Refresh) {
  const approvals = refresh.memo(programApprovals);
  const assumptions = refresh.memo(salesAssumptions);
  const listedOf = refresh.memo(exclusivityFinder);
  return refresh
    .memo(programs)
    .filter((program) => isActive(program) && isListed(refresh, program.ticker))
    .map((program) => {
      const approval = approvals.get(program)!;
      const assumption = assumptions.get(salesKey(program)) ?? null;
      const listed = listedOf(program);
      const sales = assumption && salesOf(assumption, listed);
      const inputs = inputsOf(refresh, program, approval, sales);
      const valued = valueProgram(inputs, refresh.today);
      const isListed = listed !== null && assumption !== null && !assumption.loss_of_exclusivity;
      const own = [
        ...missing(approval),
        ...(isListed ? ['listed_exclusivity'] : []),
        ...(assumption?.isConsensus ? ['consensus_sales'] : []),
      ];
      const valuation = asShown({ ...valued, flags: [...new Set([...valued.flags, ...own])] });
      const trials = refresh.memo(programTrials).trials.get(program) ?? [];
      const as_of = newestDay(
        program.updated_date,
        approval.as_of,
        assumption?.assumed_date,
        inputs.shares_outstanding ? sharesFiled(refresh, program.ticker) : null,
        ...trials.map(({ updatedAt }) => updatedAt?.slice(0, 10)),
      );
      return {
        program,
        approval,
        valuation,
        /**
         * The end of the drug's protection, according to the patents and exclusivities in the FDA's
         * lists.
         */
        listed,
        /** The newest date of the facts that were used. */
        as_of,
      };
    });
}

/**
 * Whether a ticker's company is still listed. Also true for a ticker that is in no company list.
 */
export function isListed({ universe, today }: Refresh, ticker: string): boolean {
  return !isDelisted(universe.company(ticker), today);
}

function inputsOf(
  refresh: Refresh,
  program: Program,
  { score }: ProgramApproval,
  sales: SalesAssumption | null,
): ValuedProgram {
  const { designations } = refresh.memo(evidenceFinder)(
    program.ticker,
    program.drug_name,
    program.indication,
  );
  return {
    phase: program.phase ?? '',
    transition_probabilities: transitionsOf(score),
    sales,
    shares_outstanding: refresh.memo(sharesOutstanding).get(program.ticker) ?? null,
    therapeuticArea: areaOf(program.therapeuticArea) ?? '',
    modality: modalityOf(program.drugType ?? null),
    stage_start_date: program.updated_date ?? null,
    stage_end_date: stageEnd(refresh, program),
    enrollment: enrollments(refresh, program),
    is_orphan: designations.some((one) => /orphan/i.test(one.designation_type)),
  };
}

/** Filing date of the newest share count. */
function sharesFiled(refresh: Refresh, ticker: string): string | null {
  return refresh.memo(companyFigures).get(ticker)?.shares_filed ?? null;
}

/** Transition probabilities by stage. Completed stages have probability 1. */
function transitionsOf({ transitions }: ProgramApproval['score']) {
  if (transitions.length === 0) return {};
  const open = new Map(transitions.map(({ stage, probability }) => [stage, probability]));
  return Object.fromEntries(CLINICAL_STAGES.map((stage) => [stage, open.get(stage) ?? 1]));
}

/**
 * The day on which a program's current stage ends. This is the day of the next catalyst that
 * decides a stage. A committee vote does not decide a stage.
 */
function stageEnd(refresh: Refresh, program: Program): string | null {
  const deciding = (refresh.memo(catalystsAhead).get(program) ?? []).find(
    ({ catalyst }) => !/ad-?comm|advisory/i.test(catalyst) && catalystStage({ catalyst }) !== null,
  );
  return deciding?.formattedDate ?? null;
}

/** Our choice: the trial cost of a stage is the cost of its largest trial. */
function enrollments(refresh: Refresh, program: Program) {
  const largest: Partial<Record<ClinicalStage, number>> = {};
  for (const { Phase, enrollment } of refresh.memo(programTrials).trials.get(program) ?? []) {
    const stage = CLINICAL_STAGES.find((one) => one === stageOf(Phase ?? ''));
    if (stage && enrollment) largest[stage] = Math.max(enrollment, largest[stage] ?? 0);
  }
  return largest;
}

/**
 * Our choice: exclusivity lasts until December 31 of the assumed year. If no year is assumed, it
 * lasts until the end of protection in the FDA's lists.
 */
function salesOf(fact: Assumption, listed: LossOfExclusivity | null): SalesAssumption {
  return {
    ...fact,
    loss_of_exclusivity: fact.loss_of_exclusivity
      ? `${fact.loss_of_exclusivity}-12-31`
      : (listed?.date ?? null),
  };
}

function missing({ score }: ProgramApproval): readonly string[] {
  return score.flags.filter((flag) => flag === 'no_area' || flag === 'undated_evidence');
}

const roundValues = rounderOf({
  rnpv_bear: money,
  rnpv_bull: money,
  cumulative_pos: ratio,
  rnpv_per_share: price,
});
const roundFlow = rounderOf({ revenue: money, cost: money, probability: ratio, discounted: money });
const roundStage = rounderOf({ start_years: percent, end_years: percent, cost_usd: money });

function asShown(value: ProgramValuation) {
  const cash_flows = value.cash_flows.map((flow) => roundFlow(flow));
  const rNPV = value.rNPV === null ? null : sum(cash_flows.map(({ discounted }) => discounted));
  return {
    ...roundValues(value),
    rNPV,
    cash_flows,
    assumptions: value.assumptions ? roundedAssumptions(value.assumptions) : {},
  };
}

function roundedAssumptions(assumptions: NonNullable<ProgramValuation['assumptions']>) {
  return {
    ...assumptions,
    transition_probabilities: roundedRatios(assumptions.transition_probabilities),
    stages: assumptions.stages.map(roundStage),
    bear: roundedRatios(assumptions.bear),
    bull: roundedRatios(assumptions.bull),
  };
}

function roundedRatios(ratios: Readonly<Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(ratios).map(([name, value]) => [name, rounded('ratio', value)]),
  );
}

import { STAGE_TITLES } from '../../domain/approval/success-rates.ts';
import { newestDay, shiftYears } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isActive } from '../../domain/programs/active.ts';
import { competitiveLandscape as rankRivals } from '../../domain/programs/competition.ts';
import type { Stage } from '../../domain/programs/development-stage.ts';
import { COMPETITIVE_THREAT, PIPELINE_HEALTH } from '../../domain/programs/methods.ts';
import {
  type PipelineProgram,
  pipelineHealth as scorePipelines,
} from '../../domain/programs/pipeline-health.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { isSetback, tellingSignalsByTicker } from '../trials/risk-signals.ts';
import { catalystDays12m, roundedScore } from '../valuation/scoring.ts';
import { isListed, valuationsByTicker } from '../valuation/valuations.ts';
import { programs } from './programs.ts';
import { indicationKeys } from './trial-programs.ts';

export const competitionCollections = {
  competitiveLandscape: {
    from: ['programs', 'trials', 'catalysts'],
    rows: competitiveLandscape,
    method: COMPETITIVE_THREAT,
  },
  pipelineHealth: {
    from: ['programs', 'trials', 'catalysts'],
    rows: pipelineHealth,
    method: PIPELINE_HEALTH,
  },
} satisfies Collections;

/** Names of stages in program records. */
const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  preclinical: 'Preclinical',
  ...STAGE_TITLES,
  approved: 'Approved',
};

/**
 * Programs in development or on the market, compared with other programs in the same indication.
 */
export function competitiveLandscape(refresh: Refresh) {
  // Our choice: the programs of delisted companies are not competitors. If a buyer continues a
  // program, it is listed under the buyer.
  const competitors = refresh
    .memo(programs)
    .filter((program) => isActive(program) && isListed(refresh, program.ticker))
    .map((program) => ({
      ticker: program.ticker,
      company_name: refresh.universe.company(program.ticker)?.name ?? '',
      drug_name: program.drug_name,
      mechanism: program.mechanism ?? null,
      phase: program.phase ?? '',
      drugType: program.drugType ?? null,
      therapeuticArea: program.therapeuticArea ?? '',
      indication: program.indication,
      updated_date: program.updated_date ?? null,
    }));
  return rankRivals(competitors, refresh.memo(indicationKeys)).map(
    ({ updated_date: _, ...row }) => {
      const threat = { score: row.threat_score, percentile: null };
      const { score, coverage_pct, components, flags } = roundedScore({ ...row, ...threat });
      return {
        ...row,
        therapeuticArea: row.therapeuticArea || null,
        company_name: row.company_name || null,
        phase: row.phase || null,
        leader_phase: row.leader_phase && STAGE_NAMES[row.leader_phase],
        threat_score: score,
        coverage_pct,
        components,
        method: COMPETITIVE_THREAT.id,
        flags: flags.filter((flag) => flag !== 'no_same_mechanism'),
      };
    },
  );
}

/** Pipelines of the listed companies, scored relative to each other. */
export function pipelineHealth(refresh: Refresh) {
  const { universe, today } = refresh;
  const byTicker = groupBy(refresh.memo(programs), ({ ticker }) => ticker);
  const pipelines = universe.companies
    .filter(({ ticker }) => isListed(refresh, ticker) && byTicker.has(ticker))
    .map(({ ticker, name }) => {
      const values = refresh.memo(valuationsByTicker).get(ticker) ?? [];
      const setbacks = setbackDates(refresh, ticker);
      const days = refresh.memo(catalystDays12m).get(ticker) ?? [];
      return {
        ticker,
        company_name: name,
        programs: values.map(
          ({ program, valuation }): PipelineProgram => ({
            phase: program.phase ?? '',
            cumulative_pos: valuation.cumulative_pos,
            rNPV: valuation.rNPV,
          }),
        ),
        setback_dates: setbacks,
        catalyst_dates: days,
        as_of:
          newestDay(
            ...values.map(({ as_of }) => as_of),
            ...byTicker.get(ticker)!.map(({ updated_date }) => updated_date),
            ...setbacks,
          ) ?? today,
      };
    });
  return scorePipelines(pipelines, today).map(({ health_score, ...row }) => {
    const { score, ...shown } = roundedScore({ ...row, score: health_score });
    return {
      ...row,
      ...shown,
      health_score: score,
      programs_by_phase: titled(row.programs_by_phase),
      method: PIPELINE_HEALTH.id,
    };
  });
}

/**
 * Dates of the setbacks of the last three years. Our choice: several setbacks of one drug on one
 * day are counted as a single setback.
 */
function setbackDates(refresh: Refresh, ticker: string): readonly string[] {
  const since = shiftYears(refresh.today, -3);
  const signals = refresh.memo(tellingSignalsByTicker).get(ticker) ?? [];
  const days = signals
    .filter((signal) => isSetback(signal) && signal.signal_date >= since)
    .map(({ drug_name, signal_date }) => `${signal_date} ${drug_name}`);
  return [...new Set(days)].map((day) => day.slice(0, 10)).sort();
}

function titled(counts: Readonly<Partial<Record<Stage, number>>>) {
  return Object.fromEntries(
    Object.entries(counts).map(([stage, count]) => [STAGE_NAMES[stage as Stage], count]),
  );
}

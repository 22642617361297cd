import { sum } from 'simple-statistics';
import { rounded } from '../../catalogue/units.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import type { Component, CompositeScore } from '../../domain/composite.ts';
import { daysBetween, newestDay, shiftYears } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { COMPANY_SCORE, PROGRAM_SCORE } from '../../domain/valuation/methods.ts';
import {
  type CompanyInputs,
  type CompanyScore,
  type ProgramInputs,
  type ProgramScore,
  companyScores as scoreCompanies,
  programScores as scorePrograms,
} from '../../domain/valuation/scores.ts';
import { unvaluedReasons } from '../../domain/valuation/valuation.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures, runways } from '../finance/financials.ts';
import { lastCloses, marketCaps } from '../market/market.ts';
import { newestSentiments } from '../ownership/funds.ts';
import { insiderScores } from '../ownership/insiders.ts';
import { catalystsAhead } from '../programs/pipeline.ts';
import { isListed, programValuations, valuationsByTicker } from './valuations.ts';

export const scoreCollections = {
  companyScores: {
    from: ['financial_facts', 'programs', 'trials', 'catalysts'],
    rows: companyScores,
    method: COMPANY_SCORE,
  },
  programScores: {
    from: ['programs', 'trials', 'catalysts'],
    rows: programScores,
    method: PROGRAM_SCORE,
  },
} satisfies Collections;

/** Listed biotech and pharma companies, scored relative to each other. */
export function companyScores(refresh: Refresh) {
  return refresh.memo(companyScoreResults).map((one) => ({ ...one, ...roundedScore(one) }));
}

/** Programs that are not terminated, scored relative to each other. */
export function programScores(refresh: Refresh) {
  const values = refresh.memo(programValuations);
  return refresh.memo(programScoreResults).map((one, at) => {
    // The probability is taken from the scorecard, so that all records of a program show the same
    // value.
    const poa = values[at]!.approval.score.poa ?? one.poa;
    const { flags, ...score } = roundedScore(one);
    // The score adds the flag `no_rnpv` if there is no rNPV. Here the flag is removed, because
    // other flags of the program state the reason.
    const shown = flags.filter((flag) => flag !== 'no_rnpv' || one.flags.includes(flag));
    return { ...one, phase: one.phase || null, poa, ...score, flags: shown };
  });
}

/** Unrounded scores of the listed companies. Only the rNPV of their programs is rounded. */
export function companyScoreResults(refresh: Refresh): readonly CompanyScore[] {
  const listed = refresh.universe.companies.filter(({ ticker }) => isListed(refresh, ticker));
  return scoreCompanies(listed.map(({ ticker, name }) => companyInputs(refresh, ticker, name)));
}

function programScoreResults(refresh: Refresh): readonly ProgramScore[] {
  const labels = new Map(
    refresh.memo(companyScoreResults).map(({ ticker, valuation }) => [ticker, valuation]),
  );
  const ahead = refresh.memo(catalystsAhead);
  const inputs = refresh
    .memo(programValuations)
    .map(({ program, valuation, as_of }): ProgramInputs => {
      const next = ahead.get(program)?.[0];
      return {
        ticker: program.ticker,
        drug_name: program.drug_name,
        indication: program.indication,
        phase: program.phase ?? '',
        rNPV: valuation.rNPV,
        unvalued_reasons: unvaluedReasons(valuation),
        cumulative_pos: valuation.cumulative_pos,
        peak_sales_usd: valuation.peak_sales_usd,
        launch_year: valuation.launch_year,
        days_to_catalyst: next ? daysBetween(refresh.today, next.formattedDate) : null,
        valuation: labels.get(program.ticker) ?? null,
        as_of: as_of ?? refresh.today,
      };
    });
  return scorePrograms(inputs);
}

/**
 * Sum of the approval probabilities of a company's programs in development; null if there are none.
 */
function expectedApprovals(refresh: Refresh, ticker: string): number | null {
  const chances = (refresh.memo(valuationsByTicker).get(ticker) ?? [])
    .filter(({ approval }) => approval.score.poa !== null)
    .flatMap(({ valuation }) => valuation.cumulative_pos ?? []);
  return chances.length === 0 ? null : sum(chances);
}

/** Maps tickers to the unsorted dates of the company's catalysts within the next year. */
export function catalystDays12m({ facts, today }: Refresh) {
  const year = shiftYears(today, 1);
  const ahead = facts
    .all('catalysts')
    .filter((one) => isAhead(one, today) && one.formattedDate <= year);
  const byTicker = groupBy(ahead, ({ ticker }) => ticker);
  return new Map(
    [...byTicker].map(([ticker, own]) => [ticker, own.map((one) => one.formattedDate)]),
  );
}

function companyInputs(refresh: Refresh, ticker: string, company_name: string): CompanyInputs {
  const values = refresh.memo(valuationsByTicker).get(ticker) ?? [];
  const funds = refresh.memo(runways).get(ticker);
  const sentiment = refresh.memo(newestSentiments).get(ticker);
  const insiders = refresh.memo(insiderScores).get(ticker);
  return {
    ticker,
    company_name,
    market_cap_usd: refresh.memo(marketCaps).get(ticker) ?? null,
    net_cash_usd: netCash(refresh, ticker),
    overhead_usd: refresh.memo(companyFigures).get(ticker)?.overhead_usd ?? null,
    program_rNPVs: values.map(({ valuation }) => valuation.rNPV),
    unvalued_reasons: values.flatMap(({ valuation }) => unvaluedReasons(valuation)),
    expected_approvals: expectedApprovals(refresh, ticker),
    runway_months: funds?.runway_months ?? null,
    // Our choice: the count is 0 for a company in the store that has no catalysts.
    catalysts_12m: refresh.memo(catalystDays12m).get(ticker)?.length ?? 0,
    sentiment_score: sentiment?.sentiment_score ?? null,
    insider_score: insiders?.insider_score ?? null,
    as_of:
      newestDay(
        refresh.memo(lastCloses).get(ticker)?.date,
        funds?.as_of,
        sentiment?.as_of,
        insiders?.as_of,
        ...values.map(({ as_of }) => as_of),
      ) ?? refresh.today,
  };
}

/**
 * Net cash on the newest balance sheet, US dollars: cash and marketable securities minus total
 * debt. Our choice: null if the balance sheet is stale.
 */
export function netCash(refresh: Refresh, ticker: string): number | null {
  const figures = refresh.memo(companyFigures).get(ticker);
  if (!figures) return null;
  const { gross_liquid_usd, period_end, flags } = figures.funds;
  if (gross_liquid_usd === null || !period_end || flags.includes('stale_filing')) return null;
  return gross_liquid_usd - figures.debt_usd;
}

type Scored = Pick<
  CompositeScore,
  'score' | 'percentile' | 'coverage_pct' | 'components' | 'flags'
>;

/**
 * The composite score as shown in records: the sum of its rounded components. The flags list
 * missing components.
 */
export function roundedScore({ score, percentile, coverage_pct, components, flags }: Scored) {
  const shown = roundedComponents(components);
  const missing = Object.entries(shown).filter(([, part]) => part.score === null);
  return {
    score: score === null ? null : scoreShown(shown),
    percentile: rounded('percent', percentile),
    coverage_pct: rounded('percent', coverage_pct),
    components: shown,
    flags: [...new Set([...flags, ...missing.map(([name]) => `no_${name.toLowerCase()}`)])],
  };
}

/** The rounded components of a composite score. */
export function roundedComponents(components: CompositeScore['components']) {
  return Object.fromEntries(
    Object.entries(components).map(([name, { value, score, weight }]): [string, Component] => [
      name,
      {
        value: rounded('ratio', value),
        score: rounded('percent', score),
        weight: rounded('ratio', weight),
      },
    ]),
  );
}

/**
 * Sum of weight × score over the rounded components. It is limited to 100, because the sum of
 * rounded values could exceed 100.
 */
export function scoreShown(shown: CompositeScore['components']): number {
  const total = sum(Object.values(shown).map((part) => part.weight * (part.score ?? 0)));
  return rounded('percent', Math.min(100, total));
}

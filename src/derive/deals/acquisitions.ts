import { newestDay, shiftYears } from '../../domain/dates.ts';
import { type Acquirer, acquirerLeaderboard } from '../../domain/deals/acquirers.ts';
import { type TargetInputs, targetScores } from '../../domain/deals/acquisitions.ts';
import { areaKey, type Deal, missingTerms, standingOf } from '../../domain/deals/deals.ts';
import { ACQUIRER_APPETITE, TAKEOVER_SCORE } from '../../domain/deals/methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { phaseRank } from '../../domain/programs/development-stage.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { runways } from '../finance/financials.ts';
import { originOf } from '../origin.ts';
import { specialistOwnership } from '../ownership/funds.ts';
import type { Program } from '../programs/drug-program.ts';
import { statedBy } from '../rows.ts';
import { companyScoreResults, netCash, roundedScore } from '../valuation/scoring.ts';
import { valuationsByTicker } from '../valuation/valuations.ts';
import { type MergedDeal, mergedDeals } from './merged-deals.ts';

export const dealCollections = {
  maDeals: { from: ['deals'], rows: maDeals },
  maAcquirers: { from: ['deals'], rows: maAcquirers, method: ACQUIRER_APPETITE },
  maTargets: {
    from: ['financial_facts', 'programs', 'trials'],
    rows: maTargets,
    method: TAKEOVER_SCORE,
  },
} satisfies Collections;

/** Our choice: number of years for which a readout affects a company's takeover score. */
const readoutYears = 2;

/**
 * Deals announced on or before today, with their current status and the tickers of their parties.
 */
export function maDeals({ memo, today }: Refresh) {
  return memo(mergedDeals).map((deal) => {
    const standing = standingOf(deal, today);
    // A partnership has no acquirer and no target.
    const isMutual = deal.dealType === 'partnership';
    return {
      acquirer: isMutual ? null : deal.acquirer,
      acquirerTicker: isMutual ? null : deal.acquirerTicker,
      target: isMutual ? null : deal.target,
      targetTicker: isMutual ? null : deal.targetTicker,
      company: isMutual ? deal.acquirer : null,
      party: isMutual ? deal.target : null,
      parties: [deal.acquirer, deal.acquirerTicker, deal.target, deal.targetTicker].filter(
        (name) => name !== null,
      ),
      dealType: deal.dealType ?? null,
      ...standing,
      announcedDate: deal.announcedDate,
      upfrontValue: deal.upfrontValue ?? null,
      milestoneValue: deal.milestoneValue ?? null,
      totalValue: deal.totalValue ?? null,
      premiumPct: deal.premiumPct ?? null,
      therapeuticArea: deal.therapeuticArea ?? null,
      leadAsset: deal.leadAsset ?? null,
      leadPhase: deal.leadPhase ?? null,
      ...statedBy(deal),
      ...originOf('deals', deal),
      flags: missingTerms({ ...deal, ...standing }),
    };
  });
}

/** Acquirers, ranked by how likely they are to buy companies. */
export function maAcquirers(refresh: Refresh) {
  const funds = refresh.memo(runways);
  return refresh.memo(acquirers).map((acquirer) => {
    const appetite = { score: acquirer.appetiteScore, percentile: null };
    const { score, coverage_pct, components, flags } = roundedScore({ ...acquirer, ...appetite });
    return {
      ...acquirer,
      appetiteScore: score,
      coverage_pct,
      components,
      method: ACQUIRER_APPETITE.id,
      as_of: newestDay(acquirer.lastDealDate, funds.get(acquirer.acquirerTicker ?? '')?.as_of),
      flags,
    };
  });
}

/** Listed biotech and pharma companies, scored as takeover targets relative to each other. */
export function maTargets(refresh: Refresh) {
  const inputs = targetInputs(refresh);
  const areaDates = refresh.memo(newestDealByArea);
  return targetScores(
    inputs,
    refresh.memo(domainDeals),
    refresh.memo(acquirers),
    refresh.today,
  ).map(({ grade: _, ...target }, at) => ({
    ...target,
    ...roundedScore(target),
    as_of: newestDay(target.as_of, areaDates.get(areaKey(inputs[at]!.therapeuticArea))),
  }));
}

function targetInputs(refresh: Refresh): readonly TargetInputs[] {
  const funds = refresh.memo(runways);
  const specialists = refresh.memo(specialistOwnership);
  const readouts = refresh.memo(recentReadouts);
  const values = refresh.memo(valuationsByTicker);
  return refresh.memo(companyScoreResults).map((company) => {
    const { ticker } = company;
    const lead = leadProgram((values.get(ticker) ?? []).map(({ program }) => program));
    const readout = readouts.get(ticker);
    return {
      ticker,
      company_name: company.company_name,
      market_cap_usd: company.market_cap_usd,
      net_cash_usd: netCash(refresh, ticker),
      rNPV: company.rNPV,
      lead_phase: lead?.phase ?? null,
      therapeuticArea: lead?.therapeuticArea ?? null,
      runway_months: funds.get(ticker)?.runway_months ?? null,
      specialist_ownership_pct: specialists.get(ticker) ?? null,
      recent_readout: readout?.outcome ?? null,
      as_of: newestDay(company.as_of, readout?.date) ?? refresh.today,
    };
  });
}

/** The program that the company marks as lead. If there is none, the most advanced program. */
function leadProgram(programs: readonly Program[]): Program | undefined {
  const named = programs.filter(({ lead_program }) => lead_program);
  return (named.length > 0 ? named : programs).toSorted(
    (a, b) => phaseRank(b.phase) - phaseRank(a.phase),
  )[0];
}

interface Readout {
  readonly date: string;
  readonly outcome: 'positive' | 'negative' | 'mixed';
}

/** Each company's newest phase 2 or 3 readout of the last two years that has an outcome. */
function recentReadouts(refresh: Refresh): ReadonlyMap<string, Readout> {
  const since = shiftYears(refresh.today, -readoutYears);
  const newest = new Map<string, Readout>();
  for (const { ticker, catalyst, formattedDate, outcome } of refresh.facts.all('catalysts')) {
    if (!/phase\s*[23].*readout/i.test(catalyst) || !isOutcome(outcome)) continue;
    if (formattedDate < since || formattedDate > refresh.today) continue;
    if (formattedDate > (newest.get(ticker)?.date ?? '')) {
      newest.set(ticker, { date: formattedDate, outcome });
    }
  }
  return newest;
}

function isOutcome(outcome: string | null | undefined): outcome is Readout['outcome'] {
  return outcome === 'positive' || outcome === 'negative' || outcome === 'mixed';
}

function acquirers(refresh: Refresh): readonly Acquirer[] {
  const deals = refresh.memo(domainDeals);
  const tickers = deals.flatMap(({ acquirerTicker }) => acquirerTicker ?? []);
  const cash = new Map(tickers.map((ticker) => [ticker, netCash(refresh, ticker)]));
  return acquirerLeaderboard(deals, cash, refresh.today);
}

function newestDealByArea(refresh: Refresh): ReadonlyMap<string, string | null> {
  const areas = groupBy(refresh.memo(domainDeals), (deal) => areaKey(deal.therapeuticArea));
  return new Map(
    [...areas].map(([area, deals]) => [
      area,
      newestDay(...deals.map(({ announcedDate }) => announcedDate)),
    ]),
  );
}

/** Our choice: a deal without a stated type is not treated as a takeover. */
function domainDeals({ memo }: Refresh): readonly Deal[] {
  const dealOf = (deal: MergedDeal): Deal => ({
    acquirer: deal.acquirer,
    acquirerTicker: deal.acquirerTicker,
    targetTicker: deal.targetTicker,
    dealType: deal.dealType?.toLowerCase() ?? '',
    status: deal.status ?? '',
    announcedDate: deal.announcedDate,
    upfrontValue: deal.upfrontValue ?? null,
    totalValue: deal.totalValue ?? null,
    premiumPct: deal.premiumPct ?? null,
    therapeuticArea: deal.therapeuticArea ?? null,
  });
  return memo(mergedDeals).map(dealOf);
}

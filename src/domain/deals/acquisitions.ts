import { TAKEOVER_SCORE } from './methods.ts';
/**
 * Takeover targets: which companies are likely to be bought, by whom and for how much.
 *
 * The target score is a rule score, not a fitted likelihood: the literature's models (Palepu
 * 1986; Danzon, Epstein & Nicholson 2007) name what matters, their coefficients do not fit
 * clinical-stage companies. Its rank is meaningful, its height is not a probability.
 */

import { type CompositeScore, type Criterion, compositeScores } from '../composite.ts';
import { groupBy } from '../group-by.ts';
import { type Stage, stageOf } from '../programs/development-stage.ts';
import type { Acquirer } from './acquirers.ts';
import {
  acquirerKey,
  areaKey,
  type Deal,
  impliedPremium,
  monthsBefore,
  PUBLISHED_PREMIUM,
  takeovers,
} from './deals.ts';

export interface TargetInputs {
  readonly ticker: string;
  readonly company_name: string;
  readonly market_cap_usd: number | null;
  readonly net_cash_usd: number | null;
  readonly rNPV: number | null;
  readonly lead_phase: string | null;
  readonly therapeuticArea: string | null;
  readonly runway_months: number | null;
  /** Shares held by specialist funds over shares outstanding, percent. */
  readonly specialist_ownership_pct: number | null;
  /** Outcome of the newest phase 2 or 3 readout of the last two years. */
  readonly recent_readout: 'positive' | 'negative' | 'mixed' | null;
  readonly as_of: string;
}

interface LikelyAcquirer {
  readonly acquirer: string;
  readonly acquirerTicker: string | null;
  /** Its deals in the target's therapeutic area. */
  readonly area_deals: number;
  readonly cash_capacity_usd: number | null;
}

export interface TargetScore extends CompositeScore {
  readonly ticker: string;
  readonly company_name: string;
  readonly implied_premium_pct: number | null;
  readonly premium_basis: string;
  /** Market capitalisation with the lower and upper quartile of the premiums, US dollars. */
  readonly value_low_usd: number | null;
  readonly value_high_usd: number | null;
  readonly likely_acquirers: readonly LikelyAcquirer[];
  readonly method: string;
  readonly as_of: string;
}

/** Weights are Our choice. */
export const TARGET_CRITERIA: readonly Criterion[] = [
  { name: 'lead_stage', weight: 0.2, basis: 'points' },
  { name: 'rnpv_to_enterprise_value', weight: 0.2, basis: 'rank' },
  { name: 'area_deals', weight: 0.15, basis: 'rank' },
  { name: 'size', weight: 0.15, basis: 'points' },
  { name: 'runway_months', weight: 0.1, basis: 'rank_low' },
  { name: 'specialist_ownership_pct', weight: 0.1, basis: 'rank' },
  { name: 'recent_readout', weight: 0.1, basis: 'points' },
];

/** Our choice: acquirers pay for late data that is not yet priced as a product. */
const LEAD_STAGE_POINTS: Readonly<Record<Stage, number>> = {
  preclinical: 20,
  phase1: 40,
  phase2: 70,
  phase3: 100,
  filing: 90,
  approved: 80,
};
const READOUT_POINTS = { positive: 100, mixed: 50, negative: 0 } as const;

/** Our choice: how long a deal keeps its therapeutic area hot. */
const AREA_HEAT_MONTHS = 24;
const LIKELY_ACQUIRERS = 5;

/**
 * Scores the companies as targets against each other, from deals announced by `today`; the
 * result has their order. Flags: `no_market_cap` (no value range), `published_premium` (fewer
 * than five comparable deals), `no_acquirer`, `acquirer_capacity_unknown` (of one that is named),
 * `low_coverage`.
 */
export function targetScores(
  companies: readonly TargetInputs[],
  deals: readonly Deal[],
  acquirers: readonly Acquirer[],
  today: string,
): TargetScore[] {
  const known = takeovers(deals, today);
  const byArea = groupBy(known, (deal) => areaKey(deal.therapeuticArea));
  const dealsInArea = ({ therapeuticArea }: TargetInputs) =>
    therapeuticArea === null ? null : (byArea.get(areaKey(therapeuticArea)) ?? []);
  const since = monthsBefore(today, AREA_HEAT_MONTHS);
  const scores = compositeScores(
    companies.map((company) => targetValues(company, dealsInArea(company), since)),
    TARGET_CRITERIA,
  );
  return companies.map((company, row) => {
    const premium = impliedPremium(known, company.therapeuticArea, today);
    const cap = company.market_cap_usd;
    const value_low_usd = cap && cap * (1 + premium.low_pct / 100);
    const likely_acquirers = likelyAcquirers(
      company,
      dealsInArea(company),
      acquirers,
      value_low_usd,
    );
    const capacityUnknown = likely_acquirers.some((each) => each.cash_capacity_usd === null);
    return {
      ...scores[row]!,
      ticker: company.ticker,
      company_name: company.company_name,
      implied_premium_pct: premium.premium_pct,
      premium_basis: premium.basis,
      value_low_usd,
      value_high_usd: cap && cap * (1 + premium.high_pct / 100),
      likely_acquirers,
      method: TAKEOVER_SCORE.id,
      as_of: company.as_of,
      flags: [
        ...scores[row]!.flags,
        ...(cap ? [] : ['no_market_cap']),
        ...(premium.basis === PUBLISHED_PREMIUM.basis ? ['published_premium'] : []),
        ...(likely_acquirers.length === 0 ? ['no_acquirer'] : []),
        ...(capacityUnknown ? ['acquirer_capacity_unknown'] : []),
      ],
    };
  });
}

function targetValues(company: TargetInputs, areaDeals: readonly Deal[] | null, since: string) {
  const stage = company.lead_phase === null ? null : stageOf(company.lead_phase);
  const { market_cap_usd: cap, net_cash_usd: cash } = company;
  const enterprise_value = cap === null || cash === null ? null : cap - cash;
  return {
    lead_stage: stage && LEAD_STAGE_POINTS[stage],
    rnpv_to_enterprise_value: valueRatio(company.rNPV, enterprise_value),
    area_deals: areaDeals?.filter((deal) => deal.announcedDate >= since).length ?? null,
    size: enterprise_value === null ? null : sizePoints(enterprise_value),
    runway_months: company.runway_months,
    specialist_ownership_pct: company.specialist_ownership_pct,
    recent_readout: company.recent_readout && READOUT_POINTS[company.recent_readout],
  };
}

/** Our choice: with an enterprise value of a million or less the ratio is taken at a million. */
function valueRatio(rNPV: number | null, enterprise_value: number | null): number | null {
  if (rNPV === null || enterprise_value === null) return null;
  return rNPV / Math.max(1e6, enterprise_value);
}

/** Our choice: most takeovers lie between $0.3 and $5 billion of enterprise value. */
function sizePoints(enterprise_value: number): number {
  if (enterprise_value >= 0.3e9 && enterprise_value <= 5e9) return 100;
  return enterprise_value >= 0.1e9 && enterprise_value <= 15e9 ? 60 : 20;
}

/** Acquirers active in the area that can pay the low value; unknown capacity comes last. */
function likelyAcquirers(
  company: TargetInputs,
  areaDeals: readonly Deal[] | null,
  acquirers: readonly Acquirer[],
  value_low_usd: number | null,
): LikelyAcquirer[] {
  const byAcquirer = groupBy(areaDeals ?? [], acquirerKey);
  const capable = (capacity: number | null) =>
    capacity === null || value_low_usd === null || capacity >= value_low_usd;
  return acquirers
    .filter((each) => each.acquirerTicker !== company.ticker && capable(each.cashCapacity))
    .map((each) => ({
      acquirer: each.acquirer,
      acquirerTicker: each.acquirerTicker,
      area_deals: byAcquirer.get(acquirerKey(each))?.length ?? 0,
      cash_capacity_usd: each.cashCapacity,
      rank: each.rank,
    }))
    .filter((each) => each.area_deals > 0)
    .sort(
      (a, b) =>
        Number(a.cash_capacity_usd === null) - Number(b.cash_capacity_usd === null) ||
        b.area_deals - a.area_deals ||
        a.rank - b.rank,
    )
    .slice(0, LIKELY_ACQUIRERS)
    .map(({ rank: _, ...acquirer }) => acquirer);
}

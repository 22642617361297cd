/**
 * Takeover targets with their likely acquirers and prices. Rules compute the score from criteria of
 * published models (Palepu 1986; Danzon, Epstein & Nicholson 2007). The coefficients of these
 * models are not used, because they do not fit clinical-stage companies. Only the order of the
 * scores has a meaning: a score is not a probability.
 */
import { compositeScores } from '../composite.ts';
import { shiftMonths } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { stageOf } from '../programs/development-stage.ts';
import type { Acquirer } from './acquirers.ts';
import {
  AREA_DEAL_MONTHS,
  LEAD_STAGE_POINTS,
  MIN_ENTERPRISE_VALUE_USD,
  OTHER_SIZE_POINTS,
  READOUT_POINTS,
  SIZE_RANGES,
  TARGET_CRITERIA,
} from './constants.ts';
import {
  acquirerKey,
  areaKey,
  type Deal,
  impliedPremium,
  PUBLISHED_PREMIUM,
  takeovers,
} from './deals.ts';
import { TAKEOVER_SCORE } from './methods.ts';

export interface TargetInputs {
  readonly ticker: string;
  readonly company_name: string;
  readonly market_cap_usd: number | null;
  readonly net_cash_usd: number | null;
  readonly rNPV: number | null;
  readonly lead_phase: string | null;
  readonly therapeuticArea: string | null;
  readonly runway_months: number | null;
  /** Shares held by specialist biotech funds ÷ shares outstanding, percent. */
  readonly specialist_ownership_pct: number | null;
  /** Outcome of the company's newest Phase 2 or 3 readout within the last two years. */
  readonly recent_readout: 'positive' | 'negative' | 'mixed' | null;
  readonly as_of: string;
}

const LIKELY_ACQUIRERS = 5;

/**
 * Scores companies as takeover targets. Returns the scores in the order of `companies`. Only deals
 * announced on or before `today` are used. `TAKEOVER_SCORE` lists the flags.
 */
export function targetScores(
  companies: readonly TargetInputs[],
  deals: readonly Deal[],
  acquirers: readonly Acquirer[],
  today: string,
) {
  const known = takeovers(deals, today);
  const byArea = groupBy(known, (deal) => areaKey(deal.therapeuticArea));
  const dealsInArea = ({ therapeuticArea }: TargetInputs) =>
    therapeuticArea === null ? null : (byArea.get(areaKey(therapeuticArea)) ?? []);
  const since = shiftMonths(today, -AREA_DEAL_MONTHS);
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
      /** Market capitalization plus the lower quartile of the premiums, US dollars. */
      value_low_usd,
      /** Market capitalization plus the upper quartile of the premiums, US dollars. */
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

function valueRatio(rNPV: number | null, enterprise_value: number | null): number | null {
  if (rNPV === null || enterprise_value === null) return null;
  return rNPV / Math.max(MIN_ENTERPRISE_VALUE_USD, enterprise_value);
}

function sizePoints(enterprise_value: number): number {
  const range = SIZE_RANGES.find(
    ({ from_usd, to_usd }) => enterprise_value >= from_usd && enterprise_value <= to_usd,
  );
  return range?.points ?? OTHER_SIZE_POINTS;
}

/**
 * Acquirers that have deals in the area and at least `value_low_usd` in cash. Acquirers whose cash
 * is unknown are also returned, after the others.
 */
function likelyAcquirers(
  company: TargetInputs,
  areaDeals: readonly Deal[] | null,
  acquirers: readonly Acquirer[],
  value_low_usd: number | null,
) {
  const byAcquirer = groupBy(areaDeals ?? [], acquirerKey);
  const capable = (capacity: number | null) =>
    capacity === null || value_low_usd === null || capacity >= value_low_usd;
  return acquirers
    .filter((each) => each.acquirerTicker !== company.ticker && capable(each.cashCapacity))
    .map((each) => ({
      acquirer: each.acquirer,
      acquirerTicker: each.acquirerTicker,
      /** Number of the acquirer's deals in the target's therapeutic area. */
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

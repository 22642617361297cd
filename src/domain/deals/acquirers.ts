/** Leaderboard of acquirers: what they bought, what they paid, how hungry they look. */

import { median } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { type CompositeScore, type Criterion, compositeScores } from '../composite.ts';
import { groupBy } from '../group-by.ts';
import { sumOfKnown } from '../sum-of-known.ts';
import { acquirerKey, type Deal, monthsBefore, takeovers } from './deals.ts';

export interface Acquirer {
  readonly rank: number;
  readonly acquirer: string;
  readonly acquirerTicker: string | null;
  /** Takeovers that were not called off. */
  readonly deals: number;
  /** Paid at closing, US dollars; deals that do not state it add nothing. */
  readonly upfrontValue: number | null;
  /** As announced, milestones included, US dollars; the upfront value where no total is stated. */
  readonly totalValue: number | null;
  readonly medianPremiumPct: number | null;
  /** All areas in which it buys, most deals first, then most value. */
  readonly therapeuticAreas: readonly string[];
  readonly topTherapeuticAreas: readonly string[];
  readonly lastDealDate: string;
  /** US dollars it could spend: its net cash, 0 where its debt is larger. */
  readonly cashCapacity: number | null;
  /** 0–100. */
  readonly appetiteScore: number | null;
  readonly coverage_pct: number;
  readonly components: CompositeScore['components'];
  readonly flags: readonly string[];
}

/** Weights are Our choice. */
export const APPETITE_CRITERIA: readonly Criterion[] = [
  { name: 'recent_deals', weight: 0.4, basis: 'rank' },
  { name: 'recent_value', weight: 0.3, basis: 'rank' },
  { name: 'cash_capacity', weight: 0.3, basis: 'rank' },
];

/** Our choice: the deals that count as recent appetite. */
const APPETITE_MONTHS = 36;
const TOP_AREAS = 3;

/**
 * Acquirers by appetite: deals and money of the last three years and cash at hand, ranked within
 * the list. Deals called off do not count. Flags: `no_cash_capacity`, `no_premium`, `no_value`,
 * `no_upfront_value`, `low_coverage`.
 *
 * Our choice: cash capacity is the firepower cash + k·EBITDA − debt with k = 0, since what a lender
 * would give on earnings is nowhere reported.
 *
 * @param netCash cash and securities less all debt, US dollars by acquirer ticker
 */
export function acquirerLeaderboard(
  deals: readonly Deal[],
  netCash: ReadonlyMap<string, number | null>,
  today: string,
): Acquirer[] {
  const byAcquirer = [...groupBy(takeovers(deals, today), acquirerKey).values()];
  const since = monthsBefore(today, APPETITE_MONTHS);
  const capacityOf = (deal: Deal) => {
    const net = netCash.get(deal.acquirerTicker ?? '') ?? null;
    return net === null ? null : Math.max(0, net);
  };
  const scores = compositeScores(
    byAcquirer.map((own) => {
      const recent = own.filter((deal) => deal.announcedDate >= since);
      return {
        recent_deals: recent.length,
        recent_value: recent.length === 0 ? 0 : totalValue(recent),
        cash_capacity: capacityOf(own[0]!),
      };
    }),
    APPETITE_CRITERIA,
  );
  return byAcquirer
    .map((own, row) => {
      const { score, coverage_pct, components, flags } = scores[row]!;
      const known = { ...summary(own), cashCapacity: capacityOf(own[0]!) };
      return {
        ...known,
        appetiteScore: score,
        coverage_pct,
        components,
        flags: [...flags, ...missing(known)],
      };
    })
    .sort(
      (a, b) =>
        (b.appetiteScore ?? -1) - (a.appetiteScore ?? -1) ||
        b.deals - a.deals ||
        compareText(a.acquirer, b.acquirer),
    )
    .map((acquirer, index) => ({ rank: index + 1, ...acquirer }));
}

function summary(own: readonly Deal[]) {
  const latest = own.reduce((last, deal) =>
    deal.announcedDate > last.announcedDate ? deal : last,
  );
  const premiums = own.map((deal) => deal.premiumPct).filter((premium) => premium !== null);
  const therapeuticAreas = areasOf(own);
  return {
    acquirer: latest.acquirer,
    acquirerTicker: latest.acquirerTicker,
    deals: own.length,
    upfrontValue: sumOfKnown(own.map((deal) => deal.upfrontValue)),
    totalValue: totalValue(own),
    medianPremiumPct: premiums.length === 0 ? null : median(premiums),
    therapeuticAreas,
    topTherapeuticAreas: therapeuticAreas.slice(0, TOP_AREAS),
    lastDealDate: latest.announcedDate,
  };
}

/** Areas by deals, then by what they were worth, then by name. */
function areasOf(own: readonly Deal[]): string[] {
  const byArea = groupBy(
    own.filter((deal) => deal.therapeuticArea !== null),
    (deal) => deal.therapeuticArea!,
  );
  return [...byArea.entries()]
    .sort(
      ([a, first], [b, second]) =>
        second.length - first.length ||
        (totalValue(second) ?? 0) - (totalValue(first) ?? 0) ||
        compareText(a, b),
    )
    .map(([area]) => area);
}

function missing(
  known: Pick<Acquirer, 'cashCapacity' | 'medianPremiumPct' | 'totalValue' | 'upfrontValue'>,
): string[] {
  return [
    ...(known.cashCapacity === null ? ['no_cash_capacity'] : []),
    ...(known.medianPremiumPct === null ? ['no_premium'] : []),
    ...(known.totalValue === null ? ['no_value'] : []),
    ...(known.upfrontValue === null ? ['no_upfront_value'] : []),
  ];
}

function totalValue(deals: readonly Deal[]): number | null {
  return sumOfKnown(deals.map((deal) => deal.totalValue ?? deal.upfrontValue));
}

/** Leaderboard of acquirers: what they bought, what they paid, how hungry they look. */
import { median, sum } from 'simple-statistics';
import { type CompositeScore, type Criterion, compositeScores } from './composite.ts';
import { acquirerKey, type Deal, monthsBefore, takeovers } from './deals.ts';
import { groupBy } from './group-by.ts';

export interface Acquirer {
  readonly rank: number;
  readonly acquirer: string;
  readonly acquirerTicker: string | null;
  readonly deals: number;
  /** US dollars; deals without a stated value add nothing. */
  readonly totalValue: number | null;
  readonly medianPremiumPct: number | null;
  readonly topTherapeuticAreas: readonly string[];
  readonly lastDealDate: string;
  /** US dollars it could spend, from its own filings. */
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
 * the list. Deals called off do not count.
 *
 * @param cashCapacities US dollars by acquirer ticker
 */
export function acquirerLeaderboard(
  deals: readonly Deal[],
  cashCapacities: Readonly<Record<string, number | null>>,
  today: string,
): Acquirer[] {
  const byAcquirer = [...groupBy(takeovers(deals, today), acquirerKey).values()];
  const since = monthsBefore(today, APPETITE_MONTHS);
  const capacityOf = (deal: Deal) => cashCapacities[deal.acquirerTicker ?? ''] ?? null;
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
    .map((own, row) => ({
      ...summary(own),
      cashCapacity: capacityOf(own[0]!),
      appetiteScore: scores[row]!.score,
      coverage_pct: scores[row]!.coverage_pct,
      components: scores[row]!.components,
      flags: [...scores[row]!.flags, ...(capacityOf(own[0]!) === null ? ['no_cash_capacity'] : [])],
    }))
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
  const areas = groupBy(
    own.map((deal) => deal.therapeuticArea).filter((area) => area !== null),
    (area) => area,
  );
  return {
    acquirer: latest.acquirer,
    acquirerTicker: latest.acquirerTicker,
    deals: own.length,
    totalValue: totalValue(own),
    medianPremiumPct: premiums.length === 0 ? null : median(premiums),
    topTherapeuticAreas: [...areas.entries()]
      .sort(([a, first], [b, second]) => second.length - first.length || compareText(a, b))
      .slice(0, TOP_AREAS)
      .map(([area]) => area),
    lastDealDate: latest.announcedDate,
  };
}

function totalValue(deals: readonly Deal[]): number | null {
  const values = deals
    .map((deal) => deal.totalValue ?? deal.upfrontValue)
    .filter((value) => value !== null);
  return values.length === 0 ? null : sum(values);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

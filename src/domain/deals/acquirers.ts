import { median } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { compositeScores } from '../composite.ts';
import { shiftMonths } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { sumOfKnown } from '../sum-of-known.ts';
import { APPETITE_CRITERIA, APPETITE_MONTHS } from './constants.ts';
import { acquirerKey, type Deal, takeovers } from './deals.ts';

const TOP_AREAS = 3;

/**
 * Ranks acquirers by the number and value of their recent deals and by their cash. Terminated deals
 * are excluded. `ACQUIRER_APPETITE` lists the flags. Our choice: cash capacity does not include
 * possible loans, because no source reports them.
 * @param netCash the cash and securities less all debt, US dollars, by acquirer ticker
 */
export function acquirerLeaderboard(
  deals: readonly Deal[],
  netCash: ReadonlyMap<string, number | null>,
  today: string,
) {
  const byAcquirer = [...groupBy(takeovers(deals, today), acquirerKey).values()];
  const since = shiftMonths(today, -APPETITE_MONTHS);
  /**
   * Net cash of the acquirer in US dollars. 0 if debt is larger than cash. Null if the net cash is
   * unknown.
   */
  const capacityOf = (deal: Deal) => {
    const net = netCash.get(deal.acquirerTicker ?? '') ?? null;
    return net === null ? null : Math.max(0, net);
  };
  const scores = compositeScores(
    byAcquirer.map((bought) => {
      const recent = bought.filter((deal) => deal.announcedDate >= since);
      return {
        recent_deals: recent.length,
        recent_value: recent.length === 0 ? 0 : totalValue(recent),
        cash_capacity: capacityOf(bought[0]!),
      };
    }),
    APPETITE_CRITERIA,
  );
  return byAcquirer
    .map((bought, row) => {
      const { score, coverage_pct, components, flags } = scores[row]!;
      const known = { ...summary(bought), cashCapacity: capacityOf(bought[0]!) };
      return {
        ...known,
        /** Score of the acquirer, 0–100. */
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

export type Acquirer = ReturnType<typeof acquirerLeaderboard>[number];

function summary(bought: readonly Deal[]) {
  const latest = bought.reduce((last, deal) =>
    deal.announcedDate > last.announcedDate ? deal : last,
  );
  const premiums = bought.map((deal) => deal.premiumPct).filter((premium) => premium !== null);
  const therapeuticAreas = areasOf(bought);
  return {
    acquirer: latest.acquirer,
    acquirerTicker: latest.acquirerTicker,
    /** Number of takeovers, except terminated ones. */
    deals: bought.length,
    /** Sum of the stated amounts paid at closing, US dollars. */
    upfrontValue: sumOfKnown(bought.map((deal) => deal.upfrontValue)),
    /**
     * Sum of the announced deal values including milestones, in US dollars. If a deal states no
     * total value, its upfront value is used.
     */
    totalValue: totalValue(bought),
    medianPremiumPct: premiums.length === 0 ? null : median(premiums),
    /** Therapeutic areas of the acquirer's deals, sorted by number of deals and then by value. */
    therapeuticAreas,
    topTherapeuticAreas: therapeuticAreas.slice(0, TOP_AREAS),
    lastDealDate: latest.announcedDate,
  };
}

/** Areas sorted by number of deals, total value and name. */
function areasOf(bought: readonly Deal[]): string[] {
  const byArea = groupBy(
    bought.filter((deal) => deal.therapeuticArea !== null),
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
  known: ReturnType<typeof summary> & { readonly cashCapacity: number | null },
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

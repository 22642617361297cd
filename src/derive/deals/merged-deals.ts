import { compareText } from '../../domain/compare-text.ts';
import { shiftYears } from '../../domain/dates.ts';
import { isSameCompany } from '../../domain/events/disclosures.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { unlistedEvents } from '../events.ts';
import { present } from '../rows.ts';
import { partiesOf } from './parties.ts';

type DealFact = Sourced<'deals'>;

/** A deal, merged from all sources and texts that report it, with the tickers of its parties. */
export type MergedDeal = DealFact & ReturnType<typeof partiesOf>;

const TAKEOVER = /acqui|merger|purchase/i;
const CLOSED = /clos|complet/i;

/**
 * Merges the records of each deal. Our choice: records with the same type, buyer and target within
 * twelve months are one deal. The first record determines the day, and later records add missing
 * values.
 */
export function mergedDeals({ facts, memo, universe }: Refresh): readonly MergedDeal[] {
  const merged: MergedDeal[] = [];
  const all = [...facts.all('deals'), ...memo(unlistedEvents).flatMap(({ deals }) => deals)];
  all.sort((a, b) => compareText(a.announcedDate, b.announcedDate));
  for (const fact of all) {
    const deal = { ...fact, ...partiesOf(fact, universe) };
    const at = merged.findIndex((other) => isSameDeal(other, deal));
    if (at < 0) merged.push(deal);
    else merged[at] = joined(merged[at]!, deal);
  }
  return merged;
}

function isSameDeal(first: MergedDeal, later: MergedDeal): boolean {
  const isTakeover = (deal: MergedDeal) => TAKEOVER.test(deal.dealType ?? '');
  const isPartnership = [first, later].some(({ dealType }) => dealType === 'partnership');
  const isOtherDrug =
    first.leadAsset !== later.leadAsset &&
    !(isPartnership && (first.leadAsset == null || later.leadAsset == null));
  const isSameKind = isTakeover(first)
    ? isTakeover(later)
    : (first.dealType === later.dealType || isPartnership) && !isTakeover(later) && !isOtherDrug;
  const hasParties = (acquirer: 'acquirer' | 'target', target: 'acquirer' | 'target') =>
    isSameParty(first.target, first.targetTicker, later[target], later[`${target}Ticker`]) &&
    isSameParty(first.acquirer, first.acquirerTicker, later[acquirer], later[`${acquirer}Ticker`]);
  return (
    isSameKind &&
    later.announcedDate <= shiftYears(first.announcedDate, 1) &&
    // Two records of a partnership may name the partners in opposite order.
    (hasParties('acquirer', 'target') || (isPartnership && hasParties('target', 'acquirer')))
  );
}

function isSameParty(a: string, aTicker: string | null, b: string, bTicker: string | null) {
  return aTicker !== null && bTicker !== null ? aTicker === bTicker : isSameCompany(a, b);
}

/** A later record of a deal adds missing values, a newer status and the day of closing. */
function joined(first: MergedDeal, later: MergedDeal): MergedDeal {
  const isClosed = CLOSED.test(later.status ?? '');
  const upfrontValue = first.upfrontValue ?? later.upfrontValue;
  return {
    ...later,
    ...(present(first) as MergedDeal),
    status: later.status ?? first.status,
    totalValue: totalOf([first, later], upfrontValue),
    closedDate:
      first.closedDate ?? later.closedDate ?? (isClosed ? later.announcedDate : undefined),
  };
}

/**
 * The total value of a deal. Some texts state the upfront payment as the price, so a total that
 * differs from the upfront payment is preferred. A total that equals the upfront payment is used
 * only if the same record states both amounts. Such a deal has no further payments.
 */
function totalOf(records: readonly MergedDeal[], upfront: number | null | undefined) {
  const stated = records.filter(({ totalValue }) => totalValue != null);
  const total =
    stated.find(({ totalValue }) => totalValue !== upfront) ??
    stated.find(({ totalValue, upfrontValue }) => totalValue === upfrontValue);
  return total?.totalValue;
}

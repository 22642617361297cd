import { compareText } from '../../domain/compare-text.ts';
import { shiftYears } from '../../domain/dates.ts';
import { isSameCompany } from '../../domain/events/disclosures.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { present } from '../rows.ts';
import { partiesOf } from './parties.ts';

type DealFact = Sourced<'deals'>;

/** A deal, merged from all sources and texts that state it, with the tickers of its parties. */
export type MergedDeal = DealFact & ReturnType<typeof partiesOf>;

const TAKEOVER = /acqui|merger|purchase/i;
const CLOSED = /clos|complet/i;

/**
 * Merges the records of each deal. Our choice: records of one type, buyer and target within twelve
 * months are one deal. The first record determines the day, and later records add missing values.
 */
export function mergedDeals({ facts, universe }: Refresh): readonly MergedDeal[] {
  const merged: MergedDeal[] = [];
  const all = facts.all('deals').toSorted((a, b) => compareText(a.announcedDate, b.announcedDate));
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
  const isSameKind = isTakeover(first)
    ? isTakeover(later)
    : first.dealType === later.dealType && first.leadAsset === later.leadAsset;
  return (
    isSameKind &&
    later.announcedDate <= shiftYears(first.announcedDate, 1) &&
    isSameParty(first.target, first.targetTicker, later.target, later.targetTicker) &&
    isSameParty(first.acquirer, first.acquirerTicker, later.acquirer, later.acquirerTicker)
  );
}

function isSameParty(a: string, aTicker: string | null, b: string, bTicker: string | null) {
  return aTicker !== null && bTicker !== null ? aTicker === bTicker : isSameCompany(a, b);
}

/** A later record of a deal adds missing values, a newer status and the day of closing. */
function joined(first: MergedDeal, later: MergedDeal): MergedDeal {
  const isClosed = CLOSED.test(later.status ?? '');
  return {
    ...later,
    ...(present(first) as MergedDeal),
    status: later.status ?? first.status,
    closedDate:
      first.closedDate ?? later.closedDate ?? (isClosed ? later.announcedDate : undefined),
  };
}

import { median, quantile } from 'simple-statistics';
import type { Fact } from '../../facts/fact-kinds.ts';
import { shiftMonths } from '../dates.ts';
import { MIN_COMPARABLE_DEALS, PREMIUM_MONTHS } from './constants.ts';

export interface Deal {
  readonly acquirer: string;
  readonly acquirerTicker: string | null;
  readonly targetTicker: string | null;
  /**
   * Type of deal: `acquisition`, `merger`, `licensing`, `partnership`, `option` or
   * `asset_purchase`.
   */
  readonly dealType: string;
  /** Status of the deal, such as `announced`, `closed` or `terminated`. */
  readonly status: string;
  readonly announcedDate: string;
  readonly upfrontValue: number | null;
  readonly totalValue: number | null;
  readonly premiumPct: number | null;
  readonly therapeuticArea: string | null;
}

/**
 * Mean premium that pharma companies paid for biotech companies in 2023 (PwC). `low_pct` and
 * `high_pct` are the lowest and the highest yearly mean since 2014.
 */
export const PUBLISHED_PREMIUM = {
  basis: 'published average of 2023 (PwC), range of 2014–2023',
  premium_pct: 59.8,
  low_pct: 46.7,
  high_pct: 70.4,
} as const;
const TAKEOVERS: readonly string[] = ['acquisition', 'merger', 'asset_purchase'];
/**
 * Types of takeovers that have a premium. A purchase of assets has none, because the buyer pays no
 * price per share.
 */
const SHARE_DEALS: readonly string[] = ['acquisition', 'merger'];

/**
 * The expected premium of a bid: the median and quartiles of the premiums of recent takeovers in
 * the therapeutic area. If the area has too few such takeovers, those in all areas are used. If
 * these are also too few, the published premium is used.
 */
export function impliedPremium(deals: readonly Deal[], area: string | null, today: string) {
  const since = shiftMonths(today, -PREMIUM_MONTHS);
  const comparable = takeovers(deals, today).filter(
    (deal) =>
      SHARE_DEALS.includes(deal.dealType) &&
      deal.premiumPct !== null &&
      deal.announcedDate >= since,
  );
  const inArea =
    area === null
      ? []
      : comparable.filter((deal) => areaKey(deal.therapeuticArea) === areaKey(area));
  const used = [inArea, comparable].find((list) => list.length >= MIN_COMPARABLE_DEALS);
  if (!used) return PUBLISHED_PREMIUM;
  const premiums = used.map((deal) => deal.premiumPct!);
  const where = used === inArea ? `in ${area}` : 'in all areas';
  return {
    basis: `median of ${used.length} takeovers ${where} since ${since}`,
    premium_pct: median(premiums),
    low_pct: quantile(premiums, 0.25),
    high_pct: quantile(premiums, 0.75),
  };
}

type DealTerms = Partial<Fact<'deals'>>;

/**
 * Status and closing date of a deal as of `today`. Before its closing date, a deal has the status
 * `announced`, unless it was terminated.
 */
export function standingOf({ status, closedDate }: DealTerms, today: string) {
  if (!closedDate || closedDate <= today)
    return { status: status ?? null, closedDate: closedDate || null };
  return { status: isStatus(status, 'terminated') ? status : 'announced', closedDate: null };
}

/**
 * Flags for the missing terms of a deal. If the deal buys no shares, the flag for the premium is
 * `premium_not_applicable`.
 */
export function missingTerms(deal: DealTerms): string[] {
  const unstated = (term: number | string | null | undefined) =>
    term === null || term === undefined;
  const type = deal.dealType?.toLowerCase();
  const noPremium = !type || SHARE_DEALS.includes(type) ? 'no_premium' : 'premium_not_applicable';
  return [
    ...(unstated(deal.upfrontValue) ? ['no_upfront_value'] : []),
    ...(unstated(deal.milestoneValue) ? ['no_milestone_value'] : []),
    ...(unstated(deal.totalValue) ? ['no_value'] : []),
    ...(unstated(deal.premiumPct) ? [noPremium] : []),
    ...(isStatus(deal.status, 'closed') && !deal.closedDate ? ['no_closed_date'] : []),
  ];
}

/** Takeovers that were announced on or before `today`, except terminated ones. */
export function takeovers(deals: readonly Deal[], today: string): Deal[] {
  return deals.filter(
    (deal) =>
      TAKEOVERS.includes(deal.dealType) &&
      !isStatus(deal.status, 'terminated') &&
      deal.announcedDate <= today,
  );
}

/** Whether a deal buys the shares of its target and is not terminated. */
export function isShareDeal({ dealType, status }: DealTerms): boolean {
  return SHARE_DEALS.includes(dealType?.toLowerCase() ?? '') && !isStatus(status, 'terminated');
}

function isStatus(status: string | null | undefined, name: string): boolean {
  return status?.toLowerCase() === name;
}

/** Key of an acquirer: its ticker, or its name if it has no ticker. */
export function acquirerKey({
  acquirerTicker,
  acquirer,
}: Pick<Deal, 'acquirer' | 'acquirerTicker'>) {
  return (acquirerTicker ?? acquirer).toUpperCase();
}

/** Key of a therapeutic area. Case and surrounding spaces are ignored. */
export function areaKey(area: string | null): string {
  return (area ?? '').trim().toLowerCase();
}

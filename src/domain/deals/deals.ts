/** Takeovers among the deals, and the premium that they paid. */
import { formatISO, parseISO, subMonths } from 'date-fns';
import { median, quantile } from 'simple-statistics';

export interface Deal {
  readonly acquirer: string;
  readonly acquirerTicker: string | null;
  readonly targetTicker: string | null;
  /** acquisition, merger, licensing, partnership, option, asset_purchase. */
  readonly dealType: string;
  /** announced, closed, terminated … */
  readonly status: string;
  readonly announcedDate: string;
  readonly upfrontValue: number | null;
  readonly totalValue: number | null;
  readonly premiumPct: number | null;
  readonly therapeuticArea: string | null;
}

/** Mean premium of pharma for biotech in 2023, and the lowest and highest year since 2014: PwC. */
export const PUBLISHED_PREMIUM = {
  basis: 'published average of 2023 (PwC), range of 2014–2023',
  premium_pct: 59.8,
  low_pct: 46.7,
  high_pct: 70.4,
} as const;
const MINIMUM_COMPARABLE_DEALS = 5;
/** Our choice: how far back premiums compare. */
const PREMIUM_MONTHS = 60;
/** Licences and partnerships do not buy the company. */
const TAKEOVERS: readonly string[] = ['acquisition', 'merger', 'asset_purchase'];
/** Premiums are paid for shares: an asset has no unaffected price. */
const SHARE_DEALS: readonly string[] = ['acquisition', 'merger'];

/**
 * Premium a bid would carry: median and quartiles of the takeovers of the last five years in the
 * therapeutic area when there are five with a premium, else in all areas, else as published.
 */
export function impliedPremium(deals: readonly Deal[], area: string | null, today: string) {
  const since = monthsBefore(today, PREMIUM_MONTHS);
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
  const used = [inArea, comparable].find((list) => list.length >= MINIMUM_COMPARABLE_DEALS);
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

interface DealTerms {
  readonly dealType?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly closedDate?: string | null | undefined;
  readonly upfrontValue?: number | null | undefined;
  readonly milestoneValue?: number | null | undefined;
  readonly totalValue?: number | null | undefined;
  readonly premiumPct?: number | null | undefined;
}

/** Status and closing as of `today`: a deal that closes later is still only announced. */
export function standingOf({ status, closedDate }: DealTerms, today: string) {
  if (!closedDate || closedDate <= today)
    return { status: status ?? null, closedDate: closedDate || null };
  return { status: isStatus(status, 'terminated') ? status : 'announced', closedDate: null };
}

/** Why terms of a deal are null. `premium_not_applicable`: no shares of a company are bought. */
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

/** Takeovers announced by `today` that were not called off. */
export function takeovers(deals: readonly Deal[], today: string): Deal[] {
  return deals.filter(
    (deal) =>
      TAKEOVERS.includes(deal.dealType) &&
      !isStatus(deal.status, 'terminated') &&
      deal.announcedDate <= today,
  );
}

function isStatus(status: string | null | undefined, name: string): boolean {
  return status?.toLowerCase() === name;
}

/** One key a company: its ticker, or its name where it is not listed. */
export function acquirerKey({
  acquirerTicker,
  acquirer,
}: Pick<Deal, 'acquirer' | 'acquirerTicker'>) {
  return (acquirerTicker ?? acquirer).toUpperCase();
}

export function monthsBefore(date: string, months: number): string {
  return formatISO(subMonths(parseISO(date), months), { representation: 'date' });
}

/** A therapeutic area as a key, ignoring case and surrounding space. */
export function areaKey(area: string | null): string {
  return (area ?? '').trim().toLowerCase();
}

import { sum } from 'simple-statistics';
import { combine } from '../composite.ts';
import { shiftYears } from '../dates.ts';
import { percent, pointsBetween, ratio } from '../risk-level.ts';
import {
  BABY_SHELF_FLOAT_USD,
  DILUTION_COMPONENTS,
  FOLLOW_ON_DISCOUNT,
  HORIZON_MONTHS,
  SHELF_YEARS,
  WARRANT_OVERHANG_SHARE,
} from './constants.ts';
import { doesNotBurn, type Runway } from './runway.ts';
import {
  currentShares,
  ownershipDilution,
  type ShareCount,
  type ShareSplit,
  shareGrowth12m,
  sharesForRaise,
} from './share-count.ts';

/** An offering or a shelf registration as filed. */
export interface Offering {
  readonly form_type: string;
  /**
   * Whether the offering is an at-the-market program. Null if the text of the filing was not read.
   */
  readonly is_atm: boolean | null;
  readonly filed_at: string;
  readonly offering_amount_usd: number | null;
  /**
   * The amount of the offering that can still be sold. 0 if the offering was fully sold or
   * withdrawn.
   */
  readonly amount_remaining_usd: number | null;
  readonly price_usd: number | null;
}

export interface DilutionInput {
  readonly asOf: string;
  /** Reported share counts, oldest first, not adjusted for later splits. */
  readonly sharesHistory: readonly ShareCount[];
  readonly splits: readonly ShareSplit[];
  readonly offerings: readonly Offering[];
  readonly price_usd: number | null;
  readonly public_float_usd: number | null;
  readonly warrants_outstanding: number | null;
  readonly warrants_strike_usd: number | null;
  readonly reverse_split_pending: boolean | null;
  readonly funds: Pick<Runway, 'runway_months' | 'monthly_burn_usd' | 'flags'>;
}

const SHELF_FORM = /^[SF]-3(ASR)?(\/A)?$/i;

/**
 * Dilution of the past year, expected dilution, and one score of 0–100 that combines them. Only
 * offerings filed on or before `asOf` are included. Flags: see `DILUTION`.
 */
export function dilution(input: DilutionInput) {
  const shares = currentShares(input.sharesHistory, input.splits, input.asOf);
  const growth = shareGrowth12m(input.sharesHistory, input.splits, input.asOf);
  const raise = neededRaise(input);
  const neededShares =
    raise === null || input.price_usd === null
      ? null
      : sharesForRaise(raise, input.price_usd, FOLLOW_ON_DISCOUNT);
  const needed = percent(ownershipDilution(shares, neededShares));
  const shelf = shelfRemaining(input);
  const cap = shares === null || input.price_usd === null ? null : shares * input.price_usd;
  const combined = combine(
    Object.entries({
      needed_raise_dilution_pct: needed,
      share_growth_12m_pct: growth,
      shelf_to_market_cap_pct: percent(ratio(shelf, cap)),
      warrants_to_shares_pct: percent(ratio(warrantShares(input), shares)),
    }).map(([name, value]) => {
      const { weight, full } = DILUTION_COMPONENTS[name as keyof typeof DILUTION_COMPONENTS];
      return { name, weight, value, score: pointsBetween(value, 0, full) };
    }),
  );
  return {
    shares_outstanding: shares,
    share_growth_12m_pct: growth,
    needed_raise_usd: raise,
    needed_new_shares: neededShares,
    /**
     * If the company raised the cash that it needs, the new shares would be this percentage of all
     * shares.
     */
    needed_raise_dilution_pct: needed,
    /**
     * The amount that can still be sold under at-the-market (ATM) programs and shelves. 0 if there
     * are none.
     */
    shelf_remaining_usd: shelf,
    dilution_score: combined.score,
    coverage_pct: combined.coverage_pct,
    components: combined.components,
    flags: [
      ...missingInputs(input, shares, growth, raise),
      ...overhangFlags(input, shares),
      ...combined.flags,
    ],
  };
}

/**
 * The shares of one offering as a percentage of all shares after the offering. If the remaining
 * amount of the offering is unknown, the full amount is used. If the offering has no price, the
 * current price is used. Null if the amount or the price is unknown.
 */
export function offeringDilutionPct(
  offering: Offering,
  sharesOutstanding: number | null,
  priceUsd: number | null,
): number | null {
  const amount = offering.amount_remaining_usd ?? offering.offering_amount_usd;
  const price = offering.price_usd ?? priceUsd;
  if (amount === null || price === null) return null;
  return percent(ownershipDilution(sharesOutstanding, sharesForRaise(amount, price)));
}

/** Flags that explain why `offeringDilutionPct` is null. */
export function missingForDilution(
  offering: Offering,
  sharesOutstanding: number | null,
  priceUsd: number | null,
): readonly string[] {
  const amount = offering.amount_remaining_usd ?? offering.offering_amount_usd;
  return [
    ...(amount === null ? ['no_offering_amount'] : []),
    ...((offering.price_usd ?? priceUsd ?? 0) > 0 ? [] : ['no_price']),
    ...(sharesOutstanding ? [] : ['no_shares_outstanding']),
  ];
}

/**
 * The cash that the company must raise, US dollars: `max(0, HORIZON_MONTHS − runway) · burn`. 0 for
 * a company that does not burn cash.
 */
function neededRaise({ funds }: DilutionInput): number | null {
  if (doesNotBurn(funds)) return 0;
  if (funds.runway_months === null || funds.monthly_burn_usd === null) return null;
  return Math.max(0, HORIZON_MONTHS - funds.runway_months) * funds.monthly_burn_usd;
}

/**
 * Number of new shares from warrants. If the strike and the price are known, the treasury-stock
 * method is used (ASC 260-10-45-23): N warrants give `N · (1 − strike / price)` shares if the price
 * exceeds the strike, else 0. If the strike or the price is unknown, each warrant gives one share.
 */
function warrantShares(input: DilutionInput): number | null {
  const { warrants_outstanding: count, warrants_strike_usd: strike, price_usd: price } = input;
  if (count === null || strike === null || price === null) return count;
  if (price <= 0) return null;
  return price > strike ? count * (1 - strike / price) : 0;
}

/**
 * The amount of stock that the company can still sell, in US dollars. Our choice: at-the-market
 * programs and shelves are totaled separately, and the larger total is used, because an
 * at-the-market program sells shares that a shelf registers. If the float is below
 * `BABY_SHELF_FLOAT_USD`, the amount is at most a third of the float. Null if no active offering
 * states an amount.
 */
function shelfRemaining(input: DilutionInput): number | null {
  const amounts = inForce(input).map((each) => ({
    is_atm: each.is_atm === true,
    usd: each.amount_remaining_usd ?? each.offering_amount_usd,
  }));
  if (amounts.length > 0 && amounts.every((each) => each.usd === null)) return null;
  const of = (isAtm: boolean) =>
    sum(amounts.filter((each) => each.is_atm === isAtm).map((each) => each.usd ?? 0));
  const remaining = Math.max(of(true), of(false));
  return isBabyShelf(input) ? Math.min(remaining, (input.public_float_usd ?? 0) / 3) : remaining;
}

function isBabyShelf(input: DilutionInput): boolean {
  const float = input.public_float_usd;
  return float !== null && float < BABY_SHELF_FLOAT_USD && inForce(input).length > 0;
}

/** Returns the at-the-market programs and shelves that are still valid and not fully sold. */
function inForce(input: DilutionInput): readonly Offering[] {
  const oldest = shiftYears(input.asOf, -SHELF_YEARS);
  return input.offerings.filter(
    (each) =>
      (each.is_atm || SHELF_FORM.test(each.form_type)) &&
      each.filed_at <= input.asOf &&
      each.filed_at > oldest &&
      each.amount_remaining_usd !== 0,
  );
}

function overhangFlags(input: DilutionInput, shares: number | null): readonly string[] {
  const open = inForce(input);
  const warrants = ratio(input.warrants_outstanding, shares) ?? 0;
  return [
    ...(open.some((each) => each.is_atm) ? ['atm_active'] : []),
    ...(open.some((each) => !each.is_atm) ? ['shelf_effective'] : []),
    ...(isBabyShelf(input) ? ['baby_shelf_limited'] : []),
    ...(shelfRemaining(input) === null ? ['shelf_amount_unknown'] : []),
    ...(warrants > WARRANT_OVERHANG_SHARE ? ['warrant_overhang'] : []),
    ...(input.reverse_split_pending ? ['reverse_split_pending'] : []),
  ];
}

function missingInputs(
  input: DilutionInput,
  shares: number | null,
  growth: number | null,
  raise: number | null,
): readonly string[] {
  return [
    ...(shares === null ? ['no_shares_outstanding'] : []),
    ...(shares !== null && growth === null ? ['no_share_growth'] : []),
    ...(input.price_usd === null ? ['no_price'] : []),
    ...(raise === null ? ['no_runway'] : []),
    ...(input.warrants_outstanding === null ? ['warrants_outstanding_unknown'] : []),
  ];
}

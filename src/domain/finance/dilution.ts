import { sum } from 'simple-statistics';
import { type Component, combine } from '../composite.ts';
import { shiftYears } from '../dates.ts';
import { levelOf, pointsBetween, type RiskLevel, ratio } from '../risk-level.ts';
import { doesNotBurn, type Runway } from './runway.ts';
import {
  currentShares,
  ownershipDilution,
  type ShareCount,
  type ShareSplit,
  shareGrowth12m,
  sharesForRaise,
  treasuryStockShares,
} from './share-count.ts';

/** An offering or a shelf registration as filed. */
export interface Offering {
  readonly form_type: string;
  /** Null where nobody read the filing; its form still tells a shelf. */
  readonly is_atm: boolean | null;
  readonly filed_at: string;
  readonly offering_amount_usd: number | null;
  /** What may still be sold under it; null where unknown, 0 where it is used up or withdrawn. */
  readonly amount_remaining_usd: number | null;
  readonly price_usd: number | null;
}

export interface DilutionInput {
  readonly asOf: string;
  /** Share counts, oldest first, as reported (not adjusted for later splits). */
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

export interface Dilution {
  readonly shares_outstanding: number | null;
  readonly share_growth_12m_pct: number | null;
  readonly needed_raise_usd: number | null;
  readonly needed_new_shares: number | null;
  /** Share of the company that the needed raise's new shares would own. */
  readonly needed_raise_dilution_pct: number | null;
  /** What may still be sold under ATM programs and shelves in force; 0 without any. */
  readonly shelf_remaining_usd: number | null;
  readonly dilution_score: number | null;
  readonly dilution_level: RiskLevel | null;
  readonly coverage_pct: number;
  readonly components: Readonly<Record<string, Component>>;
  readonly flags: readonly string[];
}

/** Our choice: a company raises for two years ahead. */
const HORIZON_MONTHS = 24;
/** Our choice: middle of the 5–15 % at which follow-on offerings usually price below market. */
const FOLLOW_ON_DISCOUNT = 0.1;
/** A shelf may be used for three years (17 CFR 230.415(a)(5)). */
const SHELF_YEARS = 3;
/** Form S-3, General Instruction I.B.6: below this float at most a third of it in 12 months. */
const BABY_SHELF_FLOAT_USD = 75_000_000;
/** Our choice: warrants above a tenth of the shares are an overhang. */
const WARRANT_OVERHANG_SHARE = 0.1;
const SHELF_FORM = /^[SF]-3(ASR)?(\/A)?$/i;

/**
 * Weights of `dilution_score`, which sum to 1. Our choice: what must be raised weighs most, then
 * what was issued, then what stands ready to be sold, then warrants. Each component runs linearly
 * from 0 points at none to 100 points at the value in `full`.
 */
const DILUTION_COMPONENTS = {
  needed_raise_dilution_pct: { weight: 0.4, full: 50 },
  share_growth_12m_pct: { weight: 0.25, full: 100 },
  shelf_to_market_cap_pct: { weight: 0.2, full: 50 },
  warrants_to_shares_pct: { weight: 0.15, full: 30 },
} as const;

/**
 * Dilution of the past year, dilution still to come and the 0–100 score over both.
 *
 * Flags: `no_shares_outstanding` (none newer than nine months), `no_share_growth`, `no_price`,
 * `no_runway`, `no_warrants_reported`, `shelf_amount_unknown`, `low_coverage` (score null); and the
 * overhangs `atm_active`, `shelf_effective`, `baby_shelf_limited`, `warrant_overhang`,
 * `reverse_split_pending`. Only offerings filed by `asOf` count.
 */
export function dilution(input: DilutionInput): Dilution {
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
    needed_raise_dilution_pct: needed,
    shelf_remaining_usd: shelf,
    dilution_score: combined.score,
    dilution_level: levelOf(combined.score),
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
 * Share of the company, in percent, that one offering's shares own: what remains of it (else its
 * whole amount) at its own price, else at today's. Null without an amount or a price.
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

/** Why `offeringDilutionPct` of the same inputs is null. */
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

/** `max(0, 24 − runway) · burn` in US dollars; 0 for a company that does not burn. */
function neededRaise({ funds }: DilutionInput): number | null {
  if (doesNotBurn(funds)) return 0;
  if (funds.runway_months === null || funds.monthly_burn_usd === null) return null;
  return Math.max(0, HORIZON_MONTHS - funds.runway_months) * funds.monthly_burn_usd;
}

/** New shares that the warrants bring: net of their proceeds where strike and price are known. */
function warrantShares(input: DilutionInput): number | null {
  const { warrants_outstanding: count, warrants_strike_usd: strike, price_usd: price } = input;
  if (count === null || strike === null || price === null) return count;
  return treasuryStockShares(count, strike, price);
}

/**
 * Our choice: an ATM program sells under a shelf, so the larger of the two sums counts, not both;
 * a baby shelf counts up to a third of the float. Null where something is in force without amount.
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

/** ATM programs and shelves filed in the last three years and not used up. */
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
    ...(input.warrants_outstanding === null ? ['no_warrants_reported'] : []),
  ];
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

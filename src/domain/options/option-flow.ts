import { sum } from 'simple-statistics';
import {
  ACTIVITY_RATIOS,
  MIN_OPEN_INTEREST,
  MIN_PREMIUM_USD,
  MIN_VOLUME,
  SHARES_PER_CONTRACT,
} from './constants.ts';
import {
  type ChainSnapshot,
  isStandard,
  type OptionContract,
  optionPremium,
  type PricedChain,
} from './option-chain.ts';

/**
 * The contracts with unusual volume, highest premium first. Volume is compared with the open
 * interest in `previous`, the snapshot of the previous trading day. A high ratio does not show
 * whether positions were opened, or whether traders bought or sold. A contract is left out if it is
 * adjusted, has no price or is not in `previous`.
 */
export function optionFlow({ contracts }: Pick<PricedChain, 'contracts'>, previous: ChainSnapshot) {
  const openInterest = new Map(previous.quotes.map((q) => [q.option_symbol, q.open_interest]));
  return contracts
    .filter(isStandard)
    .flatMap((contract) => flow(contract, openInterest.get(contract.option_symbol) ?? 0))
    .sort(
      (a, b) => b.premium_usd - a.premium_usd || a.option_symbol.localeCompare(b.option_symbol),
    );
}

/**
 * The level of activity according to `ACTIVITY_RATIOS`. Null if the ratio is too low, or if volume,
 * open interest or premium is below its minimum.
 */
export function activityLevel(
  volume: number,
  prior_open_interest: number,
  premium_usd: number,
): keyof typeof ACTIVITY_RATIOS | null {
  if (volume < MIN_VOLUME || prior_open_interest < MIN_OPEN_INTEREST) return null;
  if (premium_usd < MIN_PREMIUM_USD) return null;
  const ratio = volume / prior_open_interest;
  if (ratio > ACTIVITY_RATIOS.extreme) return 'extreme';
  if (ratio > ACTIVITY_RATIOS.unusual) return 'unusual';
  return ratio >= ACTIVITY_RATIOS.elevated ? 'elevated' : null;
}

/** Put/call ratios of a chain by volume and by open interest. Adjusted contracts are left out. */
export function putCall(chain: readonly OptionContract[]) {
  const standard = chain.filter(isStandard);
  const calls = standard.filter((contract) => contract.type === 'call');
  const puts = standard.filter((contract) => contract.type === 'put');
  const call_volume = sum(calls.map(({ volume }) => volume ?? 0));
  const put_volume = sum(puts.map(({ volume }) => volume ?? 0));
  const call_oi = sum(calls.map(({ open_interest }) => open_interest ?? 0));
  const put_oi = sum(puts.map(({ open_interest }) => open_interest ?? 0));
  return {
    call_volume,
    put_volume,
    put_call_volume_ratio: putCallRatio(put_volume, call_volume),
    call_oi,
    put_oi,
    put_call_oi_ratio: putCallRatio(put_oi, call_oi),
  };
}

/** Puts ÷ calls (Cboe's definition); null if there are no calls. */
export function putCallRatio(puts: number, calls: number): number | null {
  return calls > 0 ? puts / calls : null;
}

type Written = Pick<OptionContract, 'type' | 'strike' | 'open_interest'>;

/**
 * For each strike, the total in US dollars that option writers pay at expiry if the stock closes
 * there.
 */
export function painByStrike(contracts: readonly Written[]) {
  const strikes = [...new Set(contracts.map((contract) => contract.strike))].sort((a, b) => a - b);
  return strikes.map((strike) => ({
    strike,
    pain_usd: SHARES_PER_CONTRACT * sum(contracts.map((c) => intrinsic(c, strike))),
  }));
}

/**
 * The strike at which option writers pay least at one expiry (maximum-pain.com). Our choice: if
 * there are several such strikes, the lowest one is used. Null if there is no open interest.
 */
export function maxPain(contracts: readonly Written[]): number | null {
  if (!contracts.some(({ open_interest }) => (open_interest ?? 0) > 0)) return null;
  return painByStrike(contracts).reduce((least, next) =>
    next.pain_usd < least.pain_usd ? next : least,
  ).strike;
}

function intrinsic({ type, strike, open_interest }: Written, price: number): number {
  const distance = type === 'call' ? price - strike : strike - price;
  return (open_interest ?? 0) * Math.max(distance, 0);
}

/** @param previous_open_interest the open interest in the previous snapshot */
function flow(contract: OptionContract, previous_open_interest: number) {
  const { ticker, option_symbol, type, strike, expiry } = contract;
  const [volume, open_interest] = [contract.volume ?? 0, contract.open_interest ?? 0];
  const { implied_volatility, underlying_price_usd, snapshot_at, flags } = contract;
  const premium_usd = volume * (optionPremium(contract) ?? 0) * SHARES_PER_CONTRACT;
  const level = activityLevel(volume, previous_open_interest, premium_usd);
  if (level === null) return [];
  return [
    {
      ticker,
      option_symbol,
      type,
      strike,
      expiry,
      volume,
      open_interest,
      previous_open_interest,
      volume_oi_ratio: volume / previous_open_interest,
      premium_usd,
      implied_volatility,
      underlying_price_usd,
      level,
      snapshot_at,
      flags,
    },
  ];
}

import { sum } from 'simple-statistics';
import type { ChainSnapshot, OptionContract } from './option-chain.ts';
import { isStandard, optionChain, optionPremium } from './option-chain.ts';
import type { OptionType } from './option-symbol.ts';

export type ActivityLevel = 'elevated' | 'unusual' | 'extreme';

/** A record of `options_flow`; `open_interest` is the snapshot's, as `options_chain` shows it. */
export interface OptionFlow {
  readonly ticker: string;
  readonly option_symbol: string;
  readonly type: OptionType;
  readonly strike: number;
  readonly expiry: string;
  readonly volume: number;
  readonly open_interest: number;
  /** Of the snapshot before, against which the volume is held. */
  readonly previous_open_interest: number;
  readonly volume_oi_ratio: number;
  readonly premium_usd: number;
  readonly implied_volatility: number | null;
  readonly underlying_price_usd: number;
  readonly level: ActivityLevel;
  readonly snapshot_at: string;
  readonly flags: readonly string[];
}

/** Below these, activity is too small to be called unusual (Our choice, as screens have them). */
const LEAST_VOLUME = 500;
const LEAST_OPEN_INTEREST = 100;
const LEAST_PREMIUM_USD = 25_000;
const SHARES_PER_CONTRACT = 100;

/**
 * The contracts of `snapshot` whose volume is unusual against the open interest of `previous`, the
 * snapshot of the trading day before (open interest is published once a day), highest premium
 * first. A high ratio proves neither an opening trade nor a direction. `premium_usd` = volume ×
 * premium of a share × 100. Contracts that `previous` lacks, without a price, or adjusted cannot
 * be judged and are left out. `chainOf` may give a chain that has been priced already.
 */
export function optionFlow(
  snapshot: ChainSnapshot,
  previous: ChainSnapshot,
  chainOf: (snapshot: ChainSnapshot) => readonly OptionContract[] = optionChain,
): readonly OptionFlow[] {
  const openInterest = new Map(previous.quotes.map((q) => [q.option_symbol, q.open_interest]));
  return chainOf(snapshot)
    .filter(isStandard)
    .flatMap((contract) => flow(contract, openInterest.get(contract.option_symbol) ?? 0))
    .sort(
      (a, b) => b.premium_usd - a.premium_usd || a.option_symbol.localeCompare(b.option_symbol),
    );
}

/**
 * Level of unusual activity, or null. Volume ÷ prior-day open interest of at least 1 is elevated,
 * above 3 unusual, above 10 extreme (bands: profitbuilders.org, whose "highly unusual" is our
 * unusual); floors: 500 contracts, 100 of open interest, $25,000 of premium.
 */
export function activityLevel(
  volume: number,
  prior_open_interest: number,
  premium_usd: number,
): ActivityLevel | null {
  if (volume < LEAST_VOLUME || prior_open_interest < LEAST_OPEN_INTEREST) return null;
  if (premium_usd < LEAST_PREMIUM_USD) return null;
  const ratio = volume / prior_open_interest;
  if (ratio > 10) return 'extreme';
  if (ratio > 3) return 'unusual';
  return ratio >= 1 ? 'elevated' : null;
}

export interface PutCall {
  readonly call_volume: number;
  readonly put_volume: number;
  readonly put_call_volume_ratio: number | null;
  readonly call_oi: number;
  readonly put_oi: number;
  readonly put_call_oi_ratio: number | null;
}

/** Puts ÷ calls of a chain by volume and by open interest, adjusted contracts left out. */
export function putCall(chain: readonly OptionContract[]): PutCall {
  const standard = chain.filter(isStandard);
  const calls = standard.filter((contract) => contract.type === 'call');
  const puts = standard.filter((contract) => contract.type === 'put');
  const call_volume = sum(calls.map((contract) => contract.volume));
  const put_volume = sum(puts.map((contract) => contract.volume));
  const call_oi = sum(calls.map((contract) => contract.open_interest));
  const put_oi = sum(puts.map((contract) => contract.open_interest));
  return {
    call_volume,
    put_volume,
    put_call_volume_ratio: putCallRatio(put_volume, call_volume),
    call_oi,
    put_oi,
    put_call_oi_ratio: putCallRatio(put_oi, call_oi),
  };
}

/** Puts ÷ calls (Cboe's definition), null where no call stands against the puts. */
export function putCallRatio(puts: number, calls: number): number | null {
  return calls > 0 ? puts / calls : null;
}

export interface StrikePain {
  readonly strike: number;
  readonly pain_usd: number;
}

/** What option writers would pay, 100 shares a contract, were each strike the closing price. */
export function painByStrike(
  contracts: readonly Pick<OptionContract, 'type' | 'strike' | 'open_interest'>[],
): readonly StrikePain[] {
  const strikes = [...new Set(contracts.map((contract) => contract.strike))].sort((a, b) => a - b);
  return strikes.map((strike) => ({
    strike,
    pain_usd: SHARES_PER_CONTRACT * sum(contracts.map((c) => intrinsic(c, strike))),
  }));
}

/**
 * Strike at which the writers of one expiry's options would pay least (maximum-pain.com), of equal
 * ones the lowest (Our choice); null without open interest.
 */
export function maxPain(
  contracts: readonly Pick<OptionContract, 'type' | 'strike' | 'open_interest'>[],
): number | null {
  if (!contracts.some((contract) => contract.open_interest > 0)) return null;
  return painByStrike(contracts).reduce((least, next) =>
    next.pain_usd < least.pain_usd ? next : least,
  ).strike;
}

function intrinsic(
  contract: Pick<OptionContract, 'type' | 'strike' | 'open_interest'>,
  price: number,
): number {
  const distance = contract.type === 'call' ? price - contract.strike : contract.strike - price;
  return contract.open_interest * Math.max(distance, 0);
}

function flow(contract: OptionContract, previous_open_interest: number): readonly OptionFlow[] {
  const { ticker, option_symbol, type, strike, expiry, volume, open_interest } = contract;
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

import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { MAX_SPREAD } from './constants.ts';
import { breakEven, impliedVolatility, optionGreeks } from './option-pricing.ts';
import { type OptionSymbol, parseOptionSymbol } from './option-symbol.ts';

type Quoted = 'bid' | 'ask' | 'last' | 'volume' | 'open_interest';

/**
 * A quoted contract with prices in US dollars per share. A contract whose `last` is missing was
 * never traded. Any other missing value is read as zero.
 */
export interface OptionQuote extends Readonly<Partial<Record<Quoted, number | null | undefined>>> {
  readonly option_symbol: string;
}

/** An option chain at one time. Rates are annual fractions. */
export interface ChainSnapshot {
  readonly ticker: string;
  /** Time of the snapshot, ISO 8601. */
  readonly snapshot_at: string;
  readonly underlying_price_usd: number;
  readonly risk_free_rate: number;
  readonly dividend_yield: number;
  readonly quotes: readonly OptionQuote[];
}

/** A snapshot and the contracts that `optionChain` computes from it. */
export interface PricedChain {
  readonly snapshot: ChainSnapshot;
  readonly contracts: readonly OptionContract[];
}

/**
 * The contracts of a snapshot with implied volatility and greeks, sorted by expiry, strike and
 * type. Time to expiry is calendar days / 365. If a quote is not usable, its volatility and greeks
 * are null, and one of these flags is set: `adjusted_contract`, `expiring`, `zero_bid`,
 * `wide_spread`, `outside_bounds`. If a quote has neither a mid price nor a last price, its
 * break-even is null, and the flag `no_price` is set. Unreadable symbols and expired contracts are
 * left out.
 */
export function optionChain(snapshot: ChainSnapshot): readonly OptionContract[] {
  const today = snapshotDate(snapshot);
  const listed = snapshot.quotes.flatMap((quote) => {
    const symbol = parseOptionSymbol(quote.option_symbol);
    return symbol === null || symbol.expiry < today ? [] : [{ quote, symbol }];
  });
  return [...groupBy(listed, ({ symbol }) => symbol.expiry)]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([expiry, lines]) => {
      const days = daysBetween(today, expiry);
      return lines
        .map(({ quote, symbol }) => contract(snapshot, quote, symbol, days))
        .sort(
          (a, b) =>
            a.strike - b.strike ||
            compareText(a.type, b.type) ||
            compareText(a.option_symbol, b.option_symbol),
        );
    });
}

/** The date of a snapshot, `YYYY-MM-DD`. */
export function snapshotDate(snapshot: { readonly snapshot_at: string }): string {
  return snapshot.snapshot_at.slice(0, 10);
}

/** Mid price of a quote, US dollars, or the flag that states why the quote is not usable. */
export function usableMid(
  quote: Pick<OptionQuote, 'bid' | 'ask'>,
): number | 'zero_bid' | 'wide_spread' {
  const [bid, ask] = [quote.bid ?? 0, quote.ask ?? 0];
  if (bid <= 0) return 'zero_bid';
  const mid = (bid + ask) / 2;
  const spread = ask - bid;
  return spread < 0 || spread > MAX_SPREAD * mid ? 'wide_spread' : mid;
}

/**
 * Premium of a contract, US dollars per share: the mid price of the quote. Our choice: if the quote
 * is not usable, the price of the last trade. Null if there was no trade.
 */
export function optionPremium(quote: Pick<OptionQuote, 'bid' | 'ask' | 'last'>): number | null {
  const mid = usableMid(quote);
  if (typeof mid === 'number') return mid;
  return quote.last && quote.last > 0 ? quote.last : null;
}

/** Whether a contract delivers 100 shares. Sums over a chain include only contracts that do. */
export function isStandard(contract: OptionContract): boolean {
  return !contract.flags.includes('adjusted_contract');
}

function contract(snapshot: ChainSnapshot, quote: OptionQuote, symbol: OptionSymbol, days: number) {
  const { type, strike, expiry } = symbol;
  const { ticker, snapshot_at, underlying_price_usd } = snapshot;
  const priced = pricedQuote(snapshot, quote, symbol, days);
  const premium = symbol.adjusted ? null : optionPremium(quote);
  return {
    ticker,
    option_symbol: quote.option_symbol,
    type,
    strike,
    expiry,
    bid: quote.bid ?? null,
    ask: quote.ask ?? null,
    last: quote.last ?? null,
    volume: quote.volume ?? null,
    open_interest: quote.open_interest ?? null,
    ...(typeof priced === 'string' ? UNPRICED : priced),
    break_even: premium === null ? null : breakEven(type, strike, premium),
    underlying_price_usd,
    snapshot_at,
    flags: [
      ...(typeof priced === 'string' ? [priced] : []),
      ...(premium === null && !symbol.adjusted ? ['no_price'] : []),
    ],
  };
}

/** A record of `options_chain`. `implied_volatility` is an annualized fraction. */
export type OptionContract = ReturnType<typeof contract>;

const UNPRICED = { implied_volatility: null, delta: null, gamma: null, theta: null, vega: null };

/** The volatility and greeks of a quote, or the flag that states why the quote has none. */
function pricedQuote(
  snapshot: ChainSnapshot,
  quote: OptionQuote,
  symbol: OptionSymbol,
  days: number,
) {
  if (symbol.adjusted) return 'adjusted_contract';
  if (days < 1) return 'expiring';
  const mid = usableMid(quote);
  if (typeof mid === 'string') return mid;
  const terms = { ...snapshot, ...symbol, years: days / 365 };
  const implied_volatility = impliedVolatility(terms, mid);
  if (implied_volatility === null) return 'outside_bounds';
  return { implied_volatility, ...optionGreeks(terms, implied_volatility) };
}

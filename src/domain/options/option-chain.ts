import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import type { OptionGreeks, OptionTerms } from './option-pricing.ts';
import { breakEven, impliedVolatility, optionGreeks } from './option-pricing.ts';
import type { OptionSymbol, OptionType } from './option-symbol.ts';
import { parseOptionSymbol } from './option-symbol.ts';

/** One line of a chain as quoted, a share's prices in US dollars; `last` null when never traded. */
export interface OptionQuote {
  readonly option_symbol: string;
  readonly bid: number;
  readonly ask: number;
  readonly last: number | null;
  readonly volume: number;
  readonly open_interest: number;
}

/** A chain at one moment; `snapshot_at` is ISO and its first ten characters are the date. */
export interface ChainSnapshot {
  readonly ticker: string;
  readonly snapshot_at: string;
  readonly underlying_price_usd: number;
  readonly risk_free_rate: number;
  readonly dividend_yield: number;
  readonly quotes: readonly OptionQuote[];
}

/** A record of `options_chain`; `implied_volatility` is an annualised fraction. */
export interface OptionContract {
  readonly ticker: string;
  readonly option_symbol: string;
  readonly type: OptionType;
  readonly strike: number;
  readonly expiry: string;
  readonly bid: number;
  readonly ask: number;
  readonly last: number | null;
  readonly volume: number;
  readonly open_interest: number;
  readonly implied_volatility: number | null;
  readonly delta: number | null;
  readonly gamma: number | null;
  readonly theta: number | null;
  readonly vega: number | null;
  readonly break_even: number | null;
  readonly underlying_price_usd: number;
  readonly snapshot_at: string;
  readonly flags: readonly string[];
}

/** Quotes wider than this share of their mid price say too little about volatility. */
const WIDEST_SPREAD = 0.5;

/**
 * The contracts of a snapshot, sorted by expiry, strike and type, each with implied volatility and
 * greeks where its quote allows them (time to expiry in calendar days / 365). Where it does not,
 * those five are null and `flags` says why: `adjusted_contract`, `expiring` (under one day left),
 * `zero_bid`, `wide_spread` (over 50 % of mid), `outside_bounds` (no-arbitrage). A break-even needs
 * a mid or last price, else it is null with `no_price`. Symbols that do not parse and contracts
 * already expired are left out.
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

/** Mid price of a quote in US dollars, or the reason why it is not to be used. */
export function usableMid(quote: {
  readonly bid: number;
  readonly ask: number;
}): number | 'zero_bid' | 'wide_spread' {
  if (quote.bid <= 0) return 'zero_bid';
  const mid = (quote.bid + quote.ask) / 2;
  const spread = quote.ask - quote.bid;
  return spread < 0 || spread > WIDEST_SPREAD * mid ? 'wide_spread' : mid;
}

/**
 * What a share of the contract is worth in US dollars: the usable mid price, else the last trade,
 * else null. Our choice: the last trade stands in where a quote is too wide.
 */
export function optionPremium(quote: Pick<OptionQuote, 'bid' | 'ask' | 'last'>): number | null {
  const mid = usableMid(quote);
  if (typeof mid === 'number') return mid;
  return quote.last !== null && quote.last > 0 ? quote.last : null;
}

/** True for contracts that still deliver 100 shares: only these enter sums over a chain. */
export function isStandard(contract: OptionContract): boolean {
  return !contract.flags.includes('adjusted_contract');
}

function contract(
  snapshot: ChainSnapshot,
  quote: OptionQuote,
  symbol: OptionSymbol,
  days: number,
): OptionContract {
  const { type, strike, expiry } = symbol;
  const { option_symbol, bid, ask, last, volume, open_interest } = quote;
  const { ticker, snapshot_at, underlying_price_usd } = snapshot;
  const priced = pricedQuote(snapshot, quote, symbol, days);
  const volatility = typeof priced === 'string' ? null : priced.implied_volatility;
  const greeks = typeof priced === 'string' ? null : priced.greeks;
  const premium = symbol.adjusted ? null : optionPremium(quote);
  return {
    ticker,
    option_symbol,
    type,
    strike,
    expiry,
    bid,
    ask,
    last,
    volume,
    open_interest,
    implied_volatility: volatility,
    delta: greeks?.delta ?? null,
    gamma: greeks?.gamma ?? null,
    theta: greeks?.theta ?? null,
    vega: greeks?.vega ?? null,
    break_even: premium === null ? null : breakEven(type, strike, premium),
    underlying_price_usd,
    snapshot_at,
    flags: [
      ...(typeof priced === 'string' ? [priced] : []),
      ...(premium === null && !symbol.adjusted ? ['no_price'] : []),
    ],
  };
}

interface PricedQuote {
  readonly implied_volatility: number;
  readonly greeks: OptionGreeks;
}

function pricedQuote(
  snapshot: ChainSnapshot,
  quote: OptionQuote,
  symbol: OptionSymbol,
  days: number,
): PricedQuote | string {
  if (symbol.adjusted) return 'adjusted_contract';
  if (days < 1) return 'expiring';
  const mid = usableMid(quote);
  if (typeof mid === 'string') return mid;
  const terms: OptionTerms = {
    type: symbol.type,
    strike: symbol.strike,
    underlying_price_usd: snapshot.underlying_price_usd,
    years: days / 365,
    risk_free_rate: snapshot.risk_free_rate,
    dividend_yield: snapshot.dividend_yield,
  };
  const implied_volatility = impliedVolatility(terms, mid);
  if (implied_volatility === null) return 'outside_bounds';
  return { implied_volatility, greeks: optionGreeks(terms, implied_volatility) };
}

import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import type { OptionType } from './option-symbol.ts';

/** Prices in US dollars, `years` to expiry, rates continuously compounded as plain fractions. */
export interface OptionTerms {
  readonly type: OptionType;
  readonly strike: number;
  readonly underlying_price_usd: number;
  readonly years: number;
  readonly risk_free_rate: number;
  readonly dividend_yield: number;
}

export interface OptionGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/** Our choice: volatilities from 1 % to 1000 % a year; event weeks do reach several hundred. */
const LOWEST_VOLATILITY = 0.01;
const HIGHEST_VOLATILITY = 10;
const MOST_ITERATIONS = 100;
/** A step this small leaves an error far smaller, since the steps converge quadratically. */
const SMALLEST_STEP = 1e-9;

/**
 * Price of a European option in US dollars for a volatility (annualised fraction) above 0 and
 * `years` above 0. Source: Black & Scholes 1973, Merton 1973 (continuous dividend yield).
 */
export function optionPrice(terms: OptionTerms, volatility: number): number {
  return priceAt(standardised(terms, volatility));
}

/**
 * Greeks of a European option. `delta` and `gamma` per dollar of the underlying, `theta` in dollars
 * per calendar day (a year has 365), `vega` in dollars per volatility point (0.01).
 * Source: Hull, Options, Futures, and Other Derivatives, chapter "The Greek Letters".
 */
export function optionGreeks(terms: OptionTerms, volatility: number): OptionGreeks {
  const point = standardised(terms, volatility);
  const { underlying, strike, sign, d1, d2, sd } = point;
  const { underlying_price_usd, years, risk_free_rate, dividend_yield } = terms;
  const decay = (-underlying * density(d1) * volatility) / (2 * Math.sqrt(years));
  const carry =
    dividend_yield * underlying * cumulative(sign * d1) -
    risk_free_rate * strike * cumulative(sign * d2);
  return {
    delta: (sign * underlying * cumulative(sign * d1)) / underlying_price_usd,
    gamma: (underlying * density(d1)) / (underlying_price_usd ** 2 * sd),
    theta: (decay + sign * carry) / 365,
    vega: vegaPerUnit(terms, point) / 100,
  };
}

/**
 * Volatility (annualised fraction) at which `optionPrice` equals `price_usd`, or null where the
 * price breaks the no-arbitrage bounds or the answer lies outside 1 %–1000 %.
 * Listed US equity options are American: an early-exercise premium reads as volatility here.
 * Our choice: Newton's step, since vega is known, kept inside a bracket and replaced by bisection
 * when it leaves it; at most 100 iterations. The start at the inflection point of the price makes
 * the steps converge (Manaster & Koehler 1982, J. Finance 37:227).
 */
export function impliedVolatility(terms: OptionTerms, price_usd: number): number | null {
  let low = LOWEST_VOLATILITY;
  let high = HIGHEST_VOLATILITY;
  if (price_usd <= optionPrice(terms, low) || price_usd >= optionPrice(terms, high)) return null;
  let volatility = Math.min(Math.max(inflectionVolatility(terms), low), high);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const point = standardised(terms, volatility);
    const excess = priceAt(point) - price_usd;
    if (excess > 0) high = volatility;
    else low = volatility;
    const newton = volatility - excess / vegaPerUnit(terms, point);
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - volatility) < SMALLEST_STEP) return next;
    volatility = next;
  }
  return volatility;
}

/**
 * Underlying price in US dollars at which a buyer who paid `premium_usd` a share breaks even at
 * expiry: strike + premium for a call, strike − premium for a put.
 */
export function breakEven(type: OptionType, strike: number, premium_usd: number): number {
  return type === 'call' ? strike + premium_usd : strike - premium_usd;
}

/** Discounted underlying and strike, and where the strike stands in standard deviations. */
interface Standardised {
  readonly underlying: number;
  readonly strike: number;
  readonly sign: 1 | -1;
  readonly sd: number;
  readonly d1: number;
  readonly d2: number;
}

function standardised(terms: OptionTerms, volatility: number): Standardised {
  const { years, risk_free_rate, dividend_yield } = terms;
  const underlying = terms.underlying_price_usd * Math.exp(-dividend_yield * years);
  const strike = terms.strike * Math.exp(-risk_free_rate * years);
  const sd = volatility * Math.sqrt(years);
  const d1 = Math.log(underlying / strike) / sd + sd / 2;
  return { underlying, strike, sd, d1, d2: d1 - sd, sign: terms.type === 'call' ? 1 : -1 };
}

function priceAt({ underlying, strike, sign, d1, d2 }: Standardised): number {
  return sign * (underlying * cumulative(sign * d1) - strike * cumulative(sign * d2));
}

function inflectionVolatility(terms: OptionTerms): number {
  const { underlying, strike } = standardised(terms, 1);
  return Math.sqrt((2 * Math.abs(Math.log(underlying / strike))) / terms.years);
}

function vegaPerUnit(terms: OptionTerms, { underlying, d1 }: Standardised): number {
  return underlying * density(d1) * Math.sqrt(terms.years);
}

function cumulative(x: number): number {
  return normalCdf(x, 0, 1);
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

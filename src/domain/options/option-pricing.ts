import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import type { OptionType } from './option-symbol.ts';

/**
 * Prices are in US dollars. `years` is the time to expiry. Rates are continuously compounded
 * fractions.
 */
export interface OptionTerms {
  readonly type: OptionType;
  readonly strike: number;
  readonly underlying_price_usd: number;
  readonly years: number;
  readonly risk_free_rate: number;
  readonly dividend_yield: number;
}

/**
 * Our choice: bounds of the volatility, from 1% to 1000% a year. In weeks with an event, volatility
 * can be several hundred percent.
 */
const MIN_VOLATILITY = 0.01;
const MAX_VOLATILITY = 10;
const MAX_ITERATIONS = 100;
/**
 * The search ends when a step changes the volatility by less than this number. Newton's method
 * converges quadratically, so the remaining error is much smaller.
 */
const MIN_STEP = 1e-9;

/**
 * Price of a European option, US dollars, for a volatility above 0 (annualized fraction) and
 * `years` above 0. Source: Black & Scholes 1973, Merton 1973 (continuous dividend yield).
 */
export function optionPrice(terms: OptionTerms, volatility: number): number {
  return priceAt(standardized(terms, volatility));
}

/**
 * Greeks of a European option: `delta` and `gamma` per dollar of the underlying, `theta` in dollars
 * per calendar day (365 a year), `vega` in dollars per volatility point (0.01).
 * Source: Hull, Options, Futures, and Other Derivatives, chapter "The Greek Letters".
 */
export function optionGreeks(terms: OptionTerms, volatility: number) {
  const point = standardized(terms, volatility);
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
 * Volatility (annualized fraction) at which `optionPrice` equals `price_usd`. Null if the price
 * allows arbitrage or the volatility is outside the bounds. Listed US equity options are American,
 * so an early-exercise premium increases the result. Our choice: Newton's method is used. If one of
 * its steps leaves the bracket, bisection replaces the step. The search starts at the inflection
 * point of the price, from which Newton's method converges (Manaster & Koehler 1982, J. Finance
 * 37:227).
 */
export function impliedVolatility(terms: OptionTerms, price_usd: number): number | null {
  let low = MIN_VOLATILITY;
  let high = MAX_VOLATILITY;
  if (price_usd <= optionPrice(terms, low) || price_usd >= optionPrice(terms, high)) return null;
  let volatility = Math.min(Math.max(inflectionVolatility(terms), low), high);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const point = standardized(terms, volatility);
    const excess = priceAt(point) - price_usd;
    if (excess > 0) high = volatility;
    else low = volatility;
    const newton = volatility - excess / vegaPerUnit(terms, point);
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - volatility) < MIN_STEP) return next;
    volatility = next;
  }
  return volatility;
}

/** Underlying price at which a buyer breaks even at expiry, US dollars: strike ± premium. */
export function breakEven(type: OptionType, strike: number, premium_usd: number): number {
  return type === 'call' ? strike + premium_usd : strike - premium_usd;
}

function standardized(terms: OptionTerms, volatility: number) {
  const { years, risk_free_rate, dividend_yield } = terms;
  const underlying = terms.underlying_price_usd * Math.exp(-dividend_yield * years);
  const strike = terms.strike * Math.exp(-risk_free_rate * years);
  const sd = volatility * Math.sqrt(years);
  const d1 = Math.log(underlying / strike) / sd + sd / 2;
  return { underlying, strike, sd, d1, d2: d1 - sd, sign: terms.type === 'call' ? 1 : -1 };
}

/** The discounted underlying price and strike, with d1 and d2 of the Black–Scholes formula. */
type Standardized = ReturnType<typeof standardized>;

function priceAt({ underlying, strike, sign, d1, d2 }: Standardized): number {
  return sign * (underlying * cumulative(sign * d1) - strike * cumulative(sign * d2));
}

function inflectionVolatility(terms: OptionTerms): number {
  const { underlying, strike } = standardized(terms, 1);
  return Math.sqrt((2 * Math.abs(Math.log(underlying / strike))) / terms.years);
}

function vegaPerUnit(terms: OptionTerms, { underlying, d1 }: Standardized): number {
  return underlying * density(d1) * Math.sqrt(terms.years);
}

function cumulative(x: number): number {
  return normalCdf(x, 0, 1);
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

import { describe, expect, it } from 'vitest';
import type { OptionTerms } from '../../../src/domain/options/option-pricing.ts';
import {
  breakEven,
  impliedVolatility,
  optionGreeks,
  optionPrice,
} from '../../../src/domain/options/option-pricing.ts';
import fc from '../../support/properties.ts';

function terms(
  letter: string,
  strike: number,
  underlying_price_usd: number,
  dividend_yield: number,
  risk_free_rate: number,
  years: number,
): OptionTerms {
  const type = letter === 'c' ? 'call' : 'put';
  return { type, strike, underlying_price_usd, years, risk_free_rate, dividend_yield };
}

// Haug, The Complete Guide to Option Pricing Formulas (1998), as used in QuantLib's tests:
// type, K, S, q, r, T, σ, value.
const haug = [
  ['c', 65, 60, 0, 0.08, 0.25, 0.3, 2.1334],
  ['p', 95, 100, 0.05, 0.1, 0.5, 0.2, 2.4648],
  ['p', 19, 19, 0.1, 0.1, 0.75, 0.28, 1.7011],
  ['c', 19, 19, 0.1, 0.1, 0.75, 0.28, 1.7011],
  ['c', 1.6, 1.56, 0.08, 0.06, 0.5, 0.12, 0.0291],
  ['p', 70, 75, 0.05, 0.1, 0.5, 0.35, 4.087],
  ['c', 100, 90, 0.1, 0.1, 0.1, 0.15, 0.0205],
  ['c', 100, 110, 0.1, 0.1, 0.1, 0.25, 10.3556],
  ['c', 100, 100, 0.1, 0.1, 0.1, 0.35, 4.3693],
] as const;

it.each(haug)(
  'optionPrice of %s K %d S %d q %d r %d T %d σ %d is %d',
  (type, k, s, q, r, t, sigma, value) => {
    expect(Math.abs(optionPrice(terms(type, k, s, q, r, t), sigma) - value)).toBeLessThan(1e-4);
  },
);

describe('optionGreeks', () => {
  // Hull's example: Δ .522, Γ .066, vega 12.1 per 1.00 of volatility, Θ −4.31 a year.
  it("are those of Hull's example, S 49 K 50 r 5 % σ 20 % T 20 weeks", () => {
    const greeks = optionGreeks(terms('c', 50, 49, 0, 0.05, 20 / 52), 0.2);
    expect(greeks.delta).toBeCloseTo(0.522, 3);
    expect(greeks.gamma).toBeCloseTo(0.066, 3);
    expect(greeks.vega * 100).toBeCloseTo(12.1, 1);
    expect(greeks.theta * 365).toBeCloseTo(-4.31, 2);
  });

  it('are the derivatives of the price', () => {
    const base = terms('p', 70, 75, 0.05, 0.1, 0.5);
    const greeks = optionGreeks(base, 0.35);
    const at = (change: Partial<OptionTerms>, sigma = 0.35) =>
      optionPrice({ ...base, ...change }, sigma);
    const [up, down] = [75.01, 74.99].map((underlying_price_usd) => at({ underlying_price_usd }));
    expect(greeks.delta).toBeCloseTo((up! - down!) / 0.02, 6);
    expect(greeks.gamma).toBeCloseTo((up! - 2 * at({}) + down!) / 0.01 ** 2, 4);
    expect(greeks.vega).toBeCloseTo((at({}, 0.3501) - at({}, 0.3499)) / 0.0002 / 100, 6);
    const day = 0.01 / 365;
    const decay = (at({ years: 0.5 - day }) - at({ years: 0.5 + day })) / 0.02;
    expect(greeks.theta).toBeCloseTo(decay, 6);
  });
});

const anyTerms = fc
  .record({
    moneyness: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
    underlying_price_usd: fc.double({ min: 1, max: 500, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 2, noNaN: true }),
    risk_free_rate: fc.double({ min: 0, max: 0.08, noNaN: true }),
    dividend_yield: fc.double({ min: 0, max: 0.05, noNaN: true }),
  })
  .map(({ moneyness, ...rest }) => ({ ...rest, strike: rest.underlying_price_usd * moneyness }));
const anyVolatility = fc.double({ min: 0.1, max: 5, noNaN: true });

it('implied volatility is the inverse of the price', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyVolatility,
      fc.constantFrom('call' as const, 'put' as const),
      (base, sigma, type) => {
        const option = { ...base, type };
        fc.pre(optionGreeks(option, sigma).vega > 1e-6 * option.underlying_price_usd);
        const implied = impliedVolatility(option, optionPrice(option, sigma));
        expect(implied).not.toBeNull();
        expect(Math.abs(implied! - sigma)).toBeLessThan(1e-6);
      },
    ),
  );
});

describe('impliedVolatility', () => {
  it('is null outside the no-arbitrage bounds', () => {
    // With S 100, K 90 and r 0, a call is worth more than 10 and less than 100.
    const call = terms('c', 90, 100, 0, 0, 0.5);
    expect(impliedVolatility(call, 10)).toBeNull();
    expect(impliedVolatility(call, 9)).toBeNull();
    expect(impliedVolatility(call, 100)).toBeNull();
    expect(impliedVolatility(call, 10.5)).toBeGreaterThan(0);
  });

  it.each([
    ['c', 0.009, null],
    ['c', 0.012, 0.012],
    ['c', 9.9, 9.9],
    ['c', 10.5, null],
    ['p', 0.012, 0.012],
    ['p', 9.9, 9.9],
    ['p', 10.5, null],
  ] as const)(
    'of a %s with the volatility %d is limited to 1 to 1000 %%: %s',
    (type, sigma, expected) => {
      // The option is at the money and has 0.2 years.
      const option = terms(type, 100, 100, 0.01, 0.02, 0.2);
      const implied = impliedVolatility(option, optionPrice(option, sigma));
      if (expected === null) expect(implied).toBeNull();
      else expect(implied).toBeCloseTo(expected, 8);
    },
  );

  it('is found far from the money and far from expiry', () => {
    for (const [strike, years, sigma] of [
      [300, 0.1, 2],
      [30, 0.1, 2],
      [100, 5, 0.3],
      [160, 1, 0.2],
      [100, 1 / 365, 0.5],
    ] as const) {
      const option = terms('c', strike, 100, 0, 0.03, years);
      expect(impliedVolatility(option, optionPrice(option, sigma))).toBeCloseTo(sigma, 6);
    }
  });
});

it('breakEven adds the premium to a call strike and subtracts it from a put strike', () => {
  expect(breakEven('call', 50, 4.5)).toBe(54.5);
  expect(breakEven('put', 50, 4.5)).toBe(45.5);
});

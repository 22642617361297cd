import { describe, expect, it } from 'vitest';
import {
  type OptionQuote,
  optionChain,
  optionPremium,
  snapshotDate,
  usableMid,
} from '../../../src/domain/options/option-chain.ts';
import { optionFlow, putCall } from '../../../src/domain/options/option-flow.ts';
import {
  type OptionTerms,
  optionGreeks,
  optionPrice,
} from '../../../src/domain/options/option-pricing.ts';

const AT = '2026-11-20T21:00:00Z';
const quoteOf = (option_symbol: string, more: Partial<OptionQuote> = {}): OptionQuote => ({
  option_symbol,
  bid: 1,
  ask: 1.2,
  last: 1.1,
  volume: 2_000,
  open_interest: 400,
  ...more,
});
const snapshotOf = (...quotes: readonly OptionQuote[]) => ({
  ticker: 'ABCQZ',
  snapshot_at: AT,
  underlying_price_usd: 20,
  risk_free_rate: 0.04,
  dividend_yield: 0.01,
  quotes,
});

describe('a contract', () => {
  // 73 days are 0.2 years.
  const terms: OptionTerms = {
    type: 'put',
    strike: 18,
    underlying_price_usd: 20,
    years: 0.2,
    risk_free_rate: 0.04,
    dividend_yield: 0.01,
  };
  const symbol = 'ABCQZ270201P00018000';

  it('with a volatility has greeks and a break-even price', () => {
    const price = optionPrice(terms, 0.8);
    const quote = quoteOf(symbol, { bid: price - 0.1, ask: price + 0.1, last: null });
    const { delta, gamma, theta, vega } = optionGreeks(terms, 0.8);
    expect(optionChain(snapshotOf(quote))).toEqual([
      {
        ticker: 'ABCQZ',
        option_symbol: symbol,
        type: 'put',
        strike: 18,
        expiry: '2027-02-01',
        bid: price - 0.1,
        ask: price + 0.1,
        last: null,
        volume: 2_000,
        open_interest: 400,
        implied_volatility: expect.closeTo(0.8, 8),
        delta: expect.closeTo(delta, 8),
        gamma: expect.closeTo(gamma, 8),
        theta: expect.closeTo(theta, 8),
        vega: expect.closeTo(vega, 8),
        break_even: expect.closeTo(18 - price, 10),
        underlying_price_usd: 20,
        snapshot_at: AT,
        flags: [],
      },
    ]);
    expect([delta < 0, gamma > 0, theta < 0, vega > 0]).toEqual([true, true, true, true]);
  });

  it('without a volatility has no greeks', () => {
    expect(optionChain(snapshotOf(quoteOf(symbol, { bid: 0, last: null })))).toEqual([
      {
        ticker: 'ABCQZ',
        option_symbol: symbol,
        type: 'put',
        strike: 18,
        expiry: '2027-02-01',
        bid: 0,
        ask: 1.2,
        last: null,
        volume: 2_000,
        open_interest: 400,
        implied_volatility: null,
        delta: null,
        gamma: null,
        theta: null,
        vega: null,
        break_even: null,
        underlying_price_usd: 20,
        snapshot_at: AT,
        flags: ['zero_bid', 'no_price'],
      },
    ]);
  });

  it('that is adjusted has no break-even price', () => {
    const [adjusted] = optionChain(snapshotOf(quoteOf('ABCQZ1270201C00018000')));
    expect(adjusted).toMatchObject({ break_even: null, flags: ['adjusted_contract'] });
    const unpriced = quoteOf('ABCQZ1270201C00018000', { bid: 0, last: null });
    expect(optionChain(snapshotOf(unpriced))[0]?.flags).toEqual(['adjusted_contract']);
  });

  it('is sorted by expiry, strike, type and symbol, without invalid symbols', () => {
    const symbols = [
      'ABCQZ270201P00018000',
      'ABCQZ270201C00018000',
      'ABCQZ1270201C00018000',
      'ABCQZ270201C00009000',
      'ABCQZ261218C00020000',
      'ABCQZ',
    ];
    const chain = optionChain(snapshotOf(...symbols.map((one) => quoteOf(one))));
    expect(chain.map(({ option_symbol }) => option_symbol)).toEqual([
      'ABCQZ261218C00020000',
      'ABCQZ270201C00009000',
      'ABCQZ1270201C00018000',
      'ABCQZ270201C00018000',
      'ABCQZ270201P00018000',
    ]);
    expect(snapshotDate({ snapshot_at: AT })).toBe('2026-11-20');
  });
});

describe('the price of a quote', () => {
  it.each<[bid: number, ask: number, last: number | null, mid: unknown, premium: number | null]>([
    [1, 1.2, 5, 1.1, 1.1],
    // The widest usable spread is half of the mid price.
    [0.75, 1.25, 5, 1, 1],
    [0.74, 1.26, 5, 'wide_spread', 5],
    [1.2, 1, 5, 'wide_spread', 5],
    [1, 1, 5, 1, 1],
    [0, 1, 5, 'zero_bid', 5],
    [-1, 1, 5, 'zero_bid', 5],
    [0, 1, null, 'zero_bid', null],
    [0, 1, 0, 'zero_bid', null],
    [0, 1, 0.01, 'zero_bid', 0.01],
  ])('of %d bid, %d ask and last %s is %s', (bid, ask, last, mid, premium) => {
    expect(usableMid({ bid, ask })).toEqual(
      typeof mid === 'number' ? expect.closeTo(mid, 12) : mid,
    );
    expect(optionPremium({ bid, ask, last })).toEqual(
      premium === null ? null : expect.closeTo(premium, 12),
    );
  });
});

describe('option flow', () => {
  const [call, put] = ['ABCQZ270201C00022000', 'ABCQZ270201P00018000'] as const;

  it('has the volume, open interest and premium of a contract', () => {
    const now = snapshotOf(quoteOf(call, { bid: 0, open_interest: 9_000 }));
    const before = snapshotOf(quoteOf(call, { open_interest: 500 }));
    expect(optionFlow(now, before)).toEqual([
      {
        ticker: 'ABCQZ',
        option_symbol: call,
        type: 'call',
        strike: 22,
        expiry: '2027-02-01',
        volume: 2_000,
        open_interest: 9_000,
        previous_open_interest: 500,
        volume_oi_ratio: 4,
        // 2,000 contracts of 100 shares at the last price of 1.10.
        premium_usd: expect.closeTo(220_000, 6),
        implied_volatility: null,
        underlying_price_usd: 20,
        level: 'unusual',
        snapshot_at: AT,
        flags: ['zero_bid'],
      },
    ]);
  });

  it('ignores contracts without a price and sorts equal premiums by symbol', () => {
    const before = snapshotOf(quoteOf(call), quoteOf(put));
    const unpriced = quoteOf(call, { bid: 0, last: null });
    expect(optionFlow(snapshotOf(unpriced), before)).toEqual([]);
    const order = (...quotes: readonly OptionQuote[]) =>
      optionFlow(snapshotOf(...quotes), before).map(({ option_symbol }) => option_symbol);
    expect(order(quoteOf(put), quoteOf(call))).toEqual([call, put]);
    expect(order(quoteOf(put, { volume: 2_001 }), quoteOf(call))).toEqual([put, call]);
    expect(optionFlow(before, snapshotOf())).toEqual([]);
  });

  it('uses a given chain', () => {
    const chain = optionChain(snapshotOf(quoteOf(put)));
    const both = snapshotOf(quoteOf(call), quoteOf(put));
    expect(optionFlow(both, both, () => chain).map((one) => one.option_symbol)).toEqual([put]);
  });

  it('sums puts and calls of standard contracts', () => {
    const chain = optionChain(
      snapshotOf(
        quoteOf(call, { volume: 10, open_interest: 100 }),
        quoteOf('ABCQZ270201C00023000', { volume: 30, open_interest: 60 }),
        quoteOf(put, { volume: 50, open_interest: 40 }),
        quoteOf('ABCQZ1270201P00018000'),
      ),
    );
    expect(putCall(chain)).toEqual({
      call_volume: 40,
      put_volume: 50,
      put_call_volume_ratio: 1.25,
      call_oi: 160,
      put_oi: 40,
      put_call_oi_ratio: 0.25,
    });
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChainSnapshot, OptionQuote } from '../../../src/domain/options/option-chain.ts';
import { optionChain } from '../../../src/domain/options/option-chain.ts';
import { optionPrice } from '../../../src/domain/options/option-pricing.ts';
import { parseOptionSymbol } from '../../../src/domain/options/option-symbol.ts';

describe('parseOptionSymbol', () => {
  it('reads the symbol from the right', () => {
    expect(parseOptionSymbol('SRPT261218P00012500')).toEqual({
      root: 'SRPT',
      type: 'put',
      strike: 12.5,
      expiry: '2026-12-18',
      adjusted: false,
    });
  });

  it('accepts the padded form and marks adjusted roots', () => {
    expect(parseOptionSymbol('C     261218C00070000')).toMatchObject({ root: 'C', strike: 70 });
    expect(parseOptionSymbol('SRPT1261218C00070000')).toMatchObject({
      root: 'SRPT1',
      expiry: '2026-12-18',
      adjusted: true,
    });
  });

  it.each(['SRPT', '261218C00070000', 'SRPT261318C00070000', 'SRPT261218X00070000'])(
    'rejects %s',
    (symbol) => {
      expect(parseOptionSymbol(symbol)).toBeNull();
    },
  );

  const sample = '../shared/samples/options/cboe_delayed_AAPL_2026-08-07_trimmed.json';
  it.skipIf(!existsSync(sample))("reads Cboe's own symbols (skipped without the sample)", () => {
    const { data } = JSON.parse(readFileSync(sample, 'utf8'));
    const symbols = data.options.map((row: { option: string }) => parseOptionSymbol(row.option));
    expect(symbols.map((symbol: { strike: number }) => symbol.strike)).toEqual([
      110, 110, 125, 140, 145, 145,
    ]);
    expect(symbols.every((s: { root: string }) => s.root === 'AAPL')).toBe(true);
  });
});

function quote(option_symbol: string, bid: number, ask: number, last: number | null): OptionQuote {
  return { option_symbol, bid, ask, last, volume: 1, open_interest: 1 };
}

function snapshot(quotes: readonly OptionQuote[]): ChainSnapshot {
  return {
    ticker: 'ABCD',
    snapshot_at: '2026-11-20T21:00:00Z',
    underlying_price_usd: 20,
    risk_free_rate: 0.04,
    dividend_yield: 0,
    quotes,
  };
}

describe('optionChain', () => {
  it('includes contracts that expire on the day and no expired ones', () => {
    const lines = optionChain(
      snapshot([
        quote('ABCD261119C00020000', 1, 1.1, 1),
        quote('ABCD261120C00020000', 1, 1.1, 1),
        quote('ABCD261121C00020000', 1, 1.1, 1),
      ]),
    );
    expect(lines.map(({ expiry, flags }) => [expiry, flags])).toEqual([
      ['2026-11-20', ['expiring']],
      ['2026-11-21', []],
    ]);
  });

  it('finds the volatility of a quote over calendar days ÷ 365', () => {
    // 2026-11-20 to 2027-02-01 are 73 days, 0.2 years.
    const price = optionPrice(
      {
        type: 'call',
        strike: 22,
        underlying_price_usd: 20,
        years: 0.2,
        risk_free_rate: 0.04,
        dividend_yield: 0,
      },
      0.8,
    );
    const [contract] = optionChain(
      snapshot([quote('ABCD270201C00022000', price - 0.05, price + 0.05, null)]),
    );
    expect(contract!.implied_volatility).toBeCloseTo(0.8, 8);
    expect(contract!.break_even).toBeCloseTo(22 + price, 10);
    expect(contract!.flags).toEqual([]);
  });

  it('has a flag if a quote has no volatility', () => {
    const chain = optionChain(
      snapshot([
        quote('ABCD261120C00020000', 1, 1.1, null), // expires today
        quote('ABCD261218C00020000', 0, 0.5, 0.4), // zero bid
        quote('ABCD261218C00021000', 0.5, 0.9, null), // 0.4 wide on 0.7: 57 %
        quote('ABCD261218C00010000', 9.9, 9.95, null), // below S − K·e^(−rT) = 10.03
        quote('ABCD1261218C00022000', 1, 1.1, 1), // adjusted
        quote('ABCD261119C00020000', 1, 1.1, null), // expired
      ]),
    );
    expect(
      chain.map(({ strike, implied_volatility, delta, flags }) => [
        strike,
        implied_volatility,
        delta,
        flags,
      ]),
    ).toEqual([
      [20, null, null, ['expiring']],
      [10, null, null, ['outside_bounds']],
      [20, null, null, ['zero_bid']],
      [21, null, null, ['wide_spread', 'no_price']],
      [22, null, null, ['adjusted_contract']],
    ]);
    // The last price of 0.4 replaces the quote with a zero bid: 20 + 0.4.
    expect(chain[2]!.break_even).toBeCloseTo(20.4, 10);
    expect(chain[3]!.break_even).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import {
  type ChainSnapshot,
  type OptionQuote,
  optionChain,
} from '../../../src/domain/options/option-chain.ts';
import {
  activityLevel,
  maxPain,
  optionFlow,
  painByStrike,
  putCallRatio,
} from '../../../src/domain/options/option-flow.ts';

describe('put/call', () => {
  // Cboe daily market statistics, 2020-02-18 (three rows) and 2021-01-14 (two).
  it.each([
    [2604381, 3334848, 0.78],
    [751922, 1475246, 0.51],
    [1367015, 1284550, 1.06],
    [2786403, 4227871, 0.66],
    [946247, 2612897, 0.36],
  ])('%d puts ÷ %d calls is %d', (puts, calls, ratio) => {
    expect(putCallRatio(puts, calls)).toBeCloseTo(ratio, 2);
  });

  it('is null without calls', () => {
    expect(putCallRatio(10, 0)).toBeNull();
  });
});

// Example of maximum-pain.com: put open interest 21/33/5 and call open interest 9/45/25 at strikes
// 95/100/105.
const example = [
  ...[21, 33, 5].map((oi, i) => ({ type: 'put' as const, strike: 95 + 5 * i, open_interest: oi })),
  ...[9, 45, 25].map((oi, i) => ({ type: 'call' as const, strike: 95 + 5 * i, open_interest: oi })),
];

describe('maxPain', () => {
  it('is that of the published example', () => {
    expect(painByStrike(example).map(({ pain_usd }) => pain_usd)).toEqual([21500, 7000, 31500]);
    expect(maxPain(example)).toBe(100);
  });

  it('is the lowest of equal strikes, and null without open interest', () => {
    // With one call at 10 and one put at 20, the pain is equal at both strikes:
    // 0 + 1·(20 − 10) at 10, and 1·(20 − 10) + 0 at 20.
    const equal = [
      { type: 'call' as const, strike: 10, open_interest: 1 },
      { type: 'put' as const, strike: 20, open_interest: 1 },
    ];
    expect(maxPain(equal)).toBe(10);
    expect(maxPain(equal.map((row) => ({ ...row, open_interest: 0 })))).toBeNull();
    expect(maxPain([])).toBeNull();
  });
});

it.each([
  [999, 1000, 1e6, null], // 0.999
  [1000, 1000, 1e6, 'elevated'],
  [3000, 1000, 1e6, 'elevated'], // 3 exactly
  [3001, 1000, 1e6, 'unusual'],
  [10000, 1000, 1e6, 'unusual'], // 10 exactly
  [10001, 1000, 1e6, 'extreme'],
  [499, 100, 1e6, null], // volume floor
  [5000, 99, 1e6, null], // open interest floor
  [5000, 1000, 24_999, null], // premium floor
  [5000, 1000, 25_000, 'unusual'],
])(
  'activityLevel of a volume of %d, open interest of %d and premium of $%d is %s',
  (volume, oi, premium, level) => {
    expect(activityLevel(volume, oi, premium)).toBe(level);
  },
);

function quote(option_symbol: string, volume: number, open_interest: number): OptionQuote {
  return { option_symbol, bid: 1, ask: 1.2, last: 1.1, volume, open_interest };
}

function snapshot(snapshot_at: string, quotes: readonly OptionQuote[]): ChainSnapshot {
  const rest = { underlying_price_usd: 20, risk_free_rate: 0.04, dividend_yield: 0 };
  return { ticker: 'ABCD', snapshot_at, ...rest, quotes };
}

it("optionFlow divides by the previous day's open interest and sorts by premium", () => {
  const call = 'ABCD261218C00022000';
  const put = 'ABCD261218P00018000';
  const fresh = 'ABCD261218C00025000';
  const adjusted = 'ABCD1261218C00022000';
  const previous = snapshot('2026-11-19', [
    quote(call, 5, 400),
    quote(put, 5, 1000),
    quote(adjusted, 5, 400),
  ]);
  const today = snapshot('2026-11-20', [
    quote(call, 2000, 9000),
    quote(put, 1500, 1),
    quote(fresh, 9000, 9000),
    quote(adjusted, 2000, 400),
  ]);
  // Call: 2000/400 = 5, 2000·1.10·100 = $220,000. Put: 1500/1000 = 1.5, $165,000.
  const rows = optionFlow({ contracts: optionChain(today) }, previous);
  expect(rows.map(({ option_symbol, level }) => [option_symbol, level])).toEqual([
    [call, 'unusual'],
    [put, 'elevated'],
  ]);
  expect(rows[0]).toMatchObject({ previous_open_interest: 400, volume_oi_ratio: 5 });
  // `open_interest` is the value of the day, not of the previous day.
  expect(rows.map(({ open_interest }) => open_interest)).toEqual([9_000, 1]);
  expect(rows[0]!.premium_usd).toBeCloseTo(220_000, 6);
  expect(rows[1]!.premium_usd).toBeCloseTo(165_000, 6);
});

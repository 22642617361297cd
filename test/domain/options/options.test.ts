import { describe, expect, it } from 'vitest';
import {
  type OptionQuote,
  optionChain,
  type PricedChain,
} from '../../../src/domain/options/option-chain.ts';
import { optionPrice } from '../../../src/domain/options/option-pricing.ts';
import { putCallHistory } from '../../../src/domain/options/options.ts';

const underlying_price_usd = 20;
const risk_free_rate = 0.04;

interface Line {
  readonly type: 'call' | 'put';
  readonly strike: number;
  readonly expiry: string;
  readonly days: number;
  readonly volatility: number;
  readonly volume?: number;
}

/** A quote without spread, priced at a volatility. */
function quote({ type, strike, expiry, days, volatility, volume = 10 }: Line): OptionQuote {
  const terms = { type, strike, underlying_price_usd, risk_free_rate, dividend_yield: 0 };
  const price = optionPrice({ ...terms, years: days / 365 }, volatility);
  const letter = type === 'call' ? 'C' : 'P';
  const digits = String(strike * 1000).padStart(8, '0');
  return {
    option_symbol: `ABCD${expiry.replaceAll('-', '').slice(2)}${letter}${digits}`,
    bid: price,
    ask: price,
    last: null,
    volume,
    open_interest: 100,
  };
}

function snapshot(snapshot_at: string, quotes: readonly OptionQuote[]): PricedChain {
  const rest = { underlying_price_usd, risk_free_rate, dividend_yield: 0 };
  const taken = { ticker: 'ABCD', snapshot_at, ...rest, quotes };
  return { snapshot: taken, contracts: optionChain(taken) };
}

function pair(strike: number, expiry: string, days: number, volatility: number, put_volume = 10) {
  return [
    quote({ type: 'call', strike, expiry, days, volatility }),
    quote({ type: 'put', strike, expiry, days, volatility, volume: put_volume }),
  ];
}

describe('putCallHistory', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  const history = days.map((date, i) =>
    // The ratios are 1, 2, 3, 4 and 5.
    snapshot(`${date}T21:00:00Z`, pair(20, '2026-12-18', 32 - i, 0.7, 10 * (i + 1))),
  );

  it('averages the daily ratios of thirty days, newest day first', () => {
    const records = putCallHistory(history, () => null);
    expect(records.map(({ date }) => date)).toEqual(days.toReversed());
    expect(records[0]).toMatchObject({ put_call_volume_ratio: 5, avg_ratio_30d: 3 });
    expect(records[0]!.iv30).toBeCloseTo(0.7, 6);
    expect(records[0]!.max_pain).toBe(20);
    expect(records[0]!.flags).toEqual(['no_event']);
    // Only four ratios are known on the day before.
    expect(records[1]!.avg_ratio_30d).toBeNull();
    expect(records[1]!.flags).toContain('short_history');
  });

  it('ignores ratios older than thirty days and uses the last snapshot of a day', () => {
    const old = snapshot('2026-10-21T21:00:00Z', pair(20, '2026-12-18', 58, 0.7, 1000));
    const early = snapshot('2026-11-20T15:00:00Z', pair(20, '2026-12-18', 28, 0.7, 990));
    const records = putCallHistory([...history, early, old], () => null);
    // 2026-10-21 is 30 days before 2026-11-20, and the window has 30 days.
    expect(records[0]).toMatchObject({ put_call_volume_ratio: 5, avg_ratio_30d: 3 });
    expect(records).toHaveLength(6);
  });

  it('selects the first expiry after the event and computes its volatility', () => {
    // Normal days have 2 % and the event on 2026-12-01 has 20 %: total variances .0436 over 14 days
    // (10 weekdays) and .0476 over 28 (20 weekdays).
    const quotes = [
      ...pair(20, '2026-12-04', 14, Math.sqrt((0.0436 * 365) / 14)),
      ...pair(20, '2026-12-18', 28, Math.sqrt((0.0476 * 365) / 28)),
    ];
    const chains = [snapshot('2026-11-20', quotes)];
    const [record] = putCallHistory(chains, () => '2026-12-01');
    expect(record!.expiry).toBe('2026-12-04');
    expect(record!.event_iv).toBeCloseTo(0.2, 6);
    expect(putCallHistory(chains, () => '2026-12-10')[0]!.expiry).toBe('2026-12-18');
    expect(putCallHistory(chains, () => null)[0]!.expiry).toBe('2026-12-04');
  });

  it('is null with a flag without options', () => {
    const [record] = putCallHistory([snapshot('2026-11-20', [])], () => null);
    expect(record).toMatchObject({
      put_call_volume_ratio: null,
      iv30: null,
      implied_move_pct: null,
      event_iv: null,
      max_pain: null,
      expiry: null,
    });
    expect(record!.flags).toContain('no_options');
  });
});

import { describe, expect, it } from 'vitest';
import type { ChainSnapshot, OptionQuote } from '../../../src/domain/options/option-chain.ts';
import { optionChain } from '../../../src/domain/options/option-chain.ts';
import { optionPrice } from '../../../src/domain/options/option-pricing.ts';
import {
  byExpiry,
  impliedMove,
  termStructure,
} from '../../../src/domain/options/option-volatility.ts';
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

/** A quote without spread, priced at a volatility, so that the chain must give it back. */
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

function snapshot(snapshot_at: string, quotes: readonly OptionQuote[]): ChainSnapshot {
  const rest = { underlying_price_usd, risk_free_rate, dividend_yield: 0 };
  return { ticker: 'ABCD', snapshot_at, ...rest, quotes };
}

function pair(strike: number, expiry: string, days: number, volatility: number, put_volume = 10) {
  return [
    quote({ type: 'call', strike, expiry, days, volatility }),
    quote({ type: 'put', strike, expiry, days, volatility, volume: put_volume }),
  ];
}

describe('termStructure', () => {
  it('interpolates in strike at the price and counts weekdays', () => {
    // Price 20 between strikes 18 (60 %) and 24 (90 %): a third of the way, 70 %. Strike 26 is
    // 30 % away and stays out. 2026-11-20 (Fri) → 2026-12-18 (Fri): 28 days, 20 weekdays.
    const quotes = [18, 24, 26].flatMap((strike, i) =>
      pair(strike, '2026-12-18', 28, [0.6, 0.9, 2][i]!),
    );
    const [point] = termStructure(optionChain(snapshot('2026-11-20', quotes)), '2026-11-20');
    expect(point).toMatchObject({ expiry: '2026-12-18', days: 28, trading_days: 20 });
    expect(point!.implied_volatility).toBeCloseTo(0.7, 6);
  });
});

describe('impliedMove', () => {
  it('takes the straddle nearest the price, within 10 %', () => {
    const quotes = [...pair(19, '2026-12-18', 28, 0.7), ...pair(22, '2026-12-18', 28, 0.7)];
    const chain = optionChain(snapshot('2026-11-20', quotes));
    const cost = quotes[0]!.bid + quotes[1]!.bid;
    const move = impliedMove(byExpiry(chain).get('2026-12-18')!, undefined);
    expect(move!.implied_move_pct).toBeCloseTo((100 * cost) / 20, 10);
  });

  it('falls back on volatility where no strike is near', () => {
    const chain = optionChain(snapshot('2026-11-20', pair(24, '2026-12-18', 28, 0.7)));
    const [point] = termStructure(chain, '2026-11-20');
    const move = impliedMove(byExpiry(chain).get('2026-12-18')!, point);
    // One sd: 70 %·√(28/365) = 19.388 %; expected: 19.388·.79788 = 15.469 %.
    expect(move!.one_sd_pct).toBeCloseTo(19.388, 3);
    expect(move!.implied_move_pct).toBeCloseTo(15.469, 3);
    expect(move!.flags).toEqual(['no_atm_straddle']);
  });
});

describe('putCallHistory', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  const history = days.map((date, i) =>
    // Ratios 10i/10: 1, 2, 3, 4, 5.
    snapshot(`${date}T21:00:00Z`, pair(20, '2026-12-18', 32 - i, 0.7, 10 * (i + 1))),
  );

  it('averages the daily ratios of thirty days, newest record first', () => {
    const records = putCallHistory(history, () => null);
    expect(records.map(({ date }) => date)).toEqual(days.toReversed());
    expect(records[0]).toMatchObject({ put_call_volume_ratio: 5, avg_ratio_30d: 3 });
    expect(records[0]!.iv30).toBeCloseTo(0.7, 6);
    expect(records[0]!.max_pain).toBe(20);
    expect(records[0]!.flags).toEqual(['no_event']);
    // The day before has four ratios only.
    expect(records[1]!.avg_ratio_30d).toBeNull();
    expect(records[1]!.flags).toContain('short_history');
  });

  it('leaves out ratios older than thirty days and keeps the last snapshot of a day', () => {
    const old = snapshot('2026-10-21T21:00:00Z', pair(20, '2026-12-18', 58, 0.7, 1000));
    const early = snapshot('2026-11-20T15:00:00Z', pair(20, '2026-12-18', 28, 0.7, 990));
    const records = putCallHistory([...history, early, old], () => null);
    // 2026-10-21 lies 30 days before 2026-11-20, one too many.
    expect(records[0]).toMatchObject({ put_call_volume_ratio: 5, avg_ratio_30d: 3 });
    expect(records).toHaveLength(6);
  });

  it('chooses the first expiry after the event and finds its volatility', () => {
    // Plain days 2 %, an event of 20 % on 2026-12-01: total variances .0436 over 14 days
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

  it('has nulls and a reason without options', () => {
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

import { describe, expect, it } from 'vitest';
import type { OptionContract } from '../../../src/domain/options/option-chain.ts';
import { comparableVolatility } from '../../../src/domain/options/option-events.ts';
import { putCallHistory } from '../../../src/domain/options/options.ts';
import { CALL } from './contracts.ts';

const TODAY = '2026-11-20';
const snapshot = {
  ticker: 'ABCQZ',
  snapshot_at: `${TODAY}T21:00:00Z`,
  underlying_price_usd: 20,
  risk_free_rate: 0.04,
  dividend_yield: 0,
  quotes: [],
};
/** The record of a day with these contracts. */
function dayOf(contracts: readonly Partial<OptionContract>[], event: string | null = null) {
  const chain = contracts.map((one) => ({ ...CALL, expiry: '2026-12-20', ...one }));
  const [day] = putCallHistory(
    [snapshot],
    () => event,
    () => chain,
  );
  return day!;
}

describe('a put/call day', () => {
  it('has ratios, volatility, implied move and max pain', () => {
    const call = { volume: 10, open_interest: 4 };
    expect(dayOf([call, { type: 'put', volume: 5, open_interest: 8 }])).toEqual({
      ticker: 'ABCQZ',
      date: TODAY,
      call_volume: 10,
      put_volume: 5,
      put_call_volume_ratio: 0.5,
      call_oi: 4,
      put_oi: 8,
      put_call_oi_ratio: 2,
      // The straddle costs 2 on 20; one standard deviation is 1.25331 times that.
      avg_ratio_30d: null,
      iv30: 0.5,
      implied_move_pct: 10,
      one_sd_pct: expect.closeTo(12.5331, 4),
      event_iv: null,
      max_pain: 20,
      expiry: '2026-12-20',
      flags: ['no_event', 'short_history'],
    });
  });

  it('has a flag for each missing value', () => {
    expect(dayOf([{ implied_volatility: null }])).toMatchObject({
      put_call_volume_ratio: null,
      put_call_oi_ratio: null,
      iv30: null,
      implied_move_pct: null,
      one_sd_pct: null,
      max_pain: null,
      expiry: '2026-12-20',
      flags: [
        'no_call_volume',
        'no_call_oi',
        'no_30d_volatility',
        'no_implied_move',
        'no_open_interest',
        'no_event',
        'short_history',
      ],
    });
    expect(dayOf([]).flags).toEqual(['no_options', 'no_event', 'short_history']);
    expect(dayOf([], TODAY).flags).toEqual(['no_options', 'event_passed', 'short_history']);
    expect(dayOf([{ volume: 1, open_interest: 1 }]).flags).toEqual([
      'no_atm_straddle',
      'no_event',
      'short_history',
    ]);
  });

  it.each<[expiries: readonly string[], event: string | null, chosen: string | null]>([
    [['2026-11-26', '2026-11-27', '2026-12-18'], null, '2026-11-27'],
    [['2026-11-23', '2026-11-26'], null, '2026-11-23'],
    [['2026-11-23', '2026-11-27'], '2026-11-22', '2026-11-23'],
    [['2026-11-27', '2026-12-04', '2026-12-18'], '2026-12-04', '2026-12-18'],
    // No expiry is after the event.
    [['2026-11-23', '2026-11-27'], '2026-12-04', '2026-11-27'],
  ])('of the expiries %j, for an event on %s, selects %s', (expiries, event, chosen) => {
    expect(
      dayOf(
        expiries.map((expiry) => ({ expiry })),
        event,
      ).expiry,
    ).toBe(chosen);
  });
});

it.each([
  // The size classes are micro below $300 million, small below $2 billion and mid below $10 billion.
  [299e6, 0, true],
  [299e6, 300e6, false],
  [300e6, 299e6, false],
  [300e6, 1.99e9, true],
  [1.99e9, 2e9, false],
  [2e9, 9.99e9, true],
  [9.99e9, 10e9, false],
  [10e9, 900e9, true],
])('companies of $%d and $%d have the same size class: %s', (ours, theirs, isSame) => {
  const event = { catalyst: 'PDUFA Date', market_cap_usd: ours };
  const move = { date: '2025-06-02', catalyst: 'PDUFA Date', market_cap_usd: theirs };
  const moves = [6.745, -6.745, 20, -1, 6.745].map((move_pct) => ({ ...move, move_pct }));
  const volatility = comparableVolatility(event, moves, TODAY);
  // The median 6.745 % ÷ 0.6745 is 10 %.
  expect(volatility).toEqual(isSame ? expect.closeTo(0.1, 12) : null);
});

import { describe, expect, it } from 'vitest';
import type { PastMove } from '../../../src/domain/options/option-events.ts';
import {
  capBucket,
  comparableVolatility,
  eventVolatility,
  predictedVolatility,
} from '../../../src/domain/options/option-events.ts';
import type { ExpiryVolatility } from '../../../src/domain/options/option-volatility.ts';
import { expectedMove, straddleMove } from '../../../src/domain/options/option-volatility.ts';

const today = '2026-11-20';

function point(
  expiry: string,
  days: number,
  trading_days: number,
  total_variance: number,
): ExpiryVolatility {
  const implied_volatility = Math.sqrt((total_variance * 365) / days);
  return { expiry, days, trading_days, implied_volatility };
}

// Normal days have 2 % (variance .0004) and an event on 2026-12-01 has 20 % (variance .04):
// one week, 5 days: 5·.0004 = .0020; two weeks, 9 normal days: .0036 + .04 = .0436;
// four weeks, 19 normal days: .0076 + .04 = .0476.
const week = point('2026-11-27', 7, 5, 0.002);
const fortnight = point('2026-12-04', 14, 10, 0.0436);
const month = point('2026-12-18', 28, 20, 0.0476);
const event_date = '2026-12-01';
const base = 0.02 * Math.sqrt(252);

describe('expected move', () => {
  it("is that of tastytrade's published examples", () => {
    expect(expectedMove(279, 0.15, 45)).toBeCloseTo(14.69, 2);
    expect(expectedMove(425, 0.55, 6)).toBeCloseTo(29.97, 2);
  });

  it('is the straddle ÷ the price, and one standard deviation is 1.2533 times that', () => {
    // Published example of a straddle: 2.00 + 2.50 on a price of 70 is a move of 6.4 %.
    const move = straddleMove(4.5, 70);
    expect(move.implied_move_pct).toBeCloseTo(6.43, 2);
    expect(move.one_sd_pct / move.implied_move_pct).toBeCloseTo(1.2533, 4);
  });
});

describe('eventVolatility', () => {
  it('is computed from two expiries after the event', () => {
    const volatility = eventVolatility([fortnight, month], event_date);
    // Forward variance per day: (.0476 − .0436)/10 = .0004; event: .0436 − 9·.0004 = .04.
    expect(volatility).toEqual({
      event_volatility: expect.closeTo(0.2, 10),
      base_volatility: expect.closeTo(base, 10),
    });
  });

  it('allows a base variance of 0, but not a negative one', () => {
    // The total variance is .04 after ten and after twenty days, so normal days have none.
    const later = (total: number) => point('2026-12-18', 28, 20, total);
    const first = point('2026-12-04', 14, 10, 0.04);
    // A variance of 1 over 14 days and of 0.25 over 56 days are exactly equal.
    const equal = [
      { ...first, implied_volatility: 1 },
      { ...later(0.04), days: 56, implied_volatility: 0.5 },
    ];
    expect(eventVolatility(equal, event_date)).toEqual({
      event_volatility: expect.closeTo(Math.sqrt(14 / 365), 12),
      base_volatility: 0,
    });
    expect(eventVolatility([first, later(0.039)], event_date)).toBe('falling_total_variance');
  });

  it('prefers an expiry before the event for the base variance', () => {
    // The base is .0020/5 = .0004 per day, and the fourth week is ignored.
    const ignored = { ...month, implied_volatility: 3 };
    expect(eventVolatility([week, fortnight, ignored], event_date)).toEqual({
      event_volatility: expect.closeTo(0.2, 10),
      base_volatility: expect.closeTo(base, 10),
    });
  });

  it('ignores an expiry on the day of the event', () => {
    // It has .01 over seven days, more than the base of .0004 per day.
    const sameDay = point(event_date, 11, 7, 0.01);
    expect(eventVolatility([sameDay, fortnight, month], event_date)).toEqual(
      eventVolatility([fortnight, month], event_date),
    );
    expect(eventVolatility([week, sameDay, fortnight], event_date)).toEqual(
      eventVolatility([week, fortnight], event_date),
    );
  });

  it('is a flag if it cannot be computed', () => {
    expect(eventVolatility([week], event_date)).toBe('no_expiry_after_event');
    expect(eventVolatility([fortnight], event_date)).toBe('one_expiry_after_event');
    const falling = point('2026-12-18', 28, 20, 0.04);
    expect(eventVolatility([fortnight, falling], event_date)).toBe('falling_total_variance');
    // Nine normal days have a variance of .0036, more than the total of .003.
    const quiet = point('2026-12-04', 14, 10, 0.003);
    expect(eventVolatility([week, quiet], event_date)).toBe('no_event_premium');
  });
});

function moves(sizes: readonly number[], market_cap_usd: number): readonly PastMove[] {
  return sizes.map((move_pct) => ({
    date: '2025-06-02',
    catalyst: 'PDUFA Date',
    market_cap_usd,
    move_pct,
  }));
}

describe('predictedVolatility', () => {
  const event = { event_date, catalyst: 'PDUFA Date', market_cap_usd: 250e6, base_volatility: 0.8 };

  it('comes from the chain if there is one', () => {
    // σ_b² = .1008, T = 30/365 = .0821918: .1008·(.0821918 − .0039683) = .0078849;
    // + .04 = .0478849; ÷ T = .582600; root .763282.
    const predicted = predictedVolatility(event, [fortnight, month], [], today);
    expect(predicted).toBeCloseTo(0.763282, 5);
  });

  it('comes from comparable moves without a chain', () => {
    // |moves| 3 5 7 9 40: median 7 %, σ_E = .07/.6745 = .1037806, squared .0107704;
    // .64·(.0821918 − .0039683) = .0500631; sum .0608335 ÷ .0821918 = .740141; root .860315.
    const past = [...moves([3, -5, 7, -9, 40], 100e6), ...moves([60, 60, 60, 60, 60], 400e6)];
    expect(predictedVolatility(event, [], past, today)).toBeCloseTo(0.860315, 5);
  });

  it('is otherwise null', () => {
    const past = moves([3, -5, 7, -9, 40], 100e6);
    expect(predictedVolatility(event, [fortnight], [], today)).toBeNull();
    expect(predictedVolatility({ ...event, base_volatility: null }, [], past, today)).toBeNull();
  });
});

it('comparableVolatility needs five past moves of the same catalyst and size class', () => {
  const event = { catalyst: 'PDUFA Date', market_cap_usd: 250e6 };
  const four = moves([3, -5, 7, -9], 100e6);
  const others: readonly PastMove[] = [
    ...moves([10], 300e6),
    { ...four[0]!, catalyst: 'AdComm' },
    { ...four[0]!, date: today },
  ];
  expect(comparableVolatility(event, [...four, ...others], today)).toBeNull();
  expect(comparableVolatility(event, [...four, ...moves([40], 299e6)], today)).not.toBeNull();
  expect(comparableVolatility({ ...event, market_cap_usd: null }, four, today)).toBeNull();
});

it.each([
  [0, 'micro'],
  [299_999_999, 'micro'],
  [300e6, 'small'],
  [1_999_999_999, 'small'],
  [2e9, 'mid'],
  [9_999_999_999, 'mid'],
  [10e9, 'large'],
])('the size class of a market capitalization of $%d is %s', (market_cap_usd, size) => {
  expect(capBucket(market_cap_usd)).toBe(size);
});

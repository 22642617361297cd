import { describe, expect, it } from 'vitest';
import type { PastMove } from '../../../src/domain/options/option-events.ts';
import {
  comparableVolatility,
  eventVolatility,
  predictedVolatility,
} from '../../../src/domain/options/option-events.ts';
import type { ExpiryVolatility } from '../../../src/domain/options/option-volatility.ts';
import {
  expectedMove,
  straddleMove,
  volatility30Days,
} from '../../../src/domain/options/option-volatility.ts';

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

// Plain days of 2 % (variance .0004) and one event of 20 % (variance .04) on 2026-12-01:
// a week, 5 days: 5·.0004 = .0020; two weeks, 9 plain days: .0036 + .04 = .0436;
// four weeks, 19 plain days: .0076 + .04 = .0476.
const week = point('2026-11-27', 7, 5, 0.002);
const fortnight = point('2026-12-04', 14, 10, 0.0436);
const month = point('2026-12-18', 28, 20, 0.0476);
const event_date = '2026-12-01';
const plain = 0.02 * Math.sqrt(252);

describe('expected move', () => {
  it("gives tastytrade's published examples", () => {
    expect(expectedMove(279, 0.15, 45)).toBeCloseTo(14.69, 2);
    expect(expectedMove(425, 0.55, 6)).toBeCloseTo(29.97, 2);
  });

  it('is the straddle over the price, one sd 1.2533 times that', () => {
    // Published: 2.00 + 2.50 on 70 is 6.4 %.
    const move = straddleMove(4.5, 70);
    expect(move.implied_move_pct).toBeCloseTo(6.43, 2);
    expect(move.one_sd_pct / move.implied_move_pct).toBeCloseTo(1.2533, 4);
  });
});

describe('volatility30Days', () => {
  const at = (days: number, implied_volatility: number): ExpiryVolatility => ({
    expiry: '2026-12-18',
    days,
    trading_days: days,
    implied_volatility,
  });

  it('interpolates total variance', () => {
    // .25·20 = 5 and .16·40 = 6.4, at day 30 5.7: √(5.7/30) = √.19 = .4359.
    expect(volatility30Days([at(20, 0.5), at(40, 0.4)])).toBeCloseTo(0.4359, 4);
    expect(volatility30Days([at(30, 0.5), at(40, 0.4)])).toBeCloseTo(0.5, 12);
  });

  it('takes one expiry alone only when it is 15 to 60 days away', () => {
    expect(volatility30Days([at(60, 0.4)])).toBe(0.4);
    expect(volatility30Days([at(61, 0.4)])).toBeNull();
    expect(volatility30Days([at(7, 0.4), at(15, 0.5)])).toBe(0.5);
    expect(volatility30Days([at(14, 0.5)])).toBeNull();
    expect(volatility30Days([])).toBeNull();
  });
});

describe('eventVolatility', () => {
  it('finds a 20 % event from two expiries after it', () => {
    const found = eventVolatility([fortnight, month], event_date, today);
    // Forward variance a day: (.0476 − .0436)/10 = .0004; event: .0436 − 9·.0004 = .04.
    expect(found).toEqual({
      event_volatility: expect.closeTo(0.2, 10),
      base_volatility: expect.closeTo(plain, 10),
    });
  });

  it('takes plain days without variance, and none below', () => {
    // The same total variance of .04 after ten and after twenty days: nothing a plain day.
    const later = (total: number) => point('2026-12-18', 28, 20, total);
    const first = point('2026-12-04', 14, 10, 0.04);
    // Variance 1 over 14 days and a quarter over 56: equal to the last bit.
    const equal = [
      { ...first, implied_volatility: 1 },
      { ...later(0.04), days: 56, implied_volatility: 0.5 },
    ];
    expect(eventVolatility(equal, event_date, today)).toEqual({
      event_volatility: expect.closeTo(Math.sqrt(14 / 365), 12),
      base_volatility: 0,
    });
    expect(eventVolatility([first, later(0.039)], event_date, today)).toBe(
      'falling_total_variance',
    );
  });

  it('prefers an expiry before the event for the plain days', () => {
    // .0020/5 = .0004 a day, though the fourth week would say otherwise.
    const odd = { ...month, implied_volatility: 3 };
    expect(eventVolatility([week, fortnight, odd], event_date, today)).toEqual({
      event_volatility: expect.closeTo(0.2, 10),
      base_volatility: expect.closeTo(plain, 10),
    });
  });

  it('takes an expiry of the event’s own day for neither side', () => {
    // Its .01 over seven days would be more a plain day than the .0004 of the two after it.
    const sameDay = point(event_date, 11, 7, 0.01);
    expect(eventVolatility([sameDay, fortnight, month], event_date, today)).toEqual(
      eventVolatility([fortnight, month], event_date, today),
    );
    expect(eventVolatility([week, sameDay, fortnight], event_date, today)).toEqual(
      eventVolatility([week, fortnight], event_date, today),
    );
  });

  it('says why there is none', () => {
    expect(eventVolatility([week, fortnight], today, today)).toBe('event_passed');
    expect(eventVolatility([week], event_date, today)).toBe('no_expiry_after_event');
    expect(eventVolatility([fortnight], event_date, today)).toBe('one_expiry_after_event');
    const falling = point('2026-12-18', 28, 20, 0.04);
    expect(eventVolatility([fortnight, falling], event_date, today)).toBe('falling_total_variance');
    // .004 in ten days is what ten plain days hold: .004 − 9·.0004 = .0004 > 0, so take .003.
    const quiet = point('2026-12-04', 14, 10, 0.003);
    expect(eventVolatility([week, quiet], event_date, today)).toBe('no_event_premium');
    // An expiry on the event's own day is on neither side.
    const sameDay = point(event_date, 11, 7, 0.01);
    expect(eventVolatility([sameDay], event_date, today)).toBe('no_expiry_after_event');
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
  const event = {
    event_date,
    catalyst: 'PDUFA Date',
    market_cap_usd: 250e6,
    base_volatility: 0.8,
  };

  it('comes from the chain where there is one', () => {
    // σ_b² = .1008, T = 30/365 = .0821918: .1008·(.0821918 − .0039683) = .0078849;
    // + .04 = .0478849; ÷ T = .582600; root .763282.
    const answer = predictedVolatility(event, [fortnight, month], [], today);
    expect(answer.predicted_iv).toBeCloseTo(0.763282, 5);
    expect(answer).toMatchObject({ source: 'chain', flags: [] });
  });

  it('comes from comparable moves without a chain', () => {
    // |moves| 3 5 7 9 40: median 7 %, σ_E = .07/.6745 = .1037806, squared .0107704;
    // .64·(.0821918 − .0039683) = .0500631; sum .0608335 ÷ .0821918 = .740141; root .860315.
    const past = [...moves([3, -5, 7, -9, 40], 100e6), ...moves([60, 60, 60, 60, 60], 400e6)];
    const answer = predictedVolatility(event, [], past, today);
    expect(answer.predicted_iv).toBeCloseTo(0.860315, 5);
    expect(answer).toMatchObject({ source: 'comparables', flags: ['no_options'] });
  });

  it('is null with its reasons otherwise', () => {
    const past = moves([3, -5, 7, -9, 40], 100e6);
    expect(predictedVolatility(event, [fortnight], [], today)).toEqual({
      predicted_iv: null,
      source: null,
      event_volatility: null,
      flags: ['one_expiry_after_event', 'no_comparables'],
    });
    const noBase = predictedVolatility({ ...event, base_volatility: null }, [], past, today);
    expect(noBase.flags).toEqual(['no_options', 'no_base_volatility']);
    const passed = predictedVolatility({ ...event, event_date: today }, [], past, today);
    expect(passed).toMatchObject({ predicted_iv: null, flags: ['event_passed'] });
  });
});

describe('comparableVolatility', () => {
  const event = { catalyst: 'PDUFA Date', market_cap_usd: 250e6 };

  it('needs five moves of the same kind, size and past', () => {
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
});

import { describe, expect, it } from 'vitest';
import type { OptionContract } from '../../../src/domain/options/option-chain.ts';
import {
  byExpiry,
  expectedMove,
  impliedMove,
  straddleMove,
  termStructure,
  totalVariance,
  volatility30Days,
} from '../../../src/domain/options/option-volatility.ts';
import { CALL } from './contracts.ts';

const EXPIRY = '2026-12-18';
const TODAY = '2026-11-20';

const of = (strike: number, more: Partial<OptionContract> = {}) => ({ ...CALL, strike, ...more });
/** A call and a put with a total cost. */
const straddle = (strike: number, cost: number) =>
  (['call', 'put'] as const).map((type) => of(strike, { type, bid: cost / 2, ask: cost / 2 }));
const point = (days: number, implied_volatility = 0.5) => ({
  expiry: EXPIRY,
  days,
  trading_days: 1,
  implied_volatility,
});

describe('the volatility of an expiry', () => {
  const volatilityOf = (...chain: readonly OptionContract[]) =>
    termStructure(chain, TODAY).map(({ implied_volatility }) => implied_volatility);

  it.each([
    // Strikes within a quarter of the price count.
    ['25', [of(25)], [0.5]],
    ['15', [of(15)], [0.5]],
    ['25.01', [of(25.01)], []],
    ['14.99', [of(14.99)], []],
    ['20 without volatility', [of(20, { implied_volatility: null })], []],
  ])('with only a strike of %s', (_, chain, expected) => {
    expect(volatilityOf(...chain)).toEqual(expected);
  });

  it('is the mean of call and put, interpolated between the strikes around the price', () => {
    const put = of(18, { type: 'put', implied_volatility: 0.7 });
    // At 18 (0.5 + 0.7) / 2 = 0.6 and at 22 0.8; in the middle 0.7.
    const chain = [of(22, { implied_volatility: 0.8 }), of(18), put, of(24), of(16)];
    expect(volatilityOf(...chain)).toEqual([expect.closeTo(0.7, 12)]);
    expect(volatilityOf(of(18), of(16, { implied_volatility: 0.9 }))).toEqual([0.5]);
    expect(volatilityOf(of(24, { implied_volatility: 0.9 }), of(22))).toEqual([0.5]);
    // Adjusted contracts do not count.
    expect(volatilityOf(of(20, { flags: ['adjusted_contract'] }))).toEqual([]);
    expect([...byExpiry([of(20, { flags: ['adjusted_contract'] }), of(21)]).values()]).toEqual([
      [of(21)],
    ]);
  });

  it.each([
    ['2026-11-20', []],
    ['2026-11-19', []],
    // There is at least one trading day, even if the option expires on a weekend.
    ['2026-11-21', [1, 1]],
    ['2026-11-22', [2, 1]],
    ['2026-11-23', [3, 1]],
    ['2026-11-25', [5, 3]],
  ])('on %s has the days and trading days %j', (expiry, expected) => {
    const found = termStructure([of(20, { expiry })], TODAY);
    expect(found.flatMap(({ days, trading_days }) => [days, trading_days])).toEqual(expected);
  });

  it('on a Sunday has one trading day from Saturday', () => {
    const [sunday] = termStructure([of(20, { expiry: '2026-11-22' })], '2026-11-21');
    expect(sunday).toMatchObject({ days: 1, trading_days: 1 });
  });
});

describe('the 30-day volatility', () => {
  it.each([
    [[], null],
    [[14], null],
    [[15], 0.5],
    [[60], 0.5],
    [[61], null],
    [[30], 0.5],
    [[10, 14], null],
    [[10, 16], 0.5],
    [[59, 90], 0.5],
    [[61, 90], null],
    [[1, 400], 0.5],
  ])('from expiries in %j days is %s', (days, expected) => {
    const volatility = volatility30Days(days.map((each) => point(each)));
    if (expected === null) expect(volatility).toBeNull();
    else expect(volatility).toBeCloseTo(expected, 12);
  });

  it('is interpolated in total variance between the expiries around 30 days', () => {
    // 0.4²·20 = 3.2 and 0.6²·40 = 14.4; in the middle 8.8, over 30 days: √0.29333.
    const volatility = volatility30Days([
      point(5, 3),
      point(20, 0.4),
      point(40, 0.6),
      point(50, 3),
    ]);
    expect(volatility).toBeCloseTo(0.541603, 6);
    // A quarter of the way from 28 to 36: 0.5²·28 = 7, 0.4²·36 = 5.76; 6.69 / 30.
    expect(volatility30Days([point(28, 0.5), point(36, 0.4)])).toBeCloseTo(0.472229, 6);
    expect(totalVariance(point(73, 0.5))).toBeCloseTo(0.05, 12);
  });
});

describe('the implied move', () => {
  it('is the cost of the straddle nearest to the price, the lower one if equal', () => {
    const costOf = (...strikes: readonly number[]) =>
      impliedMove(
        strikes.flatMap((strike) => straddle(strike, strike / 10)),
        undefined,
      )?.implied_move_pct;
    // 2.05 of 20 dollars is 10.25 %, 1.9 is 9.5 %, 1.8 is 9 %.
    expect(costOf(18.5, 20.5)).toBeCloseTo(10.25, 9);
    expect(costOf(21, 19)).toBeCloseTo(9.5, 9);
    expect(costOf(18)).toBeCloseTo(9, 9);
    expect(costOf(17.9)).toBeUndefined();
    expect(costOf(22.1)).toBeUndefined();
  });

  it('needs usable quotes of a call and a put at one strike', () => {
    const unquoted = { bid: 0, ask: 1 };
    const wide = { bid: 1, ask: 3 };
    for (const chain of [
      [of(20)],
      [of(20, { type: 'put' })],
      [of(20), of(20, { type: 'put', ...unquoted })],
      [of(20, wide), of(20, { type: 'put' })],
      [of(20), of(20.5, { type: 'put' })],
    ]) {
      expect(impliedMove(chain, undefined)).toBeNull();
      // 0.5·√(73/365) = 22.36 % is one standard deviation; √(2/π) of it is the move.
      expect(impliedMove(chain, point(73))).toEqual({
        one_sd_pct: expect.closeTo(22.3607, 4),
        implied_move_pct: expect.closeTo(17.8412, 4),
        flags: ['no_atm_straddle'],
      });
    }
    const [near] = [impliedMove([of(20, unquoted), ...straddle(19, 2)], point(73))];
    expect(near?.implied_move_pct).toBeCloseTo(10, 9);
    expect(impliedMove([], point(73))).toBeNull();
  });

  it('is 0.79788 of a standard deviation', () => {
    expect(straddleMove(2, 20)).toEqual({
      implied_move_pct: 10,
      one_sd_pct: expect.closeTo(12.5331, 4),
      flags: [],
    });
    expect(expectedMove(20, 0.5, 73)).toBeCloseTo(4.47214, 5);
  });
});

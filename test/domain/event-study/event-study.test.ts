import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import {
  type Market,
  marketOf,
  type StudyCompany,
  type StudyEvent,
  studyResults,
  type WindowName,
} from '../../../src/domain/event-study/abnormal-returns.ts';
import { cellsOf } from '../../../src/domain/event-study/cells.ts';
import { isTradingDay } from '../../../src/domain/market/exchange-days.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

/** The trading days from 2 January 2025 on. */
const sessions: string[] = [];
for (let day = '2025-01-02'; sessions.length < 180; day = shiftDays(day, 1)) {
  if (isTradingDay(day)) sessions.push(day);
}
/** Day 0 of the events below: 2 July 2025, a Wednesday. */
const ZERO = 123;

const series = (closeAt: (at: number) => number | null) => {
  const bars = sessions.flatMap((day, at) => {
    const close = closeAt(at);
    return close === null ? [] : [{ day, close }];
  });
  return { days: bars.map(({ day }) => day), closes: bars.map(({ close }) => close) };
};
const company = (
  closeAt: (at: number) => number | null,
  more: Partial<StudyCompany> = {},
): StudyCompany => ({
  prices: series(closeAt),
  delisted: null,
  split_days: [],
  offering_days: [],
  capOn: () => null,
  ...more,
});
const event = (more: Partial<StudyEvent> = {}): StudyEvent => ({
  ticker: 'AAQZ',
  event_type: 'decision',
  outcome: 'approved',
  day: sessions[ZERO]!,
  is_after_close: null,
  area: null,
  origin: {},
  ...more,
});
/** Returns the return of the first event over a window, or the reason why it is omitted. */
const resultOf = (own: StudyCompany, events: readonly StudyEvent[], market: Market, at: string) =>
  studyResults(own, events, market).find(({ window }) => window === at)!.result;
/** Returns the abnormal return in percent, or the reason why the window is omitted. */
function returnOf(
  own: StudyCompany,
  market: Market,
  window: WindowName,
  events: readonly StudyEvent[] = [event()],
) {
  const result = resultOf(own, events, market, window);
  return typeof result === 'string' ? result : Math.round(result.ar_pct * 1e6) / 1e6;
}

const NO_PRICES = { days: [], closes: [] };
const flat = marketOf(
  series(() => 100),
  [],
  sessions,
);

describe('abnormal returns', () => {
  it('are net of the mean of all other companies', () => {
    // The price is 10 until day 0, then 14, and 13.30 on day +5. The other shares move by +2, −1
    // and +2 %, and by 2 % more until day +5.
    const prices = series((at) => (at < ZERO ? 10 : at < ZERO + 5 ? 14 : 13.3));
    const others = [2, -1, 2].map((first) =>
      series((at) => (at < ZERO ? 100 : (100 + first) * (at < ZERO + 3 ? 1 : 1.02))),
    );
    const own = company(() => null, { prices });
    const market = marketOf(NO_PRICES, [prices, ...others], sessions);
    expect(market.benchmark).toBe('own_benchmark');
    expect(returnOf(own, market, '0')).toBe(39);
    expect(returnOf(own, market, '0..5')).toBe(29.98);
    expect(returnOf(own, market, '-20..-1')).toBe(0);
    // The fund XBI is the benchmark only if it has a price on every trading day.
    const xbi = (at: number) => (at < ZERO ? 50 : 55);
    expect(marketOf(series(xbi), others, sessions).benchmark).toBe('xbi');
    expect(returnOf(own, marketOf(series(xbi), others, sessions), '0')).toBe(30);
    const gap = series((at) => (at === 5 ? null : xbi(at)));
    expect(marketOf(gap, others, sessions).benchmark).toBe('own_benchmark');
  });

  const jump =
    (to: number, from = ZERO) =>
    (at: number) =>
      at < from ? 10 : to;
  const without =
    (closeAt: (at: number) => number, ...missing: readonly number[]) =>
    (at: number) =>
      missing.some((one) => ZERO + one === at) ? null : closeAt(at);
  const until = (closeAt: (at: number) => number, last: number) => (at: number) =>
    at > ZERO + last ? null : closeAt(at);
  const split_days = [shiftDays(sessions[ZERO]!, 10)];

  const cases: readonly (readonly [string, StudyCompany, WindowName, number | string])[] = [
    ['a halt over day 0 and 1', company(without(jump(13), 0, 1)), '0', 30],
    ['a halt over day 0 and 1', company(without(jump(13), 0, 1)), '0..1', 30],
    ['a halt over day 0 and 1', company(without(jump(13), 0, 1)), '1..20', 0],
    ['a halt from the day before', company(without(jump(13), -1, 0)), '0', 30],
    ['a halt from the day before', company(without(jump(13), -1, 0)), '-20..-1', 'no_price'],
    ['a halt of more than a week', company(without(jump(13), 0, 1, 2, 3, 4, 5)), '0', 'no_price'],
    ['a gap after day 0', company(without(jump(13), 3)), '0..1', 30],
    ['a gap after day 0', company(without(jump(13), 3)), '0..5', 'no_price'],
    [
      'no close in the week before',
      company(without(jump(13), -1, -2, -3, -4, -5)),
      '0',
      'no_price',
    ],
    ['prices that end for no known reason', company(until(jump(8), 1)), '0..5', 'no_price'],
    ['a share that was bought', company(until(jump(8), 1), { delisted: 'bought' }), '0..5', -20],
    ['a share that was lost', company(until(jump(8), 1), { delisted: 'lost' }), '0..20', -20],
    ['a price that doubles', company(jump(20.3)), '0', 103],
    ['a split near', company(jump(20.3), { split_days }), '0', 'split_suspected'],
    ['a reverse split near', company(jump(1.02), { split_days }), '0..1', 'split_suspected'],
    ['a ratio that is not that of a split', company(jump(20.5), { split_days }), '0', 105],
    ['a split eleven days off', company(jump(20.3, ZERO - 1), { split_days }), '-20..-1', 103],
  ];
  it.each(cases)('with %s', (_, own, window, expected) => {
    expect(returnOf(own, flat, window)).toBe(expected);
  });

  it('use the market of all days of a halt', () => {
    const rising = marketOf(
      series((at) => 100 * 1.01 ** at),
      [],
      sessions,
    );
    const halted = company(without(jump(13), 0, 1));
    expect(returnOf(halted, rising, '0')).toBeCloseTo(30 - 3.0301, 6);
  });

  it('start on the first session that could react', () => {
    const own = company(jump(13));
    const before = sessions[ZERO - 1]!;
    const at = (more: Partial<StudyEvent>) => returnOf(own, flat, '0', [event(more)]);
    expect(at({ day: before, is_after_close: true })).toBe(30);
    expect(at({ day: before, is_after_close: false })).toBe(0);
    expect(at({ is_after_close: true })).toBe(0);
    // 5 July 2025 is a Saturday, and the Friday before is a holiday.
    const monday = company(jump(13, ZERO + 2));
    expect(returnOf(monday, flat, '0', [event({ day: '2025-07-05' })])).toBe(30);
  });

  it('drop windows with another event or beyond the known sessions', () => {
    const own = company(jump(13));
    const second = (after: number) => event({ day: sessions[ZERO + after]! });
    expect(returnOf(own, flat, '0', [event(), second(1)])).toBe('other_event');
    expect(returnOf(own, flat, '0', [event(), second(0)])).toBe('other_event');
    expect(returnOf(own, flat, '0', [event(), second(2)])).toBe(30);
    const early = [event({ day: sessions[20]! })];
    expect(returnOf(own, flat, '-20..-1', early)).toBe('short_history');
    expect(returnOf(own, flat, '0', early)).toBe(0);
    const late = [event({ day: sessions[178]! })];
    expect(returnOf(own, flat, '0..1', late)).toBe(0);
    expect(returnOf(own, flat, '0..5', late)).toBe('not_over_yet');
  });

  it('note delistings, offerings and the session before', () => {
    const offering_days = [sessions[ZERO + 5]!];
    const capOn = (day: string) => (day === sessions[ZERO - 1] ? 7e6 : null);
    const own = company(until(jump(8), 1), { delisted: 'lost', offering_days, capOn });
    expect(studyResults(own, [event()], flat)[0]).toMatchObject({ market_cap_usd: 7e6 });
    const at = (window: WindowName) => resultOf(own, [event()], flat, window);
    // The last price is 8. If 55 % of it is lost after the delisting, a share that cost 10 is worth
    // 8 · 0.45 = 3.6.
    expect(at('0..5')).toMatchObject({
      if_lost_pct: expect.closeTo(-64, 9),
      is_delisted: true,
      has_offering: true,
    });
    expect(at('0..1')).toMatchObject({
      if_lost_pct: expect.closeTo(-20, 9),
      is_delisted: false,
      has_offering: false,
    });
  });

  it('have a rank, an expected share and a market model from the sessions before', () => {
    // The market moves by +1 % on odd days and by −1 % on even days, and the company moves by twice
    // as much.
    const swing = (size: number) => (at: number) =>
      100 * (1 + size) ** Math.ceil(at / 2) * (1 - size) ** Math.floor(at / 2);
    const market = marketOf(series(swing(0.01)), [], sessions);
    const own = company((at) => swing(0.02)(at < ZERO ? at : ZERO - 1) * (at < ZERO ? 1 : 1.2));
    const at = (window: WindowName, zero = ZERO) =>
      resultOf(own, [event({ day: sessions[zero]! })], market, window);
    // Day 0 is odd. The company gains 20 % while the market gains 1 %, which is 2 % with a beta of
    // 2. The return is higher than all of the 100 returns before, so its rank is 101 of 101.
    expect(at('0')).toMatchObject({
      ar_pct: expect.closeTo(19, 9),
      market_model_pct: expect.closeTo(18, 9),
      rank: expect.closeTo(101 / 102, 12),
      usual_positive: 0.5,
    });
    // A rise and a fall by 2 % lose 0.04 % in total; in the market, by 1 %, they lose 0.01 %.
    expect(at('0..1')).toMatchObject({ usual_positive: 0, rank: null });
    expect(at('0', 79)).toMatchObject({ market_model_pct: null, usual_positive: null, rank: null });
    expect(at('0', 81)).not.toMatchObject({ rank: null });
  });

  it.each([
    // The market does not move. The company rises by 1 % per trading day from a day before the
    // event on.
    [21, { '0': 0, '0..1': 0, '0..5': 0 }],
    // The share of rising windows is 1 of 100 windows of one day, 1 of 99 windows of two days, and
    // 1 of 95 windows of six days.
    [22, { '0': 1 / 100, '0..1': 1 / 99, '0..5': 1 / 95 }],
  ])('expect the share of windows that end 21 sessions before it: rise after %d', (day, shares) => {
    const own = company((at) => 10 * 1.01 ** Math.max(0, at - (ZERO - day)));
    for (const [window, share] of Object.entries(shares)) {
      expect([window, resultOf(own, [event()], flat, window)]).toMatchObject([
        window,
        { usual_positive: expect.closeTo(share, 12) },
      ]);
    }
  });
});

describe('cells', () => {
  const moves = [-10, 20, 5, 0.5, 30, -2, 8, 12];
  /** Approvals of different companies, and a refusal for the first of these companies. */
  function cells(count: number, market = flat) {
    const results = moves.slice(0, count).flatMap((move, at) => {
      const closeAt = (place: number) => (place < ZERO ? 10 : 10 + move / 10);
      const capOn = () => (at < 4 ? 100e6 : null);
      const ticker = `C${at}`;
      const asked = [event({ ticker, is_after_close: at === 0 ? false : null })];
      if (at === 0) asked.push(event({ ticker, outcome: 'refused', day: sessions[60]! }));
      return studyResults(company(closeAt, { capOn }), asked, market);
    });
    return cellsOf(results, market, sha256);
  }
  const found = (all: ReturnType<typeof cellsOf>, slice: string, outcome = 'approved', at = '0') =>
    all.find((one) => one.slice === slice && one.outcome === outcome && one.window === at)!;

  it('show moves by type, outcome, slice and window', () => {
    const all = cells(8);
    // The records are for all companies and for micro caps, each with two outcomes and six windows.
    expect(all).toHaveLength(24);
    expect(found(all, 'all')).toMatchObject({
      event_type: 'decision',
      slice_by: 'all',
      benchmark: 'xbi',
      n: 8,
      n_companies: 8,
      mean_pct: expect.closeTo(63.5 / 8, 9),
      median_pct: expect.closeTo(6.5, 9),
      // The quartiles of −10, −2, 0.5, 5, 8, 12, 20 and 30 are between the second and third, and
      // between the sixth and seventh value.
      p25_pct: expect.closeTo(-0.125, 9),
      p75_pct: expect.closeTo(14, 9),
      positive_pct: 75,
      mean_if_lost_pct: expect.closeTo(63.5 / 8, 9),
      n_delisted: 0,
      n_after_close: 0,
      n_timing_unknown: 7,
      n_with_offering: 0,
      dropped: 0,
      flags: [],
      since: sessions[ZERO],
      until: sessions[ZERO],
      as_of: sessions.at(-1),
    });
    // The prices did not move on the days before, so every rank is 1 or 101 of 101, and six ranks
    // are 101.
    const total = (2 * 1 + 6 * 101) / 102;
    const tail = (x: number, n: number) =>
      Array.from({ length: Math.floor(x) + 1 }, (_, k) => {
        const choose = [1, 8, 28, 56][k]!;
        return (-1) ** k * choose * (x - k) ** n;
      }).reduce((sum, term) => sum + term) / 40_320;
    expect(found(all, 'all').p_value).toBeCloseTo(2 * tail(8 - total, 8), 12);
    expect(found(all, 'all').mean_low_pct).toBeLessThan(63.5 / 8);
    expect(found(all, 'all').mean_high_pct).toBeGreaterThan(63.5 / 8);
  });

  it('show counts only below 5 events, and no quartiles below 8', () => {
    const few = found(cells(8), 'micro');
    expect(few).toMatchObject({
      slice_by: 'cap',
      n: 4,
      n_companies: 4,
      mean_pct: null,
      median_pct: null,
      p_value: null,
      positive_pct: null,
      mean_low_pct: null,
      q_value: null,
      flags: ['few_events'],
    });
    expect(found(cells(5), 'all')).toMatchObject({
      n: 5,
      mean_pct: expect.closeTo(9.1, 9),
      p25_pct: null,
      p75_pct: null,
    });
    expect(found(cells(8), 'all', 'refused')).toMatchObject({ n: 1, mean_pct: null });
  });

  it('have no p-value beyond +5 with the own benchmark', () => {
    const others = [series((at) => 100 + (at % 2)), series((at) => 100 - (at % 3))];
    const all = cells(8, marketOf(NO_PRICES, others, sessions));
    const known = all.filter(({ slice_by, outcome, p_value }) => {
      return slice_by === 'all' && outcome === 'approved' && p_value !== null;
    });
    expect(known.map(({ window }) => window)).toEqual(['0', '-20..-1', '0..1', '0..5']);
    expect(new Set(all.map(({ flags }) => flags[0]))).toEqual(new Set(['own_benchmark']));
  });
});

import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { isTradingDay } from '../../../src/domain/market/exchange-days.ts';
import {
  type DailyBar,
  priceSnapshot,
  robustZ,
  volumeAlerts,
  volumeSignal,
} from '../../../src/domain/market/volume.ts';

const START = '2026-01-01';

/** One bar per day from 2026-01-01, with a close of 10 by default. */
function barsOf(volumes: readonly number[], closes: readonly number[] = []) {
  return volumes.map((volume, index) => {
    const close = closes[index] ?? 10;
    const date = shiftDays(START, index);
    return { date, open: close, high: close + 1, low: close - 1, close, volume };
  });
}

/** Sixty days that alternate between 100 and 200, and a last day. */
const alternating = (last: number) =>
  barsOf([...Array.from({ length: 60 }, (_, day) => (day % 2 === 0 ? 100 : 200)), last]);

describe('robustZ', () => {
  it('is 4.7215 for 9 in the published example {1,1,2,2,4,6,9} with median 2 and MAD 1', () => {
    expect(robustZ([1, 1, 2, 2, 4, 6, 9], 9)).toBeCloseTo(4.7215, 4);
  });

  it('uses the mean deviation if the MAD is 0', () => {
    // The sample is {0 × 4, 5} with median 0, MAD 0 and mean deviation 1, so the z-score of 3 is (3
    // − 0) / 1.253314 = 2.39365.
    expect(robustZ([0, 0, 0, 0, 5], 3)).toBeCloseTo(2.39365, 5);
  });

  it('is null for a constant or empty sample', () => {
    expect(robustZ([3, 3, 3], 9)).toBeNull();
    expect(robustZ([], 9)).toBeNull();
  });
});

describe('volumeSignal', () => {
  it('compares a day with the 20 days before it', () => {
    // The mean volume of ten 100s and ten 200s is 150, and 1600 / 150 = 10.667.
    const signal = volumeSignal(alternating(1600), 60);
    expect(signal?.avg_volume_20d).toBe(150);
    expect(signal?.relative_volume).toBeCloseTo(1600 / 150, 12);
    // In logarithms: median ln 100 + ln 2 / 2, MAD ln 2 / 2. 1600 = 100 · 2^4 is 3.5 · ln 2 above the
    // median, which is 7 MADs: 0.6745 · 7 = 4.7215.
    expect(signal?.robust_z).toBeCloseTo(4.7215, 9);
    expect(signal).toMatchObject({ baseline_state: 'ready', is_alert: true, flags: [] });
  });

  it('needs both the ratio and the z-score for an alert', () => {
    // 800 = 100 · 2^3 is 5 MADs: 0.6745 · 5 = 3.3725, below 3.5, although the ratio is 5.3.
    const strong = volumeSignal(alternating(800), 60);
    expect(strong?.robust_z).toBeCloseTo(3.3725, 9);
    expect(strong?.is_alert).toBe(false);
    // With a baseline of 100 or 101, a volume of 150 has a high z-score, but the ratio is only
    // 1.49.
    const tight = barsOf([...Array.from({ length: 60 }, (_, day) => 100 + (day % 2)), 150]);
    const small = volumeSignal(tight, 60);
    expect(small?.robust_z).toBeGreaterThan(3.5);
    expect(small?.is_alert).toBe(false);
  });

  it('alerts at exactly twice the average', () => {
    // The mean of ten 100s and ten 101s is 100.5, and twice that is 201.
    const days = Array.from({ length: 60 }, (_, day) => 100 + (day % 2));
    const twice = barsOf([...days, 201]);
    expect(volumeSignal(twice, 60)).toMatchObject({ relative_volume: 2, is_alert: true });
    const less = barsOf([...days, 200.9]);
    expect(volumeSignal(less, 60)?.is_alert).toBe(false);
    const last = twice[60]!.date;
    expect(volumeAlerts(twice, last, 1).map(({ date }) => date)).toEqual([last]);
    expect(volumeAlerts(less, last, 1)).toEqual([]);
  });

  it('is ready from 30 days with volume', () => {
    const stateAfter = (days: number) =>
      volumeSignal(barsOf([...Array<number>(days).fill(100), 100]), days)?.baseline_state;
    expect(stateAfter(29)).toBe('warming');
    expect(stateAfter(30)).toBe('ready');
  });

  it('needs three times the average with fewer than 30 days of volume', () => {
    const warming = (last: number) => barsOf([...Array<number>(29).fill(100), last]);
    expect(volumeSignal(warming(299), 29)).toMatchObject({
      baseline_state: 'warming',
      robust_z: null,
      is_alert: false,
      flags: ['baseline_warming'],
    });
    expect(volumeSignal(warming(300), 29)?.is_alert).toBe(true);
  });

  it('counts days with a volume of one share, but not days without volume', () => {
    const stateWith = (volume: number) =>
      volumeSignal(barsOf([...Array(30).fill(volume), ...Array(29).fill(100), 500]), 59);
    expect(stateWith(1)?.baseline_state).toBe('ready');
    expect(stateWith(0)?.baseline_state).toBe('warming');
  });

  it('has a flag for each missing value', () => {
    const first = volumeSignal(barsOf([100]), 0);
    expect(first).toMatchObject({ relative_volume: null, robust_z: null, change_pct: null });
    expect(first?.flags).toEqual(['no_average_volume', 'baseline_warming', 'no_previous_close']);
    expect(volumeSignal(alternating(0), 60)?.flags).toEqual(['no_volume']);
    const flat = volumeSignal(barsOf([...Array<number>(60).fill(100), 900]), 60);
    expect(flat?.flags).toEqual(['flat_baseline']);
    expect(volumeSignal([], 0)).toBeNull();
  });

  it('has no change if the trading day before is missing', () => {
    // Day 60 is Monday, 2026-03-02, and there is no bar from Friday to Sunday.
    const gap = alternating(1600).filter(({ date }) => date < '2026-02-27' || date > '2026-03-01');
    expect(volumeSignal(gap, 57)).toMatchObject({
      date: '2026-03-02',
      change_pct: null,
      is_alert: true,
      flags: ['no_previous_close'],
    });
  });

  it('does not depend on later days', () => {
    const bars = alternating(1600);
    const longer = [...bars, { ...bars[60]!, date: '2026-03-03', volume: 1 }];
    expect(volumeSignal(longer, 60)).toEqual(volumeSignal(bars, 60));
  });
});

it('volumeAlerts returns the alerts of the last days, latest first', () => {
  // Days 60 (2026-03-02) and 62 (2026-03-04) have alerts, day 61 has none.
  const volumes = [...alternating(1600).map((bar) => bar.volume), 100, 3200];
  const bars: readonly DailyBar[] = barsOf(volumes);
  const dates = (asOf: string, days: number) =>
    volumeAlerts(bars, asOf, days).map((signal) => signal.date);
  expect(dates('2026-03-04', 30)).toEqual(['2026-03-04', '2026-03-02']);
  expect(dates('2026-03-03', 30)).toEqual(['2026-03-02']);
  expect(dates('2026-03-04', 2)).toEqual(['2026-03-04']);
});

describe('priceSnapshot', () => {
  it('has the last known day, its change and its 52-week range', () => {
    // A close of 12 after 10 is +2 or +20 %. Highs are the close + 1 and lows the close − 1; 50
    // shares at 12 are worth 600.
    const bars = barsOf([100, 100, 100], [15, 10, 12]);
    expect(priceSnapshot(bars, '2026-01-10', 50)).toMatchObject({
      price_usd: 12,
      previous_close_usd: 10,
      change_usd: 2,
      week52_high_usd: 16,
      week52_low_usd: 9,
      market_cap_usd: 600,
      snapshot_at: '2026-01-03',
      flags: ['no_average_volume', 'short_history'],
    });
    expect(priceSnapshot(bars, '2026-01-10', 50)?.change_pct).toBeCloseTo(20, 9);
    expect(priceSnapshot(bars, '2026-01-02', null)).toMatchObject({
      price_usd: 10,
      market_cap_usd: null,
    });
  });

  it('has no range of one bar', () => {
    const one = priceSnapshot(barsOf([100], [15]), '2026-01-10', 50);
    expect(one).toMatchObject({ week52_high_usd: null, week52_low_usd: null });
  });

  it('limits the range to 52 weeks', () => {
    // 400 days: the peak of day 0 (2026-01-01) is more than a year before 2027-02-04.
    const closes = Array.from({ length: 400 }, (_, day) => (day === 0 ? 99 : 10));
    const snapshot = priceSnapshot(
      barsOf(
        closes.map(() => 100),
        closes,
      ),
      '2027-03-01',
      1,
    );
    expect(snapshot?.snapshot_at).toBe('2027-02-04');
    expect(snapshot?.week52_high_usd).toBe(11);
    expect(snapshot?.flags).toEqual([]);
  });

  describe('history flags', () => {
    const bar = (date: string) => ({ date, open: 9, high: 10, low: 8, close: 9, volume: 1 });
    const flagsOf = (days: readonly string[]) =>
      priceSnapshot(days.map(bar), '2026-12-31', 1)!.flags.filter((flag) => /history/.test(flag));
    // 2026 has 251 sessions; nine in ten are at least 226.
    const sessions = Array.from({ length: 365 }, (_, at) => shiftDays(START, at)).filter(
      isTradingDay,
    );
    const newest = (count: number) => sessions.slice(sessions.length - count);

    it('are set if fewer than nine in ten sessions of 52 weeks have a price', () => {
      expect(flagsOf(['2023-03-01', ...newest(226)])).toEqual([]);
      expect(flagsOf(['2023-03-01', ...newest(225)])).toEqual(['sparse_history']);
      expect(flagsOf(['2023-03-01', ...newest(2)])).toEqual(['sparse_history']);
    });

    it('are set if a younger stock has gaps since its first price', () => {
      expect(flagsOf(newest(20))).toEqual(['short_history']);
      // 18 of 20 sessions are exactly nine in ten.
      const [first, ...others] = newest(20);
      expect(flagsOf([first!, ...others.slice(2)])).toEqual(['short_history']);
      expect(flagsOf([first!, ...others.slice(3)])).toEqual(['short_history', 'sparse_history']);
    });
  });

  it('is null before the first bar', () => {
    expect(priceSnapshot(barsOf([100]), '2025-12-31', 1)).toBeNull();
  });
});

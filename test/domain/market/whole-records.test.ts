import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { priceTargets, upsidePercent } from '../../../src/domain/market/ratings.ts';
import {
  type DailyBar,
  priceSnapshot,
  volumeAlerts,
  volumeSignal,
} from '../../../src/domain/market/volume.ts';

const START = '2026-01-01';
const bar = (day: number, more: Partial<DailyBar> = {}): DailyBar => ({
  date: shiftDays(START, day),
  open: 9,
  high: 11,
  low: 8,
  close: 10,
  volume: 100,
  ...more,
});
const bars = (count: number) => Array.from({ length: count }, (_, day) => bar(day));

describe('a trading day', () => {
  it('has a complete signal and snapshot', () => {
    const days = [...bars(20), bar(20, { close: 12, volume: 250 })];
    expect(volumeSignal(days, 20)).toEqual({
      date: '2026-01-21',
      volume: 250,
      avg_volume_20d: 100,
      relative_volume: 2.5,
      robust_z: null,
      price_usd: 12,
      change_pct: expect.closeTo(20, 9),
      baseline_state: 'warming',
      is_alert: false,
      flags: ['baseline_warming'],
    });
    expect(priceSnapshot(days, '2026-01-31', 5)).toEqual({
      price_usd: 12,
      previous_close_usd: 10,
      change_usd: 2,
      change_pct: expect.closeTo(20, 9),
      open_usd: 9,
      high_usd: 11,
      low_usd: 8,
      volume: 250,
      avg_volume_20d: 100,
      relative_volume: 2.5,
      week52_high_usd: 11,
      week52_low_usd: 8,
      market_cap_usd: 60,
      snapshot_at: '2026-01-21',
      flags: ['short_history'],
    });
  });

  it('without trades has only a close', () => {
    const untraded = bar(1, { open: null, high: null, low: null, volume: null, close: 30 });
    expect(priceSnapshot([bar(0), untraded], '2026-01-02', null)).toMatchObject({
      open_usd: null,
      high_usd: null,
      low_usd: null,
      volume: null,
      relative_volume: null,
      week52_high_usd: 30,
      week52_low_usd: 8,
      market_cap_usd: null,
      flags: ['no_volume', 'no_average_volume', 'no_shares_outstanding', 'short_history'],
    });
    const low = bar(1, { high: null, low: null, close: 1 });
    expect(priceSnapshot([bar(0), low], '2026-01-02', 1)).toMatchObject({
      week52_high_usd: 11,
      week52_low_usd: 1,
    });
    expect(priceSnapshot([bar(0)], START, 1)).toMatchObject({
      previous_close_usd: null,
      change_usd: null,
      change_pct: null,
      flags: ['no_previous_close', 'no_average_volume', 'short_history'],
    });
    expect(volumeSignal([bar(0), untraded], 1)).toMatchObject({
      volume: null,
      relative_volume: null,
      is_alert: false,
      flags: ['no_average_volume', 'baseline_warming', 'no_volume'],
    });
  });

  it('is compared with the twenty days before it, without days of unknown volume', () => {
    const first = bar(0, { volume: 100_000 });
    const unknown = bar(1, { volume: null });
    const days = [first, unknown, ...bars(19), bar(21)];
    expect(volumeSignal(days, 21)).toMatchObject({ avg_volume_20d: 100, relative_volume: 1 });
    expect(volumeSignal(bars(20), 19)?.avg_volume_20d).toBeNull();
    const idle = bars(20).map((one) => ({ ...one, volume: 0 }));
    expect(volumeSignal([...idle, bar(20)], 20)).toMatchObject({
      avg_volume_20d: null,
      relative_volume: null,
    });
    const unreported = bars(20).map((one) => ({ ...one, volume: null }));
    expect(volumeSignal([...unreported, bar(20)], 20)?.avg_volume_20d).toBeNull();
  });

  it('has a z-score over the sixty days before it', () => {
    // After a hundred days of 1,000, sixty days alternate between 100 and 200 and set the median.
    const early = Array.from({ length: 100 }, (_, day) => bar(day, { volume: 1_000 }));
    const late = Array.from({ length: 60 }, (_, day) =>
      bar(100 + day, { volume: day % 2 === 0 ? 100 : 200 }),
    );
    const signal = volumeSignal([...early, ...late, bar(160, { volume: 1_600 })], 160);
    expect(signal?.robust_z).toBeCloseTo(0.6745 * 7, 9);
  });

  it('has no change after a close of zero', () => {
    expect(volumeSignal([bar(0, { close: 0 }), bar(1)], 1)?.change_pct).toBeNull();
    expect(volumeSignal([bar(0, { close: 0.5 }), bar(1)], 1)?.change_pct).toBeCloseTo(1900, 9);
  });

  it('alerts only within the last days up to the given day', () => {
    const days = [...bars(29), bar(29, { volume: 300 }), bar(30, { volume: 400 })];
    const dates = (asOf: string, span: number) =>
      volumeAlerts(days, asOf, span).map(({ date }) => date);
    expect(dates('2026-01-31', 2)).toEqual(['2026-01-31', '2026-01-30']);
    expect(dates('2026-01-31', 1)).toEqual(['2026-01-31']);
    expect(dates('2026-01-30', 1)).toEqual(['2026-01-30']);
    expect(dates('2026-01-29', 9)).toEqual([]);
  });
});

describe('the 52-week range', () => {
  it('starts on the day after that of a year before, and is short without an earlier bar', () => {
    const flagsFrom = (date: string) =>
      priceSnapshot([bar(0, { date, high: 99 }), bar(0, { date: '2027-01-01' })], '2027-01-01', 1);
    expect(flagsFrom('2026-01-01')).toMatchObject({ week52_high_usd: 11 });
    expect(flagsFrom('2026-01-01')!.flags).not.toContain('short_history');
    expect(flagsFrom('2026-01-02')).toMatchObject({ week52_high_usd: 99 });
    expect(flagsFrom('2026-01-02')!.flags).toContain('short_history');
  });
});

describe('the consensus', () => {
  const asOf = '2026-11-20';
  const notes = (grades: readonly string[]) =>
    grades.map((rating, at) => ({
      date: asOf,
      firm: `Firm ${at}`,
      rating,
      price_target_usd: null,
    }));

  it.each([
    // Zacks rounds the mean to a tenth: 1.0, 1.1–2.0, 2.1–3.0, 3.1–4.0, 4.1–5.0.
    [[...Array(24).fill('strong buy'), 'buy'], 'strong_buy'],
    [[...Array(9).fill('strong buy'), 'buy'], 'moderate_buy'],
    [Array(10).fill('buy'), 'moderate_buy'],
    [[...Array(9).fill('buy'), 'hold'], 'hold'],
    [Array(10).fill('hold'), 'hold'],
    [[...Array(9).fill('hold'), 'sell'], 'moderate_sell'],
    [Array(10).fill('sell'), 'moderate_sell'],
    [[...Array(9).fill('sell'), 'strong sell'], 'strong_sell'],
    [Array(10).fill('strong sell'), 'strong_sell'],
  ])('of %j is %s', (words: readonly string[], consensus) => {
    expect(priceTargets(notes(words), 10, asOf).consensus_rating).toBe(consensus);
  });

  it('counts each grade and uses the targets of firms with a known rating', () => {
    const words = ['strong buy', 'buy', 'buy', 'hold', 'sell', 'strong sell', 'suspended'];
    const rated = notes(words).map((note, at) => ({ ...note, price_target_usd: 10 * (at + 1) }));
    expect(priceTargets(rated, 0, asOf)).toEqual({
      consensus_rating: 'hold',
      // The sum 1 + 2 + 2 + 3 + 4 + 5, over six.
      consensus_score: expect.closeTo(17 / 6, 12),
      strong_buy: 1,
      buy: 2,
      hold: 1,
      sell: 1,
      strong_sell: 1,
      target_high_usd: 60,
      target_low_usd: 10,
      target_mean_usd: 35,
      target_median_usd: 35,
      analysts: 6,
      price_usd: 0,
      upside_pct: null,
      as_of: asOf,
      flags: ['no_price', 'unrecognised_rating'],
    });
  });

  it('uses the latest note and the newest target of a firm', () => {
    const at = (date: string, rating: string, price_target_usd: number | null) => ({
      date,
      firm: 'Alpha',
      rating,
      price_target_usd,
    });
    const history = [at('2026-11-01', 'hold', null), at('2026-09-01', 'buy', 20)];
    const targets = priceTargets([...history, at('2026-06-01', 'sell', 5)], 10, asOf);
    expect(targets).toMatchObject({ hold: 1, analysts: 1, target_mean_usd: 20, upside_pct: 100 });
    expect(targets.as_of).toBe('2026-11-01');
    expect(priceTargets(history.slice(0, 1), 10, asOf).flags).toEqual(['no_targets']);
  });

  it('upsidePercent is null without a target and a positive price', () => {
    expect(upsidePercent(15, 20)).toBeCloseTo(-25, 12);
    expect([upsidePercent(15, null), upsidePercent(15, 0), upsidePercent(null, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(upsidePercent(1, 0.5)).toBeCloseTo(100, 12);
  });
});

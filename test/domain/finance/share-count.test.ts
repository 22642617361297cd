import { describe, expect, it } from 'vitest';
import {
  currentShares,
  ownershipDilution,
  shareGrowth12m,
  sharesForRaise,
  treasuryStockShares,
} from '../../../src/domain/finance/share-count.ts';

describe('ownership dilution', () => {
  it('is 28.6 % for 50 million shares and a raise of $100 million at $5', () => {
    const issued = sharesForRaise(100, 5);
    expect(issued).toBe(20);
    expect(issued! / 50).toBe(0.4);
    expect(ownershipDilution(50, issued)).toBeCloseTo(0.285714, 6);
  });

  it('needs more shares at a discount', () => {
    // 90 / (10 · 0.9) = 10.
    expect(sharesForRaise(90, 10, 0.1)).toBeCloseTo(10, 12);
    expect(sharesForRaise(90, 0)).toBeNull();
  });

  it('is null without a share count', () => {
    expect(ownershipDilution(null, 20)).toBeNull();
    expect(ownershipDilution(0, 0)).toBeNull();
  });
});

describe('treasuryStockShares', () => {
  it('uses the proceeds to buy back shares at the market price', () => {
    // 1,000 · (1 − 4 / 10) = 600.
    expect(treasuryStockShares(1000, 4, 10)).toBeCloseTo(600, 9);
  });

  it('is 0 out of the money and null without a price', () => {
    expect(treasuryStockShares(1000, 12, 10)).toBe(0);
    expect(treasuryStockShares(1000, 4, null)).toBeNull();
  });
});

describe('shareGrowth12m', () => {
  const counts = [
    { end: '2025-02-20', value: 40 },
    { end: '2025-05-01', value: 44 },
    { end: '2026-02-25', value: 50 },
  ];

  it('compares with the count nearest to a year before', () => {
    // 50 / 40 − 1 = 25 %.
    expect(shareGrowth12m(counts, [], '2026-03-01')).toBeCloseTo(25, 9);
  });

  it('adjusts for a reverse split between the two counts', () => {
    // 40 shares before a 1:10 split are 4 shares after it; 5 / 4 − 1 = 25 %.
    const after = [counts[0]!, { end: '2026-02-25', value: 5 }];
    const splits = [{ date: '2025-09-01', ratio: 0.1 }];
    expect(shareGrowth12m(after, splits, '2026-03-01')).toBeCloseTo(25, 9);
    // A split after the newest count changes the current shares but not the growth.
    const later = [{ date: '2026-02-27', ratio: 0.5 }];
    expect(shareGrowth12m(counts, later, '2026-03-01')).toBeCloseTo(25, 9);
    expect(currentShares(counts, later, '2026-03-01')).toBe(25);
  });

  it('is null without a count a year before or without a recent count', () => {
    expect(shareGrowth12m(counts.slice(1), [], '2026-03-01')).toBeNull();
    expect(shareGrowth12m(counts, [], '2027-01-01')).toBeNull();
    expect(currentShares(counts, [], '2027-01-01')).toBeNull();
  });

  it('uses a count of at most 274 days as current', () => {
    // 2026-02-25 to 2026-11-26 are 274 days.
    expect(currentShares(counts, [], '2026-11-26')).toBe(50);
    expect(currentShares(counts, [], '2026-11-27')).toBeNull();
    expect(currentShares(counts, [], '2026-02-25')).toBe(50);
  });

  it('compares with a count within 46 days of a year before', () => {
    // A year before 2026-02-25: 46 days before is 2025-01-10, 46 days after 2025-04-12.
    const growth = (end: string) =>
      shareGrowth12m([{ end, value: 40 }, counts[2]!], [], '2026-03-01');
    expect(['2025-01-09', '2025-01-10', '2025-04-12', '2025-04-13'].map(growth)).toEqual([
      null,
      25,
      25,
      null,
    ]);
    expect(shareGrowth12m([{ end: '2025-02-25', value: 0 }, counts[2]!], [], '2026-03-01')).toBe(
      null,
    );
  });

  it('assumes that a count on the day of a split includes the split', () => {
    const splitOn = (date: string) => [{ date, ratio: 0.5 }];
    expect(currentShares(counts, splitOn('2026-02-25'), '2026-03-01')).toBe(50);
    expect(currentShares(counts, splitOn('2026-03-01'), '2026-03-01')).toBe(25);
    expect(currentShares(counts, splitOn('2026-03-02'), '2026-03-01')).toBe(50);
    // Before the split 40 · 0.5 = 20 and 50 / 20 − 1 = 150 %; on the day of the older count, 25 %.
    expect(shareGrowth12m(counts, splitOn('2026-02-25'), '2026-03-01')).toBeCloseTo(150, 9);
    expect(shareGrowth12m(counts, splitOn('2025-02-20'), '2026-03-01')).toBeCloseTo(25, 9);
  });

  it('ignores later counts', () => {
    expect(currentShares(counts, [], '2025-06-01')).toBe(44);
  });
});

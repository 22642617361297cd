import { describe, expect, it } from 'vitest';
import { financialPictures } from '../../../src/derive/finance/financial-pictures.ts';
import { sharesOutstanding } from '../../../src/derive/finance/financials.ts';
import {
  closesOf,
  recentBars,
  sharesOutstandingOn,
} from '../../../src/derive/market/price-history.ts';
import { shareCount } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-20';

const count = (end: string, filed: string, value: number) => ({
  ...shareCount('SPLQZ', value, end, filed),
  form: '10-Q',
  accession: filed,
});

/** A reverse split, 1 for 10, on 1 September, with unadjusted closes before it. */
const store: FactsByKind = {
  companies: [{ ticker: 'SPLQZ', name: 'Split Bio' }],
  splits: [{ ticker: 'SPLQZ', date: '2026-09-01', numerator: 1, denominator: 10 }],
  prices: [
    { ticker: 'SPLQZ', date: '2026-08-28', close: 20 },
    { ticker: 'SPLQZ', date: '2026-08-31', close: 2.1, volume: 5_000, as_traded: true },
    { ticker: 'SPLQZ', date: '2026-09-01', close: 22, volume: 600, as_traded: true },
  ],
  financial_facts: [
    count('2025-08-01', '2025-08-05', 40_000_000),
    count('2026-08-01', '2026-08-05', 50_000_000),
  ],
};

describe('a split that a source states', () => {
  it('adjusts closes and volumes as traded before it, and no others', async () => {
    const refresh = await refreshOf(TODAY, store);
    // 2.1 / 0.1 = 21. The other closes are already adjusted or on the day of the split.
    expect(Array.from(closesOf(refresh, 'SPLQZ').closes)).toEqual([20, 21, 22]);
    const bars = recentBars(refresh).get('SPLQZ')!;
    expect(bars.map(({ close, volume }) => [close, volume])).toEqual([
      [20, null],
      [21, 500],
      [22, 600],
    ]);
  });

  it('makes the counts before it those of today', async () => {
    const refresh = await refreshOf(TODAY, store);
    expect(sharesOutstanding(refresh).get('SPLQZ')).toBeCloseTo(5_000_000, 3);
    expect(sharesOutstandingOn(refresh, 'SPLQZ', '2026-08-28')).toBe(50_000_000);
    expect(sharesOutstandingOn(refresh, 'SPLQZ', '2026-09-01')).toBeCloseTo(5_000_000, 3);
  });

  it('is no dilution and no shrinking', async () => {
    const later = { financial_facts: [count('2026-10-30', '2026-11-05', 5_500_000)] };
    const before = { financial_facts: [count('2025-10-30', '2025-11-05', 44_000_000)] };
    const refresh = await refreshOf(TODAY, store, later, before);
    // 44 million old shares are 4.4 million new ones, so the share count grew by the factor 5.5 /
    // 4.4 = 1.25.
    const picture = financialPictures(refresh).get('SPLQZ')!;
    expect(picture.dilution.share_growth_12m_pct).toBeCloseTo(25, 6);
  });

  it('counts from its own day on', async () => {
    const refresh = await refreshOf('2026-08-31', store);
    expect(Array.from(closesOf(refresh, 'SPLQZ').closes)).toEqual([20, 2.1]);
  });
});

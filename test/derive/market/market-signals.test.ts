import { describe, expect, it } from 'vitest';
import {
  movers,
  news,
  priceSnapshot,
  unusualVolume,
} from '../../../src/derive/market/market-signals.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { catalyst, developer, TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

/** Sixty days that alternate between 100 and 200, then one of 1600 on the day given. */
function crowdOn(date: string): Fact<'prices'>[] {
  return Array.from({ length: 61 }, (_, day) => ({
    ticker: 'DEVT',
    date: shiftDays(date, day - 60),
    close: day === 60 ? 11 : 10,
    volume: day === 60 ? 1600 : day % 2 === 0 ? 100 : 200,
  }));
}

describe('unusualVolume', () => {
  it('tells what stood on the day of the alert', async () => {
    const refresh = await refreshOf(TODAY, {
      companies: developer.companies!,
      prices: crowdOn('2026-11-10'),
      catalysts: [
        catalyst('Phase 2 Readout', '2026-11-12', '2026/02/01'),
        // Not known yet on the day of the alert.
        catalyst('AdComm Meeting', '2026-11-11', '2026/11/11'),
      ],
    });
    // 1600 / 150 = 10.6667; 1600 = 100 · 2^4 lies 7 MADs of ln 2 / 2 above: 0.6745 · 7 = 4.7215.
    expect(asServed('unusualVolume', unusualVolume(refresh))).toEqual([
      {
        ticker: 'DEVT',
        company_name: 'Developer Therapeutics',
        alert_date: '2026-11-10',
        volume: 1600,
        avg_volume_20d: 150,
        relative_volume: 10.6667,
        robust_z: 4.7215,
        price_usd: 11,
        change_pct: 10,
        baseline_state: 'ready',
        next_catalyst_date: '2026-11-12',
        days_to_catalyst: 2,
        method: 'volume/2',
        as_of: '2026-11-10',
        flags: [],
      },
    ]);
  });

  it('leaves out what is older than 30 days', async () => {
    const older = await refreshOf(TODAY, { prices: crowdOn('2026-10-22') });
    expect(asServed('unusualVolume', unusualVolume(older))).toEqual([]);
    const newer = await refreshOf(TODAY, { prices: crowdOn('2026-10-23') });
    expect(asServed('unusualVolume', unusualVolume(newer))).toHaveLength(1);
  });
});

describe('priceSnapshot', () => {
  it('shows the newest session with what it lacks as null', async () => {
    const [row] = asServed('priceSnapshot', priceSnapshot(await refreshOf(TODAY, developer)));
    // From 5 to 4 is −20 %; 50 million shares at 4.
    expect(row).toMatchObject({
      ticker: 'DEVT',
      price_usd: 4,
      previous_close_usd: 5,
      change_pct: -20,
      open_usd: null,
      volume: 3000,
      week52_high_usd: 5,
      week52_low_usd: 4,
      market_cap_usd: 200e6,
      snapshot_at: '2026-11-20',
      source: 'test',
    });
  });

  it('has no market value for a stock that no longer trades', async () => {
    const others = { prices: [{ ticker: 'QUIT', date: '2026-12-02', close: 1 }] };
    const row = asServed(
      'priceSnapshot',
      priceSnapshot(await refreshOf('2026-12-03', developer, others)),
    )[0];
    expect(row).toMatchObject({ ticker: 'DEVT', price_usd: 4, market_cap_usd: null });
    expect(row?.flags).toContain('no_recent_session');
  });
});

describe('movers', () => {
  it('lists what moved in the newest session', async () => {
    const refresh = await refreshOf(TODAY, developer, {
      prices: [
        { ticker: 'FLAT', date: '2026-11-19', close: 7 },
        { ticker: 'FLAT', date: '2026-11-20', close: 7 },
        { ticker: 'LATE', date: '2026-11-18', close: 7 },
        { ticker: 'LATE', date: '2026-11-19', close: 9 },
        { ticker: 'RISE', date: '2026-11-19', close: 8 },
        { ticker: 'RISE', date: '2026-11-20', close: 8.5 },
      ],
    });
    const rows = asServed('movers', movers(refresh)).map((row) => [
      row.ticker,
      row.change_usd,
      row.change_pct,
    ]);
    // 4 − 5 = −1, −20 %; 8.5 − 8 = 0.5, 6.25 %.
    expect(rows).toEqual([
      ['DEVT', -1, -20],
      ['RISE', 0.5, 6.25],
    ]);
    expect(asServed('movers', movers(refresh))[0]).toMatchObject({
      name: 'Developer Therapeutics',
      next_catalyst_date: '2027-03-01',
      market_cap_usd: 200e6,
      source: 'test',
      method: 'movers/2',
      as_of: '2026-11-20',
    });
    expect(asServed('movers', movers(refresh))[0]!.flags).not.toContain('no_catalyst');
    expect(asServed('movers', movers(refresh))[1]).toMatchObject({ next_catalyst_date: null });
    expect(asServed('movers', movers(refresh))[1]!.flags).toEqual(
      expect.arrayContaining(['no_catalyst', 'no_volume']),
    );
  });
});

describe('news', () => {
  it('keeps the paper that a headline names, and nothing of tomorrow', async () => {
    const refresh = await refreshOf(TODAY, {
      news: [
        { id: 'a', title: 'One', source: 'The Paper', published_at: '2026-11-21T08:00:00Z' },
        { id: 'b', title: 'Two', tickers: ['DEVT'], published_at: '2026-11-22T08:00:00Z' },
        { id: 'c', title: 'Three', tickers: ['DEVT'] },
        { id: 'd', title: 'Developer Therapeutics Reports Results', tickers: [] },
        { id: 'e', title: 'Developer Therapeutics Reports Results', tickers: ['ELSE'] },
      ],
      companies: developer.companies!,
    });
    const rows = [...news(refresh)];
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.id === 'd')).toMatchObject({ tickers: ['DEVT'] });
    expect(rows.find((row) => row.id === 'e')).toMatchObject({ tickers: ['ELSE'] });
    expect(rows.find((row) => row.id === 'a')).toMatchObject({
      source: 'The Paper',
      tickers: [],
      published_at: '2026-11-21T08:00:00Z',
    });
    expect(rows.find((row) => row.id === 'c')).toMatchObject({
      source: 'test',
      tickers: ['DEVT'],
      published_at: null,
    });
  });
});

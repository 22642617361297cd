import { describe, expect, it } from 'vitest';
import { type Acquirer, acquirerLeaderboard } from '../../../src/domain/deals/acquirers.ts';
import { type TargetInputs, targetScores } from '../../../src/domain/deals/acquisitions.ts';
import {
  acquirerKey,
  type Deal,
  impliedPremium,
  takeovers,
} from '../../../src/domain/deals/deals.ts';

const TODAY = '2026-06-30';

const DEAL: Deal = {
  acquirer: 'Big Pharma',
  acquirerTicker: 'BIG',
  targetTicker: null,
  dealType: 'acquisition',
  status: 'announced',
  announcedDate: '2025-10-01',
  upfrontValue: null,
  totalValue: null,
  premiumPct: null,
  therapeuticArea: 'Oncology',
};

const TARGET: TargetInputs = {
  ticker: 'TARGQZ',
  company_name: 'Target',
  market_cap_usd: 1e9,
  net_cash_usd: 0,
  rNPV: null,
  lead_phase: null,
  therapeuticArea: ' Oncology ',
  runway_months: null,
  specialist_ownership_pct: null,
  recent_readout: null,
  as_of: TODAY,
};

const scored = (target: Partial<TargetInputs>, deals: readonly Deal[] = []) =>
  targetScores([{ ...TARGET, ...target }], deals, [], TODAY)[0]!;

it.each([
  [{}, true],
  [{ dealType: 'merger' }, true],
  [{ dealType: 'asset_purchase' }, true],
  [{ dealType: 'licensing' }, false],
  [{ dealType: 'option' }, false],
  [{ dealType: '' }, false],
  [{ status: 'closed' }, true],
  [{ status: 'TERMINATED' }, false],
  [{ announcedDate: TODAY }, true],
  [{ announcedDate: '2026-07-01' }, false],
])('a deal %j is a takeover known today: %s', (terms, isOne) => {
  expect(takeovers([{ ...DEAL, ...terms }], TODAY)).toHaveLength(isOne ? 1 : 0);
});

it('one company is one acquirer, by its ticker, else by its name in whatever case', () => {
  expect(acquirerKey({ acquirer: 'Big Pharma', acquirerTicker: 'BIG' })).toBe('BIG');
  expect(acquirerKey({ acquirer: 'Big Pharma', acquirerTicker: null })).toBe('BIG PHARMA');
  const named = ['Private SA', 'PRIVATE SA'].map((acquirer) => ({
    ...DEAL,
    acquirer,
    acquirerTicker: null,
  }));
  expect(acquirerLeaderboard(named, new Map(), TODAY)).toMatchObject([{ rank: 1, deals: 2 }]);
});

it('premiums of mergers compare with those of acquisitions, and of five years to the day', () => {
  const five = [10, 20, 30, 40, 50].map((premiumPct, at) => ({
    ...DEAL,
    premiumPct,
    dealType: at < 3 ? 'merger' : 'acquisition',
    announcedDate: at === 0 ? '2021-06-30' : TODAY,
  }));
  expect(impliedPremium(five, null, TODAY)).toEqual({
    basis: 'median of 5 takeovers in all areas since 2021-06-30',
    premium_pct: 30,
    low_pct: 20,
    high_pct: 40,
  });
  expect(impliedPremium(five.slice(1), null, TODAY)).toEqual({
    basis: 'published average of 2023 (PwC), range of 2014–2023',
    premium_pct: 59.8,
    low_pct: 46.7,
    high_pct: 70.4,
  });
});

it('acquirers of one appetite stand by deals, then by name; nobody who bought nothing', () => {
  const old = (acquirer: string) => ({
    ...DEAL,
    acquirer,
    acquirerTicker: null,
    announcedDate: '2020-01-01',
  });
  const deals = ['Beta', 'Alpha', 'Gamma', 'gamma'].map(old);
  const board = acquirerLeaderboard(deals, new Map(), TODAY);
  expect(board.map(({ rank, acquirer, deals: count }) => [rank, acquirer, count])).toEqual([
    [1, 'Gamma', 2],
    [2, 'Alpha', 1],
    [3, 'Beta', 1],
  ]);
  expect(board[1]).toMatchObject({
    acquirerTicker: null,
    upfrontValue: null,
    totalValue: null,
    medianPremiumPct: null,
    lastDealDate: '2020-01-01',
    // Deals and value of 40 and 30 of 100, each with nothing recent, middle rank.
    appetiteScore: expect.closeTo(50, 9),
    coverage_pct: 70,
    flags: ['no_cash_capacity', 'no_premium', 'no_value', 'no_upfront_value'],
  });
});

describe('points of a target', () => {
  it.each([
    ['Preclinical', 20],
    ['Phase 1', 40],
    ['Phase 2', 70],
    ['Phase 3', 100],
    ['NDA', 90],
    ['Approved', 80],
    ['unheard of', null],
    [null, null],
  ])('for a lead in %s: %s', (lead_phase, points) => {
    expect(scored({ lead_phase }).components.lead_stage?.value).toBe(points);
  });

  it.each([
    [0.1e9 - 1, 20],
    [0.1e9, 60],
    [0.3e9 - 1, 60],
    [0.3e9, 100],
    [5e9, 100],
    [5e9 + 1, 60],
    [15e9, 60],
    [15e9 + 1, 20],
  ])('for an enterprise value of %d dollars: %i', (enterprise, points) => {
    // A net debt of 1,000 is part of the enterprise value.
    const found = scored({ market_cap_usd: enterprise - 1_000, net_cash_usd: -1_000 });
    expect(found.components.size?.value).toBe(points);
  });

  it('are none where the enterprise value is not known', () => {
    for (const missing of [{ market_cap_usd: null }, { net_cash_usd: null }]) {
      const { components } = scored({ ...missing, rNPV: 5e6 });
      expect(components.size?.value).toBeNull();
      expect(components.rnpv_to_enterprise_value?.value).toBeNull();
    }
  });

  it.each([
    [2e6, 0, 2.5],
    [1e6, 0, 5],
    // Worth less than its cash: taken at a million.
    [1e6, 500_000, 5],
    [1e6, 3e6, 5],
  ])('hold an rNPV of 5 million against %d of market value and %d of cash', (cap, cash, ratio) => {
    const { components } = scored({ market_cap_usd: cap, net_cash_usd: cash, rNPV: 5e6 });
    expect(components.rnpv_to_enterprise_value?.value).toBe(ratio);
  });

  it('count the takeovers of its area in two years, to the day', () => {
    const deals = [
      { ...DEAL, announcedDate: '2024-06-30' },
      { ...DEAL, announcedDate: '2024-06-29' },
      { ...DEAL, therapeuticArea: 'oncology ' },
      { ...DEAL, therapeuticArea: 'Neurology' },
      { ...DEAL, dealType: 'licensing' },
    ];
    expect(scored({}, deals).components.area_deals?.value).toBe(2);
    expect(scored({ therapeuticArea: 'Urology' }, deals).components.area_deals?.value).toBe(0);
    expect(scored({ therapeuticArea: null }, deals).components.area_deals?.value).toBeNull();
  });

  it('weigh as the method says', () => {
    const { components } = scored({
      ...{ lead_phase: 'Phase 3', rNPV: 1, runway_months: 1, specialist_ownership_pct: 1 },
      recent_readout: 'mixed',
    });
    const weights = Object.entries(components).map(([name, { weight }]) => [name, weight]);
    expect(Object.fromEntries(weights)).toEqual({
      lead_stage: 0.2,
      rnpv_to_enterprise_value: 0.2,
      area_deals: 0.15,
      size: 0.15,
      runway_months: 0.1,
      specialist_ownership_pct: 0.1,
      recent_readout: 0.1,
    });
  });

  it('prefer the shorter runway, the larger rNPV and the larger share of specialists', () => {
    const [strong, weak] = targetScores(
      [
        { ...TARGET, runway_months: 6, rNPV: 9e9, specialist_ownership_pct: 40 },
        { ...TARGET, runway_months: 30, rNPV: 1e9, specialist_ownership_pct: 4 },
      ],
      [],
      [],
      TODAY,
    );
    const ranks = ['runway_months', 'rnpv_to_enterprise_value', 'specialist_ownership_pct'];
    for (const name of ranks) {
      expect([strong!.components[name]?.score, weak!.components[name]?.score]).toEqual([75, 25]);
    }
  });
});

describe('who might buy', () => {
  const buyer = (acquirerTicker: string, rank: number, cashCapacity: number | null) =>
    ({ acquirer: acquirerTicker, acquirerTicker, rank, cashCapacity }) as Acquirer;
  const buying = (buyers: readonly Acquirer[], target: Partial<TargetInputs> = {}) => {
    const deals = buyers.map(({ acquirerTicker }) => ({ ...DEAL, acquirerTicker }));
    return targetScores([{ ...TARGET, ...target }], deals, buyers, TODAY)[0]!;
  };
  const tickers = (found: ReturnType<typeof buying>) =>
    found.likely_acquirers.map(({ acquirerTicker }) => acquirerTicker);

  it('can pay the low value, which is the market value and the lower quartile', () => {
    // The published range: 46.7 % on a billion.
    const found = buying([buyer('JUST', 1, 1.467e9), buyer('SHORT', 2, 1.4669e9)]);
    expect(found.value_low_usd).toBeCloseTo(1.467e9, 3);
    expect(found.value_high_usd).toBeCloseTo(1.704e9, 3);
    expect(tickers(found)).toEqual(['JUST']);
    expect(found.flags).toEqual(['low_coverage', 'published_premium']);
  });

  it('is anybody of the area where the value is not known', () => {
    const found = buying([buyer('POOR', 1, 1)], { market_cap_usd: null });
    expect(tickers(found)).toEqual(['POOR']);
    expect(found.flags).toContain('no_market_cap');
  });

  it('is one of five: by deals in the area, then by appetite', () => {
    const buyers = [6, 5, 4, 3, 2, 1].map((rank) => buyer(`B${rank}`, rank, 9e9));
    expect(tickers(buying(buyers))).toEqual(['B1', 'B2', 'B3', 'B4', 'B5']);
    expect(tickers(buying([...buyers, buyer('B6', 7, 9e9)]))[0]).toBe('B6');
  });
});

import { describe, expect, it } from 'vitest';
import type { Acquirer } from '../../../src/domain/deals/acquirers.ts';
import { type TargetInputs, targetScores } from '../../../src/domain/deals/acquisitions.ts';
import type { Deal } from '../../../src/domain/deals/deals.ts';
import { deal } from './deal.ts';

const TODAY = '2026-06-30';
const DEAL = deal({ premiumPct: null });
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

it('scores a single target by its points and middle ranks', () => {
  const deals = [20, 40, 60, 80, 100].map((premiumPct) => ({ ...DEAL, premiumPct }));
  const target = scored(
    {
      net_cash_usd: 200e6,
      rNPV: 1.6e9,
      lead_phase: 'Phase 3',
      runway_months: 12,
      specialist_ownership_pct: 30,
      recent_readout: 'positive',
    },
    deals,
  );
  const component = (weight: number, value: number | string, score: number) => ({
    weight,
    value,
    score,
  });
  expect(target).toMatchObject({
    // Score: stage 100 × 0.2 + size 100 × 0.15 + readout 100 × 0.1 + ranks 50 × 0.55 = 72.5.
    score: expect.closeTo(72.5, 9),
    components: {
      lead_stage: component(0.2, 100, 100),
      // The ratio is an rNPV of 1.6 billion over an enterprise value of 0.8 billion.
      rnpv_to_enterprise_value: component(0.2, 2, 50),
      area_deals: component(0.15, 5, 50),
      size: component(0.15, 100, 100),
      runway_months: component(0.1, 12, 50),
      specialist_ownership_pct: component(0.1, 30, 50),
      recent_readout: component(0.1, 100, 100),
    },
    implied_premium_pct: 60,
    value_low_usd: expect.closeTo(1.4e9, 0),
    value_high_usd: expect.closeTo(1.8e9, 0),
    flags: ['no_acquirer'],
  });
});

describe('the points of a target', () => {
  it.each([
    ['Preclinical', 20],
    ['Phase 1', 40],
    ['Phase 2', 70],
    ['Phase 3', 100],
    ['NDA', 90],
    ['Approved', 80],
    ['unknown text', null],
    [null, null],
  ])('for a lead program in %s are %s', (lead_phase, points) => {
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
  ])('for an enterprise value of %d dollars are %i', (enterprise, points) => {
    // A net debt of 1,000 is part of the enterprise value.
    const { components } = scored({ market_cap_usd: enterprise - 1_000, net_cash_usd: -1_000 });
    expect(components.size?.value).toBe(points);
  });

  it.each([{ market_cap_usd: null }, { net_cash_usd: null }])(
    'are null with %j, without an enterprise value',
    (missing) => {
      const { components } = scored({ ...missing, rNPV: 5e6 });
      expect(components.size?.value).toBeNull();
      expect(components.rnpv_to_enterprise_value?.value).toBeNull();
    },
  );

  it.each([
    [2e6, 0, 2.5],
    [1e6, 0, 5],
    // An enterprise value below a million counts as a million.
    [1e6, 500_000, 5],
    [1e6, 3e6, 5],
  ])('compare an rNPV of 5 million with a market cap of %d and cash of %d', (cap, cash, ratio) => {
    const { components } = scored({ market_cap_usd: cap, net_cash_usd: cash, rNPV: 5e6 });
    expect(components.rnpv_to_enterprise_value?.value).toBe(ratio);
  });

  it('count the takeovers in the area in the last two years', () => {
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

  it('rank a shorter runway, a larger rNPV and a larger specialist ownership higher', () => {
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

describe('likely acquirers', () => {
  const buyer = (acquirerTicker: string, rank: number, cashCapacity: number | null) =>
    ({ acquirer: acquirerTicker, acquirerTicker, rank, cashCapacity }) as Acquirer;
  const targetWith = (buyers: readonly Acquirer[], target: Partial<TargetInputs> = {}) => {
    const deals = buyers.map(({ acquirerTicker }) => ({ ...DEAL, acquirerTicker }));
    return targetScores([{ ...TARGET, ...target }], deals, buyers, TODAY)[0]!;
  };
  const tickers = ({ likely_acquirers }: ReturnType<typeof targetWith>) =>
    likely_acquirers.map(({ acquirerTicker }) => acquirerTicker);

  it('can pay the low value, which is the market cap and the lower quartile', () => {
    // The lower bound of the published premium is 46.7 % on a billion.
    const target = targetWith([buyer('ENOUGH', 1, 1.467e9), buyer('SHORT', 2, 1.4669e9)]);
    expect(target.value_low_usd).toBeCloseTo(1.467e9, 3);
    expect(target.value_high_usd).toBeCloseTo(1.704e9, 3);
    expect(tickers(target)).toEqual(['ENOUGH']);
    expect(target.flags).toEqual(['low_coverage', 'published_premium']);
  });

  it('are all acquirers of the area if the target has no market cap', () => {
    const target = targetWith([buyer('POOR', 1, 1)], { market_cap_usd: null });
    expect(tickers(target)).toEqual(['POOR']);
    expect(target).toMatchObject({ value_low_usd: null, value_high_usd: null });
    expect(target.flags).toEqual(['low_coverage', 'no_market_cap', 'published_premium']);
  });

  it('are at most five, by deals in the area and then by rank', () => {
    const buyers = [6, 5, 4, 3, 2, 1].map((rank) => buyer(`B${rank}`, rank, 9e9));
    expect(tickers(targetWith(buyers))).toEqual(['B1', 'B2', 'B3', 'B4', 'B5']);
    expect(tickers(targetWith([...buyers, buyer('B6', 7, 9e9)]))[0]).toBe('B6');
  });

  it('with unknown cash are last and have a flag; the target itself is left out', () => {
    const buyers = [buyer('UNKNOWN', 1, null), buyer('RICH', 2, 5e9), buyer('TARGQZ', 3, 9e9)];
    const target = targetWith(buyers);
    expect(target.likely_acquirers).toEqual([
      { acquirer: 'RICH', acquirerTicker: 'RICH', area_deals: 1, cash_capacity_usd: 5e9 },
      { acquirer: 'UNKNOWN', acquirerTicker: 'UNKNOWN', area_deals: 1, cash_capacity_usd: null },
    ]);
    expect(target.flags).toContain('acquirer_capacity_unknown');
  });
});

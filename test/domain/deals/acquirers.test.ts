import { describe, expect, it } from 'vitest';
import { acquirerLeaderboard } from '../../../src/domain/deals/acquirers.ts';
import {
  acquirerKey,
  areaKey,
  type Deal,
  impliedPremium,
  missingTerms,
  monthsBefore,
  PUBLISHED_PREMIUM,
  takeovers,
} from '../../../src/domain/deals/deals.ts';

const TODAY = '2026-06-30';
const deal = (more: Partial<Deal> = {}): Deal => ({
  ...{ acquirer: 'Bigmed', acquirerTicker: 'BIGQZ', targetTicker: 'SMLQZ' },
  ...{ dealType: 'acquisition', status: 'closed', announcedDate: '2025-10-01' },
  ...{ upfrontValue: 1e9, totalValue: 2e9, premiumPct: 80, therapeuticArea: 'Oncology' },
  ...more,
});

describe('an acquirer', () => {
  it('is told whole, by the name of its latest deal', () => {
    const own = [
      deal({ acquirer: 'Bigmed Inc', announcedDate: '2026-01-01', premiumPct: 40 }),
      deal({ acquirerTicker: 'bigqz', therapeuticArea: null, premiumPct: null }),
    ];
    const component = (value: number | null, score: number, weight: number) => ({
      ...{ value, weight: expect.closeTo(weight, 12) },
      score,
    });
    expect(acquirerLeaderboard(own, new Map([['BIGQZ', 5e9]]), TODAY)).toEqual([
      {
        ...{ rank: 1, acquirer: 'Bigmed Inc', acquirerTicker: 'BIGQZ', deals: 2 },
        ...{ upfrontValue: 2e9, totalValue: 4e9, medianPremiumPct: 40 },
        ...{ therapeuticAreas: ['Oncology'], topTherapeuticAreas: ['Oncology'] },
        ...{ lastDealDate: '2026-01-01', cashCapacity: 5e9, coverage_pct: 100 },
        // Alone it is in the middle of each.
        appetiteScore: expect.closeTo(50, 9),
        components: {
          recent_deals: component(2, 50, 0.4),
          recent_value: component(4e9, 50, 0.3),
          cash_capacity: component(5e9, 50, 0.3),
        },
        flags: [],
      },
    ]);
  });

  it('whose last deals are old has bought nothing of late, rather than for an unknown sum', () => {
    const [of] = acquirerLeaderboard([deal({ announcedDate: '2019-01-01' })], new Map(), TODAY);
    expect(of?.components).toMatchObject({
      recent_deals: { value: 0 },
      recent_value: { value: 0 },
    });
    expect(of).toMatchObject({ totalValue: 2e9, coverage_pct: expect.closeTo(70, 9) });
    const silent = deal({ totalValue: null, upfrontValue: null });
    const [lacking] = acquirerLeaderboard([silent], new Map(), TODAY);
    expect(lacking).toMatchObject({
      ...{ appetiteScore: null, components: { recent_value: { value: null } } },
      flags: ['low_coverage', 'no_cash_capacity', 'no_value', 'no_upfront_value'],
    });
  });

  it('stands by its score, then its deals, then its name', () => {
    const of = (acquirer: string, more: Partial<Deal> = {}) =>
      deal({ acquirer, acquirerTicker: null, ...more });
    const old = { announcedDate: '2019-01-01', totalValue: null, upfrontValue: null };
    const order = (...deals: readonly Deal[]) =>
      acquirerLeaderboard(deals, new Map(), TODAY).map((one) => [one.rank, one.acquirer]);
    expect(order(of('C'), of('A'), of('B', { totalValue: 3e9 }))).toEqual([
      ...[
        [1, 'B'],
        [2, 'A'],
        [3, 'C'],
      ],
    ]);
    expect(order(of('A', old), of('B', old), of('B', old))).toEqual([
      ...[
        [1, 'B'],
        [2, 'A'],
      ],
    ]);
    // One without a score comes last.
    const unpriced = { totalValue: null, upfrontValue: null };
    expect(order(of('A', unpriced), of('B', old))).toEqual([
      ...[
        [1, 'B'],
        [2, 'A'],
      ],
    ]);
  });
});

describe('a takeover', () => {
  it.each([
    ['acquisition', true],
    ['merger', true],
    ['asset_purchase', true],
    ['licensing', false],
    ['partnership', false],
    ['option', false],
  ])('is %s: %s', (dealType, is) => {
    expect(takeovers([deal({ dealType })], TODAY)).toHaveLength(Number(is));
  });

  it('is announced by the day, and not called off', () => {
    const on = (announcedDate: string) => takeovers([deal({ announcedDate })], TODAY).length;
    expect([on('2026-06-30'), on('2026-07-01')]).toEqual([1, 0]);
    expect(takeovers([deal({ status: 'TERMINATED' })], TODAY)).toEqual([]);
    expect(takeovers([deal({ status: 'announced' })], TODAY)).toHaveLength(1);
  });

  it('pays a premium of five years, of shares alone', () => {
    const of = (premiumPct: number | null, more: Partial<Deal> = {}) =>
      deal({ premiumPct, ...more });
    const merged = { dealType: 'merger', announcedDate: '2021-06-30' };
    const five = [10, 20, 30, 40].map((one) => of(one)).concat(of(90, merged));
    expect(impliedPremium(five, null, TODAY)).toEqual({
      basis: 'median of 5 takeovers in all areas since 2021-06-30',
      ...{ premium_pct: 30, low_pct: 20, high_pct: 40 },
    });
    expect(impliedPremium([...five.slice(1), of(null)], null, TODAY)).toEqual({
      basis: 'published average of 2023 (PwC), range of 2014–2023',
      ...{ premium_pct: 59.8, low_pct: 46.7, high_pct: 70.4 },
    });
    // Five of an area come before all areas; four do not.
    const other = [...five, ...[200, 300].map((one) => of(one, { therapeuticArea: ' oncology' }))];
    const mixed = other.map((one, at) => (at < 2 ? { ...one, therapeuticArea: 'Gout' } : one));
    expect(impliedPremium(mixed, 'Oncology ', TODAY).premium_pct).toBe(90);
    expect(impliedPremium(mixed, 'Gout', TODAY).basis).toContain('of 7 takeovers in all areas');
    expect(impliedPremium([], 'Gout', TODAY)).toBe(PUBLISHED_PREMIUM);
  });

  it.each([
    ['merger', 'no_premium'],
    ['MERGER', 'no_premium'],
    ['acquisition', 'no_premium'],
    [null, 'no_premium'],
    ['', 'no_premium'],
    ['asset_purchase', 'premium_not_applicable'],
    ['option', 'premium_not_applicable'],
  ])('of type %s lacks its premium as %s', (dealType, flag) => {
    const terms = { upfrontValue: 0, milestoneValue: 0, totalValue: 0, status: 'closed' };
    const closed = { ...terms, dealType, closedDate: '2026-01-01' };
    expect(missingTerms(closed)).toEqual([flag]);
    expect(missingTerms({ ...terms, dealType, status: 'announced' })).toEqual([flag]);
    expect(missingTerms({ ...terms, dealType, status: 'Closed' })).toEqual([
      ...[flag, 'no_closed_date'],
    ]);
  });
});

it('keys are of a ticker before a name, of an area without its case, and of months by their days', () => {
  expect(acquirerKey({ acquirer: 'Bigmed', acquirerTicker: 'bigqz' })).toBe('BIGQZ');
  expect(acquirerKey({ acquirer: 'Bigmed', acquirerTicker: null })).toBe('BIGMED');
  expect([areaKey(' Oncology '), areaKey(null)]).toEqual(['oncology', '']);
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
});

import { describe, expect, it } from 'vitest';
import { acquirerLeaderboard } from '../../../src/domain/deals/acquirers.ts';
import type { Deal } from '../../../src/domain/deals/deals.ts';
import { deal } from './deal.ts';

const TODAY = '2026-06-30';
const board = (deals: readonly Deal[], cash: readonly (readonly [string, number])[] = []) =>
  acquirerLeaderboard(deals, new Map(cash), TODAY);

describe('an acquirer', () => {
  it('sums its takeovers under the name of its latest deal', () => {
    const deals = [
      deal({ acquirer: 'Bigmed Inc', announcedDate: '2026-01-01', premiumPct: 40 }),
      deal({ acquirerTicker: 'bigqz', therapeuticArea: null, premiumPct: null }),
      deal({ dealType: 'licensing' }),
    ];
    const component = (value: number | null, score: number, weight: number) => ({
      value,
      weight: expect.closeTo(weight, 12),
      score,
    });
    expect(board(deals, [['BIGQZ', 5e9]])).toEqual([
      {
        rank: 1,
        acquirer: 'Bigmed Inc',
        acquirerTicker: 'BIGQZ',
        deals: 2,
        upfrontValue: 2e9,
        totalValue: 4e9,
        medianPremiumPct: 40,
        therapeuticAreas: ['Oncology'],
        topTherapeuticAreas: ['Oncology'],
        lastDealDate: '2026-01-01',
        cashCapacity: 5e9,
        coverage_pct: 100,
        // A single acquirer has the middle rank (50) in every component.
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

  it('counts the upfront value of a deal without a total', () => {
    expect(board([deal(), deal({ totalValue: null })])[0]).toMatchObject({ totalValue: 3e9 });
  });

  it('has a recent value of 0 if its deals are old, and null if their value is unknown', () => {
    const [old] = board([deal({ announcedDate: '2019-01-01' })]);
    expect(old?.components).toMatchObject({
      recent_deals: { value: 0 },
      recent_value: { value: 0 },
    });
    expect(old).toMatchObject({ totalValue: 2e9, coverage_pct: expect.closeTo(70, 9) });
    const [unpriced] = board([deal({ totalValue: null, upfrontValue: null, premiumPct: null })]);
    expect(unpriced).toMatchObject({
      appetiteScore: null,
      upfrontValue: null,
      totalValue: null,
      components: { recent_value: { value: null } },
      flags: ['low_coverage', 'no_cash_capacity', 'no_premium', 'no_value', 'no_upfront_value'],
    });
  });

  it('has a cash capacity of at least 0', () => {
    expect(board([deal()], [['BIGQZ', -1e9]])[0]).toMatchObject({ cashCapacity: 0, flags: [] });
  });

  it.each([
    ['2023-06-30', 0.7 * 75 + 0.3 * 50],
    ['2023-06-29', 50],
  ])('counts deals of the last 36 months: a deal of %s gives the score %d', (day, score) => {
    // An acquirer with a recent deal ranks first of two in deals and value (75). Without one, both
    // rank equal (50).
    const other = deal({ acquirerTicker: 'OTHQZ', announcedDate: '2018-01-01' });
    const cash = ['BIGQZ', 'OTHQZ'].map((ticker) => [ticker, 1e9] as const);
    const ranked = board([deal({ announcedDate: day }), other], cash);
    const bigmed = ranked.find(({ acquirerTicker }) => acquirerTicker === 'BIGQZ');
    expect(bigmed?.appetiteScore).toBeCloseTo(score, 9);
  });

  it('lists its areas by deals, then by value, then by name', () => {
    const takeover = (therapeuticArea: string, millions: number) =>
      deal({ therapeuticArea, totalValue: millions * 1e6 });
    const [acquirer] = board([
      takeover('Allergy', 10),
      takeover('Urology', 900),
      takeover('Neurology', 50),
      takeover('Metabolic', 50),
      takeover('Hematology', 5),
      takeover('Hematology', 5),
    ]);
    const areas = ['Hematology', 'Urology', 'Metabolic', 'Neurology', 'Allergy'];
    expect(acquirer).toMatchObject({
      therapeuticAreas: areas,
      topTherapeuticAreas: areas.slice(0, 3),
    });
  });
});

describe('the leaderboard', () => {
  const by = (acquirer: string, more: Partial<Deal> = {}) =>
    deal({ acquirer, acquirerTicker: null, ...more });
  const unpriced = { totalValue: null, upfrontValue: null };
  const old = { announcedDate: '2019-01-01', ...unpriced };

  it.each([
    ['score', [by('C'), by('A'), by('B', { totalValue: 3e9 })], ['B', 'A', 'C']],
    ['deals', [by('A', old), by('B', old), by('B', old)], ['B', 'A']],
    ['name', [by('Beta', old), by('Alpha', old)], ['Alpha', 'Beta']],
    // The name in any case is one acquirer.
    ['deals', [by('Alpha', old), by('Gamma', old), by('gamma', old)], ['Gamma', 'Alpha']],
    ['score, null last', [by('A', unpriced), by('B', old)], ['B', 'A']],
  ])('is sorted by %s', (_, deals, names) => {
    const ranked = board(deals).map(({ rank, acquirer }) => [rank, acquirer]);
    expect(ranked).toEqual(names.map((name, at) => [at + 1, name]));
  });
});

import { describe, expect, it } from 'vitest';
import {
  type DilutionInput,
  dilution,
  missingForDilution,
  type Offering,
  offeringDilutionPct,
} from '../../../src/domain/finance/dilution.ts';
import { splitFactor } from '../../../src/domain/finance/share-count.ts';

const AS_OF = '2026-03-01';
const SHELF: Offering = {
  form_type: 'S-3',
  is_atm: false,
  filed_at: '2025-06-01',
  offering_amount_usd: 300,
  amount_remaining_usd: null,
  price_usd: null,
};
const INPUT: DilutionInput = {
  asOf: AS_OF,
  sharesHistory: [
    { end: '2025-02-25', value: 100 },
    { end: '2026-02-25', value: 100 },
  ],
  splits: [],
  offerings: [],
  price_usd: 10,
  public_float_usd: 900_000_000,
  warrants_outstanding: 0,
  warrants_strike_usd: null,
  reverse_split_pending: false,
  funds: { runway_months: 24, monthly_burn_usd: 25, flags: [] },
};
const dilutionOf = (more: Partial<DilutionInput>) => dilution({ ...INPUT, ...more });

const shelf: Offering = { ...SHELF, offering_amount_usd: 200, amount_remaining_usd: 150 };
const atm: Offering = {
  ...shelf,
  form_type: '424B5',
  is_atm: true,
  offering_amount_usd: 100,
  amount_remaining_usd: 50,
};

const company: DilutionInput = {
  ...INPUT,
  sharesHistory: [
    { end: '2025-02-25', value: 80 },
    { end: '2026-02-25', value: 100 },
  ],
  offerings: [shelf, atm],
  warrants_outstanding: 12,
  warrants_strike_usd: 5,
  funds: { runway_months: 15, monthly_burn_usd: 25, flags: [] },
};

describe('the dilution score', () => {
  it('is the weighted sum of the needed raise, share growth, shelf and warrants', () => {
    // The raise is 24 − 15 = 9 months · 25 = 225 at 10 · 0.9: 25 / 125 = 20 % of 50 → 40 points.
    // Growth 100 / 80 − 1 = 25 % → 25 points. Shelf 150 of a market cap of 1,000 = 15 % → 30.
    // Warrants 12 · (1 − 5 / 10) = 6 of 100 = 6 % → 20.
    // 0.4 · 40 + 0.25 · 25 + 0.2 · 30 + 0.15 · 20 = 16 + 6.25 + 6 + 3 = 31.25.
    const result = dilution(company);
    expect(result.needed_raise_usd).toBe(225);
    expect(result.needed_new_shares).toBeCloseTo(25, 9);
    expect(result.needed_raise_dilution_pct).toBeCloseTo(20, 9);
    expect(result.share_growth_12m_pct).toBeCloseTo(25, 9);
    expect(result.shelf_remaining_usd).toBe(150);
    expect(result.dilution_score).toBeCloseTo(31.25, 9);
    expect(result.coverage_pct).toBeCloseTo(100, 9);
    expect(result.flags).toEqual(['atm_active', 'shelf_effective', 'warrant_overhang']);
  });

  it('is re-weighted without warrants', () => {
    const { dilution_score } = dilution({ ...company, warrants_outstanding: null });
    // The score is 28.25 points over a weight of 0.85: 33.235.
    expect(dilution_score).toBeCloseTo(28.25 / 0.85, 9);
  });
});

it('is 0 in every field for a company without a raise, shelf or warrants', () => {
  const none = (weight: number) => ({ value: 0, score: 0, weight: expect.closeTo(weight, 9) });
  expect(dilutionOf({})).toEqual({
    shares_outstanding: 100,
    share_growth_12m_pct: 0,
    needed_raise_usd: 0,
    needed_new_shares: 0,
    needed_raise_dilution_pct: 0,
    shelf_remaining_usd: 0,
    dilution_score: 0,
    coverage_pct: expect.closeTo(100, 9),
    components: {
      needed_raise_dilution_pct: none(0.4),
      share_growth_12m_pct: none(0.25),
      shelf_to_market_cap_pct: none(0.2),
      warrants_to_shares_pct: none(0.15),
    },
    flags: [],
  });
});

it('is null with flags for a company without data', () => {
  const unknown = {
    sharesHistory: [],
    price_usd: null,
    public_float_usd: null,
    warrants_outstanding: null,
    reverse_split_pending: null,
    funds: { runway_months: null, monthly_burn_usd: null, flags: [] },
  };
  expect(dilutionOf(unknown)).toMatchObject({
    shares_outstanding: null,
    share_growth_12m_pct: null,
    needed_raise_usd: null,
    needed_new_shares: null,
    needed_raise_dilution_pct: null,
    shelf_remaining_usd: 0,
    dilution_score: null,
    coverage_pct: 0,
    flags: [
      'no_shares_outstanding',
      'no_price',
      'no_runway',
      'warrants_outstanding_unknown',
      'low_coverage',
    ],
  });
  const young = dilutionOf({ sharesHistory: [{ end: '2026-02-25', value: 100 }] });
  expect(young.flags).toEqual(['no_share_growth']);
});

describe('the needed raise', () => {
  it.each([
    [24, 0],
    [30, 0],
    [23, 25],
    [0, 600],
  ])('with a runway of %d months and a burn of 25 a month is %d', (runway_months, raise) => {
    const { funds } = INPUT;
    expect(dilutionOf({ funds: { ...funds, runway_months } }).needed_raise_usd).toBe(raise);
  });

  it.each([
    [{ runway_months: null }, null],
    [{ monthly_burn_usd: null }, null],
    [{ runway_months: null, flags: ['no_burn'] }, 0],
    [{ runway_months: null, flags: ['runway_over_100_years'] }, 0],
    [{ runway_months: null, flags: ['no_burn', 'stale_filing'] }, null],
  ])('with %j is %s', (funds, raise) => {
    const result = dilutionOf({ funds: { ...INPUT.funds, ...funds } });
    expect(result.needed_raise_usd).toBe(raise);
    expect(result.flags.includes('no_runway')).toBe(raise === null);
  });

  it('is sold 10 % below the market and has 100 points at a dilution of 50 %', () => {
    // An amount of 900 at a price of 9 is 100 new shares in addition to 100.
    const half = dilutionOf({ funds: { runway_months: 0, monthly_burn_usd: 37.5, flags: [] } });
    expect(half).toMatchObject({
      needed_raise_usd: 900,
      needed_new_shares: 100,
      needed_raise_dilution_pct: 50,
      components: { needed_raise_dilution_pct: { value: 50, score: 100 } },
      dilution_score: expect.closeTo(40, 9),
    });
    expect(dilutionOf({ price_usd: null })).toMatchObject({
      needed_new_shares: null,
      needed_raise_dilution_pct: null,
    });
  });
});

describe('the points', () => {
  const pointsOf = (more: Partial<DilutionInput>) =>
    Object.values(dilutionOf(more).components).map(({ score }) => score);

  it('for growth reach 100 at a doubling', () => {
    const grown = (value: number) => [
      { end: '2025-02-25', value: 100 },
      { end: '2026-02-25', value },
    ];
    expect(pointsOf({ sharesHistory: grown(200) })).toEqual([0, 100, 0, 0]);
    expect(pointsOf({ sharesHistory: grown(150) })[1]).toBeCloseTo(50, 9);
    expect(pointsOf({ sharesHistory: grown(80) })[1]).toBe(0);
  });

  it('reach 100 for shelves of half of the market cap and for warrants of 30 % of the shares', () => {
    // The market cap is 100 shares at a price of 10.
    const offerings = [{ ...SHELF, offering_amount_usd: 500 }];
    expect(pointsOf({ offerings })).toEqual([0, 0, 100, 0]);
    expect(pointsOf({ warrants_outstanding: 30 })[3]).toBeCloseTo(100, 9);
    expect(pointsOf({ warrants_outstanding: 15 })[3]).toBeCloseTo(50, 9);
  });

  it.each([
    // Without a strike or a price, all warrants count.
    [5, 10, 15],
    [10, 10, 0],
    [12, 10, 0],
    [null, 10, 30],
    [5, null, 30],
  ])(
    'for 30 warrants with a strike of %s and a price of %s count %d shares',
    (strike, price, count) => {
      const { components } = dilutionOf({
        warrants_outstanding: 30,
        warrants_strike_usd: strike,
        price_usd: price,
      });
      expect(components.warrants_to_shares_pct?.value).toBeCloseTo(count, 9);
    },
  );
});

describe('the remaining shelf amount', () => {
  const remaining = (offerings: readonly Partial<Offering>[], more: Partial<DilutionInput> = {}) =>
    dilutionOf({ ...more, offerings: offerings.map((one) => ({ ...SHELF, ...one })) });

  it.each<[Partial<Offering>, number]>([
    [{}, 300],
    [{ amount_remaining_usd: 120 }, 120],
    [{ amount_remaining_usd: 0 }, 0],
    [{ form_type: 'S-3ASR' }, 300],
    [{ form_type: 'F-3/A' }, 300],
    [{ form_type: 's-3asr/a' }, 300],
    [{ form_type: 'S-1' }, 0],
    [{ form_type: 'S-3D' }, 0],
    [{ form_type: '424B5' }, 0],
    [{ form_type: '424B5', is_atm: true }, 300],
    [{ form_type: '424B5', is_atm: null }, 0],
    [{ is_atm: null }, 300],
    [{ filed_at: AS_OF }, 300],
    [{ filed_at: '2026-03-02' }, 0],
    [{ filed_at: '2023-03-02' }, 300],
    [{ filed_at: '2023-03-01' }, 0],
  ])('of %j is %d', (offering, usd) => {
    expect(remaining([offering]).shelf_remaining_usd).toBe(usd);
  });

  it('is the larger of the sum of shelves and the sum of at-the-market programs', () => {
    const atm = { is_atm: true, offering_amount_usd: 250 };
    expect(remaining([{}, {}, atm, atm]).shelf_remaining_usd).toBe(600);
    expect(remaining([{}, atm, atm]).shelf_remaining_usd).toBe(500);
    // An unknown amount adds nothing; the sum is null if all amounts are unknown.
    const unknown = { offering_amount_usd: null };
    expect(remaining([{}, unknown]).shelf_remaining_usd).toBe(300);
    expect(remaining([{}, unknown]).flags).toEqual(['shelf_effective']);
    expect(remaining([unknown])).toMatchObject({
      shelf_remaining_usd: null,
      flags: ['shelf_effective', 'shelf_amount_unknown'],
    });
    expect(remaining([{ ...atm, ...unknown }]).flags).toEqual([
      'atm_active',
      'shelf_amount_unknown',
    ]);
  });

  it('is limited to a third of a float below 75 million', () => {
    const large = { offering_amount_usd: 90e6 };
    const of = (public_float_usd: number | null) => remaining([large], { public_float_usd });
    expect(of(74_999_997)).toMatchObject({
      shelf_remaining_usd: 24_999_999,
      flags: ['shelf_effective', 'baby_shelf_limited'],
    });
    expect(of(75_000_000)).toMatchObject({ shelf_remaining_usd: 90e6, flags: ['shelf_effective'] });
    expect(of(null)).toMatchObject({ shelf_remaining_usd: 90e6, flags: ['shelf_effective'] });
    expect(dilutionOf({ public_float_usd: 1 }).flags).toEqual([]);
  });
});

it('has flags for warrants above a tenth of the shares and for a reverse split', () => {
  expect(dilutionOf({ warrants_outstanding: 10 }).flags).toEqual([]);
  expect(dilutionOf({ warrants_outstanding: 11 }).flags).toEqual(['warrant_overhang']);
  expect(dilutionOf({ reverse_split_pending: true }).flags).toEqual(['reverse_split_pending']);
  expect(dilutionOf({ sharesHistory: [], warrants_outstanding: 11 }).flags).not.toContain(
    'warrant_overhang',
  );
});

it.each<[Partial<Offering>, number | null, number | null, number | null, readonly string[]]>([
  // An amount of 300 at a price of 10 is 30 new shares in addition to 70.
  [{}, 70, 10, 30, []],
  [{ amount_remaining_usd: 0 }, 70, 10, 0, []],
  [{ amount_remaining_usd: 100, price_usd: 5 }, 180, 10, 10, []],
  [{ price_usd: 5 }, 60, null, 50, []],
  [{ offering_amount_usd: null }, 70, 10, null, ['no_offering_amount']],
  [{}, 70, null, null, ['no_price']],
  [{ price_usd: 0 }, 70, 10, null, ['no_price']],
  [{}, null, 10, null, ['no_shares_outstanding']],
  [
    { offering_amount_usd: null },
    null,
    null,
    null,
    ['no_offering_amount', 'no_price', 'no_shares_outstanding'],
  ],
])(
  'the dilution of one offering with %j, %s shares and a price of %s is %s %%',
  (terms, shares, price, percent, flags) => {
    const offering = { ...SHELF, ...terms };
    const pct = offeringDilutionPct(offering, shares, price);
    if (percent === null) expect(pct).toBeNull();
    else expect(pct).toBeCloseTo(percent, 9);
    expect(missingForDilution(offering, shares, price)).toEqual(flags);
  },
);

it('splitFactor multiplies the splits after a day and up to another day', () => {
  const splits = [
    { date: '2025-01-01', ratio: 0.1 },
    { date: '2025-06-01', ratio: 2 },
    { date: '2025-12-01', ratio: 3 },
  ];
  expect(splitFactor(splits, '2024-12-31')).toBeCloseTo(0.6, 12);
  expect(splitFactor(splits, '2025-01-01')).toBe(6);
  expect(splitFactor(splits, '2025-01-01', '2025-12-01')).toBe(6);
  expect(splitFactor(splits, '2025-01-01', '2025-11-30')).toBe(2);
  expect(splitFactor(splits, '2025-12-01')).toBe(1);
});

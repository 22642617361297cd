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
const NOTHING: DilutionInput = {
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
const told = (more: Partial<DilutionInput>) => dilution({ ...NOTHING, ...more });

it('a company that needs, sells and owes nothing is told whole', () => {
  const none = (weight: number) => ({ value: 0, score: 0, weight: expect.closeTo(weight, 9) });
  expect(told({})).toEqual({
    shares_outstanding: 100,
    share_growth_12m_pct: 0,
    needed_raise_usd: 0,
    needed_new_shares: 0,
    needed_raise_dilution_pct: 0,
    shelf_remaining_usd: 0,
    dilution_score: 0,
    dilution_level: 'low',
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

it('a company of which nothing is known says so', () => {
  const unknown = {
    sharesHistory: [],
    price_usd: null,
    public_float_usd: null,
    warrants_outstanding: null,
    reverse_split_pending: null,
    funds: { runway_months: null, monthly_burn_usd: null, flags: [] },
  };
  expect(told(unknown)).toMatchObject({
    shares_outstanding: null,
    share_growth_12m_pct: null,
    needed_raise_usd: null,
    needed_new_shares: null,
    needed_raise_dilution_pct: null,
    shelf_remaining_usd: 0,
    dilution_score: null,
    dilution_level: null,
    coverage_pct: 0,
    flags: [
      'no_shares_outstanding',
      'no_price',
      'no_runway',
      'no_warrants_reported',
      'low_coverage',
    ],
  });
  const young = told({ sharesHistory: [{ end: '2026-02-25', value: 100 }] });
  expect(young.flags).toEqual(['no_share_growth']);
});

describe('what must be raised', () => {
  it.each([
    [24, 0],
    [30, 0],
    [23, 25],
    [0, 600],
  ])('at %d months of money and 25 a month: %d', (runway_months, raise) => {
    const { funds } = NOTHING;
    expect(told({ funds: { ...funds, runway_months } }).needed_raise_usd).toBe(raise);
  });

  it.each([
    [{ runway_months: null }, null],
    [{ monthly_burn_usd: null }, null],
    [{ runway_months: null, flags: ['no_burn'] }, 0],
    [{ runway_months: null, flags: ['runway_over_100_years'] }, 0],
    [{ runway_months: null, flags: ['no_burn', 'stale_filing'] }, null],
  ])('with %j: %s', (funds, raise) => {
    const found = told({ funds: { ...NOTHING.funds, ...funds } });
    expect(found.needed_raise_usd).toBe(raise);
    expect(found.flags.includes('no_runway')).toBe(raise === null);
  });

  it('is sold a tenth below the market, and runs to full points at half of the company', () => {
    // 900 at 9 each are 100 new shares beside the 100 old ones.
    const half = told({ funds: { runway_months: 0, monthly_burn_usd: 37.5, flags: [] } });
    expect(half).toMatchObject({
      needed_raise_usd: 900,
      needed_new_shares: 100,
      needed_raise_dilution_pct: 50,
      components: { needed_raise_dilution_pct: { value: 50, score: 100 } },
      dilution_score: expect.closeTo(40, 9),
      dilution_level: 'moderate',
    });
    expect(told({ price_usd: null })).toMatchObject({
      needed_new_shares: null,
      needed_raise_dilution_pct: null,
    });
  });
});

describe('points', () => {
  const pointsOf = (more: Partial<DilutionInput>) =>
    Object.values(told(more).components).map(({ score }) => score);

  it('for growth are full at a doubling', () => {
    const grown = (value: number) => [
      { end: '2025-02-25', value: 100 },
      { end: '2026-02-25', value },
    ];
    expect(pointsOf({ sharesHistory: grown(200) })).toEqual([0, 100, 0, 0]);
    expect(pointsOf({ sharesHistory: grown(150) })[1]).toBeCloseTo(50, 9);
    expect(pointsOf({ sharesHistory: grown(80) })[1]).toBe(0);
  });

  it('for shelves are full at half of the market value, for warrants at three tenths', () => {
    // 100 shares at 10: 1,000.
    const offerings = [{ ...SHELF, offering_amount_usd: 500 }];
    expect(pointsOf({ offerings })).toEqual([0, 0, 100, 0]);
    expect(pointsOf({ warrants_outstanding: 30 })[3]).toBeCloseTo(100, 9);
    expect(pointsOf({ warrants_outstanding: 15 })[3]).toBeCloseTo(50, 9);
  });

  it.each([
    // In the money by half, by nothing; without a strike all of them.
    [5, 10, 15],
    [10, 10, 0],
    [12, 10, 0],
    [null, 10, 30],
    [5, null, 30],
  ])('for 30 warrants at a strike of %s and a price of %s count %d', (strike, price, count) => {
    const { components } = told({
      warrants_outstanding: 30,
      warrants_strike_usd: strike,
      price_usd: price,
    });
    expect(components.warrants_to_shares_pct?.value).toBeCloseTo(count, 9);
  });
});

describe('what may still be sold', () => {
  const remaining = (offerings: readonly Partial<Offering>[], more: Partial<DilutionInput> = {}) =>
    told({ ...more, offerings: offerings.map((one) => ({ ...SHELF, ...one })) });

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
  ])('under %j: %d', (offering, usd) => {
    expect(remaining([offering]).shelf_remaining_usd).toBe(usd);
  });

  it('is the larger of shelves and programs at the market, each in sum', () => {
    const atm = { is_atm: true, offering_amount_usd: 250 };
    expect(remaining([{}, {}, atm, atm]).shelf_remaining_usd).toBe(600);
    expect(remaining([{}, atm, atm]).shelf_remaining_usd).toBe(500);
    // One of unknown amount adds nothing; of unknown amounts alone nothing is known.
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

  it('is at most a third of a float below 75 million', () => {
    const large = { offering_amount_usd: 90e6 };
    const of = (public_float_usd: number | null) => remaining([large], { public_float_usd });
    expect(of(74_999_997)).toMatchObject({
      shelf_remaining_usd: 24_999_999,
      flags: ['shelf_effective', 'baby_shelf_limited'],
    });
    expect(of(75_000_000)).toMatchObject({ shelf_remaining_usd: 90e6, flags: ['shelf_effective'] });
    expect(of(null)).toMatchObject({ shelf_remaining_usd: 90e6, flags: ['shelf_effective'] });
    expect(told({ public_float_usd: 1 }).flags).toEqual([]);
  });
});

it('tells of warrants above a tenth of the shares, and of a reverse split', () => {
  expect(told({ warrants_outstanding: 10 }).flags).toEqual([]);
  expect(told({ warrants_outstanding: 11 }).flags).toEqual(['warrant_overhang']);
  expect(told({ reverse_split_pending: true }).flags).toEqual(['reverse_split_pending']);
  expect(told({ sharesHistory: [], warrants_outstanding: 11 }).flags).not.toContain(
    'warrant_overhang',
  );
});

describe('the share that one offering sells', () => {
  it.each<[Partial<Offering>, number | null, number | null, number | null, readonly string[]]>([
    // 300 at 10: 30 new beside 70 old.
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
  ])('%j of %s shares at %s is %s', (terms, shares, price, percent, flags) => {
    const offering = { ...SHELF, ...terms };
    const found = offeringDilutionPct(offering, shares, price);
    if (percent === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(percent, 9);
    expect(missingForDilution(offering, shares, price)).toEqual(flags);
  });
});

it('splits count after the day and up to the last one', () => {
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

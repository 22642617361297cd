import { describe, expect, it } from 'vitest';
import {
  type DilutionInput,
  dilution,
  missingForDilution,
  type Offering,
  offeringDilutionPct,
} from '../../../src/domain/finance/dilution.ts';

const shelf: Offering = {
  form_type: 'S-3',
  is_atm: false,
  filed_at: '2025-06-01',
  offering_amount_usd: 200,
  amount_remaining_usd: 150,
  price_usd: null,
};
const atm: Offering = {
  ...shelf,
  form_type: '424B5',
  is_atm: true,
  offering_amount_usd: 100,
  amount_remaining_usd: 50,
};

const company: DilutionInput = {
  asOf: '2026-03-01',
  sharesHistory: [
    { end: '2025-02-25', value: 80 },
    { end: '2026-02-25', value: 100 },
  ],
  splits: [],
  offerings: [shelf, atm],
  price_usd: 10,
  public_float_usd: 900_000_000,
  warrants_outstanding: 12,
  warrants_strike_usd: 5,
  reverse_split_pending: false,
  funds: { runway_months: 15, monthly_burn_usd: 25, flags: [] },
};

describe('dilution', () => {
  it('scores what must be raised, what was issued, what stands ready and the warrants', () => {
    // Gap 24 − 15 = 9 months · 25 = 225 at 10 · 0.9: 25 new, 25 / 125 = 20 % of 50 → 40 points.
    // Growth 100 / 80 − 1 = 25 % → 25 points. Shelf 150 of a market value of 1,000 = 15 % → 30.
    // Warrants 12 · (1 − 5 / 10) = 6 of 100 = 6 % → 20.
    // 0.4 · 40 + 0.25 · 25 + 0.2 · 30 + 0.15 · 20 = 16 + 6.25 + 6 + 3 = 31.25.
    const result = dilution(company);
    expect(result.needed_raise_usd).toBe(225);
    expect(result.needed_new_shares).toBeCloseTo(25, 9);
    expect(result.needed_raise_dilution_pct).toBeCloseTo(20, 9);
    expect(result.share_growth_12m_pct).toBeCloseTo(25, 9);
    expect(result.shelf_remaining_usd).toBe(150);
    expect(result.dilution_score).toBeCloseTo(31.25, 9);
    expect(result.dilution_level).toBe('moderate');
    expect(result.coverage_pct).toBeCloseTo(100, 9);
    expect(result.flags).toEqual(['atm_active', 'shelf_effective', 'warrant_overhang']);
  });

  it('publishes components whose weights sum to 1 and give the score', () => {
    const { components, dilution_score } = dilution({ ...company, warrants_outstanding: null });
    const parts = Object.values(components);
    expect(parts.reduce((total, part) => total + part.weight, 0)).toBeCloseTo(1, 12);
    const weighted = parts.reduce((total, part) => total + part.weight * (part.score ?? 0), 0);
    expect(dilution_score).toBeCloseTo(weighted, 12);
    // Without warrants 28.25 points stand on 0.85 of the weight: 33.235.
    expect(dilution_score).toBeCloseTo(28.25 / 0.85, 9);
  });

  it('limits a baby shelf to a third of the float', () => {
    // Float 90 < 75 M: a third is 30.
    const result = dilution({ ...company, public_float_usd: 90 });
    expect(result.shelf_remaining_usd).toBe(30);
    expect(result.flags).toContain('baby_shelf_limited');
  });

  it('leaves out shelves used up, over three years old, or filed after asOf', () => {
    const offerings = [
      { ...shelf, amount_remaining_usd: 0 },
      { ...shelf, filed_at: '2023-02-28' },
      { ...atm, filed_at: '2026-03-02' },
    ];
    const result = dilution({ ...company, offerings });
    expect(result.shelf_remaining_usd).toBe(0);
    expect(result.flags).toEqual(['warrant_overhang']);
  });

  it('counts a shelf for three years from its filing', () => {
    const remaining = (filed_at: string) =>
      dilution({ ...company, offerings: [{ ...shelf, filed_at }] }).shelf_remaining_usd;
    expect(remaining('2023-03-01')).toBe(0);
    expect(remaining('2023-03-02')).toBe(150);
    expect(remaining('2026-03-01')).toBe(150);
  });

  it('limits no shelf of a float of 75 million, and tells warrants above a tenth', () => {
    const flagsOf = (input: Partial<DilutionInput>) => dilution({ ...company, ...input }).flags;
    expect(flagsOf({ public_float_usd: 75_000_000 })).not.toContain('baby_shelf_limited');
    expect(flagsOf({ public_float_usd: 74_999_999 })).toContain('baby_shelf_limited');
    expect(flagsOf({ warrants_outstanding: 10 })).not.toContain('warrant_overhang');
    expect(flagsOf({ warrants_outstanding: 11 })).toContain('warrant_overhang');
  });

  it('cannot tell a shelf of unknown size', () => {
    const unknown = { ...shelf, offering_amount_usd: null, amount_remaining_usd: null };
    const result = dilution({ ...company, offerings: [unknown] });
    expect(result.shelf_remaining_usd).toBeNull();
    expect(result.flags).toContain('shelf_amount_unknown');
  });

  it('needs no raise without burn, and does not know it without a runway', () => {
    const earning = { runway_months: null, monthly_burn_usd: -5, flags: ['no_burn'] };
    expect(dilution({ ...company, funds: earning }).needed_raise_usd).toBe(0);
    const unknown = { runway_months: null, monthly_burn_usd: null, flags: ['no_filing'] };
    const result = dilution({ ...company, funds: unknown });
    expect(result.needed_raise_usd).toBeNull();
    expect(result.flags).toContain('no_runway');
  });

  it('has no score on less than half of its weight', () => {
    const result = dilution({ ...company, price_usd: null, sharesHistory: [] });
    expect(result.dilution_score).toBeNull();
    expect(result.dilution_level).toBeNull();
    expect(result.flags).toEqual(
      expect.arrayContaining(['no_shares_outstanding', 'no_price', 'low_coverage']),
    );
  });
});

describe('offeringDilutionPct', () => {
  it('takes what remains at its own price, else at the market', () => {
    // 150 / 10 = 15 of 115 = 13.04 %; at its own 15: 10 of 110 = 9.09 %.
    expect(offeringDilutionPct(shelf, 100, 10)).toBeCloseTo(1500 / 115, 9);
    expect(offeringDilutionPct({ ...shelf, price_usd: 15 }, 100, 10)).toBeCloseTo(1000 / 110, 9);
    expect(offeringDilutionPct(shelf, 100, null)).toBeNull();
  });

  it('names what is missing where it is null', () => {
    const blank = { ...shelf, offering_amount_usd: null, amount_remaining_usd: null };
    expect(offeringDilutionPct(blank, null, null)).toBeNull();
    expect(missingForDilution(blank, null, null)).toEqual([
      'no_offering_amount',
      'no_price',
      'no_shares_outstanding',
    ]);
    expect(missingForDilution(shelf, 100, null)).toEqual(['no_price']);
  });
});

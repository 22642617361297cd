import { describe, expect, it } from 'vitest';
import type { AnalystRating } from '../../../src/domain/market/ratings.ts';
import { priceTargets, ratingGrade } from '../../../src/domain/market/ratings.ts';

const asOf = '2026-11-20';

function note(
  firm: string,
  date: string,
  rating: string,
  price_target_usd: number | null,
): AnalystRating {
  return { firm, date, rating, price_target_usd };
}

const notes = [
  note('Alpha', '2026-10-01', 'Strong Buy', 60),
  note('Alpha', '2026-07-01', 'Hold', 30), // superseded
  note('Beta', '2026-09-01', 'Overweight', 50),
  note('Gamma', '2026-08-01', 'Equal-Weight', 20),
  note('Gamma', '2026-11-02', 'Equal-Weight', null), // repeats without a target
  note('Delta', '2026-05-24', 'Sell', 10), // 180 days old
  note('Epsilon', '2026-05-23', 'Strong Sell', 1), // 181 days old
  note('Zeta', '2026-11-21', 'Strong Sell', 1), // tomorrow
];

const targetsOf = (...of: readonly AnalystRating[]) => priceTargets(of, 20, asOf);

describe('priceTargets', () => {
  it("uses each firm's latest note of 180 days", () => {
    // Grades 1, 2, 3, 4: mean 2.5, hold. Targets 60, 50, 20, 10: mean 35, median 35, 35/28 = +25 %.
    const targets = priceTargets(notes, 28, asOf);
    expect(targets).toEqual({
      consensus_rating: 'hold',
      consensus_score: 2.5,
      strong_buy: 1,
      buy: 1,
      hold: 1,
      sell: 1,
      strong_sell: 0,
      target_high_usd: 60,
      target_low_usd: 10,
      target_mean_usd: 35,
      target_median_usd: 35,
      analysts: 4,
      price_usd: 28,
      upside_pct: 25,
      as_of: '2026-11-02',
      flags: [],
    });
    const { strong_buy, buy, hold, sell, strong_sell, analysts } = targets;
    expect(strong_buy + buy + hold + sell + strong_sell).toBe(analysts);
  });

  it('ignores a firm whose latest note has no rating', () => {
    const targets = targetsOf(
      note('Alpha', '2026-10-01', 'Buy', 40),
      note('Beta', '2026-09-01', 'Buy', 50),
      note('Beta', '2026-10-01', 'Coverage Suspended', null),
    );
    expect(targets).toMatchObject({ analysts: 1, buy: 1, target_mean_usd: 40, upside_pct: 100 });
    expect(targets.flags).toEqual(['unrecognised_rating']);
  });

  it('takes the rating and the target of a firm from different notes', () => {
    const targets = targetsOf(
      note('Alpha', '2026-09-01', 'Buy', null),
      note('Alpha', '2026-10-01', '', 40),
      note('Beta', '2026-10-02', '', 50),
    );
    expect(targets).toMatchObject({ analysts: 1, buy: 1, target_mean_usd: 45, upside_pct: 125 });
    expect(targets).toMatchObject({ as_of: '2026-10-02', flags: [] });
  });

  it('is null with flags without ratings and price', () => {
    expect(priceTargets([], null, asOf)).toMatchObject({
      consensus_rating: null,
      target_mean_usd: null,
      upside_pct: null,
      analysts: 0,
      as_of: null,
      flags: ['no_ratings', 'no_targets', 'no_price'],
    });
  });
});

it.each([
  ['Conviction-Buy', 1],
  ['OUTPERFORM', 2],
  ['Sector Perform', 3],
  ['Underweight', 4],
  ['strong sell', 5],
  ['Not Rated', null],
])('ratingGrade of %s is %s', (rating, grade) => {
  expect(ratingGrade(rating)).toBe(grade);
});

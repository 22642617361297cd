import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import {
  type Acquirer,
  APPETITE_CRITERIA,
  acquirerLeaderboard,
} from '../../../src/domain/deals/acquirers.ts';
import {
  TARGET_CRITERIA,
  type TargetInputs,
  targetScores,
} from '../../../src/domain/deals/acquisitions.ts';
import {
  type Deal,
  impliedPremium,
  missingTerms,
  PUBLISHED_PREMIUM,
  standingOf,
} from '../../../src/domain/deals/deals.ts';

const TODAY = '2026-06-30';

const DEAL: Deal = {
  acquirer: 'Big Pharma',
  acquirerTicker: 'BIG',
  targetTicker: 'SML',
  dealType: 'acquisition',
  status: 'closed',
  announcedDate: '2025-10-01',
  upfrontValue: 1e9,
  totalValue: 1.2e9,
  premiumPct: 80,
  therapeuticArea: 'Oncology',
};

const TARGET: TargetInputs = {
  ticker: 'AAAA',
  company_name: 'Alpha',
  market_cap_usd: 1e9,
  net_cash_usd: 200e6,
  rNPV: 1.6e9,
  lead_phase: 'Phase 3',
  therapeuticArea: 'oncology',
  runway_months: 12,
  specialist_ownership_pct: 30,
  recent_readout: 'positive',
  as_of: TODAY,
};

function premiums(values: readonly number[], rest: Partial<Deal> = {}): Deal[] {
  return values.map((premiumPct) => ({ ...DEAL, premiumPct, ...rest }));
}

it('weights sum to 1', () => {
  expect(sum(TARGET_CRITERIA.map((each) => each.weight))).toBeCloseTo(1, 12);
  expect(sum(APPETITE_CRITERIA.map((each) => each.weight))).toBeCloseTo(1, 12);
});

describe('impliedPremium', () => {
  it('is the median of five comparable deals with its quartiles', () => {
    const found = impliedPremium(premiums([20, 40, 60, 80, 100]), 'ONCOLOGY', TODAY);
    expect(found).toMatchObject({ premium_pct: 60, low_pct: 40, high_pct: 80 });
    expect(found.basis).toBe('median of 5 takeovers in ONCOLOGY since 2021-06-30');
  });

  it('falls back to all areas, then to the published average', () => {
    const deals = premiums([20, 40, 60, 80, 100]);
    expect(impliedPremium(deals, 'Neurology', TODAY).basis).toContain('in all areas');
    expect(impliedPremium(deals.slice(1), 'Oncology', TODAY)).toBe(PUBLISHED_PREMIUM);
  });

  it('leaves out what is no takeover, called off, too old, or not yet announced', () => {
    const four = premiums([20, 40, 60, 80]);
    const others: readonly Partial<Deal>[] = [
      { dealType: 'licensing' },
      { dealType: 'asset_purchase' },
      { status: 'Terminated' },
      { announcedDate: '2021-06-29' },
      { announcedDate: '2026-07-01' },
    ];
    for (const other of others) {
      const deals = [...four, ...premiums([500], other)];
      expect(impliedPremium(deals, 'Oncology', TODAY)).toBe(PUBLISHED_PREMIUM);
    }
  });
});

describe('a deal as of a day', () => {
  const closing = { status: 'closed', closedDate: '2026-07-01' };

  it('is announced until it closes', () => {
    expect(standingOf(closing, TODAY)).toEqual({ status: 'announced', closedDate: null });
    expect(standingOf(closing, '2026-07-01')).toEqual(closing);
    const off = { ...closing, status: 'Terminated' };
    expect(standingOf(off, TODAY)).toEqual({ status: 'Terminated', closedDate: null });
    expect(standingOf({}, TODAY)).toEqual({ status: null, closedDate: null });
  });

  it('says which of its terms are not stated', () => {
    expect(missingTerms({ dealType: 'Acquisition', status: 'closed' })).toEqual([
      'no_upfront_value',
      'no_milestone_value',
      'no_value',
      'no_premium',
      'no_closed_date',
    ]);
    const licence = { dealType: 'licensing', upfrontValue: 1, milestoneValue: 0, totalValue: 1 };
    expect(missingTerms(licence)).toEqual(['premium_not_applicable']);
    expect(missingTerms({ ...licence, premiumPct: 5 })).toEqual([]);
  });
});

describe('acquirerLeaderboard', () => {
  it('sums an acquirer’s takeovers and ranks by appetite', () => {
    const board = acquirerLeaderboard(
      [
        DEAL,
        { ...DEAL, announcedDate: '2026-02-01', totalValue: null, premiumPct: 40 },
        { ...DEAL, dealType: 'merger', therapeuticArea: 'Neurology', announcedDate: '2018-01-01' },
        { ...DEAL, dealType: 'licensing' },
        { ...DEAL, acquirer: 'Other', acquirerTicker: null, announcedDate: '2020-01-01' },
      ],
      new Map([['BIG', 20e9]]),
      TODAY,
    );
    expect(board[0]).toMatchObject({
      rank: 1,
      acquirerTicker: 'BIG',
      deals: 3,
      // 1.2 + 1.0 (upfront, no total stated) + 1.2.
      totalValue: 3.4e9,
      // Three times 1.0.
      upfrontValue: 3e9,
      medianPremiumPct: 80,
      topTherapeuticAreas: ['Oncology', 'Neurology'],
      lastDealDate: '2026-02-01',
      cashCapacity: 20e9,
      // Ranks of two: 75 for deals and value; alone with a known capacity: 50.
      appetiteScore: 0.7 * 75 + 0.3 * 50,
    });
    expect(board[1]).toMatchObject({ rank: 2, cashCapacity: null, flags: ['no_cash_capacity'] });
  });

  it('counts the deals of 36 months, to the day, as appetite', () => {
    // One of two that has a recent deal is first of two in deals and value, 75; else both are 50.
    const scoreOf = (announcedDate: string) =>
      acquirerLeaderboard(
        [
          { ...DEAL, announcedDate },
          { ...DEAL, acquirer: 'Other', acquirerTicker: 'OTH', announcedDate: '2018-01-01' },
        ],
        new Map([
          ['BIG', 1e9],
          ['OTH', 1e9],
        ]),
        TODAY,
      ).find(({ acquirerTicker }) => acquirerTicker === 'BIG')!.appetiteScore;
    expect(scoreOf('2023-06-30')).toBeCloseTo(0.7 * 75 + 0.3 * 50, 9);
    expect(scoreOf('2023-06-29')).toBeCloseTo(50, 9);
  });

  it('names the areas by deals, then value, then name, and knows them all', () => {
    const bought = (therapeuticArea: string, millions: number): Deal => ({
      ...DEAL,
      therapeuticArea,
      totalValue: millions * 1e6,
    });
    const [acquirer] = acquirerLeaderboard(
      [
        bought('Allergy', 10),
        bought('Urology', 900),
        bought('Neurology', 50),
        bought('Metabolic', 50),
        bought('Hematology', 5),
        bought('Hematology', 5),
      ],
      new Map(),
      TODAY,
    );
    const all = ['Hematology', 'Urology', 'Metabolic', 'Neurology', 'Allergy'];
    expect(acquirer!.therapeuticAreas).toEqual(all);
    expect(acquirer!.topTherapeuticAreas).toEqual(all.slice(0, 3));
  });

  it('has no cash below zero, and says what no deal states', () => {
    const [indebted] = acquirerLeaderboard(
      [{ ...DEAL, premiumPct: null, totalValue: null, upfrontValue: null }],
      new Map([['BIG', -1e9]]),
      TODAY,
    );
    expect(indebted).toMatchObject({ cashCapacity: 0, totalValue: null, upfrontValue: null });
    expect(indebted!.flags).toEqual(['no_premium', 'no_value', 'no_upfront_value']);
  });
});

describe('targetScores', () => {
  it('scores a lone target by its points and middle ranks', () => {
    const [target] = targetScores([TARGET], premiums([20, 40, 60, 80, 100]), [], TODAY);
    // Stage 100 × 0.2 + size 100 × 0.15 + readout 100 × 0.1 + ranks 50 × 0.55 = 72.5.
    expect(target!.score).toBeCloseTo(72.5, 9);
    // 1.6 billion of rNPV over 0.8 billion of enterprise value.
    expect(target!.components.rnpv_to_enterprise_value!.value).toBeCloseTo(2, 12);
    expect(target!.components.area_deals!.value).toBe(5);
    expect(target!.implied_premium_pct).toBe(60);
    expect(target!.value_low_usd).toBeCloseTo(1.4e9, 0);
    expect(target!.value_high_usd).toBeCloseTo(1.8e9, 0);
    expect(target!.flags).toEqual(['no_acquirer']);
  });

  it('names acquirers of the area that can pay, unknown means last', () => {
    const acquirer = (ticker: string, rank: number, cashCapacity: number | null) =>
      ({ acquirer: ticker, acquirerTicker: ticker, rank, cashCapacity }) as Acquirer;
    const deals = ['RICH', 'RICH', 'POOR', 'UNKNOWN', 'UNKNOWN', 'AAAA', 'ALSO'].map((ticker) => ({
      ...DEAL,
      acquirerTicker: ticker,
    }));
    const [target] = targetScores(
      [TARGET],
      [...deals, { ...DEAL, acquirerTicker: 'FAR', therapeuticArea: 'Urology' }],
      [
        acquirer('UNKNOWN', 1, null),
        acquirer('ALSO', 2, 3e9),
        acquirer('RICH', 3, 5e9),
        acquirer('POOR', 4, 1e9),
        acquirer('AAAA', 5, 9e9),
        acquirer('FAR', 6, 9e9),
      ],
      TODAY,
    );
    expect(target!.likely_acquirers).toEqual([
      { acquirer: 'RICH', acquirerTicker: 'RICH', area_deals: 2, cash_capacity_usd: 5e9 },
      { acquirer: 'ALSO', acquirerTicker: 'ALSO', area_deals: 1, cash_capacity_usd: 3e9 },
      { acquirer: 'UNKNOWN', acquirerTicker: 'UNKNOWN', area_deals: 2, cash_capacity_usd: null },
    ]);
  });

  it('says that the cash of a likely acquirer is not known', () => {
    const unknown = { acquirer: 'Big', acquirerTicker: 'BIG', rank: 1, cashCapacity: null };
    const flagsWith = (cashCapacity: number | null) => {
      const acquirer = { ...unknown, cashCapacity } as Acquirer;
      return targetScores([TARGET], premiums([20, 40, 60, 80, 100]), [acquirer], TODAY)[0]!.flags;
    };
    expect(flagsWith(null)).toEqual(['acquirer_capacity_unknown']);
    expect(flagsWith(9e9)).toEqual([]);
  });

  it('ranks fewer months of money higher, and more of what specialists own', () => {
    const two = [
      { ...TARGET, ticker: 'AAAA', runway_months: 6, specialist_ownership_pct: 10 },
      { ...TARGET, ticker: 'BBBB', runway_months: 24, specialist_ownership_pct: 30 },
    ];
    const scoresOf = (name: string) =>
      targetScores(two, [], [], TODAY)
        .toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))
        .map(({ components }) => components[name]!.score);
    expect(scoresOf('runway_months')).toEqual([75, 25]);
    expect(scoresOf('specialist_ownership_pct')).toEqual([25, 75]);
  });

  it('has no value range without a market capitalisation', () => {
    const [target] = targetScores([{ ...TARGET, market_cap_usd: null }], [], [], TODAY);
    expect(target).toMatchObject({ value_low_usd: null, value_high_usd: null });
    expect(target!.flags).toEqual(['no_market_cap', 'published_premium', 'no_acquirer']);
  });
});

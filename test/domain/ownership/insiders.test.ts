import { describe, expect, it } from 'vitest';
import {
  classifyTrade,
  hasClusterBuy,
  type InsiderTransaction,
  insiderScore,
  insiderSummaries,
  netPurchaseRatio,
  openMarketTrades,
} from '../../../src/domain/ownership/insiders.ts';

const BUY: InsiderTransaction = {
  accession: 'a',
  form: '4',
  ticker: 'AAA',
  owner_name: 'Ann',
  officer_title: 'Chief Executive Officer',
  is_director: true,
  is_officer: true,
  is_ten_percent_owner: false,
  transaction_code: 'P',
  transaction_date: '2026-05-10',
  filing_date: '2026-05-12',
  shares: 1000,
  price_usd: 100,
  shares_owned_after: 11_000,
  is_10b5_1: false,
};

const SALE = { ...BUY, transaction_code: 'S', shares_owned_after: 9000 };
const LATE = '2026-12-31';

function by(owner_name: string, transaction_date: string, rest: Partial<InsiderTransaction> = {}) {
  return {
    ...BUY,
    owner_name,
    transaction_date,
    accession: owner_name + transaction_date,
    ...rest,
  };
}

describe('openMarketTrades', () => {
  it('returns open-market trades outside of plans, filed by the day', () => {
    const others = ['A', 'M', 'F', 'G', 'C', 'X', 'J', 'D'].map((transaction_code) => ({
      ...BUY,
      transaction_code,
    }));
    expect(openMarketTrades([...others, BUY, { ...SALE, is_10b5_1: true }], LATE)).toEqual([BUY]);
    expect(openMarketTrades([BUY], '2026-05-11')).toEqual([]);
    expect(openMarketTrades([BUY], '2026-05-12')).toEqual([BUY]);
  });

  it('counts a jointly filed trade once and two equal lots of one owner twice', () => {
    const fund = { ...BUY, owner_name: 'Ann Capital LP' };
    expect(openMarketTrades([BUY, fund], LATE)).toEqual([BUY]);
    expect(openMarketTrades([BUY, BUY, fund, fund], LATE)).toEqual([BUY, BUY]);
    expect(openMarketTrades([BUY, { ...fund, accession: 'b' }], LATE)).toHaveLength(2);
  });

  it('replaces a trade by its amendment from the filing date of the amendment', () => {
    const amended = { ...BUY, form: '4/A', accession: 'b', filing_date: '2026-06-01', shares: 900 };
    expect(openMarketTrades([BUY, amended], LATE)).toEqual([amended]);
    expect(openMarketTrades([BUY, amended], '2026-05-31')).toEqual([BUY]);
    expect(
      openMarketTrades([BUY, { ...amended, filing_date: BUY.filing_date }], LATE),
    ).toHaveLength(1);
  });

  it('replaces a day after the filing by the filing date', () => {
    const [trade] = openMarketTrades([{ ...BUY, transaction_date: '2062-05-10' }], LATE);
    expect(trade!.transaction_date).toBe('2026-05-12');
  });
});

describe('hasClusterBuy', () => {
  const trades = [by('Ann', '2026-05-01'), by('Bob', '2026-05-15'), by('Cid', '2026-05-30')];

  it('needs three buyers within thirty days', () => {
    // May 1 to 30 is thirty days, counting both ends.
    expect(hasClusterBuy(trades, '2026-05-01', '2026-05-31')).toBe(true);
    const later = [...trades.slice(0, 2), by('Cid', '2026-05-31')];
    expect(hasClusterBuy(later, '2026-05-01', '2026-05-31')).toBe(false);
    const twice = [...trades.slice(0, 2), by('Ann', '2026-05-30')];
    expect(hasClusterBuy(twice, '2026-05-01', '2026-05-31')).toBe(false);
    const sold = [...trades.slice(0, 2), by('Cid', '2026-05-30', { transaction_code: 'S' })];
    expect(hasClusterBuy(sold, '2026-05-01', '2026-05-31')).toBe(false);
  });

  it('belongs to the period of its last purchase', () => {
    expect(hasClusterBuy(trades, '2026-05-30', '2026-05-30')).toBe(true);
    expect(hasClusterBuy(trades, '2026-05-31', '2026-06-30')).toBe(false);
    expect(hasClusterBuy(trades, '2026-05-01', '2026-05-29')).toBe(false);
    expect(hasClusterBuy(trades, '2026-06-01', '2026-06-30')).toBe(false);
  });
});

describe('insiderScore', () => {
  it('depends on role, value, holding and age', () => {
    // The insider score is 1 × ln(1 + 100,000/100,000) × 1,000/10,000 × 1 = 0.0693147, whose tanh
    // is 0.0692039.
    expect(insiderScore([BUY], '2026-05-10')).toBeCloseTo(53.4602, 3);
    // A sale of a tenth has the opposite effect.
    expect(insiderScore([SALE], '2026-05-10')).toBeCloseTo(46.5398, 3);
    expect(insiderScore([BUY, SALE], '2026-05-10')).toBeCloseTo(50, 9);
    // After 90 days the weight is half: 0.0346574, whose tanh is 0.0346435.
    expect(insiderScore([BUY], '2026-08-08')).toBeCloseTo(51.7322, 3);
    // A director without shares before: tanh(0.6 × ln 2) = (2^1.2 − 1)/(2^1.2 + 1) = 0.393461.
    const first = { ...BUY, officer_title: null, is_officer: false, shares_owned_after: 1000 };
    expect(insiderScore([first], '2026-05-10')).toBeCloseTo(69.67305, 3);
  });

  it('counts trades of the year before, including both days', () => {
    expect(insiderScore([BUY], '2026-05-09')).toBeNull();
    expect(insiderScore([BUY], '2027-05-10')).toBeGreaterThan(50);
    expect(insiderScore([BUY], '2027-05-11')).toBeNull();
  });

  it('is null without a trade with price and holding', () => {
    expect(insiderScore([], '2026-05-10')).toBeNull();
    expect(insiderScore([{ ...BUY, price_usd: null }], '2026-05-10')).toBeNull();
    expect(insiderScore([{ ...BUY, shares_owned_after: null }], '2026-05-10')).toBeNull();
  });
});

describe('insiderSummaries', () => {
  it('sums each month, latest first', () => {
    const trades = [
      by('Ann', '2026-04-20'),
      by('Ann', '2026-05-04'),
      by('Bob', '2026-05-05', { price_usd: 10 }),
      by('Cid', '2026-05-06', { price_usd: null }),
      by('Dan', '2026-05-07', { transaction_code: 'S', price_usd: 20 }),
    ];
    const [may, april] = insiderSummaries(openMarketTrades(trades, LATE), LATE);
    expect(may).toMatchObject({
      ticker: 'AAA',
      period: '2026-05',
      buys: 3,
      sells: 1,
      buy_value_usd: 110_000,
      sell_value_usd: 20_000,
      unique_buyers: 3,
      cluster_buy: true,
      flags: ['price_missing'],
    });
    expect(april).toMatchObject({
      period: '2026-04',
      buys: 1,
      sell_value_usd: 0,
      cluster_buy: false,
    });
  });

  it('has no value if no trade has a price', () => {
    const [month] = insiderSummaries([{ ...BUY, price_usd: null }], LATE);
    expect(month).toMatchObject({ buy_value_usd: null, insider_score: null });
  });
});

describe('routine and opportunistic trades', () => {
  const years = ['2023', '2024', '2025'];

  it('need three years of history', () => {
    const trade = by('Ann', '2026-05-10');
    const may = years.map((year) => by('Ann', `${year}-05-20`));
    const scattered = years.map((year, index) => by('Ann', `${year}-0${index + 4}-20`));
    expect(classifyTrade(trade, may)).toBe('routine');
    expect(classifyTrade(trade, scattered)).toBe('opportunistic');
    expect(classifyTrade(trade, may.slice(1))).toBeNull();
    expect(classifyTrade(by('Bob', '2026-05-10'), may)).toBeNull();
  });

  it('netPurchaseRatio ignores routine trades', () => {
    const routine = [...years, '2026'].map((year) =>
      by('Ann', `${year}-05-20`, { transaction_code: 'S' }),
    );
    const trades = [
      ...routine,
      by('Bob', '2026-05-02'),
      by('Cid', '2026-05-03', { transaction_code: 'S', price_usd: 50 }),
    ];
    // Purchases of 100,000 and sales of 50,000 give a ratio of 50/150.
    expect(netPurchaseRatio(trades, '2026-06-30')).toBeCloseTo(1 / 3, 12);
    expect(netPurchaseRatio(trades, '2027-06-30')).toBeNull();
    // The period starts after 183 days before, which is 2026-05-04.
    expect(netPurchaseRatio([by('Bob', '2026-05-03')], '2026-11-03')).toBeNull();
    expect(netPurchaseRatio([by('Bob', '2026-05-04')], '2026-11-03')).toBe(1);
    // Trades without a price do not count.
    const [bought, sold] = ['P', 'S'].map((transaction_code) => ({ transaction_code }));
    const ratioWith = (priced: object, unpriced: object) =>
      netPurchaseRatio(
        [
          by('Bob', '2026-05-04', priced),
          by('Cid', '2026-05-04', { ...unpriced, price_usd: null }),
        ],
        '2026-06-30',
      );
    expect([ratioWith(bought!, sold!), ratioWith(sold!, bought!)]).toEqual([1, -1]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  type InsiderTransaction,
  insiderScore,
  insiderSummaries,
  openMarketTrades,
  tradesTold,
} from '../../../src/domain/ownership/insiders.ts';
import { transactionMeaning } from '../../../src/domain/ownership/transaction-codes.ts';

const DAY = '2026-05-10';
const BUY: InsiderTransaction = {
  accession: 'a',
  form: '4',
  ticker: 'AAA',
  owner_name: 'Ann',
  officer_title: null,
  is_director: false,
  is_officer: false,
  is_ten_percent_owner: true,
  transaction_code: 'P',
  transaction_date: DAY,
  filing_date: '2026-05-12',
  shares: 1000,
  price_usd: 100,
  shares_owned_after: 11_000,
  is_10b5_1: false,
};
/** The score of a trade; the value of $100,000 counts ln 2, times the share of the holding. */
const scoreOf = (weight: number) => 50 + 50 * Math.tanh(weight);

describe('the weight of a trade', () => {
  it.each<[Partial<InsiderTransaction>, number]>([
    [{}, 0.4],
    [{ is_director: true }, 0.6],
    [{ is_officer: true }, 0.8],
    [{ is_officer: true, is_director: true }, 0.8],
    [{ officer_title: 'Chief Medical Officer', is_officer: true }, 0.8],
    [{ officer_title: 'President and CEO' }, 1],
    [{ officer_title: 'Interim cfo' }, 1],
    [{ officer_title: 'CHIEF FINANCIAL OFFICER' }, 1],
    [{ officer_title: 'Chief Executive Officer' }, 1],
    [{ officer_title: 'CEOs office' }, 0.4],
  ])('of %j is %d', (role, weight) => {
    const trade = { ...BUY, ...role };
    expect(insiderScore([trade], DAY)).toBeCloseTo(scoreOf(weight * Math.LN2 * 0.1), 9);
  });

  it.each<[Partial<InsiderTransaction>, number]>([
    // Shares held before are 10,000; 1,000; 500; 0; −500; 4,000; and for sales 1,000 and 4,000.
    [{ shares_owned_after: 11_000 }, 0.1],
    [{ shares_owned_after: 2000 }, 1],
    [{ shares_owned_after: 1500 }, 1],
    [{ shares_owned_after: 1000 }, 1],
    [{ shares_owned_after: 500 }, 1],
    [{ shares_owned_after: 5000 }, 0.25],
    [{ transaction_code: 'S', shares_owned_after: 0 }, -1],
    [{ transaction_code: 'S', shares_owned_after: 3000 }, -0.25],
  ])('with %j is for %d of the holding', (trade, share) => {
    const score = insiderScore([{ ...BUY, ...trade }], DAY);
    expect(score).toBeCloseTo(scoreOf(0.4 * Math.LN2 * share), 9);
  });

  it.each([
    [0, 1],
    [90, 0.5],
    [180, 0.25],
    [45, Math.SQRT1_2],
  ])('after %d days decreases to %d', (days, share) => {
    const date = new Date(Date.parse(DAY) + days * 86_400_000).toISOString().slice(0, 10);
    expect(insiderScore([BUY], date)).toBeCloseTo(scoreOf(0.4 * Math.LN2 * 0.1 * share), 9);
  });

  it('grows with the logarithm of its value', () => {
    const trade = { ...BUY, price_usd: 700 };
    expect(insiderScore([trade], DAY)).toBeCloseTo(scoreOf(0.4 * Math.log(8) * 0.1), 9);
  });
});

describe('a month of trades', () => {
  const trade = (more: Partial<InsiderTransaction>) => ({ ...BUY, ...more });

  it('has counts, values, buyers and a score', () => {
    const months = insiderSummaries(
      [
        trade({}),
        trade({ owner_name: 'Bob', shares: 10, shares_owned_after: null }),
        trade({ transaction_code: 'S', price_usd: 1, shares_owned_after: 10_000 }),
      ],
      '2026-12-31',
    );
    // The score is of May 31, 21 days later. The sale of $1,000 is from a holding of 11,000 shares.
    const decay = 2 ** (-21 / 90);
    const bought = 0.4 * Math.LN2 * 0.1 * decay;
    const sold = 0.4 * Math.log(1.01) * (1 / 11) * decay;
    expect(months).toEqual([
      {
        ticker: 'AAA',
        period: '2026-05',
        buys: 2,
        sells: 1,
        buy_value_usd: 101_000,
        sell_value_usd: 1000,
        net_value_usd: 100_000,
        unique_buyers: 2,
        cluster_buy: false,
        insider_score: expect.closeTo(scoreOf(bought - sold), 9),
        flags: ['no_holding_after'],
      },
    ]);
  });

  it('has no net value if sales have no price', () => {
    const sale = trade({ transaction_code: 'S', price_usd: null });
    expect(insiderSummaries([BUY, sale], '2026-12-31')).toMatchObject([
      { buy_value_usd: 100_000, sell_value_usd: null, net_value_usd: null },
    ]);
  });

  it('is scored on its last day, or today in the current month', () => {
    const scoreAsOf = (day: string) => insiderSummaries([BUY], day)[0]!.insider_score;
    expect(scoreAsOf(DAY)).toBeCloseTo(scoreOf(0.4 * Math.LN2 * 0.1), 9);
    expect(scoreAsOf('2026-05-31')).toBe(scoreAsOf('2027-01-01'));
    expect(scoreAsOf('2026-05-30')).not.toBe(scoreAsOf('2026-05-31'));
  });

  it('is listed before earlier months', () => {
    const dates = ['2026-03-01', '2026-05-01', '2025-12-31', '2026-04-30'];
    const trades = dates.map((transaction_date) => trade({ transaction_date }));
    const periods = insiderSummaries(trades, '2026-12-31').map(({ period }) => period);
    expect(periods).toEqual(['2026-05', '2026-04', '2026-03', '2025-12']);
  });
});

it('sorts trades by day, filing and owner', () => {
  const named = (transaction_date: string, accession: string, owner_name: string) => ({
    ...BUY,
    transaction_date,
    accession,
    owner_name,
    // Equal lots would be one jointly filed trade.
    shares: owner_name === 'Bob' ? 2 : 1,
  });
  const sorted = [
    named('2026-05-01', 'b', 'Zed'),
    named('2026-05-02', 'a', 'Ann'),
    named('2026-05-02', 'b', 'Ann'),
    named('2026-05-02', 'b', 'Bob'),
  ];
  const trades = openMarketTrades(sorted.toReversed(), '2026-12-31');
  expect(trades).toEqual(sorted);
});

describe('an amendment', () => {
  const amended = { ...BUY, form: '4/A', filing_date: '2026-06-01' };
  const inForce = (trades: readonly InsiderTransaction[]) =>
    trades.filter(tradesTold(trades).stands);

  it('replaces earlier filings but not later ones', () => {
    const newer = { ...amended, filing_date: '2026-07-01' };
    const late = { ...BUY, filing_date: '2026-06-02' };
    expect(inForce([BUY, amended, late])).toEqual([amended, late]);
    expect(inForce([amended, newer, late])).toEqual([newer]);
    expect(inForce([newer, amended])).toEqual([newer]);
    expect(inForce([{ ...BUY, filing_date: '2026-06-01' }, amended])).toEqual([amended]);
    expect(inForce([amended, amended])).toEqual([amended, amended]);
  });

  it.each<[Partial<InsiderTransaction>]>([
    [{ ticker: 'BBB' }],
    [{ owner_name: 'Bob' }],
    [{ transaction_date: '2026-05-11' }],
    [{ transaction_code: 'S' }],
  ])('does not replace a trade that differs by %j', (other) => {
    expect(inForce([{ ...BUY, ...other }, amended])).toHaveLength(2);
  });
});

it.each<[Partial<InsiderTransaction>, boolean]>([
  [{}, true],
  [{ accession: 'b' }, false],
  [{ transaction_date: '2026-05-11' }, false],
  [{ transaction_code: 'S' }, false],
  [{ shares: 1001 }, false],
  [{ price_usd: 101 }, false],
])('an equal trade of another owner, except for %j, is filed jointly: %s', (more, isJoint) => {
  const others = ['Zed', 'Bob', 'Zed'].map((owner_name) => ({ ...BUY, owner_name, ...more }));
  const trades = [BUY, ...others];
  const { jointOwners } = tradesTold(trades);
  expect(trades.map(jointOwners)).toEqual(
    isJoint ? [['Bob', 'Zed'], undefined, undefined, undefined] : [[], ['Bob'], undefined, ['Bob']],
  );
});

it('uses the next owner of a joint trade after the first owner amends it', () => {
  const [bob, zed] = ['Bob', 'Zed'].map((owner_name) => ({ ...BUY, owner_name })) as [
    InsiderTransaction,
    InsiderTransaction,
  ];
  const amendment = { ...BUY, accession: 'b', form: '4/A', filing_date: '2026-06-01' };
  const { stands, jointOwners } = tradesTold([BUY, zed, bob, amendment]);
  expect([BUY, zed, bob, amendment].map(stands)).toEqual([false, true, true, true]);
  expect([zed, bob, amendment].map(jointOwners)).toEqual([['Bob'], undefined, []]);
});

it('transactionMeaning accepts a code in any case and returns null for an unknown code', () => {
  expect(['v', 'Q'].map(transactionMeaning)).toEqual(['Transaction reported early', null]);
});

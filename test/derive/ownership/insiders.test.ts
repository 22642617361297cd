import { describe, expect, it } from 'vitest';
import {
  insiderReadingOn,
  insiderScores,
  insiderSummary,
  insiderTransactions,
} from '../../../src/derive/ownership/insiders.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';

function trade(
  line: number,
  transaction_date: string,
  rest: Partial<Fact<'insider_transactions'>> = {},
): Fact<'insider_transactions'> {
  return {
    ticker: 'AAA',
    accession: `form-${line}`,
    line,
    owner_name: `Owner ${line}`,
    officer_title: 'Chief Executive Officer',
    is_officer: true,
    transaction_code: 'P',
    transaction_date,
    filing_date: transaction_date,
    shares: 1_000,
    price_usd: 10,
    shares_owned_after: 2_000,
    ...rest,
  };
}

const facts = {
  insider_transactions: [
    trade(1, '2026-09-01'),
    trade(2, '2026-09-10'),
    trade(3, '2026-09-30'),
    trade(4, '2026-11-21', { transaction_code: 'S', shares: 3_000, shares_owned_after: 0 }),
    // None of these is a decision about the price.
    trade(5, '2026-09-05', { transaction_code: 'A', price_usd: 0 }),
    trade(6, '2026-11-05', { transaction_code: 'S', is_10b5_1: true }),
    trade(7, '2026-09-05', { transaction_code: 'P', shares: null }),
  ],
};

it('a transaction is served as filed, with its meaning and value', async () => {
  const rows = asServed('insiderTransactions', insiderTransactions(await refreshOf(TODAY, facts)));
  expect(rows).toHaveLength(7);
  expect(rows.find((row) => row.line === 4)).toMatchObject({
    transaction_type: 'Open-market sale',
    value_usd: 30_000,
    source: 'test',
  });
  expect(rows.find((row) => row.line === 7)).toMatchObject({
    value_usd: null,
    flags: ['shares_missing'],
  });
});

it('a month counts open-market trades, and three buyers in thirty days are a cluster', async () => {
  const rows = asServed('insiderSummary', insiderSummary(await refreshOf(TODAY, facts)));
  expect(rows.map(({ period }) => period)).toEqual(['2026-11', '2026-09']);
  // Each purchase doubles a holding of 1,000, so that the chief executive's role (1) and the change
  // (1) leave ln(1 + 10,000/100,000), halved every 90 days: 29, 20 and 0 days old on 30 September.
  // ln 1.1 × (2^(−29/90) + 2^(−20/90) + 1) = 0.09531 × 2.6571 = 0.25325; 50 + 50·tanh = 62.40.
  expect(rows[1]).toEqual({
    ticker: 'AAA',
    period: '2026-09',
    buys: 3,
    sells: 0,
    buy_value_usd: 30_000,
    sell_value_usd: 0,
    net_value_usd: 30_000,
    unique_buyers: 3,
    cluster_buy: true,
    insider_score: 62.4,
    method: 'insider-summary/1',
    as_of: '2026-09-30',
    flags: [],
  });
  expect(rows[0]).toMatchObject({ sells: 1, net_value_usd: -30_000, as_of: '2026-11-21' });
});

it('a quarter’s reading knows the trades up to its end', async () => {
  const refresh = await refreshOf(TODAY, facts);
  expect(insiderReadingOn(refresh, 'AAA', '2026-09-30')).toEqual({
    net_purchase_ratio: 1,
    cluster_buy: true,
  });
  // $30,000 bought and $30,000 sold in the six months before 21 November.
  expect(insiderReadingOn(refresh, 'AAA', TODAY)?.net_purchase_ratio).toBe(0);
  expect(insiderReadingOn(refresh, 'BBB', TODAY)).toBeNull();
  expect(insiderScores(refresh).get('AAA')?.as_of).toBe('2026-11-21');
});

describe('an amendment', () => {
  const amended = trade(9, '2026-09-10', {
    owner_name: 'Owner 2',
    filing_date: '2026-09-20',
    shares: 900,
    is_amendment: true,
  });
  const all = { insider_transactions: [...facts.insider_transactions, amended] };

  it('stands in place of what it amends, in both tools', async () => {
    const refresh = await refreshOf(TODAY, all);
    const served = asServed('insiderTransactions', insiderTransactions(refresh)).filter(
      (row) => row.owner_name === 'Owner 2',
    );
    expect(served).toEqual([
      expect.objectContaining({ line: 9, shares: 900, is_amendment: true, flags: [] }),
    ]);
    // 1,000 + 900 + 1,000 shares at $10.
    expect(asServed('insiderSummary', insiderSummary(refresh))[1]).toMatchObject({
      buys: 3,
      buy_value_usd: 29_000,
    });
  });

  it('that puts the trade under a plan takes it out of the months', async () => {
    const planned = { ...amended, shares: 1_000, is_10b5_1: true };
    const refresh = await refreshOf(TODAY, facts, { insider_transactions: [planned] });
    expect(asServed('insiderSummary', insiderSummary(refresh))[1]).toMatchObject({
      buys: 2,
      buy_value_usd: 20_000,
    });
  });

  it('counts once filed, and without a day or an owner amends nothing', async () => {
    const before = asServed(
      'insiderTransactions',
      insiderTransactions(await refreshOf('2026-09-19', all)),
    );
    expect(before.find((row) => row.owner_name === 'Owner 2')).toMatchObject({
      line: 2,
      is_amendment: null,
    });
    const nobody = { ...amended, owner_name: null };
    const rows = asServed(
      'insiderTransactions',
      insiderTransactions(await refreshOf(TODAY, facts, { insider_transactions: [nobody] })),
    );
    expect(rows).toHaveLength(8);
  });
});

it('a transaction dated after its filing is kept and flagged', async () => {
  const mistyped = trade(8, '2026-12-10', { filing_date: '2026-09-12', price_usd: null });
  const rows = asServed(
    'insiderTransactions',
    insiderTransactions(await refreshOf(TODAY, { insider_transactions: [mistyped] })),
  );
  expect(rows).toEqual([
    expect.objectContaining({
      transaction_date: '2026-12-10',
      value_usd: null,
      flags: ['price_missing', 'date_after_filing'],
    }),
  ]);
});

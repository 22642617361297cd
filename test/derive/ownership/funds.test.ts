import { describe, expect, it } from 'vitest';
import { specialistFunds } from '../../../src/derive/ownership/fund-books.ts';
import {
  hedgeFundFlows,
  hedgeFundPositions,
  hedgeFundSentiment,
  hedgeFunds,
  newestSentiments,
  specialistOwnership,
} from '../../../src/derive/ownership/funds.ts';
import { holders } from '../../../src/derive/ownership/holders.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const [Q2, Q3] = ['2026-06-30', '2026-09-30'];

type Position = Fact<'fund_filings'>['positions'][number];

function held(ticker: string, shares: number, value: number, rest: Partial<Position> = {}) {
  return { cusip: `${ticker}00000`, ticker, shares, value, share_type: 'SH', ...rest };
}

function filing(
  cik: string,
  report_date: string,
  filing_date: string,
  positions: Position[],
  rest: Partial<Fact<'fund_filings'>> = {},
): Fact<'fund_filings'> {
  const accession = `${cik}-${filing_date}`;
  const fund_name = `Fund ${cik}`;
  const form = '13F-HR';
  return { accession, cik, fund_name, report_date, filing_date, form, positions, ...rest };
}

function sharesOutstanding(ticker: string, value: number): Fact<'financial_facts'> {
  return {
    ticker,
    taxonomy: 'dei',
    tag: 'EntityCommonStockSharesOutstanding',
    unit: 'shares',
    end: Q2!,
    filed: '2026-07-30',
    form: '10-Q',
    value,
  };
}

const companies = ['AAA', 'BBB', 'CCC'].map((ticker) => ({
  ticker,
  name: `${ticker} Therapeutics Inc`,
  industry: 'Biotechnology',
}));

const prices = ['AAA', 'BBB', 'CCC'].flatMap((ticker) =>
  [Q2!, Q3!].map((date) => ({ ticker, date, close: 10 })),
);

/**
 * At $10 a share. Fund 1 (marked a specialist) reports thousands for Q2 and dollars for Q3: it
 * doubles AAA, leaves BBB and opens CCC, whose ticker the map lacks. Fund 2 holds AAA.
 */
const facts: FactsByKind = {
  companies,
  prices,
  financial_facts: [sharesOutstanding('AAA', 10_000_000), sharesOutstanding('CCC', 20_000_000)],
  fund_filings: [
    filing('1', Q2!, '2026-08-14', [held('AAA', 100_000, 1_000), held('BBB', 300_000, 3_000)], {
      is_specialist: true,
    }),
    filing('1', Q3!, '2026-11-13', [
      held('AAA', 200_000, 2_000_000),
      held('', 200_000, 2_000_000, { ticker: null, cusip: 'C', issuer: 'CCC THERAPEUTICS INC' }),
      held('AAA', 50_000, 500_000, { put_call: 'Put' }),
      held('AAA', 9, 900_000, { share_type: 'PRN', title_of_class: 'NOTE 2.000% 6/1' }),
      held('', 10_000, 100_000, {
        ticker: null,
        cusip: 'W',
        issuer: 'CCC THERAPEUTICS INC',
        title_of_class: 'WARRANTS',
      }),
    ]),
    filing('2', Q2!, '2026-08-13', [held('AAA', 100_000, 1_000_000)]),
    filing('2', Q3!, '2026-11-12', [held('AAA', 100_000, 1_000_000)], {
      source_url: 'https://filings.example/2',
    }),
  ],
};

describe('hedge_fund_positions', () => {
  it('are those of the newest filing, with what was left, by ticker', async () => {
    const rows = asServed('hedgeFundPositions', hedgeFundPositions(await refreshOf(TODAY, facts)));
    // Common stock of fund 1: 2.0 + 2.0 = $4.0 M, warrants apart; AAA 50 %. Of AAA and CCC, worth
    // $100 M and $200 M, the market would have AAA be a third: 33.33 %.
    expect(rows.find((row) => row.cik === '1' && row.ticker === 'AAA' && !row.put_call)).toEqual({
      ticker: 'AAA',
      fund_name: 'Fund 1',
      is_specialist: false,
      cik: '1',
      report_date: Q3,
      filing_date: '2026-11-13',
      shares: 200_000,
      value_usd: 2_000_000,
      portfolio_pct: 50,
      shares_change: 100_000,
      change_pct: 100,
      action: 'add',
      put_call: null,
      conviction: 16.67,
      first_held: Q2,
      method: 'fund-positions/3',
      as_of: '2026-11-13',
      flags: ['held_since_first_filing'],
    });
    const shown = rows.map(({ cik, ticker, put_call, action }) => [cik, ticker, put_call, action]);
    expect(shown).toHaveLength(5);
    expect(shown).toContainEqual(['1', 'CCC', null, 'new']);
    expect(shown).toContainEqual(['1', 'BBB', null, 'exit']);
    expect(shown).toContainEqual(['1', 'AAA', 'Put', 'new']);
    expect(shown).toContainEqual(['2', 'AAA', null, 'hold']);
  });
});

describe('a security whose name changes from filing to filing', () => {
  const abbreviated = (issuer: string, more: Partial<Position> = {}) =>
    held('', 1_000, 10_000, { ticker: null, cusip: 'A1', issuer, ...more });
  const named = (first: string, second: string): FactsByKind => ({
    companies,
    fund_filings: [
      filing('1', Q2!, '2026-08-14', [abbreviated(first)]),
      filing('1', Q3!, '2026-11-13', [abbreviated(second)]),
    ],
  });
  it('is a specialist’s where its fund is one by the same filing', async () => {
    const marked = filing('2', Q3!, '2026-11-14', [held('AAA', 100_000, 1_000_000)], {
      is_specialist: true,
      form: '13F-HR/A',
    });
    const refresh = await refreshOf(TODAY, facts, { fund_filings: [marked] });
    const sides = hedgeFundPositions(refresh).map(({ cik, is_specialist }) => [cik, is_specialist]);
    // Fund 1 was marked for the quarter before.
    expect(new Set(sides.map(String))).toEqual(new Set(['1,false', '2,true']));
    for (const { cik, is_specialist } of hedgeFunds(refresh)) {
      expect([cik, is_specialist]).toEqual([cik, cik === '2']);
    }
  });

  const actions = async (...facts: FactsByKind[]) =>
    hedgeFundPositions(await refreshOf(TODAY, ...facts)).map(({ ticker, action }) => [
      ticker,
      action,
    ]);

  it('is one by its CUSIP, and has the ticker of any name that maps', async () => {
    expect(await actions(named('AAA THERAPEUTICS INC', 'AAA TH'))).toEqual([['AAA', 'hold']]);
    expect(await actions(named('AAA TH', 'AAA THERAPEUTICS INC'))).toEqual([['AAA', 'hold']]);
  });

  it('has the ticker that fails to deliver name for its CUSIP', async () => {
    const securities = [
      { cusip: 'A1', ticker: 'BBB', seen_date: '2026-10-31' },
      { cusip: 'A1', ticker: 'OLD', seen_date: '2026-09-30' },
    ];
    expect(await actions(named('QUITE', 'OTHER'), { securities })).toEqual([['BBB', 'hold']]);
  });

  it('is seen through a split that a source states', async () => {
    // One for ten: 1,000 shares are 100; the 100 of the later filing are all of them.
    const splits = [{ ticker: 'AAA', date: '2026-08-20', numerator: 1, denominator: 10 }];
    const filings = named('AAA THERAPEUTICS INC', 'AAA TH');
    const later = filing('1', Q3!, '2026-11-13', [abbreviated('AAA TH', { shares: 100 })]);
    const facts = { ...filings, fund_filings: [filings.fund_filings![0]!, later] };
    expect(await actions(facts, { splits })).toEqual([['AAA', 'hold']]);
    expect(await actions(facts)).toEqual([['AAA', 'trim']]);
  });
});

describe('hedge_funds', () => {
  it('sums common stock and prices turnover at the earlier quarter’s end', async () => {
    const rows = asServed('hedgeFunds', hedgeFunds(await refreshOf(TODAY, facts)));
    // Bought: AAA 100,000 × $10 + CCC $2.0 M = 3.0 M; sold BBB $3.0 M, the
    // lesser. Mean value (4.0 + 4.0) / 2 = 4.0 M: 75 %. Biopharma all of it.
    expect(rows.find(({ cik }) => cik === '1')).toMatchObject({
      report_date: Q3,
      total_value_usd: 4_000_000,
      biotech_pct: 100,
      is_specialist: false,
      holdings_count: 2,
      top_holding: 'AAA Therapeutics Inc',
      turnover_pct: 75,
      as_of: '2026-11-13',
    });
  });
});

describe('hedge_fund_flows', () => {
  it('count the funds that filed for both quarters', async () => {
    const rows = asServed('hedgeFundFlows', hedgeFundFlows(await refreshOf(TODAY, facts)));
    const of = (ticker: string, quarter: string) =>
      rows.find((row) => row.ticker === ticker && row.quarter === quarter);
    // AAA: 100,000 more at $10; 300,000 of 10 M shares. BBB: $3.0 M less, one fund of two gone.
    expect(of('AAA', '2026Q3')).toMatchObject({
      funds_holding: 2,
      // $2.0 M of fund 1 and $1.0 M of fund 2.
      value_usd: 3_000_000,
      funds_change: 0,
      increased: 1,
      shares_change: 100_000,
      net_value_change_usd: 1_000_000,
      ownership_pct: 3,
      breadth_change: 0,
      as_of: '2026-11-13',
      flags: [],
    });
    expect(of('BBB', '2026Q3')).toMatchObject({
      closed: 1,
      net_value_change_usd: -3_000_000,
      ownership_pct: null,
      breadth_change: -0.5,
      flags: ['no_shares_outstanding'],
    });
    expect(of('AAA', '2026Q2')).toMatchObject({ shares_change: null, flags: ['no_prior_filing'] });
  });

  it('serves the last eight quarters', async () => {
    const ends = ['2024-06-30', '2024-09-30', '2024-12-31', '2025-03-31', '2025-06-30'];
    const older = [...ends, '2025-09-30', '2025-12-31', '2026-03-31'].map((date) =>
      filing('2', date, date, [held('AAA', 1, 10)], { accession: date }),
    );
    const rows = asServed(
      'hedgeFundFlows',
      hedgeFundFlows(await refreshOf(TODAY, facts, { fund_filings: older })),
    );
    const quarters = new Set(rows.map(({ quarter }) => quarter));
    expect([...quarters].sort()).toEqual([
      '2024Q4',
      '2025Q1',
      '2025Q2',
      '2025Q3',
      '2025Q4',
      '2026Q1',
      '2026Q2',
      '2026Q3',
    ]);
  });
});

describe('hedge_fund_sentiment', () => {
  it('is the weighted sum of its components', async () => {
    const refresh = await refreshOf(TODAY, facts);
    const rows = asServed('hedgeFundSentiment', hedgeFundSentiment(refresh));
    // Flow: AAA +50, BBB −75 (its weight before), CCC +50: mean 8.33, sd 72.17, so z = 0.5774
    // for AAA. Breadth 0, −0.5, +0.5: z = 0 for AAA. 100·tanh(0.4 × 0.5774) = 22.69.
    const aaa = rows.find((row) => row.ticker === 'AAA' && row.quarter === '2026Q3');
    expect(aaa).toMatchObject({
      sentiment_score: 22.69,
      label: 'bullish',
      buyers: 1,
      holders: 2,
      conviction_weight: 150,
      components: { flow: { z: 0.5774, weight: 0.4 }, breadth: { z: 0 } },
      flags: ['no_prior_score', 'no_insider_trades'],
    });
    expect(newestSentiments(refresh).get('AAA')).toMatchObject({ as_of: '2026-11-13' });
  });
});

it('holders bear the filing that they are read from', async () => {
  const rows = asServed('holders', holders(await refreshOf(TODAY, facts)));
  expect(rows.find((row) => row.ticker === 'AAA' && row.holder_name === 'Fund 2')).toMatchObject({
    shares: 100_000,
    pct_outstanding: 1,
    portfolio_pct: 100,
    change_pct: 0,
    method: 'holders/3',
    as_of: '2026-11-12',
    flags: [],
    source: 'test',
    source_url: 'https://filings.example/2',
  });
});

describe('specialists', () => {
  it('are fixed in the first quarter of the store', async () => {
    const late = filing('3', Q3!, '2026-11-10', [held('BBB', 1, 10)], { is_specialist: true });
    const refresh = await refreshOf(TODAY, facts, { fund_filings: [late] });
    expect(specialistFunds(refresh)).toEqual(['1']);
    // 200,000 of 10 M shares of AAA, and of 20 M of CCC; fund 2's do not count.
    expect(Object.fromEntries(specialistOwnership(refresh))).toEqual({ AAA: 2, CCC: 1 });
  });

  it('are fixed by the filings of the day on which the first book is formed', async () => {
    // The book for the second quarter is formed on 14 August, 45 days after it.
    const marked = { is_specialist: true, form: '13F-HR/A' };
    const amended = (day: string) =>
      filing('2', Q2!, day, [held('AAA', 100_000, 1_000_000)], marked);
    const of = async (...filings: readonly Fact<'fund_filings'>[]) =>
      specialistFunds(await refreshOf(TODAY, facts, { fund_filings: filings }));
    expect(await of(amended('2026-08-14'))).toEqual(['1', '2']);
    expect(await of(amended('2026-08-17'))).toEqual(['1']);
    // Nor does a report of an older quarter that came years late make that quarter the first.
    expect(await of(filing('9', '2024-06-30', '2026-01-05', [held('AAA', 1, 10)]))).toEqual(['1']);
  });
});

it('an amendment that does not say what it amends replaces the report', async () => {
  const amended = filing('2', Q3!, '2026-11-20', [held('AAA', 70_000, 700_000)], {
    form: '13F-HR/A',
  });
  const added = filing('1', Q3!, '2026-11-20', [held('BBB', 10_000, 100_000)], {
    form: '13F-HR/A',
    amendment_type: 'NEW HOLDINGS',
  });
  const rows = asServed(
    'hedgeFundPositions',
    hedgeFundPositions(await refreshOf(TODAY, facts, { fund_filings: [amended, added] })),
  );
  expect(rows.find((row) => row.cik === '2')).toMatchObject({ shares: 70_000, action: 'trim' });
  expect(rows.find((row) => row.cik === '1' && row.ticker === 'BBB')).toMatchObject({
    shares: 10_000,
    filing_date: '2026-11-20',
  });
});

describe('filings that state values and no numbers of shares', () => {
  const valued = (ticker: string, value: number) => held(ticker, 0, value, { shares: null });
  // Kept AAA, left BBB, opened CCC: fund 1 states values alone. Fund 2 doubled AAA, and says so.
  const missing: FactsByKind = {
    companies,
    prices,
    financial_facts: [sharesOutstanding('AAA', 10_000_000)],
    fund_filings: [
      filing('1', Q2!, '2026-08-14', [valued('AAA', 1_000_000), valued('BBB', 3_000_000)]),
      filing('1', Q3!, '2026-11-13', [valued('AAA', 2_000_000), valued('CCC', 2_000_000)]),
      filing('2', Q2!, '2026-08-13', [held('AAA', 100_000, 1_000_000)]),
      filing('2', Q3!, '2026-11-12', [held('AAA', 200_000, 2_000_000)]),
    ],
  };

  it('tell what was opened and left, and no other change', async () => {
    const positions = hedgeFundPositions(await refreshOf(TODAY, missing));
    const of = (ticker: string) =>
      positions.find((row) => row.cik === '1' && row.ticker === ticker);
    const unknown = { shares_change: null, change_pct: null };
    expect(of('AAA')).toMatchObject({ shares: null, value_usd: 2_000_000, action: null });
    expect(of('AAA')).toMatchObject(unknown);
    expect(of('AAA')?.flags).toEqual(['shares_missing', 'held_since_first_filing']);
    expect(of('BBB')).toMatchObject({ shares: 0, value_usd: 0, action: 'exit', ...unknown });
    expect(of('BBB')?.flags).toContain('shares_missing');
    expect(of('CCC')).toMatchObject({ shares: null, portfolio_pct: 50, action: 'new', ...unknown });
  });

  it('leave sums without their part unknown, and not smaller', async () => {
    const refresh = await refreshOf(TODAY, missing);
    const rows = hedgeFundFlows(refresh).filter(({ quarter }) => quarter === '2026Q3');
    const of = (ticker: string) => rows.find((row) => row.ticker === ticker);
    expect(of('AAA')).toMatchObject({
      ...{ funds_holding: 2, value_usd: 4_000_000, new_positions: 0, closed: 0 },
      ...{ increased: null, reduced: null, shares_change: null, net_value_change_usd: null },
      ...{ ownership_pct: null, flags: ['shares_missing'] },
    });
    // What was opened or left is worth what the filing says.
    expect(of('BBB')).toMatchObject({ closed: 1, shares_change: null });
    expect(of('BBB')).toMatchObject({ net_value_change_usd: -3_000_000, reduced: 0 });
    expect(of('CCC')).toMatchObject({ new_positions: 1, net_value_change_usd: 2_000_000 });
    const fund = hedgeFunds(refresh).find(({ cik }) => cik === '1');
    expect(fund).toMatchObject({ turnover_pct: null, flags: ['shares_missing'] });
    const holder = holders(refresh).find(({ cik, ticker }) => cik === '1' && ticker === 'AAA');
    expect(holder).toMatchObject({ shares: null, pct_outstanding: null, change_pct: null });
    expect(holder?.flags).toEqual(['shares_missing']);
  });

  it('have no part in what specialists own, nor direction in sentiment where it is unknown', async () => {
    const refresh = await refreshOf(TODAY, {
      ...missing,
      fund_filings: missing.fund_filings!.map((one) => ({ ...one, is_specialist: true })),
    });
    expect(specialistOwnership(refresh).has('AAA')).toBe(false);
    const aaa = hedgeFundSentiment(refresh).find(
      ({ ticker, quarter }) => ticker === 'AAA' && quarter === '2026Q3',
    );
    // Fund 2's whole weight, for it bought; fund 1 holds it, and what it did is not known.
    expect(aaa).toMatchObject({ buyers: 1, sellers: 0, holders: 2 });
    expect(aaa?.components.flow).toMatchObject({ value: 100 });
    expect(aaa?.flags).toContain('shares_missing');
  });
});

it('a reverse split is no sale', async () => {
  // One for ten in August. At the end of June the funds filed $1 a share where the adjusted close is
  // $10; at the end of September both are $10. 1,000,000 shares are 100,000 after the split, so
  // 150,000 are half as many again.
  const shared = { prices, companies };
  const split: FactsByKind = {
    ...shared,
    fund_filings: [
      filing('1', Q2!, '2026-08-14', [
        held('AAA', 1_000_000, 1_000_000),
        held('BBB', 300_000, 3_000_000),
      ]),
      filing('1', Q3!, '2026-11-13', [
        held('AAA', 150_000, 1_500_000),
        held('BBB', 300_000, 3_000_000),
      ]),
    ],
  };
  const rows = asServed('hedgeFundPositions', hedgeFundPositions(await refreshOf(TODAY, split)));
  expect(rows.find(({ ticker }) => ticker === 'AAA')).toMatchObject({
    action: 'add',
    shares_change: 50_000,
    change_pct: 50,
  });
  expect(rows.find(({ ticker }) => ticker === 'BBB')).toMatchObject({ action: 'hold' });
});

import { describe, expect, it } from 'vitest';
import type { FundFiling } from '../../../src/domain/ownership/fund-filings.ts';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import {
  fundPositions,
  type PositionContext,
} from '../../../src/domain/ownership/fund-positions.ts';
import { fundSummaries } from '../../../src/domain/ownership/fund-summaries.ts';
import { holders } from '../../../src/domain/ownership/holders.ts';
import { filing, row } from '../fund-filings.ts';

const [Q3, Q4, Q1] = ['2025-09-30', '2025-12-31', '2026-03-31'] as const;
const CONTEXT: PositionContext = {
  splits: new Map(),
  marketCapOn: () => null,
  endingOf: () => null,
};

function positionsOf(filings: readonly FundFiling[], context = CONTEXT) {
  return fundPositions(fundQuarters(filings, '2026-12-31'), context);
}

describe('actions', () => {
  const filings = [
    filing('1', Q4, [
      row('ADD', 1000, 1000),
      row('TRIM', 1000, 1000),
      row('HOLD', 1000, 1000),
      row('EDGE', 1000, 1000),
      row('EXIT', 1000, 1000),
    ]),
    filing('1', Q1, [
      row('ADD', 1500, 3000),
      row('TRIM', 250, 250),
      row('HOLD', 1004, 1004),
      row('EDGE', 1005, 1005),
      row('NEW', 10, 100),
    ]),
  ];

  it('are changes since the quarter before', () => {
    const positions = positionsOf(filings).filter((each) => each.report_date === Q1);
    expect(
      positions.map((each) => [each.ticker, each.action, each.shares_change, each.change_pct]),
    ).toEqual([
      ['ADD', 'add', 500, 50],
      ['TRIM', 'trim', -750, -75],
      ['HOLD', 'hold', 4, 0.4],
      ['EDGE', 'add', 5, 0.5],
      ['NEW', 'new', 10, null],
      ['EXIT', 'exit', -1000, -100],
    ]);
    expect(positions.at(-1)).toMatchObject({ shares: 0, value_usd: 0, portfolio_pct: 0 });
  });

  it('are unknown without a filing for the quarter before', () => {
    const [first] = positionsOf(filings);
    expect(first).toMatchObject({ action: null, shares_change: null, change_pct: null });
    expect(first!.flags).toContain('no_prior_filing');
    const gap = positionsOf([filing('1', Q3, [row('AAA', 1, 1)]), filing('1', Q1, [])]);
    expect(gap.map((each) => each.report_date)).toEqual([Q3]);
  });

  it('are adjusted for splits', () => {
    // After a 1:10 split in February, 1,000 shares are 100.
    const split = [
      filing('1', Q4, [row('AAA', 1000, 500)]),
      filing('1', Q1, [row('AAA', 100, 500)]),
    ];
    const splitOn = (date: string) => new Map([['AAA', [{ ticker: 'AAA', date, ratio: 0.1 }]]]);
    expect(positionsOf(split, { ...CONTEXT, splits: splitOn('2026-02-10') })[1]).toMatchObject({
      action: 'hold',
      shares_change: 0,
    });
    const earlier = { ...CONTEXT, splits: splitOn(Q4) };
    expect(positionsOf(split, earlier)[1]!.action).toBe('trim');
  });
});

it('dates a holding from the first of its consecutive quarters', () => {
  const filings = [
    filing('1', Q3, [row('OLD', 1, 1), row('BACK', 1, 1)]),
    filing('1', Q4, [row('OLD', 1, 1), row('LATE', 1, 1)]),
    filing('1', Q1, [row('OLD', 1, 1), row('LATE', 1, 1), row('BACK', 1, 1)]),
  ];
  const last = positionsOf(filings).filter((each) => each.report_date === Q1);
  expect(last.map((each) => [each.ticker, each.first_held])).toEqual([
    ['OLD', Q3],
    ['LATE', Q4],
    ['BACK', Q1],
  ]);
  expect(last.map((each) => each.flags.includes('held_since_first_filing'))).toEqual([
    true,
    false,
    false,
  ]);
});

it('computes conviction against weights by market cap', () => {
  const caps: Readonly<Record<string, number>> = { AAA: 300, BBB: 100 };
  const [first, second, third] = positionsOf(
    [filing('1', Q4, [row('AAA', 1, 50), row('BBB', 1, 50), row('CCC', 1, 100)])],
    { ...CONTEXT, marketCapOn: (ticker) => caps[ticker] ?? null },
  );
  // The two with a market cap are $100 of the fund's $200, by market cap $75 and $25: weights of
  // 25 % and 25 % instead of 37.5 % and 12.5 %.
  expect(first!.conviction).toBeCloseTo(-12.5, 9);
  expect(second!.conviction).toBeCloseTo(12.5, 9);
  expect(third!.conviction).toBeNull();
  expect(third!.flags).toContain('no_market_cap');
});

it('limits conviction to the weight if little of the fund has a market cap', () => {
  // $2 of $100 have a market cap, of which DDD has 1 %, $0.02: 1 % − 0.02 % = 0.98.
  const [small] = positionsOf(
    [filing('1', Q4, [row('DDD', 1, 1), row('EEE', 1, 1), row('FFF', 1, 98)])],
    { ...CONTEXT, marketCapOn: (ticker) => ({ DDD: 10, EEE: 990 })[ticker] ?? null },
  );
  expect(small!.portfolio_pct).toBeCloseTo(1, 9);
  expect(small!.conviction).toBeCloseTo(0.98, 9);
});

it('distinguishes an acquired or delisted company from an exit', () => {
  const filings = [
    filing('1', Q3, [row('BOT', 1, 100), row('OFF', 1, 100), row('OUT', 1, 100)]),
    filing('1', Q4, [row('AAA', 1, 100)]),
  ];
  const requested: string[] = [];
  const endingOf: PositionContext['endingOf'] = (ticker, after, upTo) => {
    requested.push(`${after} ${upTo}`);
    return ticker === 'BOT' ? 'acquired' : ticker === 'OFF' ? 'delisted' : null;
  };
  const positions = positionsOf(filings, { ...CONTEXT, endingOf }).filter(
    (each) => each.report_date === Q4,
  );
  expect(positions.map((each) => [each.ticker, each.action, each.flags])).toEqual([
    ['AAA', 'new', ['new_position', 'no_market_cap']],
    ['BOT', 'acquired', ['acquired', 'held_since_first_filing']],
    ['OFF', 'delisted', ['delisted', 'held_since_first_filing']],
    ['OUT', 'exit', ['exited', 'held_since_first_filing']],
  ]);
  expect(new Set(requested)).toEqual(new Set([`${Q3} ${Q4}`]));
});

it('flags an issuer with other share classes', () => {
  const [first, second] = positionsOf([
    filing('1', Q4, [row('AAA', 1, 100), row('AAA', 1, 100, { security: 'AAA.B' })]),
  ]);
  expect(first!.flags).not.toContain('one_of_several_classes');
  expect(second!.flags).toContain('one_of_several_classes');
});

it('flags missing values', () => {
  const puts = { put_call: 'Put' } as const;
  const positions = positionsOf(
    [
      filing('1', Q4, [row('OUT', 1, 100), row('AAA', 1, 100)]),
      filing('1', Q1, [row('AAA', 1, 100), row('NEW', 1, 100), row('AAA', 1, 100, puts)]),
    ],
    { ...CONTEXT, marketCapOn: () => 1000 },
  ).filter((each) => each.report_date === Q1);
  const values = positions.map((each) => [
    each.security,
    each.change_pct,
    each.conviction,
    each.flags,
  ]);
  expect(values).toEqual([
    ['AAA', 0, 0, ['held_since_first_filing']],
    ['NEW', null, 0, ['new_position']],
    ['AAA', null, null, ['new_position', 'option']],
    ['OUT', -100, null, ['exited', 'held_since_first_filing']],
  ]);
  const [worthless] = positionsOf([filing('1', Q4, [row('AAA', 1, 0)])]);
  expect(worthless).toMatchObject({ portfolio_pct: null, conviction: null });
  expect(worthless!.flags).toContain('no_portfolio_value');
});

describe('fundSummaries', () => {
  const biotech = new Set(Array.from({ length: 14 }, (_, index) => `B${index}`));
  const stocks = (biotechs: number, value: number) =>
    Array.from({ length: 20 }, (_, index) =>
      row(index < biotechs ? `B${index}` : `X${index}`, 1, value),
    );
  const summarize = (filings: readonly FundFiling[]) => {
    const quarters = fundQuarters(filings, '2026-12-31');
    return fundSummaries(quarters, fundPositions(quarters, CONTEXT), biotech);
  };

  it('identify a specialist by the published rule', () => {
    // 20 × $12.5 million = $250 million, with 14 of the 20 largest in biotech.
    const [specialist] = summarize([filing('1', Q4, stocks(14, 12.5e6))]);
    expect(specialist).toMatchObject({
      total_value_usd: 250e6,
      is_specialist: true,
      biotech_pct: 70,
      holdings_count: 20,
      top_holding: 'B0',
      turnover_pct: null,
      flags: ['no_prior_filing'],
    });
    expect(summarize([filing('1', Q4, stocks(13, 12.5e6))])[0]!.is_specialist).toBe(false);
    expect(summarize([filing('1', Q4, stocks(14, 12.4e6))])[0]!.is_specialist).toBe(false);
  });

  it('have a turnover by the lesser of purchases and sales', () => {
    const [, summary] = summarize([
      filing('1', Q4, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
      filing('1', Q1, [row('AAA', 50, 1000), row('CCC', 30, 2000)]),
    ]);
    // Sales at the old price: 50 × 10 + 100 × 10 = 1,500. Purchases: 2,000. Mean value:
    // (2,000 + 3,000) / 2 = 2,500: 60 %.
    expect(summary!.turnover_pct).toBeCloseTo(60, 9);
  });

  it('have a turnover of 0 with sales only', () => {
    const [, summary] = summarize([
      filing('1', Q4, [row('AAA', 100, 1000)]),
      filing('1', Q1, [row('AAA', 50, 1000)]),
    ]);
    expect(summary).toMatchObject({ turnover_pct: 0, flags: [], holdings_count: 1 });
  });
});

it('lists holders by the newest report of each fund', () => {
  const positions = positionsOf([
    filing('1', Q4, [row('AAA', 10, 100)]),
    filing('1', Q1, [row('AAA', 20, 200), row('AAA', 5, 5, { put_call: 'Put' })]),
    filing('2', Q4, [row('AAA', 30, 300)]),
    filing('3', Q3, [row('AAA', 40, 400)]),
    filing('4', Q4, [row('AAA', 50, 500)]),
    filing('4', Q1, [row('BBB', 1, 1)]),
  ]);
  const list = holders(positions, Q1, (ticker) => (ticker === 'AAA' ? 1000 : null));
  // Fund 3 last reported two quarters before the newest, and fund 4 has sold.
  expect(list).toEqual([
    expect.objectContaining({
      holder_name: 'Fund 1',
      shares: 20,
      pct_outstanding: 2,
      change_pct: 100,
    }),
    expect.objectContaining({
      holder_name: 'Fund 2',
      shares: 30,
      pct_outstanding: 3,
      change_pct: null,
      flags: ['no_prior_filing'],
    }),
    expect.objectContaining({
      ticker: 'BBB',
      pct_outstanding: null,
      flags: ['no_shares_outstanding', 'new_position'],
    }),
  ]);
});

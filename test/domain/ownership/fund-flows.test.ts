import { describe, expect, it } from 'vitest';
import type { FundFiling } from '../../../src/domain/ownership/fund-filings.ts';
import { fundFlows, fundSentiment } from '../../../src/domain/ownership/fund-flows.ts';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import { fundPositions } from '../../../src/domain/ownership/fund-positions.ts';
import { filing, row } from '../fund-filings.ts';

const [Q3, Q4, Q1] = ['2025-09-30', '2025-12-31', '2026-03-31'] as const;

function computed(filings: readonly FundFiling[]) {
  const quarters = fundQuarters(filings, '2026-12-31');
  const positions = fundPositions(quarters, {
    splits: new Map(),
    marketCapOn: () => null,
    endingOf: () => null,
  });
  return { positions, flows: fundFlows(quarters, positions, () => 10_000) };
}

const FILINGS = [
  filing('1', Q4, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
  filing('2', Q4, [row('AAA', 100, 1000), row('BBB', 100, 3000)]),
  filing('1', Q1, [row('AAA', 300, 6000), row('BBB', 50, 2000)]),
  filing('2', Q1, [row('AAA', 150, 3000), row('CCC', 10, 1000)]),
  filing('3', Q1, [row('AAA', 40, 800)]),
];

describe('fundFlows', () => {
  it('sums the changes of funds that filed for both quarters', () => {
    const flow = computed(FILINGS).flows.find(
      (each) => each.ticker === 'AAA' && each.report_date === Q1,
    );
    expect(flow).toMatchObject({
      quarter: '2026Q1',
      funds_holding: 3,
      funds_change: 0,
      new_positions: 0,
      increased: 2,
      reduced: 0,
      closed: 0,
      // 200 and 50 shares at the earlier $10; fund 3 filed only once.
      shares_change: 250,
      net_value_change_usd: 2500,
      // 490 of 10,000 shares.
      ownership_pct: 4.9,
      breadth_change: 0,
      flags: [],
    });
  });

  it('counts exits and entries as breadth', () => {
    const { flows } = computed(FILINGS);
    const of = (ticker: string) =>
      flows.find((each) => each.ticker === ticker && each.report_date === Q1);
    // BBB: one fund sold half at $10 and the other all at $30: −500 − 3,000.
    expect(of('BBB')).toMatchObject({
      funds_holding: 1,
      reduced: 1,
      closed: 1,
      funds_change: -1,
      breadth_change: -0.5,
      net_value_change_usd: -3500,
    });
    // CCC: a new position at $100.
    expect(of('CCC')).toMatchObject({
      new_positions: 1,
      breadth_change: 0.5,
      net_value_change_usd: 1000,
    });
  });

  it('has no change in the first quarter, and flags an incomplete quarter', () => {
    const first = computed(FILINGS).flows[0];
    expect(first).toMatchObject({ quarter: '2025Q4', funds_holding: 2, funds_change: null });
    expect(first!.flags).toEqual(['no_prior_filing']);
    const incomplete = computed(FILINGS.slice(0, 3)).flows.find((each) => each.report_date === Q1);
    expect(incomplete!.flags).toEqual(['quarter_incomplete']);
  });
});

it('adds the share classes of a company, with a flag', () => {
  const classes = (second: string) => {
    const rows = [row('AAA', 100, 1000), row('AAA', 50, 700, { security: second })];
    return computed([filing('1', Q4, rows)]).flows;
  };
  expect(classes('AAA-B')).toMatchObject([
    {
      ticker: 'AAA',
      value_usd: 1700,
      ownership_pct: 1.5,
      funds_holding: 2,
      flags: ['no_prior_filing', 'several_classes'],
    },
  ]);
});

describe('fundSentiment', () => {
  const insidersOn = (ticker: string) =>
    ticker === 'AAA' ? { net_purchase_ratio: 0.5, cluster_buy: true } : null;

  it('is computed by its formula', () => {
    const { flows, positions } = computed(FILINGS);
    const sentiment = fundSentiment(flows, positions, insidersOn).filter(
      (each) => each.quarter === '2026Q1',
    );
    const [aaa, bbb] = sentiment;
    // Weights in percent. Fund 1 holds 8,000: AAA 75, BBB 25. Fund 2 holds 4,000: AAA 75, CCC 25.
    // Flow: AAA 75 + 75 = 150; BBB −25 − 75 (its earlier weight: 3,000 of 4,000) = −100; CCC 25.
    expect(sentiment.map((each) => each.components.flow!.value)).toEqual([150, -100, 25]);
    // The mean is 25 and the sample deviation 125, so z is 1, −1 and 0.
    expect(aaa!.components.flow!.z).toBeCloseTo(1, 9);
    // Breadth 0, −0.5 and 0.5 has the mean 0 and the deviation 0.5, so z is 0, −1 and 1.
    expect(bbb!.components.breadth!.z).toBeCloseTo(-1, 9);
    // AAA: tanh(0.4 + 0 + 0.2×0.5 + 0.1) = tanh 0.6 = 0.537050.
    expect(aaa!.sentiment_score).toBeCloseTo(53.705, 3);
    // BBB: tanh(−0.4 − 0.3) = −0.604368.
    expect(bbb!.sentiment_score).toBeCloseTo(-60.4368, 3);
    expect([aaa!.label, bbb!.label]).toEqual(['bullish', 'very bearish']);
    expect(aaa).toMatchObject({ buyers: 2, sellers: 0, holders: 3, conviction_weight: 250 });
    // The first quarter has no score to compare with.
    expect(bbb!.flags).toEqual(['no_prior_score', 'no_insider_trades']);
  });

  it.each([
    // The scores tanh(0.5 + 0.2 r) and tanh(−0.7 + 0.2 r) are ±60 at ±0.6931.
    ['AAA', 0.97, 'very bullish'],
    ['AAA', 0.96, 'bullish'],
    ['BBB', 0.03, 'very bearish'],
    ['BBB', 0.04, 'bearish'],
  ])('of %s with a net purchase ratio of %d is %s', (ticker, net_purchase_ratio, label) => {
    const { flows, positions } = computed(FILINGS);
    const insiders = { net_purchase_ratio, cluster_buy: ticker === 'AAA' };
    const insidersOf = (one: string) => (one === ticker ? insiders : null);
    const sentiment = fundSentiment(flows, positions, insidersOf);
    const scored = sentiment.find((each) => each.quarter === '2026Q1' && each.ticker === ticker);
    expect(scored!.label).toBe(label);
  });

  it.each([
    // The score tanh(±0.2828 + 0.2 r) is ±20 at ±0.2027.
    ['2025Q4', -0.4, 'bullish'],
    ['2025Q4', -0.41, 'neutral'],
    ['2026Q1', 0.4, 'bearish'],
    ['2026Q1', 0.41, 'neutral'],
  ])('of a trade in %s with a net purchase ratio of %d is %s', (quarter, ratio, label) => {
    const { flows, positions } = computed([
      filing('1', Q3, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
      filing('1', Q4, [row('AAA', 200, 1000), row('BBB', 50, 1000)]),
      filing('1', Q1, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
    ]);
    const insiders = { net_purchase_ratio: ratio, cluster_buy: false };
    const sentiment = fundSentiment(flows, positions, () => insiders);
    const scored = sentiment.find((each) => each.quarter === quarter && each.ticker === 'AAA');
    expect(scored!.label).toBe(label);
  });

  it('weights funds by quality and is null without an earlier quarter', () => {
    const { flows, positions } = computed(FILINGS);
    const found = fundSentiment(flows, positions, insidersOn, (cik) => (cik === '1' ? 2 : 1));
    // The flow of AAA is 2 × 75 + 75.
    expect(found.find((each) => each.quarter === '2026Q1')!.components.flow!.value).toBe(225);
    expect(found[0]).toMatchObject({ quarter: '2025Q4', sentiment_score: null, label: null });
    expect(found[0]!.flags).toContain('no_prior_filing');
  });

  it('is compared with the quarter before', () => {
    const { flows, positions } = computed([
      filing('1', Q3, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
      filing('1', Q4, [row('AAA', 200, 1000), row('BBB', 50, 1000)]),
      filing('1', Q1, [row('AAA', 100, 1000), row('BBB', 100, 1000)]),
    ]);
    const found = fundSentiment(flows, positions, () => null).filter(
      (each) => each.ticker === 'AAA',
    );
    // Flows of ±50 in two stocks have z ±0.7071; breadth does not vary. tanh(±0.282843) = ±0.275537.
    expect(found.map((each) => each.change_from_prior)).toEqual([
      null,
      null,
      expect.closeTo(-55.107, 2),
    ]);
    expect(found[1]!.flags).not.toContain('no_cross_section');
    expect(found.map((each) => each.flags.includes('no_prior_score'))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

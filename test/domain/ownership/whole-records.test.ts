import { describe, expect, it } from 'vitest';
import type { FundFiling } from '../../../src/domain/ownership/fund-filings.ts';
import { fundFlows, fundSentiment } from '../../../src/domain/ownership/fund-flows.ts';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import {
  type FundPosition,
  fundPositions,
  type PositionContext,
} from '../../../src/domain/ownership/fund-positions.ts';
import { fundSummaries } from '../../../src/domain/ownership/fund-summaries.ts';
import { holders } from '../../../src/domain/ownership/holders.ts';
import { filing, row } from '../fund-filings.ts';

const [Q3, Q4, Q1] = ['2025-09-30', '2025-12-31', '2026-03-31'] as const;
const FILED = '2026-05-15';

function computed(filings: readonly FundFiling[], context: Partial<PositionContext> = {}) {
  const quarters = fundQuarters(filings, '2026-12-31');
  const positions = fundPositions(quarters, {
    splits: new Map(),
    marketCapOn: () => null,
    endingOf: () => null,
    ...context,
  });
  const find = (ticker: string, cik = '1', date: string = Q1) =>
    positions.find((one) => one.ticker === ticker && one.cik === cik && one.report_date === date)!;
  return { quarters, positions, find };
}

describe('a position record', () => {
  const { find } = computed([
    filing('1', Q4, [row('AAA', 100, 1000), row('BBB', 100, 3000)]),
    filing('1', Q1, [row('AAA', 150, 3000), row('CCC', 20, 1000, { put_call: 'Put' })]),
  ]);
  const bought: FundPosition = {
    security: 'AAA',
    ticker: 'AAA',
    title_of_class: 'COM',
    fund_name: 'Fund 1',
    cik: '1',
    report_date: Q1,
    filing_date: FILED,
    shares: 150,
    value_usd: 3000,
    portfolio_pct: 100,
    share_type: 'SH',
    put_call: null,
    shares_change: 50,
    change_pct: 50,
    action: 'add',
    previous_shares: 100,
    previous_value_usd: 1000,
    previous_portfolio_pct: 25,
    conviction: null,
    first_held: Q4,
    flags: ['no_market_cap', 'held_since_first_filing'],
  };

  it('of an add', () => {
    expect(find('AAA')).toEqual(bought);
  });

  it('of a first filing', () => {
    expect(find('AAA', '1', Q4)).toEqual({
      ...bought,
      report_date: Q4,
      filing_date: '2026-02-14',
      shares: 100,
      value_usd: 1000,
      portfolio_pct: 25,
      shares_change: null,
      change_pct: null,
      action: null,
      previous_shares: null,
      previous_value_usd: null,
      previous_portfolio_pct: null,
      flags: ['no_prior_filing', 'no_market_cap', 'held_since_first_filing'],
    });
  });

  it('of an exit', () => {
    const nothing = { shares: 0, value_usd: 0, portfolio_pct: 0 };
    const flags = ['exited', 'held_since_first_filing'];
    expect(find('BBB')).toMatchObject({ ...nothing, action: 'exit', flags });
  });

  it('of an option', () => {
    expect(find('CCC')).toEqual({
      ...bought,
      security: 'CCC',
      ticker: 'CCC',
      put_call: 'Put',
      shares: 20,
      value_usd: 1000,
      portfolio_pct: null,
      shares_change: 20,
      change_pct: null,
      action: 'new',
      previous_shares: 0,
      previous_value_usd: 0,
      previous_portfolio_pct: null,
      first_held: Q1,
      flags: ['new_position', 'option'],
    });
  });
});

describe('a holding of 1,000 shares', () => {
  it.each([
    [1004, 'hold', 4],
    [1005, 'add', 5],
    [996, 'hold', -4],
    [995, 'trim', -5],
    [1000, 'hold', 0],
  ])('that changes to %d is a %s', (shares, action, shares_change) => {
    const { find } = computed([
      filing('1', Q4, [row('AAA', 1000, 1000)]),
      filing('1', Q1, [row('AAA', shares, 1000)]),
    ]);
    expect(find('AAA')).toMatchObject({ action, shares_change });
  });

  it('is adjusted for splits between the ends of the quarters', () => {
    const at = (date: string) => ({ date, ratio: 2 });
    const splits = new Map([
      ['AAA', [at(Q4), at('2026-01-01'), at(Q1), at('2026-04-01')] as never],
    ]);
    const filings = [
      filing('1', Q4, [row('AAA', 1000, 1000), row('AAA', 10, 10, { put_call: 'Call' })]),
      filing('1', Q1, [row('AAA', 4000, 1000), row('AAA', 10, 10, { put_call: 'Call' })]),
    ];
    const { positions } = computed(filings, { splits });
    const now = positions.filter(({ report_date }) => report_date === Q1);
    expect(now.map(({ previous_shares, action }) => [previous_shares, action])).toEqual([
      [4000, 'hold'],
      [10, 'hold'],
    ]);
  });
});

describe('a flow record', () => {
  const filings = [
    ...['1', '5'].map((cik) => filing(cik, Q4, [row('AAA', 100, 1000)])),
    filing('2', Q4, [row('AAA', 250, 2500)]),
    filing('3', Q4, [row('AAA', 10, 100)]),
    filing('4', Q4, [row('BBB', 10, 100)]),
    filing('1', Q1, [row('AAA', 150, 3000)]),
    filing('2', Q1, [row('AAA', 251, 5020)]),
    filing('3', Q1, [row('BBB', 10, 100)]),
    filing('4', Q1, [row('AAA', 20, 400)]),
    filing('5', Q1, [row('AAA', 50, 1000)]),
  ];
  const { quarters, positions } = computed(filings);
  const flows = fundFlows(quarters, positions, (ticker) => (ticker === 'AAA' ? 2355 : null));
  const flowOf = (ticker: string, date: string = Q1) =>
    flows.find((flow) => flow.ticker === ticker && flow.report_date === date)!;

  it('sums the changes of the funds at the prices of the quarter before', () => {
    // 50 × 10 + 1 × 10 − 10 × 10 + 20 × 20 − 50 × 10 = 310. The funds have 471 of 2,355 shares.
    expect(flowOf('AAA')).toEqual({
      ticker: 'AAA',
      quarter: '2026Q1',
      report_date: Q1,
      funds_holding: 4,
      value_usd: 9420,
      funds_change: 0,
      new_positions: 1,
      increased: 1,
      reduced: 1,
      closed: 1,
      shares_change: 11,
      net_value_change_usd: 310,
      shares: 471,
      shares_year_ago: null,
      ownership_pct: 20,
      breadth_change: 0,
      flags: ['no_shares_year_ago'],
    });
    expect(flowOf('AAA', Q4)).toEqual({
      ticker: 'AAA',
      quarter: '2025Q4',
      report_date: Q4,
      funds_holding: 4,
      value_usd: 4600,
      funds_change: null,
      new_positions: null,
      increased: null,
      reduced: null,
      closed: null,
      shares_change: null,
      net_value_change_usd: null,
      breadth_change: null,
      shares: 460,
      shares_year_ago: null,
      ownership_pct: expect.closeTo(46_000 / 2355, 9),
      flags: ['no_prior_filing', 'no_shares_year_ago'],
    });
    expect(flowOf('BBB').flags).toEqual(['no_shares_year_ago', 'no_shares_outstanding']);
  });

  it('has the shares of a year before in the share units of the quarter', () => {
    const { quarters: own, positions: held } = computed([
      filing('1', '2025-03-31', [row('AAA', 100, 1000)]),
      filing('2', '2025-03-31', [row('AAA', 20, 200)]),
      filing('1', Q1, [row('AAA', 30, 3000), row('BBB', 5, 50)]),
    ]);
    // A reverse split of 1 for 10 in between: 120 shares are 12.
    const flows = fundFlows(
      own,
      held,
      () => null,
      (ticker, after, upTo) => (`${ticker} ${after} ${upTo}` === `AAA 2025-03-31 ${Q1}` ? 0.1 : 1),
    ).filter(({ report_date }) => report_date === Q1);
    expect(
      flows.map(({ ticker, shares, shares_year_ago }) => [ticker, shares, shares_year_ago]),
    ).toEqual([
      ['AAA', 30, 12],
      // Funds filed a year before, and none held it.
      ['BBB', 5, 0],
    ]);
    expect(flows.flatMap(({ flags }) => flags)).not.toContain('no_shares_year_ago');
  });

  it('leads to a sentiment record with buyers and sellers', () => {
    const [of] = fundSentiment(flows, positions, () => null).filter(
      ({ ticker, quarter }) => ticker === 'AAA' && quarter === '2026Q1',
    );
    // The flow is 100 + 0 − 100 + 100 − 100 percent, and 100 − 100 for BBB, without variation.
    const component = (value: number | null, weight: number) => ({ value, z: null, weight });
    expect(of).toEqual({
      ticker: 'AAA',
      quarter: '2026Q1',
      sentiment_score: 0,
      label: 'neutral',
      conviction_weight: 400,
      buyers: 2,
      sellers: 2,
      holders: 4,
      components: {
        flow: component(0, 0.4),
        breadth: component(0, 0.3),
        net_purchase_ratio: component(null, 0.2),
        cluster_buy: component(null, 0.1),
      },
      change_from_prior: null,
      method: of!.method,
      flags: ['no_cross_section', 'no_prior_score', 'no_insider_trades'],
    });
    expect(of!.method).toMatch(/^fund-sentiment/);
  });

  it('ignores the weights of a fund of unknown value', () => {
    const unknown = { table_value_usd: null };
    const { quarters: own, positions: held } = computed([
      filing('1', Q4, [row('AAA', 10, 10), row('BBB', 10, 10)], unknown),
      filing('1', Q1, [row('AAA', 20, 20), row('BBB', 10, 10)], unknown),
    ]);
    const [found] = fundSentiment(
      fundFlows(own, held, () => null),
      held,
      () => null,
    ).filter(({ ticker, quarter }) => ticker === 'AAA' && quarter === '2026Q1');
    expect(found).toMatchObject({ conviction_weight: 0, components: { flow: { value: 0 } } });
  });

  it('is incomplete until eight of ten funds have filed', () => {
    const before = Array.from({ length: 5 }, (_, at) => filing(`${at}`, Q4, [row('AAA', 1, 1)]));
    const flagsWith = (filers: number) => {
      const now = before.slice(0, filers).map(({ cik }) => filing(cik, Q1, [row('AAA', 1, 1)]));
      const { quarters: own, positions: held } = computed([...before, ...now]);
      const found = fundFlows(own, held, () => 1);
      return found.find(({ report_date }) => report_date === Q1)!.flags;
    };
    expect(flagsWith(3)).toEqual(['no_shares_year_ago', 'quarter_incomplete']);
    expect(flagsWith(4)).toEqual(['no_shares_year_ago']);
  });

  it('is null in shares if no fund states its shares', () => {
    const none = { shares: null };
    const { quarters: own, positions: held } = computed([
      filing('1', Q4, [row('AAA', 10, 100)]),
      filing('2', Q4, [row('BBB', 10, 100)]),
      filing('1', Q1, [{ ...row('AAA', 0, 150), ...none }]),
      filing('2', Q1, [{ ...row('AAA', 0, 70), ...none }]),
    ]);
    const of = fundFlows(own, held, () => 100).find(
      ({ ticker, report_date }) => ticker === 'AAA' && report_date === Q1,
    );
    expect(of).toMatchObject({
      funds_holding: 2,
      value_usd: 220,
      funds_change: 1,
      new_positions: 1,
      closed: 0,
      increased: null,
      reduced: null,
      shares_change: null,
      net_value_change_usd: null,
      ownership_pct: null,
      breadth_change: 0.5,
      flags: ['no_shares_year_ago', 'shares_missing'],
    });
  });
});

describe('a fund summary', () => {
  const summarize = (filings: readonly FundFiling[], biotech: readonly string[] = []) => {
    const { quarters, positions } = computed(filings);
    return fundSummaries(quarters, positions, new Set(biotech)).at(-1);
  };

  it('has its largest holding by ticker, else by security', () => {
    const rows = [row('AAA', 1, 100), row('BBB', 1, 300), row('CCC', 1, 900, { put_call: 'Call' })];
    expect(summarize([filing('1', Q1, rows)], ['AAA'])).toEqual({
      fund_name: 'Fund 1',
      cik: '1',
      report_date: Q1,
      filing_date: FILED,
      total_value_usd: 400,
      biotech_pct: 25,
      is_specialist: false,
      holdings_count: 2,
      top_holding: 'BBB',
      turnover_pct: null,
      flags: ['no_prior_filing'],
    });
    expect(summarize([filing('1', Q1, [row(null, 1, 100)])])?.top_holding).toBe('00000A100');
    const options = [row('AAA', 1, 1, { put_call: 'Put' })];
    expect(summarize([filing('1', Q1, options)])).toMatchObject({
      total_value_usd: 0,
      biotech_pct: null,
      holdings_count: 0,
      top_holding: null,
    });
    const equal = [row('BBB', 1, 100), row('AAA', 1, 100)];
    expect(summarize([filing('1', Q1, equal)])?.top_holding).toBe('AAA');
  });

  it('of a specialist has 70 % of its twenty largest holdings in biopharma', () => {
    const large = (count: number) =>
      Array.from({ length: count }, (_, at) => row(`T${at}`, 1, 25e6));
    const namesOf = (rows: readonly { readonly ticker: string | null }[]) =>
      rows.map(({ ticker }) => ticker!);
    const isSpecialist = (rows: ReturnType<typeof large>, biotechs: readonly string[]) =>
      summarize([filing('1', Q1, rows)], biotechs)?.is_specialist;
    const [six, seven] = [namesOf(large(6)), namesOf(large(7))];
    expect([isSpecialist(large(10), six), isSpecialist(large(10), seven)]).toEqual([false, true]);
    // The small holding is not among the twenty largest.
    const rows = [...large(20), row('S0', 1, 1)];
    const thirteen = namesOf(large(13));
    expect(isSpecialist(rows, [...thirteen, 'S0'])).toBe(false);
    expect(isSpecialist(rows, [...thirteen, 'T13'])).toBe(true);
  });

  it('has no turnover if a number of shares is missing', () => {
    const before = filing('1', Q4, [row('AAA', 10, 100), row('BBB', 10, 100)]);
    const now = filing('1', Q1, [{ ...row('AAA', 0, 100), shares: null }, row('BBB', 5, 100)]);
    expect(summarize([before, now])).toMatchObject({
      turnover_pct: null,
      flags: ['shares_missing'],
    });
  });
});

describe('a holder record', () => {
  const holdersOf = (filings: readonly FundFiling[], last: string = Q1) =>
    holders(computed(filings).positions, last, () => 1000);

  it('is null for unknown shares and values', () => {
    const unstated = { ...row('AAA', 0, 300), shares: null };
    const [one] = holdersOf([
      filing('1', Q4, [row('AAA', 10, 100)]),
      filing('1', Q1, [unstated], { table_value_usd: null }),
    ]);
    expect(one).toMatchObject({
      shares: null,
      pct_outstanding: null,
      portfolio_pct: null,
      change_pct: null,
      flags: ['no_portfolio_value', 'shares_missing'],
    });
  });

  it('comes from the newest quarter or the one before', () => {
    const old = [filing('1', Q3, [row('AAA', 10, 100)])];
    expect(holdersOf(old, Q4)).toHaveLength(1);
    expect(holdersOf(old, Q1)).toEqual([]);
  });
});

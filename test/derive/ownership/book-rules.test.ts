import { describe, expect, it } from 'vitest';
import {
  amendmentOf,
  endingOf,
  filingSources,
  fundBooks,
  fundFilings,
  newestQuarters,
  specialistFunds,
  statedTickers,
} from '../../../src/derive/ownership/fund-books.ts';
import {
  fundNames,
  hedgeFundFlows,
  hedgeFundPositions,
  hedgeFundSentiment,
  hedgeFunds,
  newestSentiments,
  specialistOwnership,
} from '../../../src/derive/ownership/funds.ts';
import { holders } from '../../../src/derive/ownership/holders.ts';
import {
  insiderReadingOn,
  insiderScores,
  insiderSummary,
  insiderTransactions,
} from '../../../src/derive/ownership/insiders.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { shareCount } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const [Q2, Q3] = ['2026-06-30', '2026-09-30'] as const;
type Position = Fact<'fund_filings'>['positions'][number];

const filing = (
  cik: string,
  report_date: string,
  positions: Position[],
  more: Partial<Fact<'fund_filings'>> = {},
): Fact<'fund_filings'> => {
  const filing_date = report_date === Q2 ? '2026-08-14' : '2026-11-13';
  const accession = `${cik}-${filing_date}`;
  return {
    accession,
    cik,
    fund_name: `Fund ${cik}`,
    report_date,
    filing_date,
    form: '13F-HR',
    positions,
    ...more,
  };
};
const held = (ticker: string | null, shares: number, value: number, more: object = {}) => {
  const cusip = `${ticker ?? 'NONE'}00000`;
  return { cusip, ticker, shares, value, share_type: 'SH', ...more } as Position;
};

const companies = ['AAA', 'BBB'].map((ticker) => ({ ticker, name: `${ticker} Therapeutics Inc` }));
const outstanding = shareCount('AAA', 1000, Q2, '2026-07-30');

describe('a filing, whole', () => {
  it('as it is compared', async () => {
    const positions = [
      held('AAA', 100, 1000, { issuer: 'AAA INC', title_of_class: 'COM' }),
      held('BBB', 1, 5, { put_call: 'PUT', share_type: 'sh' }),
      held('BBB', 2, 6, { put_call: 'call' }),
      held('BBB', 3, 7, { share_type: 'prn', shares: undefined }),
    ];
    const [report] = fundFilings(
      await refreshOf(TODAY, { companies, fund_filings: [filing('1', Q3, positions)] }),
    );
    const bbb = { security: 'BBB', ticker: 'BBB', issuer: null, title_of_class: '' };
    expect(report).toEqual({
      accession: '1-2026-11-13',
      cik: '1',
      fund_name: 'Fund 1',
      report_date: Q3,
      filing_date: '2026-11-13',
      amendment_type: null,
      is_marked: false,
      has_unexpected_unit: false,
      rows: [
        {
          security: 'AAA',
          ticker: 'AAA',
          issuer: 'AAA INC',
          title_of_class: 'COM',
          shares: 100,
          value_usd: 1000,
          share_type: 'SH',
          put_call: null,
        },
        { ...bbb, shares: 1, value_usd: 5, share_type: 'SH', put_call: 'Put' },
        { ...bbb, shares: 2, value_usd: 6, share_type: 'SH', put_call: 'Call' },
        { ...bbb, shares: null, value_usd: 7, share_type: 'PRN', put_call: null },
      ],
    });
  });

  it('names no owner of today as the issuer of shares', async () => {
    const listed = [
      { ticker: 'AMGN', cik: '318154', name: 'AMGEN INC' },
      { ticker: 'AAA', name: 'AAA Therapeutics Inc' },
    ];
    const positions = [
      { ...held(null, 1, 1), cusip: 'HORIZON01', issuer: 'HORIZON THERAPEUTICS PUB L' },
      { ...held(null, 2, 2), cusip: 'HORIZON02', issuer: 'HORIZON THERAPEUTICS' },
      { ...held(null, 3, 3), cusip: 'AMGEN0001', issuer: 'AMGEN INC' },
    ];
    const refresh = await refreshOf(TODAY, {
      companies: listed,
      fund_filings: [filing('1', Q3, positions)],
    });
    expect(fundFilings(refresh)[0]!.rows.map(({ ticker }) => ticker)).toEqual([null, null, 'AMGN']);
  });

  it('in thousands is told by its prices, against its day', async () => {
    const refresh = await refreshOf(TODAY, {
      companies,
      prices: [{ ticker: 'AAA', date: Q3, close: 10 }],
      fund_filings: [filing('1', Q3, [held('AAA', 1000, 10)], { is_specialist: true })],
    });
    expect(fundFilings(refresh)).toMatchObject([
      { has_unexpected_unit: true, is_marked: true, rows: [{ value_usd: 10_000 }] },
    ]);
    expect(hedgeFunds(refresh)).toMatchObject([
      {
        total_value_usd: 10_000,
        top_holding: 'AAA Therapeutics Inc',
        as_of: '2026-11-13',
        method: expect.stringMatching(/^fund-summary/),
        flags: ['no_prior_filing', 'value_unit_by_price'],
      },
    ]);
    expect(fundNames(refresh)).toEqual([{ cik: '1', fund_name: 'Fund 1' }]);
  });

  it.each([
    [{ form: '13F-HR' }, null],
    [{ form: '13F-HR/A' }, 'RESTATEMENT'],
    [{ form: '13F-HR', amendment_type: 'RESTATEMENT' }, 'RESTATEMENT'],
    [{ form: '13F-HR/A', amendment_type: 'New Holdings' }, 'NEW HOLDINGS'],
    [{ form: null, amendment_type: null }, null],
  ])('of %j is %s', (words, amendment) => {
    expect(amendmentOf(words)).toBe(amendment);
  });

  it('of several is read where the newest stands', async () => {
    const at = (filing_date: string, more: object = {}) =>
      filing('1', Q3, [held('AAA', 1, 1)], { filing_date, accession: filing_date, ...more });
    const sourcesOf = async (...fund_filings: Fact<'fund_filings'>[]) => [
      ...filingSources(await refreshOf(TODAY, { fund_filings })),
    ];
    const source_url = 'https://b.example';
    const linked = at('2026-11-15', { source_url });
    expect(await sourcesOf(at('2026-11-13'), linked, at('2026-11-14'))).toEqual([
      [`1|${Q3}`, { source: 'test', source_url, source_date: '2026-11-15' }],
    ]);
    expect(await sourcesOf(at('2026-11-13'))).toEqual([
      [`1|${Q3}`, { source: 'test', source_url: null, source_date: '2026-11-13' }],
    ]);
  });
});

it('a fund’s newest quarter is that of its latest report, in whatever order they come', async () => {
  const fund_filings = [
    filing('1', Q3, [held('AAA', 1, 1)]),
    filing('1', Q2, [held('AAA', 1, 1)]),
    filing('2', Q2, [held('AAA', 1, 1)]),
  ];
  const refresh = await refreshOf(TODAY, { fund_filings });
  expect(Object.fromEntries(newestQuarters(refresh))).toEqual({ 1: Q3, 2: Q2 });
  expect(fundBooks(refresh)).toHaveLength(3);
});

it('a CUSIP has the ticker that was last seen', async () => {
  const securities = [
    { cusip: 'A1', ticker: 'NEWQZ', seen_date: '2026-03-01' },
    { cusip: 'A1', ticker: 'OLDQZ', seen_date: '2025-03-01' },
    { cusip: 'B1', ticker: null, seen_date: '2026-03-01' },
  ] as Fact<'securities'>[];
  expect([...statedTickers(await refreshOf(TODAY, { securities }))]).toEqual([['A1', 'NEWQZ']]);
});

describe('how a company ended', () => {
  const announced = { acquirer: 'Big', target: 'AAA Therapeutics', announcedDate: '2026-01-01' };
  const deal = (closedDate: string | null, dealType: string | null = 'acquisition') =>
    ({ ...announced, closedDate, dealType }) as Fact<'deals'>;
  const between = async (
    deals: Fact<'deals'>[],
    delisted_date: string | null = null,
    [after, upTo]: readonly [string, string] = [Q2, Q3],
  ) => {
    const listed = [{ ...companies[0]!, delisted_date }, companies[1]!];
    return endingOf(await refreshOf(TODAY, { companies: listed, deals }), 'AAA', after, upTo);
  };

  it.each([
    ['2026-07-01', 'acquisition', 'acquired'],
    [Q3, 'Merger', 'acquired'],
    [Q2, 'acquisition', null],
    ['2026-10-01', 'acquisition', null],
    ['2026-07-01', 'licensing', null],
    ['2026-07-01', null, null],
    [null, 'acquisition', null],
  ])('by a deal closed on %s of type %s: %s', async (closed, type, ending) => {
    expect(await between([deal(closed, type)])).toBe(ending);
  });

  it.each([
    ['2026-07-01', 'delisted'],
    [Q3, 'delisted'],
    [Q2, null],
    ['2026-10-01', null],
    [null, null],
  ])('by its delisting on %s: %s', async (day, ending) => {
    expect(await between([], day)).toBe(ending);
  });

  it('by no deal in which it buys a company that its name now owns', async () => {
    const listed = [{ ticker: 'AZN', cik: '901832', name: 'AstraZeneca PLC' }];
    const bought = { ...deal('2026-07-15'), acquirer: 'AstraZeneca', target: 'Amolyt Pharma' };
    const fund_filings = [
      filing('1', Q2, [held('AZN', 10, 100), held('AAA', 1, 1)]),
      filing('1', Q3, [held('AAA', 1, 1)]),
    ];
    const refresh = await refreshOf(TODAY, { companies: listed, deals: [bought], fund_filings });
    expect(endingOf(refresh, 'AZN', Q2, Q3)).toBeNull();
    expect(hedgeFundFlows(refresh)).toContainEqual(
      expect.objectContaining({ ticker: 'AZN', closed: 1 }),
    );
  });

  it('by its deal before its delisting', async () => {
    expect(await between([deal('2026-07-01')], '2026-07-02')).toBe('acquired');
  });
});

describe('the specialists of the first quarter', () => {
  it('are those marked in it, as filed by the day of the first book', async () => {
    const one = [held('AAA', 1, 10)];
    const marked = { is_specialist: true };
    const fund_filings = [
      filing('1', Q2, one, marked),
      filing('2', Q2, one),
      filing('3', Q3, one, marked),
      // 14 August 2026 is the filing deadline.
      filing('4', Q2, one, { ...marked, filing_date: '2026-08-15', accession: '4' }),
    ];
    const specialistsOf = async (filings: typeof fund_filings) =>
      specialistFunds(await refreshOf(TODAY, { companies, fund_filings: filings }));
    expect(await specialistsOf(fund_filings)).toEqual(['1']);
    expect(await specialistsOf(fund_filings.slice(2))).toEqual(['3']);
    expect(await specialistsOf([])).toEqual([]);
  });

  it('own so much of a company, by their newest filings', async () => {
    const marked = { is_specialist: true };
    const own = async (...positions: Position[]) => {
      const fund_filings = [
        filing('1', Q2, [held('AAA', 900, 900)], marked),
        filing('1', Q3, positions, marked),
        filing('2', Q3, [held('AAA', 900, 900)]),
      ];
      const facts = { companies, fund_filings, financial_facts: [outstanding] };
      return [...specialistOwnership(await refreshOf(TODAY, facts))];
    };
    expect(await own(held('AAA', 50, 50), held('BBB', 5, 5))).toEqual([['AAA', 5]]);
    expect(await own(held('AAA', 50, 50, { put_call: 'Put' }), held('BBB', 5, 5))).toEqual([
      ['AAA', 0],
    ]);
    expect(await own(held('AAA', 0, 50, { shares: undefined }))).toEqual([]);
  });
});

describe('what funds did', () => {
  const fund_filings = [
    filing('1', Q2, [held('AAA', 100, 1000), held('BBB', 100, 1000)]),
    filing('1', Q3, [held('AAA', 200, 3000), held('BBB', 50, 1000)]),
    filing('2', Q3, [held('AAA', 1, 10)], { filing_date: '2026-11-16' }),
  ];
  const facts = { companies, fund_filings, financial_facts: [outstanding] };

  it('is served with the day of its quarter’s newest filing', async () => {
    const refresh = await refreshOf(TODAY, facts);
    const flow = hedgeFundFlows(refresh).find(
      ({ ticker, report_date }) => ticker === 'AAA' && report_date === Q3,
    );
    expect(flow).toMatchObject({
      funds_holding: 2,
      value_usd: 3010,
      shares: 201,
      ownership_pct: expect.closeTo(20.1, 9),
      as_of: '2026-11-16',
      method: expect.stringMatching(/^fund-flows/),
    });
    const [newest] = hedgeFundSentiment(refresh).filter(
      ({ ticker, quarter }) => ticker === 'AAA' && quarter === '2026Q3',
    );
    // AAA changed by +75 points and BBB by −25: the mean is 25 and the deviation 70.71, so each is
    // one deviation away.
    expect(newest).toMatchObject({
      as_of: '2026-11-16',
      buyers: 1,
      sellers: 0,
      holders: 2,
      components: {
        flow: { value: 75, z: expect.closeTo(Math.SQRT1_2, 4), weight: 0.4 },
        breadth: { value: 0, z: null },
      },
    });
    const list = [...newestSentiments(refresh)];
    expect(list.map(([ticker, { as_of }]) => [ticker, as_of])).toEqual([
      ['AAA', '2026-11-16'],
      ['BBB', '2026-11-16'],
    ]);
    expect(list[0]![1].sentiment_score).toBe(newest!.sentiment_score);
  });

  it('is served for eight quarters, each compared with the one before', async () => {
    const ends = ['03-31', '06-30', '09-30', '12-31'];
    const quarters = ['2024', '2025', '2026'].flatMap((year) =>
      ends.map((end) => `${year}-${end}`),
    );
    const ten = quarters.slice(0, 10).map((report_date, at) =>
      filing('1', report_date, [held('AAA', 100 + 10 * at, 1000), held('BBB', 100, 1000)], {
        filing_date: `${report_date.slice(0, 8)}28`,
        accession: report_date,
      }),
    );
    const refresh = await refreshOf(TODAY, { companies, fund_filings: ten });
    const served = quarters.slice(2, 10);
    const of = (rows: readonly { readonly ticker: string; readonly report_date?: unknown }[]) =>
      rows.filter(({ ticker }) => ticker === 'AAA').map(({ report_date }) => report_date);
    expect(of(hedgeFundFlows(refresh))).toEqual(served);
    const sentiments = hedgeFundSentiment(refresh).filter(({ ticker }) => ticker === 'AAA');
    expect(sentiments).toHaveLength(8);
    expect(sentiments[0]!.change_from_prior).not.toBeNull();
  });

  it('leaves holders, whole, with where they are read', async () => {
    const refresh = await refreshOf(TODAY, facts);
    const [aaa] = holders(refresh).filter(({ cik, ticker }) => cik === '1' && ticker === 'AAA');
    expect(aaa).toEqual({
      ticker: 'AAA',
      holder_name: 'Fund 1',
      cik: '1',
      shares: 200,
      value_usd: 3000,
      portfolio_pct: 75,
      pct_outstanding: 20,
      change_pct: 100,
      report_date: Q3,
      as_of: '2026-11-13',
      flags: [],
      source: 'test',
      source_url: null,
      form: '13F',
      is_activist: null,
      purpose: null,
      transactions: null,
      acquirable_shares: null,
      members: null,
      source_date: '2026-11-13',
      method: expect.stringMatching(/^holders/),
    });
  });
});

describe('a transaction of an insider', () => {
  const trade: Fact<'insider_transactions'> = {
    ticker: 'AAA',
    accession: 'a',
    line: 1,
    owner_name: 'Ada',
    transaction_code: 'P',
    transaction_date: '2026-10-02',
    filing_date: '2026-10-04',
    shares: 10,
    price_usd: 4,
  };
  const rowsOf = async (...trades: Partial<Fact<'insider_transactions'>>[]) => {
    const insider_transactions = trades.map((one, at) => ({ ...trade, line: at + 1, ...one }));
    return [...insiderTransactions(await refreshOf(TODAY, { insider_transactions }))];
  };

  it('is served whole, with what it lacks', async () => {
    expect(await rowsOf({})).toEqual([
      {
        ...trade,
        source: 'test',
        joint_owners: null,
        value_usd: 40,
        is_amendment: null,
        transaction_type: 'Open-market purchase',
        flags: [],
      },
    ]);
    const bare = { shares: null, price_usd: null, transaction_date: '2027-10-02' };
    expect(await rowsOf(bare as Partial<Fact<'insider_transactions'>>)).toMatchObject([
      { value_usd: null, flags: ['shares_missing', 'price_missing', 'date_after_filing'] },
    ]);
    expect(await rowsOf({ transaction_code: null } as never)).toMatchObject([
      { transaction_type: null },
    ]);
  });

  it('that several filed is told once, and what an amendment replaces not at all', async () => {
    const joint = await rowsOf({}, { owner_name: 'Bob' }, { owner_name: 'Ada LP' });
    const [one, ...others] = joint.map(({ owner_name, joint_owners }) => [
      owner_name,
      joint_owners,
    ]);
    expect([one!.flat().toSorted(), others]).toEqual([['Ada', 'Ada LP', 'Bob'], []]);
    const amendment = { is_amendment: true, filing_date: '2026-10-09' };
    const amended = await rowsOf({}, { ...amendment, accession: 'b', shares: 9 });
    expect(amended).toMatchObject([{ shares: 9, is_amendment: true }]);
    // A filing without an owner amends no other filing and is not a joint filing.
    const nobody = { owner_name: null } as never;
    expect(await rowsOf(nobody, { ...amendment, owner_name: null } as never)).toHaveLength(2);
  });

  it('makes months, scores and readings', async () => {
    const buys = ['Ada', 'Bob', 'Cid'].map((owner_name, at) => ({
      ...trade,
      owner_name,
      accession: owner_name,
      line: at,
      shares_owned_after: 20,
      filing_date: `2026-10-0${4 + at}`,
    }));
    const unsized = { ...trade, accession: 'd', line: 9, shares: 0, owner_name: 'Dan' };
    const refresh = await refreshOf(TODAY, { insider_transactions: [...buys, unsized] });
    expect(insiderSummary(refresh)).toMatchObject([
      {
        period: '2026-10',
        buy_value_usd: 120,
        cluster_buy: true,
        flags: [],
        as_of: '2026-10-06',
        method: expect.stringMatching(/^insider/),
      },
    ]);
    expect([...insiderScores(refresh)]).toEqual([
      ['AAA', { insider_score: expect.any(Number), as_of: '2026-10-06' }],
    ]);
    expect(insiderReadingOn(refresh, 'AAA', '2026-12-31')).toEqual({
      net_purchase_ratio: 1,
      cluster_buy: true,
    });
    // 1 January is 91 days after 2 October, the last day on which the cluster counts.
    const clusterOn = (day: string) => insiderReadingOn(refresh, 'AAA', day)!.cluster_buy;
    expect([clusterOn('2027-01-01'), clusterOn('2027-01-02')]).toEqual([true, false]);
    expect(insiderReadingOn(refresh, 'BBB', '2026-12-31')).toBeNull();
  });
});

describe('the issuer of a position', () => {
  const AVICUSIP = '05555A108';
  const namesOf = async (more: object) => {
    const positions = [
      held(null, 100, 1000, { cusip: AVICUSIP, issuer: 'AVIDORA BIOSCIENCES INC' }),
      held(null, 10, 500, { cusip: '777777107', issuer: 'UNLISTED CORP' }),
      held(null, 5, 400, { cusip: '888888108', issuer: 'ATRIORA THERAPEUTICS INC' }),
    ].map((one) => ({ ...one, title_of_class: 'CL A' }));
    const refresh = await refreshOf(TODAY, {
      companies: [{ ticker: 'RNAQZ', name: 'Atriora Therapeutics, Inc.', ...more }],
      securities: [
        { cusip: AVICUSIP, ticker: 'RNAQZ', name: 'AVIDORA BIOSCIENCES', seen_date: '2026-03-31' },
      ],
      fund_filings: [filing('1', Q3, positions)],
    });
    return hedgeFundPositions(refresh).map(({ ticker, company_name, title_of_class, flags }) => [
      ...[ticker, `${company_name} ${title_of_class}`],
      ...flags.filter((flag) => /issuer|ticker/.test(flag)),
    ]);
  };

  it('is the one of the filing if another company has the ticker or none has', async () => {
    expect(await namesOf({})).toEqual([
      ['RNAQZ', 'AVIDORA BIOSCIENCES INC CL A', 'other_issuer'],
      [null, 'UNLISTED CORP CL A', 'no_ticker'],
      ['RNAQZ', 'Atriora Therapeutics, Inc. CL A'],
    ]);
    const renamed = await namesOf({ former_names: ['Avidora Biosciences'] });
    expect(renamed[0]).toEqual(['RNAQZ', 'Atriora Therapeutics, Inc. CL A']);
  });

  it('keeps its ticker in lists until another issuer has it', async () => {
    const seen = (cusip: string, name: string, seen_date: string) => ({
      cusip,
      name,
      seen_date,
      ticker: 'RNAQZ',
    });
    const first = seen(AVICUSIP, 'AVIDORA BIOSCIENCES INC', '2026-03-31');
    const listed = async (...later: readonly [cusip: string, name: string][]) => {
      const after = later.map(([cusip, name]) => seen(cusip, name, '2026-09-30'));
      const refresh = await refreshOf(TODAY, { securities: [first, ...after] });
      return [...statedTickers(refresh).keys()];
    };
    expect(await listed()).toEqual([AVICUSIP]);
    expect(await listed(['888888108', 'ATRIORA INC'])).toEqual(['888888108']);
    // A reverse split gives the same issuer another CUSIP.
    expect(await listed(['111111118', 'AVIDORA INC NEW'])).toHaveLength(2);
    expect(await listed(['05555A207', 'RENAMED INC'])).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import { analystRatings, priceTargets } from '../../../src/derive/market/analysts.ts';
import { companies, companyFields } from '../../../src/derive/market/companies.ts';
import { lastCloses, marketCaps, newestSession } from '../../../src/derive/market/market.ts';
import { movers, news, priceSnapshot } from '../../../src/derive/market/market-signals.ts';
import {
  closeOn,
  closesOf,
  lastBars,
  marketCapOn,
  recentBars,
  sharesOutstandingOn,
} from '../../../src/derive/market/price-history.ts';
import { meanRiskFreeRate, riskFreeRateOn } from '../../../src/derive/market/treasury.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { developer, shareCount, TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const bar = (date: string, close: number, more: Partial<Fact<'prices'>> = {}): Fact<'prices'> => ({
  ticker: 'DEVT',
  date,
  close,
  ...more,
});
const shares = (end: string, value: number) => shareCount('DEVT', value, end);
const of = (ticker: string) => (row: Readonly<Record<string, unknown>>) => row.ticker === ticker;
const named = [{ ticker: 'DEVT', name: 'Developer Therapeutics' }];

describe('a session, whole', () => {
  const prices = [
    bar('2026-11-19', 5),
    bar('2026-11-20', 4, { open: 4.5, high: 6, low: 3, volume: 3000 }),
  ];

  it('of a company', async () => {
    const refresh = await refreshOf(TODAY, {
      companies: named,
      prices,
      financial_facts: [shares('2026-11-01', 50)],
      listings: [
        { ticker: 'DEVT', date: '2026-11-18', market_cap_usd: 190, ipo_year: 2008 },
        { ticker: 'DEVT', date: '2026-11-17', market_cap_usd: 180, ipo_year: 2008 },
      ],
      short_interest: [
        {
          ticker: 'DEVT',
          settlement_date: '2026-10-30',
          short_shares: 900,
          previous_short_shares: 800,
          average_daily_volume: 300,
          days_to_cover: 3,
        },
        { ticker: 'OTCQZ', settlement_date: '2026-10-30', short_shares: 13 },
      ],
    });
    const [priced, other] = asServed('priceSnapshot', priceSnapshot(refresh));
    expect(other).toMatchObject({ ticker: 'OTCQZ', short_shares: 13, flags: ['no_price'] });
    expect(other).toMatchObject({ listed_market_cap_usd: null, list_date: null });
    expect([priced]).toEqual([
      {
        ticker: 'DEVT',
        price_usd: 4,
        previous_close_usd: 5,
        change_pct: -20,
        open_usd: 4.5,
        high_usd: 6,
        low_usd: 3,
        volume: 3000,
        week52_high_usd: 6,
        week52_low_usd: 3,
        market_cap_usd: 200,
        listed_market_cap_usd: 190,
        list_date: '2026-11-18',
        list_source: 'test',
        short_shares: 900,
        previous_short_shares: 800,
        average_daily_volume: 300,
        days_to_cover: 3,
        short_interest_date: '2026-10-30',
        short_interest_published: '2026-11-10',
        short_interest_source: 'test',
        snapshot_at: '2026-11-20',
        flags: ['no_average_volume', 'short_history'],
      },
    ]);
    expect(asServed('movers', movers(refresh))).toEqual([
      {
        ticker: 'DEVT',
        name: 'Developer Therapeutics',
        price_usd: 4,
        change_usd: -1,
        change_pct: -20,
        volume: 3000,
        relative_volume: null,
        market_cap_usd: 200,
        next_catalyst_date: null,
        snapshot_at: '2026-11-20',
        method: 'movers/2',
        as_of: '2026-11-20',
        flags: ['no_average_volume', 'short_history', 'no_catalyst'],
      },
    ]);
  });

  it('of a ticker that nobody lists, and of one that left', async () => {
    const alone = await refreshOf(TODAY, { prices });
    expect(movers(alone)[0]).toMatchObject({ name: null, market_cap_usd: null });
    const left = [{ ...named[0]!, delisted_date: '2026-11-20' }];
    const [row] = priceSnapshot(await refreshOf(TODAY, { companies: left, prices }));
    expect(row!.flags).toEqual([
      ...['no_average_volume', 'no_shares_outstanding', 'short_history', 'delisted'],
    ]);
  });

  it('that moved by less than is shown is no move', async () => {
    // A move of 0.004 % is shown as 0.
    const still = [bar('2026-11-19', 100), bar('2026-11-20', 100.004)];
    expect(movers(await refreshOf(TODAY, { prices: still }))).toEqual([]);
    const moved = [bar('2026-11-19', 100), bar('2026-11-20', 100.006)];
    expect(movers(await refreshOf(TODAY, { prices: moved }))).toHaveLength(1);
  });
});

describe('movers', () => {
  const moves = (ticker: string) => [
    bar('2026-11-19', 1, { ticker }),
    bar('2026-11-20', 2, { ticker }),
  ];
  const moved = async (companies: readonly Fact<'companies'>[], ...tickers: string[]) => {
    const rows = movers(await refreshOf(TODAY, { companies, prices: tickers.flatMap(moves) }));
    return rows.map(({ ticker }) => ticker);
  };

  it('are no warrants, rights and units of a company that is known, and no second class', async () => {
    const own = { name: 'Able View Global Inc.', cik: '1957489' };
    const companies = ['ABLVW', 'ABLV', 'ABLVU', 'ABLVF'].map((ticker) => ({ ...own, ticker }));
    expect(await moved(companies, ...companies.map(({ ticker }) => ticker))).toEqual(['ABLV']);
    // If the share itself did not move, no other value replaces it.
    expect(await moved(companies, 'ABLVW')).toEqual([]);
  });

  it('are companies whose lists state no CIK, and tickers that no list names', async () => {
    const companies = [
      { ticker: 'ONEQZ', name: 'One Bio' },
      { ticker: 'TWOQZ', name: 'Two Bio' },
    ];
    expect(await moved(companies, 'NONEQZ', 'ONEQZ', 'TWOQZ')).toEqual([
      ...['NONEQZ', 'ONEQZ', 'TWOQZ'],
    ]);
  });
});

describe('closes of single days, as the files of fails to deliver have them', () => {
  it('are no move of a day where the trading day before is missing', async () => {
    // From a Friday to the following Thursday is four trading days: 16 against 15.5 is 3.23 %.
    const prices = [bar('2026-10-23', 15.5), bar('2026-10-29', 16)];
    const refresh = await refreshOf(TODAY, { companies: named, prices });
    const [row] = asServed('priceSnapshot', priceSnapshot(refresh));
    expect(row).toMatchObject({
      price_usd: 16,
      snapshot_at: '2026-10-29',
      previous_close_usd: null,
      change_pct: null,
    });
    expect(row!.flags).toContain('no_previous_close');
    expect(movers(refresh)).toEqual([]);
  });

  it.each([
    ['a weekend', '2026-10-23', '2026-10-26'],
    ['a holiday and a weekend', '2026-09-04', '2026-09-08'],
  ])('are a move of a day over %s', async (_, before, date) => {
    const prices = [bar(before, 15.5), bar(date, 16)];
    const refresh = await refreshOf(TODAY, { companies: named, prices });
    expect(asServed('movers', movers(refresh))).toMatchObject([
      { change_usd: 0.5, change_pct: 3.23, snapshot_at: date },
    ]);
    expect(priceSnapshot(refresh)[0]!.flags).not.toContain('no_previous_close');
  });
});

describe('today’s price', () => {
  it('is that of a stock whose last session is at most ten days behind the newest', async () => {
    const refresh = await refreshOf(TODAY, {
      prices: [
        bar('2026-11-20', 1, { ticker: 'NEWQZ' }),
        bar('2026-11-10', 2, { ticker: 'EDGEQ' }),
        bar('2026-11-09', 3, { ticker: 'OLDQZ' }),
      ],
    });
    expect(newestSession(refresh)).toBe('2026-11-20');
    expect([...lastCloses(refresh)]).toEqual([
      ['EDGEQ', { date: '2026-11-10', close: 2 }],
      ['NEWQZ', { date: '2026-11-20', close: 1 }],
    ]);
    const none = await refreshOf(TODAY, {});
    expect([newestSession(none), [...lastCloses(none)]]).toEqual([null, []]);
  });

  it('has a market value if shares are known', async () => {
    const prices = [bar('2026-11-20', 4), bar('2026-11-20', 5, { ticker: 'LONE' })];
    const refresh = await refreshOf(TODAY, { prices, financial_facts: [shares('2026-11-01', 50)] });
    expect([...marketCaps(refresh)]).toEqual([['DEVT', 200]]);
  });
});

describe('prices of a day', () => {
  const prices = [bar('2026-11-02', 8), bar('2026-11-16', 4)];
  const stated = { prices, financial_facts: [shares('2026-11-01', 50)] };

  it('stand for a week, and give the value of then', async () => {
    const refresh = await refreshOf(TODAY, stated);
    const closes = ['2026-11-01', '2026-11-02', '2026-11-09', '2026-11-10', '2026-11-16'].map(
      (day) => closeOn(refresh, 'DEVT', day),
    );
    expect(closes).toEqual([null, 8, 8, null, 4]);
    expect(closeOn(refresh, 'LONE', '2026-11-02')).toBeNull();
    expect(sharesOutstandingOn(refresh, 'DEVT', '2026-11-02')).toBe(50);
    expect(sharesOutstandingOn(refresh, 'DEVT', '2026-10-31')).toBeNull();
    expect(marketCapOn(refresh, 'DEVT', '2026-11-02')).toBe(400);
    expect(marketCapOn(refresh, 'DEVT', '2026-11-10')).toBeNull();
    expect(marketCapOn(refresh, 'LONE', '2026-11-02')).toBeNull();
    const { days, closes: all } = closesOf(refresh, 'DEVT');
    expect([days, Array.from(all)]).toEqual([
      ['2026-11-02', '2026-11-16'],
      [8, 4],
    ]);
    expect(closesOf(refresh, 'LONE')).toEqual({ days: [], closes: [] });
    expect([...lastBars(refresh)]).toEqual([
      ['DEVT', { date: '2026-11-16', close: 4, source: 'test' }],
    ]);
  });

  it('as traded are divided by the splits since, volumes multiplied', async () => {
    const prices = { open: 6, high: 10, low: 4, volume: 300 };
    const traded = bar('2026-11-02', 8, { ...prices, as_traded: true });
    const unknown = bar('2026-11-03', 8, { as_traded: true });
    const splits = [{ ticker: 'DEVT', date: '2026-11-10', numerator: 2, denominator: 1 }];
    const financial_facts = [shares('2026-11-01', 50)];
    const refresh = await refreshOf(TODAY, {
      splits,
      financial_facts,
      prices: [traded, unknown, bar('2026-11-16', 4)],
    });
    const closed = { open: null, high: null, low: null, close: 4, volume: null, source: 'test' };
    expect(recentBars(refresh).get('DEVT')).toEqual([
      { date: '2026-11-02', open: 3, high: 5, low: 2, close: 4, volume: 600, source: 'test' },
      { date: '2026-11-03', ...closed },
      { date: '2026-11-16', ...closed },
    ]);
    expect(Array.from(closesOf(refresh, 'DEVT').closes)).toEqual([4, 4, 4]);
    // 50 shares before the split are 100 current shares, at 4 each.
    expect(sharesOutstandingOn(refresh, 'DEVT', '2026-11-02')).toBe(50);
    expect(marketCapOn(refresh, 'DEVT', '2026-11-02')).toBe(400);
    expect(marketCapOn(refresh, 'DEVT', '2026-11-16')).toBe(400);
    expect(recentBars(refresh).get('LONE')).toBeUndefined();
    expect([...recentBars(refresh).keys()]).toEqual(['DEVT']);
  });
});

it('the rate of bills of a day is the newest by then, of a period the mean', async () => {
  const rate = (date: string, rate_pct: number) => ({ date, rate_pct });
  const treasury_rates = [rate('2026-03-01', 5), rate('2026-01-01', 3), rate('2026-02-01', 4)];
  const refresh = await refreshOf(TODAY, { treasury_rates });
  const days = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01'];
  expect(days.map((day) => riskFreeRateOn(refresh, day))).toEqual([null, 0.03, 0.04, 0.05]);
  const means = [
    ['2026-01-15', '2026-02-15', 0.035],
    ['2026-02-01', '2026-03-01', 0.045],
    ['2025-01-01', '2026-01-31', 0.03],
    ['2026-03-02', '2026-04-01', 0.05],
    ['2025-01-01', '2025-12-31', null],
  ] as const;
  for (const [from, to, mean] of means) {
    const found = meanRiskFreeRate(refresh, from, to);
    if (mean === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(mean, 12);
  }
});

it('an announced committee meeting is a text, so that its words are found', async () => {
  const meeting = {
    meeting_id: '2026-1',
    committee: 'Vaccines Committee',
    title: 'Notice of Meeting',
    discusses: 'Influenza strains.',
    published_date: '2026-09-09',
    start_date: '2026-10-09',
    source_url: 'https://register.example/1',
    end_date: '2026-10-10',
    hours: '8 a.m. to noon',
  };
  const summary = 'Meeting: 2026-10-09 to 2026-10-10, 8 a.m. to noon; Influenza strains.';
  const rows = [...news(await refreshOf(TODAY, { advisory_meetings: [meeting] }))];
  expect(rows).toEqual([
    expect.objectContaining({
      id: '2026-1',
      title: 'Notice of Meeting',
      summary,
      tickers: [],
      published_at: '2026-09-09',
      source_url: 'https://register.example/1',
      wording: ' notice of meeting vaccines committee influenza strains',
    }),
  ]);
});

it('an imported text without form and URL is named by its company, or else by its title', async () => {
  const source = 'press-releases';
  const text = (id: string, more = {}) => ({ id, title: `Title ${id}`, source, ...more });
  const refresh = await refreshOf(TODAY, {
    companies: named,
    news: [
      text('a', { tickers: ['DEVT'] }),
      text('b', { issuer_name: 'Abacus Labs' }),
      text('c'),
      text('d', { tickers: ['DEVT'], form: '8-K' }),
    ],
  });
  const sources = [...news(refresh)].map(({ source }) => source);
  expect(sources.sort()).toEqual([
    'SEC 8-K',
    'Title c',
    'text about Abacus Labs',
    'text about DEVT',
  ]);
});

it('a headline is served completely, with missing fields as null', async () => {
  const bare = {
    source: 'test',
    source_url: null,
    summary: null,
    category: null,
    is_major: null,
    published_at: null,
    source_date: null,
    company_name: null,
    drugs: null,
  };
  const full: Fact<'news'> = {
    id: 'a',
    title: 'Developer Therapeutics wins',
    tickers: ['DEVT'],
    summary: 'In short.',
    source: 'The Paper',
    source_url: 'https://paper.example/a',
    category: 'fda',
    is_major: true,
    published_at: '2026-11-20T08:00:00Z',
  };
  const shown = { ...full, source_date: '2026-11-20', company_name: null, drugs: null };
  const refresh = await refreshOf(TODAY, {
    companies: named,
    news: [
      full,
      { id: 'b', title: 'Other', summary: 'Shares of Developer (Nasdaq: DEVT) rose.' },
      // Another record of the same page, and one of the same title and day.
      { id: 'c', title: 'Wins', source_url: full.source_url },
      { id: 'd', title: full.title, published_at: '2026-11-20', drugs: ['Zorbamab'] },
      // A text of its own under the same title.
      { ...full, id: 'g', source_url: 'https://paper.example/g', summary: 'More.' },
      // The record without a text comes first: the text is still served.
      { id: 'h', title: 'Twice', published_at: '2026-11-20' },
      { id: 'i', title: 'Twice', published_at: '2026-11-20', summary: 'Whole.' },
      { id: 'e', title: 'Third', issuer_name: 'Abacus Labs', drugs: ['Zorbamab'], form: '8-K' },
    ],
  });
  const all = [...news(refresh)].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(all.filter(({ title }) => title === 'Twice').map(({ id }) => id)).toEqual(['h', 'i']);
  const rows = all.filter(({ title }) => title !== 'Twice');
  expect(rows).toEqual([
    {
      ...shown,
      wording: ' developer therapeutics wins in short devt',
    },
    {
      ...bare,
      id: 'b',
      title: 'Other',
      tickers: ['DEVT'],
      summary: 'Shares of Developer (Nasdaq: DEVT) rose.',
      wording: ' other shares of developer nasdaq devt rose',
    },
    {
      ...bare,
      id: 'e',
      title: 'Third',
      tickers: [],
      company_name: 'Abacus Labs',
      drugs: ['Zorbamab'],
      wording: ' third abacus labs zorbamab',
    },
    {
      ...shown,
      id: 'g',
      source_url: 'https://paper.example/g',
      summary: 'More.',
      wording: ' developer therapeutics wins more devt',
    },
  ]);
});

it('what brokers say of a company, whole', async () => {
  const target = { date: '2026-11-02', firm: 'One', rating: 'Buy', price_target_usd: 30 };
  const refresh = await refreshOf(TODAY, {
    prices: [bar('2026-11-20', 20)],
    analyst_ratings: [
      { ticker: 'DEVT', ...target },
      { ticker: 'LONE', date: '2026-11-02', firm: 'One', rating: 'Suspended' },
    ],
  });
  const targets = priceTargets(refresh).toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1));
  expect(targets).toMatchObject([
    {
      ticker: 'DEVT',
      consensus_rating: 'moderate_buy',
      analysts: 1,
      target_mean_usd: 30,
      price_usd: 20,
      upside_pct: 50,
      as_of: '2026-11-20',
      flags: [],
      method: expect.stringMatching(/^analyst/),
    },
    {
      ticker: 'LONE',
      consensus_rating: null,
      as_of: null,
      price_usd: null,
      flags: ['no_ratings', 'no_targets', 'no_price', 'unrecognised_rating'],
    },
  ]);
  const dated = { date: '2026-11-02', target_high_usd: 60, target_low_usd: 30 };
  const stated = await refreshOf(TODAY, {
    prices: [bar('2026-11-20', 20)],
    analyst_ratings: [{ ticker: 'LONE', date: '2026-11-02', firm: 'One', price_target_usd: 8 }],
    price_target_consensus: [
      { ticker: 'DEVT', ...dated, target_mean_usd: 45, target_median_usd: 44 },
      // The target of a firm precedes the consensus, and a consensus of a year ago is no current one.
      { ticker: 'LONE', ...dated, target_mean_usd: 45 },
      { ticker: 'PAST', ...dated, date: '2025-11-02', target_mean_usd: 45 },
    ],
  });
  expect(priceTargets(stated).toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))).toMatchObject([
    {
      ticker: 'DEVT',
      target_high_usd: 60,
      target_low_usd: 30,
      target_mean_usd: 45,
      target_median_usd: 44,
      upside_pct: 125,
      flags: ['no_ratings', 'vendor_consensus'],
    },
    { ticker: 'LONE', target_mean_usd: 8, flags: ['no_ratings', 'no_price'] },
  ]);
  const worthless = await refreshOf(TODAY, {
    prices: [bar('2026-11-20', 0)],
    analyst_ratings: [{ ticker: 'DEVT', ...target }],
  });
  expect(analystRatings(worthless)).toMatchObject([{ upside_pct: null, flags: ['no_price'] }]);
});

describe('a company, whole', () => {
  it('with all that is known of it', async () => {
    const known = {
      ticker: 'DEVT',
      name: 'Developer Therapeutics',
      cik: '1',
      sector: 'Healthcare',
      industry: 'Biotechnology',
      exchange: 'Nasdaq',
      country: 'US',
      description: 'Develops.',
      website: 'https://devt.example',
      fiscal_year_end: '06-30',
      state_of_incorporation: 'DE',
      source_url: 'https://list.example',
      former_names: ['Old Dev'],
    };
    const settled = { ticker: 'DEVT', settlement_date: '2026-10-30', float_shares: 40e6 };
    const refresh = await refreshOf(TODAY, developer, {
      companies: [known],
      financial_facts: [
        ...(developer.financial_facts ?? []),
        {
          ticker: 'DEVT',
          tag: 'EntityPublicFloat',
          taxonomy: 'dei',
          unit: 'USD',
          end: '2026-06-30',
          value: 150e6,
          form: '10-K',
          filed: '2026-08-30',
        },
      ],
      short_interest: [{ ...settled, short_shares: 3e6, previous_short_shares: 2e6 }],
      listings: [{ ticker: 'DEVT', date: '2026-11-18', market_cap_usd: 190e6, ipo_year: 2008 }],
      option_chains: [{ ticker: 'DEVT', date: '2026-11-20', contracts: [] }],
      programs: [{ ticker: 'DEVT', drug_name: 'devtinib', indication: 'B', phase: 'Phase 3' }],
      insider_transactions: [],
    });
    expect(companies(refresh).find(of('DEVT'))).toEqual({
      ...known,
      former_names: ['Old Dev'],
      delisted_date: null,
      public_float_usd: 150e6,
      public_float_date: '2026-06-30',
      previous_short_shares: 2e6,
      market_cap_usd: 200e6,
      listed_market_cap_usd: 190e6,
      ipo_year: 2008,
      list_date: '2026-11-18',
      list_source: 'test',
      price_usd: 4,
      price_date: '2026-11-20',
      has_options: true,
      next_catalyst: 'Phase 2 Readout: devtinib',
      next_catalyst_date: '2027-03-01',
      shares_outstanding: 50e6,
      float_shares: 40e6,
      short_interest_date: '2026-10-30',
      short_interest_published: '2026-11-10',
      short_interest_source: 'test',
      short_shares: 3e6,
      days_to_cover: null,
      runway_months: 40 / 3,
      programs_count: 1,
      lead_drug: 'devtinib',
      Monthly_Burn_Rate: 9e6,
      Cash_and_Cash_Equivalents: 100e6,
      Short_percent_of_Float: 7.5,
      avgInsiderTransactions: null,
      Industry: 'Biotechnology',
      source: 'test',
      source_date: null,
      flags: ['no_insider_filings', 'debt_due_12m_subtracted', 'no_capex'],
    });
  });

  it.each([
    [{ short_shares: 1, float_shares: 4 }, 25, []],
    [{ short_shares: 0, float_shares: 4 }, 0, []],
    [{ short_shares: 1, float_shares: 0 }, null, ['no_float']],
    [{ short_shares: 1 }, null, ['no_float']],
    [{ float_shares: 4 }, null, []],
  ])('with short interest %j: %s %%', async (shorted, percent, flags) => {
    const settled = { ticker: 'DEVT', settlement_date: '2026-10-30', ...shorted };
    const refresh = await refreshOf(TODAY, developer, { short_interest: [settled as never] });
    expect(companyFields(refresh).get('DEVT')!.Short_percent_of_Float).toBe(percent);
    const found = companies(refresh).find(of('DEVT'))!.flags;
    expect(found.filter((flag) => flag === 'no_float')).toEqual(flags);
    expect(found).not.toContain('no_short_interest');
  });

  it('with only an old short interest states it with its day, and no percentage', async () => {
    const shares = { short_shares: 30, previous_short_shares: 20, days_to_cover: 3.8 };
    const settled = { ticker: 'DEVT', settlement_date: '2021-07-15', ...shares };
    const refresh = await refreshOf(TODAY, developer, { short_interest: [settled as never] });
    const row = companies(refresh).find(of('DEVT'))!;
    expect(row).toMatchObject({
      short_interest_date: '2021-07-15',
      short_interest_published: '2021-07-26',
      ...shares,
      Short_percent_of_Float: null,
    });
    expect(row.flags).toContain('old_short_interest');
    expect(row.flags).not.toContain('no_short_interest');
  });

  it('of which nobody looked for options says nothing of them', async () => {
    const row = companies(await refreshOf(TODAY, developer)).find(of('DEVT'));
    expect(row).toMatchObject({ has_options: null });
    expect(row!.flags).toContain('no_options');
  });
});

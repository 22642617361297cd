import { describe, expect, it } from 'vitest';
import {
  hedgeFundFlows,
  hedgeFundPositions,
  hedgeFundSentiment,
  hedgeFunds,
} from '../../../src/derive/ownership/funds.ts';
import { holders } from '../../../src/derive/ownership/holders.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { shareCount } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const [Q1, Q2, Q3] = ['2026-03-31', '2026-06-30', '2026-09-30'] as const;

type Report = Fact<'holdings_reports'>;

/** Builds an index fund report with shares and value by CUSIP. */
function report(
  report_date: string,
  filing_date: string,
  rows: Readonly<Record<string, readonly [shares: number | null, value: number]>>,
  more: Partial<Report> = {},
): Report {
  return {
    accession: `${more.cik ?? '9'}-${filing_date}`,
    cik: '9',
    fund_name: 'Crete Index Trust',
    report_date,
    filing_date,
    form: '13F-HR',
    positions: {
      cusip: Object.keys(rows),
      shares: Object.values(rows).map(([shares]) => shares),
      value: Object.values(rows).map(([, value]) => value),
    },
    table_value_total: 1e9,
    source_url: `https://filings.example/${filing_date}`,
    ...more,
  };
}

const restated = (rows: Parameters<typeof report>[2], day = '2026-11-16') =>
  report(Q3, day, rows, { form: '13F-HR/A', amendment_type: 'RESTATEMENT' });

function whole(report_date: string, filing_date: string, shares: number, cik = '1') {
  const row = { cusip: 'A1', ticker: 'AAAQZ', shares, value: shares * 10, share_type: 'SH' };
  return {
    accession: `${cik}-${filing_date}`,
    cik,
    fund_name: `Fund ${cik}`,
    form: '13F-HR',
    report_date,
    filing_date,
    positions: [row],
  };
}

/**
 * The price is $10 a share, and AAAQZ has 10 M shares. The CUSIP `C1` belongs to no known company.
 */
const market: FactsByKind = {
  companies: ['AAAQZ', 'BBBQZ'].map((ticker) => ({ ticker, name: `${ticker} Inc` })),
  prices: ['AAAQZ', 'BBBQZ'].flatMap((ticker) =>
    [Q1, Q2, Q3].map((date) => ({ ticker, date, close: 10 })),
  ),
  securities: [
    { cusip: 'A1', ticker: 'AAAQZ', seen_date: Q2 },
    { cusip: 'B1', ticker: 'BBBQZ', seen_date: Q2 },
  ],
  financial_facts: [shareCount('AAAQZ', 10_000_000, Q2, '2026-07-30')],
};

const before = report(Q2, '2026-08-12', { A1: [100_000, 1_000_000], B1: [50_000, 500_000] });
const after = report(Q3, '2026-11-12', { A1: [150_000, 1_500_000], C1: [7, 70] });

const refreshed = (...facts: FactsByKind[]) => refreshOf(TODAY, market, ...facts);
const holdersOf = async (...facts: FactsByKind[]) =>
  asServed('holders', holders(await refreshed(...facts)));
const briefly = async (...holdings_reports: Report[]) => {
  const rows = await holdersOf({ holdings_reports });
  return rows.map(({ ticker, shares, change_pct }) => [ticker, shares, change_pct]);
};

describe('a filer of which a part is known', () => {
  it('is a holder, at its weight in the whole table', async () => {
    // 150,000 of 10 M shares are 1.5 %. $1.5 M of $1,000 M is 0.15 %. The holding grew by half
    // since June.
    expect(await holdersOf({ holdings_reports: [before, after] })).toEqual([
      expect.objectContaining({
        ticker: 'AAAQZ',
        holder_name: 'Crete Index Trust',
        shares: 150_000,
        value_usd: 1_500_000,
        portfolio_pct: 0.15,
        pct_outstanding: 1.5,
        change_pct: 50,
        report_date: Q3,
        as_of: '2026-11-12',
        flags: ['known_in_part'],
        source: 'test',
        source_url: 'https://filings.example/2026-11-12',
      }),
    ]);
  });

  it('counts in no record of hedge funds', async () => {
    const own = { fund_filings: [whole(Q2, '2026-08-14', 1_000), whole(Q3, '2026-11-13', 2_000)] };
    const [without, with_] = await Promise.all([
      refreshed(own),
      refreshed(own, { holdings_reports: [before, after] }),
    ]);
    for (const rows of [hedgeFunds, hedgeFundPositions, hedgeFundFlows, hedgeFundSentiment]) {
      expect(rows(without).length).toBeGreaterThan(0);
      expect(rows(with_)).toEqual(rows(without));
    }
    expect(holders(with_).map(({ cik }) => cik)).toEqual(['1', '9']);
  });

  it('reports thousands where the prices say so, of its rows and of its table', async () => {
    // Reported after filings changed to dollars: 1,500 for 150,000 shares at $10 must be thousands,
    // and so must 1,000,000.
    const odd = report(Q3, '2026-11-12', { A1: [150_000, 1_500] }, { table_value_total: 1e6 });
    expect((await holdersOf({ holdings_reports: [odd] }))[0]).toMatchObject({
      value_usd: 1_500_000,
      portfolio_pct: 0.15,
    });
  });

  it.each([
    ['nothing', undefined],
    ['less than the rows that are known', 1_000_000],
  ])('has no weight where its cover states %s', async (_, table_value_total) => {
    const { table_value_total: _none, ...rest } = after;
    const odd = table_value_total === undefined ? rest : { ...rest, table_value_total };
    const [found] = await holdersOf({ holdings_reports: [odd] });
    expect(found).toMatchObject({ shares: 150_000, portfolio_pct: null });
    expect(found?.flags).toContain('no_portfolio_value');
  });

  it('is seen through a split, and through its new CUSIP', async () => {
    // A 1-for-10 reverse split in August: 100,000 shares become 10,000, and 15,000 are half as many
    // more.
    const later = report(Q3, '2026-11-12', { A2: [15_000, 150_000] });
    const facts = {
      holdings_reports: [before, later],
      securities: [{ cusip: 'A2', ticker: 'AAAQZ', seen_date: Q3 }],
      splits: [{ ticker: 'AAAQZ', date: '2026-08-20', numerator: 1, denominator: 10 }],
    };
    expect((await holdersOf(facts)).map(({ change_pct }) => change_pct)).toEqual([50]);
    // Two CUSIPs in one report are two securities, and each has its own change.
    const both = report(Q3, '2026-11-12', { A1: [1, 10], A2: [15_000, 150_000] });
    const apart = await holdersOf({ ...facts, holdings_reports: [before, both] });
    expect(apart.map(({ shares }) => shares)).toEqual([1, 15_000]);
    expect(apart[0]?.flags).toContain('one_of_several_classes');
    expect(apart[1]?.flags).toContain('new_position');
  });
});

describe('amendments', () => {
  it('a restatement replaces, also what it no longer lists', async () => {
    expect(await briefly(before, after, restated({ B1: [60_000, 600_000] }))).toEqual([
      ['BBBQZ', 60_000, 20],
    ]);
    expect(await briefly(before, after, restated({}))).toEqual([]);
  });

  it('new holdings add, to rows and to the table', async () => {
    const addition = { form: '13F-HR/A', amendment_type: 'NEW HOLDINGS', table_value_total: 5e8 };
    const added = report(Q3, '2026-11-17', { B1: [50_000, 500_000] }, addition);
    const found = await holdersOf({ holdings_reports: [added, before, after] });
    // Of $1,500 M, 1.5 are 0.1 % and 0.5 are 0.0333 %.
    expect(found.map(({ ticker, portfolio_pct }) => [ticker, portfolio_pct])).toEqual([
      ['AAAQZ', 0.1],
      ['BBBQZ', 0.0333],
    ]);
    // An addition without the original report does not make a book.
    expect(await briefly(added)).toEqual([]);
  });

  it('a notice says that others report what the filer held', async () => {
    const notice = report(Q3, '2026-11-12', {}, { form: '13F-NT' });
    expect(await briefly(before)).toHaveLength(2);
    expect(await briefly(before, notice)).toEqual([]);
  });
});

describe('a filer that the store knows whole', () => {
  const own = [whole(Q2, '2026-08-14', 1_000, '9'), whole(Q3, '2026-11-13', 2_000, '9')];

  it('is read from its own filings', async () => {
    const facts = { fund_filings: own, holdings_reports: [before, after] };
    expect(await holdersOf(facts)).toEqual([
      expect.objectContaining({ shares: 2_000, change_pct: 100, portfolio_pct: 100, flags: [] }),
    ]);
  });

  it('is read in part of a later quarter alone, and compared to what was whole', async () => {
    const facts = { fund_filings: own.slice(0, 1), holdings_reports: [before, after] };
    expect(await holdersOf(facts)).toEqual([
      expect.objectContaining({ shares: 150_000, change_pct: 14_900, flags: ['known_in_part'] }),
    ]);
  });
});

it('who last reported two quarters before the newest of all filers is no holder', async () => {
  const old = { ...report(Q1, '2026-05-12', { A1: [5, 50] }, { cik: '8' }) };
  expect(await briefly(old, before, after)).toHaveLength(1);
  const facts = { fund_filings: [whole(Q1, '2026-05-12', 5)], holdings_reports: [after] };
  expect(await holdersOf(facts)).toHaveLength(1);
});

type Stake = Fact<'large_stakes'>;

function stake(
  event_date: string,
  persons: readonly (readonly [name: string, shares: number | null, percent: number | null])[],
  more: Partial<Stake> = {},
): Stake {
  return {
    ticker: 'AAAQZ',
    cik: '7',
    filer_cik: '1',
    form: 'SCHEDULE 13G',
    amendment: 0,
    event_date,
    filing_date: event_date,
    security_title: 'Common Stock',
    persons: persons.map(([name, shares, percent]) => ({ name, shares, percent, types: ['IA'] })),
    source_url: `https://filings.example/${event_date}`,
    ...more,
  };
}

/** A 13F of September in which the fund holds 100 shares at $10. */
const fund: FactsByKind = {
  companies: [{ ticker: 'AAAQZ', name: 'AAAQZ Inc' }],
  prices: [{ ticker: 'AAAQZ', date: '2026-10-30', close: 12 }],
  fund_filings: [{ ...whole(Q3, '2026-11-12', 100), fund_name: 'CRETE CAPITAL LP' }],
};

const rowsOf = async (...large_stakes: Stake[]) => {
  const refresh = await refreshOf(TODAY, fund, { large_stakes });
  const isStake = ({ form }: { readonly form?: unknown }) => form !== '13F';
  return {
    holders: asServed('holders', holders(refresh)).filter(isStake),
    positions: asServed('hedgeFundPositions', hedgeFundPositions(refresh)).filter(isStake),
  };
};
const stakesOf = async (...stakes: Stake[]) => {
  const { holders } = await rowsOf(...stakes);
  return holders.map((row) => [row.holder_name, row.shares, row.pct_outstanding]);
};

describe('a stake above 5 %', () => {
  it('names who can vote and sell the shares', async () => {
    const report = stake('2026-11-02', [['Crete Capital, L.P.', 6_000_000, 11.9]]);
    const [person] = report.persons!;
    const held = (powers: object) =>
      rowsOf({ ...report, persons: [{ ...person!, ...powers }] } as Stake);
    const voting = { sole_voting: 0, shared_voting: 6_000_000 };
    const same = await held({ ...voting, sole_dispositive: 0, shared_dispositive: 6_000_000 });
    expect(same.holders[0]?.members).toEqual([
      'Crete Capital, L.P.: 6,000,000 shares (11.9 %), voting: 0 sole, 6,000,000 shared',
    ]);
    const votes = await held(voting);
    expect(votes.holders[0]?.members).toEqual(same.holders[0]?.members);
    const other = await held({ ...voting, sole_dispositive: 6_000_000 });
    expect(other.holders[0]?.members).toEqual([
      'Crete Capital, L.P.: 6,000,000 shares (11.9 %), voting: 0 sole, 6,000,000 shared, dispositive: 6,000,000 sole',
    ]);
  });

  it('is a row of its own, dated by its event, beside the 13F of its fund', async () => {
    // 6,000,000 shares at the close of $12 on the last trading day before the event.
    const group = stake('2026-11-02', [
      ['Crete Capital, L.P.', 6_000_000, 11.9],
      ['Crete GP LLC', 6_000_000, 11.9],
    ]);
    const { holders: held, positions } = await rowsOf(group);
    const shared = {
      ticker: 'AAAQZ',
      shares: 6_000_000,
      value_usd: 72_000_000,
      form: 'SCHEDULE 13G',
      report_date: '2026-11-02',
      as_of: '2026-11-02',
      is_activist: false,
      purpose: null,
      flags: ['beneficial_ownership'],
    };
    expect(held).toEqual([
      expect.objectContaining({
        ...shared,
        holder_name: 'CRETE CAPITAL LP',
        pct_outstanding: 11.9,
        change_pct: null,
        source: 'test',
        members: [
          'Crete Capital, L.P.: 6,000,000 shares (11.9 %)',
          'Crete GP LLC: 6,000,000 shares (11.9 %)',
        ],
        source_url: 'https://filings.example/2026-11-02',
      }),
    ]);
    expect(positions).toEqual([
      expect.objectContaining({ ...shared, fund_name: 'CRETE CAPITAL LP', cik: '1', action: null }),
    ]);
  });

  it('of no fund is a holder only, and one of an earlier quarter than the 13F is neither', async () => {
    const founder = stake('2025-01-05', [['Jo Founder', 10, 7]], { filer_cik: '2' });
    const old = stake('2026-09-30', [['Crete Capital LP', 10, 7]]);
    const { holders: held, positions } = await rowsOf(founder, old);
    expect(held.map((row) => [row.holder_name, row.flags])).toEqual([
      ['Jo Founder', ['beneficial_ownership', 'no_price']],
    ]);
    expect(positions).toEqual([]);
  });

  it('has a value at a close that is adjusted for later splits', async () => {
    // After a 1-for-10 reverse split, 1,000 shares are 100, at the adjusted close of $12.
    const splits = [{ ticker: 'AAAQZ', date: '2026-11-10', numerator: 1, denominator: 10 }];
    const large_stakes = [stake('2026-11-02', [['A', 1000, 9]], { filer_cik: '3' })];
    const refresh = await refreshOf(TODAY, fund, { large_stakes, splits });
    const row = holders(refresh).find(({ form }) => form !== '13F');
    expect(row).toMatchObject({ shares: 1000, value_usd: 1200 });
  });

  it('of members with different numbers is the largest, never the sum', async () => {
    const [lp, owner] = [['LP', 2_100_000, 8.5] as const, ['Owner', 2_435_000, 9.9] as const];
    const differing = stake('2026-11-02', [lp, owner], { filer_cik: '3' });
    const [row] = (await rowsOf(differing)).holders;
    expect(row).toMatchObject({ holder_name: 'Owner', shares: 2_435_000, pct_outstanding: 9.9 });
    expect(row?.flags).toContain('members_differ');
  });

  it('of another class than common stock is none', async () => {
    const other = stake('2026-11-02', [['A', 5, 9]], { security_title: 'Warrants' });
    expect(await stakesOf(other)).toEqual([]);
  });
});

describe('a later report', () => {
  const first = stake('2026-10-05', [['Melos', 500, 9]], {
    form: 'SCHEDULE 13D',
    filer_cik: '4',
    purpose: 'To seek a sale.',
  });
  const amended = (persons: Parameters<typeof stake>[1], more: Partial<Stake> = {}) =>
    stake('2026-10-20', persons, { form: 'SCHEDULE 13D/A', amendment: 1, filer_cik: '4', ...more });

  it('replaces the one before in any order, and another filer of the same holder too', async () => {
    const later = amended([['Melos', 300, 6]]);
    expect(await stakesOf(first, later)).toEqual([['Melos', 300, 6]]);
    expect(await stakesOf(later, first)).toEqual([['Melos', 300, 6]]);
    expect(await stakesOf(first, { ...later, filer_cik: '5' })).toEqual([['Melos', 300, 6]]);
    expect(await stakesOf(first, amended([['Other', 300, 6]], { filer_cik: '5' }))).toHaveLength(2);
  });

  it('without numbers keeps those of the one before, and without a purpose keeps that', async () => {
    const { holders: held } = await rowsOf(first, amended([['Melos', null, null]]));
    expect(held).toEqual([
      expect.objectContaining({
        shares: 500,
        pct_outstanding: 9,
        purpose: 'To seek a sale.',
        is_activist: true,
        form: 'SCHEDULE 13D/A',
        report_date: '2026-10-20',
      }),
    ]);
  });

  it('of 5 % or less is flagged; a sale of all is an exit and no holder', async () => {
    const [row] = (await rowsOf(first, amended([['Melos', 100, 4.9]]))).holders;
    expect(row?.flags).toContain('at_most_5_pct');
    const sold = stake('2026-11-03', [['Crete Capital LP', 0, 0]], { is_exit: true });
    const { holders: held, positions } = await rowsOf(sold);
    expect(held).toEqual([]);
    expect(positions).toEqual([
      expect.objectContaining({
        shares: 0,
        action: 'exit',
        flags: ['beneficial_ownership', 'at_most_5_pct'],
      }),
    ]);
  });
});

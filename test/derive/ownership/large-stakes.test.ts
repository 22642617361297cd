import { describe, expect, it } from 'vitest';
import { hedgeFundPositions } from '../../../src/derive/ownership/funds.ts';
import { holders } from '../../../src/derive/ownership/holders.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
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
const market: FactsByKind = {
  companies: [{ ticker: 'AAAQZ', name: 'AAAQZ Inc' }],
  prices: [{ ticker: 'AAAQZ', date: '2026-10-30', close: 12 }],
  fund_filings: [
    {
      accession: 'f',
      cik: '1',
      fund_name: 'CRETE CAPITAL LP',
      form: '13F-HR',
      report_date: '2026-09-30',
      filing_date: '2026-11-12',
      positions: [{ cusip: 'A1', ticker: 'AAAQZ', shares: 100, value: 1000, share_type: 'SH' }],
    },
  ],
};

const rowsOf = async (...large_stakes: Stake[]) => {
  const refresh = await refreshOf(TODAY, market, { large_stakes });
  const isStake = ({ form }: { readonly form?: unknown }) => form !== '13F';
  return {
    holders: asServed('holders', holders(refresh)).filter(isStake),
    positions: asServed('hedgeFundPositions', hedgeFundPositions(refresh)).filter(isStake),
  };
};
const briefly = async (...stakes: Stake[]) => {
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
    const refresh = await refreshOf(TODAY, market, { large_stakes, splits });
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
    expect(await briefly(other)).toEqual([]);
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
    expect(await briefly(first, later)).toEqual([['Melos', 300, 6]]);
    expect(await briefly(later, first)).toEqual([['Melos', 300, 6]]);
    expect(await briefly(first, { ...later, filer_cik: '5' })).toEqual([['Melos', 300, 6]]);
    expect(await briefly(first, amended([['Other', 300, 6]], { filer_cik: '5' }))).toHaveLength(2);
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

import { describe, expect, it } from 'vitest';
import { companies, companyFields } from '../../../src/derive/market/companies.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { developer, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const of = (ticker: string) => (row: Readonly<Record<string, unknown>>) => row.ticker === ticker;

const trade = (line: number, code: string, date: string): Fact<'insider_transactions'> => ({
  ticker: 'DEVT',
  accession: `0000000001-${date}`,
  line,
  owner_name: 'Ada Officer',
  transaction_code: code,
  transaction_date: date,
  filing_date: date,
  shares: 100 * line,
  price_usd: 4,
});

const market: FactsByKind = {
  short_interest: [
    { ticker: 'DEVT', settlement_date: '2026-10-15', short_shares: 1, float_shares: 40e6 },
    { ticker: 'DEVT', settlement_date: '2026-10-30', short_shares: 3e6, float_shares: 40e6 },
  ],
  insider_transactions: [
    trade(1, 'P', '2026-10-02'),
    trade(2, 'S', '2026-02-03'),
    trade(3, 'S', '2026-01-04'),
    // A grant, and a purchase of more than a year ago.
    trade(4, 'A', '2026-10-02'),
    trade(5, 'P', '2025-11-20'),
  ],
  option_chains: [{ ticker: 'DEVT', date: '2026-11-20', contracts: [] }],
  programs: [
    { ticker: 'DEVT', drug_name: 'earlystat', indication: 'A', phase: 'Phase 1' },
    { ticker: 'DEVT', drug_name: 'devtinib', indication: 'B', phase: 'Phase 3' },
    { ticker: 'DEVT', drug_name: 'gone', indication: 'C', phase: 'Phase 3', status: 'Terminated' },
  ],
};

describe('companyFields', () => {
  const unknown = {
    Monthly_Burn_Rate: null,
    Cash_and_Cash_Equivalents: null,
    Short_percent_of_Float: null,
  };

  it('are the figures of the filings, the exchange and the insiders', async () => {
    const fields = companyFields(await refreshOf(TODAY, developer, market));
    // 3 / 40 = 7.5 %; three trades in twelve months are 0.25 a month.
    expect(fields.get('DEVT')).toEqual({
      Monthly_Burn_Rate: 9e6,
      Cash_and_Cash_Equivalents: 100e6,
      Short_percent_of_Float: 7.5,
      avgInsiderTransactions: 0.25,
      Industry: 'Biotechnology',
    });
    expect(fields.get('QUIT')).toEqual({
      ...unknown,
      avgInsiderTransactions: null,
      Industry: null,
    });
  });

  it('are null once the filing or the settlement is old', async () => {
    const fields = companyFields(await refreshOf('2027-08-01', developer, market));
    expect(fields.get('DEVT')).toMatchObject(unknown);
  });
});

describe('companies', () => {
  it('say why a field is null', async () => {
    const row = companies(await refreshOf(TODAY, developer, market)).find(of('QUIT'));
    expect(row).toMatchObject({
      price_usd: null,
      price_date: null,
      market_cap_usd: null,
      short_interest_date: null,
      has_options: false,
    });
    expect(row?.flags).toEqual([
      'no_price',
      'no_shares_outstanding',
      'no_short_interest',
      'no_insider_filings',
      'no_options',
      'no_programs',
      'no_catalyst',
      'no_filing',
    ]);
  });

  it('take the drug that a company calls its lead before the furthest', async () => {
    const lead = { ...market.programs![0]!, lead_program: true };
    const leadOf = async (...facts: FactsByKind[]) =>
      companies(await refreshOf(TODAY, developer, market, ...facts)).find(of('DEVT'))?.lead_drug;
    expect([await leadOf(), await leadOf({ programs: [lead] })]).toEqual(['devtinib', 'earlystat']);
  });

  it('count programs where some are known', async () => {
    const gone = { ticker: 'QUIT', drug_name: 'q', indication: 'A', status: 'Terminated' };
    const countOf = async (ticker: string, programs: (typeof gone)[] = []) =>
      companies(await refreshOf(TODAY, developer, market, { programs })).find(of(ticker))
        ?.programs_count;
    const counts = [await countOf('QUIT'), await countOf('QUIT', [gone]), await countOf('DEVT')];
    expect(counts).toEqual([null, 0, 2]);
  });
});

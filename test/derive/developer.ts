import type { Fact } from '../../src/facts/fact-kinds.ts';
import type { FactsByKind } from './refresh-of.ts';

export const TODAY = '2026-11-21';

/** The program of DEVT, and its goal date. */
export const PDUFA: Fact<'catalysts'> = {
  _id: 'pdufa',
  ticker: 'DEVT',
  drugname: 'DEV-101',
  catalyst: 'PDUFA Date',
  stage: 'NDA/BLA',
  treatment: 'Melanoma',
  therapeuticArea: 'Oncology',
  formattedDate: '2027-01-15',
  createdDate: '2026/03/01',
};
export const PROGRAM: Fact<'programs'> = {
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  indication: 'Melanoma',
  phase: 'Phase 3',
  therapeuticArea: 'Oncology',
  updated_date: '2025-05-01',
};

/** Facts of a company with filings, DEVT, and one without, QUIT. Both have round numbers. */
export const developer: FactsByKind = {
  companies: [
    {
      ticker: 'DEVT',
      name: 'Developer Therapeutics',
      cik: '1',
      sector: 'Healthcare',
      industry: 'Biotechnology',
    },
    { ticker: 'QUIT', name: 'Quiet Bio' },
  ],
  financial_facts: [
    ...balanceSheet('2026-09-30', '2026-11-05', {
      Assets: 150,
      CashAndCashEquivalentsAtCarryingValue: 100,
      ShortTermInvestments: 30,
      LongTermDebtCurrent: 10,
      AssetsCurrent: 132,
      LiabilitiesCurrent: 33,
    }),
    operatingCashFlow('2025-01-01', '2025-09-30', -82, '2025-11-05'),
    operatingCashFlow('2025-01-01', '2025-12-31', -100, '2026-03-02'),
    operatingCashFlow('2026-01-01', '2026-03-31', -30, '2026-05-06'),
    operatingCashFlow('2026-01-01', '2026-06-30', -60, '2026-08-05'),
    operatingCashFlow('2026-01-01', '2026-09-30', -90, '2026-11-05'),
    shares('2025-11-01', 40, '2025-11-05'),
    shares('2026-11-01', 50, '2026-11-05'),
  ],
  offerings: [
    {
      ticker: 'DEVT',
      form_type: 'S-3',
      offering_type: 'shelf',
      is_atm: false,
      filed_at: '2026-01-15',
      offering_amount_usd: 200e6,
      amount_remaining_usd: 100e6,
    },
    {
      ticker: 'DEVT',
      form_type: '424B5',
      offering_type: 'follow_on',
      filed_at: '2026-06-01',
      offering_amount_usd: 30e6,
      price_usd: 6,
      source_url: 'https://filings.example/424b5',
    },
  ],
  // In the report on the second quarter; the report on the third no longer says so.
  filing_events: [
    { ticker: 'DEVT', event: 'going_concern', filed_at: '2026-08-05' },
    { ticker: 'DEVT', event: 'going_concern_cleared', filed_at: '2026-11-05' },
  ],
  catalysts: [
    catalyst('Phase 2 Readout', '2027-03-01', '2026/02/01'),
    catalyst('Phase 3 Readout', '2027-12-01', '2026/02/01'),
  ],
  prices: [
    { ticker: 'DEVT', date: '2026-11-19', close: 5, volume: 1000 },
    { ticker: 'DEVT', date: '2026-11-20', close: 4, volume: 3000 },
  ],
};

export function catalyst(
  name: string,
  formattedDate: string,
  createdDate: string,
): Fact<'catalysts'> {
  return { ticker: 'DEVT', drugname: 'devtinib', catalyst: name, formattedDate, createdDate };
}

/** Builds a balance sheet from amounts in millions of US dollars. */
export function balanceSheet(
  end: string,
  filed: string,
  figures: Readonly<Record<string, number>>,
): Fact<'financial_facts'>[] {
  return Object.entries(figures).map(([tag, value]) => ({
    ...reported(tag, end, filed),
    value: value * 1e6,
  }));
}

export function operatingCashFlow(
  start: string,
  end: string,
  millions: number,
  filed: string,
): Fact<'financial_facts'> {
  return {
    ...reported('NetCashProvidedByUsedInOperatingActivities', end, filed),
    start,
    value: millions * 1e6,
  };
}

function shares(end: string, millions: number, filed: string): Fact<'financial_facts'> {
  return {
    ...reported('EntityCommonStockSharesOutstanding', end, filed),
    ...shareCount('DEVT', millions * 1e6, end, filed),
  };
}

/** The shares outstanding on the cover of a filing. */
export function shareCount(
  ticker: string,
  value: number,
  end: string,
  filed = end,
): Fact<'financial_facts'> {
  const tag = 'EntityCommonStockSharesOutstanding';
  return { ticker, tag, taxonomy: 'dei', unit: 'shares', end, filed, value };
}

function reported(tag: string, end: string, filed: string) {
  return {
    ticker: 'DEVT',
    tag,
    taxonomy: 'us-gaap',
    unit: 'USD',
    end,
    filed,
    form: '10-Q',
    accession: `0000000001-${filed}`,
    source_url: `https://filings.example/${filed}`,
  };
}

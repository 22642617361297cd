import { expect, it } from 'vitest';
import { maAcquirers, maDeals, maTargets } from '../../src/derive/acquisitions.ts';
import { developer, TODAY } from './developer.ts';
import { type FactsByKind, refreshOf } from './refresh-of.ts';

const facts: FactsByKind = {
  companies: [{ ticker: 'BUYR', name: 'Buyer Pharma SE', industry: 'Drug Manufacturers' }],
  programs: [
    {
      ticker: 'DEVT',
      drug_name: 'devtinib',
      indication: 'Glioma',
      phase: 'Phase 3',
      therapeuticArea: 'Oncology',
      lead_program: true,
    },
  ],
  catalysts: [
    {
      ticker: 'DEVT',
      catalyst: 'Phase 2 Readout',
      formattedDate: '2026-03-02',
      createdDate: '2026/01/05',
      outcome: 'positive',
    },
  ],
  deals: [
    {
      acquirer: 'Buyer Pharma SE',
      target: 'Private Bio',
      dealType: 'acquisition',
      status: 'closed',
      announcedDate: '2026-06-01',
      closedDate: '2026-12-01',
      totalValue: 400e6,
      premiumPct: 50,
      therapeuticArea: 'Oncology',
    },
    {
      acquirer: 'Other Pharma',
      target: 'Developer Therapeutics',
      dealType: 'licensing',
      status: 'closed',
      announcedDate: '2026-07-01',
      upfrontValue: 10e6,
      therapeuticArea: 'Oncology',
    },
  ],
};

it('a deal bears the tickers of its parties, and no closing that lies ahead', async () => {
  const rows = maDeals(await refreshOf(TODAY, developer, facts));
  expect(rows.find((row) => row.target === 'Private Bio')).toMatchObject({
    acquirerTicker: 'BUYR',
    targetTicker: null,
    closedDate: null,
    source: 'test',
  });
  expect(rows.find((row) => row.acquirer === 'Other Pharma')).toMatchObject({
    acquirerTicker: null,
    targetTicker: 'DEVT',
  });
});

it('acquirers are those who bought, with what their filings leave them to spend', async () => {
  const rows = maAcquirers(await refreshOf(TODAY, developer, facts));
  // A licence buys no company. The buyer has no filing.
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    rank: 1,
    acquirerTicker: 'BUYR',
    deals: 1,
    totalValue: 400e6,
    medianPremiumPct: 50,
    topTherapeuticAreas: ['Oncology'],
    cashCapacity: null,
    as_of: '2026-06-01',
  });
  expect(rows[0]!.flags).toContain('no_cash_capacity');
});

it('a target is described by its facts', async () => {
  const rows = maTargets(await refreshOf(TODAY, developer, facts));
  // 50 M shares × $4 = $200 M; the published premiums of 46.7 and 70.4 %. One takeover in oncology.
  // Cash and investments 130 less debt 10: enterprise value $80 M, which is below the usual sizes.
  // Liquid 120 (130 less what is due in twelve months) at 10 a month: 12 months.
  expect(rows.find((row) => row.ticker === 'DEVT')).toMatchObject({
    company_name: 'Developer Therapeutics',
    implied_premium_pct: 59.8,
    value_low_usd: 293_400_000,
    value_high_usd: 340_800_000,
    components: {
      lead_stage: { value: 100, score: 100 },
      area_deals: { value: 1 },
      size: { value: 20, score: 20 },
      runway_months: { value: 12 },
      recent_readout: { value: 100, score: 100 },
      specialist_ownership_pct: { value: null, weight: 0 },
    },
    likely_acquirers: [{ acquirer: 'Buyer Pharma SE', area_deals: 1, cash_capacity_usd: null }],
    as_of: '2026-11-20',
  });
});

import { expect, it } from 'vitest';
import { maAcquirers, maDeals, maTargets } from '../../../src/derive/deals/acquisitions.ts';
import { queryOf } from '../../../src/service/asked-query.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { runQuery } from '../../../src/store/run-query.ts';
import { maAcquirers as maAcquirersEndpoint } from '../../../tools/ma-tracker/ma-acquirers.ts';
import { writeServed } from '../../support/write-served.ts';
import { asServed } from '../as-served.ts';
import { developer, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

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
  // The closing date 2026-12-01 is in the future.
  expect(rows.find((row) => row.target === 'Private Bio')).toEqual({
    acquirer: 'Buyer Pharma SE',
    acquirerTicker: 'BUYR',
    target: 'Private Bio',
    targetTicker: null,
    parties: ['Buyer Pharma SE', 'BUYR', 'Private Bio'],
    dealType: 'acquisition',
    status: 'announced',
    announcedDate: '2026-06-01',
    closedDate: null,
    upfrontValue: null,
    milestoneValue: null,
    totalValue: 400e6,
    premiumPct: 50,
    therapeuticArea: 'Oncology',
    leadAsset: null,
    leadPhase: null,
    source: 'test',
    source_url: null,
    source_date: '2026-06-01',
    company: null,
    party: null,
    flags: ['no_upfront_value', 'no_milestone_value'],
  });
  expect(rows.find((row) => row.acquirer === 'Other Pharma')).toMatchObject({
    acquirerTicker: null,
    targetTicker: 'DEVT',
    status: 'closed',
    flags: ['no_milestone_value', 'no_value', 'premium_not_applicable', 'no_closed_date'],
  });
});

it('acquirers are those who bought, with what their filings leave them to spend', async () => {
  const rows = asServed('maAcquirers', maAcquirers(await refreshOf(TODAY, developer, facts)));
  // A license is not an acquisition. The buyer has no filing.
  const flags = expect.arrayContaining(['no_cash_capacity']);
  const buyer = { rank: 1, acquirerTicker: 'BUYR', medianPremiumPct: 50, totalValue: 400e6 };
  expect(rows).toMatchObject([{ ...buyer, deals: 1, cashCapacity: null, flags }]);
});

it('an acquirer is found by each of its areas, not by those alone that are shown', async () => {
  const areas = ['Allergy', 'Hematology', 'Metabolic', 'Urology'];
  const deals = areas.map((therapeuticArea, at) => ({
    acquirer: 'Buyer Pharma SE',
    target: `Target ${at}`,
    dealType: 'acquisition',
    announcedDate: '2026-05-01',
    totalValue: (4 - at) * 1e6,
    therapeuticArea,
  }));
  const rows = asServed('maAcquirers', maAcquirers(await refreshOf(TODAY, developer, { deals })));
  const database = await openDatabase(':memory:', []);
  writeServed(database, maAcquirersEndpoint, rows);
  const found = async (therapeuticArea: string) => {
    const query = queryOf(maAcquirersEndpoint, { therapeuticArea }, TODAY);
    const { records } = await runQuery(database, maAcquirersEndpoint, query);
    return records.map((record) => JSON.parse(record));
  };
  const shown = { acquirer: 'Buyer Pharma SE', topTherapeuticAreas: areas.slice(0, 3) };
  expect(await found('uro')).toEqual([expect.objectContaining(shown)]);
  expect(await found('uro')).not.toHaveProperty('0.therapeuticAreas');
  expect(await found('Oncology')).toEqual([]);
  database.close();
});

it.each([
  // A mixed readout counts half of a positive one, and a negative readout counts zero.
  [[{ outcome: 'mixed' }], 50],
  [[{ outcome: 'negative' }], 0],
  [[{ outcome: 'unknown' }], null],
  [[{ catalyst: 'Phase 1 Readout' }], null],
  [[{ catalyst: 'PDUFA Date' }], null],
  [[{ catalyst: 'Phase 3 Start' }], null],
  [[{ catalyst: 'Phase2 Readout' }], 100],
  [[{ catalyst: 'phase 3 interim readout' }], 100],
  // Exactly two years before the current date, and one day more.
  [[{ formattedDate: '2024-11-21' }], 100],
  [[{ formattedDate: '2024-11-20' }], null],
  [[{ formattedDate: TODAY }], 100],
  [[{ formattedDate: '2026-11-22' }], null],
  // The latest of several readouts with an outcome counts, in any order of the facts.
  [[{ outcome: 'mixed' }, { formattedDate: '2026-04-05', outcome: null }], 50],
  [[{ outcome: 'mixed' }, { catalyst: 'Phase 3 Readout', formattedDate: '2026-01-05' }], 50],
  [[{ catalyst: 'Phase 3 Readout', formattedDate: '2026-01-05' }, { outcome: 'mixed' }], 50],
])('a recent readout %j counts %s', async (readouts, points) => {
  const readout = facts.catalysts![0]!;
  const catalysts = readouts.map((one) => ({ ...readout, ...one }));
  const rows = maTargets(await refreshOf(TODAY, developer, { ...facts, catalysts }));
  const target = rows.find(({ ticker }) => ticker === 'DEVT');
  expect(target).toMatchObject({ components: { recent_readout: { value: points } } });
});

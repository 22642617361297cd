import { describe, expect, it } from 'vitest';
import { maAcquirers, maDeals, maTargets } from '../../../src/derive/deals/acquisitions.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { queryOf } from '../../../src/service/asked-query.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { runQuery } from '../../../src/store/run-query.ts';
import { maAcquirers as maAcquirersEndpoint } from '../../../tools/ma-tracker/ma-acquirers.ts';
import { writeServed } from '../../support/write-served.ts';
import { asServed } from '../as-served.ts';
import { balanceSheet, catalyst, developer, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const BUYER = { ticker: 'BUYR', name: 'Buyer Pharma SE', industry: 'Drug Manufacturers' };
const deal = (more: Partial<Fact<'deals'>> = {}): Fact<'deals'> => ({
  acquirer: 'Buyer Pharma SE',
  target: 'Private Bio',
  dealType: 'Acquisition',
  announcedDate: '2026-06-01',
  therapeuticArea: 'Oncology',
  ...more,
});
const program = (drug_name: string, phase: string, more: object = {}) => ({
  ticker: 'DEVT',
  drug_name,
  indication: 'Glioma',
  phase,
  therapeuticArea: 'Oncology',
  ...more,
});

it('a deal, whole, with all of its terms, and the words that it was read from', async () => {
  const full = {
    acquirerTicker: 'OWNA',
    targetTicker: 'OWNT',
    status: 'closed',
    closedDate: '2026-08-01',
    upfrontValue: 1,
    milestoneValue: 2,
    totalValue: 3,
    premiumPct: 4,
    leadAsset: 'devtinib',
    leadPhase: 'Phase 2',
    confidence: 0.9,
    source_url: 'https://deal.example',
    evidence: 'They bought it.',
  };
  const [row] = maDeals(await refreshOf(TODAY, { deals: [deal(full)] }));
  const { confidence, ...shown } = full;
  expect(row).toEqual({
    ...deal(),
    ...shown,
    source: 'test',
    flags: [],
    evidence_confidence: confidence,
    source_date: '2026-06-01',
    company: null,
    party: null,
    parties: ['Buyer Pharma SE', 'OWNA', 'Private Bio', 'OWNT'],
  });
});

describe('the target of a deal', () => {
  const companies = [
    { ticker: 'AZN', cik: '901832', name: 'ASTRAZENECA PLC' },
    {
      ticker: 'TGTQZ',
      name: 'Tarvexa Therapeutics, Inc.',
      former_names: ['Oldvexa Inc'],
      aliases: ['Tarvexa Gene'],
    },
  ];
  const targetOf = async (more: Partial<Fact<'deals'>>) => {
    const deals = [deal({ acquirer: 'AstraZeneca', ...more })];
    const [row] = maDeals(await refreshOf(TODAY, { companies, deals }));
    return [row!.acquirerTicker, row!.targetTicker];
  };

  it.each(['Tarvexa', 'TARVEXA THERAPEUTICS INC', 'Oldvexa', 'Tarvexa Gene'])(
    'is the company that is listed as %s',
    async (target) => {
      expect(await targetOf({ target })).toEqual(['AZN', 'TGTQZ']);
    },
  );

  it.each([
    'Amolyt Pharma',
    'Alexion Pharmaceuticals, Inc.',
    'Amolyt Pharma, a subsidiary of Tarvexa Therapeutics, Inc.',
    'Tarvexa Manufacturing GmbH',
  ])('is no owner of today: %s', async (target) => {
    expect(await targetOf({ target })).toEqual(['AZN', null]);
    expect(await targetOf({ target, acquirer: 'Other Pharma' })).toEqual([null, null]);
  });

  it('is never its buyer, under whatever name, or as a record states it', async () => {
    expect(await targetOf({ target: 'AstraZeneca PLC' })).toEqual(['AZN', null]);
    expect(await targetOf({ target: 'Amolyt Pharma', targetTicker: 'AZN' })).toEqual(['AZN', null]);
  });

  it('is bought by the owner of the subsidiary that buys', async () => {
    const parties = await targetOf({ acquirer: 'Alexion Pharmaceuticals', target: 'Tarvexa' });
    expect(parties).toEqual(['AZN', 'TGTQZ']);
  });
});

describe('an acquirer, whole', () => {
  it('with what it paid, holds and owes', async () => {
    const own = deal({
      acquirer: 'Developer Therapeutics',
      upfrontValue: 10e6,
      totalValue: 20e6,
      premiumPct: 50,
      announcedDate: '2026-11-10',
    });
    const refresh = await refreshOf(TODAY, developer, { deals: [own] });
    const [row] = asServed('maAcquirers', maAcquirers(refresh));
    expect(row).toMatchObject({
      acquirerTicker: 'DEVT',
      medianPremiumPct: 50,
      cashCapacity: 120e6,
      appetiteScore: 50,
      components: { cash_capacity: { value: 120e6, score: 50 } },
      as_of: '2026-11-10',
      flags: [],
      method: expect.stringMatching(/^acquirer/),
    });
  });

  it('is of the newer of its deal and its filing', async () => {
    const own = deal({ acquirer: 'Developer Therapeutics', announcedDate: '2026-05-01' });
    const [row] = maAcquirers(await refreshOf(TODAY, developer, { deals: [own] }));
    expect(row!.as_of).toBe('2026-11-05');
  });

  it('buys by a deal whose kind is told, in whatever case', async () => {
    const countOf = async (dealType: string | null) =>
      maAcquirers(await refreshOf(TODAY, { deals: [deal({ dealType } as never)] })).length;
    const counts = await Promise.all(['MERGER', 'Licensing', null].map(countOf));
    expect(counts).toEqual([1, 0, 0]);
  });
});

describe('a target, whole', () => {
  const facts = { companies: [BUYER], deals: [deal({ announcedDate: '2026-11-18' })] };
  const read = (day: string, outcome: string) => ({
    ...catalyst('Phase 2 Readout', day, '2026/01/05'),
    outcome,
  });
  const targetOf = async (...more: Parameters<typeof refreshOf>[1][]) => {
    const rows = maTargets(await refreshOf(TODAY, developer, facts, ...more));
    return asServed('maTargets', rows).find(({ ticker }) => ticker === 'DEVT')!;
  };

  it('with each component that went into its score', async () => {
    const row = await targetOf({
      programs: [program('devtinib', 'Phase 3')],
      catalysts: [read('2026-03-02', 'positive')],
    });
    // Of the developer alone: see financial-health.test.ts for its money.
    const part = (value: unknown, score: unknown) => ({ value, score, weight: expect.any(Number) });
    const middle = expect.any(Number);
    const buyer = { acquirer: 'Buyer Pharma SE', acquirerTicker: 'BUYR' };
    expect(row).toEqual({
      ticker: 'DEVT',
      company_name: 'Developer Therapeutics',
      score: expect.any(Number),
      tier: expect.any(String),
      percentile: expect.any(Number),
      // All but rNPV and specialists: 0.2 + 0.15 + 0.15 + 0.1 + 0.1 of the weight.
      coverage_pct: 70,
      implied_premium_pct: 59.8,
      value_low_usd: 293_400_000,
      premium_basis: 'published average of 2023 (PwC), range of 2014–2023',
      value_high_usd: 340_800_000,
      as_of: '2026-11-20',
      components: {
        lead_stage: part(100, 100),
        rnpv_to_enterprise_value: { value: null, score: null, weight: 0 },
        area_deals: part(1, middle),
        size: part(20, 20),
        runway_months: part(13.3333, middle),
        specialist_ownership_pct: { value: null, score: null, weight: 0 },
        recent_readout: part(100, 100),
      },
      likely_acquirers: [{ ...buyer, area_deals: 1, cash_capacity_usd: null }],
      method: expect.stringMatching(/^takeover/),
      flags: [
        ...['published_premium', 'acquirer_capacity_unknown', 'no_rnpv_to_enterprise_value'],
        'no_specialist_ownership_pct',
      ],
    });
  });

  it('is led by the program that is called so, else by the furthest', async () => {
    const early = program('early', 'Phase 1', { lead_program: true });
    const late = program('late', 'Phase 3');
    const stageOf = async (...programs: Fact<'programs'>[]) =>
      (await targetOf({ programs })).components.lead_stage!.value;
    expect(await stageOf(program('one', 'Phase 1'), late)).toBe(100);
    expect(await stageOf(late, program('one', 'Phase 1'))).toBe(100);
    expect(await stageOf(early, late)).toBe(40);
    expect(await stageOf(early, { ...late, lead_program: true })).toBe(100);
    expect(await stageOf()).toBeNull();
  });

  it('is of the newest day of its figures, its readout and the deals of its area', async () => {
    const programs = [program('devtinib', 'Phase 3')];
    const late = deal({ announcedDate: TODAY, target: 'Later Bio' });
    expect((await targetOf({ programs, deals: [late] })).as_of).toBe(TODAY);
    const elsewhere = { ...late, target: 'Other', therapeuticArea: 'Neurology' };
    expect((await targetOf({ programs, deals: [elsewhere] })).as_of).toBe('2026-11-20');
    const catalysts = [read(TODAY, 'mixed')];
    expect((await targetOf({ programs, catalysts })).as_of).toBe(TODAY);
  });
});

it('net cash is less all debt, so that an indebted buyer can spend nothing', async () => {
  const own = deal({ acquirer: 'Developer Therapeutics', announcedDate: '2026-05-01' });
  const debts = balanceSheet('2026-09-30', '2026-11-05', { LongTermDebtNoncurrent: 125 });
  const facts = { deals: [own], financial_facts: debts };
  const [row] = maAcquirers(await refreshOf(TODAY, developer, facts));
  // 130 less 10 less 125 is below nothing.
  expect(row!.cashCapacity).toBe(0);
});

const facts: FactsByKind = {
  companies: [BUYER],
  programs: [program('devtinib', 'Phase 3', { lead_program: true })],
  catalysts: [{ ...catalyst('Phase 2 Readout', '2026-03-02', '2026/01/05'), outcome: 'positive' }],
  deals: [
    deal({
      dealType: 'acquisition',
      status: 'closed',
      closedDate: '2026-12-01',
      totalValue: 400e6,
      premiumPct: 50,
    }),
    deal({
      acquirer: 'Other Pharma',
      target: 'Developer Therapeutics',
      dealType: 'licensing',
      status: 'closed',
      announcedDate: '2026-07-01',
      upfrontValue: 10e6,
    }),
  ],
};

it('a deal bears the tickers of its parties, and no closing that lies ahead', async () => {
  const rows = maDeals(await refreshOf(TODAY, developer, facts));
  // The closing date 2026-12-01 is in the future.
  expect(rows.find((row) => row.target === 'Private Bio')).toMatchObject({
    acquirerTicker: 'BUYR',
    targetTicker: null,
    parties: ['Buyer Pharma SE', 'BUYR', 'Private Bio'],
    status: 'announced',
    closedDate: null,
    upfrontValue: null,
    milestoneValue: null,
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
  const deals = areas.map((therapeuticArea, at) =>
    deal({ target: `Target ${at}`, totalValue: (4 - at) * 1e6, therapeuticArea }),
  );
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

/** A takeover by Bigmed AG. */
const takeover = (target: string, announcedDate: string, more = {}) =>
  deal({ acquirer: 'Bigmed AG', target, announcedDate, dealType: 'acquisition', ...more });

async function shown(...deals: Fact<'deals'>[]) {
  const rows = maDeals(await refreshOf(TODAY, { deals }));
  return rows.map((row) => [
    row.target,
    row.announcedDate,
    row.closedDate,
    row.status,
    row.totalValue,
  ]);
}

it('is one deal by the family of its names, announced on the first day', async () => {
  const [first, closing] = [
    takeover('Anthora Therapeutics, Inc.', '2026-02-11', {
      status: 'announced',
      totalValue: 3.1e9,
    }),
    takeover('Anthora', '2026-04-03', { acquirer: 'Bigmed', status: 'closed', totalValue: 9.25e8 }),
  ];
  const whole = ['Anthora Therapeutics, Inc.', '2026-02-11', '2026-04-03', 'closed', 3.1e9];
  expect(await shown(first, closing)).toEqual([whole]);
  expect(await shown(closing, first)).toEqual([whole]);
});

it('is another deal after twelve months, of another buyer or of another kind', async () => {
  const first = takeover('Anthora', '2025-02-11');
  for (const [other, count] of [
    [takeover('Anthora', '2026-02-11'), 1],
    [takeover('Anthora', '2026-02-12'), 2],
    [takeover('Anthora', '2025-03-11', { acquirer: 'Othermed' }), 2],
    [takeover('Anthora', '2025-03-11', { dealType: 'licensing' }), 2],
  ] as const) {
    expect(await shown(first, other)).toHaveLength(count);
  }
});

it('is one partnership whichever party reports it', async () => {
  const [own, theirs] = [
    takeover('Anthora', '2026-02-11', { dealType: 'partnership', leadAsset: 'Zelvora' }),
    takeover('Bigmed', '2026-02-12', {
      acquirer: 'Anthora',
      dealType: 'licensing',
      totalValue: 9e8,
    }),
  ];
  const [row] = maDeals(await refreshOf(TODAY, { deals: [own, theirs] }));
  expect(row).toMatchObject({
    acquirer: null,
    target: null,
    acquirerTicker: null,
    targetTicker: null,
    company: 'Bigmed AG',
    party: 'Anthora',
    announcedDate: '2026-02-11',
    totalValue: 9e8,
  });
  expect(await shown(own, theirs)).toHaveLength(1);
  expect(await shown(own, { ...theirs, leadAsset: 'Orvexa' })).toHaveLength(2);
});

it('has no upfront payment as its total, unless one record states both', async () => {
  const [price, terms] = [{ totalValue: 9e8 }, { upfrontValue: 9e8 }].map((more) =>
    takeover('Anthora', '2026-02-11', more),
  );
  for (const [second, total] of [
    [terms!, undefined],
    [{ ...terms!, totalValue: 3e9 }, 3e9],
    [{ ...terms!, totalValue: 9e8 }, 9e8],
  ] as const) {
    const [row] = await shown(price!, { ...second, announcedDate: '2026-02-12' });
    expect(row?.at(-1)).toBe(total ?? null);
  }
});

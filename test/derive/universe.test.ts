import { describe, expect, it } from 'vitest';
import { beginRefresh } from '../../src/derive/begin-refresh.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { maTargets } from '../../src/derive/deals/acquisitions.ts';
import { companies } from '../../src/derive/market/companies.ts';
import { countUniverse } from '../../src/derive/universe.ts';
import { companyScores } from '../../src/derive/valuation/scoring.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';
import { writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { type FactsByKind, storeOf } from './refresh-of.ts';

const TODAY = '2026-11-21';

type Company = Fact<'companies'>;

/** Builds a refresh with companies from a list of all listed companies and other facts. */
async function refreshOf(source: string, listed: readonly Company[], facts: FactsByKind = {}) {
  const database = await storeOf(facts);
  writeFacts(database, 'companies', listed, source);
  return beginRefresh(readFacts(database), TODAY);
}

const tickers = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map(({ ticker }) => ticker).sort();

const listed: readonly Company[] = [
  { ticker: 'DRGQZ', name: 'Drugwright, Inc.', cik: '1', exchange: 'Nasdaq' },
  { ticker: 'DRGWQZ', name: 'Drugwright, Inc.', cik: '1', exchange: 'Nasdaq' },
  { ticker: 'ROWQZ', name: 'Rowan Bearings Corp', cik: '2', exchange: 'NYSE' },
  { ticker: 'FNDQZ', name: 'Index Shares Biotech ETF', cik: '3', exchange: 'NYSE' },
];

const trial = (rest: Partial<Fact<'trials'>> = {}): Fact<'trials'> => ({
  nctId: 'NCT90000001',
  LeadSponsorName: 'Drugwright',
  study_type: 'INTERVENTIONAL',
  interventions: [{ name: 'drugine', type: 'DRUG' }],
  ...rest,
});

const served = (refresh: Refresh) => [
  tickers(companies(refresh)),
  tickers(companyScores(refresh)),
  tickers(maTargets(refresh)),
];

describe('the universe without SIC codes', () => {
  it('is the companies to which a drug trial maps, each once; no fund is a target', async () => {
    const refresh = await refreshOf('sec-tickers', listed, { trials: [trial()] });
    expect(served(refresh)).toEqual([['DRGQZ'], ['DRGQZ'], ['DRGQZ']]);
    const counts = { companies: 1, others: 2, others_without_sic: 2 };
    expect(countUniverse(refresh.universe)).toEqual(counts);
    expect(refresh.universe.company('ROWQZ')?.name).toBe('Rowan Bearings Corp');
  });

  it.each([
    ['observed only', { study_type: 'OBSERVATIONAL' }],
    ['of a device', { interventions: [{ name: 'bearing', type: 'DEVICE' }] }],
    [
      'of a collaborator',
      { LeadSponsorName: 'Elm House', collaborators: [{ name: 'Drugwright' }] },
    ],
  ])('has no company whose trial is %s', async (_, rest) => {
    const refresh = await refreshOf('sec-tickers', listed, { trials: [trial(rest)] });
    expect(refresh.universe.companies).toEqual([]);
  });

  it('has the companies of records on drugs', async () => {
    const refresh = await refreshOf('sec-tickers', listed, {
      catalysts: [{ ticker: 'ROWQZ', catalyst: 'Phase 2 Readout', formattedDate: '2027-01-01' }],
      approvals: [
        { sponsor_name: 'DRUGWRIGHT', drug_name: 'drugine', approval_date: '2020-01-01' },
      ],
    });
    expect(tickers(refresh.universe.companies)).toEqual(['DRGQZ', 'ROWQZ']);
  });

  it('has the ticker of a company that no list names, by its records', async () => {
    const { universe } = await refreshOf('sec-tickers', listed, {
      programs: [{ ticker: 'UNLQZ', drug_name: 'unlistine', indication: 'Ague' }],
    });
    const known = ['UNLQZ', 'ROWQZ', 'NONQZ'].filter((one) => universe.has(one));
    expect(known).toEqual(['UNLQZ']);
    expect(universe.companies).toEqual([]);
  });

  it('has the companies that a list of ours names', async () => {
    const refresh = await refreshOf('import', listed.slice(0, 1));
    expect(tickers(refresh.universe.companies)).toEqual(['DRGQZ']);
  });

  it('has a large foreign sponsor that no list names, once a record bears its name', async () => {
    const without = await refreshOf('sec-tickers', listed);
    expect(without.universe.company('RHHBY')).toBeUndefined();
    const facts = { trials: [trial({ LeadSponsorName: 'Genentech, Inc.' })] };
    const { universe } = await refreshOf('sec-tickers', listed, facts);
    expect(universe.companies).toEqual([
      expect.objectContaining({ ticker: 'RHHBY', name: 'Roche Holding AG', exchange: 'OTC' }),
    ]);
  });
});

describe('the universe with SIC codes', () => {
  const coded = listed.map((one, at) => ({ ...one, sic: ['2834', '2834', '3562', '6770'][at] }));

  it('is told by them, and gives sector and industry', async () => {
    const refresh = await refreshOf('sec-submissions', coded, {
      trials: [trial({ LeadSponsorName: 'Rowan Bearings' })],
    });
    expect(served(refresh)).toEqual([['DRGQZ'], ['DRGQZ'], ['DRGQZ']]);
    expect(companies(refresh)[0]).toMatchObject({
      sector: 'Healthcare',
      industry: 'Pharmaceuticals',
    });
    expect(countUniverse(refresh.universe).others_without_sic).toBe(0);
  });

  it('has another trade’s company with a drug trial and a PDUFA date of 400 days', async () => {
    const pdufa = (formattedDate: string) => ({
      trials: [trial({ LeadSponsorName: 'Rowan Bearings' })],
      catalysts: [{ ticker: 'ROWQZ', catalyst: 'PDUFA Date', formattedDate }],
    });
    // 400 days before 21 November 2026 is 17 October 2025.
    const within = await refreshOf('sec-submissions', coded, pdufa('2025-10-17'));
    const before = await refreshOf('sec-submissions', coded, pdufa('2025-10-16'));
    expect(tickers(within.universe.companies)).toEqual(['DRGQZ', 'ROWQZ']);
    expect(tickers(before.universe.companies)).toEqual(['DRGQZ']);
  });

  it('keeps the sector and industry that a source states', async () => {
    const stated = { ...coded[0]!, sector: 'Health', industry: 'Biotech' };
    const { universe } = await refreshOf('sec-submissions', [stated]);
    expect(universe.companies[0]).toMatchObject({ sector: 'Health', industry: 'Biotech' });
  });
});

import { describe, expect, it } from 'vitest';
import {
  countUniverse,
  drugTrialTickers,
  foreignTickers,
  memberTickers,
  pdufaTickers,
  recordedTickers,
} from '../../src/derive/universe.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';
import { type FactsByKind, refreshOf } from './refresh-of.ts';

const TODAY = '2026-11-21';
const companies = ['Zeta', 'Alpha', 'Beta'].map((name) => ({
  ...{ ticker: `${name.slice(0, 3).toUpperCase()}QZ`, name: `${name} Therapeutics` },
}));
const trial = (nctId: string, name: string, more: object = {}): Fact<'trials'> => ({
  ...{ nctId, LeadSponsorName: `${name} Therapeutics`, study_type: 'INTERVENTIONAL' },
  interventions: [{ name: 'drugine', type: 'DRUG' }],
  ...more,
});
const of = (facts: FactsByKind) => refreshOf(TODAY, { companies }, facts);

describe('sponsors of drug trials', () => {
  it('stand in order, each once, where one of their trials is of a drug', async () => {
    const device = { interventions: [{ name: 'lamp', type: 'DEVICE' }] };
    const trials = [
      trial('1', 'Zeta'),
      trial('2', 'Zeta'),
      trial('3', 'Beta', device),
      trial('4', 'Beta'),
      trial('5', 'Alpha', device),
      trial('6', 'Nobody'),
    ];
    expect(drugTrialTickers(await of({ trials }))).toEqual(['BETQZ', 'ZETQZ']);
    const alone = [
      trial('5', 'Alpha', { ...device, ticker: 'OWNQZ' }),
      trial('7', 'Alpha', { ticker: 'OWNQZ' }),
    ];
    expect(drugTrialTickers(await of({ trials: alone }))).toEqual(['OWNQZ']);
  });

  it.each([
    [{}, true],
    [{ study_type: null }, true],
    [{ study_type: 'OBSERVATIONAL' }, false],
    [{ interventions: null }, true],
    [{ interventions: [{ name: 'x' }] }, true],
    [{ interventions: [{ name: 'x', type: 'BIOLOGICAL' }] }, true],
    [{ interventions: [{ name: 'x', type: 'GENETIC' }] }, true],
    [{ interventions: [{ name: 'x', type: 'COMBINATION_PRODUCT' }] }, true],
    [{ interventions: [{ name: 'x', type: 'PROCEDURE' }] }, false],
    [
      {
        interventions: [
          { name: 'x', type: 'DEVICE' },
          { name: 'y', type: 'DRUG' },
        ],
      },
      true,
    ],
  ])('of %j: %s', async (more, isOne) => {
    const found = drugTrialTickers(await of({ trials: [trial('1', 'Zeta', more)] }));
    expect(found).toEqual(isOne ? ['ZETQZ'] : []);
  });
});

describe('companies with a goal date', () => {
  const event = (ticker: string, catalyst: string, more: Partial<Fact<'catalysts'>>) => ({
    ...{ ticker, catalyst, formattedDate: '2020-01-01' },
    ...more,
  });

  it('are those of the calendar and of decisions, of 400 days and ahead, in order', async () => {
    // 17 October 2025 is 400 days ago.
    const catalysts = [
      event('ZETQZ', 'PDUFA Date', { formattedDate: '2025-10-17' }),
      event('OLDQZ', 'PDUFA Date', { formattedDate: '2025-10-16' }),
      event('SAIDQZ', 'pdufa', { createdDate: '2025/10/17' }),
      event('LATQZ', 'PDUFA Date', { createdDate: '2025/10/16' }),
      event('ADCQZ', 'AdComm Meeting', { formattedDate: '2027-01-01' }),
      event('AHEQZ', 'PDUFA Date', { formattedDate: '2028-01-01' }),
    ];
    const decision = (Ticker: string, day: string) => ({
      ...{ Ticker, Drug: 'x', 'PDUFA Date': day, Decision: 'CRL' },
    });
    const decisions = [decision('DECQZ', '2025-10-17'), decision('PASTQZ', '2025-10-16')];
    expect(pdufaTickers(await of({ catalysts, decisions }))).toEqual([
      ...['AHEQZ', 'DECQZ', 'SAIDQZ', 'ZETQZ'],
    ]);
  });
});

describe('companies of records on drugs', () => {
  const records: readonly FactsByKind[] = [
    { programs: [{ ticker: 'RECQZ', drug_name: 'x', indication: 'y' }] },
    { catalysts: [{ ticker: 'RECQZ', catalyst: 'x', formattedDate: '2027-01-01' }] },
    { trial_results: [{ ticker: 'RECQZ', trial_title: 'x', published_date: '2026-01-01' }] },
    { adcomm_votes: [{ ticker: 'RECQZ', drug_name: 'x', meeting_date: '2026-01-01' }] },
    { complete_response_letters: [{ ticker: 'RECQZ', letter_date: '2026-01-01' }] },
    {
      sales_assumptions: [{ ticker: 'RECQZ', drug_name: 'x', indication: 'y', peak_sales_usd: 1 }],
    },
    { decisions: [{ Ticker: 'RECQZ', Drug: 'x', 'PDUFA Date': '2020-01-01', Decision: 'CRL' }] },
    { designations: [{ ticker: 'RECQZ', drug_name: 'x', designation_type: 'Orphan Drug' }] },
    { approvals: [{ ticker: 'RECQZ', drug_name: 'x', approval_date: '2020-01-01' }] },
  ] as FactsByKind[];

  it.each(records.map((facts) => [Object.keys(facts)[0]!, facts] as const))(
    'are those of %s',
    async (_, facts) => {
      const refresh = await of(facts);
      expect(recordedTickers(refresh)).toEqual(['RECQZ']);
      // No list names it, and its records tell.
      expect(memberTickers(refresh).has('RECQZ')).toBe(true);
      expect(refresh.universe.has('RECQZ')).toBe(true);
      expect(refresh.universe.company('RECQZ')).toBeUndefined();
    },
  );

  it('are named by their sponsor where they bear no ticker, and stand in order', async () => {
    const designation = { drug_name: 'x', designation_type: 'Orphan Drug' };
    const refresh = await of({
      designations: [{ ...designation, sponsor_name: 'Zeta Therapeutics' }],
      approvals: [
        { sponsor_name: 'ALPHA THERAPEUTICS', drug_name: 'x', approval_date: '2020-01-01' },
        { sponsor_name: 'Nobody', drug_name: 'y', approval_date: '2020-01-01' },
      ],
    });
    expect(recordedTickers(refresh)).toEqual(['ALPQZ', 'ZETQZ']);
  });

  it('are told of trials, too, of which a list names nobody', async () => {
    const refresh = await of({ trials: [trial('1', 'Nobody', { ticker: 'TRIQZ' })] });
    expect(memberTickers(refresh).has('TRIQZ')).toBe(true);
  });
});

describe('a large foreign sponsor', () => {
  const genentech = { LeadSponsorName: 'Genentech, Inc.' };

  it('is known by a trial, a designation or an approval that bears its name', async () => {
    const designation = { drug_name: 'x', designation_type: 'Orphan Drug' };
    for (const facts of [
      { trials: [trial('1', '', genentech)] },
      { designations: [{ ...designation, sponsor_name: 'Genentech' }] },
      { approvals: [{ sponsor_name: 'GENENTECH', drug_name: 'x', approval_date: '2020-01-01' }] },
    ] as FactsByKind[]) {
      expect(foreignTickers(await of(facts))).toEqual(['RHHBY']);
    }
    expect(foreignTickers(await of({ trials: [trial('1', 'Zeta')] }))).toEqual([]);
  });

  it('is not added where a list names it', async () => {
    const listed = [{ ticker: 'RHHBY', name: 'Roche Holding AG' }];
    const refresh = await of({ companies: listed, trials: [trial('1', '', genentech)] });
    expect(foreignTickers(refresh)).toEqual([]);
  });

  it('is known whole', async () => {
    const refresh = await of({ trials: [trial('1', '', genentech)] });
    expect(refresh.universe.company('RHHBY')).toEqual({
      ...{ ticker: 'RHHBY', name: 'Roche Holding AG', exchange: 'OTC' },
      ...{ country: expect.any(String), source: 'large-sponsors' },
    });
  });
});

describe('the universe', () => {
  it('finds a company by ticker, name and number', async () => {
    const listed = [{ ...companies[0]!, cik: '0000001234' }, ...companies.slice(1)];
    const { universe } = await refreshOf(TODAY, { companies: listed });
    expect(universe.company('ZETQZ')).toMatchObject({ name: 'Zeta Therapeutics' });
    expect([universe.company(null), universe.company(''), universe.company('NONQZ')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(universe.ticker(undefined, 'Zeta Therapeutics, Inc.')).toBe('ZETQZ');
    expect(universe.ticker('OWNQZ', 'Zeta Therapeutics')).toBe('OWNQZ');
    expect([universe.ticker(null, null), universe.ticker(null, 'Nobody')]).toEqual([
      ...[undefined, undefined],
    ]);
    expect([
      universe.tickerOfCik('1234'),
      universe.tickerOfCik(1234),
      universe.tickerOfCik('9'),
    ]).toEqual([...['ZETQZ', 'ZETQZ', undefined]]);
    expect([universe.has('ZETQZ'), universe.has(null), universe.has(undefined)]).toEqual([
      ...[true, false, false],
    ]);
    expect(universe.known).toHaveLength(3);
    expect(countUniverse(universe)).toEqual({ companies: 3, others: 0, others_without_sic: 0 });
  });

  it('states sector and industry by the SIC code where a source leaves one out', async () => {
    const coded = { ticker: 'SICQZ', name: 'Sic Bio', sic: '2834' };
    const of = async (more: object) => {
      const { universe } = await refreshOf(TODAY, { companies: [{ ...coded, ...more }] });
      const { sector, industry } = universe.company('SICQZ')!;
      return [sector, industry];
    };
    expect(await of({})).toEqual(['Healthcare', 'Pharmaceuticals']);
    expect(await of({ sector: 'Own' })).toEqual(['Own', 'Pharmaceuticals']);
    expect(await of({ industry: 'Own' })).toEqual(['Healthcare', 'Own']);
    expect(await of({ sic: null })).toEqual([undefined, undefined]);
  });
});

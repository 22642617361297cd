import { describe, expect, it } from 'vitest';
import { poaBaseRates } from '../../../src/derive/approval/base-rates.ts';
import { decisionCollections } from '../../../src/derive/approval/decision-records.ts';
import { fdaDecisions } from '../../../src/derive/approval/decisions.ts';
import { crls } from '../../../src/derive/approval/evidence.ts';
import { approvals, decisions } from '../../../src/derive/approval/regulatory.ts';
import { trialRiskSignals } from '../../../src/derive/trials/risk-signals.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';

const approval = (rest: Partial<Fact<'approvals'>> = {}): Fact<'approvals'> => ({
  sponsor_name: 'ABEL PHARMS',
  drug_name: 'ABELINE',
  approval_date: '2026-06-10',
  application_type: 'NDA',
  submission_type: 'ORIG TYPE 1',
  application_number: 'NDA900001',
  ...rest,
});

const letter = (rest: Partial<Fact<'complete_response_letters'>> = {}) => ({
  ticker: 'ABEQZ',
  drug_name: 'abeline',
  letter_date: '2025-05-05',
  ...rest,
});

const goal = (formattedDate: string): Fact<'catalysts'> => ({
  _id: formattedDate,
  ticker: 'ABEQZ',
  drugname: 'Abeline',
  catalyst: 'PDUFA Date',
  formattedDate,
  createdDate: '2025/01/01',
});

const store: FactsByKind = {
  companies: [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }],
  approvals: [
    approval(),
    approval({ drug_name: 'old', approval_date: '2011-01-01' }),
    approval({ drug_name: 'copy', application_type: 'ANDA' }),
    approval({ submission_type: 'SUPPL', approval_date: '2026-08-01' }),
    approval({ sponsor_name: 'Nobody known', application_number: 'NDA900002' }),
  ],
  complete_response_letters: [letter()],
};

describe('decisions of the FDA', () => {
  it('are original approvals of new drugs and the published CRLs', async () => {
    const found = fdaDecisions(await refreshOf(TODAY, store));
    expect(found.map(({ drug, decision, decided }) => [drug, decision, decided]).sort()).toEqual([
      ['ABELINE', 'Approved', '2026-06-10'],
      ['abeline', 'CRL', '2025-05-05'],
      ['old', 'Approved', '2011-01-01'],
    ]);
    expect(found.find(({ drug }) => drug === 'ABELINE')).toMatchObject({
      ticker: 'ABEQZ',
      application_number: 'NDA900001',
      goal_date: null,
    });
  });

  it('are told once where two sources tell them within a week', async () => {
    const stated = (decision_date: string): FactsByKind => ({
      decisions: [
        {
          ...{ Ticker: 'ABEQZ', Drug: 'Abeline', 'PDUFA Date': '2026-06-20', Decision: 'Approved' },
          decision_date,
        },
      ],
    });
    const near = fdaDecisions(await refreshOf(TODAY, store, stated('2026-06-03')));
    const far = fdaDecisions(await refreshOf(TODAY, store, stated('2026-06-02')));
    expect(near).toHaveLength(3);
    expect(far).toHaveLength(4);
  });

  it('are served with the approvals of others, who applied, and what is not known', async () => {
    const other = { drug_name: 'BORELINE', application_number: 'NDA900003' };
    const others = { approvals: [approval({ sponsor_name: 'MDQ Nordic', ...other })] };
    const rows = decisionCollections.fdaDecisions.rows(await refreshOf(TODAY, store, others));
    expect(rows).toHaveLength(4);
    const of = (applicant: string | null) => rows.find((row) => row.applicant === applicant);
    expect(of('MDQ Nordic')).toMatchObject({
      ...{ ticker: null, drug_name: 'BORELINE', outcome: 'approved' },
      ...{ decision_date: '2026-06-10', application_number: 'NDA900003', flags: [] },
    });
    expect(of('ABEL PHARMS')).toMatchObject({ ticker: 'ABEQZ', applicant: 'ABEL PHARMS' });
    expect(of(null)).toMatchObject({
      ...{ outcome: 'refused', refusal_reasons: null, flags: ['reason_not_known'] },
    });
    const stated = { complete_response_letters: [letter({ reasons: ['manufacturing'] })] };
    const [refused] = decisionCollections.fdaDecisions
      .rows(await refreshOf(TODAY, stated))
      .filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ refusal_reasons: ['manufacturing'], flags: [] });
  });

  it('are not told again as an approval of somebody unknown', async () => {
    const stated: FactsByKind = {
      decisions: [
        {
          ...{ Ticker: 'ABEQZ', Drug: 'Abeline XR (abelamide)', 'PDUFA Date': '2026-06-20' },
          ...{ Decision: 'Approved', decision_date: '2026-06-05' },
        },
      ],
      approvals: [
        approval({ sponsor_name: 'ABL HOLDINGS', drug_name: 'ABELINE XR' }),
        approval({
          sponsor_name: 'ABL HOLDINGS',
          drug_name: 'ABELINE XR',
          approval_date: '2026-06-13',
        }),
      ],
    };
    const rows = decisionCollections.fdaDecisions.rows(await refreshOf(TODAY, stated));
    // The 13th is eight days after the decision, and another one.
    expect(rows.map(({ decision_date, ticker }) => [decision_date, ticker]).sort()).toEqual([
      ['2026-06-05', 'ABEQZ'],
      ['2026-06-13', null],
    ]);
  });

  it('stand in pdufa_historical where the calendar knows the goal date', async () => {
    const none = decisions(await refreshOf(TODAY, store));
    expect(none).toEqual([]);
    // Decided 120 and 30 days off are the furthest; a goal that nothing met stays out.
    const calendar = { catalysts: [goal('2026-10-08'), goal('2025-04-05')] };
    const rows = decisions(await refreshOf(TODAY, store, calendar));
    expect(rows.map((row) => [row['PDUFA Date'], row.Decision, row.name]).sort()).toEqual([
      ['2025-04-05', 'CRL', 'Abel Pharmaceuticals, Inc.'],
      ['2026-10-08', 'Approved', 'Abel Pharmaceuticals, Inc.'],
    ]);
    const later = { catalysts: [goal('2026-10-09'), goal('2025-04-04')] };
    expect(decisions(await refreshOf(TODAY, store, later))).toEqual([]);
  });

  it('feed the observed rates from the first refusal on', async () => {
    const observed = poaBaseRates(await refreshOf(TODAY, store)).find(
      ({ observed_decisions }) => observed_decisions !== null,
    );
    expect(observed).toMatchObject({
      stage: 'NDA/BLA',
      catalyst: 'PDUFA Date',
      observed_decisions: 2,
      observed_approvals: 1,
      observed_rate: 50,
      since: '2025-05-05',
      until: '2026-06-10',
    });
    const { complete_response_letters: _, ...approved } = store;
    const unrefused = poaBaseRates(await refreshOf(TODAY, approved));
    expect(unrefused.every(({ observed_decisions }) => observed_decisions === null)).toBe(true);
  });

  it('that the calendar holds count once', async () => {
    const decided = { ...goal('2026-06-12'), decision: 'Approved', decision_date: '2026-06-10' };
    const rates = poaBaseRates(await refreshOf(TODAY, store, { catalysts: [decided] }));
    expect(rates.find(({ observed_decisions }) => observed_decisions !== null)).toMatchObject({
      observed_decisions: 2,
      observed_approvals: 1,
    });
  });

  it('are one under brand and generic name', async () => {
    const generic = approval({ active_ingredients: ['ABELINIB HYDROCHLORIDE'] });
    const calendar = { catalysts: [{ ...goal('2026-06-20'), drugname: 'abelinib (ABE-101)' }] };
    const found = fdaDecisions(
      await refreshOf(TODAY, { companies: store.companies!, approvals: [generic] }, calendar),
    );
    expect(found).toMatchObject([{ drug: 'ABELINE', goal_date: '2026-06-20' }]);
  });

  it('of the calendar stand in pdufa_historical and among the approvals', async () => {
    const decided = (day: string, decision: string) => ({
      ...goal(day),
      decision,
      decision_date: day,
      treatment: 'Gout',
    });
    const calendar = {
      catalysts: [decided('2026-02-02', 'Approved'), decided('2025-02-02', 'CRL')],
    };
    const refresh = await refreshOf(TODAY, { companies: store.companies! }, calendar);
    expect(decisions(refresh).map((row) => [row['PDUFA Date'], row.Decision])).toEqual([
      ['2026-02-02', 'Approved'],
      ['2025-02-02', 'CRL'],
    ]);
    expect(approvals(refresh)).toEqual([
      {
        ticker: 'ABEQZ',
        company_name: 'Abel Pharmaceuticals, Inc.',
        drug_name: 'Abeline',
        approval_date: '2026-02-02',
        indication: 'Gout',
      },
    ]);
    // Where the list of approvals knows the drug, it is taken as whole.
    const granted = { approvals: [approval({ approval_date: '2019-01-02' })] };
    const both = approvals(
      await refreshOf(TODAY, { companies: store.companies! }, calendar, granted),
    );
    expect(both.map(({ approval_date }) => approval_date)).toEqual(['2019-01-02']);
  });

  it('that name no drug count, unless another refusal of the company is near', async () => {
    const unnamed = (letter_date: string) => ({
      complete_response_letters: [{ letter_id: 'L1', ticker: 'ABEQZ', letter_date }],
    });
    const companies = store.companies!;
    const near = await refreshOf(
      TODAY,
      { companies },
      { ...unnamed('2025-05-12') },
      {
        decisions: [
          { Ticker: 'ABEQZ', Drug: 'Abeline', 'PDUFA Date': '2025-05-05', Decision: 'CRL' },
        ],
      },
    );
    expect(fdaDecisions(near)).toHaveLength(1);
    expect(crls(near)).toMatchObject([{ drug_name: 'Abeline', letter_date: '2025-05-05' }]);
    const alone = await refreshOf(TODAY, { companies }, unnamed('2026-05-13'));
    expect(fdaDecisions(alone)).toMatchObject([
      { drug: null, decision: 'CRL', decided: '2026-05-13', goal_date: null },
    ]);
    expect(decisions(alone)).toEqual([]);
    expect([...trialRiskSignals(alone)]).toMatchObject([
      {
        ...{ ticker: 'ABEQZ', drug_name: null, signal_type: 'crl', signal_date: '2026-05-13' },
        description: 'Complete response letter',
      },
    ]);
  });
});

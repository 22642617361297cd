import { describe, expect, it } from 'vitest';
import { poaBaseRates } from '../../../src/derive/approval/base-rates.ts';
import { poaScores } from '../../../src/derive/approval/program-approvals.ts';
import { catalystAnalysis } from '../../../src/derive/catalysts/company-outlooks.ts';
import { programScores } from '../../../src/derive/valuation/scoring.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { PDUFA, PROGRAM, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const on = { ticker: 'DEVT', drug_name: 'Dev-101', indication: 'melanoma' };
const vote = (meeting_date: string, votes_yes: number, votes_no: number): FactsByKind => ({
  adcomm_votes: [{ ...on, meeting_date, votes_yes, votes_no }],
});
const refusal = (day: string): FactsByKind => ({
  decisions: [{ Ticker: 'DEVT', Drug: 'DEV-101', 'PDUFA Date': day, Decision: 'CRL' }],
});

describe('probability of approval of a filed application', () => {
  it('shows the newest vote of two years on what is under review', async () => {
    const shown = async (catalyst: Partial<Fact<'catalysts'>>, ...votes: FactsByKind[]) => {
      const refresh = await refreshOf(TODAY, { catalysts: [{ ...PDUFA, ...catalyst }] }, ...votes);
      const { vote: side, votes_yes, votes_no, vote_date } = poaScores(refresh)[0]!;
      return [side, votes_yes, votes_no, vote_date];
    };
    const against = vote('2026-10-15', 3, 9);
    const earlier = vote('2025-03-01', 12, 0);
    expect(await shown({}, against, earlier)).toEqual(['against', 3, 9, '2026-10-15']);
    expect(await shown({}, earlier)).toEqual(['for', 12, 0, '2025-03-01']);
    expect(await shown({}, vote('2026-10-15', 6, 6))).toEqual(['tied', 6, 6, '2026-10-15']);
    const none = [null, null, null, null];
    expect(await shown({}, vote('2024-11-20', 3, 9), vote('2026-11-22', 3, 9))).toEqual(none);
    expect(await shown({ catalyst: 'Phase 3 Readout', stage: 'Phase 3' }, against)).toEqual(none);
  });

  it('is the second-cycle rate after a refusal, whether or not its crl was published', async () => {
    // Approval after a refusal: 71 of 151 = 47.0 % (Sacks 2014). Without an efficacy deficiency:
    // 60.6 ÷ 23.7 = 2.557 times the odds 0.8875 = 2.2693; 2.2693 ÷ 3.2693 = 69.4 %.
    const crl = { ticker: 'DEVT', drug_name: 'DEV-101', letter_date: '2026-02-10' };
    const letters = { complete_response_letters: [{ ...crl, reasons: ['manufacturing'] }] };
    const refused = [{ catalysts: [PDUFA] }, refusal('2026-02-12')];
    const stated = await refreshOf(TODAY, letters, ...refused);
    expect(poaScores(stated)[0]).toMatchObject({ base_rate: 47, poa: 69.4, sample_size: 151 });
    const unstated = await refreshOf(TODAY, ...refused);
    expect(poaScores(unstated)[0]).toMatchObject({ base_rate: 47, poa: 47 });
  });

  it('finds a program where it stands, when data of an earlier phase are shown', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [{ ...PDUFA, catalyst: 'Data presentation', stage: 'Phase 2' }],
      programs: [{ ...PROGRAM, updated_date: '2026-05-01' }],
    });
    expect(poaScores(refresh)[0]).toMatchObject({ poa: 44.4, as_of: '2026-05-01' });
  });

  describe('of data shown while an application is announced', () => {
    const event = (catalyst: string, formattedDate: string, more: object = {}) => ({
      ...PDUFA,
      _id: `${catalyst} ${formattedDate}`,
      catalyst,
      stage: 'Phase 3',
      formattedDate,
      createdDate: '2026/02/01',
      ...more,
    });
    const data = event('Data presentation', '2026-12-05');
    const announced = { stage: 'NDA/BLA', createdDate: '2026/03/01' };
    const filing = event('NDA Filing', '2027-02-01', announced);
    const scoresOf = async (...catalysts: Fact<'catalysts'>[]) => {
      const refresh = await refreshOf(TODAY, { programs: [PROGRAM], catalysts });
      const scores = poaScores(refresh).map(({ catalyst, poa }) => [catalyst, poa]);
      const own = programScores(refresh)[0]!.poa;
      return { scores: Object.fromEntries(scores), own, refresh };
    };

    // Oncology rates, shrunk: 91.9 % from filing, and 0.48277 × 0.91881 = 44.4 % from Phase 3.
    it('is that of the application, for the event and for the program', async () => {
      const { scores, own, refresh } = await scoresOf(data, filing);
      expect(scores).toEqual({ 'Data presentation': 91.9, 'NDA Filing': 91.9 });
      expect(own).toBe(91.9);
      const shown = poaScores(refresh).find(({ catalyst }) => catalyst === 'Data presentation');
      expect(shown).toMatchObject({ as_of: '2026-03-01' });
    });

    // The refusal is a month before the data, so the drug counts as refused: 71 of 151 = 47.0 %.
    it('takes the crl that the application answers, and also where none is announced yet', async () => {
      const refused = refusal('2026-11-05');
      const answered = { programs: [PROGRAM], catalysts: [data, filing], ...refused };
      expect(poaScores(await refreshOf(TODAY, answered)).map(({ poa }) => poa)).toEqual([47, 47]);
      const filed = { programs: [{ ...PROGRAM, phase: 'NDA/BLA' }], catalysts: [data], ...refused };
      const refresh = await refreshOf(TODAY, filed);
      expect([poaScores(refresh)[0]!.poa, programScores(refresh)[0]!.poa]).toEqual([47, 47]);
    });

    it('stays at the phase while its readout is still to come', async () => {
      const readout = event('Phase 3 Readout', '2027-01-15');
      const { scores, own } = await scoresOf(data, readout, filing);
      expect(scores).toEqual({
        'Data presentation': 44.4,
        'Phase 3 Readout': 44.4,
        'NDA Filing': 91.9,
      });
      expect(own).toBe(44.4);
    });

    it('does not know of an application that is announced later', async () => {
      const shown = { ...data, formattedDate: '2026-02-20' };
      const ofShown = async (known: string) => {
        const { refresh } = await scoresOf(shown, { ...filing, createdDate: known });
        return catalystAnalysis(refresh).get(String(shown._id))?.poa;
      };
      expect(await ofShown('2026/02/20')).toBe(44.4);
      expect(await ofShown('2026/02/19')).toBe(91.9);
    });
  });

  it('has no chance left to state of a drug that is approved', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [{ ...PDUFA, catalyst: 'Data presentation', stage: 'Phase 3' }],
      programs: [{ ...PROGRAM, phase: 'Approved' }],
    });
    expect(poaScores(refresh)[0]).toMatchObject({ poa: null, flags: ['no_base_rate', 'approved'] });
  });

  it('leaves out what is past, decided early, or not announced yet', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [
        { ...PDUFA, _id: 'past', formattedDate: '2026-11-20' },
        { ...PDUFA, _id: 'decided', decision: 'Approved', decision_date: '2026-11-19' },
        { ...PDUFA, _id: 'unknown', createdDate: '2026/11/22' },
        { ...PDUFA, _id: 'today', formattedDate: TODAY },
      ],
    });
    expect(poaScores(refresh).map((row) => row.formattedDate)).toEqual([TODAY]);
  });
});

it('scores a past event by what was known on the day before', async () => {
  const past = { ...PDUFA, formattedDate: '2026-06-10', decision: 'Approved' };
  const onTheDay = await refreshOf(TODAY, { catalysts: [past] }, vote('2026-06-10', 10, 3));
  expect(catalystAnalysis(onTheDay).get('pdufa')?.poa).toBe(91.9);
  const before = await refreshOf(TODAY, { catalysts: [past] }, vote('2026-06-09', 10, 3));
  expect(catalystAnalysis(before).get('pdufa')?.poa).toBe(98.9);
});

it('base rates stand beside what the decided catalysts of the store came to', async () => {
  const decided = (id: string, decision: string, day: string): Fact<'catalysts'> => ({
    ...PDUFA,
    _id: id,
    ticker: id.toUpperCase(),
    formattedDate: day,
    decision,
    decision_date: day,
  });

  // 2 of 3 approved: 66.7 %, Wilson interval 20.8–93.9 %. Closes 10 → 12, 10 → 11, 10 → 5 are
  // moves of +20, +10 and −50 %: median 10, interpolated quartiles −20 and 15.
  const moved = (ticker: string, before: string, date: string, close: number) => [
    { ticker, date: before, close: 10 },
    { ticker, date, close },
  ];
  const refresh = await refreshOf(TODAY, {
    catalysts: [
      decided('a', 'Approved', '2026-03-03'),
      decided('b', 'Approved', '2026-04-01'),
      decided('c', 'CRL', '2026-05-05'),
    ],
    prices: [
      ...moved('A', '2026-03-02', '2026-03-03', 12),
      ...moved('B', '2026-03-31', '2026-04-01', 11),
      ...moved('C', '2026-05-04', '2026-05-05', 5),
    ],
  });
  const rows = poaBaseRates(refresh);
  const own = rows.filter((row) => row.observed_decisions !== null);
  expect(own.map((row) => row.therapeuticArea).sort()).toEqual(['All indications', 'Oncology']);
  expect(own.find((row) => row.therapeuticArea === 'Oncology')).toMatchObject({
    stage: 'NDA/BLA',
    catalyst: 'PDUFA Date',
    published_rate: 92,
    sample_size: 324,
    observed_decisions: 3,
    observed_approvals: 2,
    observed_rate: 66.7,
    interval_low: 20.8,
    interval_high: 93.9,
    median_move_pct: 10,
    p25_move_pct: -20,
    p75_move_pct: 15,
    since: '2026-03-03',
    until: '2026-05-05',
    as_of: '2026-05-05',
    flags: [],
  });
  // Published rates exist for four stages of all indications, 15 areas and 10 modalities.
  expect(rows.length - own.length).toBe(4 * (1 + 15 + 10));
});

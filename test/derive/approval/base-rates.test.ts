import { describe, expect, it } from 'vitest';
import { poaBaseRates } from '../../../src/derive/approval/base-rates.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const companies = [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }];

/** Returns the observed rate of all indications: the number of decisions and their dates. */
async function observed(facts: FactsByKind) {
  const rows = poaBaseRates(await refreshOf(TODAY, { companies }, facts));
  const own = rows.filter(({ since }) => since !== null);
  return own.map((row) => [row.observed_decisions, row.observed_approvals, row.since, row.until]);
}

const stated = (goal: string, more: object = {}) => ({
  Ticker: 'ABEQZ',
  Drug: 'Abeline',
  'PDUFA Date': goal,
  Decision: 'Approved',
  ...more,
});
const planned = (formattedDate: string, more: object = {}) => ({
  _id: formattedDate,
  ticker: 'ABEQZ',
  drugname: 'Abeline',
  catalyst: 'PDUFA Date',
  formattedDate,
  createdDate: '2020/01/01',
  ...more,
});
const approved = (approval_date: string) => ({
  ticker: 'ABEQZ',
  sponsor_name: 'ABEL',
  drug_name: 'ABELINE',
  approval_date,
  application_type: 'NDA',
  submission_type: 'ORIG',
  application_number: 'NDA900001',
});
const refused = (letter_date: string) => ({ ticker: 'ABEQZ', drug_name: 'other', letter_date });

describe('decisions that the calendar does not hold', () => {
  it('count from the day after them', async () => {
    expect(await observed({ decisions: [stated(TODAY)] })).toEqual([]);
    expect(await observed({ decisions: [stated('2026-11-20')] })).toEqual([
      [1, 1, '2026-11-20', '2026-11-20'],
    ]);
    const late = stated('2026-11-01', { decision_date: TODAY });
    expect(await observed({ decisions: [late] })).toEqual([]);
  });

  it('count where they say what was decided', async () => {
    const { Decision: _, ...undecided } = stated('2026-05-05');
    expect(await observed({ decisions: [undecided] })).toEqual([]);
  });

  it.each([
    // A plan with this goal date, or an event within a week of the date, is the decision itself.
    ['2026-05-05', undefined, '2026-05-05', 0],
    ['2026-05-05', '2026-06-30', '2026-05-05', 0],
    ['2026-05-05', undefined, '2026-05-12', 0],
    ['2026-05-05', undefined, '2026-05-13', 1],
    ['2026-05-05', undefined, '2026-04-28', 0],
    ['2026-05-05', undefined, '2026-04-27', 1],
  ])('of goal %s, decided %s, beside one planned for %s: %d', async (goal, day, held, count) => {
    const decided = stated(goal, day ? { decision_date: day } : {});
    const rows = await observed({ decisions: [decided], catalysts: [planned(held)] });
    expect(rows).toHaveLength(count);
  });

  it('count without a goal date from the day of the first refusal that is known', async () => {
    const rows = (day: string) =>
      observed({
        approvals: [approved(day)],
        complete_response_letters: [refused('2025-05-05'), refused('2026-01-01')],
      });
    const refusals = [2, 0, '2025-05-05', '2026-01-01'];
    expect(await rows('2025-05-05')).toEqual([[3, 1, '2025-05-05', '2026-01-01']]);
    expect(await rows('2025-05-04')).toEqual([refusals]);
    expect(await observed({ approvals: [approved('2025-05-05')] })).toEqual([]);
  });

  it('stand under the area of the program that they are on', async () => {
    const programs = [
      { ticker: 'ABEQZ', drug_name: 'Abeline', indication: 'Gout', therapeuticArea: 'Oncology' },
    ];
    const decisions = [stated('2026-05-05', { Indication: 'Gout' })];
    const rows = poaBaseRates(await refreshOf(TODAY, { companies, programs, decisions }));
    const own = rows.filter(({ since }) => since !== null);
    const places = own.map((row) => [row.therapeuticArea, row.stage, row.catalyst]);
    expect(places).toEqual([
      ['All indications', 'NDA/BLA', 'PDUFA Date'],
      ['Oncology', 'NDA/BLA', 'PDUFA Date'],
    ]);
  });
});

it('decisions that the calendar holds count once they are past and decided or told', async () => {
  const of = (...catalysts: readonly ReturnType<typeof planned>[]) => observed({ catalysts });
  const decided = { decision: 'CRL' };
  expect(await of(planned(TODAY, decided))).toEqual([]);
  expect(await of(planned('2026-11-20', decided))).toEqual([[1, 0, '2026-11-20', '2026-11-20']]);
  expect(await of(planned('2026-11-20'))).toEqual([]);
  // The outcome of an event that is not a decision has a date but no rate.
  expect(await of(planned('2026-11-20', { outcome: 'Met' }))).toEqual([
    [0, 0, '2026-11-20', '2026-11-20'],
  ]);
  expect(await of(planned('2026-10-01', { ...decided, decision_date: '2026-09-09' }))).toEqual([
    [1, 0, '2026-09-09', '2026-09-09'],
  ]);
});

it('published rates stand alone where the store knows nothing', async () => {
  const rows = poaBaseRates(await refreshOf(TODAY, { companies }));
  const [first] = rows.filter(
    ({ therapeuticArea, stage, drugType }) =>
      therapeuticArea === 'Oncology' && stage === 'Phase 2' && drugType === 'All modalities',
  );
  expect(first).toEqual({
    therapeuticArea: 'Oncology',
    drugType: 'All modalities',
    stage: 'Phase 2',
    catalyst: null,
    sample_size: expect.any(Number),
    published_rate: expect.any(Number),
    published_source: expect.stringContaining('BIO'),
    // 24.6 % of oncology programs advance from Phase 2 (BIO, QLS and Informa 2021).
    published_phase_rate: 24.6,
    labelled_trials: null,
    labelled_rate: null,
    labelled_interval_low: null,
    labelled_interval_high: null,
    observed_decisions: null,
    observed_approvals: null,
    observed_rate: null,
    interval_low: null,
    interval_high: null,
    median_move_pct: null,
    p25_move_pct: null,
    p75_move_pct: null,
    good_moves: null,
    good_median_move_pct: null,
    bad_moves: null,
    bad_median_move_pct: null,
    since: null,
    until: null,
    as_of: null,
    flags: ['published_only'],
    source: first!.published_source,
    source_url: null,
    source_date: null,
    method: expect.stringMatching(/^\S+\/\d+ /),
  });
});

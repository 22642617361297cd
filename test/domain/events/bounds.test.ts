import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { document, events, goal, mention } from './texts.ts';

const known = document('2026-11-20', [goal('2027-03-15')]);

describe('the display of a period', () => {
  it.each([
    ['2027-03-01', '2027-03-31', 'month', 'Mar 2027'],
    ['2027-01-01', '2027-03-31', 'quarter', 'Q1 2027'],
    ['2027-10-01', '2027-12-31', 'quarter', 'Q4 2027'],
    ['2027-01-01', '2027-06-30', 'half', 'H1 2027'],
    ['2027-07-01', '2027-12-31', 'half', 'H2 2027'],
    ['2027-01-01', '2027-12-31', 'year', '2027'],
    ['2027-04-01', '2027-09-30', 'half', 'Apr–Sep 2027'],
    ['2027-02-01', '2027-04-30', 'quarter', 'Feb–Apr 2027'],
    ['2026-12-01', '2027-01-31', 'quarter', 'Dec 2026–Jan 2027'],
  ])('from %s to %s is %s: %s', (from, to, precision, catdate) => {
    const plan = mention('pdufa_date', { date: { from, to }, precision });
    expect(events([document('2026-11-20', [plan])]).facts.catalysts).toMatchObject([
      { catdate, formattedDate: to, date_precision: precision },
    ]);
  });
});

describe('a plan moves by at most', () => {
  it.each([
    ['200 days', '2027-01-20', shiftDays('2027-03-15', 200), 1],
    ['201 days', '2027-01-20', shiftDays('2027-03-15', 201), 2],
    ['200 days toward the past', '2026-08-21', shiftDays('2027-03-15', -200), 1],
    ['any distance until a week after its date', '2027-03-22', '2027-05-15', 1],
    ['nothing eight days after its date', '2027-03-23', '2027-05-15', 2],
  ])('%s: %s', (_, published, date, count) => {
    const first = document('2026-06-20', [goal('2027-03-15')]);
    const { facts } = events([first, document(published, [goal(date)])]);
    expect(facts.catalysts).toHaveLength(count);
    expect(facts.catalyst_changes).toHaveLength(2 - count);
  });

  it.each([
    ['400 days', 400, 1],
    ['401 days', 401, 0],
    ['a negative number of days', -20, 0],
  ])('an extension by %s moves the date or not', (_, days, moves) => {
    const extension = mention('pdufa_extended', { detail: {} });
    const later = document('2027-01-20', [extension, goal(shiftDays('2027-03-15', days))]);
    expect(events([known, later]).facts.catalyst_changes).toHaveLength(moves);
  });
});

describe('the distance of a decision from its goal date', () => {
  it.each([
    ['approval', -120, 1],
    ['approval', -121, 0],
    ['approval', 180, 1],
    ['approval', 181, 0],
  ])('allows or excludes an %s after %i days', (type, days, count) => {
    const decision = document(shiftDays('2027-03-15', days), [mention(type)]);
    const early = document('2026-06-01', [goal('2027-03-15')]);
    expect(events([early, decision]).facts.decisions).toHaveLength(count);
  });

  it.each([
    [30, 1],
    [31, 0],
  ])('allows or excludes a decision of a register after %i days', (days, count) => {
    const day = shiftDays('2027-03-15', days);
    const decided = [
      { result: 'CRL', day, indication: null, statement: null, drugs: ['zelvotinib'] },
    ];
    expect(events([known], { decided }).facts.decisions).toHaveLength(count);
  });

  it.each([
    ['44 days apart', 44, 1],
    ['46 days apart', 46, 2],
  ])('merges two approvals or keeps both if they are %s', (_, days, count) => {
    const documents = [
      document('2027-06-01', [mention('approval')]),
      document(shiftDays('2027-06-01', days), [mention('approval')]),
    ];
    expect(events(documents).facts.approvals).toHaveLength(count);
  });
});

describe('the day of an event', () => {
  it.each([
    ['the stated day within a month', '2027-05-01', '2027-05-01'],
    ['the publication day if the stated day is more than a month old', '2027-04-30', '2027-06-01'],
    ['the publication day if the stated day is later', '2027-06-02', '2027-06-01'],
    [
      'the publication day if only a month is stated',
      { from: '2027-05-01', to: '2027-05-31' },
      '2027-06-01',
    ],
    ['the publication day if no day is stated', null, '2027-06-01'],
  ])('is %s', (_, date, day) => {
    const { facts } = events([document('2027-06-01', [mention('approval', { date })])]);
    expect(facts.approvals).toMatchObject([{ approval_date: day }]);
  });
});

describe('a repeated statement', () => {
  const designation = mention('designation', { detail: { which: 'Fast Track' } });
  it.each([
    ['designations', designation, 180],
    ['trial_results', mention('trial_result'), 31],
    ['offerings', mention('offering', { drug: null }), 14],
    ['filing_events', mention('reverse_split', { drug: null }), 31],
  ] as const)('of %s is one event within a number of days', (kind, statement, days) => {
    const countAfter = (later: number) =>
      events([
        document('2026-01-05', [statement]),
        document(shiftDays('2026-01-05', later), [statement]),
      ]).facts[kind].length;
    expect([countAfter(days), countAfter(days + 1)]).toEqual([1, 2]);
  });
});

describe('a filing event', () => {
  it.each([
    'going_concern',
    'exchange_deficiency',
    'deficiency_cured',
    'reverse_split',
    'clinical_hold',
    'hold_lifted',
  ])('%s has the form and the sentence of the filing', (type) => {
    const filed = document('2026-11-20', [mention(type, { drug: null })]);
    expect(events([filed]).facts.filing_events).toMatchObject([
      { event: type, filed_at: '2026-11-20', form_type: '8-K', detail: `A sentence on ${type}.` },
    ]);
    const unnamed = document('2026-11-20', [mention(type)], { form: null });
    expect(events([unnamed]).facts.filing_events).toMatchObject([{ form_type: 'press release' }]);
  });
});

describe('the type of an offering', () => {
  it.each([
    ['registered direct', 'registered_direct', false],
    ['private placement', 'pipe', false],
    ['ATM', 'at_the_market', true],
    ['warrant exercise', 'warrants', false],
    ['public', 'follow_on', false],
    ['IPO', null, false],
  ])('"%s" is %s', (kind, offering_type, is_atm) => {
    const text = document('2026-11-20', [mention('offering', { drug: null, detail: { kind } })]);
    expect(events([text]).facts.offerings).toMatchObject([{ offering_type, is_atm }]);
  });
});

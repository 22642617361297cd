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

describe('how far a date moves', () => {
  it.each([
    ['200 days', '2027-01-20', shiftDays('2027-03-15', 200), 1],
    ['201 days', '2027-01-20', shiftDays('2027-03-15', 201), 2],
    ['200 days back', '2026-08-21', shiftDays('2027-03-15', -200), 1],
    ['a week after it has passed', '2027-03-22', '2027-05-15', 1],
    ['eight days after it has passed', '2027-03-23', '2027-05-15', 2],
  ])('%s', (_, published, date, count) => {
    const first = document('2026-06-20', [goal('2027-03-15')]);
    const { facts } = events([first, document(published, [goal(date)])]);
    expect(facts.catalysts).toHaveLength(count);
    expect(facts.catalyst_changes).toHaveLength(2 - count);
  });

  it.each([
    ['400 days', 400, 1],
    ['401 days', 401, 0],
    ['back', -20, 0],
  ])('an extension by %s', (_, days, moves) => {
    const extension = mention('pdufa_extended', { detail: {} });
    const later = document('2027-01-20', [extension, goal(shiftDays('2027-03-15', days))]);
    expect(events([known, later]).facts.catalyst_changes).toHaveLength(moves);
  });
});

describe('how far from the goal date a decision is its own', () => {
  it.each([
    ['approval', -120, 1],
    ['approval', -121, 0],
    ['approval', 180, 1],
    ['approval', 181, 0],
  ])('%s after %i days', (type, days, count) => {
    const told = document(shiftDays('2027-03-15', days), [mention(type)]);
    const early = document('2026-06-01', [goal('2027-03-15')]);
    expect(events([early, told]).facts.decisions).toHaveLength(count);
  });

  it.each([
    [30, 1],
    [31, 0],
  ])('one of a register alone after %i days', (days, count) => {
    const day = shiftDays('2027-03-15', days);
    const decided = [
      { result: 'CRL', day, indication: null, statement: null, drugs: ['zelvotinib'] },
    ];
    expect(events([known], { decided }).facts.decisions).toHaveLength(count);
  });

  it.each([
    ['told 44 days apart', 44, 1],
    ['told 46 days apart', 46, 2],
  ])('and two approvals %s', (_, days, count) => {
    const told = [
      document('2027-06-01', [mention('approval')]),
      document(shiftDays('2027-06-01', days), [mention('approval')]),
    ];
    expect(events(told).facts.approvals).toHaveLength(count);
  });
});

describe('the day that a text reports', () => {
  it.each([
    ['stated within a month', '2027-05-01', '2027-05-01'],
    ['stated more than a month ago', '2027-04-30', '2027-06-01'],
    ['stated ahead', '2027-06-02', '2027-06-01'],
    ['not stated to the day', { from: '2027-05-01', to: '2027-05-31' }, '2027-06-01'],
    ['not stated', null, '2027-06-01'],
  ])('%s', (_, date, day) => {
    const { facts } = events([document('2027-06-01', [mention('approval', { date })])]);
    expect(facts.approvals).toMatchObject([{ approval_date: day }]);
  });
});

describe('when the same is told again', () => {
  const designation = mention('designation', { detail: { which: 'Fast Track' } });
  it.each([
    ['designations', designation, 180],
    ['trial_results', mention('trial_result'), 31],
    ['offerings', mention('offering', { drug: null }), 14],
    ['filing_events', mention('reverse_split', { drug: null }), 31],
  ] as const)('of %s within its days it is one', (kind, told, days) => {
    const countAfter = (later: number) =>
      events([document('2026-01-05', [told]), document(shiftDays('2026-01-05', later), [told])])
        .facts[kind].length;
    expect([countAfter(days), countAfter(days + 1)]).toEqual([1, 2]);
  });
});

describe('what a filing discloses', () => {
  it.each([
    'going_concern',
    'exchange_deficiency',
    'deficiency_cured',
    'reverse_split',
    'clinical_hold',
    'hold_lifted',
  ])('%s is an event with the form of the filing and its sentence', (type) => {
    const told = document('2026-11-20', [mention(type, { drug: null })]);
    expect(events([told]).facts.filing_events).toMatchObject([
      { event: type, filed_at: '2026-11-20', form_type: '8-K', detail: `A sentence on ${type}.` },
    ]);
    const unnamed = document('2026-11-20', [mention(type)], { form: null });
    expect(events([unnamed]).facts.filing_events).toMatchObject([{ form_type: 'press release' }]);
  });
});

describe('the kind of an offering', () => {
  it.each([
    ['registered direct', 'registered_direct', false],
    ['private placement', 'pipe', false],
    ['ATM', 'at_the_market', true],
    ['warrant exercise', 'warrants', false],
    ['public', 'follow_on', false],
    ['IPO', null, false],
  ])('%s is %s', (kind, offering_type, is_atm) => {
    const told = document('2026-11-20', [mention('offering', { drug: null, detail: { kind } })]);
    expect(events([told]).facts.offerings).toMatchObject([{ offering_type, is_atm }]);
  });
});

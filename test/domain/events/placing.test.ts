import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { datesOf, document, events, goal, mention } from './texts.ts';

const first = document('2026-11-20', [goal('2027-03-15')]);
const whyOf = (told: ReturnType<typeof events>) => told.waiting.map(({ why }) => why);

describe('how far a text moves what is planned', () => {
  const of = (type: string, sentence: string) => (date: string) =>
    mention(type, { date, sentence });
  it.each([
    ['a committee', of('adcomm_date', 'A meeting.'), 200],
    ['a readout', of('readout_expected', 'Phase 3 data.'), 550],
    ['a filing', of('filing_expected', 'An NDA.'), 550],
  ])('of %s', (_, planned, most) => {
    const countAfter = (days: number) =>
      events([
        document('2026-11-20', [planned('2027-06-30')]),
        document('2026-12-20', [planned(shiftDays('2027-06-30', days))]),
      ]).facts.catalysts.length;
    // Towards today too, as far as that lies ahead.
    expect([most, most + 1, -150].map(countAfter)).toEqual([1, 2, 1]);
  });
});

describe('a new date', () => {
  it('that may move one of several waits', () => {
    const two = document('2026-11-20', [goal('2027-03-15'), goal('2027-03-30')]);
    const told = events([two, document('2027-01-20', [goal('2027-05-01')])]);
    expect(datesOf(told)).toEqual(['PDUFA Date 2027-03-15', 'PDUFA Date 2027-03-30']);
    expect(whyOf(told)).toEqual(['it may move one of several events']);
  });

  it('of one day, told by another text, is another where both name the indication', () => {
    const gout = { indication: 'gout' };
    const other = (more: object) =>
      document('2026-11-20', [goal('2027-04-15', more)], { form: 'news' });
    const both = events([document('2026-11-20', [goal('2027-03-15', gout)]), other(gout)]);
    expect([datesOf(both), whyOf(both)]).toEqual([
      ...[['PDUFA Date 2027-03-15', 'PDUFA Date 2027-04-15'], []],
    ]);
    const one = events([document('2026-11-20', [goal('2027-03-15', gout)]), other({})]);
    expect(whyOf(one)).toEqual(['another text of the day says 2027-03-15']);
    const otherOne = events([first, other(gout)]);
    expect(whyOf(otherOne)).toEqual(['another text of the day says 2027-03-15']);
  });

  it('of a committee that two texts of one day give is two', () => {
    const meeting = (date: string) => mention('adcomm_date', { date });
    const told = events([
      document('2026-11-20', [meeting('2027-03-15')]),
      document('2026-11-20', [meeting('2027-04-15')], { form: 'news' }),
    ]);
    expect([datesOf(told).length, whyOf(told)]).toEqual([2, []]);
  });

  it('after the last is told adds to what is known, and leaves the date', () => {
    const again = document('2027-01-20', [goal('2027-03-15', { indication: 'gout' })]);
    const told = events([first, again]);
    expect(told.facts.catalysts).toMatchObject([
      { formattedDate: '2027-03-15', treatment: 'gout', createdDate: '2026/11/20' },
    ]);
    // What is past when it is told is none, what falls on the day is.
    expect(datesOf(events([document('2027-03-15', [goal('2027-03-15')])]))).toHaveLength(1);
    expect(datesOf(events([document('2027-03-16', [goal('2027-03-15')])]))).toEqual([]);
    expect(datesOf(events([document('2027-01-16', [mention('pdufa_date')])]))).toEqual([]);
  });
});

describe('a readout that a text knows better', () => {
  const half = { from: '2027-01-01', to: '2027-06-30' };
  const quarter = { from: '2027-01-01', to: '2027-03-31' };
  const readout = (sentence: string, date: object, detail = {}) =>
    mention('readout_expected', { sentence, date, detail } as Parameters<typeof mention>[1]);
  const dateAfter = (planned: object, ...told: Parameters<typeof document>[1]) =>
    events([
      document('2026-11-20', [planned as ReturnType<typeof readout>]),
      document('2026-12-20', told),
    ]).facts.catalysts.map(({ formattedDate }) => formattedDate);

  it('is of the same trial by name, or by its phase where no other is told', () => {
    const [wide, narrow] = [readout('Phase 3 data.', half), readout('Phase 3 data.', quarter)];
    expect(dateAfter(wide, narrow)).toEqual(['2027-03-31']);
    expect(dateAfter(readout('Data.', half), narrow)).toEqual(['2027-06-30']);
    expect(dateAfter(wide, readout('Data.', quarter))).toEqual(['2027-06-30']);
    const other = readout('Phase 2 data.', { from: '2028-01-01', to: '2028-06-30' });
    expect(dateAfter(wide, narrow, other)).toEqual(['2027-06-30', '2028-06-30']);
    const [mine, theirs] = [half, quarter].map((date) => readout('Data.', date, { trial: 'RISE' }));
    expect(dateAfter(mine!, theirs!, other)).toEqual(['2027-03-31', '2028-06-30']);
    // What is told beside it and is no readout is no rival.
    expect(dateAfter(wide, narrow, mention('designation'))).toEqual(['2027-03-31']);
  });
});

describe('an extension', () => {
  const extension = (detail: object) => mention('pdufa_extended', { detail: { ...detail } });
  const told = (detail: object, ...more: Parameters<typeof document>[1]) =>
    datesOf(events([document('2027-01-20', [extension(detail), ...more])]));
  const [old, now] = ['2027-03-15', '2027-06-15'];

  it('that names both dates tells of a plan, moved by the date beside it', () => {
    expect(told({ old, new: now }, goal(now))).toEqual([
      `PDUFA Date ${now} (${old} > ${now} on 2027-01-20)`,
    ]);
    expect(told({ old, new: now })).toEqual([`PDUFA Date ${old}`]);
  });

  it('that lacks one, or goes back, tells of none', () => {
    expect([told({ old }), told({ new: now }), told({ old: now, new: old })]).toEqual([[], [], []]);
    expect(told({ old, new: old })).toEqual([]);
  });

  it('of a known plan makes no other', () => {
    const both = document('2027-01-20', [extension({ old, new: now }), goal(now)]);
    const moved = [`PDUFA Date ${now} (${old} > ${now} on 2027-01-20)`];
    expect(datesOf(events([first, both]))).toEqual(moved);
    // Known by its new date: by a text of the day before.
    const known = document('2027-01-19', [goal(now)]);
    expect(datesOf(events([known, both]))).toEqual([`PDUFA Date ${now}`]);
    // One of the committee's on that day is no goal date.
    const meeting = document('2026-11-20', [mention('adcomm_date', { date: old })]);
    expect(datesOf(events([meeting, both]))).toEqual([`AdComm Meeting ${old}`, ...moved]);
  });

  it('told on the day of the old date, by another text, moves it', () => {
    const later = document('2026-11-20', [extension({}), goal(now)], { form: 'news' });
    expect(datesOf(events([first, later]))).toEqual([
      `PDUFA Date ${now} (${old} > ${now} on 2026-11-20)`,
    ]);
  });
});

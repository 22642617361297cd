import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { datesOf, document, events, goal, mention } from './texts.ts';

const first = document('2026-11-20', [goal('2027-03-15')]);
const reasonsOf = (output: ReturnType<typeof events>) => output.waiting.map(({ why }) => why);

describe('the maximum move of', () => {
  const of = (type: string, sentence: string) => (date: string) =>
    mention(type, { date, sentence });
  it.each([
    ['a committee', of('adcomm_date', 'A meeting.'), 200],
    ['a readout', of('readout_expected', 'Phase 3 data.'), 550],
    ['a filing', of('filing_expected', 'An NDA.'), 550],
  ])('%s', (_, planned, most) => {
    const countAfter = (days: number) =>
      events([
        document('2026-11-20', [planned('2027-06-30')]),
        document('2026-12-20', [planned(shiftDays('2027-06-30', days))]),
      ]).facts.catalysts.length;
    // A move to an earlier day is allowed while that day is in the future.
    expect([most, most + 1, -150].map(countAfter)).toEqual([1, 2, 1]);
  });
});

describe('a new date', () => {
  it('that matches several plans waits for review', () => {
    const two = document('2026-11-20', [goal('2027-03-15'), goal('2027-03-30')]);
    const output = events([two, document('2027-01-20', [goal('2027-05-01')])]);
    expect(datesOf(output)).toEqual(['PDUFA Date 2027-03-15', 'PDUFA Date 2027-03-30']);
    expect(reasonsOf(output)).toEqual(['it may move one of several events']);
  });

  it('in a second text of the day is another plan if both texts name the indication', () => {
    const gout = { indication: 'gout' };
    const other = (more: object) =>
      document('2026-11-20', [goal('2027-04-15', more)], { form: 'news' });
    const both = events([document('2026-11-20', [goal('2027-03-15', gout)]), other(gout)]);
    expect([datesOf(both), reasonsOf(both)]).toEqual([
      ['PDUFA Date 2027-03-15', 'PDUFA Date 2027-04-15'],
      [],
    ]);
    const one = events([document('2026-11-20', [goal('2027-03-15', gout)]), other({})]);
    expect(reasonsOf(one)).toEqual(['another text of the day says 2027-03-15']);
    const otherOne = events([first, other(gout)]);
    expect(reasonsOf(otherOne)).toEqual(['another text of the day says 2027-03-15']);
  });

  it('of a committee in a second text of the day is another meeting', () => {
    const meeting = (date: string) => mention('adcomm_date', { date });
    const output = events([
      document('2026-11-20', [meeting('2027-03-15')]),
      document('2026-11-20', [meeting('2027-04-15')], { form: 'news' }),
    ]);
    expect([datesOf(output).length, reasonsOf(output)]).toEqual([2, []]);
  });

  it('that is equal adds its indication and keeps the date', () => {
    const again = document('2027-01-20', [goal('2027-03-15', { indication: 'gout' })]);
    const output = events([first, again]);
    expect(output.facts.catalysts).toMatchObject([
      { formattedDate: '2027-03-15', treatment: 'gout', createdDate: '2026/11/20' },
    ]);
    // A date before the day of the text is ignored.
    expect(datesOf(events([document('2027-03-15', [goal('2027-03-15')])]))).toHaveLength(1);
    expect(datesOf(events([document('2027-03-16', [goal('2027-03-15')])]))).toEqual([]);
    expect(datesOf(events([document('2027-01-16', [mention('pdufa_date')])]))).toEqual([]);
  });
});

describe('a readout with a narrower period', () => {
  const half = { from: '2027-01-01', to: '2027-06-30' };
  const quarter = { from: '2027-01-01', to: '2027-03-31' };
  const readout = (sentence: string, date: object, detail = {}) =>
    mention('readout_expected', { sentence, date, detail } as Parameters<typeof mention>[1]);
  const dateAfter = (planned: object, ...mentions: Parameters<typeof document>[1]) =>
    events([
      document('2026-11-20', [planned as ReturnType<typeof readout>]),
      document('2026-12-20', mentions),
    ]).facts.catalysts.map(({ formattedDate }) => formattedDate);

  it('matches a trial by name, or by phase if the text has no other readout', () => {
    const [wide, narrow] = [readout('Phase 3 data.', half), readout('Phase 3 data.', quarter)];
    expect(dateAfter(wide, narrow)).toEqual(['2027-03-31']);
    expect(dateAfter(readout('Data.', half), narrow)).toEqual(['2027-06-30']);
    expect(dateAfter(wide, readout('Data.', quarter))).toEqual(['2027-06-30']);
    const other = readout('Phase 2 data.', { from: '2028-01-01', to: '2028-06-30' });
    expect(dateAfter(wide, narrow, other)).toEqual(['2027-06-30', '2028-06-30']);
    const [mine, theirs] = [half, quarter].map((date) => readout('Data.', date, { trial: 'RISE' }));
    expect(dateAfter(mine!, theirs!, other)).toEqual(['2027-03-31', '2028-06-30']);
    // A statement of another type in the text has no effect.
    expect(dateAfter(wide, narrow, mention('designation'))).toEqual(['2027-03-31']);
  });
});

describe('an extension', () => {
  const extension = (detail: object) => mention('pdufa_extended', { detail: { ...detail } });
  const datesWith = (detail: object, ...more: Parameters<typeof document>[1]) =>
    datesOf(events([document('2027-01-20', [extension(detail), ...more])]));
  const [old, now] = ['2027-03-15', '2027-06-15'];

  it('with both dates creates a plan, which the date beside it moves', () => {
    expect(datesWith({ old, new: now }, goal(now))).toEqual([
      `PDUFA Date ${now} (${old} > ${now} on 2027-01-20)`,
    ]);
    expect(datesWith({ old, new: now })).toEqual([`PDUFA Date ${old}`]);
  });

  it('with only one date, or to an earlier date, creates no plan', () => {
    expect([
      datesWith({ old }),
      datesWith({ new: now }),
      datesWith({ old: now, new: old }),
    ]).toEqual([[], [], []]);
    expect(datesWith({ old, new: old })).toEqual([]);
  });

  it('of a known plan creates no other plan', () => {
    const both = document('2027-01-20', [extension({ old, new: now }), goal(now)]);
    const moved = [`PDUFA Date ${now} (${old} > ${now} on 2027-01-20)`];
    expect(datesOf(events([first, both]))).toEqual(moved);
    // The plan is known by its new date from a text of the day before.
    const known = document('2027-01-19', [goal(now)]);
    expect(datesOf(events([known, both]))).toEqual([`PDUFA Date ${now}`]);
    // A committee meeting on that day is not the goal date.
    const meeting = document('2026-11-20', [mention('adcomm_date', { date: old })]);
    expect(datesOf(events([meeting, both]))).toEqual([`AdComm Meeting ${old}`, ...moved]);
  });

  it('in a second text of the day moves the date', () => {
    const later = document('2026-11-20', [extension({}), goal(now)], { form: 'news' });
    expect(datesOf(events([first, later]))).toEqual([
      `PDUFA Date ${now} (${old} > ${now} on 2026-11-20)`,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { goalDates } from '../../src/extract/goal-dates.ts';
import { textAround, textBefore } from '../../src/extract/nearby.ts';
import { PUBLISHED } from './announced.ts';
import { placed } from './placed.ts';

/**
 * Returns the goal dates of the bracketed term as `day` or `from..to`, with the details of each.
 */
function goals(marked: string, published: string | undefined = PUBLISHED): readonly string[] {
  const { reading, spot } = placed(marked, published);
  const around = { published, dateline: undefined, previous: undefined, next: undefined };
  return goalDates(reading, spot, 'pdufa_date', around).map(({ date, past, doubtful }) => {
    const days = date!.from === date!.to ? date!.from : `${date!.from}..${date!.to}`;
    return `${days}${past ? ' past' : ''}${doubtful ? ' doubtful' : ''}`;
  });
}
const march = ['2027-03-05'];
const may = ['2027-05-06'];
const both = [...march, ...may];

describe('the goal date of a term', () => {
  it.each<[string, readonly string[]]>([
    ['The [PDUFA date] of March 5, 2027', march],
    ['The [PDUFA date] is set for March 5, 2027', march],
    ['The [PDUFA date] is near', []],
    ['The [PDUFA date] is in Q1 2027', ['2027-01-01..2027-03-31']],
    // If several dates follow the term, the first is used. If several precede it, the last is used.
    ['The [PDUFA date] is March 5, 2027, before May 6, 2027', march],
    ['By March 5, 2027 or by the May 6, 2027 [PDUFA date]', may],
    // Another subject, sentence or clause separates the date from the term.
    ['The [PDUFA date] follows on March 5, 2027', []],
    ['The [PDUFA date] is near. On March 5, 2027 we met', []],
    ['The [PDUFA date] is near; March 5, 2027', []],
    // The date directly precedes the term or is stated to be the goal date.
    ['The March 5, 2027 [PDUFA date]', march],
    ['March 5, 2027 is the [PDUFA date]', march],
    ['March 5, 2027 ([PDUFA date])', march],
    ['March 5, 2027 – [PDUFA date]', march],
    ['March 5, 2027 FDA [PDUFA date]', march],
    ['It set March 5, 2027 as the new [PDUFA date]', march],
    ['On March 5, 2027 we told of the [PDUFA date]', []],
    // The date is inside the term.
    ['The [PDUFA of March 5, 2027 date] is near', march],
    ['The [March 5, 2027 PDUFA date] is near', []],
    ['The [PDUFA date March 5, 2027]', []],
  ])('%s: %j', (marked, expected) => {
    expect(goals(marked)).toEqual(expected);
  });

  it('is past from the next day, and never without a publication date', () => {
    expect(goals('The [PDUFA date] is November 20, 2026')).toEqual(['2026-11-20']);
    expect(goals('The [PDUFA date] is November 19, 2026')).toEqual(['2026-11-19 past']);
    expect(goals('The [PDUFA date] is in November 2026')).toEqual(['2026-11-01..2026-11-30']);
    const { reading, spot } = placed('The [PDUFA date] is November 19, 2020', undefined);
    const unknown = {
      published: undefined,
      dateline: undefined,
      previous: undefined,
      next: undefined,
    };
    expect(goalDates(reading, spot, 'pdufa_date', unknown)).toEqual([
      { date: reading.dates[0], past: false, doubtful: false },
    ]);
  });

  it('is within 160 characters after the term', () => {
    const behind = (length: number) =>
      goals(`The [PDUFA date] ${'x'.repeat(length - 2)} March 5, 2027`);
    expect([behind(160), behind(161)]).toEqual([march, []]);
  });
});

it.each<[string, readonly string[]]>([
  // June 1 of the same year is nearer than that of the next year.
  ['ABX-101 had a June 1 [PDUFA date]', ['2026-06-01 past']],
  ['The [PDUFA date] was June 1', ['2026-06-01 past']],
  ['The FDA has set a [PDUFA date] of June 1', ['2027-06-01']],
  // A review does not take 353 days.
  ['The FDA has set a [PDUFA date] of November 8', ['2026-11-08 past']],
  // March 5 of the next year is nearer.
  ['The [PDUFA date] was set for March 5', march],
  ['The [PDUFA date] was June 1, 2027', ['2027-06-01']],
])('a goal date without a year, in a text of November 20: %s: %j', (marked, expected) => {
  expect(goals(marked)).toEqual(expected);
});

it.each<[string, readonly string[]]>([
  // A date directly after the term belongs to the term.
  ['As of the March 5, 2027, the [PDUFA date] is May 6, 2027', may],
  ['The March 5, 2027 [PDUFA date] (May 6, 2027)', may],
  // If no date directly follows the term, the preceding date is used with low confidence.
  ['The March 5, 2027 [PDUFA date] and grows until May 6, 2027', ['2027-03-05 doubtful']],
  // If another clause starts after the term, the preceding date is certain.
  ['The March 5, 2027 [PDUFA date], and it grows until May 6, 2027', march],
  ['The March 5, 2027 [PDUFA date], but it grows until May 6, 2027', march],
  ['The March 5, 2027 [PDUFA date], while it grows until May 6, 2027', march],
  ['The March 5, 2027 [PDUFA date] xxxxxxxxxxx, and it grows until May 6, 2027', march],
  [
    'The March 5, 2027 [PDUFA date] xxxxxxxxxxxx, and it grows until May 6, 2027',
    ['2027-03-05 doubtful'],
  ],
  // If the following date is out of reach, the preceding date is certain.
  ['The March 5, 2027 [PDUFA date]; it grows until May 6, 2027', march],
  // A full date is preferred to a date without a day.
  ['The March 2027 [PDUFA date] and grows until May 6, 2027', may],
  ['The March 5, 2027 [PDUFA date] and grows in Q2 2027', ['2027-03-05 doubtful']],
  ['The Q1 2027 [PDUFA date] and grows in Q2 2027', ['2027-01-01..2027-03-31']],
])('a date before the term and one after it: %s: %j', (marked, expected) => {
  expect(goals(marked)).toEqual(expected);
});

it.each<[string, readonly string[]]>([
  ['The [PDUFA date] moved from March 5, 2027 to May 6, 2027', may],
  ['The [PDUFA date] moved from its original date of March 5, 2027 until May 6, 2027', may],
  ['The [PDUFA date] moved from March 5, 2027, to the new one of May 6, 2027', may],
  ['The [PDUFA date] moved from March 5, 2027 on, it said. To May 6, 2027', march],
  ['The [PDUFA date] moved from March 5, 2027', march],
  ['The [PDUFA date] moved from March 5, 2027 by May 6, 2027', march],
  ['The [PDUFA date], which had been March 5, 2027, is now May 6, 2027', may],
  ['The [PDUFA date], originally March 5, 2027, has been moved to May 6, 2027', may],
  ['The [PDUFA date], previously March 5, 2027, was May 6, 2027', march],
  ['The [PDUFA date] is March 5, 2027, is now May 6, 2027', march],
  ['The FDA, which had set March 5, 2027, [now expects to decide] on it by May 6, 2027', may],
  // A stated goal date is used, whatever date precedes it.
  ['The March 5, 2027 [PDUFA date] moved from April 5, 2027 to May 6, 2027', may],
])('a goal date that was moved: %s: %j', (marked, expected) => {
  expect(goals(marked)).toEqual(expected);
});

describe('several goal dates', () => {
  const june = '2027-06-07';
  it.each<[string, readonly string[]]>([
    ['The [PDUFA dates] are March 5, 2027 and May 6, 2027', both],
    ['The [PDUFA dates] are March 5, 2027, May 6, 2027 and June 7, 2027', [...both, june]],
    ['The [PDUFA dates] are March 5, 2027 for ABX-101, and May 6, 2027', both],
    ['The [PDUFA dates] are March 5, 2027 and for ABX-101 May 6, 2027', both],
    ['The [PDUFA] dates of March 5, 2027 & May 6, 2027', both],
    ['The [PDUFA date] is March 5, 2027 and May 6, 2027, respectively', both],
    ['The [PDUFA date] is March 5, 2027 and May 6, 2027', march],
    ['The [PDUFA dates] are March 5, 2027 until May 6, 2027', march],
    // The list of dates ends at the first date that is not joined to it.
    ['The [PDUFA dates] are March 5, 2027 until May 6, 2027 and June 7, 2027', march],
    ['March 5, 2027 and May 6, 2027 [PDUFA dates]', both],
    ['March 5, 2027, May 6, 2027, and June 7, 2027 [PDUFA dates]', [...both, june]],
    ['March 5, 2027 and May 6, 2027 [PDUFA date]', may],
    ['March 5, 2027 or May 6, 2027 [PDUFA dates]', may],
    ['March 5, 2027 or May 6, 2027 and June 7, 2027 [PDUFA dates]', ['2027-05-06', june]],
  ])('%s: %j', (marked, expected) => {
    expect(goals(marked)).toEqual(expected);
  });
});

it('the surrounding text is limited by the text', () => {
  const text = 'one two three';
  expect([textBefore(text, 7, 3), textBefore(text, 7, 7), textBefore(text, 7, 9)]).toEqual([
    ...['two', 'one two', 'one two'],
  ]);
  const match = /two/.exec(text)!;
  expect(textAround(text, match, 1, 2)).toBe(' two t');
  expect(textAround(text, match, 4, 6)).toBe(text);
  expect(textAround(text, match, 9, 9)).toBe(text);
});

import { describe, expect, it } from 'vitest';
import { datesIn, withYear } from '../../src/extract/date-grammar.ts';
import { PUBLISHED } from './announced.ts';

/**
 * Returns the dates in a text published on Friday, 20 November 2026, as `from..to precision basis`.
 * A `?` marks a date without a year.
 */
function read(text: string, published: string | undefined = PUBLISHED) {
  return datesIn(text, published).map(({ from, to, precision, basis, yearless }) => {
    const days = from === to ? from : `${from}..${to}`;
    return `${days} ${precision} ${basis}${yearless ? ' ?' : ''}`;
  });
}

describe('days', () => {
  it.each([
    ['March 5th 2027', '2027-03-05 day stated'],
    ['on MARCH 5, 2027', '2027-03-05 day stated'],
    ['May 8 and 9, 2027', '2027-05-08 day stated'],
    ['5-Mar-2027', '2027-03-05 day stated'],
    ['the 5th of March, 2027', '2027-03-05 day stated'],
    ['January 1, 2027', '2027-01-01 day stated'],
    ['Dec. 31, 2027', '2027-12-31 day stated'],
    ['2027-12-31', '2027-12-31 day stated'],
    ['on 1/2/2027', '2027-01-02 day stated'],
    ['13/1/2027'],
    ['5 November', '2027-11-05 day year_inferred ?'],
    ['November 20', '2026-11-20 day year_inferred ?'],
    ['November 19', '2027-11-19 day year_inferred ?'],
    // A date without a year does not take the year of a neighboring date.
    ['June 2 and July 3, 2027', '2027-06-02 day stated', '2027-07-03 day stated'],
    ['May 29, 2025 and July 3', '2025-05-29 day stated', '2025-07-03 day stated'],
    ['May 29, 2025 was late; July 3', '2025-05-29 day stated', '2027-07-03 day year_inferred ?'],
    ['today', '2026-11-20 day today'],
    ['this morning', '2026-11-20 day today'],
    ['yesterday', '2026-11-19 day relative'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');
  it.each(months)('of %s', (month) => {
    const number = String(1 + months.indexOf(month)).padStart(2, '0');
    const expected = [`2027-${number}-07 day stated`];
    expect(read(`${month} 7, 2027`)).toEqual(expected);
    expect(read(`${month.toUpperCase()} 7, 2027`)).toEqual(expected);
  });
});

describe('months and their parts', () => {
  const thirds = [
    ['2027-02-01..2027-02-10', 'early', 'beginning of', 'the beginning of', 'start of'],
    ['2027-02-11..2027-02-20', 'mid', 'middle of', 'the middle of'],
    ['2027-02-21..2027-02-28', 'late', 'end of', 'the end of'],
  ] as const;
  it.each(thirds.flatMap(([days, ...parts]) => parts.map((part) => [part, days] as const)))(
    '%s February 2027',
    (part, days) => {
      expect(read(`${part} February 2027`)).toEqual([`${days} month stated`]);
    },
  );

  it.each([
    ['in February 2028', '2028-02-01..2028-02-29 month stated'],
    ['November of 2027', '2027-11-01..2027-11-30 month stated'],
    ['by November', '2026-11-01..2026-11-30 month year_inferred ?'],
    ['in October', '2027-10-01..2027-10-31 month year_inferred ?'],
    ['late March', '2027-03-21..2027-03-31 month year_inferred ?'],
    ['last October', '2026-10-01..2026-10-31 month year_inferred'],
    ['since March', '2026-03-01..2026-03-31 month year_inferred'],
    ['planned for April', '2027-04-01..2027-04-30 month year_inferred ?'],
    // After these words, "May" and "March" may not be months.
    ['and May'],
    ['to March'],
    ['(Jan'],
    ['March Biosciences'],
    ['in March of that year'],
    ['January-February 2027', '2027-01-01..2027-02-28 quarter stated'],
    ['January–March 2027', '2027-01-01..2027-03-31 quarter stated'],
    ['January/April 2027', '2027-01-01..2027-04-30 half stated'],
    ['April-January 2027', '2027-01-01..2027-01-31 month stated'],
    ['between June and August 2027', '2027-06-01..2027-08-31 quarter stated'],
    ['between June and September 2027', '2027-06-01..2027-09-30 half stated'],
    ['between June and November 2027', '2027-06-01..2027-11-30 half stated'],
    ['between May and November 2027', '2027-05-01..2027-11-30 year stated'],
    ['early June 2027 or late June 2027', '2027-06-01..2027-06-30 month stated'],
    ['late June 2027 or early July 2027', '2027-06-21..2027-07-10 quarter stated'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });
});

it.each([
  ['Q1 2027', '2027-01-01..2027-03-31 quarter stated'],
  ['2Q27', '2027-04-01..2027-06-30 quarter stated'],
  ["Q3'27", '2027-07-01..2027-09-30 quarter stated'],
  ['fourth quarter of 2027', '2027-10-01..2027-12-31 quarter stated'],
  ['1st quarter 2027', '2027-01-01..2027-03-31 quarter stated'],
  ['final quarter of 2027', '2027-10-01..2027-12-31 quarter stated'],
  ['last quarter of next year', '2027-10-01..2027-12-31 quarter relative'],
  ['2027 third quarter', '2027-07-01..2027-09-30 quarter stated'],
  ["2027's Q2", '2027-04-01..2027-06-30 quarter stated'],
  ['the fourth quarter of this year', '2026-10-01..2026-12-31 quarter relative'],
  ['second quarter of the following year', '2027-04-01..2027-06-30 quarter relative'],
  ['in the fourth quarter', '2026-10-01..2026-12-31 quarter year_inferred ?'],
  ['in the third quarter', '2027-07-01..2027-09-30 quarter year_inferred ?'],
  ['Q2/Q3 2027', '2027-04-01..2027-09-30 half stated'],
  ['Q1-Q3 2027', '2027-01-01..2027-09-30 year stated'],
  ['first or second quarter of 2027', '2027-01-01..2027-06-30 half stated'],
  ['first to third quarter of 2027', '2027-01-01..2027-09-30 year stated'],
  [
    'Q3 2027 Q4 2027',
    '2027-07-01..2027-09-30 quarter stated',
    '2027-10-01..2027-12-31 quarter stated',
  ],
  ['1H 2027', '2027-01-01..2027-06-30 half stated'],
  ['1st half of 2027', '2027-01-01..2027-06-30 half stated'],
  ['latter half of 2027', '2027-07-01..2027-12-31 half stated'],
  ['back half of 2027', '2027-07-01..2027-12-31 half stated'],
  ['second half of next year', '2027-07-01..2027-12-31 half relative'],
  ['in the second half', '2026-07-01..2026-12-31 half year_inferred ?'],
  ['in the first half', '2027-01-01..2027-06-30 half year_inferred ?'],
  ['Q1 or Q2 2027', '2027-01-01..2027-06-30 half stated'],
  ['Q4 2026 to Q1 2027', '2026-10-01..2027-03-31 half stated'],
  ['Q4 2026 through Q2 2027', '2026-10-01..2027-06-30 year stated'],
  // Two dates that do not form a range.
  [
    'delayed from Q4 2026 to Q1 2027',
    '2026-10-01..2026-12-31 quarter stated',
    '2027-01-01..2027-03-31 quarter stated',
  ],
  [
    'Q1 2027 and Q2 2027',
    '2027-01-01..2027-03-31 quarter stated',
    '2027-04-01..2027-06-30 quarter stated',
  ],
  ['between Q1 2027 and Q2 2027', '2027-01-01..2027-06-30 half stated'],
  [
    'Q3 2027 to Q1 2027',
    '2027-07-01..2027-09-30 quarter stated',
    '2027-01-01..2027-03-31 quarter stated',
  ],
])('quarters and halves: %s', (text, ...expected) => {
  expect(read(text)).toEqual(expected);
});

describe('years and their parts', () => {
  it.each([
    ['early to mid 2027', '2027-01-01..2027-06-30 half stated'],
    ['early-to-mid 2027', '2027-01-01..2027-06-30 half stated'],
    ['start of 2027', '2027-01-01..2027-03-31 quarter stated'],
    ['the beginning of 2027', '2027-01-01..2027-03-31 quarter stated'],
    ['the middle of 2027', '2027-04-01..2027-09-30 half stated'],
    ['late next year', '2027-10-01..2027-12-31 quarter relative'],
    ['early next year', '2027-01-01..2027-03-31 quarter relative'],
    ['by late 2027', '2027-10-01..2027-12-31 quarter by'],
    ['around mid-2027', '2027-04-01..2027-09-30 half by'],
    ['the end of 2027', '2027-10-01..2027-12-31 quarter by'],
    ['year-end', '2026-10-01..2026-12-31 quarter by ?'],
    ['at year-end 2027', '2027-10-01..2027-12-31 quarter by'],
    ['mid-year', '2027-04-01..2027-09-30 half year_inferred ?'],
    ['the end of the year', '2026-10-01..2026-12-31 quarter by ?'],
    ['early in the year', '2027-01-01..2027-03-31 quarter year_inferred ?'],
    ['later this year', '2026-10-01..2026-12-31 quarter relative'],
    ['this year', '2026-01-01..2026-12-31 year relative'],
    ['next year', '2027-01-01..2027-12-31 year relative'],
    ['spring 2027', '2027-03-01..2027-05-31 quarter stated'],
    ['fall of 2027', '2027-09-01..2027-11-30 quarter stated'],
    ['autumn 2027', '2027-09-01..2027-11-30 quarter stated'],
    ['Data this summer', '2027-06-01..2027-08-31 quarter year_inferred ?'],
    ['Data in the fall', '2026-09-01..2026-11-30 quarter year_inferred ?'],
    ['Data next spring', '2027-03-01..2027-05-31 quarter year_inferred ?'],
    ['by 2027', '2027-01-01..2027-12-31 year stated'],
    ['2027 Annual Meeting'],
    ['2027 patients'],
    ['fiscal year 2027'],
    ['accessed 2026'],
    ['cash into 2027'],
    ['expires on March 5, 2027'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('"later this year" is the full year until October', () => {
    expect(read('later this year', '2026-09-30')).toEqual(['2026-01-01..2026-12-31 year relative']);
    expect(read('later this year', '2026-10-01')).toEqual([
      '2026-10-01..2026-12-31 quarter relative',
    ]);
  });
});

describe('dates relative to publication', () => {
  it.each([
    ['last week', '2026-11-01..2026-11-30 month relative'],
    ['next week', '2026-11-01..2026-11-30 month relative'],
    ['last month', '2026-10-01..2026-10-31 month relative'],
    ['earlier this month', '2026-11-01..2026-11-30 month relative'],
    ['next month', '2026-12-01..2026-12-31 month relative'],
    ['the coming month', '2026-12-01..2026-12-31 month relative'],
    ['this quarter', '2026-10-01..2026-12-31 quarter relative'],
    ['last quarter', '2026-07-01..2026-09-30 quarter relative'],
    ['the following quarter', '2027-01-01..2027-03-31 quarter relative'],
    ['last year', '2025-01-01..2025-12-31 year relative'],
    ['two weeks ago', '2026-11-01..2026-11-30 month relative'],
    ['three weeks ago', '2026-10-01..2026-10-31 month relative'],
    ['two months ago', '2026-09-01..2026-09-30 month relative'],
    ['four months ago', '2026-07-01..2026-07-31 month relative'],
    ['five months ago', '2026-06-01..2026-06-30 month relative'],
    ['six months ago', '2026-05-01..2026-05-31 month relative'],
    ['11 months ago', '2025-12-01..2025-12-31 month relative'],
    // Four weeks after publication is 18 December.
    ['in the coming weeks', '2026-12-01..2026-12-31 month relative'],
    ['over the next few weeks', '2026-12-01..2026-12-31 month relative'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
    expect(datesIn(text, undefined)).toEqual([]);
  });

  it('a relative week may be in another month', () => {
    expect(read('next week', '2026-11-25')).toEqual(['2026-12-01..2026-12-31 month relative']);
    expect(read('last week', '2026-12-03')).toEqual(['2026-11-01..2026-11-30 month relative']);
  });

  it('relative dates are not read without a publication date', () => {
    const texts = ['March 5', 'in the fall', 'by year-end', 'in Q2', 'in the first half'];
    for (const text of texts) expect(datesIn(text, undefined)).toEqual([]);
    expect(datesIn('next year Q3', undefined)).toEqual([]);
    expect(datesIn('early next year', undefined)).toEqual([]);
  });
});

it('gives the positions of dates in text order, each date once', () => {
  const text = 'Data in Q2 2027, PDUFA on March 5, 2027.';
  const found = datesIn(text, PUBLISHED);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Q2 2027',
    'March 5, 2027',
  ]);
  expect(found[1]).toEqual({
    start: 26,
    end: 39,
    from: '2027-03-05',
    to: '2027-03-05',
    precision: 'day',
    basis: 'stated',
    yearless: false,
  });
});

it('reads at most 24 dates per sentence', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => `May ${at + 1}, 2027;`).join(' ');
  expect(read(days(24))).toHaveLength(24);
  expect(read(days(26))).toHaveLength(24);
});

it('a date moves to another year, and February 29 to the last day of February', () => {
  const date = datesIn('February 29, 2028', undefined)[0]!;
  expect(withYear(date, '2027')).toEqual({ ...date, from: '2027-02-28', to: '2027-02-28' });
  expect(withYear(date, '2032')).toEqual({ ...date, from: '2032-02-29', to: '2032-02-29' });
});

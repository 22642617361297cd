import { describe, expect, it } from 'vitest';
import { datesIn } from '../../src/extract/date-grammar.ts';
import { PUBLISHED } from './announced.ts';

const read = (text: string, published: string | undefined = PUBLISHED) =>
  datesIn(text, published).map(({ from, to, precision, basis }) =>
    from === to ? `${from} ${precision} ${basis}` : `${from}..${to} ${precision} ${basis}`,
  );

describe('dates as filings write them', () => {
  it.each([
    ['on November 27, 2026', '2026-11-27 day stated'],
    ['by Aug. 17, 2027', '2027-08-17 day stated'],
    ['27 November 2026', '2026-11-27 day stated'],
    ['on 2027-02-03', '2027-02-03 day stated'],
    ['on 6/14/2027', '2027-06-14 day stated'],
    ['May 8-9, 2027', '2027-05-08 day stated'],
    ['on February 30, 2027'],
    ['in April 2027', '2027-04-01..2027-04-30 month stated'],
    ['early October 2027', '2027-10-01..2027-10-10 month stated'],
    ['by the end of June 2027', '2027-06-21..2027-06-30 month stated'],
    ['in June or July 2027', '2027-06-01..2027-07-31 quarter stated'],
    ['Q2 2027', '2027-04-01..2027-06-30 quarter stated'],
    ['3Q27', '2027-07-01..2027-09-30 quarter stated'],
    ['the third quarter of 2027', '2027-07-01..2027-09-30 quarter stated'],
    ['the second or third quarter of 2027', '2027-04-01..2027-09-30 half stated'],
    ['Q3 or Q4 2027', '2027-07-01..2027-12-31 half stated'],
    ['first half of 2027', '2027-01-01..2027-06-30 half stated'],
    ['2H27', '2027-07-01..2027-12-31 half stated'],
    ['1H:2027', '2027-01-01..2027-06-30 half stated'],
    ["H1'27", '2027-01-01..2027-06-30 half stated'],
    ['early 2027', '2027-01-01..2027-03-31 quarter stated'],
    ['mid-2027', '2027-04-01..2027-09-30 half stated'],
    ['late 2027', '2027-10-01..2027-12-31 quarter stated'],
    ['by year-end 2027', '2027-10-01..2027-12-31 quarter by'],
    ['late 2026 or early 2027', '2026-10-01..2027-03-31 half stated'],
    ['in 2027', '2027-01-01..2027-12-31 year stated'],
    ['summer 2027', '2027-06-01..2027-08-31 quarter stated'],
    // Counted from the day of publication.
    ['next quarter', '2027-01-01..2027-03-31 quarter relative'],
    ['the first quarter of next year', '2027-01-01..2027-03-31 quarter relative'],
    ['later this month', '2026-11-01..2026-11-30 month relative'],
    ['three months ago', '2026-08-01..2026-08-31 month relative'],
    ['on March 3', '2027-03-03 day year_inferred'],
    ['on November 20', '2026-11-20 day year_inferred'],
    ['November 30th', '2026-11-30 day year_inferred'],
    ['in the second quarter', '2027-04-01..2027-06-30 quarter year_inferred'],
    ['May 29, 2027 and July', '2027-05-29 day stated', '2027-07-01..2027-07-31 month stated'],
    // None of an event.
    ['as of December 31, 2026'],
    ['the year ended June 30, 2026'],
    ['the third quarter of fiscal 2027'],
    ['it may march on'],
    ['$2026 and 2,027 shares'],
  ])('%s', (text, ...expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('does not read relative dates without a publication date', () => {
    expect(datesIn('next quarter, on March 3 or in April', undefined)).toEqual([]);
  });

  it('does not read the first digits of a year as a day', () => {
    expect(read('in April 2025')).toEqual(['2025-04-01..2025-04-30 month stated']);
  });
});

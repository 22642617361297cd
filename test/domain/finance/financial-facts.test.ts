import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import {
  balanceSheetDate,
  factsKnownAt,
  instantAt,
  instantSeries,
  newestInstant,
  periodValues,
  trailingTwelveMonths,
} from '../../../src/domain/finance/financial-facts.ts';
import { balance, flow } from '../fact-builders.ts';

const CASH = 'us-gaap:CashAndCashEquivalentsAtCarryingValue';
const RESTRICTED = 'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents';
const OPERATING = 'us-gaap:NetCashProvidedByUsedInOperatingActivities';

describe('factsKnownAt', () => {
  const restated = [
    balance(CASH, '2024-12-31', 100, '2025-03-01'),
    balance(CASH, '2024-12-31', 90, '2025-08-01'),
  ];

  it('knows a restatement only from its filing date', () => {
    expect(newestInstant(factsKnownAt(restated, '2025-07-31'), 'cash')?.value).toBe(100);
    expect(newestInstant(factsKnownAt(restated, '2025-08-01'), 'cash')?.value).toBe(90);
  });

  it('ignores a fact dated after its filing day', () => {
    // Typing errors in filings date a balance in a later year.
    const newest = (end: string) =>
      newestInstant(
        factsKnownAt([...restated, balance(CASH, end, 7, '2025-11-10')], '2025-12-31'),
        'cash',
      )?.value;
    expect(newest('2026-09-30')).toBe(90);
    expect(newest('2025-11-11')).toBe(90);
    expect(newest('2025-11-10')).toBe(7);
  });

  it('reads us-gaap and ifrs-full tags with or without taxonomy', () => {
    for (const tag of ['CashAndCashEquivalents', 'ifrs-full:CashAndCashEquivalents', CASH]) {
      const table = factsKnownAt([balance(tag, '2025-06-30', 7, '2025-08-01')], '2025-09-01');
      expect(newestInstant(table, 'cash')?.value).toBe(7);
    }
  });
});

it('another tag is used if the preferred one is stale, and a series has one tag', () => {
  const facts = [
    balance(CASH, '2024-06-30', 99, '2024-08-01'),
    balance(RESTRICTED, '2025-03-31', 11, '2025-05-01'),
    balance(RESTRICTED, '2025-06-30', 12, '2025-08-01'),
  ];
  const table = factsKnownAt(facts, '2025-09-01');
  expect(newestInstant(table, 'cash')?.value).toBe(12);
  expect(instantSeries(table, 'cash').map((fact) => fact.value)).toEqual([11, 12]);
  expect(instantAt(table, 'cash', '2024-06-30')?.value).toBe(99);
  expect(instantAt(table, 'cash', '2024-09-30')).toBeNull();
  expect(balanceSheetDate(table)).toBe('2025-06-30');
});

describe('share counts', () => {
  const count = (tag: string, end: string, value: number, filed: string) => ({
    ...balance(tag, end, value, filed),
    unit: 'shares',
  });
  const [cover, sheet] = ['dei:EntityCommonStockSharesOutstanding', 'CommonStockSharesOutstanding'];
  const facts = [
    count(sheet!, '2024-12-31', 40, '2025-03-01'),
    count(cover!, '2025-02-20', 42, '2025-03-01'),
    count(sheet!, '2025-03-31', 43, '2025-05-10'),
    count(cover!, '2025-05-01', 45, '2025-05-10'),
  ];
  const seriesOf = (asOf: string, ...more: typeof facts) =>
    instantSeries(factsKnownAt([...facts, ...more], asOf), 'shares_outstanding');

  it('of the cover page and the balance sheet are one series', () => {
    expect(seriesOf('2025-06-01').map(({ end, value }) => [end, value])).toEqual([
      ['2024-12-31', 40],
      ['2025-02-20', 42],
      ['2025-03-31', 43],
      ['2025-05-01', 45],
    ]);
    // A count is known from the day of its filing.
    expect(seriesOf('2025-05-09')).toHaveLength(2);
  });

  it('of one day are reduced to the newest filing of the preferred tag', () => {
    const both = [
      count(cover!, '2025-03-31', 44, '2025-05-12'),
      count(sheet!, '2024-12-31', 41, '2025-05-10'),
    ];
    const values = seriesOf('2025-06-01', ...both).map(({ value }) => value);
    expect(values).toEqual([41, 42, 44, 45]);
  });

  it('do not mix with issued shares, which include treasury shares', () => {
    const issued = count('CommonStockSharesIssued', '2024-09-30', 99, '2024-11-10');
    expect(seriesOf('2025-06-01', issued)).toHaveLength(4);
    const alone = instantSeries(factsKnownAt([issued], '2025-06-01'), 'shares_outstanding');
    expect(alone.map(({ value }) => value)).toEqual([99]);
  });
});

describe('periodValues', () => {
  // Year to date 10, 25, 45, 70: quarters 10, 25−10 = 15, 45−25 = 20, 70−45 = 25.
  const year = [
    flow(OPERATING, '2024-01-01', '2024-03-31', -10, '2024-05-01'),
    flow(OPERATING, '2024-01-01', '2024-06-30', -25, '2024-08-01'),
    flow(OPERATING, '2024-01-01', '2024-09-30', -45, '2024-11-01'),
    flow(OPERATING, '2024-01-01', '2024-12-31', -70, '2025-03-01'),
  ];

  it('subtracts year-to-date values to get quarters', () => {
    const periods = periodValues(factsKnownAt(year, '2025-04-01'), 'operating_cash_flow');
    expect(periods.map(({ start, end, months, value }) => [start, end, months, value])).toEqual([
      ['2024-10-01', '2024-12-31', 3, -25],
      ['2024-07-01', '2024-09-30', 3, -20],
      ['2024-04-01', '2024-06-30', 3, -15],
      ['2024-01-01', '2024-03-31', 3, -10],
    ]);
    expect(trailingTwelveMonths(periods)).toBe(-70);
  });

  it('returns a longer period if a year-to-date value is missing', () => {
    // The year minus six months is −70 + 25 = −45 over July to December.
    const table = factsKnownAt([year[0]!, year[1]!, year[3]!], '2025-04-01');
    const [half, second] = periodValues(table, 'operating_cash_flow');
    expect(half).toMatchObject({ start: '2024-07-01', months: 6, value: -45 });
    expect(second).toMatchObject({ start: '2024-04-01', months: 3, value: -15 });
  });

  it('prefers a reported quarter to a difference', () => {
    const reported = flow(OPERATING, '2024-04-01', '2024-06-30', -16, '2024-08-01');
    const table = factsKnownAt([...year, reported], '2025-04-01');
    const quarter = periodValues(table, 'operating_cash_flow').find((p) => p.end === '2024-06-30');
    expect(quarter).toMatchObject({ value: -16, differenced: false });
  });

  it.each([
    // A period is a quarter with 85 to 98 days and at most a year with 375 days, counting both
    // ends.
    [84, undefined],
    [85, 3],
    [98, 3],
    [99, 99 / (365.2425 / 12)],
    [375, 12],
    [376, undefined],
  ])('rounds a period of %d days to %d months', (days, months) => {
    const fact = flow(OPERATING, '2024-01-01', shiftDays('2024-01-01', days - 1), -9, '2025-03-01');
    const [period] = periodValues(factsKnownAt([fact], '2025-04-01'), 'operating_cash_flow');
    expect(period?.months).toBe(months === undefined ? undefined : Math.round(months));
  });

  it('recomputes a quarter if its year-to-date value is restated', () => {
    // Six months restated from −25 to −30: Q2 becomes −30 + 10 = −20, Q3 −45 + 30 = −15.
    const restated = flow(OPERATING, '2024-01-01', '2024-06-30', -30, '2025-02-01');
    const table = factsKnownAt([...year, restated], '2025-04-01');
    const values = periodValues(table, 'operating_cash_flow').map((period) => period.value);
    expect(values).toEqual([-25, -15, -20, -10]);
  });
});

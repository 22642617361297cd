import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import {
  balanceSheetDate,
  type FinancialFact,
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

const [DAY, FILED, AS_OF] = ['2025-06-30', '2025-08-01', '2025-09-01'];
const tableOf = (...facts: readonly FinancialFact[]) => factsKnownAt(facts, AS_OF);
const cash = (value: number, more: Partial<FinancialFact> = {}) => ({
  ...balance('CashAndCashEquivalentsAtCarryingValue', DAY, value, FILED),
  ...more,
});
const valuesOf = (...facts: readonly FinancialFact[]) =>
  instantSeries(tableOf(...facts), 'cash').map(({ value }) => value);

describe('a table of facts', () => {
  it('has lists by concept and tag, sorted by end date', () => {
    const table = tableOf(
      cash(2),
      cash(1, { end: '2025-03-31' }),
      cash(3, { tag: 'Cash' }),
      balance('ifrs-full:Equity', DAY, 4, FILED),
      // A fact without a concept also counts for `as_of`.
      balance('Goodwill', DAY, 5, '2025-08-30'),
      cash(9, { filed: '2025-09-02' }),
    );
    expect([table.as_of, table.flags]).toEqual(['2025-08-30', []]);
    const lists = [...table.concepts].map(([concept, byTag]) => [
      concept,
      byTag.map((list) => list.map(({ value }) => value)),
    ]);
    expect(lists).toEqual([
      ['cash', [[1, 2], [], [3], []]],
      ['equity', [[], [], [4]]],
    ]);
    expect(factsKnownAt([], AS_OF).as_of).toBeNull();
  });

  it.each([
    ['the later filing', { filed: '2025-08-02' }, 1],
    ['the higher accession number of a day', { accession: 'z' }, 1],
    ['the higher value of an accession number', { value: 3 }, 3],
    ['not a lower value', { value: 1 }, 2],
    ['not a lower accession number', { accession: '', value: 3 }, 2],
  ])('keeps %s of two values', (_, more, value) => {
    const other = { ...cash(1), ...more };
    expect(valuesOf(cash(2), other)).toEqual([value]);
    expect(valuesOf(other, cash(2))).toEqual([value]);
    const absent = { ...other, accession: null };
    if ('accession' in more && more.accession === 'z') expect(valuesOf(absent, other)).toEqual([1]);
  });

  it('keeps the first filing of a value that later filings repeat', () => {
    const [first, again] = [cash(2), cash(2, { filed: '2025-08-20' })];
    const restated = cash(3, { filed: '2025-08-10' });
    const filed = (...facts: readonly FinancialFact[]) =>
      instantAt(tableOf(...facts), 'cash', DAY)?.filed;
    expect([filed(first, again), filed(again, first)]).toEqual([FILED, FILED]);
    expect(filed(first, restated, cash(3, { filed: '2025-08-20' }))).toBe('2025-08-10');
  });

  it.each([
    [[cash(1, { taxonomy: 'us-gaap' })], 'US GAAP', 'USD'],
    [[balance('ifrs-full:Equity', DAY, 4, FILED)], 'IFRS', 'USD'],
    [
      [
        ...[1, 2].map((value) => cash(value, { unit: 'EUR', taxonomy: 'ifrs-full' })),
        cash(3, { taxonomy: 'ifrs-full' }),
        // The company reported in US dollars a year before.
        cash(4, { taxonomy: 'us-gaap', filed: '2024-08-01', end: '2024-06-30' }),
      ],
      'IFRS',
      'EUR',
    ],
    [[cash(1, { unit: 'shares' })], null, null],
    [[cash(1)], null, 'USD'],
  ])('states how the newest statements are prepared', (facts, accounting_standard, currency) => {
    expect(tableOf(...facts).statements).toEqual({ accounting_standard, currency });
  });

  it('ignores invalid numbers and other units', () => {
    expect(valuesOf(cash(Number.NaN), cash(2, { end: '2025-03-31' }))).toEqual([2]);
    expect(valuesOf(cash(1, { unit: 'shares' }))).toEqual([]);
    const count = balance('CommonStockSharesOutstanding', DAY, 5, FILED);
    expect(instantSeries(tableOf(count), 'shares_outstanding')).toEqual([]);
    const shares = { ...count, unit: 'shares' };
    expect(instantSeries(tableOf(shares), 'shares_outstanding')).toEqual([shares]);
  });

  it('distinguishes balances and flows of one tag', () => {
    const flowing = flow(CASH, '2025-04-01', DAY, 7, FILED);
    const blank = cash(2, { start: '' });
    expect(valuesOf(flowing, cash(1, { end: '2025-03-31' }))).toEqual([1]);
    expect(valuesOf(flowing, blank)).toEqual([2]);
    expect(valuesOf(cash(3, { start: null }))).toEqual([3]);
    expect(instantAt(tableOf(flowing), 'cash', DAY)).toBeNull();
    expect(instantAt(tableOf(flowing, blank), 'cash', DAY)).toEqual(blank);
    expect(periodValues(tableOf(blank), 'cash')).toEqual([]);
  });
});

describe('the balances of a concept', () => {
  it('are those of the tag with the newest balance, the preferred tag if equal', () => {
    const other = (end: string) => cash(9, { tag: 'Cash', end });
    expect(valuesOf(other(DAY), cash(1))).toEqual([1]);
    expect(valuesOf(other(DAY), cash(1, { end: '2025-06-29' }))).toEqual([9]);
    const table = tableOf(other('2025-03-31'), other(DAY), cash(1));
    expect(instantAt(table, 'cash', DAY)?.value).toBe(1);
    expect(instantAt(table, 'cash', '2025-03-31')?.value).toBe(9);
    expect(newestInstant(tableOf(), 'cash')).toBeNull();
  });

  it('of assets or cash date the balance sheet, whichever is newer', () => {
    const assets = (end: string) => balance('Assets', end, 1, FILED);
    expect(balanceSheetDate(tableOf(assets('2025-03-31'), cash(1)))).toBe(DAY);
    expect(balanceSheetDate(tableOf(assets(DAY), cash(1, { end: '2025-03-31' })))).toBe(DAY);
    expect(balanceSheetDate(tableOf(assets(DAY)))).toBe(DAY);
    expect(balanceSheetDate(tableOf(balance('Liabilities', DAY, 1, FILED)))).toBeNull();
  });
});

describe('the periods of a flow', () => {
  const [ALL, CONTINUING] = [
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  ] as const;
  const valuesIn = (...facts: readonly FinancialFact[]) =>
    periodValues(tableOf(...facts), 'operating_cash_flow');

  it('are computed from year-to-date values of the preferred tag', () => {
    const half = flow(ALL, '2025-01-01', DAY, -25, FILED);
    const quarter = flow(ALL, '2025-01-01', '2025-03-31', -10, '2025-05-01');
    const other = [half, quarter].map((one) => ({ ...one, tag: CONTINUING, value: -99 }));
    expect(valuesIn(...other, half, quarter)).toEqual([
      { start: '2025-04-01', end: DAY, months: 3, value: -15, filed: FILED, differenced: true },
      {
        start: '2025-01-01',
        end: '2025-03-31',
        months: 3,
        value: -10,
        filed: '2025-05-01',
        differenced: false,
      },
    ]);
  });

  it('come from another tag if its periods are shorter', () => {
    const half = flow(ALL, '2025-01-01', DAY, -25, FILED);
    const quarter = flow(CONTINUING, '2025-04-01', DAY, -8, FILED);
    expect(valuesIn(half, quarter)).toMatchObject([{ months: 3, value: -8 }]);
    const shorter = flow(ALL, '2025-04-01', DAY, -9, FILED);
    expect(valuesIn(half, quarter, shorter)).toMatchObject([{ months: 3, value: -9 }]);
  });
});

it('the last twelve months are consecutive periods of exactly twelve months', () => {
  const period = (start: string, end: string, months: number, value: number) => ({
    start,
    end,
    months,
    value,
  });
  const half = period('2025-01-01', DAY, 6, -5);
  const second = period('2024-07-01', '2024-12-31', 6, -7);
  expect(trailingTwelveMonths([half, second, period('2024-01-01', '2024-06-30', 6, -9)])).toBe(-12);
  expect(trailingTwelveMonths([period('2024-07-01', DAY, 12, -9), second])).toBe(-9);
  expect(trailingTwelveMonths([half])).toBeNull();
  expect(trailingTwelveMonths([])).toBeNull();
  // Six and nine months are fifteen; the other pair has a gap of one day.
  const nine = period('2024-04-01', '2024-12-31', 9, -7);
  expect(trailingTwelveMonths([half, nine])).toBeNull();
  const gap = period('2024-07-01', '2024-12-30', 6, -7);
  expect(trailingTwelveMonths([half, gap])).toBeNull();
});

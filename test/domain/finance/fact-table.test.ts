import { describe, expect, it } from 'vitest';
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

const CASH = 'CashAndCashEquivalentsAtCarryingValue';
const [DAY, FILED, AS_OF] = ['2025-06-30', '2025-08-01', '2025-09-01'];
const tableOf = (...facts: readonly FinancialFact[]) => factsKnownAt(facts, AS_OF);
const cash = (value: number, more: Partial<FinancialFact> = {}) => ({
  ...balance(CASH, DAY, value, FILED),
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

import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { askedColumns, nearestNames } from '../../src/catalogue/asked-columns.ts';
import { listOf } from '../../src/catalogue/param-values.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

describe('columns', () => {
  const columns = ['ticker', 'treatment', 'drugname', 'catdate', 'poa', 'cash_usd', 'stage'];

  it.each([
    // Column names are compared in this order: ignoring case and punctuation, then by synonym, then
    // with a typing error.
    ['Ticker', ['ticker']],
    ['cash-usd', ['cash_usd']],
    ['indication', ['treatment']],
    ['disease', ['treatment']],
    ['asset', ['drugname']],
    ['symbol', ['ticker']],
    ['sponsor', ['ticker']],
    ['phase', ['stage']],
    ['pdufa_date', ['catdate']],
    ['probability', ['poa']],
    ['liquid_usd', ['cash_usd']],
    ['treatmnt', ['treatment']],
    ['wholesale', []],
  ])('called %s may be meant as %j', (name, meant) => {
    expect(nearestNames(columns, name)).toEqual(meant);
  });

  it('are proposed two at most', () => {
    expect(nearestNames(['formattedDate', 'catdate', 'decision_date'], 'date')).toEqual([
      'formattedDate',
      'catdate',
    ]);
  });

  it('are read from a text or a list, and none if nothing is requested', () => {
    expect(askedColumns(cashRunway, ' ticker ,flags')).toEqual(['ticker', 'flags']);
    expect(askedColumns(cashRunway, ['flags'])).toEqual(['flags']);
    for (const none of ['', null, undefined, []])
      expect(askedColumns(cashRunway, none)).toBeUndefined();
  });

  it.each([[7], [[7]], [Array.from({ length: 101 }, () => 'flags')], ['flags,flugs']])(
    'refuses %j',
    (value) => {
      expect(() => askedColumns(cashRunway, value)).toThrow(ServiceError);
    },
  );

  it('takes a hundred', () => {
    expect(
      askedColumns(
        cashRunway,
        Array.from({ length: 100 }, () => 'flags'),
      ),
    ).toHaveLength(100);
  });
});

it.each([
  ['CRSP, VRTX ,CRSP,', ['CRSP', 'VRTX']],
  ['Revolution Medicines, Inc., CRSP', ['Revolution Medicines, Inc.', 'CRSP']],
  ['Inc., CRSP', ['Inc.', 'CRSP']],
  [' , ', []],
])('a list of names %j is %j', (value, names) => {
  expect(listOf(value)).toEqual(names);
});

import { describe, expect, it } from 'vitest';
import { listOf, member, numberWithin, tickerList } from '../../src/catalogue/param-values.ts';
import type { Parameter } from '../../src/catalogue/parameter.ts';
import * as params from '../../src/catalogue/params.ts';
import { compilePattern, quotePattern } from '../../src/catalogue/patterns.ts';

const days = { minimum: 1, maximum: 90 };

describe('a rule', () => {
  it.each([
    ['ticker', 'ticker'],
    ['peer_Tickers', 'ticker'],
    ['drug', 'name'],
    ['drugname', 'name'],
    ['name', 'name'],
    ['fund_name', 'name'],
    ['InterventionName', 'name'],
    ['nctId', 'name'],
    ['drug_names', undefined],
    ['company_name', undefined],
    ['kind', undefined],
  ])('on %s is of a %s', (field, subject) => {
    expect(params.prefix(field, 'x').subject).toBe(subject);
  });
});

describe('a condition', () => {
  const conditionOf = (parameter: Parameter, value: string) => {
    if (parameter.kind !== 'filter') return expect.unreachable();
    return parameter.condition(value, 'name', '2026-03-10');
  };
  const column = { field: 'f', as: 'value' };

  it.each<[Parameter, string, object]>([
    [params.tickers('f'), 'abcqz', { is: 'equal', column, value: 'ABCQZ' }],
    [params.tickers('f'), 'b, a,B', { is: 'one of', column, values: ['B', 'A'] }],
    [
      params.exactAnyCase('f', 'x'),
      'aB',
      { is: 'equal', column: { field: 'f', as: 'lower' }, value: 'ab' },
    ],
    [params.from('f'), '2026-02', { is: 'at least', column, value: '2026-02-01' }],
    [params.to('f'), '2026-02', { is: 'at most', column, value: '2026-02-28' }],
    [
      params.asOf('f', 'g'),
      '2026-02-28',
      { is: 'at most', column: { field: 'f', as: 'date' }, value: '2026-02-28', isKnownBy: true },
    ],
    [params.yesNo('f', 'x'), ' TRUE ', { is: 'equal', column, value: 'true' }],
    [params.lastDays('f', days), '1', { is: 'at least', column, value: '2026-03-09' }],
    [params.atMost('f', { minimum: 0 }), '0', { is: 'at most', column, value: 0 }],
  ])('is completed (%#)', (parameter, value, condition) => {
    expect(conditionOf(parameter, value)).toEqual(condition);
  });

  it('of a day or a bound that is none is refused', () => {
    for (const parameter of [params.from('f'), params.to('f'), params.asOf('f', 'g')]) {
      expect(() => conditionOf(parameter, '2026-02-30')).toThrow(
        expect.objectContaining({ status: 400 }),
      );
    }
    expect(() => conditionOf(params.yesNo('f', 'x'), 'yes')).toThrow(
      'Invalid name: one of true, false',
    );
  });
});

describe('values', () => {
  const status = { status: 400 };

  it('of a list are twenty at most, and one at least', () => {
    const tickers = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join(',');
    expect(tickerList(tickers(20), 'x')).toHaveLength(20);
    expect(tickerList('a', 'x')).toEqual(['A']);
    for (const value of [tickers(21), ',', '']) {
      expect(() => tickerList(value, 'x')).toThrow(
        expect.objectContaining({
          ...{ ...status, message: 'Invalid x: 1 to 20 tickers, separated by commas or as a list' },
        }),
      );
    }
    expect(listOf('Acme, Inc., Acme, Inc.')).toEqual(['Acme, Inc.']);
  });

  it('are members in whatever case, or numbers within bounds', () => {
    expect(member(['Low', 'High'], ' hIGH ', 'x')).toBe('High');
    const bounds = { minimum: -1, maximum: 2 };
    const numbers = ['-1', '2', '+1', '1.', '.5', ' 1e0 ', '2E-1'];
    expect(numbers.map((one) => numberWithin(one, 'x', bounds))).toEqual([
      ...[-1, 2, 1, 1, 0.5, 1, 0.2],
    ]);
    for (const value of ['-1.1', '2.1', '.', '', 'e1', '1e', '0x1', '1_0']) {
      expect(() => numberWithin(value, 'x', bounds)).toThrow('Invalid x: a number, -1–2');
    }
    const all = { minimum: 0, unit: 'days' };
    expect(numberWithin(' 999999999 ', 'x', all, 'a whole number')).toBe(999_999_999);
    for (const value of ['1000000000', '1.0', '-1', '+1', '']) {
      expect(() => numberWithin(value, 'x', all, 'a whole number')).toThrow(
        'Invalid x: a whole number, 0 or more days',
      );
    }
    expect(numberWithin('1', 'x', { minimum: 1, maximum: 1 }, 'a whole number')).toBe(1);
    expect(() => numberWithin('2', 'x', { minimum: 1, maximum: 1 }, 'a whole number')).toThrow(
      '1–1',
    );
    expect(() => numberWithin('0', 'x', { minimum: 1, maximum: 1 }, 'a whole number')).toThrow(
      '1–1',
    );
  });
});

describe('a pattern', () => {
  it.each([
    ['Spring Tide', 'spring tide'],
    ['a-1_b,;:\'"%&/<>=!@#~`', 'a-1_b,;:\'"%&/<>=!@#~`'],
    ['spr.ng', undefined],
    ['höhe', undefined],
    ['a|b', undefined],
    ['^a', undefined],
    ['a\\b', undefined],
  ])('%j has the literal %j', (pattern, literal) => {
    expect(compilePattern(pattern, 'x').literal).toBe(literal);
  });

  it('that is quoted finds a word as it stands', () => {
    const { test } = compilePattern(quotePattern('a.b(c'), 'x');
    expect(['xA.B(Cx', 'aXb(c'].map(test)).toEqual([true, false]);
  });

  it.each(['(', 'a{2000}', '(a{900}){3}', '(?=a)', 'a\\'])('%j is refused', (pattern) => {
    expect(() => compilePattern(pattern, 'x')).toThrow(
      expect.objectContaining({
        ...{
          status: 400,
          message: 'Invalid x: a pattern in RE2 syntax; write \\( for a parenthesis',
        },
      }),
    );
  });
});

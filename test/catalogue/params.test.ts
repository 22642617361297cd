import { describe, expect, it } from 'vitest';
import { limit } from '../../src/catalogue/common-params.ts';
import { listOf, member, numberWithin, tickerList } from '../../src/catalogue/param-values.ts';
import type { Filter, Parameter } from '../../src/catalogue/parameter.ts';
import * as params from '../../src/catalogue/params.ts';
import { compilePattern, quotePattern } from '../../src/catalogue/patterns.ts';

const today = '2026-03-10';
const days = { minimum: 1, maximum: 365, default: 30 };
const score = params.atLeast('f', { minimum: 0, maximum: 100 });
const severity = params.atLeastLevel('severity', ['low', 'medium', 'high']);

function conditionOf(parameter: Parameter, value: string) {
  if (parameter.kind !== 'filter') return expect.unreachable();
  return parameter.condition(value, 'name', today);
}

/** The texts that a filter with a pattern finds. */
function found(filter: Filter, pattern: string, texts: readonly string[]): readonly string[] {
  const condition = conditionOf(filter, pattern);
  if (condition.is !== 'matching') return expect.unreachable();
  return texts.filter((text) => condition.matcher.test(text));
}

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
])('a rule on %s is of a %s', (field, subject) => {
  expect(params.prefix(field, 'x').subject).toBe(subject);
});

describe('a condition', () => {
  const column = { field: 'f', as: 'value' };
  const known = { column: { field: 'f', as: 'date' }, isKnownBy: true };
  const lower = { field: 'f', as: 'lower' };
  const level = { column: { field: 'severity', as: 'value' } };
  const grade = { column: { field: 'grade', as: 'value' } };

  it.each<[Parameter, string, object]>([
    [params.exact('f', 'x'), ' aBc ', { is: 'equal', column, value: ' aBc ' }],
    [params.exactUpperCase('f', 'x'), 'aBc', { is: 'equal', column, value: 'ABC' }],
    [params.exactAnyCase('f', 'x'), 'aBc', { is: 'equal', column: lower, value: 'abc' }],
    [params.prefix('f', 'x'), '2025-0', { is: 'starting with', column, value: '2025-0' }],
    [params.tickers('f'), 'abcqz', { is: 'equal', column, value: 'ABCQZ' }],
    [params.tickers('f'), 'b, a,B', { is: 'one of', column, values: ['B', 'A'] }],
    [params.oneOf('grade', ['A', 'B']), 'b', { is: 'equal', ...grade, value: 'B' }],
    [params.anyOf('grade', ['A', 'B']), 'b,A', { is: 'one of', ...grade, values: ['B', 'A'] }],
    [severity, 'MEDIUM', { is: 'one of', ...level, values: ['medium', 'high'] }],
    [severity, 'high', { is: 'one of', ...level, values: ['high'] }],
    [params.yesNo('f', 'x'), ' TRUE ', { is: 'equal', column, value: 'true' }],
    [params.asOf('f', 'g'), '2024-02-29', { is: 'at most', ...known, value: '2024-02-29' }],
    // Ten days before 10 March 2026 is 28 February, because 2026 is not a leap year.
    [params.lastDays('f', days), '1', { is: 'at least', column, value: '2026-03-09' }],
    [params.lastDays('f', days), '10', { is: 'at least', column, value: '2026-02-28' }],
    [params.lastDays('f', days), '365', { is: 'at least', column, value: '2025-03-10' }],
    [score, ' 12.5 ', { is: 'at least', column, value: 12.5 }],
    [params.atMost('f', { minimum: 0 }), '0', { is: 'at most', column, value: 0 }],
    [params.atMost('f', { minimum: 0 }), '1e12', { is: 'at most', column, value: 1e12 }],
  ])('is completed (%#)', (parameter, value, condition) => {
    expect(conditionOf(parameter, value)).toEqual(condition);
  });

  it.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02', '2025-02-01', '2025-02-28'],
    ['2100-02', '2100-02-01', '2100-02-28'],
    ['2026-04', '2026-04-01', '2026-04-30'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
  ])('from and to %s is from %s and to %s', (value, start, end) => {
    expect(conditionOf(params.from('f'), value)).toEqual({ is: 'at least', column, value: start });
    expect(conditionOf(params.to('f'), value)).toEqual({ is: 'at most', column, value: end });
  });

  it.each<[Parameter, readonly string[], string]>([
    [params.contains('f', 'x'), ['('], 'a pattern in RE2 syntax; write \\( for a parenthesis'],
    [params.person('f', 'x'), ['A. Z.'], 'at least one complete word of the name, such as x'],
    [params.application('f'), ['Zelvora'], 'an application number, such as NDA 021234'],
    [params.oneOf('grade', ['A', 'B']), ['C'], 'one of A, B'],
    [params.anyOf('grade', ['A', 'B']), [' ,'], 'one of A, B'],
    [severity, ['fatal'], 'one of low, medium, high'],
    [params.yesNo('f', 'x'), ['yes'], 'one of true, false'],
    [params.asOf('f', 'g'), ['2024-02', '2026-02-30'], 'a date, YYYY-MM-DD'],
    [params.lastDays('f', days), ['0', '366', '1.5', 'x', '-1', '1e2'], 'a whole number, 1–365'],
    [
      score,
      ['-1', '100.1', 'x', '0x10', 'NaN', 'Infinity', '1e999', '1,5', '1 2'],
      'a number, 0–100',
    ],
    [params.atMost('f', { minimum: 0 }), ['1e999'], 'a number, 0 or more'],
  ])('of other values is refused (%#)', (parameter, values, words) => {
    for (const value of values) {
      expect(() => conditionOf(parameter, value)).toThrow(
        expect.objectContaining({ status: 400, message: `Invalid name: ${words}` }),
      );
    }
  });

  it('of a bound that is no day is refused', () => {
    for (const parameter of [params.from('f'), params.to('f')]) {
      expect(() => conditionOf(parameter, '2026-02-30')).toThrow(
        expect.objectContaining({ status: 400 }),
      );
    }
  });

  it('on the last days has a default', () => {
    expect(params.lastDays('f', days).default).toBe('30');
  });
});

describe('rules on words', () => {
  it.each<[string, Filter, string, readonly string[], readonly string[]]>([
    ['a pattern anywhere', params.contains('f', 'x'), 'b.D', ['aBcd'], []],
    ['a pattern at its place', params.contains('f', 'x'), '^b', [], ['aBcd']],
    ['one member of a list', params.tickersAmong('f'), 'ms', ['MS', 'ALS; MS'], ['ALS; MSA']],
    ['the first member of a list', params.tickersAmong('f'), 'als', ['ALS; MS'], []],
    ['whole members only', params.tickersAmong('f'), 's', [], ['ALS; MS']],
    ['no pattern of members', params.tickersAmong('f'), '.*', [], ['ALS; MS']],
    ['no choice of members', params.tickersAmong('f'), 'a|b', [], ['b']],
  ])('find %s (%#)', (_, filter, value, same, others) => {
    expect(found(filter, value, [...same, ...others])).toEqual(same);
  });

  it('find the words of a person’s name in any order, without initials', () => {
    const isNamed = (value: string) =>
      found(params.person('f', 'x'), value, ['Zorba Alexis']).length === 1;
    expect(['alexis zorba', 'Alexis Q. Zorba', 'ZORBA'].map(isNamed)).toEqual([true, true, true]);
    expect(['Zorb', 'Alexis Zorba Smith'].map(isNamed)).toEqual([false, false]);
  });

  it('find an application by the usual spellings of its number', () => {
    const isFound = (value: string) =>
      found(params.application('f'), value, ['NDA021234']).length === 1;
    const same = ['NDA 021234', 'nda021234', 'NDA-21234', '21-234', '021234', 'NDA #021234'];
    expect(same.filter(isFound)).toEqual(same);
    expect(['BLA 021234', 'NDA 021235'].filter(isFound)).toEqual([]);
  });
});

describe('values', () => {
  it('of a list are twenty at most, and one at least', () => {
    const tickers = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join(',');
    expect(tickerList(tickers(20), 'x')).toHaveLength(20);
    expect(tickerList('a', 'x')).toEqual(['A']);
    const message = 'Invalid x: 1 to 20 tickers, separated by commas or as a list';
    for (const value of [tickers(21), ',', '']) {
      expect(() => tickerList(value, 'x')).toThrow(
        expect.objectContaining({ status: 400, message }),
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
  });

  it('are whole numbers of nine digits at most', () => {
    const whole = (value: string, bounds: object) =>
      numberWithin(value, 'x', { minimum: 0, ...bounds }, 'a whole number');
    expect(whole(' 999999999 ', {})).toBe(999_999_999);
    for (const value of ['1000000000', '1.0', '-1', '+1', '']) {
      expect(() => whole(value, { unit: 'days' })).toThrow(
        'Invalid x: a whole number, 0 or more days',
      );
    }
    const one = { minimum: 1, maximum: 1 };
    expect(whole('1', one)).toBe(1);
    for (const value of ['0', '2']) expect(() => whole(value, one)).toThrow('1–1');
  });
});

describe('parameters that are not filters', () => {
  it('side takes one of its sides, and its own records alone', () => {
    const type = params.side('change_pct', { gainers: 'above', losers: 'below' });
    expect(type.order('Losers', 'type')).toBe('losers');
    expect(type.condition?.('losers')).toMatchObject({ is: 'below', value: 0 });
    expect(type.condition?.('gainers')).toMatchObject({ is: 'above', value: 0 });
    expect(() => type.order('all', 'type')).toThrow(/^Invalid type: one of gainers, losers$/);
  });

  it('limit accepts an integer up to the page size, and says how an answer continues', () => {
    const most = limit(20);
    expect(most.default).toBe(20);
    expect(most.parse('50', 'limit')).toBe(50);
    for (const value of ['0', '51', '2.5', 'x']) {
      expect(() => most.parse(value, 'limit')).toThrow(
        'Invalid limit: a whole number, 1–50. pageSize is 50; to get more records, set page or skip',
      );
    }
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
    const message = 'Invalid x: a pattern in RE2 syntax; write \\( for a parenthesis';
    expect(() => compilePattern(pattern, 'x')).toThrow(
      expect.objectContaining({ status: 400, message }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { limit } from '../../src/catalogue/common-params.ts';
import type { Condition, Filter } from '../../src/catalogue/parameter.ts';
import {
  anyOf,
  application,
  asOf,
  atLeast,
  atLeastLevel,
  atMost,
  contains,
  exact,
  exactAnyCase,
  exactUpperCase,
  from,
  lastDays,
  oneOf,
  person,
  prefix,
  side,
  tickersAmong,
  to,
} from '../../src/catalogue/params.ts';

const today = '2026-03-10';

/** Returns the condition that a filter builds from a value: its kind and its operand. */
function made(filter: Filter, value: string): unknown[] {
  const condition: Condition = filter.condition(value, 'name', today);
  if (condition.is === 'matching') return [condition.is];
  return [condition.is, condition.is === 'one of' ? condition.values : condition.value];
}

function matches(filter: Filter, pattern: string, text: string): boolean {
  const condition = filter.condition(pattern, 'name', today);
  if (condition.is !== 'matching') throw new Error(`the condition is ${condition.is}`);
  return condition.matcher.test(text);
}

describe('rules on words', () => {
  it('exact keeps the value; its upper-cased and any-case kinds change it', () => {
    expect(made(exact('f', 'x'), ' aBc ')).toEqual(['equal', ' aBc ']);
    expect(made(exactUpperCase('f', 'x'), 'aBc')).toEqual(['equal', 'ABC']);
    expect(made(exactAnyCase('f', 'x'), 'aBc')).toEqual(['equal', 'abc']);
    expect(exactAnyCase('f', 'x').columns).toEqual([{ field: 'f', as: 'lower' }]);
    expect(made(prefix('f', 'x'), '2025-0')).toEqual(['starting with', '2025-0']);
  });

  it('contains finds a pattern anywhere, ignoring case', () => {
    expect(matches(contains('f', 'x'), 'b.D', 'aBcd')).toBe(true);
    expect(matches(contains('f', 'x'), '^b', 'aBcd')).toBe(false);
    expect(() => made(contains('f', 'x'), '(')).toThrow('Invalid name: a pattern in RE2 syntax');
  });

  it('person finds the words of a name in any order, without initials', () => {
    const found = (value: string) => matches(person('f', 'x'), value, 'Zorba Alexis');
    expect(['alexis zorba', 'Alexis Q. Zorba', 'ZORBA'].map(found)).toEqual([true, true, true]);
    expect(['Zorb', 'Alexis Zorba Smith'].map(found)).toEqual([false, false]);
    expect(() => found('A. Z.')).toThrow('at least one full word of the name, such as x');
  });

  it('application accepts the usual spellings of a number', () => {
    const found = (value: string) => matches(application('f'), value, 'NDA021234');
    const same = ['NDA 021234', 'nda021234', 'NDA-21234', '21-234', '021234', 'NDA #021234'];
    expect(same.map(found)).toEqual(same.map(() => true));
    expect(['BLA 021234', 'NDA 021235'].map(found)).toEqual([false, false]);
    expect(() => found('Zelvora')).toThrow('an application number, such as NDA 021234');
  });

  it('tickersAmong finds complete members of a list and treats no text as a pattern', () => {
    const member = (value: string, list: string) => matches(tickersAmong('f'), value, list);
    expect(member('ms', 'MS')).toBe(true);
    expect(member('ms', 'ALS; MS')).toBe(true);
    expect(member('als', 'ALS; MS')).toBe(true);
    expect(member('ms', 'ALS; MSA')).toBe(false);
    expect(member('s', 'ALS; MS')).toBe(false);
    expect(member('.*', 'ALS; MS')).toBe(false);
    expect(member('a|b', 'b')).toBe(false);
  });

  it('oneOf takes what its list has, ignoring case, and names the list otherwise', () => {
    expect(made(oneOf('grade', ['A', 'B']), 'b')).toEqual(['equal', 'B']);
    expect(() => made(oneOf('grade', ['A', 'B']), 'C')).toThrow(/^Invalid name: one of A, B$/);
  });

  it('anyOf takes some of its list, and refuses none', () => {
    expect(made(anyOf('grade', ['A', 'B']), 'b,A')).toEqual(['one of', ['B', 'A']]);
    expect(() => made(anyOf('grade', ['A', 'B']), ' ,')).toThrow(/^Invalid name: one of A, B$/);
  });

  it('atLeastLevel takes a level and those above it', () => {
    const severity = atLeastLevel('severity', ['low', 'medium', 'high']);
    expect(made(severity, 'MEDIUM')).toEqual(['one of', ['medium', 'high']]);
    expect(made(severity, 'high')).toEqual(['one of', ['high']]);
    expect(() => made(severity, 'fatal')).toThrow(/^Invalid name: one of low, medium, high$/);
  });
});

describe('rules on dates', () => {
  it.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02', '2025-02-01', '2025-02-28'],
    ['2100-02', '2100-02-01', '2100-02-28'],
    ['2026-04', '2026-04-01', '2026-04-30'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
  ])('from and to take %s for %s and %s', (value, start, end) => {
    expect(made(from('f'), value)).toEqual(['at least', start]);
    expect(made(to('f'), value)).toEqual(['at most', end]);
  });

  it('asOf accepts only a day and reads the field as a day', () => {
    expect(made(asOf('f', 'moved'), '2024-02-29')).toEqual(['at most', '2024-02-29']);
    expect(asOf('f', 'moved').columns).toEqual([{ field: 'f', as: 'date' }]);
    expect(() => made(asOf('f', 'moved'), '2024-02')).toThrow(/^Invalid name: a date, YYYY-MM-DD$/);
  });

  it('lastDays counts back from today and has a default', () => {
    const days = lastDays('f', { minimum: 1, maximum: 365, default: 30 });
    // Ten days before 10 March 2026 is 28 February, because 2026 is not a leap year.
    expect(made(days, '10')).toEqual(['at least', '2026-02-28']);
    expect(made(days, '365')).toEqual(['at least', '2025-03-10']);
    expect(days.default).toBe('30');
    for (const value of ['0', '366', '1.5', 'x', '-1', '1e2']) {
      expect(() => made(days, value)).toThrow(/^Invalid name: a whole number, 1–365$/);
    }
  });
});

describe('rules on numbers', () => {
  const score = atLeast('f', { minimum: 0, maximum: 100 });

  it.each([
    ['0', 0],
    ['100', 100],
    ['12.5', 12.5],
    ['.5', 0.5],
    ['1e1', 10],
    [' 7 ', 7],
  ])('%j is %d', (value, expected) => {
    expect(made(score, value)).toEqual(['at least', expected]);
  });

  it.each(['-1', '100.1', 'x', '0x10', 'NaN', 'Infinity', '1e999', '1,5', '1 2'])(
    '%j is refused',
    (value) => {
      expect(() => made(score, value)).toThrow(/^Invalid name: a number, 0–100$/);
    },
  );

  it('without an upper bound takes any that is finite', () => {
    expect(made(atMost('f', { minimum: 0 }), '1e12')).toEqual(['at most', 1e12]);
    expect(() => made(atMost('f', { minimum: 0 }), '1e999')).toThrow(
      'Invalid name: a number, 0 or more',
    );
  });
});

describe('parameters that are not filters', () => {
  it('side takes one of its sides, and its own records alone', () => {
    const type = side('change_pct', { gainers: 'above', losers: 'below' });
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
        'Invalid limit: a whole number, 1–50. pageSize is 50; use page or skip to get more records',
      );
    }
  });
});

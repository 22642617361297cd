import { describe, expect, it } from 'vitest';
import {
  cikAt,
  dayFrom,
  isObject,
  joined,
  listAt,
  numberAt,
  objectAt,
  readJson,
  textAt,
  webPage,
} from '../../../src/sources/formats/untrusted.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('untrusted JSON', () => {
  it.each<[string, object]>([
    ['\uFEFF{"a":1}', { value: { a: 1 } }],
    ['{"a":1', { reason: 'is truncated: the end of the JSON is missing' }],
    [' \uFEFF[1,', { reason: 'is truncated: the end of the JSON is missing' }],
    ['{"a":1}}', { reason: 'is not JSON' }],
    ['a,b\n1,2', { reason: 'is not JSON' }],
    [nested(64), { value: JSON.parse(nested(64)) }],
    [nested(65), { reason: 'is nested deeper than 64 levels' }],
    ['<!DOCTYPE html><p>x', { reason: 'is a web page (HTML), not the data itself' }],
  ])('%s', (text, read) => {
    expect(readJson(text)).toEqual(read);
  });

  it('loses names that could modify a prototype, at any depth', () => {
    const text = '{"__proto__":1,"a":[{"constructor":2,"b":{"prototype":3,"c":4}}]}';
    expect(JSON.stringify(readJson(text))).toBe('{"value":{"a":[{"b":{"c":4}}]}}');
  });
});

it.each<[string, string | undefined]>([
  ['\uFEFF \n<HTML><body>', 'is a web page (HTML), not the data itself'],
  [
    '<html>Your Request Rate Threshold Exceeded',
    "is the SEC's rate-limit page: wait ten minutes and fetch the file again",
  ],
  [
    '<!doctype html>Undeclared automated tool',
    "is the SEC's refusal page for a User-Agent without a contact address",
  ],
  ['<rss>undeclared automated tool', undefined],
  ['x <html>', undefined],
])('%s is the page %s', (text, page) => {
  expect(webPage(text)).toBe(page);
});

describe('a value at a path', () => {
  const record = { a: { text: ' x ', blank: ' \t', number: 5, list: [1], one: 'y', none: null } };

  it('is nonblank text, or a number', () => {
    const at = (name: string) => textAt(record, 'a', name);
    expect(['text', 'blank', 'number', 'list', 'none', 'absent'].map(at)).toEqual([
      ...[' x ', undefined, '5', undefined, undefined, undefined],
    ]);
    expect([textAt(Number.NaN), textAt(Number.POSITIVE_INFINITY), textAt('')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(textAt('x'.repeat(100_001))).toBe('x'.repeat(100_000));
    // Inherited property names and paths below a text or a list are undefined.
    expect([textAt(record, 'toString', 'name'), textAt(['x'], '0'), textAt('x', 'length')]).toEqual(
      [...[undefined, undefined, undefined]],
    );
  });

  it('is a list, with a single value as a list of one', () => {
    const at = (name: string) => listAt(record, 'a', name);
    expect(['list', 'one', 'none', 'absent'].map(at)).toEqual([[1], ['y'], [], []]);
    expect([listAt(''), listAt(0)]).toEqual([[], [0]]);
  });

  it('is an object, or an empty one', () => {
    expect([objectAt(record, 'a'), objectAt(record, 'a', 'list'), objectAt(null)]).toEqual([
      ...[record.a, {}, {}],
    ]);
    expect([{}, [], null, 'x'].map(isObject)).toEqual([true, false, false, false]);
  });

  it.each<[unknown, number | undefined]>([
    [1.5, 1.5],
    [Number.NaN, undefined],
    [' $1,234.5 ', 1234.5],
    ['-.5', -0.5],
    ['+3.', 3],
    ['1e6', 1e6],
    ['2E-12', 2e-12],
    ['1e123', undefined],
    ['Infinity', undefined],
    ['.', undefined],
    ['', undefined],
    ['$', undefined],
    ['1.2.3', undefined],
    ['12 %', undefined],
    ['0x10', undefined],
    [true, undefined],
    [`${'0'.repeat(39)}7`, 7],
    [`${'0'.repeat(40)}7`, undefined],
  ])('%s is the number %s', (value, number) => {
    expect(numberAt({ value }, 'value')).toBe(number);
  });

  it.each<[unknown, string | undefined]>([
    ['0000320193', '320193'],
    [320193, '320193'],
    [' 7 ', '7'],
    ['1234567890', '1234567890'],
    ['12345678901', undefined],
    ['000', undefined],
    ['CIK7', undefined],
    [null, undefined],
  ])('%s is the CIK %s', (value, cik) => {
    expect(cikAt({ value }, 'value')).toBe(cik);
  });
});

it('texts are joined without blank ones', () => {
  expect(joined(['a', ' ', null, 5, {}], '; ')).toBe('a; 5');
  expect([joined([], '; '), joined([' '], '; ')]).toEqual([undefined, undefined]);
  expect(joined(['x'.repeat(60_000), 'y'.repeat(60_000)], '-')).toHaveLength(100_000);
});

it.each<[string | undefined, string, string | undefined]>([
  ['2026-01-12', 'yyyy-MM-dd', '2026-01-12'],
  [' 01/12/2026 ', 'MM/dd/yyyy', '2026-01-12'],
  ['20240229', 'yyyyMMdd', '2024-02-29'],
  ['20230229', 'yyyyMMdd', undefined],
  ['2026-02-30', 'yyyy-MM-dd', undefined],
  ['2026-1-12', 'yyyy-MM-dd', undefined],
  ['1900-01-01', 'yyyy-MM-dd', '1900-01-01'],
  ['1899-12-31', 'yyyy-MM-dd', undefined],
  ['2200-12-31', 'yyyy-MM-dd', '2200-12-31'],
  ['2201-01-01', 'yyyy-MM-dd', undefined],
  [undefined, 'yyyy-MM-dd', undefined],
])('%s by %s is the day %s', (text, pattern, day) => {
  expect(dayFrom(text, pattern)).toBe(day);
});

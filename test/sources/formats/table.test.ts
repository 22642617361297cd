import { describe, expect, it } from 'vitest';
import { readCells, readOnce, underHeader } from '../../../src/sources/formats/table.ts';

describe('cells', () => {
  const two = [
    ['a', 'b'],
    ['1', '2'],
  ];
  it.each([
    ['a,b\n1,2\n', two],
    ['\uFEFFa,b\n1,2', two],
    [' a , b \r\n\r\n1,2', two],
    // A row may have too few or too many cells.
    ['a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
    [
      '"a,b",c\n"say ""x""",2',
      [
        ['a,b', 'c'],
        ['say "x"', '2'],
      ],
    ],
    [
      'a,b\nx "quoted" y,2',
      [
        ['a', 'b'],
        ['x "quoted" y', '2'],
      ],
    ],
    ['', []],
  ])('of %j are %j', (text, cells) => {
    expect(readCells(text)).toEqual(cells);
  });

  it('are undefined for an unclosed quote or an endless row', () => {
    expect(readCells('a,b\n"1,2')).toBeUndefined();
    const isRow = (length: number) => readCells(`a\n${'x'.repeat(length)}\n`) !== undefined;
    expect([isRow(999_999), isRow(1_500_000)]).toEqual([true, false]);
  });

  it('are accessed by column name', () => {
    const at = underHeader(['a', 'b', 'c'])(['1', '', '3']);
    expect(['a', 'b', 'c', 'd'].map(at)).toEqual(['1', undefined, '3', undefined]);
    expect(underHeader(['a', 'b'])(['1'])('b')).toBeUndefined();
  });
});

it('a cached parser runs once per text, also for undefined results', () => {
  const read: string[] = [];
  const once = readOnce((text) => {
    read.push(text);
    return text === 'x' ? undefined : text.length;
  });
  expect([once('ab'), once('ab'), once('x'), once('x'), once('abc')]).toEqual([
    ...[2, 2, undefined, undefined, 3],
  ]);
  expect(read).toEqual(['ab', 'x', 'abc']);
});

import { expect, it } from 'vitest';
import { table } from '../../src/commands/terminal-table.ts';
import { tableCells } from '../support/table-cells.ts';

const widthOf = (shown: string) => Math.max(...shown.split('\n').map((line) => line.length));

it('a table has the columns that some row fills, in their order', () => {
  const rows = [
    { name: 'one', note: null, count: 0, flag: false, more: undefined },
    { name: 'two', note: '', count: 12, flag: true, list: ['a'] },
  ];
  expect(tableCells(table(rows))).toEqual([
    ['name', 'count', 'flag'],
    ['one', '0', 'false'],
    ['two', '12', 'true'],
  ]);
  expect(tableCells(table(rows, ['list', 'note', 'name']))).toEqual([
    ['list', 'name'],
    ['', 'one'],
    ['a', 'two'],
  ]);
});

it('a cell is one line of 60 characters at most', () => {
  const shown = (text: string) => tableCells(table([{ text }]))[1]![0];
  expect(shown('x'.repeat(60))).toBe('x'.repeat(60));
  expect(shown('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
  const steering = shown('a\n\u001b[31mb');
  expect(['\n', '\u001b'].filter((sign) => steering?.includes(sign))).toEqual([]);
});

it('keeps to the width of a line: the widest cells give way first', () => {
  const row = { id: 'abcd', text: 'x'.repeat(50), other: 'y'.repeat(40) };
  const shown = table([row], undefined, 60);
  expect(widthOf(shown)).toBeLessThanOrEqual(60);
  const [id, text = '', other = ''] = tableCells(shown)[1]!;
  expect(id).toBe('abcd');
  // 60 minus four borders and a space on both sides of each cell: 50, of which four are taken.
  expect([text.length, other.length]).toEqual([23, 23]);
  expect(widthOf(table([row], undefined, 10_000))).toBe(4 + 50 + 40 + 10);
});

it('names the columns for which there is no room', () => {
  const row = Object.fromEntries('abcdefgh'.split('').map((name) => [name, 'x'.repeat(20)]));
  // A column takes at least 13 characters and the last border takes one, so 40 characters fit three
  // columns.
  const shown = table([row], undefined, 40);
  expect(tableCells(shown)[0]).toEqual(['a', 'b', 'c']);
  expect(shown.split('\n').at(-1)).toBe(
    'No room for d, e, f, g, h. Select columns with the argument fields, or use CSV or JSON.',
  );
  expect(tableCells(table([row], undefined, 39))[0]).toEqual(['a', 'b']);
  expect(tableCells(table([row], undefined, 1))[0]).toEqual(['a']);
});

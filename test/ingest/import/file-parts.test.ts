import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/ingest/import/file-parts.ts';
import { UnreadableFile } from '../../../src/ingest/import/text-file.ts';

type Cut = Parameters<typeof partsOf>[1];

async function partsIn(pieces: readonly string[], cut: Cut) {
  async function* given() {
    yield* pieces;
  }
  const parts = [];
  for await (const part of partsOf(given(), cut)) parts.push(part);
  return parts;
}

/** Builds a line of the given length, including its line end. */
const line = (letter: string, length: number) => `${letter.repeat(length - 1)}\n`;
/** Maximum part size in characters. */
const PART = 100_000;

describe('lines', () => {
  it('are cut behind the last whole one, once there are enough', async () => {
    const [first, second] = [line('a', 60_000), line('b', PART - 60_000)];
    const whole = { text: first + second, before: 0 };
    // With one character less, the reader waits for more input.
    const waits = await partsIn([first + second.slice(0, -1), '\n', 'c'], 'lines');
    expect(waits).toEqual([whole, { text: 'c', before: 2 }]);
    const more = await partsIn([first, `${second}ccc`, '\nd'], 'lines');
    expect(more).toEqual([whole, { text: 'ccc\nd', before: 2 }]);
  });

  it('longer than a part stay whole, and blank ends are nothing', async () => {
    const long = line('a', 2 * PART);
    expect(await partsIn([long.slice(0, PART), long.slice(PART), ' \n'], 'lines')).toEqual([
      { text: long, before: 0 },
    ]);
  });
});

describe('lists of JSON', () => {
  const cut = { lists: ['results', 'data'] };
  const text = '[{"a":1},{"a":2}]';

  it.each<[string, string[]]>([
    ['at the top', [text]],
    ['under one of the names', [`{"meta":{"total":2},"data":${text}}`]],
    ['behind blanks that fill a piece', [' \n', '\t', ' ', text]],
    ['behind blanks, under a name', [' \n', ` {"results":${text}}`]],
    ['cut within a record', ['[{"a"', ':1},{"a', '":2}]']],
    ['with blanks behind', [text, ' \n', ' ']],
  ])('%s are read', async (_, pieces) => {
    expect(await partsIn(pieces, cut)).toEqual([{ text, before: 0 }]);
  });

  it('are cut between records, each part knowing how many went before', async () => {
    const record = { a: 'x'.repeat(PART - 8) };
    expect(JSON.stringify(record)).toHaveLength(PART);
    const short = { a: 'x'.repeat(PART - 9) };
    const [first, second] = [record, short].map((one) => `${JSON.stringify(one)},`);
    const parts = await partsIn(['[', first!, second!, '{"a":1},', '{"a":2}]'], cut);
    expect(parts.map(({ text, before }) => [JSON.parse(text), before])).toEqual([
      [[record], 0],
      [[short, { a: 1 }], 1],
      [[{ a: 2 }], 3],
    ]);
  });

  it('keep a value of the file that the cut names', async () => {
    const pieces = ['{"meta":{"day":"2026-05-14"},"results":[{"meta":1}', ',{"a":2}]}'];
    expect(await partsIn(pieces, { lists: ['results'], head: 'meta' })).toEqual([
      { text: '{"meta":{"day":"2026-05-14"},"results":[{"meta":1},{"a":2}]}', before: 0 },
    ]);
  });

  it.each([
    [['[{"a":1},{"a"'], 'is truncated'],
    [[' ', ' '], 'is truncated'],
    [['[]'], 'contains no list of records'],
    [['{"other":[{"a":1}]}'], 'contains no list of records'],
    [['[', `"${'x'.repeat(16_000_000)}`, 'x'.repeat(16_000_001)], 'longer than 32 million'],
  ])('that are none are refused', async (pieces, reason) => {
    const refused = await partsIn(pieces, cut).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(UnreadableFile);
    expect((refused as UnreadableFile).reason).toContain(reason);
  });
});

describe('tables', () => {
  it('have their head in every part, and are cut at no end of a line within quotes', async () => {
    const [first, quoted, last] = ['1,a', `2,"${'x'.repeat(PART)}\n3,"`, '4,d'];
    const pieces = [`id,name\n${first}\n`, `${quoted}\n`, `${last}\n`];
    expect(await partsIn(pieces, 'table')).toEqual([
      { text: `id,name\n${first}\n${quoted}\n`, before: 0 },
      // Three lines: the first record takes one line, and the second record takes two.
      { text: `id,name\n${last}\n`, before: 3 },
    ]);
  });

  it('are cut behind a whole record, wherever the pieces end', async () => {
    const rows = [`1,${'a'.repeat(PART)}`, `2,${'b'.repeat(PART)}`, `3,${'c'.repeat(PART)}`, '4,d'];
    const pieces = [`id,name\n${rows[0]}\n2,`, `${rows[1]!.slice(2)}\n3`, `${rows[2]!.slice(1)}\n`];
    expect(await partsIn([...pieces, `${rows[3]}\n`], 'table')).toEqual([
      { text: `id,name\n${rows[0]}\n`, before: 0 },
      { text: `id,name\n${rows[1]}\n`, before: 1 },
      { text: `id,name\n${rows[2]}\n`, before: 2 },
      { text: `id,name\n${rows[3]}\n`, before: 3 },
    ]);
  });

  it('are cut once there are enough characters', async () => {
    const head = 'id,name\n';
    const most = `${head}1,${'a'.repeat(PART - head.length - 3)}\n`;
    expect(most).toHaveLength(PART);
    expect(await partsIn([most, '2,b\n'], 'table')).toEqual([
      { text: most, before: 0 },
      { text: `${head}2,b\n`, before: 1 },
    ]);
    const less = most.replace('a', '');
    expect(await partsIn([less, '2,b\n'], 'table')).toEqual([{ text: `${less}2,b\n`, before: 0 }]);
  });

  it.each([
    ['a head alone', ['id,name\n']],
    ['nothing', []],
    ['a record that has no end', ['id,name\n1,"a\n2,b']],
  ])('of %s are one part', async (_, pieces) => {
    expect(await partsIn(pieces, 'table')).toEqual([{ text: pieces.join(''), before: 0 }]);
  });

  it('may have a head of more lines, the second of them of tickers', async () => {
    const rest = `2026-01-02,${'1'.repeat(PART)}\n`;
    const heads = (head: string) =>
      partsIn([`${head}${rest}`, '2026-01-03,2\n'], 'table').then((parts) => parts[1]);
    for (const head of ['Price,Close\nTicker,ABCQZ\nDate,\n', '"Price","Close"\n"",""\n']) {
      expect(await heads(head)).toEqual({ text: `${head}2026-01-03,2\n`, before: 1 });
    }
    // If the second line does not list tickers, it is a record.
    const none = { text: 'Price,Close\n2026-01-03,2\n', before: 2 };
    expect(await heads('Price,Close\nnone,5\n')).toEqual(none);
    const alone = { text: 'Ticker,Close\n2026-01-03,2\n', before: 1 };
    expect(await heads('Ticker,Close\n')).toEqual(alone);
  });

  it.each([
    ['an escaped quote', `1,"a""\n${'x'.repeat(PART)}"`, 2],
    ['a quote behind a blank', `1, "a\n${'x'.repeat(PART)}"`, 2],
    ['a quote behind a tab', `1\t"a\n${'x'.repeat(PART)}"`, 2],
    ['a quote that begins a line', `"1\n${'x'.repeat(PART)}",a`, 2],
    ['a quote within a cell', `1,a"b${'x'.repeat(PART)}`, 1],
    ['a quote behind a word and a blank', `1,a "b${'x'.repeat(PART)}`, 1],
    ['a closed quote and a word', `1,"a"b"${'x'.repeat(PART)}`, 1],
  ])('know %s', async (_, record, lines) => {
    const parts = await partsIn([`id,name\n${record}\n2,b\n3`, ',c\n'], 'table');
    expect(parts).toEqual([
      { text: `id,name\n${record}\n2,b\n`, before: 0 },
      { text: 'id,name\n3,c\n', before: lines + 1 },
    ]);
  });
});

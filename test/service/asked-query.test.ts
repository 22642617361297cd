import { describe, expect, it } from 'vitest';
import { boundedText } from '../../src/base/bounded-text.ts';
import { ServiceError } from '../../src/base/errors.ts';
import { onOneLine, withoutControls } from '../../src/base/foreign-text.ts';
import { limit, sort } from '../../src/catalogue/common-params.ts';
import { ascending, type Endpoint } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exact, lastDays, page, side, tickers } from '../../src/catalogue/params.ts';
import { narrowed, queryOf } from '../../src/service/asked-query.ts';
import { endpointOf } from '../support/endpoint-of.ts';

const tides = endpointOf('tides', {
  parameters: {
    ticker: tickers('ticker'),
    name: exact('name', 'Spring'),
    days: lastDays('day', { minimum: 1, maximum: 90, default: 30 }),
    sort: sort(['height']),
    side: side('height', { up: 'above', down: 'below' }),
    most: limit(20),
  },
  record: { ticker: field.text, name: field.text, height: field.number, words: field.texts },
  sort: [ascending('ticker')],
});
const today = '2026-03-10';
const asked = (raw: Record<string, unknown>, of: Endpoint = tides) => queryOf(of, raw, today);
const refusal = (raw: Record<string, unknown>, of: Endpoint = tides) => {
  try {
    asked(raw, of);
  } catch (cause) {
    if (cause instanceof ServiceError) return [cause.status, cause.message, cause.hint];
    throw cause;
  }
  return undefined;
};
const column = (field: string) => ({ field, as: 'value' });
const bySpan = { is: 'at least', column: column('day'), value: '2026-02-08' };
const bare = { arguments: {}, conditions: [], order: undefined, page: 1, today };

describe('a question', () => {
  it('without arguments has its defaults', () => {
    expect(asked({})).toEqual({ ...bare, conditions: [bySpan], limit: 20 });
    const { days: _, most: __, ...others } = tides.parameters;
    expect(asked({ page: '' }, { ...tides, parameters: others })).toEqual(bare);
  });

  it('has what is asked, as text, each value checked', () => {
    const raw = { ticker: ['abcqz', 'xyzqz'], name: 7, days: '7', sort: '-NAME', most: 3, skip: 2 };
    expect(asked({ ...raw, side: 'down', page: '4', unknown: 'x' })).toEqual({
      arguments: { ticker: 'abcqz,xyzqz', name: '7', days: '7', sort: '-NAME', side: 'down' },
      conditions: [
        { is: 'one of', column: column('ticker'), values: ['ABCQZ', 'XYZQZ'] },
        { is: 'equal', column: column('name'), value: '7' },
        { ...bySpan, value: '2026-03-03' },
        { is: 'below', column: column('height'), value: 0 },
      ],
      sort: { field: 'name', direction: 'descending', by: 'value', isStated: false },
      order: 'down',
      page: 4,
      limit: 3,
      skip: 2,
      today,
    });
    expect(asked({ name: false }).arguments).toEqual({ name: 'false' });
    expect(asked({ ticker: '', name: null }).arguments).toEqual({});
    expect(asked({ ticker: [] }).arguments).toEqual({});
  });

  it.each([
    ['3', 3],
    [3, 3],
    [' 12 ', 12],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['x', 1],
    [null, 1],
    [true, 1],
    ['9'.repeat(12), 999_999_999_999],
    ['9'.repeat(13), 1],
  ])('for page %j is for %d', (given, number) => {
    expect(asked({ page: given }).page).toBe(number);
  });

  it.each([
    [{ name: ['a'] }, 'Invalid name: one value, as text or number'],
    [{ name: { a: 1 } }, 'Invalid name: one value, as text or number'],
    [{ name: 'x'.repeat(201) }, 'Invalid name: at most 200 characters'],
    [{ name: 'a\0b' }, 'Invalid name: text without the character NUL'],
    [{ ticker: [['a']] }, 'Invalid ticker: one value, as text or number'],
    [{ ticker: Array.from({ length: 21 }, () => 'A') }, 'Invalid ticker: at most 20 values'],
  ])('of %.60j is refused', (raw, message) => {
    expect(refusal(raw)).toEqual([400, message, undefined]);
  });

  it('may be as long as 200 characters and 20 values', () => {
    expect(refusal({ name: 'x'.repeat(200) })).toBeUndefined();
    expect(refusal({ ticker: Array.from({ length: 20 }, (_, at) => `T${at}`) })).toBeUndefined();
  });

  it.each([
    ['name', 'name', 'ascending', false],
    [' -name', 'name', 'descending', false],
    ['height', 'height', 'descending', true],
    ['+height', 'height', 'ascending', false],
  ])('sorted by %s has the order', (sort, field, direction, isStated) => {
    expect(asked({ sort }).sort).toEqual({ field, direction, by: 'value', isStated });
  });

  it('sorts by a column with one value', () => {
    const hint = 'Columns: ticker, name, height, source, source_url, source_date.';
    const near = 'Invalid sort: no column "hieght" (Did you mean height?)';
    expect(refusal({ sort: '-hieght' })).toEqual([400, near, hint]);
    expect(refusal({ sort: 'words' })).toEqual([400, 'Invalid sort: no column "words"', hint]);
  });

  it('ignores what the specification does not state, if asked so', () => {
    const stated: Endpoint = {
      ...tides,
      origin: 'specification',
      parameters: { page: page() },
      added: { name: exact('name', 'Spring') },
    };
    const raw = { limit: 999, sort: 'x', skip: -1, name: 'x' };
    expect(queryOf(stated, raw, today, true)).toEqual(bare);
    const invalid = expect.stringContaining('Invalid limit');
    expect(refusal(raw, stated)).toEqual([400, invalid, undefined]);
    expect(asked({ name: 'x' }, stated).conditions).toHaveLength(1);
  });

  it('needs what is required, and one of several', () => {
    const required = {
      ...tides,
      parameters: { ...tides.parameters, name: { ...exact('name', 'x'), required: true } },
      otherwise: 'Ask another.',
    };
    expect(refusal({}, required)).toEqual([400, 'Missing name', 'Ask another.']);
    expect(refusal({ name: 'x' }, required)).toBeUndefined();
    const either = { ...tides, oneOfRequired: ['ticker', 'name'], otherwise: 'Or so.' };
    expect(refusal({ days: 7 }, either)).toEqual([400, 'Missing ticker or name', 'Or so.']);
    expect(refusal({ name: 'x' }, either)).toBeUndefined();
  });
});

describe('a narrower question', () => {
  const query = asked({ name: 'x' });

  it('has a key and words besides, by which its answer is kept apart', () => {
    const key = { field: 'nctId', value: 'NCT1' };
    const found = narrowed(query, { ...tides, wording: 'words' }, { key, words: ['ab', 'c'] });
    expect(found.arguments).toEqual({ name: 'x', nctId: 'NCT1', words: 'ab c' });
    const [byKey, ...byWords] = found.conditions.slice(query.conditions.length);
    expect(byKey).toEqual({ is: 'equal', column: column('nctId'), value: 'NCT1' });
    expect(byWords).toMatchObject([{ is: 'matching', column: { field: 'words', as: 'words' } }]);
    const matching = byWords.map((one) =>
      [' abc x', ' x cd', ' abc cd', 'xab'].map(
        (words) => one.is === 'matching' && one.matcher.test(words),
      ),
    );
    expect(matching).toEqual([[false, false, true, false]]);
    // The original query is not changed.
    expect(query.arguments).toEqual({ name: 'x' });
  });

  it('is the same without a key, and where there are no words to look in', () => {
    expect(narrowed(query, tides, { words: ['ab'] })).toEqual(query);
    expect(narrowed(query, { ...tides, wording: 'words' }, { words: [] })).toEqual(query);
  });
});

describe('text of others', () => {
  it.each([
    ['plain\n\ttext', 'plain\n\ttext'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u0007b\u202ec\u200bd', 'a b c d'],
    ['a\u2028b\u2029c', 'a b c'],
  ])('%j is %j', (given, clean) => {
    expect(withoutControls(given)).toBe(clean);
  });

  it('stands on one line', () => {
    expect(onOneLine(' a\n\tb  c\u0000 ')).toBe('a b c');
  });

  it('is read up to a bound', async () => {
    expect(await boundedText(new Response('äbc'), 3)).toBe('äbc');
    const long = boundedText(new Response('äbcd'), 3);
    await expect(long).rejects.toThrow('is longer than 3 characters');
    expect(await boundedText(new Response(null), 3)).toBe('');
    // A multi-byte character that is split between two chunks is decoded correctly.
    const pieces = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([0xc3]));
        controller.enqueue(new Uint8Array([0xa4]));
        controller.close();
      },
    });
    expect(await boundedText(new Response(pieces), 3)).toBe('ä');
  });
});

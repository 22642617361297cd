import { describe, expect, it } from 'vitest';
import { excerptOf, passageOf } from '../../src/transports/passage.ts';

// Sentences of 24, 33, 15 and 29 characters, with one space between them.
const text =
  'Zorba Inc. sold a plant. The net loss was $2.3 in 2026/27. It had $9 more. Plaintiffs have until April 7';

it.each([
  ['', 30, 'Zorba Inc. sold a plant.…'],
  ['net loss', 50, '… The net loss was $2.3 in 2026/27. It had $9 more.…'],
  ['LOSS net', 34, '… The net loss was $2.3 in 2026/27.…'],
  // Near the end, the sentences before are shown too.
  ['plaintiffs', 50, '… It had $9 more. Plaintiffs have until April 7'],
  // The first sentence with the most words, not the first with any word.
  ['zorba net loss', 40, '… The net loss was $2.3 in 2026/27.…'],
  // A sentence that is too long starts a quarter of the length before the word.
  ['2026', 16, '… in 2026/27.…'],
  ['absent', 30, 'Zorba Inc. sold a plant.…'],
  ['net loss', 400, text],
])('the passage of a text around words %j in %i characters is %j', (words, most, passage) => {
  expect(passageOf(text, words, most)).toBe(passage);
});

describe('a long text', () => {
  // Sentences of 50 characters with the space after them.
  const filler = 'Zorba sells its plain words to all of its readers.';
  const fee = 'If Zorba ends the merger, it pays a fee of $9 m.';
  const date = 'The merger has to close by the outside date of May 4, 2027.';
  const before = Array<string>(100).fill(filler).join(' ');
  const long = [before, fee, before, date, before].join(' ');

  it('has the passages with the rarest words, in the order of the text, with their offsets', () => {
    const { text: passages } = excerptOf(long, { query: 'the outside date or termination fee' });
    expect(passages).toMatch(new RegExp(`^\\[${long.indexOf(fee)}\\] If Zorba ends`));
    expect(passages).toContain(` [${long.indexOf(date)}] ${date}`);
  });

  it('has the figure that follows a heading or the words in a long sentence', () => {
    const list = 'the termination of contracts, the fee of an adviser, or '.repeat(30);
    const headed = `${list} other acts. ${before} (c) Termination Fee. Zorba pays $264,000,000.`;
    const at = headed.indexOf('(c) Termination');
    const query = 'termination fee';
    expect(excerptOf(`${headed} ${before}`, { query }).text).toContain(
      `[${at}] (c) Termination Fee. Zorba pays $264,000,000.`,
    );
    const inside = `${before} ${list} and a TERMINATION FEE of $5,000,000, ${list} ends. ${before}`;
    expect(excerptOf(inside, { query }).text).toContain('a TERMINATION FEE of $5,000,000');
  });

  it('is searched without accents', () => {
    const accented = `${before} Sjögren’s disease is treated. ${before}`;
    expect(excerptOf(accented, { query: 'sjogren' }).text).toContain('Sjögren’s disease');
  });

  it.each(['13.42', '$13.42', '5,376,340', '5376340'])('is searched for the number %s', (query) => {
    const stated = 'The holders sell 5,376,340 shares, last sold at $13.42 per share.';
    const { text: part } = excerptOf(`${before} ${stated} ${before}`, { query });
    expect(part).toContain(stated);
    expect(excerptOf(`${before} ${before} It has 13 parts.`, { query }).notice).toMatch(/^No sent/);
  });

  it('is searched for words in curly quotation marks and after letters of other alphabets', () => {
    const quoted = `${'İİİ '.repeat(50)}${before} The “Outside Date” is in May. ${before}`;
    const at = quoted.indexOf('The “Outside');
    expect(excerptOf(quoted, { query: 'outside date' }).text).toContain(`[${at}] The “Outside`);
  });

  it('is read by its passages, on from an offset, or from its beginning', () => {
    const most = long.length.toLocaleString('en-US');
    const found = excerptOf(long, { query: 'fee' });
    expect(found.text).toContain(fee);
    expect(found.notice).toBe(
      `Passages from a text of ${most} characters; fetch with offset=N continues from N.`,
    );
    const at = long.indexOf(date);
    const rest = excerptOf(long, { query: 'fee', offset: at });
    expect(rest.text).toMatch(/^The merger has to close/);
    const [, end] = /^Characters \d+–(\d+) of/.exec(rest.notice!)!;
    expect(long.slice(at, Number(end)).trim()).toBe(rest.text);
    const start = excerptOf(long, { query: 'absent' });
    expect(start.text.startsWith(filler)).toBe(true);
    expect(start.notice).toMatch(/^No sentence has a word of query. Characters 0–/);
    const parts = excerptOf(`It has 3 parts. … ${long}`, { query: 'termination' });
    expect(parts.notice).toMatch(/of [\d,]+ stored characters \(… marks parts that are left out\)/);
    expect(excerptOf('It is. … So it is.', {}).notice).toBe('… marks parts that are left out.');
    const half = excerptOf(long, { query: 'fee unicorns' });
    expect(half.notice).toMatch(
      /^No passage has more than half of the words of query. Passages from/,
    );
    const cut = excerptOf(`Adverse reactions: It is t… Clinical studies: ${long}`, { offset: 1 });
    expect(cut.notice).toContain('stored characters');
    expect(found.notice).not.toContain('left out');
    for (const { text: part } of [found, rest, start]) expect(part.length).toBeLessThan(1_900);
  });

  it('ends, and a short text is whole', () => {
    expect(excerptOf(long, { offset: long.length - 10 })).toEqual({ text: long.slice(-10) });
    expect(excerptOf(long, { offset: 90_000 }).notice).toMatch(/^offset is past the end/);
    expect(excerptOf(fee, { query: 'merger' })).toEqual({ text: fee });
    expect(excerptOf(fee, {})).toEqual({ text: fee });
  });

  it('without spaces is cut all the same', () => {
    const { text: part } = excerptOf('x'.repeat(5_000), {});
    expect(part).toHaveLength(1_500);
  });
});

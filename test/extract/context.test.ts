import { describe, expect, it } from 'vitest';
import { contextOf } from '../../src/extract/context.ts';
import { extractMentions } from '../../src/extract/extract.ts';
import { openingOf } from '../../src/extract/opening.ts';
import { paragraphsOf } from '../../src/extract/paragraphs.ts';

const sold = 'Zorba Bio sold 5,000,000 shares at $2.00 per share.';
const terms = 'The warrants expire after five years.';
const rules = 'If a majority of the voting power approves, any sponsor may end the duties hereof.';
const filler = Array.from({ length: 20 }, (_, at) => `The company opened its office ${at}.`);
const sea = 'BOSTON, Feb. 9, 2027 (GLOBE NEWSWIRE) -- ';

describe('the context of a sentence', () => {
  const contextIn = (text: string, sentence: string) => {
    const paragraphs = paragraphsOf(text);
    const at = paragraphs.findIndex((one) => one.text.includes(sentence.slice(0, 30)));
    return contextOf(paragraphs, at, { sentence } as Parameters<typeof contextOf>[2]);
  };

  it.each([
    ['is the rest of its paragraph', `${sold} ${terms}`, terms],
    ['continues in the next paragraph at the start of a text', `${sold}\n\n${terms}`, terms],
    ['is absent at the end', sold, undefined],
    [
      'ends with the paragraph further on',
      `${filler.join(' ')} ${filler.join(' ')}\n\n${sold}\n\n${terms}`,
      undefined,
    ],
    [
      'of a headline is the lead without dateline',
      `${sold}\n\n${sea}Today, ${terms}`,
      `Today, ${terms}`,
    ],
    [
      'leaves out forward-looking statements',
      `${sold} These forward-looking statements may change. ${terms}`,
      terms,
    ],
    [
      'leaves out descriptions of companies',
      `${sold}\n\nAbout Zorba Bio\n\nIt makes drugs.`,
      undefined,
    ],
  ])('%s', (_, text, context) => {
    expect(contextIn(text, sold)).toBe(context);
  });

  it('starts with the word in which a long sentence was cut', () => {
    const [start, end] = ['Zorba Bio said today that the war', 'rants expire after five years.'];
    expect(contextIn(`${start}${end}`, start)).toBe('warrants expire after five years.');
  });

  it('has at most 600 characters', () => {
    const context = contextIn(`${sold} ${filler.join(' ')}`, sold)!;
    expect(context).toHaveLength(600);
    expect(`${filler.join(' ')}`.startsWith(context.slice(0, -1))).toBe(true);
  });

  it('is part of each statement', () => {
    const goal = 'The FDA assigned a PDUFA target action date of November 20, 2026 to zorbatinib.';
    const [mention] = extractMentions({ text: `${goal} ${terms}`, published: '2026-03-10' });
    expect(mention).toMatchObject({ type: 'pdufa_date', sentence: goal, context: terms });
  });
});

describe('the opening of a text', () => {
  it.each([
    [`Zorba Bio Sells Shares\n\n${sea}${sold}`, undefined, 'Zorba Bio Sells Shares', sold],
    [`Zorba Bio Sells Shares\n\n${sold}`, 'ZORBA BIO sells shares', 'ZORBA BIO sells shares', sold],
    [sold, 'Shares', 'Shares', sold],
    [`EX-99.1\n\n${sold}\n\n${terms}`, undefined, sold, terms],
    [
      `UNITED STATES SECURITIES AND EXCHANGE COMMISSION\n\nItem 8.01 Other Events.\n\n${sold}`,
      undefined,
      'Item 8.01 Other Events.',
      sold,
    ],
    [
      '<html><body><p>Zorba Bio Sells Shares</p><p>Soon.</p></body></html>',
      undefined,
      'Zorba Bio Sells Shares',
      'Soon.',
    ],
    ['Zorba Bio Sells Shares\n\n$2 m', 'Zorba Bio Sells Shares', 'Zorba Bio Sells Shares', '$2 m'],
    [sold, sold, sold, null],
    [
      `Zorba Bio Sells Shares\n\n${rules}\n\nSafe Harbor\n\nWe may fail.\n\nAbout Zorba Bio\n\n${terms}`,
      undefined,
      'Zorba Bio Sells Shares',
      `${rules} … About Zorba Bio ${terms}`,
    ],
    [
      'Item 1.01.\n\nEntry into a Material Definitive Agreement.\n\nZorba Bio agreed to merge.',
      undefined,
      'Entry into a Material Definitive Agreement.',
      'Zorba Bio agreed to merge.',
    ],
    [
      'EX-2.1 2 d1dex21.htm EX-2.1\n\nAGREEMENT AND PLAN OF MERGER\n\nZorba Bio agreed to merge.',
      undefined,
      'AGREEMENT AND PLAN OF MERGER',
      'Zorba Bio agreed to merge.',
    ],
  ])('of %j with the title %s is %s', (text, given, title, body) => {
    expect(openingOf(text, given)).toEqual({ title, body });
  });

  it('is absent without words, and continues a long first line', () => {
    expect(openingOf(' \n ')).toBeUndefined();
    const { title, body } = openingOf(filler.join(' '))!;
    expect(title.length).toBeLessThanOrEqual(250);
    expect(`${title.slice(0, -1)} ${body}`).toBe(filler.join(' '));
  });

  const plain = `These are plain words ${'x'.repeat(377)}.`;
  /** Sentences of 100 characters. */
  const figure = `The dose is 1 mg ${'y'.repeat(82)}.`;
  const amount = `The fee is $2 m ${'z'.repeat(83)}.`;
  const bodyOf = (...lines: readonly string[]) =>
    openingOf(['Zorba Bio Sells Its Shares', ...lines].join('\n'))!.body!;

  it('keeps a body of 60,000 characters', () => {
    // 3 × 401 and 580 × 101, less a space, are 59,782.
    const lines = [plain, plain, plain, ...Array<string>(580).fill(figure)];
    expect(bodyOf(...lines)).toBe(lines.join(' '));
  });

  it.each([
    ['standard phrases', rules, plain],
    ['sentences without a digit', plain, figure],
    ['sentences without an amount or year', figure, amount],
  ])('leaves out %s of a longer body', (_, less, more) => {
    const others = Array<string>(Math.floor(59_000 / (more.length + 3)))
      .fill(more)
      .join(' ');
    const body = bodyOf(plain, plain, ...Array<string>(40).fill(less), others);
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body.startsWith(plain)).toBe(true);
    expect(body.endsWith(others)).toBe(true);
    expect(body).toContain(' … ');
  });

  it('keeps the sentence before a figure', () => {
    const body = bodyOf(plain, ...Array<string>(700).fill(figure), terms, amount);
    expect(body.endsWith(`${figure} … ${terms} ${amount}`)).toBe(true);
  });
});

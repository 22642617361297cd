import { expect, it } from 'vitest';
import { passageOf } from '../../src/transports/passage.ts';

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

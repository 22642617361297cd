import {
  type Reading,
  readSentence,
  type Spot,
  spotOf,
} from '../../src/extract/sentence-reading.ts';
import { PUBLISHED } from './announced.ts';

/** Builds a sentence with the statement between `[` and `]`. */
export function placed(
  marked: string,
  published: string | undefined = PUBLISHED,
): { readonly reading: Reading; readonly spot: Spot } {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const context = { published, known: () => [] };
  const reading = readSentence(marked.replace(/[[\]]/g, ''), 'body', 0, '', context);
  return { reading, spot: spotOf(reading, start, end) };
}

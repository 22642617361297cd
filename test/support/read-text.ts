import { extractMentions } from '../../src/extract/extract.ts';
import type { ReadText } from '../../src/sources/released-text.ts';

/** Reads a text in the test's thread. */
export const readHere: ReadText = async (source) => extractMentions(source);

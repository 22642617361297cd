import { extractMentions } from '../../src/extract/extract.ts';
import type { ReadText } from '../../src/sources/released-text.ts';

/** Reads a text in the thread of the test. */
export const readHere: ReadText = async (source) => extractMentions(source);

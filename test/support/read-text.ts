import { extractMentions } from '../../src/extract/extract.ts';
import type { TextReader } from '../../src/ingest/text-reader.ts';
import { connectors } from '../../src/sources/index.ts';
import type { ReadText } from '../../src/sources/released-text.ts';

/** Reads a text in the test's thread. */
export const readHere: ReadText = async (source) => extractMentions(source);

/** Takes a file apart in the thread of the test. */
export const parseHere: TextReader['parse'] = async (connector, text, fileName) =>
  connectors[connector]!.parse(text, fileName);

import { contextOf } from './context.ts';
import { type Reader, readerOf, type StoredReader } from './learned/reader.ts';
import weights from './learned/weights.json' with { type: 'json' };
import type { Mention, SourceText } from './mention.ts';
import { mergeMentions } from './merge.ts';
import { refusedFilings } from './refused-filing.ts';
import { statedRunways } from './stated-runway.ts';
import { statementsIn } from './statements.ts';
import { readText } from './text-reading.ts';

/** Maximum number of mentions per text before merging. Real texts have a few dozen. */
const MAX_MENTIONS = 1_000;

const shipped = readerOf(weights as StoredReader);

/**
 * Extracts what a text states about catalysts: goal dates, readouts, filings, refusals to file,
 * decisions, holds, designations, results, offerings, deals, distress and stated runways. The
 * function is pure. A mention contains the drug if the text names the drug, and `drug_from` states
 * where the text names it. The function does not know the programs of the company. Therefore, the
 * caller decides whether a mention without a drug is usable.
 */
export function extractMentions(source: SourceText, reader: Reader = shipped): readonly Mention[] {
  const { readings, sceneOf, published, paragraphs, ticker } = readText(source);
  const mentions: Mention[] = [];
  const placed = new Map<string, number>();
  for (const [index, reading] of readings.entries()) {
    const scene = sceneOf(index);
    const before = mentions.length;
    const unfiled = refusedFilings(reading, scene);
    mentions.push(...unfiled);
    for (const statement of statementsIn(reading, scene, reader.scoresOf(reading, scene))) {
      // A refusal to file is not a complete response letter.
      if (statement.type === 'crl' && unfiled.length > 0) continue;
      const mention = reader.mentionOf(statement);
      if (mention) mentions.push(mention);
    }
    for (const { sentence } of mentions.slice(before)) placed.set(sentence, reading.paragraph);
    if (mentions.length >= MAX_MENTIONS) break;
  }
  const found = [
    ...mergeMentions(mentions.slice(0, MAX_MENTIONS), published),
    ...statedRunways(paragraphs, published, ticker),
  ];
  return found.map((mention) => {
    const { sentence } = mention;
    const at = placed.get(sentence) ?? paragraphs.findIndex(({ text }) => text.includes(sentence));
    return { ...mention, context: contextOf(paragraphs, at, mention) };
  });
}

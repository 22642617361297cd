import { type Reader, readerOf, type StoredReader } from './learned/reader.ts';
import weights from './learned/weights.json' with { type: 'json' };
import type { Mention, SourceText } from './mention.ts';
import { mergeMentions } from './merge.ts';
import { statementsIn } from './statements.ts';
import { readText } from './text-reading.ts';

/** Mentions of a text before they are merged: real texts have dozens, only noise has more. */
const MAX_MENTIONS = 1_000;

const shipped = readerOf(weights as StoredReader);

/**
 * Reads what a text states of catalysts: goal dates, readouts, filings, decisions, holds,
 * designations, results, offerings, deals and distress. Pure; the same text gives the same mentions.
 *
 * What concerns a program carries its drug where the text names one (`drug_from` says how near);
 * whether a statement without a drug is enough is for the caller, who knows the programs.
 */
export function extractMentions(source: SourceText, reader: Reader = shipped): readonly Mention[] {
  const { readings, sceneOf, published } = readText(source);
  const mentions: Mention[] = [];
  for (const [index, reading] of readings.entries()) {
    const scene = sceneOf(index);
    for (const statement of statementsIn(reading, scene, reader.scoresOf(reading, scene))) {
      const mention = reader.mentionOf(statement);
      if (mention) mentions.push(mention);
    }
    if (mentions.length >= MAX_MENTIONS) break;
  }
  return mergeMentions(mentions.slice(0, MAX_MENTIONS), published);
}

import type { FoundDate } from '../../../../src/extract/date-grammar.ts';
import { grammarOf } from '../../../../src/extract/grammars.ts';
import { type Change, featuresOf } from '../../../../src/extract/learned/text-features.ts';
import type { MentionType } from '../../../../src/extract/mention.ts';
import { openDates } from '../../../../src/extract/statements.ts';
import { readText, type TextReading } from '../../../../src/extract/text-reading.ts';
import type { LabelledText } from './labelled-text.ts';

/** A labeled text with the features of its sentences and dates. */
export interface Example {
  readonly label: LabelledText;
  readonly text: TextReading;
  readonly sentences: readonly SentenceExample[];
  readonly dates: readonly DateExample[];
}

interface SentenceExample {
  readonly sentence: string;
  readonly features: readonly number[];
  readonly hints: ReadonlySet<MentionType>;
}

interface DateExample {
  readonly index: number;
  readonly sentence: string;
  readonly date: FoundDate;
  readonly features: readonly number[];
}

/** Maximum number of sentences of a document that are used. */
const MAX_SENTENCES = 120;

export function exampleOf(label: LabelledText): Example {
  const text = readText({
    text: label.text,
    published: label.published ?? undefined,
    ticker: label.ticker ?? undefined,
    company: label.company ?? undefined,
  });
  const readings = text.readings.slice(0, MAX_SENTENCES);
  const features = readings.map((reading, index) => featuresOf(reading, text.sceneOf(index)));
  const sentences = readings.map((reading, index) => ({
    sentence: reading.sentence,
    features: features[index]!.whole,
    hints: hintsOf(reading.text),
  }));
  const dates = readings.flatMap((reading, index) =>
    openDates(reading, text.published).map((date) => ({
      index,
      date,
      sentence: reading.sentence,
      features: changed(features[index]!.whole, features[index]!.ofDate(date)),
    })),
  );
  return { label, text, sentences, dates };
}

function changed(features: readonly number[], { removed, added }: Change): readonly number[] {
  const left = [...features];
  for (const place of removed) left.splice(left.indexOf(place), 1);
  return [...left, ...added];
}

function hintsOf(text: string): ReadonlySet<MentionType> {
  const types = [...grammarOf].filter(([, { hint }]) => text.search(hint) >= 0);
  return new Set(types.map(([type]) => type));
}

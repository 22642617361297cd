import { onFirstUse } from '../domain/on-first-use.ts';
import { isBoilerplate, isLegalNotice, isReference } from './boilerplate.ts';
import { MONTH_NAMES } from './date-words.ts';
import { brandsIn, drugsIn } from './drug-names.ts';
import { withRoles } from './drug-roles.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';
import type { SourceText } from './mention.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import type { Scene } from './scene.ts';
import { mayState } from './sentence-hints.ts';
import { type Reading, readSentence, type TextContext } from './sentence-reading.ts';
import { sentencesOf } from './sentences.ts';
import { namesElsewhere, subjectOf } from './subject.ts';
import { tickerIn } from './ticker.ts';
import { topicsOf } from './topics.ts';
import { otherNamesIn, unmarkedOf } from './unmarked-names.ts';

/** The sentences of a text that may contain statements, before rules and models are applied. */
export interface TextReading {
  readonly published: string | undefined;
  readonly ticker: string | null;
  readonly paragraphs: readonly Paragraph[];
  readonly readings: readonly Reading[];
  /** The context of the sentence with this index. */
  readonly sceneOf: (index: number) => Scene;
}

/** Number of characters of a text that are searched for names of companies and trials. */
const MAX_NAMES_TEXT = 20_000;

export function readText(source: SourceText): TextReading {
  const text = looksLikeHtml(source.text) ? htmlToText(source.text) : source.text;
  const paragraphs = paragraphsOf(text);
  const published = source.published ?? datelineOf(paragraphs, undefined);
  const brands = brandsIn(text);
  const known = onFirstUse(() => [
    ...brands,
    ...unmarkedOf(readings, otherNamesIn(text.slice(0, MAX_NAMES_TEXT), source.company)),
  ]);
  const readings = readAll(paragraphs, { published, known });
  const subject = onFirstUse(() => subjectOf(readings, () => namesElsewhere(paragraphs, brands)));
  const topicOf = topicsOf(paragraphs, (line) => withRoles(line, drugsIn(line, known())));
  const dated = { ...source, published };
  const legal = isLegalNotice(text);
  const ticker = source.ticker ?? tickerIn(text) ?? null;
  const dateline = published === undefined ? undefined : datelineOf(paragraphs, published);
  const sceneOf = (index: number) => ({
    source: dated,
    readings,
    index,
    legal,
    ticker,
    subject,
    dateline,
    topic: () => topicOf(readings[index]!.paragraph),
    following: () => sentenceAfter(paragraphs, readings[index]!),
    textAfter: () => textFollowing(paragraphs, readings[index]!),
  });
  return { published, ticker, paragraphs, readings, sceneOf };
}

/** Maximum characters after a sentence that are searched for the next sentence. */
const MAX_FOLLOWING = 500;

function sentenceAfter(
  paragraphs: readonly Paragraph[],
  { paragraph, sentence }: Reading,
): string | undefined {
  const { text } = paragraphs[paragraph]!;
  const at = text.indexOf(sentence);
  const end = at + sentence.length;
  return at < 0 ? undefined : sentencesOf(text.slice(end, end + MAX_FOLLOWING))[0];
}

/**
 * Our choice: maximum number of characters after a statement that are searched for terms of its
 * event. The limit is larger after a statement in the opening of a text, because the whole text is
 * then about the event.
 */
const MAX_TEXT_AFTER = { opening: 6_000, elsewhere: 1_500 };
const OPENING = 3_000;
const MAX_PARAGRAPHS_AFTER = 40;
/**
 * Matches the start of a sentence about amounts of an earlier event: "In June 2024, we sold
 * 1,000,000".
 */
const OTHER_DAY = new RegExp(
  `(?:^|[.\\n]) ?(?:In|On|During|Since) (?:${MONTH_NAMES})\\.? (?:\\d{1,2}, )?20\\d\\d[^.\\n]{0,200}(?:[$€£]|\\bshares|\\bwarrants)`,
);

/**
 * The rest of the paragraph and the next paragraphs of the body, up to a sentence about amounts of
 * an earlier event.
 */
function textFollowing(paragraphs: readonly Paragraph[], { paragraph, sentence }: Reading): string {
  const { text } = paragraphs[paragraph]!;
  const next = paragraphs
    .slice(paragraph + 1, paragraph + 1 + MAX_PARAGRAPHS_AFTER)
    .filter(({ zone }) => zone === 'body')
    .map((one) => one.text);
  const rest = [text.slice(text.indexOf(sentence) + sentence.length), ...next].join('\n');
  const before = paragraphs.slice(0, paragraph).reduce((sum, one) => sum + one.text.length, 0);
  const most = MAX_TEXT_AFTER[before < OPENING ? 'opening' : 'elsewhere'];
  const end = rest.search(OTHER_DAY);
  return rest.slice(0, end < 0 ? most : Math.min(end, most));
}

/** The date in the dateline of a release, if there is one. */
function datelineOf(
  paragraphs: readonly Paragraph[],
  published: string | undefined,
): string | undefined {
  const none: TextContext = { published, known: () => [] };
  for (const { text } of paragraphs.slice(0, MAX_HEAD_PARAGRAPHS)) {
    const head = text.slice(0, MAX_DATELINE_TEXT);
    if (!afterDay.test(head)) continue;
    const found = readSentence(head, 'body', 0, '', none).dateline;
    if (found) return found;
  }
  return undefined;
}
/** Matches the characters that may follow the date of a dateline. */
const afterDay = /\d\s?(?:[/(]|--|[–—]|-\s)/;
const MAX_HEAD_PARAGRAPHS = 20;
const MAX_DATELINE_TEXT = 200;

function readAll(paragraphs: readonly Paragraph[], context: TextContext): readonly Reading[] {
  const readings: Reading[] = [];
  for (const [number, { text, zone }] of paragraphs.entries()) {
    if (zone === 'boilerplate' || isReference(text)) continue;
    let inAbout = zone === 'about';
    let skipped = false;
    let preceding = '';
    for (const sentence of sentencesOf(text)) {
      inAbout ||= /^About [A-Z]/.test(sentence);
      // A sentence such as "The meeting will be held on April 21" is kept, because it continues the
      // previous sentence.
      const follows: boolean =
        !skipped && /^The (?:virtual |public )?(?:meeting|committee)/i.test(sentence);
      skipped = !mayState(sentence) && !follows;
      const before = preceding;
      preceding = sentence;
      if (skipped || isBoilerplate(sentence)) continue;
      readings.push(readSentence(sentence, inAbout ? 'about' : 'body', number, before, context));
    }
  }
  return readings;
}

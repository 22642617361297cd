import { extractMentions } from '../../src/extract/extract.ts';
import type { Reader } from '../../src/extract/learned/reader.ts';
import type { Mention, MentionType, SourceText } from '../../src/extract/mention.ts';

/** Every case is read as if it were published on this date. */
export const PUBLISHED = '2026-11-20';

export function mentionsOf(text: string, more: Partial<SourceText> = {}): readonly Mention[] {
  return extractMentions({ text, published: PUBLISHED, ...more });
}

/**
 * Builds a reader that accepts every match of the rules and of the text models of the given types,
 * without confidence.
 */
function believing(...types: readonly MentionType[]): Reader {
  const score = (type: MentionType) => (types.includes(type) ? 1 : 0);
  return {
    scoresOf: () => ({ ofType: score, ofDate: score }),
    mentionOf: ({ evidence: { doubtful }, ...stated }) => {
      const tier = stated.status === 'announced' ? (doubtful ? 'reported' : 'confirmed') : null;
      return { ...stated, confidence: 0.95, tier, model: 'none' };
    },
  };
}

/**
 * Returns the statements found by the rules, and by the text models of the given types anywhere in
 * the text.
 */
export function ruled(
  text: string,
  more: Partial<SourceText> = {},
  ...types: readonly MentionType[]
): readonly Mention[] {
  return extractMentions({ text, published: PUBLISHED, ...more }, believing(...types));
}

/**
 * Returns the events that a text announces, in the format of the test tables: `type date drug`,
 * with `-` for a missing value.
 */
export function announcedIn(text: string, more?: Partial<SourceText>): readonly string[] {
  return mentionsOf(text, more)
    .filter(({ status }) => status === 'announced')
    .map(written)
    .sort();
}

function written({ type, date, drug }: Mention): string {
  const day = date === null ? '-' : typeof date === 'string' ? date : `${date.from}..${date.to}`;
  return `${type} ${day} ${drug ?? '-'}`;
}

import { extractMentions } from '../../src/extract/extract.ts';
import type { Reader } from '../../src/extract/learned/reader.ts';
import type { Mention, MentionType, SourceText } from '../../src/extract/mention.ts';

/** Every case is read as if it were published on this day. */
export const PUBLISHED = '2026-11-20';

export function mentionsOf(text: string, more: Partial<SourceText> = {}): readonly Mention[] {
  return extractMentions({ text, published: PUBLISHED, ...more });
}

/** A reader that believes its rules, and its text models of the given types, without weighing them. */
function believing(...types: readonly MentionType[]): Reader {
  const score = (type: MentionType) => (types.includes(type) ? 1 : 0);
  return {
    scoresOf: () => ({ ofType: score, ofDate: score }),
    mentionOf: ({ evidence: { rule, doubtful }, ...stated }) => {
      const tier = stated.status === 'announced' ? (doubtful ? 'reported' : 'confirmed') : null;
      return { ...stated, confidence: rule || 0.95, tier, model: 'none' };
    },
  };
}

/** What the rules alone read, and the text models of the given types everywhere. */
export function ruled(
  text: string,
  more: Partial<SourceText> = {},
  ...types: readonly MentionType[]
): readonly Mention[] {
  return extractMentions({ text, published: PUBLISHED, ...more }, believing(...types));
}

/** What a text announces, in the form of the tables: `type date drug`, `-` where there is none. */
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

import { extractMentions } from '../../src/extract/extract.ts';
import type { Mention, SourceText } from '../../src/extract/mention.ts';

/** Every case is read as if it were published on this day. */
export const PUBLISHED = '2026-11-20';

/** A text and what it announces: `type date drug`, `-` where there is none. */
export type Case = readonly [text: string, ...announced: readonly string[]];

export function mentionsOf(text: string, more: Partial<SourceText> = {}): readonly Mention[] {
  return extractMentions({ text, published: PUBLISHED, ...more });
}

/** What a text announces, in the form of the tables. */
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

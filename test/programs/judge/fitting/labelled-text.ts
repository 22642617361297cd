import type { MentionType, Period } from '../../../../src/extract/mention.ts';

/** A fact that a person has labeled in a text. */
export interface LabelledFact {
  readonly type: MentionType;
  readonly date: string | Period | { readonly from: null; readonly to: string } | null;
  readonly precision?: string | null;
  readonly date_basis?: string | null;
  readonly drug?: string | null;
  readonly status: string;
  /**
   * Part of the sentence that states the fact. Without it, any sentence of the text may state it.
   */
  readonly quote?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * The use of a text. `taught`: an invented text or full document, used only to fit text models.
 * `tuned`: a text that was used to write rules. `fresh`: neither.
 */
export type Role = 'taught' | 'tuned' | 'fresh';

export interface LabelledText {
  readonly id: string;
  readonly source: string;
  /** The address of the page, if `source` is the archive in which the page was found. */
  readonly url?: string | null;
  readonly text: string;
  readonly published?: string | null;
  readonly ticker?: string | null;
  readonly company?: string | null;
  readonly facts: readonly LabelledFact[];
  readonly notes?: string | null;
  readonly role: Role;
  /** Weight of each sentence. */
  readonly weight: number;
}

/**
 * The publisher of a text: the name in the address of its page, or else the folder or file of its
 * source. A folder named by a number, such as a day, is not a publisher.
 */
export function publisherOf({ source, url }: LabelledText): string {
  const host = /https?:\/\/([^/\s]+)/
    .exec(url ?? source)?.[1]
    ?.split('.')
    .at(-2);
  const folder = source.replace(/ \(.*/s, '').replace(/(?:[:/]\d+)*\/[^/]*$/, '');
  return host ?? folder.split(/[/:]/).at(-1)!;
}

/** Whether a date matches the date of a label. A label without a date matches any date. */
export function fitsDate(fact: LabelledFact, date: string | Period | null): boolean {
  if (fact.date === null) return true;
  if (date === null) return false;
  const own = typeof date === 'string' ? { from: date, to: date } : date;
  if (typeof fact.date === 'string') return own.from === fact.date && own.to === fact.date;
  return (fact.date.from ?? '') <= own.to && own.from <= fact.date.to;
}

/** Whether the label accepts both results, with or without a mention. */
export function isDebatable({ notes }: LabelledText): boolean {
  return /\b(?:optional|accepted)\b/.test(notes ?? '');
}

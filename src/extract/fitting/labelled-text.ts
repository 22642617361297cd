import type { MentionType, Period } from '../mention.ts';

/** A fact that a person found in a text. */
export interface LabelledFact {
  readonly type: MentionType;
  readonly date: string | Period | { readonly from: null; readonly to: string } | null;
  readonly precision?: string | null;
  readonly date_basis?: string | null;
  readonly drug?: string | null;
  readonly status: string;
  /** A piece of the sentence that states it; else any sentence of the text may. */
  readonly quote?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * `taught`: teaches the text models only: made up, or a whole document. `tuned`: rules were written
 * with it at hand, so they read it better than others. `fresh`: neither.
 */
export type Role = 'taught' | 'tuned' | 'fresh';

export interface LabelledText {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly published?: string | null;
  readonly ticker?: string | null;
  readonly company?: string | null;
  readonly facts: readonly LabelledFact[];
  readonly notes?: string | null;
  readonly role: Role;
  /** How much each of its sentences counts. */
  readonly weight: number;
}

/** Whether a date is the one that a label names; a label without a date fits any. */
export function fitsDate(fact: LabelledFact, date: string | Period | null): boolean {
  if (fact.date === null) return true;
  if (date === null) return false;
  const own = typeof date === 'string' ? { from: date, to: date } : date;
  if (typeof fact.date === 'string') return own.from === fact.date && own.to === fact.date;
  return (fact.date.from ?? '') <= own.to && own.from <= fact.date.to;
}

/** Whether the notes say that to emit something or not is right. */
export function isDebatable({ notes }: LabelledText): boolean {
  return /\b(?:optional|accepted)\b/.test(notes ?? '');
}

import type { MentionDetail, MentionStatus, MentionType } from './mention.ts';
import { oneOf } from './one-of.ts';
import type { Spot } from './sentence-reading.ts';

/** How a type of mention finds its date; the ways stand in `dating.ts`. */
export type Dating = 'goal' | 'event' | 'meeting' | 'effective' | 'none';

/** One wording. Patterns read plain wording (`wording.ts`), with bounded gaps within a clause. */
export interface Rule {
  /** The wording by an example. */
  readonly says: string;
  readonly pattern: RegExp;
  /** How plainly the wording states the fact, 0–1. */
  readonly plainness: number;
}

/** A condition on the words around a match: `before` ends at it, `after` begins behind it. */
export interface Around {
  readonly before?: RegExp;
  readonly match?: RegExp;
  readonly after?: RegExp;
  /** The whole sentence. */
  readonly sentence?: RegExp;
}

/** All that is known of the language of one type of mention. */
export interface Grammar {
  readonly type: MentionType;
  /** Cheap: no rule can match a sentence that does not hold this. */
  readonly hint: RegExp;
  readonly rules: readonly Rule[];
  /** Looks like a statement and is none. */
  readonly unless?: readonly Around[];
  readonly status?: Partial<Record<Exclude<MentionStatus, 'announced'>, readonly Around[]>>;
  readonly dating: Dating;
  /** Without a date there is nothing to say. */
  readonly needsDate?: boolean;
  readonly drug: boolean;
  /** What a statement of the type says besides its date and drug. */
  readonly detail?: (found: Found, sentence: string) => MentionDetail | undefined;
}

/** The words that state something: a rule's match, or the whole sentence where a model found it. */
export interface Found {
  readonly 0: string;
  readonly index: number;
}

/** Whether the words around a match fulfil all that a condition names. */
export function holds(around: Around, { words, fulfils }: Spot): boolean {
  return (
    (around.before?.test(words.before) ?? true) &&
    (around.match?.test(words.match) ?? true) &&
    (around.after?.test(words.after) ?? true) &&
    (around.sentence === undefined || fulfils(around.sentence))
  );
}

const P2 = oneOf('marketing|regulatory|licensing|drug|approval|supplemental|registration');
const APPLICATION_KINDS = oneOf(
  '(?:rolling |full |initial |original |second |third )?(?:s?NDA|J-?NDA|s?BLA|MAA|NDS)',
  `${P2} (?:authori[sz]ation )?applications?(?! to (?:begin|start|conduct))`,
  '(?:regulatory|marketing) (?:submission|filing|dossier)s?',
  '(?:biosimilar|supplemental) applications?|variation (?:request|application)s?',
);
/** Applications to an agency, in plain wording. */
export const APPLICATION = APPLICATION_KINDS;
export const AGENCY =
  '(?:FDA|EMA|EC|SFDA|MHRA|NMPA|PMDA|MHLW|ANVISA|TGA|Swissmedic|Health Canada|CDSCO|MFDS|COFEPRIS|CHMP)';

/** The phase of a trial, as releases and headlines write it. */
export const PHASE = '(?:Phase [1-4][abc]?(?:/[1-4][abc]?)?|P[1-3][ab]?(?:/[23][ab]?)?)';

/** A wording by an example, and its pattern in any case of letters. */
export function rule(says: string, pattern: string, plainness: number = PLAIN): Rule {
  return { says, pattern: new RegExp(pattern, 'gi'), plainness };
}

/** How plain wordings are: the plainest, and those that say less. */
export const [PLAIN, FIRM, LOOSE, WEAK] = [0.95, 0.9, 0.85, 0.8] as const;

/**
 * Characters between the parts of a wording: a few words, a clause with its object, one with a
 * description, one with a name and its description, one with all that a drug is for.
 */
export const [NEAR, CLAUSE, REACH, FAR, LONG] = [30, 60, 90, 130, 200] as const;

/** At most so many characters of the same clause; the point of a number ends none. */
export const gap = (most: number) => `(?:[^.;•]|\\.(?=\\S)){0,${most}}?`;

import type { MentionDetail, MentionStatus, MentionType } from './mention.ts';
import { oneOf } from './one-of.ts';
import type { Spot } from './sentence-reading.ts';

/** How the date of a mention is found. `dating.ts` has a function for each value. */
export type Dating = 'goal' | 'event' | 'meeting' | 'effective' | 'none';

/**
 * A rule for one way to state a fact. The pattern is applied to plain wording (see `wording.ts`).
 * The parts of the pattern may be separated by text of limited length within the same clause.
 */
export interface Rule {
  /** An example of a text that the rule matches. */
  readonly says: string;
  readonly pattern: RegExp;
}

/**
 * Conditions on the text around a match. `before` tests the text that precedes the match, and
 * `after` tests the text that follows it.
 */
export interface Around {
  readonly before?: RegExp;
  readonly match?: RegExp;
  readonly after?: RegExp;
  /** Tests the full sentence. */
  readonly sentence?: RegExp;
}

/** The patterns of one type of mention. */
export interface Grammar {
  readonly type: MentionType;
  /** A quick test. A sentence that fails the test cannot match a rule. */
  readonly hint: RegExp;
  readonly rules: readonly Rule[];
  /** Contexts in which a match is not a statement. */
  readonly unless?: readonly Around[];
  /**
   * Matches sentences that a text model must not read as a statement, even at a high probability.
   */
  readonly never?: RegExp;
  readonly status?: Partial<Record<Exclude<MentionStatus, 'announced'>, readonly Around[]>>;
  readonly dating: Dating;
  /** Whether a match without a date is ignored. */
  readonly needsDate?: boolean;
  readonly drug: boolean;
  /** Reads details other than date and drug, from the sentence and the text after the sentence. */
  readonly detail?: (
    found: Found,
    sentence: string,
    following: () => string,
  ) => MentionDetail | undefined;
}

/**
 * The text of a statement, and the position of this text. For a rule, the text is the match. For a
 * text model, the text is the full sentence.
 */
export interface Found {
  readonly 0: string;
  readonly index: number;
}

/**
 * Whether a match meets all conditions of `around`. The conditions are about the words of the
 * match, the words before and after the match, and the sentence.
 */
export function holds(around: Around, { words, meets }: Spot): boolean {
  return (
    (around.before?.test(words.before) ?? true) &&
    (around.match?.test(words.match) ?? true) &&
    (around.after?.test(words.after) ?? true) &&
    (around.sentence === undefined || meets(around.sentence))
  );
}

const REGULATORY = oneOf('marketing|regulatory|licensing|drug|approval|supplemental|registration');
/** Matches the kinds of applications to an agency, as `plainWording` writes them. */
export const APPLICATION = oneOf(
  '(?:rolling |full |initial |original |second |third )?(?:s?NDA|J-?NDA|s?BLA|MAA|NDS)',
  `${REGULATORY} (?:authori[sz]ation )?applications?(?! to (?:begin|start|conduct))`,
  '(?:regulatory|marketing) (?:submission|filing|dossier)s?',
  '(?:biosimilar|supplemental) applications?|variation (?:request|application)s?',
);
export const AGENCY =
  '(?:FDA|EMA|EC|SFDA|MHRA|NMPA|PMDA|MHLW|ANVISA|TGA|Swissmedic|Health Canada|CDSCO|MFDS|COFEPRIS|CHMP)';

/** Matches the phase of a trial in releases and headlines. */
export const PHASE = '(?:Phase [1-4][abc]?(?:/[1-4][abc]?)?|P[1-3][ab]?(?:/[23][ab]?)?)';

/** A rule with an example and a case-insensitive pattern. */
export function rule(says: string, pattern: string): Rule {
  return { says, pattern: new RegExp(pattern, 'gi') };
}

/** Our choice: the confidence of statements of types that have rules but no fitted model. */
export const RULE_CONFIDENCE = 0.9;

/**
 * Maximum characters between two parts of a pattern. The smallest value, NEAR, allows a few words.
 * The largest value, LONG, allows a full indication.
 */
export const [NEAR, CLAUSE, REACH, FAR, LONG] = [30, 60, 90, 130, 200] as const;

/**
 * Matches at most `most` characters within one clause. The decimal point of a number does not end a
 * clause.
 */
export const gap = (most: number) => `(?:[^.;•]|\\.(?=\\S)){0,${most}}?`;

import { daysBetween } from '../domain/dates.ts';
import type { FoundDate } from './date-grammar.ts';
import type { MentionType, Precision } from './mention.ts';
import type { Rule } from './rule.ts';
import type { Scene } from './scene.ts';
import type { Reading } from './sentence-reading.ts';

/** What takes away from the certainty of a statement. */
interface Doubts {
  /** Of its date; absent where it has none. */
  readonly precision: Precision | undefined;
  /** The year of its date is not stated; days between the date that was read and the text's. */
  readonly inferredDays: number | undefined;
  readonly isDoubtful: boolean;
  /** Its drug is told by what stands around it, and not for sure. */
  readonly isDrugUnsure: boolean;
  /** Its sentence names several indications and does not tell which is its own. */
  readonly isIndicationOpen: boolean;
  /** See `isTold`. */
  readonly isTold: boolean;
}

/** Starts at the rule's own certainty; what had to be inferred takes away from it. */
export function confidenceOf(rule: Rule, { zone }: Reading, doubts: Doubts): number {
  const { precision } = doubts;
  const value =
    (rule.confidence ?? 0.95) -
    (precision !== undefined && precision !== 'day' ? 0.1 : 0) -
    (zone === 'about' ? 0.1 : 0) -
    (doubts.isDrugUnsure ? 0.15 : 0) -
    (doubts.isIndicationOpen ? 0.1 : 0) -
    yearDoubt(doubts.inferredDays) -
    (doubts.isDoubtful ? 0.3 : 0) -
    (doubts.isTold ? 0.2 : 0);
  return lowered(Math.max(0, value), 0);
}

/** Half a year: what is nearer than that is farther by in any other year. */
const CLEAR_DAYS = 183;

/** Our choice: a year left out is hardly in doubt where the next or last such day is near. */
export function yearDoubt(inferredDays: number | undefined): number {
  if (inferredDays === undefined) return 0;
  return inferredDays <= CLEAR_DAYS ? 0.05 : 0.15;
}

/** How far a date without a year lies from the day of its text; undefined where the year stands. */
export function inferredDays(
  { basis, from }: FoundDate,
  published: string | undefined,
): number | undefined {
  if (basis !== 'year_inferred' || published === undefined) return undefined;
  return Math.abs(daysBetween(published, from));
}

/** What has happened, as against what stands or is to come. */
const happens: ReadonlySet<MentionType> = new Set([
  'approval',
  'crl',
  'withdrawn',
  'clinical_hold',
  'hold_lifted',
  'designation',
  'trial_result',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'licence',
  'acquisition',
  'offering',
]);
const TELLS =
  /^(?:announce[sd]?|report(?:s|ed)|receive[sd]?|submitted|completed|granted|entered|initiated|closed|priced)\b|\b(?:today|announce[sd]?|announcing|said|reports?|issued)\b/i;
/** A heading under which news stands. */
const RECENT =
  /\b(?:recent|latest|highlights?|achievements?|accomplishments?|progress|developments?|updates?)\b/i;
/** Sentences with a hint, from the first: news stands at the head of a text. */
const HEAD_SENTENCES = 3;

/** An event told without its date, far down the text and without a word that it is news. */
export function isTold(
  type: MentionType,
  reading: Reading,
  dated: boolean,
  { index, topic }: Scene,
): boolean {
  if (!happens.has(type) || dated || index < HEAD_SENTENCES) return false;
  if (TELLS.test(reading.sentence) || reading.fulfils(/[a-z]$/i)) return false;
  return !RECENT.test(topic()?.line ?? '');
}

/** A confidence less so much, with two decimals. */
export function lowered(confidence: number, by: number): number {
  return Math.round((confidence - by) * 100) / 100;
}

import type { MentionType, Precision } from './mention.ts';
import type { Reading } from './reading.ts';
import type { Rule } from './rule.ts';
import type { Scene } from './scene.ts';

/** Starts at the rule's own certainty; what had to be inferred takes away from it. */
export function confidenceOf(
  rule: Rule,
  { zone }: Reading,
  precision: Precision | undefined,
  inferred: boolean,
  doubtful: boolean,
  sure: boolean,
  told: boolean,
): number {
  const value =
    (rule.confidence ?? 0.95) -
    (precision !== undefined && precision !== 'day' ? 0.1 : 0) -
    (zone === 'about' ? 0.1 : 0) -
    (sure ? 0 : 0.15) -
    (inferred ? 0.15 : 0) -
    (doubtful ? 0.3 : 0) -
    (told ? 0.2 : 0);
  return lowered(Math.max(0, value), 0);
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
/** Sentences with a hint, from the first: news stands at the head of a text. */
const HEAD_SENTENCES = 3;

/** An event told without its date, far down the text and without a word that it is news. */
export function isTold(
  type: MentionType,
  reading: Reading,
  dated: boolean,
  { index }: Scene,
): boolean {
  if (!happens.has(type) || dated || index < HEAD_SENTENCES) return false;
  return !TELLS.test(reading.sentence) && !reading.fulfils(/[a-z]$/i);
}

/** A confidence less so much, with two decimals. */
export function lowered(confidence: number, by: number): number {
  return Math.round((confidence - by) * 100) / 100;
}

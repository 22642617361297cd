import { anyWordOf } from '../patterns.ts';
import type { Statement } from './statement.ts';

/**
 * Types of statements. In risk sections and contracts, such statements can also describe a mere
 * possibility.
 */
const acts: ReadonlySet<string> = new Set(['clinical_hold', 'hold_lifted', 'crl', 'withdrawn']);

const ACT = 'clinical hold|complete response|refus|reject|withdraw';
/**
 * Matches descriptions of risks, such as "could be placed on clinical hold" or "if the FDA imposes
 * a clinical hold".
 */
const HYPOTHETICAL = new RegExp(
  `\\b(?:could|may|might|would|can|should|will) (?:[\\w-]+ ){0,4}?(?:be|become|impose|place|put|issue|receive|result|lead|face)\\b[^.;]{0,80}(?:${ACT})|\\b(?:if|unless|whether|in the event)\\b[^.,;]{0,80}(?:${ACT})`,
  'i',
);
/** Matches the language of contracts: defined terms and common phrases. */
const CONTRACT = anyWordOf(
  '',
  /(?:Parent|Merger (?:Sub|Partner)|Purchaser|Acquired Compan(?:y|ies)|Subsidiaries)/,
  /(?:Company|Parent|Seller) (?:Products?|Group|Entit(?:y|ies)|Product Candidates?)/,
  /Disclosure (?:Schedules?|Letter)|Material Adverse (?:Effect|Change)|[Kk]nowledge of/,
  /[Rr]epresentations? and [Ww]arrant(?:y|ies)|Governmental (?:Entity|Authority|Body)/,
  /Agreement and Plan of Merger|hereof|hereunder|thereof|shall (?:not )?(?:be|have)/,
  /[Nn]either [^.;]{1,80} nor|has not received|(?:on|of|to) any (?:\w+ )?(?:stud|trial)\w+/,
);

/** Whether a statement reports an event. Other statements describe a risk or quote a contract. */
export function isNews({ type, sentence }: Statement): boolean {
  return !acts.has(type) || !(HYPOTHETICAL.test(sentence) || CONTRACT.test(sentence));
}

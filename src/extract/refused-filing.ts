import type { Mention } from './mention.ts';
import { APPLICATION, CLAUSE, type Grammar, gap, NEAR, RULE_CONFIDENCE, rule } from './rule.ts';
import type { Scene } from './scene.ts';
import type { Reading } from './sentence-reading.ts';
import { statementsOfGrammar } from './statements.ts';

/** Value of `model` in statements that the rules of this file find. */
const MODEL = 'refused-filing/1';

/**
 * Refusals to file: the FDA returns an incomplete application without a review. There is no fitted
 * model for this grammar, because the labeled texts contain too few refusals to file.
 */
const refusedFiling: Grammar = {
  type: 'refuse_to_file',
  hint: /\b(?:refus\w+[- ]to[- ](?:file|review|accept)|RTF)\b/i,
  dating: 'event',
  drug: true,
  rules: [
    rule(
      'received a refuse-to-file letter from the FDA',
      `\\b(?:receiv(?:ed|es)|receipt of|issu(?:ed|es|ance of)|sent|announc(?:ed|es)|gets?|got|hit with)\\b${gap(CLAUSE)}\\b(?:refus(?:e|al)[- ]to[- ]file|RTF)\\b`,
    ),
    rule(
      'the FDA refused to file the NDA',
      `\\b(?:FDA|agency)\\b${gap(NEAR)}\\brefus(?:ed|es) to (?:file|review|accept)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|applications?|submission)`,
    ),
  ],
  unless: [
    { before: /\b(?:may|might|could|can|would|will|not|no|or|if)\b[^,;]{0,40}$/i },
    { match: /\b(?:may|might|could|can|would|will|not|or|if)\b/i },
  ],
  status: { historical: [{ before: /\b(?:appeal|following|after|since)\b[^;]{0,60}$/i }] },
};

/** The refusals to file that a sentence states. */
export function refusedFilings(reading: Reading, scene: Scene): readonly Mention[] {
  return statementsOfGrammar(refusedFiling, reading, scene).map(({ evidence: _, ...stated }) => ({
    ...stated,
    confidence: RULE_CONFIDENCE,
    tier: stated.status === 'announced' ? 'confirmed' : null,
    model: MODEL,
  }));
}

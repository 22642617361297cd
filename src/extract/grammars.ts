import type { MentionType } from './mention.ts';
import type { Grammar } from './rule.ts';
import { applicationGrammars } from './rules/applications.ts';
import { approvalGrammar } from './rules/approvals.ts';
import { acquisitionGrammar, licenceGrammar } from './rules/deals.ts';
import { decisionGrammars } from './rules/decisions.ts';
import { designationGrammars } from './rules/designations.ts';
import { distressGrammars } from './rules/distress.ts';
import { holdGrammars } from './rules/holds.ts';
import { offeringGrammar } from './rules/offerings.ts';
import { planGrammars } from './rules/plans.ts';
import { resultGrammar } from './rules/results.ts';
import { reviewGrammars } from './rules/reviews.ts';

/** The grammar of each type of mention. */
export const grammars: readonly Grammar[] = [
  ...reviewGrammars,
  ...applicationGrammars,
  approvalGrammar,
  ...decisionGrammars,
  ...planGrammars,
  resultGrammar,
  ...holdGrammars,
  ...designationGrammars,
  offeringGrammar,
  acquisitionGrammar,
  licenceGrammar,
  ...distressGrammars,
];

export const grammarOf: ReadonlyMap<MentionType, Grammar> = new Map(
  grammars.map((grammar) => [grammar.type, grammar]),
);

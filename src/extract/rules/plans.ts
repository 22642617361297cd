import type { Grammar } from '../rule.ts';

/** Matches a plan that was given up, unless the sentence also states the new plan. */
const GIVEN_UP =
  /^(?!.*\bnow\b).*\b(?:no longer (?:expect|anticipat|plan|intend)|had (?:\w+ )?(?:expected|planned|hoped|intended|aimed) to\b)/i;

/**
 * Planned readouts and filings, which only the text models detect. Each date is a separate
 * statement.
 */
export const planGrammars: readonly Grammar[] = [
  {
    type: 'readout_expected',
    hint: /\b(?:data|results|to report in|readouts?|analys[ie]s|unblind\w*|updates?|topline|proof[- ]of)\b/i,
    dating: 'none',
    needsDate: true,
    drug: true,
    never: GIVEN_UP,
    rules: [],
  },
  {
    type: 'filing_expected',
    hint: /submi|\bfil(?:e|ing)|application|approval|rolling|module|\b(?:s?NDA|s?BLA|MAA)\b/i,
    dating: 'none',
    needsDate: true,
    drug: true,
    never: GIVEN_UP,
    rules: [],
  },
];

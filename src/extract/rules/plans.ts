import type { Grammar } from '../rule.ts';

/** Matches a plan that was given up, unless the sentence also states the new plan. */
const GIVEN_UP =
  /^(?!.*\bnow\b).*\b(?:no longer (?:expect|anticipat|plan|intend)|had (?:\w+ )?(?:expected|planned|hoped|intended|aimed) to\b)/i;

const planned = (type: Grammar['type'], hint: RegExp): Grammar => ({
  type,
  hint,
  dating: 'none',
  needsDate: true,
  drug: true,
  never: GIVEN_UP,
  rules: [],
});

/**
 * Planned readouts and filings. Only the text models detect them. Each date is a separate
 * statement.
 */
export const planGrammars: readonly Grammar[] = [
  planned(
    'readout_expected',
    /\b(?:data|results|to report in|readouts?|analys[ie]s|unblind\w*|updates?|topline|proof[- ]of)\b/i,
  ),
  planned(
    'filing_expected',
    /submi|\bfil(?:e|ing)|application|approval|rolling|module|\b(?:s?NDA|s?BLA|MAA)\b/i,
  ),
];

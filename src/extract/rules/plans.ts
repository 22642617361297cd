import type { Grammar } from '../rule.ts';

/** Planned readouts and filings. Only the text models detect them, one statement per date. */
export const planGrammars: readonly Grammar[] = [
  {
    type: 'readout_expected',
    hint: /\b(?:data|results|to report in|readouts?|analys[ie]s|unblind\w*|updates?|topline|proof[- ]of)\b/i,
    dating: 'none',
    needsDate: true,
    drug: true,
    rules: [],
  },
  {
    type: 'filing_expected',
    hint: /submi|\bfil(?:e|ing)|application|approval|rolling|module|\b(?:s?NDA|s?BLA|MAA)\b/i,
    dating: 'none',
    needsDate: true,
    drug: true,
    rules: [],
  },
];

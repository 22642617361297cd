import type { Grammar } from '../rule.ts';

/** What is to come: found by the text models alone, date by date. */
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

import { decodeHTMLStrict } from 'entities';
import { oneOf } from './one-of.ts';

const COMMITTEES = oneOf(
  'ODAC|VRBPAC',
  '(?<!\\b(?:adenocarcinoma \\(|with |metastatic |advanced |resectable |of |in |for |treat ))PDAC(?!,? (?:patients|models|tumou?rs|trial|study)\\b)',
  'CRDAC|EMDAC|GIDAC|PADAC|PCNSDAC?|CTGTAC|AMDAC|AADPAC|BRUDAC|DODAC',
);
/**
 * Replacements that give each term one spelling, so that the rules need fewer variants. They are
 * applied in this order, before the rules. A pattern is tried only if the lower-case text contains
 * one of its keys, which are separated by `¦`.
 */
const wordings: readonly (readonly [keys: string, pattern: RegExp, plain: string])[] = [
  ['“¦”¦„¦«¦»', /[“”„«»]/g, '"'],
  ['‘¦’¦‛¦´¦`', /[‘’‛´`]/g, "'"],
  ['\u2010¦\u2011¦\u2012', /[\u2010-\u2012]/g, '-'],
  ['', /\s{2,}|[^\S ]/g, ' '],
  ['u.', /\bU\.\s?S\.(?:A\.)?(?=\W|$)/g, 'US'],
  ['u.', /\bU\.\s?K\.(?=\W|$)/g, 'UK'],
  ['e.u.', /\bE\.U\.(?=\W|$)/g, 'EU'],
  ['. ', /\b(Inc|Corp|Ltd|Co|vs)\.(?=[ ,)'"])/g, '$1'],
  ['®¦™¦℠¦(r)¦(tm)¦(sm)¦^', /\s?(?:®|™|℠|\((?:R|TM|SM)\)|\^\{?(?:TM|®)\}?)/g, ''],
  ['saudi', /\bSaudi (?:FDA|Food and Drug Authority)\b(?:\s?\(\W?SFDA\W?\))?/gi, 'SFDA'],
  [
    'food',
    /\b(?:the )?(?:US |United States )?Food\s?(?:and|&|&amp;)\s?Drug\s?Administration(?:'s)?(?:,? ?\(?\W{0,2}(?:the )?(?:US)?FDA\W{0,2}\)?(?![\w-]))?/gi,
    'FDA',
  ],
  ['fda', /\b(?:the )?(?:US |United States )FDA\b|\bUS ?FDA\b/g, 'FDA'],
  [
    'us ',
    /\b(?:the )?US (?:federal |drug |health |healthcare )?(?:regulators?|regulatory (?:authorities|agency))\b/gi,
    'FDA',
  ],
  [
    'user fee',
    /\bPrescription Drugs? User Fees?\b(?: Act\b)?(?:,? ?(?:\(\W?PDUFA\W?\)|(?:or )?PDUFA\b,?))?/gi,
    'PDUFA',
  ],
  ['bsufa', /\b(?:Biosimilar User Fee Act ?\(\W?BsUFA\W?\)|BsUFA\b)/gi, 'PDUFA'],
  [
    'complete response',
    /\bcomplete response letters?(?: ?\(\W{0,2}(?:the )?CRLs?\W{0,2}\))?/gi,
    'CRL',
  ],
  [
    'abbreviated',
    /\babbreviated new drug applications?(?: ?\(\W{0,2}(?:the )?ANDAs?\W{0,2}\))?/gi,
    'ANDA',
  ],
  [
    'investigational new',
    /\binvestigational new drug(?: \(?\W?IND\W?\)?)?(?: applications?)?(?: ?\(\W{0,2}(?:the )?INDs?\W{0,2}\))?/gi,
    'IND',
  ],
  ['investigational device', /\binvestigational device exemptions?(?: ?\(\W?IDE\W?\))?/gi, 'IDE'],
  [
    'supplement',
    /\bsupplement(?:al|ary) new drug applications?(?: ?\(\W{0,2}(?:the )?sNDAs?\W{0,2}\))?/gi,
    'sNDA',
  ],
  [
    'supplement',
    /\bsupplement(?:al|ary) biologics? licen[sc](?:e|ing) applications?(?: ?\(\W{0,2}(?:the )?sBLAs?\W{0,2}\))?/gi,
    'sBLA',
  ],
  ['new drug app', /\bnew drug applications?(?: ?\(\W{0,2}(?:the )?NDAs?\W{0,2}\))?/gi, 'NDA'],
  [
    'biologic',
    /\bbiologics? licen[sc](?:e|ing) applications?(?: ?\(\W{0,2}(?:the )?BLAs?\W{0,2}\))?/gi,
    'BLA',
  ],
  ['supplement', /\bsupplement(?:al|ary) (NDA|BLA)\b/gi, 's$1'],
  [
    'marketing auth',
    /\bmarketing authori[sz]ation applications?(?: ?\(\W{0,2}(?:the )?MAAs?\W{0,2}\))?/gi,
    'MAA',
  ],
  // Removes the period of an abbreviated month, so that it does not end a clause.
  ['. ', /\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s?\d)/g, '$1'],
  ["won't", /\bwon't\b/gi, 'will not'],
  ["can't", /\bcan't\b/gi, 'cannot'],
  ["n't", /\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n't\b/gi, '$1 not'],
  // Quotes around a negation are removed: in 'the study "did not" meet its endpoint', the endpoint
  // was missed.
  ['not"', /"((?:did|does|was|were|has|have|is|are|will|would) not)"/gi, '$1'],
  ['ndas¦blas¦maas¦crls', /\b(s?NDA|s?BLA|MAA|CRL)s\b/g, '$1'],
  [
    'regenerative',
    /\bregenerative medicine advanced therap(?:y|ies)(?: ?\(\W?RMAT\W?\))?/gi,
    'RMAT',
  ],
  [
    'breakthrough',
    /\bbreakthrough therapy designations?(?: ?\(\W?BTD\W?\))?/gi,
    'Breakthrough Therapy designation',
  ],
  ['orphan', /\borphan drug designations?(?: ?\(\W?ODD\W?\))?/gi, 'Orphan Drug designation'],
  ['btd', /\bBTDs?\b/g, 'Breakthrough Therapy designation'],
  ['odd', /\bODD\b/g, 'Orphan Drug designation'],
  ['fast track', /\bfast track designations?(?: ?\(\W?FTD\W?\))?/gi, 'Fast Track designation'],
  ['european med', /\bEuropean Medicines Agency(?:'s)?(?: ?\(\W?EMA\W?\))?/gi, 'EMA'],
  ['european comm', /\bEuropean Commission(?: ?\(\W?EC\W?\))?/gi, 'EC'],
  [
    'medicines and',
    /\b(?:UK )?Medicines and Healthcare [Pp]roducts Regulatory Agency(?: ?\(\W?MHRA\W?\))?/g,
    'MHRA',
  ],
  [
    'national med',
    /\b(?:China's )?National Medical Products Administration(?: ?\(\W?NMPA\W?\))?/gi,
    'NMPA',
  ],
  ['ministry', /\bMinistry of Health,? Labou?r,? and Welfare(?: ?\(\W?MHLW\W?\))?/gi, 'MHLW'],
  [
    'pharmaceuticals and',
    /\bPharmaceuticals and Medical Devices Agency(?: ?\(\W?PMDA\W?\))?/gi,
    'PMDA',
  ],
  [
    'advisory comm¦ad comm¦adcom¦dac¦vrbpac',
    new RegExp(
      `\\badvisory committees?(?: ?\\(\\W?(?:AdComm?|Adcom)\\W?\\))?(?: meetings?)?|\\bad ?comm?s?\\b(?: meetings?)?|\\b${COMMITTEES}\\b`,
      'gi',
    ),
    'AdComm',
  ],
  [
    'press release',
    /\bissued (?:a|two) (?:joint )?press releases? (?:that )?(?:announc(?:ing|ed)|report(?:ing|ed)|disclos(?:ing|ed)|to announce)\b/gi,
    'announced',
  ],
  [
    'pleased to¦excited to¦delighted to¦proud to¦thrilled to¦happy to',
    /\b(?:(?:are|is|am|was|were) )?(?:very |extremely )?(?:pleased|excited|delighted|proud|thrilled|happy) to (?:be able to )?(?:announce|report|share)\b/gi,
    'announced',
  ],
  ['→', / ?→ ?/g, ' to '],
  ['not only', /\bnot only\b/gi, 'both'],
  ['top-line¦top line', /\btop[\s-]line\b/gi, 'topline'],
  ['read-out¦read out', /\bread[\s-]outs?\b/gi, 'readout'],
  ['end-point¦end point', /\bend[\s-]points?\b/gi, 'endpoint'],
  ['licens', /\blicens(e|es|ed|ing)\b/gi, 'licens$1'],
  ['licenc', /\blicenc(e|es)\b/gi, 'licens$1'],
  ['ph', /\bPh\.? ?(?=[1-4][abc]?\b)/g, 'Phase '],
  ['phase i¦phases i', /\bphases? IV(?=[ab]?\b)/gi, 'Phase 4'],
  ['phase i¦phases i', /\bphases? III(?=[ab]?\b)/gi, 'Phase 3'],
  ['phase i¦phases i', /\bphases? II(?=[ab]?\b)/gi, 'Phase 2'],
  ['phase i¦phases i', /\bphases? I(?=[ab]?\b)/gi, 'Phase 1'],
  ['phase', /(?<=\bPhase \d[ab]?\/)III(?=[ab]?\b)/g, '3'],
  ['phase', /(?<=\bPhase \d[ab]?\/)II(?=[ab]?\b)/g, '2'],
];

const keyed = wordings.map(([keys, pattern, plain]) => [keys.split('¦'), pattern, plain] as const);

/** Converts a sentence to plain wording, which the rules use. */
export function plainWording(sentence: string): string {
  const decoded = sentence.includes('&') ? decodeHTMLStrict(sentence) : sentence;
  let text = decoded;
  let small = text.toLowerCase();
  for (const [keys, pattern, plain] of keyed) {
    if (!keys.some((key) => small.includes(key))) continue;
    const next = text.replace(pattern, plain);
    if (next !== text) small = next.toLowerCase();
    text = next;
  }
  return text;
}

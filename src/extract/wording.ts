import { decodeHTML } from 'entities';

/**
 * The same thing under one name, so that a rule need not know every way to write it. Applied in
 * order to a sentence before any rule reads it; the sentence shown to users stays as written.
 */
const wordings: readonly (readonly [pattern: RegExp, plain: string])[] = [
  [/[“”„«»]/g, '"'],
  [/[‘’‛´`]/g, "'"],
  [/[\u2010-\u2012]/g, '-'],
  [/\s+/g, ' '],
  [/\bU\.\s?S\.(?:A\.)?(?=\W|$)/g, 'US'],
  [/\bU\.\s?K\.(?=\W|$)/g, 'UK'],
  [/\bE\.U\.(?=\W|$)/g, 'EU'],
  [/\b(Inc|Corp|Ltd|Co|vs)\.(?=[ ,)'"])/g, '$1'],
  [/\s?(?:®|™|℠|\((?:R|TM|SM)\)|\^\{?(?:TM|®)\}?)/g, ''],
  [/\bSaudi (?:FDA|Food and Drug Authority)\b(?:\s?\(\W?SFDA\W?\))?/gi, 'SFDA'],
  [/\b(?:the )?(?:US |United States )?Food\s?(?:and|&|&amp;)\s?Drug\s?Administration(?:'s)?(?:,? ?\(?\W{0,2}(?:the )?(?:US)?FDA\W{0,2}\)?(?![\w-]))?/gi, 'FDA'],
  [/\b(?:the )?(?:US |United States )FDA\b|\bUS ?FDA\b/g, 'FDA'],
  [/\bUS (?:regulator|regulators|regulatory authorities|drug regulators?|health regulators?)\b/gi, 'FDA'],
  [/\bPrescription Drugs? User Fees? Act(?:,? ?(?:\(\W?PDUFA\W?\)|(?:or )?PDUFA\b,?))?/gi, 'PDUFA'],
  [/\bBiosimilar User Fee Act(?: ?\(\W?BsUFA\W?\))?|\bBsUFA\b/gi, 'PDUFA'],
  [/\bcomplete response letters?(?: ?\(\W{0,2}(?:the )?CRLs?\W{0,2}\))?/gi, 'CRL'],
  [/\babbreviated new drug applications?(?: ?\(\W{0,2}(?:the )?ANDAs?\W{0,2}\))?/gi, 'ANDA'],
  [/\binvestigational new drug(?: \(?\W?IND\W?\)?)?(?: applications?)?(?: ?\(\W{0,2}(?:the )?INDs?\W{0,2}\))?/gi, 'IND'],
  [/\binvestigational device exemptions?(?: ?\(\W?IDE\W?\))?/gi, 'IDE'],
  [/\bsupplement(?:al|ary) new drug applications?(?: ?\(\W{0,2}(?:the )?sNDAs?\W{0,2}\))?/gi, 'sNDA'],
  [/\bsupplement(?:al|ary) biologics? licen[sc](?:e|ing) applications?(?: ?\(\W{0,2}(?:the )?sBLAs?\W{0,2}\))?/gi, 'sBLA'],
  [/\bnew drug applications?(?: ?\(\W{0,2}(?:the )?NDAs?\W{0,2}\))?/gi, 'NDA'],
  [/\bbiologics? licen[sc](?:e|ing) applications?(?: ?\(\W{0,2}(?:the )?BLAs?\W{0,2}\))?/gi, 'BLA'],
  [/\bmarketing authori[sz]ation applications?(?: ?\(\W{0,2}(?:the )?MAAs?\W{0,2}\))?/gi, 'MAA'],
  [/\b(NDA|BLA|MAA)s\b/g, '$1'],
  [/\bregenerative medicine advanced therap(?:y|ies)(?: ?\(\W?RMAT\W?\))?/gi, 'RMAT'],
  [/\bbreakthrough therapy designations?(?: ?\(\W?BTD\W?\))?/gi, 'Breakthrough Therapy designation'],
  [/\borphan drug designations?(?: ?\(\W?ODD\W?\))?/gi, 'Orphan Drug designation'],
  [/\bfast track designations?(?: ?\(\W?FTD\W?\))?/gi, 'Fast Track designation'],
  [/\bEuropean Medicines Agency(?:'s)?(?: ?\(\W?EMA\W?\))?/gi, 'EMA'],
  [/\bEuropean Commission(?: ?\(\W?EC\W?\))?/gi, 'EC'],
  [/\b(?:UK )?Medicines and Healthcare [Pp]roducts Regulatory Agency(?: ?\(\W?MHRA\W?\))?/g, 'MHRA'],
  [/\b(?:China's )?National Medical Products Administration(?: ?\(\W?NMPA\W?\))?/gi, 'NMPA'],
  [/\bMinistry of Health,? Labou?r,? and Welfare(?: ?\(\W?MHLW\W?\))?/gi, 'MHLW'],
  [/\bPharmaceuticals and Medical Devices Agency(?: ?\(\W?PMDA\W?\))?/gi, 'PMDA'],
  [/\badvisory committees?(?: ?\(\W?(?:AdComm?|Adcom)\W?\))?(?: meetings?)?|\bad ?comm?s?\b(?: meetings?)?|\bODAC\b/gi, 'AdComm'],
  [/\bnot only\b/gi, 'both'],
  [/\btop[\s-]line\b/gi, 'topline'],
  [/\bread[\s-]outs?\b/gi, 'readout'],
  [/\bend[\s-]points?\b/gi, 'endpoint'],
  [/\blicens(e|es|ed|ing)\b/gi, 'licens$1'],
  [/\blicenc(e|es)\b/gi, 'licens$1'],
  [/\bphases? (I{1,3}|IV)\b/gi, 'Phase $1'],
];

/** A sentence in the words that the rules are written in. */
export function plainWording(sentence: string): string {
  const decoded = sentence.includes('&') ? decodeHTML(sentence) : sentence;
  return wordings.reduce((text, [pattern, plain]) => text.replace(pattern, plain), decoded);
}

import type { MentionDetail } from '../mention.ts';
import { textAround } from '../nearby.ts';
import { AGENCY, CLAUSE, DOUBTFUL, type Grammar, gap, LOOSE, NEAR, WEAK, words } from '../rule.ts';

/** Marketing approvals. */

/** Agencies by the words for them; the FDA is the one that goes without saying. */
const agencies: readonly (readonly [RegExp, string])[] = [
  [/\bSFDA\b/, 'Saudi FDA'],
  [/\bHealth Canada\b|\bCanada\b|\bCanadian\b/, 'Health Canada'],
  [/\b(?:EC|EMA|CHMP)\b|\bEU\b|\bEurope(?:an)?\b/, 'EU'],
  [/\bMHRA\b|\b(?:UK|United Kingdom|Britain)\b/, 'MHRA'],
  [/\b(?:PMDA|MHLW)\b|\bJapan(?:ese)?\b/, 'Japan'],
  [/\bNMPA\b|\bChin(?:a|ese)\b/, 'NMPA'],
  [/\bANVISA\b|\bBrazil(?:ian)?\b/, 'ANVISA (Brazil)'],
  [/\bTGA\b|\bAustralian?\b/, 'TGA'],
  [/\bSwissmedic\b|\b(?:Switzerland|Swiss)\b/, 'Swissmedic'],
  [/\bMFDS\b|\b(?:South )?Korean?\b/, 'MFDS (Korea)'],
  [
    /\b(?:Argentina|Mexico|COFEPRIS|Israel(?:i)?|Taiwan|Singapore|India|CDSCO|Turkey|Russia|Macau|Hong Kong)\b/,
    'other',
  ],
];

/** The agency of a decision where the words name one that is not the FDA. */
export function agencyIn(text: string): MentionDetail {
  if (/\bFDA\b/.test(text)) return {};
  const agency = agencies.find(([pattern]) => pattern.test(text))?.[1];
  return agency ? { agency } : {};
}

function approvalDetail(match: RegExpExecArray, sentence: string): MentionDetail {
  const near = textAround(sentence, match, 60, 80);
  const kind = kinds.find(([pattern]) => pattern.test(near))?.[1];
  return { ...agencyIn(near), ...(kind ? { kind } : {}) };
}
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\btentative(?:ly)?\b/i, 'tentative'],
  [/\baccelerated approval\b/i, 'accelerated'],
  [/\bANDA\b|\bgeneric (?:version|equivalent)/i, 'ANDA'],
  [/\bbiosimilar\b/i, 'biosimilar'],
  [
    /\b(?:label|expanded|extended|additional indication|sNDA|sBLA|new (?:dose|dosage|formulation|indication))\b/i,
    'label',
  ],
  [/\b(?:device|system|PMA|premarket approval)\b/i, 'device'],
];

const APPROVAL =
  '(?:(?:full|accelerated|conditional|traditional|regular|tentative|final|marketing|regulatory|expanded|supplemental|early|first|label|premarket) ){0,3}(?:approval|(?:marketing|temporary|provisional) authori[sz]ation)';
const RECEIVED =
  '(?:receive[sd]?|get|gets|got|win|wins|won|gain(?:s|ed)?|secure[sd]?|obtain(?:s|ed)?|nab(?:s|bed)|land(?:s|ed)|snag(?:s|ged)|score[sd]?|earn(?:s|ed)?|announce[sd]?|report(?:s|ed)?|granted|nabs)';
/** Approved things that are no product. */
const NO_PRODUCT =
  /\b(?:IND|IDE|CTA|EUA|emergency use|petition|protocol|clinical trial|trial design|design of|study design|compassionate|expanded access|stockholders?|shareholders?|board|court|listing|patent|budget|plan of|import|name|investigational|reimbursement|pricing)\b/i;

export const approvalGrammar: Grammar = {
  type: 'approval',
  hint: /\bapprov|\bsigns? off|\bsigned off|marketing authori[sz]ation|\bexpand|\bbroaden|green[- ]?li|\bnod\b|go-ahead|says yes|\bblessing|thumbs|notice of compliance|\bauthori[sz]e[sd]\b|\bregister(?:s|ed)\b|\bOKs?\b|\bclear/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the FDA has approved Zelvora; FDA approves Zelvora',
      pattern: words(
        `\\b(?:${AGENCY}|(?<=\\b(?:the|The) )(?:agency|regulator))(?: (?:on )?(?:Monday|Tuesday|Wednesday|Thursday|Friday|late))?(?: has| have| had| also| today| recently| officially| just)* (?:cleared and |reviewed and )?(?:approve[sd]|OKs|signs off on|signed off on|clears and approves|green-?lights|green-?lit)\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'the FDA granted accelerated approval to Zelvora',
      pattern: words(
        `\\b(?:${AGENCY}|the agency)\\b(?:'s)?${gap(CLAUSE)}\\b(?:grant(?:s|ed)?|to grant|issue[sd]|gives|given|gave)\\b${gap(CLAUSE)}\\b${APPROVAL}\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'Example receives FDA approval of Zelvora',
      pattern: words(
        `\\b${RECEIVED}\\b${gap(CLAUSE)}\\b(?:${AGENCY}|European|EU|Japanese|Chinese|US)(?:'s)? ${APPROVAL}\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'received approval from the FDA',
      pattern: words(
        `\\b${RECEIVED}\\b${gap(CLAUSE)}\\b${APPROVAL}\\b(?: (?:of|for) [^.;,]{2,60}?)? (?:from|by|in) (?:the )?(?:US |[A-Z]\\w+'s )?(?:${AGENCY}|EU|US|United States|Japan|China|Canada|Europe|Brazil|European Union|UK)\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'Zelvora was approved by the FDA; approved in the U.S. in May 2026',
      pattern: words(
        `\\b(?:(?:was|were|has been|have been|been|is|are|being|now|already|also|currently|separately|first)[ ]){1,3}approved\\b${gap(CLAUSE)}\\b(?:by|in)\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'FDA approval of Zelvora; December 2026 FDA approval',
      pattern: words(
        `\\bFDA(?:'s)? (?:recent )?(?:accelerated |full |expanded |tentative |supplemental )?approval (?:of|for|was granted|granted|on)\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'following December 2025 FDA approval; another regulatory green light',
      pattern: words(
        "\\b(?:19|20)\\d\\d FDA approval\\b|\\b(?:nabbed|wins|won|gets|got|received?s?|secures?d?)\\b[^.;]{0,30}\\b(?:green light|FDA nod|FDA's nod|nod from (?:the )?FDA)\\b(?!(?: from (?:the )?FDA)? to (?:resume|restart|start|begin|test|conduct|run|proceed))",
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'Zelvora Approved by FDA for Example Disease; approved in Japan',
      pattern: words(
        `(?<=[A-Za-z)] )(?<!\\b(?:is|was|were|are|been|be|being|first|only|not|drugs?|products?|therapies|therapy|treatments?|currently|already|also|medicines?|technology) )approved (?:by (?:the )?${AGENCY}|in (?:the )?(?:Japan|EU|Europe|China|Canada|US|UK|Brazil))\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'EU approves Zelvora; the FDA expanded the approval of Zelvora; FDA approval received for Zelvora',
      pattern: words(
        `\\b(?:EU|European Union|European regulators?|Japan|China|Canada|Australia|Britain|UK|Brazil|(?:South )?Korea|Switzerland|Mexico|Israel|Taiwan) approves?\\b(?! of)|\\bTGA (?:has )?register(?:s|ed)\\b|\\bUS (?:approves|OKs|okays|clears|green-?lights)\\b(?! (?:of|way|path))|\\b${AGENCY} (?:has )?(?:expand(?:s|ed)|broaden(?:s|ed)|convert(?:s|ed)) (?:the )?(?:[A-Z][\\w-]*(?:'s)? ){0,3}(?:${APPROVAL}|indication|label)|\\bFDA approval received\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'FDA gives nod to Zelvora; gets the FDA blessing; given the green light to Zelvora',
      pattern: words(
        "\\bFDA(?:'s)?(?: has| has also| on \\w+)?(?: finally)? (?:gives?|gave|given|grants?|granted)\\b[^.;]{0,40}?\\b(?:nod|green light|blessing|thumbs-?up|go-ahead)\\b(?! to (?:resume|restart|start|begin|test|conduct|run|proceed|trial))|\\b(?:gets?|got|wins?|won|earns?|receives?|secures?|scores?) (?:the |an? )?(?:nod|blessing|thumbs[- ]?up|OK|go-ahead|green ?light) from (?:the )?(?:FDA|EU|EC)\\b(?! to (?:resume|restart|start|begin|test|conduct|run|proceed))|\\b(?:gets?|got|wins?|won|earns?|receives?|secures?|scores?|gains?|lands?|nabs?|snags?|obtains?|announce[sd]?) (?:the |an? )?(?:long-awaited )?(?:FDA|EU|European)(?:'s)? (?:nod|blessing|thumbs-?up|OK|go-ahead|green light)\\b(?! to (?:resume|restart|start|begin|test|conduct|run|proceed))",
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'marketing approval was received from the FDA; following its FDA approval on May 3; FDA says yes',
      pattern: words(
        `\\b${APPROVAL}\\b${gap(CLAUSE)}\\b(?:was|has been) (?:received|obtained|secured|won|given)\\b${gap(NEAR)}\\b(?:from|by) (?:the )?${AGENCY}\\b|\\bfollowing (?:its |the |today's )?${AGENCY} approval (?=on|today|yesterday|this week|earlier this week)|\\bFDA says yes to\\b|\\b(?:gets?|wins?|won|lands?|nabs?|snags?|secures?|scores?) (?:the |an? )?US (?:nod|OK|go-ahead|green light) (?:for|on)\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'the agency has expanded the use of Zelvora',
      pattern: words(
        `\\b(?:${AGENCY}|(?<=\\b(?:the|The) )agency) (?:has )?(?:expand|broaden)(?:s|ed) (?:the )?(?:approved )?(?:use|label|indications?|approval) (?:of|for)\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'Health Canada issued a Notice of Compliance',
      pattern: words(
        `\\b(?:issue[sd]?|grant(?:s|ed)|receive[sd]?)\\b${gap(CLAUSE)}\\bNotice of Compliance\\b(?! with the (?:rules|listing))`,
      ),
      detail: () => ({ agency: 'Health Canada' }),
      confidence: LOOSE,
    },
    {
      says: 'shares of Example rise on FDA approval',
      pattern: words(
        '\\b(?:shares|stock|soars?|jumps?|rises?|surges?|gains?|climbs?|rall(?:y|ies)|pops?|spikes?|higher|up)\\b[^.;]{0,30} (?:on|after|following) (?:US )?FDA approval\\b',
      ),
      detail: approvalDetail,
      confidence: WEAK,
    },
    {
      says: 'regulators in Japan have approved Zelvora; is now cleared for sale in the US',
      pattern: words(
        '\\bregulators? in (?:the )?[A-Z][\\w ]{2,20}? (?:has |have )?(?:approved?s?|cleared|authori[sz]ed)\\b(?! (?:a|the|its) (?:trial|study|clinical))|\\b(?:is|was|has been)(?: now)? (?:cleared|approved|authori[sz]ed) for (?:sale|marketing|use) in (?:the )?(?:US|United States|EU|UK|Japan|China|Canada|Europe)\\b',
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'Zelvora cleared by the FDA for Example Disease; FDA clears Zelvora for Example Disease',
      pattern: words(
        '(?<!(?:IND|trial|study|application) )(?<!(?:was|is|be|been) )\\bcleared by (?:the )?FDA for (?!.{0,20}\\b(?:trial|study|phase|testing))|\\bFDA clears (?!.{0,60}\\b(?:IND|IDE|trials?|stud(?:y|ies)|Phase|way|path|hold|application|test))(?=[^.;]{0,50} (?:for|drug|pill|treatment|vaccine|therapy|medicine)\\b)',
      ),
      detail: approvalDetail,
      confidence: DOUBTFUL,
    },
    {
      says: 'FDA approval sends shares of Example higher',
      pattern: words(
        "\\b(?:today|yesterday)'s (?:FDA |EU |US |European |accelerated )?approval\\b|\\bapproval (?:today|yesterday)\\b|\\bFDA approval (?:sends|boosts|comes|marks|makes|lifts|clears the way|triggers)\\b",
      ),
      detail: approvalDetail,
      confidence: WEAK,
    },
    {
      says: 'Announces Approval of Additional Indication for Zelvora in Brazil',
      pattern: words(
        `\\b(?:announce[sd]|reports?|reported)\\b${gap(NEAR)}\\bapproval (?:of|for)\\b`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
    {
      says: 'The EU approval is based on the Phase 3 study',
      pattern: words('\\bthe (?:EU|European|Japanese|US|FDA) approval (?:is|was) based on\\b'),
      detail: approvalDetail,
      confidence: WEAK,
    },
    {
      says: 'the EC expanded the marketing authorization for Zelvora',
      pattern: words(
        `\\b(?:EC|MHRA|EMA|Health Canada)\\b${gap(CLAUSE)}\\b(?:authori[sz]e[sd]|expanded the marketing authori[sz]ation|extended the marketing authori[sz]ation)\\b`,
      ),
      detail: approvalDetail,
    },
    {
      says: 'becomes the first therapy approved in the US; accelerated approval was granted to Zelvora',
      pattern: words(
        `\\bbec(?:omes|oming|ame) (?:the )?(?:first|only)\\b${gap(CLAUSE)}\\bapproved\\b|(?<!\\b(?:no|if|once|after|until|when|FDA) )\\b${APPROVAL} (?:was|has been) (?:granted|received|obtained)(?= (?:to|for|by|in|on|from)\\b)`,
      ),
      detail: approvalDetail,
      confidence: LOOSE,
    },
  ],
  unless: [
    { match: NO_PRODUCT },
    { after: /^ (?:several|many|other|competing|rival|some) / },
    // "recommended FDA approval", "withdrawal of the approval": none is given.
    {
      match: /^FDA\b.*approval|^announce/i,
      before: /\b(?:recommend(?:s|ed|ing)?|endors(?:es|ed|ing)|back(?:s|ed|ing)?)(?: \w+)? $/i,
    },
    { match: /\bwithdrawal of (?:the |its )?approval\b/i },
    // "to file the NDA for FDA approval of Zelvora": asked for.
    {
      match: /^FDA\b.*approval/i,
      before: /\b(?:s?NDA|s?BLA|applications?|submission|filing) (?:for|seeking) (?:the )?$/i,
    },
    {
      after:
        /^ (?:the |its |our |an? |[A-Z]\w*'s? )?(?:\w+'s )?(?:\w+ )?(?:start|initiation|request|plans?|phase \d\w?|trial|study|design|protocol|conduct)\b/i,
    },
    // "Only two drugs have been approved by the FDA": how things stand.
    {
      match: /^(?:have|has|are|is|was|were)/i,
      before:
        /\b(?:only|no|several|many|few|two|three|\d+|other) (?:\w+ ){0,2}(?:drugs?|therap(?:y|ies)|treatments?|products?|medicines?|options?|agents?) (?:that )?$/i,
    },
    // "using the FDA approved guide": an attribute.
    {
      match: /^FDA approved$/i,
      before:
        /\b(?:using|an?|of|with|first|only|other|existing|currently|any|two|three|four|by|several|and|for) $/i,
    },
    { after: new RegExp(`^[^,;]{0,60}${NO_PRODUCT.source}`, 'i') },
    { after: /^ (?:more than|over|about|nearly|approximately|\d+|many|several) /i, match: /in$/i },
    { before: /\bfirst\b[^,;]{0,40} $/i, match: /^approved/i },
    // Leave to act, and plants: no product is approved.
    {
      after:
        /^(?: of| for)? ?(?:to|for) (?:begin|start|initiate|conduct|commence|proceed|test|run|use|change|transfer|clinical|an? (?:phase|clinical|trial|study))\b/i,
    },
    {
      after:
        /^[^,;]{0,50}\b(?:manufactur\w+ (?:site|facility|plant|process)|facility|plant|supplier|second source|shelf life|site transfer)\b/i,
    },
    {
      before: /\b(?:awaiting|ahead of|toward|chances of|odds of|hopes for|delay\w*)\b[^;]{0,30}$/i,
    },
    {
      before: /\b(?:IND|IDE|petition|protocol|trial|study)\b[^,;]{0,30}$/i,
      match: /^approved|^(?:is|was) approved/i,
    },
    { before: /\b(?:if|unless|until|once|should|whether|before|prior to|when)\b[^,;]{0,60}$/i },
    {
      before:
        /\b(?:may|might|could|would|can|should|will|not|no|never|to|hope[sd]?|toward|seeking|expects?|expected|hoped-for|anticipat\w+|potential|possible|pending|await\w*|fil(?:es|ed|ing) for|appl(?:ies|ied) for|ahead of|upon|plans?|eligible|seek\w*|pursue|support|request\w*|likely|beyond the|goal is|until|cannot|reconsider|path)\b[^,;]{0,28}$/i,
    },
    { match: /\b(?:to grant|may|could|would|potential|anticipated|seeking|if|not)\b/i },
    {
      match: /\bapproval$/i,
      after:
        /^ (?:decision|process|pathway|hurdles?|odds|chances|date|timeline|requirements?|standards?|program|letter|study|would|could|may|might|by (?:late|early|the end|year|mid|Q))/i,
    },
    {
      after:
        /^[^,;]{0,30}\b(?:could|would|might|is (?:expected|anticipated|possible)|expected|anticipated|remains pending|decision)\b/i,
      match: /approval/i,
    },
    {
      sentence:
        /\b(?:accelerated approvals? pathway|post-approval study|clinical trial application)\b/i,
    },
    {
      match: /approved/i,
      after:
        /^[^,;]{0,20}\b(?:treatments?|therap(?:y|ies)|options?|indications?|products?|labell?ing|label)\b(?! (?:for|of|as))/i,
      before: /\b(?:no|only|currently|all|existing|multiple)\b[^;]{0,20}$/i,
    },
    // A term counted from an approval that is still to come.
    { before: /\b(?:days?|months?|anniversary) (?:after|following|from)\b[^;]{0,40}$/i },
    { sentence: /\b(?:milestones?|contingent|payable|tied to|warrants?)\b[^;]{0,100}\bapprov/i },
    {
      match: /^(?:are|is being|being|been) approved/i,
      before: /\b(?:drugs?|products?|therapies|treatments) (?:that )?(?:are |have )?$/i,
    },
  ],
  status: {
    historical: [
      {
        after: /^[^;]{0,60}\b(?:was|were|is) (?:based on|supported by)\b/i,
        match: /^FDA .{0,20}approval/i,
      },
      {
        before:
          /\b(?:previously|prior|initial|already|formerly|despite|originally|standing|based on)\b[^,;]{0,45}$/i,
      },
      {
        before:
          /\b(?:following|since|after)(?: (?:the|its|our|their|a|initial|first))? ?(?:[A-Z][a-z]+ )?$/i,
        match: /approval|authori/i,
      },
      { before: /\b(?:months?|years?|weeks?) later,? [^;]{0,40}$/i },
      {
        match:
          /\b(?:is|are)(?: also| currently| already)* approved\b(?! for sale)|^(?:already|currently|first)\b|has already been|already been|previously approved|currently approved/i,
      },
      {
        match: /^(?:was|were|been|has been|have been)/i,
        after: /^[^;]{0,90}\b(?:in|on) (?:19|20)\d\d\b/i,
      },
      {
        before: /\b(?:which|that|who|whose) (?:also )?$/i,
        match: /^(?:received?|was|were|has been|is)/i,
      },
      { sentence: /^(?:>|\d+\. )/ },
      { sentence: /\bAccessed (?:on )?[A-Z][a-z]+ \d/ },
    ],
  },
};

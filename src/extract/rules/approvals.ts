import { type MentionDetail, UNNAMED_AGENCY } from '../mention.ts';
import { textAround } from '../nearby.ts';
import { oneOf } from '../one-of.ts';
import { AGENCY, CLAUSE, type Found, type Grammar, gap, rule } from '../rule.ts';

/** Marketing approvals. */

const COUNTRIES =
  'Thai(?:land)?|Philippines?|Ghana(?:ian)?|Jordan(?:ian)?|Indonesian?|Iran(?:ian)?';
const OTHER_COUNTRIES = oneOf(
  COUNTRIES,
  'Kuwait|Egypt(?:ian)?|Argentina|Mexico|COFEPRIS|Israel(?:i)?|Taiwan|Singapore|India|CDSCO',
  'Turkey|Russia|Macau|Hong Kong',
);
/** Matches agencies of other countries that are called FDA. */
const FOREIGN_FDA = new RegExp(
  `\\b(?:${COUNTRIES}|Taiwan(?:ese)?|Korean?|Chin(?:a|ese))(?:'s)? FDA\\b|\\b[TKC]FDA\\b`,
  'g',
);
/** Agencies other than the FDA, with patterns of their names. */
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
  [new RegExp(`\\b[TKC]FDA\\b|\\b${OTHER_COUNTRIES}\\b`), 'other'],
];

/** The agency of a decision, if the text names an agency other than the FDA. */
export function agencyIn(text: string): MentionDetail {
  const agency = agencyNamed(text);
  return agency === undefined || agency === 'FDA' ? {} : { agency };
}

function agencyNamed(text: string): string | undefined {
  if (/\bFDA\b/.test(text.replace(FOREIGN_FDA, ''))) return 'FDA';
  return agencies.find(([pattern]) => pattern.test(text))?.[1];
}

/** Matches words that show that a decision is by the FDA if the sentence names no agency. */
const OF_FDA = /\b(?:US|United States|s?NDA|s?BLA|PDUFA|[Tt]he agency)\b/;
/** Number of characters before a match that are searched for the country of an agency. */
const COUNTRY = 14;

/**
 * The agency of an approval. An agency near the match has priority over others in the sentence. If
 * the sentence names no agency, the approval counts as one by the FDA only if `OF_FDA` matches.
 */
function approvalDetail(match: Found, sentence: string): MentionDetail {
  const near = textAround(sentence, match, 60, 80);
  const kind = kinds.find(([pattern]) => pattern.test(near))?.[1];
  const agency =
    agencyNamed(textAround(sentence, match, COUNTRY, 0)) ??
    agencyNamed(near) ??
    agencyNamed(sentence) ??
    (OF_FDA.test(sentence) ? 'FDA' : UNNAMED_AGENCY);
  return { ...(agency === 'FDA' ? {} : { agency }), ...(kind ? { kind } : {}) };
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
  '(?:(?:full|conditional|traditional|regular|tentative|final|marketing|regulatory|expanded|early|first|label|premarket) ){0,3}(?:approval|(?:marketing|temporary|provisional) authori[sz]ation)';
const RECEIVED =
  '(?:receive[sd]?|get|gets|got|win|wins|won|gain(?:s|ed)?|secure[sd]?|obtain(?:s|ed)?|nab(?:s|bed)|land(?:s|ed)|snag(?:s|ged)|score[sd]?|earn(?:s|ed)?|announce[sd]?|report(?:s|ed)?|granted|nabs)';
/** Matches things that can be approved but are not products. */
const NO_PRODUCT =
  /\b(?:IND|IDE|CTA|EUA|petition|protocol|clinical trial|trial design|design of|study design|stockholders?|shareholders?|board|court|listing|patent|budget|plan of|import|name|reimbursement|pricing)\b/i;

const NOT_YET = oneOf(
  'may|might|could|would|can|should|will|not|no|never|to|toward|potential|pending',
  'fil(?:es|ed|ing) for|upon|plans?|seek\\w*|pursue|support|likely|beyond the|goal is|until',
  'cannot|path|(?:pursuing|pursues|pursuit of)',
);
/** Matches words before an approval that a company seeks: "pursuing FDA approval". */
const AHEAD =
  /\b(?:pursu(?:e|es|ed|ing|it of)|(?:path|pathway|road|route|way|journey|closer|progress) (?:to|towards?))\b/i;
export const approvalGrammar: Grammar = {
  type: 'approval',
  hint: /\b(?:approv|signs? off|signed off|expand|broaden|blessing|clear|(?:nod|authori[sz]e[sd]|register(?:s|ed)|OKs?)\b)|marketing authori[sz]ation|green[- ]?li|go-ahead|says yes|thumbs/i,
  dating: 'event',
  drug: true,
  detail: approvalDetail,
  rules: [
    rule(
      'the FDA has approved Zelvora; FDA approves Zelvora',
      `\\b(?:${AGENCY})(?: (?:on )?(?:Monday|Tuesday|Wednesday|Thursday|Friday|late))?(?: has| have| had| also| today| recently| officially| just)* (?:cleared and )?(?:approve[sd]|OKs|green-?lit)\\b`,
    ),
    rule(
      'the FDA granted accelerated approval to Zelvora',
      `\\b(?:${AGENCY}|the agency)\\b(?:'s)?${gap(CLAUSE)}\\b(?:grant(?:s|ed)?|to grant|issue[sd]|gives|given|gave)\\b${gap(CLAUSE)}\\b${APPROVAL}\\b`,
    ),
    rule(
      'Example receives FDA approval of Zelvora',
      `\\b${RECEIVED}\\b${gap(CLAUSE)}\\b(?:${AGENCY}|European|EU|Japanese|Chinese|US)(?:'s)? ${APPROVAL}\\b`,
    ),
    rule(
      'received approval from the FDA',
      `\\b${RECEIVED}\\b${gap(CLAUSE)}\\b${APPROVAL}\\b(?: (?:of|for) [^.;,]{2,60}?)? (?:from|by|in) (?:the )?(?:US |[A-Z]\\w+'s )?(?:${AGENCY}|EU|US|United States|Japan|China|Canada|Europe|Brazil|UK)\\b`,
    ),
    rule(
      'FDA approval of Zelvora; December 2026 FDA approval',
      `\\bFDA(?:'s)? (?:recent )?(?:accelerated |full |expanded |tentative |supplemental )?approval (?:of|for|was granted|granted|on)\\b`,
    ),
    rule(
      'Zelvora Approved by FDA for Example Disease; approved in Japan',
      `(?<=[A-Za-z)] )(?<!\\b(?:is|was|were|are|been|be|being|first|only|not|drugs?|products?|therapies|therapy|currently|already|also|medicines?|technology) )approved (?:by (?:the )?${AGENCY})\\b`,
    ),
  ],
  never: new RegExp(`${AHEAD.source} (?:[\\w'-]+ ){0,5}?approval\\b`, 'i'),
  unless: [
    { match: NO_PRODUCT },
    // Excludes an adjective: "using the FDA approved guide".
    {
      match: /^FDA approved$/i,
      before:
        /\b(?:using|an?|of|with|first|only|other|existing|currently|any|two|three|four|by|several|and|for) $/i,
    },
    { after: new RegExp(`^[^,;]{0,60}${NO_PRODUCT.source}`, 'i') },
    {
      before: /\b(?:IND|IDE|petition|protocol|trial|study)\b[^,;]{0,30}$/i,
      match: /^approved|^(?:is|was) approved/i,
    },
    { before: /\b(?:if|unless|until|once|should|whether|before|prior to|when)\b[^,;]{0,60}$/i },
    {
      before: new RegExp(`\\b${NOT_YET}\\b[^,;]{0,28}$`, 'i'),
    },
    { match: /\b(?:to grant|may|could|would|potential|anticipated|seeking|if|not)\b/i },
    { match: AHEAD },
    // Excludes a period of time after a future approval, such as "six months after approval".
    { before: /\b(?:days?|months?|anniversary) (?:after|following|from)\b[^;]{0,40}$/i },
  ],
  status: {
    historical: [
      {
        before:
          /\b(?:previously|prior|initial|already|formerly|despite|originally|standing|based on)\b[^,;]{0,45}$/i,
      },
      {
        before:
          /\b(?:following|since|after)(?: (?:the|its|our|their|a|initial|first))? ?(?:[A-Z][a-z]+ )?$/i,
        match: /approval|authori/i,
      },
    ],
  },
};

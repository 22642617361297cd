import { textAround } from '../nearby.ts';
import { CLAUSE, type Grammar, gap, LOOSE, NEAR, REACH, WEAK, words } from '../rule.ts';
import { agencyIn } from './approvals.ts';

/** Status that an agency grants a drug; one mention for each designation named. */

const names: readonly (readonly [which: string, pattern: string])[] = [
  ['Fast Track', 'fast[- ]track(?: therapy)?'],
  ['Breakthrough Therapy', 'breakthrough(?: therapy)?(?! device)'],
  ['Orphan Drug', 'orphan(?:[- ]drug| medicinal product| medicine)?'],
  ['RMAT', 'RMAT'],
  ['Rare Pediatric Disease', 'rare p(?:a)?ediatric disease'],
  ['QIDP', 'QIDP|qualified infectious disease product(?: \\(QIDP\\))?'],
  ['PRIME', 'PRIME|priority medicines?(?: \\(PRIME\\))?'],
  ['Sakigake', 'sakigake'],
  ['Platform Technology', 'platform technology'],
  ['Innovation Passport', 'innovation passport|innovative licensing and access pathway'],
];
const NAME = `(?:${names.map(([, pattern]) => pattern).join('|')})`;
const DESIGNATION = '(?:designations?|status|statuses|tag)';
const NAMED = `${NAME}\\b(?:(?:,| and|,? and| as well as|&)? ?(?:the |both )?(?:${NAME})\\b){0,3}[^.;,]{0,12}?\\b${DESIGNATION}(?:(?:,| and|,? and| as well as) (?:the )?(?:${NAME})\\b[^.;,]{0,12}?\\b${DESIGNATION}){0,2}`;

/** Which designations a piece of text names, in the order of the table. */
function designationsIn(text: string): readonly string[] {
  return names
    .filter(([, pattern]) => new RegExp(`\\b(?:${pattern})\\b`, 'i').test(text))
    .map(([which]) => which);
}

const which = (match: RegExpExecArray) => ({
  which: designationsIn(match[0]).join('; ') || 'unclear',
  ...agencyIn(textAround(match.input, match, 60, 80)),
});

const designation: Grammar = {
  type: 'designation',
  hint: /designat|breakthrough|priority review|fast[- ]track|orphan|innovation passport|\brare p|\bRMAT\b|\bQIDP\b|\bPRIME\b|sakigake/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the FDA has granted Fast Track designation to EX-101',
      pattern: words(
        `\\b(?:grant(?:s|ed|ing)?|award(?:s|ed)?|receive[sd]?|receipt of|get|gets|got|win|wins|won|secure[sd]?|obtain(?:s|ed)?|earn(?:s|ed)?|gain(?:s|ed)?|confer(?:s|red)|announce[sd]?|give[sn]?|gave|snag(?:s|ged)|nab(?:s|bed)|clinch(?:es|ed)|lands?|landed|hand(?:s|ed)|issue[sd]|bestow(?:s|ed)|approve[sd])\\b${gap(REACH)}\\b${NAMED}`,
      ),
      detail: which,
    },
    {
      says: 'Fast Track designation granted to EX-101',
      pattern: words(
        `\\b${NAMED}\\b${gap(CLAUSE)}\\b(?:(?:was|were|has been|have been) )?(?:granted|awarded|received|conferred)\\b`,
      ),
      detail: which,
    },
    {
      says: 'designated EX-101 as an orphan drug; granted orphan status',
      pattern: words(
        `\\b(?:designated|designates|designation of)\\b${gap(CLAUSE)}\\b(?:as )?(?:an? |for )?(?:${NAME})(?: (?:drug|therapy|product|medicinal product|medicine))?\\b`,
      ),
      detail: which,
    },
    {
      says: 'the FDA granted priority review of the NDA',
      pattern: words(
        `\\b(?:grant(?:s|ed|ing)?|award(?:s|ed)?|receive[sd]?|assign(?:s|ed)|designated|give[sn]?|gets|wins|secured?|accept(?:s|ed)?|epted|accepted and granted)\\b${gap(REACH)}\\bpriority review\\b(?! voucher| vouchers| designation voucher)`,
      ),
      detail: () => ({ which: 'Priority Review' }),
    },
    {
      says: 'Priority Review and a PDUFA date; with Priority Review',
      pattern: words(
        '\\bpriority review(?: status| designation)? (?:(?:was |has been |has also been )?granted\\b|and (?:has |was )?(?:(?:assigned|set|gave) )?(?:it )?(?:an? )?(?:PDUFA|target|goal|action))|\\b(?:with|under|and) priority review\\b',
      ),
      detail: () => ({ which: 'Priority Review' }),
      confidence: LOOSE,
    },
    {
      says: 'holds Orphan Drug designation; has both Fast Track and RMAT designations',
      pattern: words(
        `\\b(?:holds?|has|have|carries|with|under|leveraging)\\b${gap(NEAR)}\\b${NAMED}`,
      ),
      detail: which,
      status: 'historical',
    },
    {
      says: 'FDA fast-tracks EX-101; receives Fast Track for EX-101',
      pattern: words(
        `\\bFDA fast[- ]tracks\\b|\\bfast-tracking of\\b(?=[^.;]{0,60} by (?:the )?FDA)|\\b(?:receive[sd]?|gets|wins|granted|announces?|secures?) (?:FDA )?(?:${NAME})(?= (?:for|in)\\b|$)`,
      ),
      detail: which,
      confidence: LOOSE,
    },
    {
      says: 'EX-101 granted an Innovation Passport',
      pattern: words(
        '\\b(?:grant(?:s|ed)|award(?:s|ed)|receive[sd]?|gets|wins|secures?) (?:[\\w-]+ ){0,6}innovation passport\\b',
      ),
      detail: which,
    },
    {
      says: 'Announces FDA Designations for EX-101',
      pattern: words('\\bannounces? (?:two |multiple )?FDA designations? for\\b'),
      detail: () => ({ which: 'unclear' }),
      confidence: WEAK,
    },
    {
      says: 'a positive decision for the designation of EX-101 as an orphan medicinal product',
      pattern: words(`\\bpositive (?:decision|opinion)\\b${gap(CLAUSE)}\\b(?:orphan)\\b`),
      detail: () => ({ which: 'Orphan Drug', agency: 'EU' }),
    },
  ],
  unless: [
    {
      match:
        /\b(?:seek\w*|(?<!\b(?:approve[sd]|grant(?:s|ed)) (?:its|the|our|their|a) )(?:request\w*|application for)|apply|applied|eligible|potential|pursue|intend\w*|may|might|could|would|if|not|denied|voucher|device)\b/i,
    },
    {
      after:
        /^[^,;]{0,3}\b(?:voucher|requests?|applications?|program\b|is (?:a|designed|intended|granted|an|available)|provides|allows|are (?:granted|intended|designed)|for devices)/i,
    },
    {
      after:
        /^s? (?:is|are) (?:a |an |granted|designed|intended|given|available|special|dedicated)/i,
    },
    {
      after:
        /^[^.;]{0,14}\b(?:to|for) (?:drugs|drug candidates|therapies|products|medicines|investigational (?:drugs|therapies)|treatments|a drug|applications|development of) (?:that|intended|which|show|for)\b/i,
    },
    {
      before:
        /\b(?:to|may|might|could|would|will|can|should|if|whether|not|no|never|seek\w*|request\w*|appl\w+|eligible for|potential|pursue|plans?|intends?|hop\w+|qualif\w+|support of|support|toward|did not|criteria for|consider\w*)\b[^,;]{0,28}$/i,
    },
    {
      sentence:
        /\b(?:designed to|is intended to|established under|all the benefits|offers? sponsor|grants (?:RMAT|orphan|fast track|breakthrough)[^.;]{0,30} to (?:drugs|drug candidates|therapies|products|medicines)|program (?:is|aims)|eligibility (?:for|criteria)|must be|qualifies for|incentives such as|means that)\b[^;]{0,300}\b(?:designat|priority review|fast track)/i,
    },
    // "the goal date for its priority review has been extended": a review that goes on.
    {
      match:
        /\b(?:dates? (?:for|of)|complet\w+|extend\w*|extension of) (?:the |its |our )?priority review$/i,
    },
    { match: /\b(?:is|are) (?:granted|awarded)$/i },
    { match: /\b(?:breakthrough|fast[- ]track) device/i },
    {
      sentence:
        /\bpriority review (?:voucher|means|is granted|designation is)|\bbreakthrough device/i,
      match: /priority review|device/i,
    },
    { sentence: /\bRMAT designation, established|^A (?:priority|fast track|breakthrough)/i },
    {
      match: /priority review/i,
      sentence:
        /\bwhether priority review\b|\brequest\w* (?:for )?(?:\w+ ){0,3}priority review|\bseeking priority review|eligible for priority review/i,
    },
  ],
  status: {
    historical: [
      {
        before:
          /\b(?:previously|already|earlier|following(?! (?:[\w']+ ){0,3}(?:announcement|news|word|reports?)\b)|since|also previously|prior press release|after it was|formerly|which|(?<!\b(?:announce[sd]?|announcing|announcement|said|says|report(?:s|ed)|disclosed|confirmed|news|notified|informed|advised|notice)(?: \w+){0,3} )that|who|leveraging|decision to)\b[^;]{0,45}$/i,
      },
      { after: /^[^;]{0,40}\b(?:already granted|previously|prior)\b/i },
      // "EX-101 has been granted …": a standing fact, unless the sentence announces it.
      {
        before:
          /^(?!.*\b(?:announce[sd]?|announcing|today|reported|said)\b[^;]*$).*(?<!\b(?:FDA|EMA|EC|agency|MHLW|MHRA|NMPA|Commission|Development|OOPD|Ministry|regulators?|Technologies|Therapeutics|Pharma\w*|Bio\w*|Inc|Corp|Ltd|plc) )\b(?:has|have|had|having) (?:each |both |also |all |since |now |subsequently )?(?:been )?$/is,
        match: /^(?:granted|awarded|received|designated|given|earned|obtained|been|secured|won)/i,
        after: /^(?![^;]*\b(?:announced|said|reported|today)\b)/i,
      },
      {
        before:
          /^(?!.*\b(?:announce[sd]?|announcing|today|reported|said)\b[^;]*$).*(?<!\b(?:Technologies|Therapeutics|Pharma\w*|Bio\w*|Inc|Corp|Ltd|plc) has )\b(?:was|were|been|being)(?: \w+)? $/is,
        match: /^(?:granted|awarded|designated|given)/i,
        after: /^(?![^;]*\b(?:announced|said|reported|today)\b)/i,
      },
      { match: /^(?:holds|under)/i },
      { before: /\bthis (?:is|was|marks) the (?:first|second|third|\w+th)\b[^;]{0,30}$/i },
      { sentence: /^This (?:is|was|marks) the (?:first|second|third|\w+th)\b/ },
      {
        sentence:
          /\bprior press release\b|\bcurrently under priority review|\bis under priority review/i,
      },
    ],
    other_company: [{ sentence: /\b(?:competitor|rival)\b/i }],
  },
};

export const designationGrammars: readonly Grammar[] = [designation];

import { textAround } from '../nearby.ts';
import { type Found, type Grammar, gap, REACH, rule } from '../rule.ts';
import { agencyIn } from './approvals.ts';

/** Designations of drugs by an agency, with one mention per designation. */

const names: readonly (readonly [which: string, pattern: string])[] = [
  ['Fast Track', 'fast[- ]track(?: therapy)?'],
  ['Breakthrough Therapy', 'breakthrough(?: therapy)?(?! device)'],
  ['Orphan Drug', 'orphan(?:[- ]drug| medicinal product| medicine)?'],
  ['RMAT', 'RMAT'],
  ['Rare Pediatric Disease', 'rare p(?:a)?ediatric disease'],
  ['QIDP', 'QIDP|qualified infectious disease product(?: \\(QIDP\\))?'],
  ['PRIME', 'PRIME|priority medicines?(?: \\(PRIME\\))?'],
  ['Sakigake', 'sakigake'],
  ['Priority Review', 'priority review'],
  ['Platform Technology', 'platform technology'],
  ['Innovation Passport', 'innovation passport|innovative licensing and access pathway'],
];
const NAME = `(?:${names.map(([, pattern]) => pattern).join('|')})`;
const DESIGNATION = '(?:designations?|status|statuses|tag)';
const NAMED = `${NAME}\\b(?:(?:,| and|,? and|&)? ?(?:the |both )?(?:${NAME})\\b){0,3}[^.;,]{0,12}?\\b${DESIGNATION}(?:(?:,| and|,? and| as well as) (?:the )?(?:${NAME})\\b[^.;,]{0,12}?\\b${DESIGNATION}){0,2}`;

/** The designations in a text, in the order of the table. */
function designationsIn(text: string): readonly string[] {
  return names
    .filter(([, pattern]) => new RegExp(`\\b(?:${pattern})\\b`, 'i').test(text))
    .map(([which]) => which);
}

const which = (match: Found, sentence: string) => ({
  which: designationsIn(match[0]).join('; ') || 'unclear',
  ...agencyIn(textAround(sentence, match, 60, 80)),
});

/** Matches a designation that the company has only asked for. */
const ASKED =
  /\b(?:submitted|filed)\b[^.;]{0,25}\b(?:requests?|application) (?:for|to)\b|\bapplied for\b/i;

const designation: Grammar = {
  type: 'designation',
  hint: /designat|breakthrough|priority review|fast[- ]track|orphan|innovation passport|sakigake|\b(?:rare p|(?:RMAT|QIDP|PRIME)\b)/i,
  dating: 'event',
  drug: true,
  detail: which,
  rules: [
    rule(
      'the FDA has granted Fast Track designation to EX-101',
      `\\b(?:grant(?:s|ed|ing)?|award(?:s|ed)?|receive[sd]?|receipt of|get|gets|got|win|wins|won|earn(?:s|ed)?|announce[sd]?|give[sn]?|gave|lands?|landed|issue[sd]|approve[sd])\\b${gap(REACH)}\\b${NAMED}`,
    ),
    rule(
      'the FDA granted priority review of the NDA',
      `\\b(?:grant(?:s|ed|ing)?|award(?:s|ed)?|receive[sd]?|assign(?:s|ed)|designated|give[sn]?|gets|wins|secured?|accept(?:s|ed)?|epted)\\b${gap(REACH)}\\bpriority review\\b(?! voucher| vouchers)`,
    ),
    rule(
      'Priority Review and a PDUFA date; with Priority Review',
      '\\bpriority review(?: status)? (?:(?:was |has been )?granted\\b|and (?:has |was )?(?:(?:assigned|set|gave) )?(?:it )?(?:an? )?(?:PDUFA|target|goal|action))|\\b(?:with|under|and) priority review\\b',
    ),
  ],
  never: ASKED,
  unless: [
    { match: ASKED },
    {
      after:
        /^[^.;]{0,14}\b(?:to|for) (?:drugs|drug candidates|therapies|products|medicines|investigational (?:drugs|therapies)|treatments|a drug|applications|development of) (?:that|intended|which|show|for)\b/i,
    },
    {
      before:
        /\b(?:to|may|might|could|would|will|can|should|if|whether|not|no|never|seek\w*|request\w*|appl\w+|potential|pursue|plans?|intends?|hop\w+|qualif\w+|support of|support|toward|did not)\b[^,;]{0,28}$/i,
    },
    {
      sentence:
        /\b(?:designed to|is intended to|all the benefits|offers? sponsor|eligibility (?:for|criteria)|must be|qualifies for|means that)\b[^;]{0,300}\b(?:designat|priority review|fast track)/i,
    },
  ],
  status: {
    historical: [
      {
        before:
          /\b(?:previously|already|earlier|since|also previously|prior press release|after it was|formerly|which|who|leveraging|decision to)\b[^;]{0,45}$/i,
      },
      // Matches an earlier designation, such as "EX-101 has been granted". Words such as "today"
      // and "announced" mark a new designation, which does not match.
      {
        before:
          /^(?!.*\b(?:today|said)\b[^;]*$).*(?<!\b(?:FDA|EMA|EC|agency|MHLW|MHRA|NMPA|OOPD|Ministry|Bio\w*|Inc|Corp|Ltd|plc) )\b(?:has|have|had|having) (?:each |both |also |all |since |now )?(?:been )?$/is,
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
    ],
  },
};

export const designationGrammars: readonly Grammar[] = [designation];

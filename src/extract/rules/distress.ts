import type { MentionDetail } from '../mention.ts';
import { CLAUSE, FAR, FIRM, type Grammar, gap, NEAR, REACH, words } from '../rule.ts';

/** What a company in need must say: doubt, a listing at risk, fewer shares for a higher price. */

const EXCHANGE =
  '(?:Nasdaq|NASDAQ|NYSE(?: American| Regulation)?|New York Stock Exchange|Listing Qualifications|Stock Market)';
const exchangeOf = (_: RegExpExecArray, sentence: string): MentionDetail => ({
  exchange: /\bNYSE|New York Stock/i.test(sentence) ? 'NYSE' : 'Nasdaq',
});

const goingConcern: Grammar = {
  type: 'going_concern',
  hint: /going concern|substantial doubt/i,
  dating: 'none',
  drug: false,
  rules: [
    {
      says: 'substantial doubt about its ability to continue as a going concern',
      pattern: words(
        `\\b(?:raise[sd]?|is|are|exists?|conclud\\w+|there (?:is|was)|express\\w+|contain\\w+|includ\\w+|identified|cast[s]?|gives? rise to|determined)\\b${gap(REACH)}\\bsubstantial doubt\\b${gap(CLAUSE)}\\b(?:going concern|ability to continue)\\b|\\bsubstantial doubt exists\\b${gap(NEAR)}\\bability to continue\\b|\\b(?:citing|cites?|warns?|warned|flags?|flagged|disclos\\w+|says?)\\b${gap(CLAUSE)}\\b(?:substantial doubt|going[- ]concern)\\b`,
      ),
    },
    {
      says: 'audit opinion with a going concern explanatory paragraph',
      pattern: words(
        `\\b(?:contain(?:s|ed)|includ(?:es|ed|ing)|with|expressed)\\b${gap(CLAUSE)}\\bgoing concern (?:qualification|explanatory|paragraph|opinion|emphasis)`,
      ),
    },
  ],
  unless: [
    {
      match:
        /\b(?:may(?! not survive)|might|could|would|if|whether|no|(?<!may )not|alleviat\w+|future)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|would|if|whether|no longer|not|alleviate[sd]?|risk|without|including)\b[^;]{0,40}$/i,
    },
    {
      sentence:
        /\b(?:alleviat\w+|no longer|evaluat\w+ whether|risk factor|could raise|may raise|does not raise|statements? regarding)\b/i,
    },
    {
      sentence:
        /^(?:our|the company's|its) (?:\w+ ){0,4}(?:ability|recurring losses) (?:to )?(?:\w+ ){0,6}may\b/i,
    },
  ],
  status: { historical: [{ before: /\bpreviously\b[^;]{0,40}$/i }] },
};

const deficiency: Grammar = {
  type: 'exchange_deficiency',
  hint: /\bNasdaq|\bNYSE|Stock Exchange|Listing/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'received a notice from Nasdaq that it is not in compliance with the minimum bid price rule',
      pattern: words(
        `\\b(?:receiv(?:ed|es)|notified|receipt of|notification|notice|letter)\\b${gap(FAR)}\\b(?:not in compliance|no longer (?:in compliance|complies|meets)|non-?compliance|failed to (?:comply|meet|maintain)|below (?:the )?(?:minimum|\\$1|compliance)|not (?:in )?compl(?:y|ied|iance)|does not (?:comply|meet)|did not (?:comply|meet)|deficien(?:t|cy|cies)|delist(?:ed|ing)?|minimum (?:bid|closing bid|stockholders)|was not met|below \\$\\d|late (?:filing|Form)|delinquent|timely fil\\w+)\\b`,
      ),
      detail: exchangeOf,
    },
    {
      says: "NYSE American notified the company that it is below the stockholders' equity standard",
      pattern: words(
        `\\bnotified\\b${gap(FAR)}\\bbelow\\b${gap(CLAUSE)}\\b(?:standards?|requirements?|criteria)\\b`,
      ),
      detail: exchangeOf,
    },
    {
      says: 'granted a 180-day extension to regain compliance',
      pattern: words(
        `\\bgranted\\b${gap(CLAUSE)}\\b(?:extension|additional|exception|grace period)\\b${gap(REACH)}\\bregain compliance\\b`,
      ),
      detail: exchangeOf,
    },
    {
      says: 'Nasdaq staff has determined to delist the shares',
      pattern: words(
        `\\b(?:Nasdaq|NYSE|Listing Qualifications|staff)\\b${gap(REACH)}\\bdetermin(?:ed|ation) to (?:delist|suspend|remove|commence)\\b`,
      ),
      detail: exchangeOf,
      confidence: FIRM,
    },
  ],
  unless: [
    { sentence: new RegExp(`^(?!.*${EXCHANGE})`, 'is') },
    {
      sentence:
        /\bregained compliance|has regained|back in(?:to)? compliance|demonstrated compliance|matter is (?:now )?closed/i,
    },
    { match: /\b(?:may|might|could|if|would)\b/i },
    { before: /\b(?:may|might|could|if|would|risk|prior to)\b[^,;]{0,40}$/i },
    {
      sentence:
        /\b(?:may receive|could be delisted|there can be no assurance|if we fail|risk that)\b/i,
      match: /^(?!.*(?:received|notified)).*$/is,
    },
  ],
  status: {
    historical: [
      { sentence: /\b(?:previously (?:announced|disclosed|reported)|as previously)\b/i },
    ],
  },
};

const cured: Grammar = {
  type: 'deficiency_cured',
  hint: /\bcompliance\b/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'regained compliance with the minimum bid price requirement',
      pattern: words(
        `\\b(?:has |had |have )?(?:regain(?:ed|s)|demonstrated) compliance\\b${gap(REACH)}\\b(?:bid|listing|Nasdaq|NYSE|rule|requirement|stockholders|equity|continued)`,
      ),
      detail: exchangeOf,
    },
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|if|would|to|until|not|will|ability to|plan to|extension|unless|can)\b[^,;]{0,30}$|\bnot (?:yet )?[^,;]{0,60}\bthat (?:we|it|the company) $/i,
    },
    { sentence: new RegExp(`^(?!.*(?:${EXCHANGE}|listing|bid price))`, 'is') },
  ],
  status: { historical: [{ before: /\bpreviously\b[^;]{0,40}$/i }] },
};

const split: Grammar = {
  type: 'reverse_split',
  hint: /reverse (?:stock |share )?split|share consolidation|consolidation basis/i,
  dating: 'effective',
  drug: false,
  rules: [
    {
      says: 'will implement a 1-for-20 reverse stock split',
      pattern: words(
        `\\b(?:announce[sd]?|effect(?:s|ed|ing)?|implement(?:s|ed|ing)?|approve[sd]?|will|became effective|conduct\\w*|carry out|carries out|complete[sd]?|proceed|begin trading|trading on)\\b${gap(REACH)}\\b(?:(?:1|one|\\d+)[- ](?:for|to|:)[- ]\\w+[ -])?(?:reverse (?:stock |share )?split|(?:share )?consolidation)\\b`,
      ),
      detail: ratio,
    },
    {
      says: 'a reverse stock split at a ratio of 1-for-20 will take effect',
      pattern: words(
        `\\b(?:reverse (?:stock |share )?split|share consolidation)\\b${gap(REACH)}\\b(?:will (?:be|become|take)|became|is effective|effective|to be effected|takes effect)\\b`,
      ),
      detail: ratio,
    },
  ],
  unless: [
    {
      match:
        /\b(?:may|might|could|if|would|proposal|authori[sz]e|seek|special meeting|as adjusted|range)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|if|would|proposal|authori[sz]e|(?<!^[A-Z]\w+ )(?<!\bamendment )to|potential|by|range|discretion|adjust\w*|give effect|reflect\w*|prior to|after giving)\b[^,;]{0,40}$/i,
    },
    {
      sentence:
        /\b(?:stockholders? (?:to )?(?:approve|vote)|special meeting|proposal to|between 1-for-\d+ and|range of|ranging from|give(?:s)? effect to|retroactively|adjusted (?:for|to reflect)|as a result of the reverse|fractional shares|pre-split)\b/i,
    },
  ],
  status: { historical: [{ before: /\b(?:previously|following|since|after)\b[^,;]{0,40}$/i }] },
};

function ratio(_: RegExpExecArray, sentence: string): MentionDetail | undefined {
  const found =
    /\b(1|one)[- ](?:for|to|:)[- ](\d{1,5}|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|hundred)(?:-\w{3,5})?)\b/i.exec(
      sentence,
    );
  return found ? { ratio: `1-for-${found[2]!.toLowerCase()}` } : undefined;
}

export const distressGrammars: readonly Grammar[] = [goingConcern, deficiency, cured, split];

import type { MentionDetail } from '../mention.ts';
import { CLAUSE, FAR, type Found, type Grammar, gap, REACH, rule } from '../rule.ts';

/** Signs of distress: a going-concern doubt, a listing notice, a reverse split. */

const exchangeOf = (_: Found, sentence: string): MentionDetail => ({
  exchange: /\bNYSE|New York Stock/i.test(sentence) ? 'NYSE' : 'Nasdaq',
});

const goingConcern: Grammar = {
  type: 'going_concern',
  hint: /going concern|substantial doubt/i,
  dating: 'none',
  drug: false,
  rules: [
    rule(
      'substantial doubt about its ability to continue as a going concern',
      `\\b(?:raise[sd]?|is|are|exists?|conclud\\w+|express\\w+|contain\\w+|includ\\w+|identified|cast[s]?|determined)\\b${gap(REACH)}\\bsubstantial doubt\\b${gap(CLAUSE)}\\b(?:ability to continue)\\b`,
    ),
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
  ],
};

/** Matches what an exchange's notice says about a company. */
const FAULT =
  '(?:(?:not|no longer)(?: \\w+)? in compliance|delist(?:ed|ing)?|minimum bid|was not met|late (?:filing|Form)|delinquent)';

const deficiency: Grammar = {
  type: 'exchange_deficiency',
  hint: /\b(?:Nasdaq|NYSE)|Stock Exchange|Listing/i,
  dating: 'event',
  drug: false,
  detail: exchangeOf,
  rules: [
    rule(
      'received a notice from Nasdaq that it is not in compliance with the minimum bid price rule',
      `\\b(?:receiv(?:ed|es)|notif(?:ied|ying)|receipt of|notification|notice|letter)\\b${gap(FAR)}\\b${FAULT}\\b`,
    ),
  ],
  unless: [{ match: /\bregain/i }],
  never: /\bregained compliance\b/i,
};

const cured: Grammar = {
  type: 'deficiency_cured',
  hint: /\bcompliance\b/i,
  dating: 'event',
  drug: false,
  detail: exchangeOf,
  rules: [
    rule(
      'regained compliance with the minimum bid price requirement',
      `\\b(?:has |had |have )?(?:regain(?:ed|s)|demonstrated) compliance\\b${gap(REACH)}\\b(?:bid|listing|Nasdaq|NYSE|rule|requirement|stockholders|equity|continued)`,
    ),
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|if|would|to|until|not|will|ability to|plan to|extension|unless|can)\b[^,;]{0,30}$|\bnot (?:yet )?[^,;]{0,60}\bthat (?:we|it|the company) $/i,
    },
  ],
};

const split: Grammar = {
  type: 'reverse_split',
  hint: /reverse (?:stock |share )?split|share consolidation|consolidation basis/i,
  dating: 'effective',
  drug: false,
  detail: ratio,
  rules: [
    rule(
      'will implement a 1-for-20 reverse stock split',
      `\\b(?:announce[sd]?|will|carry out|carries out|proceed|trading on)\\b${gap(REACH)}\\b(?:(?:1|one|\\d+)[- ](?:for|to|:)[- ]\\w+[ -])?(?:reverse (?:stock |share )?split|(?:share )?consolidation)\\b`,
    ),
    rule(
      'a reverse stock split at a ratio of 1-for-20 will take effect',
      `\\b(?:reverse (?:stock |share )?split|share consolidation)\\b${gap(REACH)}\\b(?:will (?:be|become|take)|became|is effective|effective|to be effected|takes effect)\\b`,
    ),
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|if|would|proposal|authori[sz]e|(?<!^[A-Z]\w+ )(?<!\bamendment )to|potential|by|range|discretion|adjust\w*|give effect|reflect\w*|prior to|after giving)\b[^,;]{0,40}$/i,
    },
    {
      sentence:
        /\b(?:special meeting|proposal to|between 1-for-\d+ and|range of|ranging from|give(?:s)? effect to|retroactively|adjusted (?:for|to reflect)|as a result of the reverse|fractional shares|pre-split)\b/i,
    },
  ],
};

function ratio(_: Found, sentence: string): MentionDetail | undefined {
  const found =
    /\b(1|one)[- ](?:for|to|:)[- ](\d{1,5}|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|hundred)(?:-\w{3,5})?)\b/i.exec(
      sentence,
    );
  return found ? { ratio: `1-for-${found[2]!.toLowerCase()}` } : undefined;
}

export const distressGrammars: readonly Grammar[] = [goingConcern, deficiency, cured, split];

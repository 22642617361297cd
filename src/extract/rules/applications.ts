import { oneOf } from '../one-of.ts';
import {
  APPLICATION,
  CLAUSE,
  FAR,
  type Found,
  type Grammar,
  gap,
  NEAR,
  REACH,
  rule,
} from '../rule.ts';

/** Rules for applications that are submitted or accepted. */

const resubmitted = (_: Found, sentence: string) => {
  const number = /\bclass ([12])\b/i.exec(sentence)?.[1];
  if (number) return { kind: `resubmission class ${number}` };
  return /\bresubmi/i.test(sentence) ? { kind: 'resubmission' } : undefined;
};

const accepted: Grammar = {
  type: 'nda_bla_accepted',
  hint: /\b(?:accept|consider|epted|acknowledg|validat|deemed|complete,? class|fil(?:es|ed|ing)|granted FDA review|to review|sufficiently complete)/i,
  dating: 'event',
  drug: true,
  detail: resubmitted,
  rules: [
    rule(
      'the FDA accepted the NDA',
      `\\b(?:FDA|EMA|MHRA|NMPA|agency|regulators?)(?: has| have| had| recently| also)*(?: formally| officially)? (?:accept(?:s|ed))\\b${gap(FAR)}\\b(?:${APPLICATION}|submission|resubmission|filings?)\\b`,
    ),
    rule(
      'the NDA was accepted for review',
      `\\b(?:${APPLICATION}|applications?|resubmission|submission|filing)\\b${gap(FAR)}\\b(?:(?:was|were|has been|have been|been|is|recently) )?(?:formally )?(?:accepted|validated)\\b(?=$|[,.:; )])`,
    ),
    rule(
      'accepted for priority review',
      '\\b(?:accept(?:s|ed|ance)|epted) (?:by (?:the )?FDA |it |them )?(?:for|of) (?:filing|(?:substantive |standard |priority |regulatory )?review|filing and (?:priority )?review)\\b',
    ),
    rule(
      'FDA acceptance of the NDA for Zelvora',
      `\\b(?:(?:announce[sd]|receive[sd]|report(?:s|ed)|receipt of)${gap(NEAR)}\\bacceptance (?:of|for)\\b${gap(CLAUSE)}\\b${APPLICATION}|${APPLICATION} (?:acceptance|accepted))\\b`,
    ),
    rule(
      'Zelvora for Example Disease Accepted by FDA for Priority Review',
      '\\baccepted by (?:the )?FDA\\b',
    ),
  ],
  unless: [
    { before: /\b(?:await\w*|expects?|anticipat\w+|pending|potential|expected)\b[^,;]{0,40}$/i },
  ],
};

const SUBMISSION = oneOf(
  `(?:^|\\bannounces (?:the )?(?:regulatory )?(?:supplemental )?)(?:regulatory )?(?:supplemental )?(?:re-?)?submission (?:of)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|\\w+ \\()`,
  `(?:^|: |\\bannounces? (?:the )?)${APPLICATION} (?:re-?)?submission (?:for|of|to)\\b`,
);
const submitted: Grammar = {
  type: 'nda_bla_submitted',
  hint: /submi|\b(?:(?:rolling|asked|turn(?:s|ed) in)\b|(?:re-?)?(?:filed|files|filing))/i,
  dating: 'event',
  drug: true,
  rules: [
    rule(
      'the company submitted its NDA to the FDA',
      `\\b(?:has |recently |also )*(?:re-?)?(?:submits|submitted|files|filed)\\b(?! on Form)(?: (?:a|an|for|two|all)\\b)?${gap(REACH)}\\b(?:${APPLICATION}|regulatory approval|for (?:FDA|US|EU) approval)`,
    ),
    rule(
      'completed the submission of its BLA',
      `\\b(?:complete[sd]|finali[sz]e[sd]|announce[sd]|announces)\\b${gap(CLAUSE)}\\b(?:re-?)?(?:submission|filing|applications?) (?:of|for|to|with)\\b${gap(REACH)}\\b(?:${APPLICATION}|regulatory approval)`,
    ),
    rule(
      'the NDA was resubmitted to the FDA',
      `\\b${APPLICATION}\\b${gap(FAR)}\\b(?:was|were|has been|have been|is|are|recently|now)(?: now| recently)? (?:re-?)?(?:submitted|filed)\\b`,
    ),
    rule(
      'NDA submitted to the FDA for Zelvora; BLA Filed',
      `\\b${APPLICATION}\\b(?: for [^.;,]{2,50})? (?:re-?)?(?:submitted|filed)\\b`,
    ),
    rule('Submission of an sBLA for Zelvora; NDA resubmission for Zelvora', SUBMISSION),
  ],
  unless: [
    {
      match:
        /\b(?:ANDA|IND|IDE|orphan)\b|\bfil(?:ed|es|ing) (?:a |an |its |the )?(?:lawsuit|complaint|Form|shelf|registration|patent|prospectus|S-|10-|8-K|annual)/i,
    },
    {
      before:
        /\b(?:to|will|would|may|might|could|can|should|must|not|plans?|intends?|expects?|if|before|once|when|until|after|planned|expected|upcoming|future|each|yet to|be) (?:be |the |an? |its |our )?$/i,
    },
    {
      match:
        /\bsubmitted (?:during|with|as part of|in response|in support)\b|\b(?:pre-s?NDA|pre-s?BLA|fee|meeting|(?<!(?:final|last) )(?:module|portion)|first part)\b/i,
    },
    // Excludes an adjective: "the resubmitted NDA".
    {
      before: /(?:\b(?:for|of|the|an?|its|any|our)|'s?) $/i,
      match: /^(?:(?:recently|previously|newly) )?(?:re-?)?(?:submitted|filed) /i,
    },
  ],
  status: {
    historical: [
      { after: /^[^,;]{0,6}\b(?:based on|was based)\b/i, match: /(?:was|were) submitted/i },
    ],
  },
};

export const applicationGrammars: readonly Grammar[] = [accepted, submitted];

import {
  AGENCY,
  APPLICATION,
  CLAUSE,
  FIRM,
  type Grammar,
  gap,
  LOOSE,
  NEAR,
  REACH,
  words,
} from '../rule.ts';

/** Applications that are still to be submitted. */

const PLAN =
  '(?:expect(?:s|ed|ing)?|plan(?:s|ned|ning)?|intend(?:s|ing)?|on[- ](?:track|course|schedule|pace)|anticipat(?:es?|ed|ing)|prepar(?:es?|ing)|aim(?:s|ing)?|will|target(?:s|ed|ing)?|goal|hopes?|poised|position(?:s|ed|ing)|look(?:s|ing)? forward|reaffirm\\w*|reiterat\\w*|focused on|proceed(?:s|ing)?|working|gear(?:s|ing) up|slated|scheduled|seeks?|confident|remains? committed|will follow)';

export const filingGrammar: Grammar = {
  type: 'filing_expected',
  hint: /submi|\bfil(?:e|ing)|application|approval|rolling|module|\b(?:s?NDA|s?BLA|MAA)\b/i,
  dating: 'plan',
  needsDate: true,
  drug: true,
  rules: [
    {
      says: 'on track to submit an NDA in mid-2027',
      pattern: words(
        `\\b${PLAN}\\b${gap(REACH)}\\b(?:re-?)?(?:submit(?:ting)?|fil(?:e|ing)|submission|complet\\w+|finali[sz]\\w+)\\b${gap(REACH)}\\b(?:${APPLICATION}|applications? seeking approval|for (?:US |FDA |regulatory |marketing |accelerated |full )*approval)`,
      ),
    },
    {
      says: 'aims to seek FDA approval in the first half of 2027; plans to submit its application',
      pattern: words(
        `\\b${PLAN}\\b${gap(CLAUSE)}\\b(?:seek|apply for|file for|request)\\b${gap(NEAR)}\\b(?:FDA|US|EU|European|regulatory|marketing|accelerated|full|conditional) (?:\\w+ )?approval\\b|\\b${PLAN}\\b${gap(CLAUSE)}\\b(?:re-?)?(?:submit|file) (?:its|our|the|an) application(?= (?:for|to)\\b)`,
      ),
    },
    {
      says: 'a marketing application is planned for mid-2027; a BLA, which it expects to file in 2027',
      pattern: words(
        `\\b${APPLICATION}\\b${gap(CLAUSE)}\\b(?:is |are |remains? )?(?:planned|expected|targeted|anticipated|slated|on track)\\b(?= (?:for|in|by|around|during|before)\\b)|\\b${APPLICATION},? (?:which|that) ${gap(CLAUSE)}\\b(?:expects?|plans?|intends?|anticipates?|aims?) to (?:re-?)?(?:submit|file)\\b`,
      ),
      confidence: FIRM,
    },
    {
      says: 'the rolling submission, which began in August, is expected to be completed in 2027',
      pattern: words(
        `\\b(?:rolling|${APPLICATION}) (?:re-?)?(?:submission|filing),? ${gap(CLAUSE)}\\b(?:expected|anticipated|on track|planned|projected) to be (?:completed?|finali[sz]ed)\\b`,
      ),
    },
    {
      says: 'hoped to submit its application this year but now expects to file in 2027; NDA 2H27',
      pattern: words(
        `\\b(?:expects?|plans?|intends?|anticipates?|aims?) to (?:re-?)?(?:submit|file)(?: it)?(?= (?:in|by|during|before|around)\\b)|\\b(?:s?NDA|s?BLA|MAA)(?= (?:[1-4]Q|[12]H|Q[1-4]|H[12]) ?'?(?:20)?\\d\\d)`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'preparing an MAA and expects submission to the EMA; a rolling NDA that it expects to complete',
      pattern: words(
        `\\b(?:expect\\w*|anticipat\\w*|plan\\w*|target\\w*) (?:re-?)?(?:submission|filing) (?:to|with) (?:the )?${AGENCY}\\b|\\b(?:rolling|module)\\b${gap(CLAUSE)}\\b(?:expects?|plans?|intends?|anticipates?|on track) to complete (?:it|the submission|submission)\\b`,
      ),
      confidence: FIRM,
    },
    {
      says: 'planned NDA submission in Q2 2027',
      pattern: words(
        `\\b${APPLICATION}(?: (?:for|in) [^.;,]{2,60}?)?[ -](?:re-?)?(?:submission|filing)s?\\b`,
      ),
    },
    {
      says: 'submission of the BLA is expected in early 2027',
      pattern: words(
        `\\b(?:re-?)?(?:submission|filing) of (?:a|an|the|its|our|this)?${gap(CLAUSE)}\\b${APPLICATION}\\b`,
      ),
    },
    {
      says: 'Submit a supplemental NDA to the FDA in the third quarter of 2027',
      pattern: words(
        `(?:^|: |[–-] )(?:re)?(?:submit|file|complete (?:rolling )?submission of)\\b${gap(CLAUSE)}\\b${APPLICATION}`,
      ),
    },
    {
      says: 'a BLA is expected to be submitted in 2027',
      pattern: words(
        `\\b${APPLICATION}\\b${gap(CLAUSE)}\\b(?:to be|will be|would be) (?:re-?)?(?:submitted|filed)\\b`,
      ),
    },
    {
      says: 'expects to have its NDA for Zelvora submitted in 2027',
      needs: /\bto have\b/i,
      pattern: words(
        `\\b${PLAN} to have\\b${gap(NEAR)}\\b${APPLICATION}\\b${gap(CLAUSE)}\\b(?:submitted|filed)\\b`,
      ),
    },
    {
      says: 'planned U.S. regulatory submission in the first half of 2027; targets 2027 FDA filing',
      pattern: words(
        '\\b(?:regulatory|registration|FDA|EMA|approval) (?:approval )?(?:submission|filing)s?\\b',
      ),
      confidence: LOOSE,
    },
    {
      says: 'expects the rolling submission to be complete in June; an MAA will follow in 2027',
      pattern: words(
        `\\b${PLAN}\\b${gap(CLAUSE)}\\brolling (?:re-?)?(?:submission|filing)\\b${gap(NEAR)}\\bto (?:be )?(?:complete[d]?|finish)|\\b${APPLICATION}\\b${gap(CLAUSE)}\\bwill follow\\b`,
      ),
      confidence: FIRM,
    },
    {
      says: 'plans to respond with a resubmission in January',
      pattern: words(
        `\\b${PLAN}\\b${gap(CLAUSE)}\\bresubmission\\b(?= (?:in|by|during|before|around|early|late|mid)\\b)`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'with submission planned for Q2 2027; EU submission is planned for 2027',
      pattern: words(
        `\\b(?:submissions?|filings?) (?:(?:is|are|remains?|now|currently) )*(?:planned|expected|targeted|anticipated|scheduled|slated|on track)(?= (?:for|in|by|around|during|before)\\b)`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'expects to file Zelvora with regulators in 2027',
      pattern: words(
        `\\b${PLAN} to (?:re-?)?(?:file|submit)\\b${gap(CLAUSE)}\\b(?:with|to) (?:the )?(?:FDA|EMA|regulators|PMDA|NMPA|MHRA)\\b`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'said it would resubmit its application in the first quarter',
      pattern: words(
        `\\bsaid (?:that )?(?:it|we) (?:would|will) (?:re-?)?(?:submit|file)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|applications?|for (?:FDA |US |EU |marketing |regulatory )?approval)\\b`,
      ),
      confidence: LOOSE,
    },
  ],
  unless: [
    // "the FDA has accepted its resubmission of the NDA": what there is.
    { before: /\baccept(?:s|ed)\b[^,;]{0,30}$/i, match: /^(?:re-?)?(?:submission|filing)/i },
    { before: /\bacceptance of (?:the |its |our )?$/i },
    // "a payment of $5 million for the MAA submission, which it expects to receive in Q3"
    {
      before:
        /\b(?:payments?|milestones?|fees?)\b[^,;]{0,40} (?:for|upon|on) (?:the |its |our )?$/i,
    },
    { match: /\b(?:ANDA|IND|IDE|CTA|orphan|10-[KQ]|Form|registration statement)\b/ },
    // Of what, the sentence says: a marketing application or none.
    {
      match: /^(?:submission|filing)/i,
      sentence:
        /^(?!.*\b(?:s?NDA|s?BLA|MAA|regulatory|marketing|EU|US|Europe\w*|Japan\w*|China|Chinese|EMA|FDA|global|approval)\b)/is,
    },
    {
      match: /^(?:submission|filing)|regulators$|(?:FDA|EMA|PMDA|NMPA|MHRA)$/i,
      sentence:
        /\b(?:IND|CTA|IDE|ANDA|protocol|briefing|response|meeting|amendment|annual report)\b/i,
    },
    // "expects to file in 2027": what, the sentence has said before.
    {
      match: /(?:submit|file)(?: it)?$/i,
      before: /^(?!.*\b(?:s?NDA|s?BLA|MAA|applications?|approval)\b)/is,
    },
    {
      match:
        /^[^,;]{0,30}\bpre-(?:s?NDA|s?BLA|submission)\b(?!.*\b(?:submit|file)\b)|\b(?:submit|fil|submission)[^.;]{0,60}\b(?:pre-|meeting\b)|\bmeeting$/i,
    },
    { after: /^[^,;]{0,20}\bmeeting\b/i },
    { before: /\bpre-$/i },
    // The decision on an application is no filing of it.
    {
      before:
        /\b(?:decision|approval|acceptance|action|review|ruling|response|completion)(?: date)? (?:on|of|for|to) (?:the |its |our |this |an? )?$/i,
      match: /(?:planned|expected|targeted|anticipated|slated|on track)$/i,
    },
    {
      before:
        /\b(?:pre-|support|enable|inform|following|after|since|basis for|fee|completed|announced|announces)\b[^,;]{0,40}$/i,
      match: /^(?:s?NDA|s?BLA|MAA|regulatory)(?!.*\b(?:which|that)\b)/i,
      after:
        /^(?![^;]{0,80}\b(?:delayed|postponed|pushed|expected|planned|anticipated|targeted) (?:for|in|to|from|by)\b)/is,
    },
    { before: /\b(?:if|may|might|could|assuming|not)\b[^,;]{0,40}$/i },
    { match: /\b(?:if|may|might|could|cannot|not)\b/i },
    {
      before: /\b(?:completed|announced that we|announced that it)\b[^,;]{0,30}$/i,
      match: /^(?!will|plan|expect|intend|aim|on[ -]|anticipat|target|prepar|seek|look)/i,
    },
    { after: /^[^,;]{0,60}\b(?:took place|occurred|was (?:made|completed))\b/i },
    { match: /\bPDUFA\b|\b(?:goal|action|decision) date\b/i },
    { before: /\bwithdrawal of (?:the |its )?$/i },
    // "plans to submit further data and to meet with the FDA"
    {
      match:
        /\b(?:submit|file)\b[^.;]{0,30}\b(?:data|information|protocol|request|results)\b[^.;]*\b(?:FDA|EMA|regulators|PMDA|NMPA|MHRA)$/i,
    },
    // "the date to complete the review of the BLA": the agency's work.
    { match: /\b(?:complet\w+|finali[sz]\w+) (?:the |its |their )?(?:\w+ )?review\b/i },
    { after: /^s? (?:that )?(?:we|it|the company) (?:made|submitted|completed)|^ to follow\b/i },
  ],
  status: {
    historical: [{ before: /\b(?:previously|originally|had)\b[^,;]{0,25}$/i }],
    // "If the results are positive, we expect to submit": hoped for.
    conditional: [{ before: /(?:^|["“] ?)(?:If|Assuming|Provided)\b[^;]{0,100}$/ }],
  },
};

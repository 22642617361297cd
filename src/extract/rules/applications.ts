import {
  APPLICATION,
  CLAUSE,
  FAR,
  type Grammar,
  gap,
  LOOSE,
  NEAR,
  REACH,
  WEAK,
  words,
} from '../rule.ts';

/** Where an application stands: submitted, accepted. */

const accepted: Grammar = {
  type: 'nda_bla_accepted',
  hint: /\b(?:accept|consider|epted|acknowledg|validat|deemed|complete,? class|fil(?:es|ed|ing)|granted FDA review|to review|sufficiently complete)/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the FDA accepted the NDA',
      pattern: words(
        `\\b(?:FDA|EMA|MHRA|NMPA|Health Canada|agency|regulators?)(?: has| have| had| recently| also)*(?: formally| officially)? (?:accept(?:s|ed)|validate[sd]|accepted and filed|(?:notified|informed|advised|told) [^.;]{2,40}? that it (?:has|had) accepted)\\b${gap(FAR)}\\b(?:${APPLICATION}|applications?|submission|resubmission|filings?)\\b`,
      ),
    },
    {
      says: 'the NDA was accepted for review',
      pattern: words(
        `\\b(?:${APPLICATION}|applications?|resubmission|submission|filing)\\b${gap(FAR)}\\b(?:(?:was|were|has been|have been|been|is|recently) )?(?:formally )?(?:accepted|validated)\\b(?= (?:by|for|with|in|under|and)\\b|$|[,.:; )])`,
      ),
    },
    {
      says: 'accepted for priority review',
      pattern: words(
        '\\b(?:accept(?:s|ed|ance)|epted) (?:by (?:the )?FDA |it |them )?(?:for|of) (?:filing|(?:substantive |standard |priority |regulatory )?review|filing and (?:priority )?review)\\b',
      ),
    },
    {
      says: 'EX-101 was accepted with Priority Review',
      pattern: words(
        '\\b(?:was|were|has been|have been) accepted (?:with|under|for) (?:an? )?(?:filing|(?:standard |priority )?review)\\b',
      ),
    },
    {
      says: 'receives filing acceptance from the FDA for its NDA; FDA agrees to review the application',
      pattern: words(
        `\\bfiling acceptance\\b|\\bgranted acceptance to file\\b|\\bagree(?:s|d|ing)? to review(?<=\\bFDA\\b[^.;]{0,180})\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|application|resubmission)\\b`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'FDA acceptance of the NDA for Zelvora',
      pattern: words(
        `\\b(?:(?:FDA|EMA)(?:'s)? (?:filing )?acceptance (?:and priority review )?(?:of|for)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|applications?|submission|filing)|(?:announce[sd]|receive[sd]|report(?:s|ed)|receipt of)${gap(NEAR)}\\bacceptance (?:of|for)\\b${gap(CLAUSE)}\\b${APPLICATION}|^acceptance (?:of|for)\\b${gap(CLAUSE)}\\b${APPLICATION}|\\bFDA\\b${gap(CLAUSE)}\\band accepts\\b${gap(CLAUSE)}\\b${APPLICATION}|${APPLICATION} (?:acceptance|accepted))\\b`,
      ),
    },
    {
      says: 'Zelvora for Example Disease Accepted by FDA for Priority Review',
      pattern: words('\\baccepted by (?:the )?FDA\\b'),
      confidence: LOOSE,
    },
    {
      says: 'the FDA considers the resubmission a complete, class 2 response',
      pattern: words(
        `\\bFDA\\b${gap(CLAUSE)}\\b(?:deem(?:s|ed)|considers?|considered|acknowledg\\w+|notified|informed|advised|stated|determined|classified|designated)\\b${gap(REACH)}\\b(?:complete,? (?:class [12] )?(?:response|resubmission)|class [12] (?:response|resubmission)|sufficiently complete)`,
      ),
      detail: (match) => ({
        kind: /class ([12])/i.test(match[0])
          ? `resubmission class ${/class ([12])/i.exec(match[0])?.[1]}`
          : 'resubmission',
      }),
    },
    {
      says: 'the FDA acknowledged the resubmission of the BLA',
      pattern: words(
        `\\bFDA (?:has |have )?acknowledged\\b${gap(CLAUSE)}\\bresubmission\\b(?: of${gap(NEAR)}\\b${APPLICATION})?`,
      ),
      detail: () => ({ kind: 'resubmission' }),
    },
    {
      says: 'granted FDA review for a resubmitted application',
      pattern: words(`\\bgranted FDA review (?:of|for)\\b${gap(NEAR)}\\bapplication`),
      detail: () => ({ kind: 'resubmission' }),
    },
    {
      says: 'the FDA filed the BLA with priority review',
      pattern: words(
        `\\bFDA (?:has (?:formally )?filed|files|filed) (?:the|its|our|[A-Z]\\w+'s?)\\b${gap(CLAUSE)}\\b${APPLICATION}`,
      ),
    },
  ],
  unless: [
    { match: /\b(?:ANDA|IND|IDE|orphan)\b/ },
    {
      before: /\b(?:ANDA|IND|IDE|CTA)\b[^,;]{0,40}$/,
      match: /^(?:was|were|has been|have been|accept)/i,
    },
    {
      match: /^accepted by/i,
      before: /\b(?:IND|IDE|ANDA|CTA|abstract|manuscript|paper|proposal|plan)\b[^,;]{0,40}$/i,
    },
    { after: /^ by the (?:\w+ )?court\b/i },
    { after: /^ (?:for )?(?:publication|presentation|poster|oral)/i },
    // "six months from the date the submission is accepted": how reviews go.
    {
      match: /^accepted\b|\bis (?:formally )?accepted\b/i,
      before: /\b(?:date|day) (?:that |on which )?(?:the |its )?(?:\w+ is (?:formally )?)?$/i,
    },
    {
      before: /\b(?:once|if|after|until|when|upon|whether|following)\b[^,;]{0,40}$/i,
      match: /^(?:FDA accepts|accept|.{0,60}(?:is|are) accepted)/i,
    },
    {
      match:
        /\bif (?:submitted|filed|approved)\b|\b(?:if|once|whether|expected to be|to be|would be|may be|not) (?:formally )?(?:accepted|validated)/i,
    },
    { before: /\b(?:await\w*|expects?|anticipat\w+|pending|potential|expected)\b[^,;]{0,40}$/i },
    { after: /^[^,;]{0,30}\b(?:is|are) (?:expected|anticipated)\b/i, match: /acceptance$/i },
    { sentence: /\bgenerally accepted|accepted accounting|accept the (?:plan|terms)\b/i },
    { sentence: /\b(?:60 days|sixty days|day 60|74-day|within 60)\b[^;]{0,80}\b(?:accept|fil)/i },
  ],
  status: {
    historical: [
      { before: /\b(?:previously|in the past|earlier)\b[^,;]{0,30}$/i },
      { before: /\b(?:following|after|since|with) (?:the |its |our )?$/i, match: /acceptance/i },
    ],
  },
};

const submitted: Grammar = {
  type: 'nda_bla_submitted',
  hint: /submi|\brolling\b|\b(?:re-?)?(?:filed|files|filing)|\basked\b|\bturn(?:s|ed) in\b/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the company submitted its NDA to the FDA',
      pattern: words(
        `\\b(?:has |have |had |recently |also |today )*(?:re-?)?(?:submits|submitted|files|filed)\\b(?! on Form)(?: (?:a|an|its|our|the|for|two|three|their|all)\\b)?${gap(REACH)}\\b(?:${APPLICATION}|regulatory approval|for (?:FDA|US|EU|marketing) approval)`,
      ),
    },
    {
      says: 'Example and Sample submit NDA',
      pattern: new RegExp(
        `\\b(?:and|&) [A-Z]\\w+ (?:[Ss]ubmit|[Ff]ile) (?:an? |the )?${APPLICATION}`,
        'g',
      ),
    },
    {
      says: 'completed the submission of its BLA',
      pattern: words(
        `\\bcomplete[sd] (?:the|its|our) rolling ${APPLICATION}\\b|\\b(?:complete[sd]|finali[sz]e[sd]|announce[sd]|announces)\\b${gap(CLAUSE)}\\b(?:re-?)?(?:submission|filing|applications?) (?:of|for|to|with)\\b${gap(REACH)}\\b(?:${APPLICATION}|regulatory approval)`,
      ),
    },
    {
      says: 'the NDA was resubmitted to the FDA',
      pattern: words(
        `\\b${APPLICATION}\\b${gap(FAR)}\\b(?:was|were|has been|have been|is|are|recently|now)(?: now| recently)? (?:re-?)?(?:submitted|filed)\\b`,
      ),
    },
    {
      says: 'submission of the NDA was completed in October; seeks approval, submitting an NDA',
      pattern: words(
        `\\b(?:re-?)?(?:submission|filing) of (?:the |its |our |an? )?${gap(NEAR)}\\b${APPLICATION}\\b${gap(CLAUSE)}\\b(?:(?:was|were|has been|is now) (?:completed?|made|finali[sz]ed)|took place|occurred)\\b|(?<=, |(?<!\\b(?:plans?|intends?|expects?|will)\\b.{0,60})\\bby )(?:re-?)?submitting (?:an? |its |the )${APPLICATION}\\b|\\bwith the (?:re-?)?submission of (?:an?|its|the) ${APPLICATION}\\b`,
      ),
    },
    {
      says: 'asked the FDA for accelerated approval in a filing; has turned in its BLA',
      pattern: words(
        `\\bturn(?:s|ed) in (?:its|the|an?)\\b${gap(NEAR)}\\b${APPLICATION}\\b|\\basked (?:the )?(?:FDA|EMA)\\b${gap(NEAR)}\\bapproval\\b`,
      ),
      confidence: WEAK,
    },
    {
      says: 'wraps up its rolling NDA submission; has completed its BLA submission',
      pattern: words(
        `\\b(?:complete[sd]?|wraps? up|wrapped up|finali[sz]e[sd]?|finishe[sd]|with the completion of)\\b${gap(NEAR)}\\b${APPLICATION} (?:re-?)?(?:submission|filing)\\b`,
      ),
    },
    {
      says: 'NDA submitted to the FDA for Zelvora; BLA Filed',
      pattern: words(`\\b${APPLICATION}\\b(?: for [^.;,]{2,50})? (?:re-?)?(?:submitted|filed)\\b`),
    },
    {
      says: 'Submission of an sBLA for Zelvora; NDA resubmission for Zelvora',
      pattern: words(
        `(?:^|[:–-] |\\bannounces (?:the )?(?:regulatory )?(?:supplemental )?)(?:regulatory )?(?:supplemental )?(?:re-?)?submission (?:of|for)\\b${gap(CLAUSE)}\\b(?:${APPLICATION}|\\w+ \\(|in )|(?:^|: |[–-] |\\bannounces? (?:the )?)${APPLICATION} (?:re-?)?submission (?:for|of|to|completed?|triggers)\\b`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'Announces Regulatory Supplemental Submission of Zelvora in Argentina',
      pattern: words(
        '\\bannounces\\b[^.;]{0,20}\\b(?:regulatory|supplemental)[^.;]{0,20} (?:submission|filing) (?:of|for)\\b',
      ),
      confidence: LOOSE,
    },
    {
      says: 'NDA filing for Zelvora completed',
      pattern: words(
        `\\b${APPLICATION} (?:re-?)?(?:submission|filing)(?: (?:for|of) [^.;,]{2,50})? (?:(?:is|was|has been) )?(?:now )?completed?\\b(?! (?:by|in (?:early|mid|late)))`,
      ),
      confidence: LOOSE,
    },
  ],
  unless: [
    // "expects to have its NDA submitted this year"
    { before: /\b(?:expects?|plans?|aims?|intends?|anticipates?|hopes?) to have\b[^,;]{0,40}$/i },
    // "accepted the NDA submitted by Example": whose it is.
    {
      match: /(?<!\b(?:was|were|been|is|are) )(?:submitted|filed)$/i,
      after: /^ by\b/,
      sentence: /\b(?:accept|review|approv|extend|CRL|PDUFA)/i,
    },
    {
      match:
        /\b(?:ANDA|IND|IDE|orphan)\b|\bfil(?:ed|es|ing) (?:a |an |its |the )?(?:lawsuit|complaint|Form|shelf|registration|patent|prospectus|S-|10-|8-K|annual)/i,
    },
    {
      before:
        /\b(?:to|will|would|may|might|could|can|should|must|not|plans?|intends?|expects?|if|before|once|when|until|after|prepar\w+|planned|expected|upcoming|anticipated|potential|future|each|rolling basis|yet to|be) (?:be |the |an? |its |our )?$/i,
    },
    {
      after:
        /^[^,;]{0,70}\b(?:(?:is|are|remains?) )?(?:on track|expected|planned|anticipated|targeted|to follow|slated)\b/i,
      match: /submission|filing/i,
    },
    {
      before:
        /\b(?:plans?|intends?|expects?|on track|anticipat\w+|reiterates?|goal|prepar\w+|towards?|support|ahead of|planned|fee|waiver|initiated|initiates|began|commenced|requirements?|timing|timeline)\b[^,;]{0,50}$/i,
      match: /submission|filing|submit\b|file\b/i,
    },
    { before: /\bFDA (?:has )?(?:also |formally )?$/, match: /^(?:has )?(?:formally )?file[ds]/i },
    { match: /\bsubmitted (?:during|with|as part of|in response|in support)\b/i },
    // "announced that the FDA has accepted the filing of its NDA"
    { match: /^(?:announce|complete|finali).*\b(?:accept|acknowledg|initiation of|start of)/is },
    // "regulatory filings for a first-in-human trial"
    {
      after:
        /^s? (?:for|to (?:start|begin|conduct|initiate)) (?:an? |the |its |our )?(?:first-in-human|phase \d\w?|clinical) (?:clinical )?(?:trials?|stud(?:y|ies))\b/i,
    },
    {
      match:
        /\b(?:pre-s?NDA|pre-s?BLA|fee|meeting|(?<!(?:final|last) )(?:module|portion)|first part)\b/i,
    },
    { after: /^(?:-| )(?:fee|enabling|ready|stage|meeting|package|strategy)\b/i },
    {
      match: /\b(?:results?|data|protocol|request|briefing|comments|response|petition|letter)\b/i,
    },
    { after: /^[^,;]{0,12}\b(?:in support of|must|will be reviewed|may)\b/i },
    // "the resubmitted NDA", "the planned NDA": an attribute.
    {
      before: /(?:\b(?:for|of|the|an?|its|any|our)|'s?) $/i,
      match: /^(?:(?:recently|previously|newly) )?(?:re-?)?(?:submitted|filed) /i,
    },
    { before: /\bplanned $/i },
    // "NDA submission for Zelvora: Q1 2027": a plan.
    {
      match: /submission|filing/i,
      after:
        /^[^,;.]{0,50}[:–-] ?(?:by |in |early |mid-?|late )*(?:Q[1-4]|[1-4]Q|H[12]|[12]H|20\d\d|year-end)/i,
    },
    // "The NDA is expected to be submitted"
    {
      match:
        /\bto be (?:re-?)?(?:submitted|filed)|\b(?:will|would|should|can|could|may) be (?:re-?)?(?:submitted|filed)/i,
    },
  ],
  status: {
    historical: [
      { before: /\b(?:previously|since|following|after|originally|earlier|when)(?: \w+){0,3} $/i },
      { before: /\balready $/i },
      { after: /^[^,;]{0,6}\b(?:based on|was based)\b/i, match: /(?:was|were) submitted/i },
      { before: /\bbased on\b[^;]{0,40}$/i, after: /^s? that\b/ },
    ],
  },
};

export const applicationGrammars: readonly Grammar[] = [accepted, submitted];

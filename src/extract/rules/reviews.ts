import { oneOf } from '../one-of.ts';
import { CLAUSE, type Grammar, gap, LONG, NEAR, REACH, rule } from '../rule.ts';

/** The goal date of a review, and its extension. */

const D = oneOf('make|issue|render|reach|announce|deliver|give|hand down|return|provide');
/** Phrases for a future decision by an agency. */
const DECIDE = `(?:${D} (?:an?|its|the)(?: final| approval| regulatory)? (?:decision|verdict|ruling|response|answer)|decide|rule|act on|take action|(?:respond|reply)(?! to)|complete (?:its|the) review)`;
const W = oneOf('expected|scheduled|due|set|slated|targeted|anticipated|likely|on track');
const WILL = `(?:(?:is|are|was|were) (?:now |still |currently )?${W}|has until|expected|scheduled|due|set|slated|plans|aims|expects?|intends?|targets?|will|would|must|to)`;
const HOPE =
  '(?:potential|possible|likely|hypothetical|estimated|projected|assumed|anticipated|expected)';

const TERM = oneOf(
  'targets?|goals?|action|FDA|review|decision|user fee|completion|due|assigned|\\(?action\\)?',
  'date|dates',
);
const DATE_TERMS = oneOf(
  '\\b(?:target(?:ed)?|goal|FDA|regulatory|review) (?:FDA )?(?:action|decision|approval|review|goal)(?: goal| completion)?[- ]dates?\\b',
  '\\b(?:action|goal|decision)[- ](?:due )?dates?\\b|\\breview (?:clock|period|cycle|window)\\b[^.,;]{0,20}\\b(?:ends|runs out|expires|concludes)\\b',
  "\\bFDA(?:'s)? [A-Z][a-z]{2,8}\\.? \\d{1,2} (?:decision|verdict|ruling)\\b",
  '\\btarget date(?= (?:of|is|was|[A-Z][a-z]{2,8}\\.? \\d))|\\btarget(?= of [^.,;]{3,30} for (?:action|a decision)\\b)',
  '\\btarget(?:ed)? dates? (?:for|to) (?:its |the |an? )?(?:decision|complet\\w+|review|action)\\b',
);
const DECISION_TERMS = oneOf(
  "(?:FDA|regulatory|US approval)(?:'s)?(?: approval| review| regulatory| final)? (?:decision|action|ruling|verdict)",
  '(?:approval )?decision (?:from|by) (?:the )?(?:FDA|agency|regulators?|regulatory (?:body|agency|authority))',
  'decision on (?:the|its|our) (?:s?NDA|s?BLA|application)|(?:decision|verdict|answer)(?: on (?:the )?approval)?(?= (?:is|was) (?:now |still )?expected (?:by|on|in)\\b)',
  'decision on (?:whether to approve|the approval of)|(?<=\\bup for (?:an? |FDA )*)decision',
  "FDA(?:'s)? (?:answer|verdict|response|word) (?:on|for)",
  '(?:decision|verdict|ruling)(?<=(?:FDA|agency|application|s?NDA|s?BLA)\\b[^.]{0,110})(?= (?:is )?(?:now )?(?:due|expected|slated|scheduled))',
);
const goalDate: Grammar = {
  type: 'pdufa_date',
  hint: /PDUFA|\b(?:(?:action|goal|decision|target) (?:goal )?date|(?:FDA|decision|agency|regulators?|review)\b)/i,
  dating: 'goal',
  needsDate: true,
  drug: true,
  rules: [
    rule(
      'a PDUFA target action date of March 3, 2027',
      `\\bPDUFA\\b(?! (?:fee|[IVX]+\\b|guideline|legislation|reauthor|program|waiver|timeline))(?:\\)?[- ]${TERM}\\b)*`,
    ),
    rule('a target action date of March 3, 2027', DATE_TERMS),
    rule(
      'an FDA decision is expected by March 3, 2027',
      `\\b${DECISION_TERMS}\\b(?=${gap(LONG)}\\b(?:expected|anticipated|due|set|scheduled|slated|targeted|by|on|in)\\b)`,
    ),
    rule(
      'the FDA is expected to decide by March 3, 2027',
      `\\b(?:FDA|the agency|regulators?)\\b${gap(REACH)}\\b${WILL} ${gap(NEAR)}\\b${DECIDE}\\b`,
    ),
    rule(
      'the review by the FDA is expected to be completed by March 3, 2027',
      `\\b(?:FDA(?:'s)?|agency's|regulators?') review\\b${gap(CLAUSE)}\\b(?:expected|scheduled|due|set|anticipated|slated) to (?:be )?(?:complete[d]?|conclude[d]?|finish(?:ed)?)\\b`,
    ),
    rule(
      'The agency, which had set another date, now expects to make a decision by March 3',
      `\\bnow (?:expects|plans|aims) to ${DECIDE}\\b`,
    ),
  ],
  unless: [
    // Excludes "target date" without an agency, because a project of any kind can have a target
    // date.
    {
      match: /^target date$/i,
      sentence: /^(?!.*\b(?:FDA|s?NDA|s?BLA|PDUFA|agency|resubmission|regulators?)\b)/is,
    },
    { before: /\b(?:EMA|CHMP|MHRA|NMPA|PMDA)\b[^;]{0,40}$/ },
    // Excludes decisions of boards, courts and payers, and rulings on other matters.
    {
      before:
        /\b(?:board|court|judge|tribunal|NICE|Medicare|CMS|ICER|USPTO)(?:'s)? (?:\w+ ){0,3}$/i,
    },
    // Excludes a list of upcoming events without a company.
    { match: /dates$/i, sentence: /\b(?:to watch|catalysts|calendar|on deck)\b/i },
    {
      before:
        /\breauthori[sz]\w* (?:of )?(?:the )?$|\b(?:rebate|coverage|reimbursement|pricing|investment|election|loan|royalty|tender) $/i,
    },
    {
      after:
        /^[^,;]{0,40}\b(?:petition|tobacco|guidance|menthol|whether to (?:accept|file|hold|convene))\b/i,
    },
    // Excludes a period after the decision, as in the terms of warrants and milestones.
    { before: /\b(?:days?|months?|anniversary) (?:after|following|from|of) [^;]{0,30}$/i },
    { after: /^ (?:not )?(?:later|earlier) than\b/i },
    // Excludes a fee that is due "under PDUFA", and a date that depends on a planned submission.
    { before: /\bfees?\b[^;]*\bunder $|\b(?:plan|intend)s? to (?:submit|file)\b[^;]*$/i },
  ],
  status: {
    negated: [
      {
        before:
          /\b(?:no|without)(?: (?:an?|any|new|assigned|the))? $|\b(?:not|yet to)(?: \w+){0,4} $|\bcancel(?:s|led|ed)\b[^,;]{0,25}$/i,
      },
      { after: /^ (?:do|does|did) not exist\b/i },
      { match: /\bwill not (?:be able to )?meet\b/i },
      // Allows a comma within the date: "will not meet its March 5, 2027 goal date".
      { before: /\b(?:will|would|did|does) not (?:be )?me(?:e|t)\w*\b(?:[^,;]|, 20){0,30}$/i },
    ],
    conditional: [
      { before: /\bwould (?:put|place|bring|mean|give|result in|imply)\b[^,;]{0,25}$/i },
      // Matches a date that is not assigned yet: "A PDUFA date is expected in late 2026".
      { match: /PDUFA|date/i, before: new RegExp(`\\b${HOPE} $`, 'i') },
      {
        match: /PDUFA|date/i,
        after:
          /^ (?:(?:is|are|would be|could be|may be|will be|that is) )?(?:now |currently |also )?(?:expected|anticipated|estimated|projected|likely|possible|would|could|may)\b(?! to be (?:received|issued) by)/i,
      },
      {
        match: /PDUFA|date/i,
        before:
          /\b(?:expects?|anticipat\w+|assum\w+|hop\w+|could (?:receive|have)|would (?:have|receive|imply|be)|may receive)\b[^,;]{0,18}$/i,
      },
      {
        before:
          /\b(?:if|assuming|should)\b[^,;]{0,60}$|\b(?:could|may|might)\b[^,;]{0,25}$|\b(?:expects?|awaits?|anticipates?)\b[^;]{0,40}\bto (?:assign|set)\b[^;]{0,10}$/i,
      },
    ],
    historical: [
      {
        before:
          /\b(?:previous|prior|original|initial|former|earlier|missed|passed|(?:previously|originally) (?:assigned|announced|scheduled|set))(?: \w+){0,2} $/i,
        // Excludes an original date that stays valid: "the original date of April 4 will remain".
        after: /^(?![^;]{0,160}\b(?:remains?|unchanged|maintained|still stands)\b)/i,
      },
      // Matches a missed date: "A decision hadn't come by the August 10 decision date."
      {
        before:
          /\b(?:carried|had) (?:an?|the|its) (?:[A-Z]\w+ \d{1,2}(?:, 20\d\d)? )?$|\b(?:had|did) not (?:\w+ )?(?:come|arrived?|act|received?|issued?|heard|hear)\b[^;]{0,60}$/i,
      },
      {
        after:
          /^ (?:back|out)\b|^(?: (?:for|of) [^,;]{2,40})? was (?:today|yesterday|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/i,
      },
      {
        after:
          /^(?![^;]{0,80}\bis now\b)[^;]{0,60}\b(?:passed|was missed|had been|was delayed|came and went)\b/i,
      },
      {
        sentence:
          /\b(?:withdrew|withdrawn|was originally|had been set)\b|\b(?:approv(?:ed|es)|clear(?:ed|s)|granted|came)\b[^;]{0,120}\b(?:ahead of|in advance of|weeks before|days before)\b/i,
      },
    ],
  },
};

const EXTENDS = oneOf(
  'extend(?:s|ed|ing)?|postpone[sd]?|push(?:es|ed|ing)? back|put(?:s|ting)? (?:off|back)',
  'delay(?:s|ed|ing)?|move[sd] back',
  'move[sd] (?=(?:the|its) (?:\\w+ )?(?:decision|action|goal|target) date)|extended',
);
const NEEDS =
  '(?:needs?|requires?|seeks?|wants?|(?:(?:is|are) )?tak(?:es?|ing)|(?:has|have) (?:taken|given (?:it|them)sel\\w+))';
const extension: Grammar = {
  type: 'pdufa_extended',
  hint: /\b(?:exten[ds]|postpon|push|delay|mov(?:es|ed|ing)|shift|slipped|lengthen|put(?:s|ting)? (?:off|back)|time\b|months?\b|updated|revised)/i,
  dating: 'none',
  drug: true,
  rules: [
    rule(
      'the FDA extends the review period of the NDA',
      `\\b(?:FDA(?:'s)?|[Rr]egulators?|[Tt]he agency)\\b(?! approval)${gap(CLAUSE)}\\b${EXTENDS}\\b${gap(REACH)}\\b(?:review|PDUFA|goal|target|action date|decision|timeline|deadline)\\b`,
    ),
    rule(
      'the PDUFA date has been extended by three months',
      `\\b(?:PDUFA|goal date|action date|review (?:period|timeline|clock|cycle))\\b${gap(REACH)}\\b(?:extended|postponed|pushed back|delayed|moved|extension|lengthened|slipped)\\b`,
    ),
    rule(
      'FDA Decision Delay for Zelvora',
      '\\bFDA (?:decision |review )?(?:delay|extension)s?\\b(?! (?:could|may|would))',
    ),
    rule(
      'the agency needs more time',
      `\\b(?:FDA|agency|regulators?) ${NEEDS} (?:\\w+ ){0,2}(?:more|additional|extra|further) (?:time|months)\\b`,
    ),
    rule(
      'the updated PDUFA date is March 3, 2027',
      '\\b(?:updated|revised) (?:PDUFA|goal|target|action)[^,;]{0,20} date\\b',
    ),
  ],
  unless: [
    {
      sentence:
        /\b(?:often|may|might|could|can|typically|generally|standard extension period|if the FDA|risk)\b[^;]{0,60}\b(?:exten|delay|postpon)/i,
    },
  ],
  status: {
    historical: [
      {
        before:
          /\b(?:will|despite|following|previously|since|recent|outlook\b[^;]{0,60})(?: the| an?)? ?$|\bdespite\b[^;]{0,20}$/i,
      },
      { sentence: /\b(?:outlook|narrative|valuation)\b/i },
    ],
    negated: [{ before: /\b(?:no|not|without)\b[^,;]{0,25}$/i }],
  },
};

export const reviewGrammars: readonly Grammar[] = [goalDate, extension];

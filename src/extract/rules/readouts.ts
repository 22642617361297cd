import {
  CLAUSE,
  FIRM,
  type Grammar,
  gap,
  LONG,
  LOOSE,
  NEAR,
  PHASE,
  REACH,
  words,
} from '../rule.ts';

/** What a trial will show. */

const DATA =
  '(?:data|results|readouts?|read-?out|analys[ie]s|unblinding|updates?|findings|topline(?! data| results| readout)|proof[- ]of[- ]concept(?! data| results))';
const KIND = `(?:topline|data|interim|initial|preliminary|final|primary|pivotal|additional|updated|clinical|headline|SAD|MAD|SAD\\/MAD|full|new|early|first|key|registrational|${PHASE}|proof-of-concept|safety|efficacy|dose[- ]\\w+|cohort|study|trial|Part [A-D1-4]|survival|OS|PFS|biomarker|24-week|52-week|[\\w-]+-week|[\\w-]+-month)`;
const EXPECT =
  '(?:expect(?:s|ed|ing)?|plan(?:s|ned|ning)?|intend(?:s|ing)?|on[- ]track|anticipat(?:es?|ed|ing)|aim(?:s|ing)?|will|target(?:s|ed|ing)?|look(?:s|ing)? forward|reaffirm\\w*|reiterat\\w*|slated|scheduled|due|guid(?:es?|ed|ance|ing)|continues to expect|remains? on track)';
const TELL =
  '(?:report|announc|disclos|releas|shar|provid|present|deliver|hav|receiv|obtain|see|unblind|read(?:ing)? out|complet|generat|publish)';
const tellsOf = `${TELL}(?:e|es|s|ing)?`;
/** A trial stands behind the word "data" or "results". */
const CLINICAL =
  /\b(?:trials?|stud(?:y|ies)|phase|P[123][ab]?|topline|readouts?|cohorts?|clinical|pivotal|patients|interim|efficacy|dose|dosing|unblinding|proof-of-concept|program|survival|enrol\w+|open-label|late-stage|mid-stage|placebo|\d+-(?:week|month)|registrational)\b/i;

/** "DAYBREAK Stage 2 data": a trial by its name. */
const namedTrial = /\b[A-Z]{4}[A-Z0-9-]{0,14} (?:\w+ ){0,3}(?:data|results)\b/;

export const readoutGrammar: Grammar = {
  type: 'readout_expected',
  hint: /\b(?:data|results|to report in|readouts?|analys[ie]s|unblind\w*|updates?|topline|proof[- ]of)\b/i,
  dating: 'plan',
  needsDate: true,
  drug: true,
  rules: [
    {
      says: 'topline data from the Phase 3 trial are expected in Q2 2027',
      pattern: words(
        `\\b(?:${KIND}[ -]){0,4}${DATA}\\b${gap(LONG)}\\b(?:(?:is|are|remains?|now|still|currently)[ ]){0,2}(?:should be|should come|coming|likely to be (?:available|reported|released)|expected|anticipated|planned|due|on track|slated|targeted|projected|guided|scheduled|on deck|set for|lined up|(?:will|would|should) (?:come|arrive|follow)|(?:has|have)? ?(?:been )?(?:shifted|moved|pushed(?: back)?|delayed|postponed|brought forward|accelerated) (?:to|into|until)|to be (?:reported|announced|shared|disclosed|released|available)|will be (?:reported|available|announced|shared|disclosed|released|provided)|to come|to follow)\\b`,
      ),
    },
    {
      says: 'we expect to report topline data in Q2 2027',
      pattern: words(`\\b${EXPECT}\\b${gap(REACH)}\\b${tellsOf}\\b${gap(REACH)}\\b${DATA}\\b`),
    },
    {
      says: 'we expect topline results from the trial by mid-2027',
      pattern: words(
        `\\b(?:expect(?:s|ing)?|anticipat(?:es?|ing)|awaits?|targets?|projects|sees?|guides to)\\b${gap(CLAUSE)}\\b(?:${KIND}[ -]){1,4}${DATA}\\b`,
      ),
    },
    {
      says: 'look forward to the results of our second Phase 3 trial later this month',
      pattern: words(
        `\\blook(?:s|ing)? forward to (?:the |seeing |sharing )*(?:${KIND}[ -]){0,4}${DATA} (?:from|of|in)\\b${gap(CLAUSE)}\\b(?:trials?|stud(?:y|ies)|${PHASE})`,
      ),
    },
    {
      says: 'Announce topline data in the Phase 3 trial in the first half of 2027',
      pattern: words(
        `(?:^|: |[–-] |• )(?:announce|report|disclose|read ?out|share|provide|deliver|release|present|initial readout)\\b${gap(CLAUSE)}\\b(?:${KIND}[ -]){0,4}${DATA}\\b`,
      ),
    },
    {
      says: 'LANTERN-2 results by mid-2027: a trial by its name',
      pattern:
        /\b[A-Z][\w]*-?[A-Z0-9][\w-]* (?:topline )?(?:data|results|readout)(?= (?:in|by|during|expected|due|anticipated)\b)/g,
      confidence: LOOSE,
    },
    {
      says: 'topline data in 1H 2027; Phase 3 readout by year-end',
      pattern: words(
        `\\b(?:(?:${KIND}\\)?[ -]){1,4}${DATA}|readouts?)\\b(?=(?: (?:from|of|for|in) [^.;,]{2,120}?| \\([^)]{2,24}\\))? ?[,(–:-]? ?(?:(?:in|by|during|before|around|on|at|early|mid|late|expected|coming|due|slated|planned|the)\\b|Q[1-4]|[1-4]Q|H[12]|[12]H))`,
      ),
      confidence: FIRM,
    },
    {
      says: 'Q1 2027: topline data from the Phase 2 trial; topline 4Q26',
      pattern: words(
        `(?<=(?:20\\d\\d|[1-4]Q ?\\d\\d): ?(?:\\w+ )?)(?:${KIND}[ -]){1,4}${DATA}\\b|\\b(?:topline|readout|(?<=[:,–-] )(?:data|results))(?= (?:expected |due |in |by )*(?:mid|early|late|year-end|20\\d\\d|[1-4]Q|[12]H|Q[1-4]|H[12]))`,
      ),
      confidence: FIRM,
    },
    {
      says: 'expects results from its Phase 3 trial by the end of 2027',
      pattern: words(
        `\\b(?:expect(?:s|ing)?|anticipat(?:es?|ing))\\b${gap(NEAR)}\\b(?:data|results) (?:from|of) ${gap(NEAR)}\\b(?:trial|study|studies|${PHASE})`,
      ),
    },
    {
      says: 'Example to announce topline results on Monday, March 8, 2027',
      pattern: words(
        `\\bto (?:announce|report|present|disclose|unveil|read out)\\b${gap(NEAR)}\\b(?:${KIND}[ -]){1,4}${DATA}\\b`,
      ),
    },
    {
      says: 'three Phase 3 readouts expected in 2027',
      pattern: words(
        `\\b(?:readouts?|data)\\b (?:are |is )?(?:expected|anticipated|planned|on track)\\b`,
      ),
    },
    {
      says: 'and provide an update from the trial in the second half of 2027',
      pattern: words(
        `\\b(?:provide|share|give|expects?|anticipates?)\\b${gap(NEAR)}\\b(?:an?|clinical|program|additional)? ?updates? (?:from|on)\\b${gap(NEAR)}\\b(?:trial|study|program|phase|clinical)`,
      ),
      confidence: FIRM,
    },
    {
      says: 'look for data from the trial in Q1 2027; we will unblind the study later this year',
      pattern: words(
        `\\b(?:look for|stay tuned for|watch for)\\b${gap(NEAR)}\\b(?:data|results|readout)\\b|\\b(?:we|company|it) will unblind\\b`,
      ),
      confidence: FIRM,
    },
    {
      says: 'the company expects data next year',
      pattern: words(
        '\\b(?:expect(?:s|ing)?|anticipat(?:es?|ing)|awaits?|guid(?:es|ed|ing) (?:to|for)) (?:to (?:have|see|get) )?(?:the |initial |first )?(?:data|results|topline|readout)\\b(?= (?:in|by|next|later|this|early|mid|late|around|before|from)\\b)',
      ),
      confidence: LOOSE,
    },
    {
      says: 'delays the Phase 3 readout to the second half of 2027',
      pattern: words(
        `\\b(?:delay(?:s|ed|ing)?|push(?:es|ed|ing)?(?: back)?|move[sd]?|shift(?:s|ed)?|postpone[sd]?|now sees|accelerate[sd]?)\\b${gap(CLAUSE)}\\b(?:${KIND}[ -]){0,4}(?:readout|data|results)\\b(?=[^.;]{0,60} (?:to|until|into|from) )`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'unblinding of the pivotal trial is set for January 2027',
      pattern: words(
        `\\bunblinding (?:of|the)\\b${gap(CLAUSE)}\\b(?:trials?|study|studies|data)\\b`,
      ),
    },
    {
      says: 'plans to read out the Phase 2 trial in 2027',
      pattern: words(
        `\\b${EXPECT}\\b${gap(NEAR)}\\b(?:to )?(?:readout|unblind) (?:the |its |our |data|topline)${gap(CLAUSE)}\\b(?:trial|study|${PHASE})`,
      ),
    },
    {
      says: 'the trial is expected to report in 2027',
      pattern: words(
        `\\b(?:trials?|study|studies)\\b${gap(CLAUSE)}\\b(?:expected to|on track to|anticipated to|projected to|set to|due to) (?:report|deliver|yield|produce|generate)\\b(?! (?:financial|earnings))`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'the trial is expected to read out in 2027',
      pattern: words(
        `\\b(?:trial|study|studies|endpoint|${PHASE})\\b${gap(CLAUSE)}\\b(?:expected to|on track to|will be|will|anticipated to|projected to|set to|due to|to) (?:read ?out|readout|be unblinded)\\b`,
      ),
    },
    {
      says: 'the events will be reached and topline results announced in Q2 2027',
      pattern: words(
        `\\b(?:topline|interim|initial|final) (?:data|results) (?:announced|reported|available|disclosed|released)(?= (?:in|by|during)\\b)`,
      ),
      confidence: LOOSE,
    },
    {
      says: 'the AURORA readout, which we expect in Q2 2027; a first look at Phase 1 data next month',
      pattern: words(
        `\\b(?:${KIND}[ -]){0,4}(?:readouts?|data|results), which (?:we|it|the company|[A-Z]\\w+)(?: now| still)? (?:expects?|anticipates?|plans?)\\b|\\b(?:first|initial|early) look at\\b${gap(NEAR)}\\b(?:data|results)\\b`,
      ),
      confidence: LOOSE,
    },
  ],
  unless: [
    // "data to support our NDA, which is planned for 2027": of the application.
    { match: /\b(?:s?NDA|s?BLA|MAA|submission|filing|launch|approval)\b[^,;]{0,40}, which is\b/i },
    // "presented positive Phase 2 data in December": told, not to come.
    {
      after:
        /^[^,;]{0,60}\b(?:were|was|been) (?:presented|reported|published|announced|shared|disclosed)\b/i,
    },
    { match: /\b(?:positive|encouraging|negative)\b/i },
    // "The results support a submission planned for 2027": those there are.
    { match: /\b(?:data|results|findings) (?:support|supported|warrant|enable)s?\b/i },
    {
      before:
        /\b(?:presented|reported|announced|released|published|shared|disclosed|showed|unveiled|demonstrated)\b[^,;]{0,40}$/i,
      match: /^(?!.*\b(?:expected|anticipated|to be|will)\b)/is,
    },
    {
      match:
        /\b(?:financial|quarter(?:ly)?|year-end|full[- ]year|annual|operating|operational|fiscal|earnings|revenue|sales|corporate|business|test|lab|market|real-world claims) (?:results|updates?|data)\b|\b(?:financial|operating) results\b/i,
    },
    { sentence: /\bfinancial results\b/i, match: /results/i },
    { match: /\bresults of operations\b|\bupdates? (?:to|on) (?:the )?(?:guidance|label)/i },
    { after: /^ of operations\b/i },
    {
      before:
        /\b(?:if|in the event of|may|might|could|would|whether|when|once|until|prior to|ahead of|pending|subject to|assuming|following|after|based on)\b[^,;]{0,35}$/i,
      match: /^(?!delay|push|mov|shift|postpon|accelerat)/i,
    },
    {
      match:
        /\b(?:may|might|could|would(?! (?:come|arrive|follow|be (?:available|released)))|if|differ|not)\b/i,
    },
    { after: /^(?: (?:from|of|for|in) [^,;]{2,60}?)? (?:may|might|could|would)\b/ },
    {
      match:
        /\b(?:NDA|BLA|sNDA|sBLA|MAA|IND|enrol(?:l?ment|l?ing|l)?|approval|launch|initiat\w+|dosing of|first patient|submission|submit|file|regulatory feedback|alignment)\b(?![^;]{0,60}\b(?:and|then|with|to) (?:to )?(?:report|announce|share|disclose|read|have|topline|data|initial|interim)\b)[^;]{0,80}\b(?:data|results|readout|update)/i,
    },
    { before: /\b(?:manuscript|publication|paper|abstract|poster)s?\b[^,;]{0,40}$/i },
    { match: /\b(?:cut-?off|data package|data monitoring|database lock)\b/i },
    {
      after:
        /^[ -](?:cut-?off|package|monitoring|safety|exclusivity|sharing|lock|to support|support|integrity|collection)\b/i,
    },
    { match: /\b(?:were|was|had been|have been) (?:presented|reported|announced|published)\b/i },
    { match: /^(?:data|results|updates?|analys[ie]s)$/i, before: /(?:^|[^:,–-] )$/ },
    { sentence: /\bpreclinical\b[^;]{0,40}\bdata\b|\bclinical study report\b|\bCSR\b/i },
    {
      match: /\bpresent(?:ing)?\b/i,
      after:
        /^[^;]{0,90}\b(?:conference|congress|symposium|(?:annual|medical|scientific) meeting)\b/i,
    },
    {
      match:
        /\b(?:preclinical|nonclinical|animal|in vivo|poster|abstracts?|presentation|presentations|presented at|published)\b/i,
    },
    {
      after: /^[^,;]{0,30}\b(?:presented|presentation|poster|abstract|published)\b/i,
      match: /(?:to be|will be|planned|expected|scheduled)$/i,
    },
  ],
  status: {
    historical: [{ before: /\b(?:previously|originally|had)\b[^,;]{0,25}$/i }],
    conditional: [{ before: /\bpromptly\b/i }],
  },
};

/** Whether a text speaks of a trial at all. */
export const isClinical = (text: string) => CLINICAL.test(text) || namedTrial.test(text);

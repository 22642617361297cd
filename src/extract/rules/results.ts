import type { MentionDetail } from '../mention.ts';
import { CLAUSE, FAR, type Grammar, gap, LOOSE, NEAR, PHASE, REACH, WEAK, words } from '../rule.ts';

/** What a trial showed. */

const ENDPOINT =
  '(?:(?:safety and )?efficacy measures|endpoints?|end points?|goals?|objectives?|outcome measures?)';
const ENDPOINTS = `(?:(?:the|its|their|both|all|two|three|study's|trial's|all of its|of|pre-?specified|primary|co-primary|dual|key|secondary|main|critical|efficacy|safety|immunogenicity|composite|first|clinical|overall survival|progression-free survival|OS|PFS|\\(OS\\)|\\(PFS\\)|and|both of its|multiple|late-stage|${PHASE}|trial|study) ?){0,9}${ENDPOINT}`;

function outcome(result: NonNullable<MentionDetail['outcome']>) {
  return ([words]: RegExpExecArray, sentence: string): MentionDetail => {
    const trial = trialIn(sentence);
    // What was met besides the primary endpoint does not decide the trial.
    const minor = result === 'met' && /\bsecondary\b/i.test(words) && !/\bprimary\b/i.test(words);
    const told = minor ? 'unclear' : result;
    return { outcome: told, ...(trial ? { trial } : {}) };
  };
}
/** The trial's name in capitals: "the RISE UP study", "STRIVE-ON safety trial". */
function trialIn(sentence: string): string | undefined {
  const name =
    /\b([A-Z][A-Za-z]*[A-Z][A-Z0-9-]{2,}(?:-[A-Z0-9]+)?(?: (?:[A-Z]{2,}|\d)){0,2})(?:,? (?:[Pp]hase \d\w?(?:\/\d\w?)?|pivotal|safety|clinical|registrational|trial|study|extension)){0,3} (?:trial|study)\b/.exec(
      sentence,
    )?.[1];
  return name && !/^(?:FDA|NDA|BLA|IND|EMA|NASH|MASH|COPD)$/.test(name) ? name : undefined;
}

export const resultGrammar: Grammar = {
  type: 'trial_result',
  hint: /\b(?:mark|placebo|sham|endpoints?|goals?|objectives?|results|data|signifi|win|flunk|flop|fail|miss|separate|succe|futil|fell short|falls? short|trial|study|phase)/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'neither dose met the primary endpoint; the difference was not statistically significant',
      pattern: words(
        `\\b(?:neither|none|no) ${gap(CLAUSE)}\\b(?:met|achieved|reached|hit|demonstrated)\\b${gap(NEAR)}\\b${ENDPOINT}\\b|\\b(?:primary|co-primary|main)\\b${gap(CLAUSE)}\\b(?:was|were) not statistically significant\\b`,
      ),
      detail: outcome('not_met'),
    },
    {
      says: 'did not meet its primary endpoint; missed the primary endpoint',
      pattern: words(
        `\\b(?:(?:did|does|do|had|has|have) not|didn't|failed to|(?:was|were|is|are) (?:unable to|not able to|not successful in|unsuccessful in)|fail(?:s|ing)? to|narrowly) (?:statistically )?(?:meet|met|meeting|achieve|achieving|reach|hit|attain|satisfy|separate|show|demonstrate)\\b${gap(REACH)}\\b(?:${ENDPOINT}|statistical(?:ly)? significan(?:ce|t)|from placebo)\\b|\\b(?:miss(?:es|ed)|failed|flunk(?:s|ed)|fails|flop(?:s|ped)|failing|fell short|falls short)\\b(?: of| on| at| in)? ${gap(NEAR)}\\b(?:(?:primary|main|key|co-primary)${gap(NEAR)}${ENDPOINT}|(?:a |the |its )?(?:(?:pivotal|late-stage|mid-stage)[^.;]{0,20}(?:study|trial|test)|${PHASE}))\\b|\\b(?:stop\\w*|discontinu\\w+|terminat\\w+|halt\\w*|end(?:s|ed|ing)?)\\b${gap(REACH)}\\b(?:for|due to|because of|based on|on the grounds of) futility\\b|\\bmiss(?:es|ed) (?:its |the |both |all |key |main |primary ){0,3}${ENDPOINT}\\b|\\b(?:did not|failed to|fails to) (?:show|demonstrate|produce|achieve|reach) (?:a |any )?(?:statistically )?significant (?:improvement|difference|benefit|reduction|effect)s?\\b|\\b(?:trial|study|test)\\b${gap(CLAUSE)} (?:has |have )?(?:fails|failed)(?=$|[,;:] | (?:in|on|as|after)\\b)`,
      ),
      detail: outcome('not_met'),
    },
    {
      says: 'halts the trial after an interim analysis finds it unlikely to succeed; falls short in a trial',
      pattern: words(
        `\\bfail(?:s|ed) to (?:improve|reduce|slow|extend|prolong|lower|delay)\\b${gap(CLAUSE)}\\bin (?:an? |the |its )?(?:[\\w-]+ )?(?:trial|study|${PHASE})|\\bfail(?:s|ed) to (?:show|demonstrate) (?:an? |any )?(?:clinical |meaningful )?(?:benefit|improvement|superiority|advantage)\\b|\\b(?:stop|halt|discontinu|terminat|end|scrap|abandon)\\w*\\b${gap(FAR)}\\bunlikely to (?:succeed|show|demonstrate|achieve|meet|reach)\\b|\\b(?:stop|halt|discontinu|terminat|end|scrap|abandon|drop)\\w*\\b${gap(CLAUSE)}\\b(?:after|following) ${gap(NEAR)}\\bfutility\\b|\\bno better than (?:a )?(?:placebo|sham|standard)|\\b(?:fail(?:s|ed)|unable) to (?:beat|outperform|best|separate from) (?:a )?(?:placebo|sham)\\b|\\bmiss(?:es|ed) statistical significance\\b|\\bunlikely to (?:meet|achieve|reach|hit) (?:its |the |their |both )?(?:primary|main|co-primary)[^.;]{0,20}${ENDPOINT}\\b|\\bshow(?:s|ed|ing) no (?:statistically significant|statistical|significant) (?:improvement|difference|benefit|effect|superiority)\\b|\\b(?:falls?|fell) short\\b${gap(CLAUSE)}\\b(?:trial|study|test|${PHASE})\\b`,
      ),
      detail: outcome('not_met'),
    },
    {
      says: 'the primary endpoint was not met',
      pattern: words(
        `\\b(?:primary|co-primary|main)[^.;]{0,25}${ENDPOINT}\\b[^.;]{0,40}\\b(?:was|were|has been) not (?:met|achieved|reached)\\b`,
      ),
      detail: outcome('not_met'),
    },
    {
      says: 'met its primary endpoint; Meets Key Goals; achieved all primary and key secondary endpoints',
      pattern: words(
        `\\b(?:met|meets|achieve[sd]?|reached|hit|hits|satisfied|succeed(?:s|ed) in meeting|meeting)\\b (?:or exceeded )?(?:one of |both of |all of )?(?:with (?:high )?statistical significance (?:on )?)?${ENDPOINTS}\\b`,
      ),
      detail: outcome('met'),
    },
    {
      says: 'hit statistical significance on its primary endpoint; the trial was stopped early for efficacy',
      pattern: words(
        '\\b(?:met|hits?|achieve[sd]?|reache[sd]) (?:high )?statistical significance (?:on|for|in) (?:its |the |both |all )*(?:primary|co-primary|main)\\b|\\b(?:trial|study)\\b[^.;]{0,40}\\b(?:stopped|halted|ended|concluded) early (?:for|due to|because of|based on|on) (?:overwhelming |clear |positive |superior )?(?:efficacy|benefit)\\b',
      ),
      detail: outcome('met'),
    },
    {
      says: 'Overall Survival Primary Endpoint Met',
      pattern: words(
        `\\b(?:primary|co-primary|main)\\b[^.;]{0,30}\\b${ENDPOINT}(?:(?: of [^.;,]{3,60}?)? (?:was|were|has been|have been))? (?:successfully )?(?:met|achieved|reached)\\b`,
      ),
      detail: outcome('met'),
    },
    {
      says: 'statistically significant improvement in the primary endpoint',
      pattern: words(
        `\\b(?:achiev\\w+|demonstrat\\w+|show(?:s|ed|ing)?|met|reach\\w+|with)\\b${gap(CLAUSE)}\\bstatistical(?:ly)? significan(?:t|ce)\\b${gap(CLAUSE)}\\b(?:(?:in|on|for|of|at) (?:the |its |both )?(?:study's |trial's )?(?:primary|co-primary))\\b`,
      ),
      detail: outcome('met'),
    },
    {
      says: 'announced positive topline results from its Phase 3 trial',
      pattern: words(
        `\\b(?:announce[sd]?|announcing|report(?:s|ed|ing)|release[sd]|unveil(?:s|ed)|touts?|posts|posted|shares?|shared|presents?|presented|reveal(?:s|ed)|disclose[sd]|delivers?|delivered)\\b${gap(CLAUSE)}\\b(?:positive|encouraging|negative|disappointing|favou?rable|promising|compelling|statistically significant|successful|strong|robust|topline)\\b${gap(CLAUSE)}\\b(?:data|results|findings)\\b`,
      ),
      detail: outcome('unclear'),
    },
    {
      says: 'Reports Topline Results From the RISE Trial; stock falls after Phase 3 trial results',
      pattern: words(
        `\\b(?:(?:reports|announces) (?:(?:initial|interim|preliminary|updated|final|first) )?(?:clinical )?${PHASE} (?:data|results)|positive (?:topline )?(?:data|results) from\\b[^.;]{0,60}\\bannounced|(?:announce[sd]|report(?:s|ed)|reports) (?:topline |the )?results (?:from|of) ${gap(NEAR)}\\b(?:trial|study|${PHASE})|(?:release[sd]?|unveil(?:s|ed)|announce[sd]?|report(?:s|ed)) (?:initial|interim|preliminary|updated|first|early) (?:clinical )?(?:data|results) (?:from|of) ${gap(NEAR)}\\b(?:trial|study|${PHASE})|(?:after|on) (?:${PHASE}|pivotal|late-stage|mid-stage)[^.;]{0,25}(?:data|results))\\b`,
      ),
      detail: outcome('unclear'),
      confidence: LOOSE,
    },
    {
      says: 'Phase 3 Win; positive Phase 3 data',
      pattern: words(
        `\\b(?:(?:another )?(?:${PHASE}|trial|late-stage|pivotal) (?:trial )?(?:win|success|victory|failure|flop|fail|miss|setback|disappointment)|(?:succeed(?:s|ed)?|success|wins?|fail(?:s|ed)|failure) in (?:a |the |its )?(?:pivotal |second |first )?(?:late-stage|mid-stage|early-stage|final-stage|${PHASE})|positive (?:topline )?(?:results|data) from (?:the |its |a )?[^.;,]{0,50}${PHASE}|positive ${PHASE}[^.;]{0,30}(?:data|results|topline))\\b`,
      ),
      detail: outcome('unclear'),
      confidence: LOOSE,
    },
    {
      says: 'EX-101 hits mark in Phase 3; beats placebo',
      pattern: words(
        `\\b(?:aces|aced|sails through|sailed through|passes) (?:an? |its |the )?(?:[\\w-]+ )?(?:trial|study|test|${PHASE})|\\b(?:topline (?:data|results)${gap(NEAR)}|(?:data|results) from (?:an? |the |its )?(?:pivotal |late-stage |mid-stage |early-stage |${PHASE} )?(?:trial|study)) (?:show|shows|showed|indicate|demonstrate)[sd]?\\b|\\b(?:slows|slowed|cuts?|reduced?s?|lowered|improved|reduces|lowers|improves|extends|delays)\\b${gap(CLAUSE)}\\b(?:in|during) (?:an? |its |the )?(?:pivotal |large |final |late-stage |mid-stage |early-stage |early )?(?:trial|study|${PHASE})(?= (?:trial|study)|$)|\\b(?:hits|hit|meets|met) (?:the |its )?mark\\b|\\b(?:beats?|bests|bested|outperforms|outperformed|tops|topped) (?:a )?(?:placebo|sham|standard of care|chemotherapy)\\b`,
      ),
      detail: outcome('unclear'),
      confidence: LOOSE,
    },
    {
      says: 'the trial demonstrated that Zelvora was safe and provided clinical benefit',
      pattern: words(
        `\\b(?:trial|study) (?:demonstrated|showed|found|confirmed) that\\b${gap(CLAUSE)}\\b(?:benefits?|improv\\w+|reduc\\w+|effective|efficacy|safe and)\\b`,
      ),
      detail: outcome('unclear'),
      confidence: WEAK,
    },
    {
      says: 'the trial showed statistically significant improvements in efficacy endpoints',
      pattern: words(
        `\\b(?:trial|study)(?: that| which)? (?:showed|demonstrated|achieved)\\b${gap(CLAUSE)}\\bstatistical(?:ly)? significan(?:t|ce)\\b|\\b(?:trial|study)\\b${gap(CLAUSE)}\\b(?:showed|shown|demonstrated|achieved) (?:an? )?(?:statistically )?significant (?:\\w+ )?(?:improvement|reduction|benefit|decrease)s?\\b|\\b(?:shows?|showed|demonstrate[sd]|achieve[sd])\\b${gap(NEAR)}\\bstatistical(?:ly)? significan(?:t|ce)\\b${gap(REACH)}\\b(?:trial|study|${PHASE})\\b|\\b(?:shows?|showed|demonstrate[sd]) (?:an? )?significant (?:improvement|reduction|benefit|decrease)s?\\b${gap(REACH)}\\b(?:trial|study|${PHASE})\\b`,
      ),
      detail: outcome('unclear'),
      confidence: WEAK,
    },
    {
      says: 'shows a 62% response rate in a Phase 2 trial; was 82% effective in a late-stage trial',
      pattern: words(
        `\\b(?:shows?|showed|showing|demonstrate[sd]?|achieve[sd]?|produce[sd]?|delivers?|delivered|yields?|yielded|posts?|posted)\\b${gap(NEAR)}\\b\\d+(?:\\.\\d+)?%${gap(CLAUSE)}\\b(?:respon\\w+|remissions?|reductions?|improvements?|ORR|survival|efficacy|weight loss|clearance|effective|decrease|fewer|lower)\\b${gap(CLAUSE)}\\b(?:trial|study|${PHASE})|\\b(?:was|were|is|proved) \\d+(?:\\.\\d+)?% effective\\b`,
      ),
      detail: outcome('unclear'),
      confidence: WEAK,
    },
    {
      says: 'significantly reduced the rate in two Phase 3 trials; Interim Phase 1/2 Results Show',
      pattern: words(
        `\\bsignificantly (?:reduce[sd]?|improve[sd]?|lower(?:s|ed)|increase[sd]?|slow(?:s|ed)|cuts?|extend(?:s|ed)|delay(?:s|ed)|prolong(?:s|ed)|outperform(?:s|ed))\\b${gap(REACH)}\\b(?:trials?|study|studies|${PHASE})|\\b(?:interim|topline|initial|preliminary|final|updated|first|new) (?:clinical )?(?:${PHASE} )?(?:trial |study )?(?:data|results) (?:show|demonstrate|confirm|reveal)\\b|\\b(?:topline|interim) (?:data|results) (?:reported|announced|released|disclosed) (?:today|on)\\b`,
      ),
      detail: outcome('unclear'),
      confidence: WEAK,
    },
    {
      says: 'Positive Topline Results for Zelvora; achieved proof of concept; disappoints in a mid-stage trial',
      pattern: words(
        `^(?:announces )?(?:positive|encouraging|negative|disappointing) (?:topline |interim |initial |clinical )*(?:results|data) (?:for|from|of|in|with)\\b|\\b(?:achieve[sd]?|demonstrate[sd]?|establishe[sd]) (?:clinical )?proof[- ]of[- ]concept\\b|\\b(?:disappoints?|disappointed|stumbles?|stumbled|falters?|faltered|shines?|impresse[sd]|did not meet expectations|shows? promise|showed promise) in (?:an? |the |its )?(?:[\\w-]+ ){0,3}(?:trial|study|test|${PHASE})`,
      ),
      detail: outcome('unclear'),
      confidence: LOOSE,
    },
  ],
  unless: [
    {
      match:
        /\bfinancial results\b|\b(?:quarter|year|annual|operating|earnings|revenue|sales|preclinical|nonclinical) (?:results|data)\b|\b(?:preclinical|nonclinical|in vitro|animal|mouse)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|would|can|will|if|whether|unlikely to|likely to|plans? to|expects? to|anticipat\w+|expect(?:s|ed|ing)?|forward to|to|not|unless|powered to|designed to|expected to|potential|upcoming|should|until|failing to|when|until it|hope\w*|ability to|able to)(?: \w+){0,2} $/i,
      match: /^(?!stop|halt|discontinu|terminat|end|scrap|abandon)/i,
    },
    {
      match: /^(?:announce|report|share|present|disclose|deliver|reveal|unveil)\b/i,
      before: /\b(?:to|will|plans?|expects?|on track|anticipates?)\b[^,;]{0,40}$/i,
    },
    { match: /\b(?:expected|anticipated|planned|will|to be|fourth quarter|first quarter)\b/i },
    { before: /\b(?:publication|publishes|published|journal)\b[^;]{0,40}$/i },
    { match: /\b(?:publication|journal)\b/i },
    {
      sentence:
        /\b(?:publication of|published in|in The (?:Lancet|New England)|endpoints? (?:is|are|include|will be)|risk that|there can be no assurance|do not necessarily|not be predictive)\b/i,
    },
    { after: /^[^,;]{0,20}\b(?:is|are|will be) (?:expected|anticipated)\b/i },
    // "announced that topline data from its trial, which …, are expected in 2027"
    {
      match:
        /^(?:announce|report)(?!.*\b(?:positive|encouraging|negative|disappointing|favou?rable|promising|compelling|significant|successful|strong|robust)\b)/is,
      after: /^[^;]{0,140}\b(?:is|are) (?:now |still )?(?:expected|anticipated|due|planned)\b/i,
    },
    { after: /^ (?:would|could|may|might|will|can)\b/i },
    // "after Phase 3 results" is news beside a move of the shares alone.
    {
      match: /^(?:after|on) /i,
      sentence:
        /^(?!.*\b(?:stocks?|shares|falls?|fell|plung|soar|surg|tumbl|crash|drop|jump|rise|climb|slump|sink|rall|slid)\w*)/is,
    },
    // "Announce topline data in Q3": a milestone.
    { before: /(?:^|[:•–-] ?|\b(?:to|and) )$/i, match: /^(?:announce|share|present)\b/i },
    {
      sentence: /\bdata (?:and )?safety monitoring\b|\bDSMB\b|\bIDMC\b/i,
      match: /^(?!.*(?:endpoint|futility))/is,
    },
    {
      match: /goals?$/i,
      sentence:
        /\b(?:sales|revenue|financial|guidance|enrol+ment|sustainability|climate|corporate|company|business) goals?\b/i,
    },
    { match: /objectives?$/i, sentence: /\b(?:corporate|business|strategic) objectives?\b/i },
    { sentence: /\b(?:encouraging|early) (?:early )?data\b/i, match: /\bearly\b/i },
    { before: /\bbioequivalence\b/i },
  ],
  status: {
    historical: [
      {
        after:
          /^(?: (?:results|data))? (?:supports?|supported|suggests?|provides?|warrants?|gives?|pav(?:es?|ing))\b/i,
      },
      {
        before:
          /\b(?:previously|historically|earlier|in the past|already|prior|had just|had|despite|which|that have|having|each study)\b[^,;]{0,45}$/i,
      },
      { match: /^(?:presented|presents)/i },
      { match: /^meeting/i, before: /^(?!.*\b(?:announce|report)(?:d|ed|s)?\b)/is },
      { before: /\b(?:highlighted|recently completed|including|completed)\b[^;]{0,60}$/i },
      {
        before:
          /^(?!.*\b(?:shares|stock)\b).*\b(?:to date|following(?! (?:the )?(?:news|word|announcement|release)\b)|since|based on|supported by|support(?:s|ing|ed)?|due to|because|on the strength of|leverag\w+|in light of|as mentioned|also|used)\b[^,;]{0,70}$/is,
      },
      {
        sentence:
          /\bAccessed (?:on )?[A-Z][a-z]+ \d|\b(?:had just flunked|in a previous|an earlier) /i,
      },
      // "is withdrawing the drug after it failed to meet its goal": the ground.
      {
        before: /\b(?:withdr|pull)\w+\b[^;]*\bafter (?:it|they|the drug) $/i,
      },
      { before: /\bResults from the\b[^;]*$/, match: /^(?:met|achiev|demonstr|show)/i },
    ],
  },
};

import { CLAUSE, FAR, FIRM, type Grammar, gap, LOOSE, NEAR, REACH, words } from '../rule.ts';

/** When an agency stops a trial, and when it lets it go on. */

const HOLD =
  '(?:(?:full |partial |complete |FDA )?clinical hold?s?|safety freeze|(?:full|partial) holds?|holds? on (?:the |its |a )?(?:[^ .;]+ ){0,3}(?:trials?|study|studies|IND|program))';

const lifted: Grammar = {
  type: 'hold_lifted',
  hint: /\b(?:lift|remov|releas|resum|restart|clear|hold|drop)/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the FDA has lifted the clinical hold',
      pattern: words(
        `\\b(?:(?:agree[sd]|decided) to lift|lift(?:s|ed)?|remove[sd]|release[sd]|vacate[sd]|lift(?:ing)? of|removal of|release of|lifting)\\b${gap(CLAUSE)}\\b(?:${HOLD}|clinical hol)\\b`,
      ),
    },
    {
      says: 'FDA lifts hold on Zelvora; after the FDA removes hold',
      pattern: words(
        '\\b(?:FDA|agency)(?: has| have| had)? (?:(?:lifts|lifted|removes|removed|releases|released|ends|ended|clears|cleared) (?:the |its |an? )?|(?:drops|dropped) (?:the|its) )(?:partial |full |clinical )*holds?\\b|\\bFDA (?:has )?(?:frees|freed|releases|released)\\b[^.;]{0,50} from (?:the |its |an? )?(?:partial |full |clinical )*hold\\b',
      ),
    },
    {
      says: 'the clinical hold was lifted; with the clinical hold lifted',
      pattern: words(
        `\\b(?:${HOLD}|holds? on|(?:the|our|its) hold (?:is|was|has been|had been)(?: now)?)\\b${gap(REACH)}\\b(?:lifted|removed|released|resolved)\\b`,
      ),
    },
    {
      says: 'FDA lets Example resume the trial; gets FDA nod to resume the trial',
      pattern: words(
        "\\b(?:(?:FDA|agency)\\b(?:'s)?[^.;]{0,20}\\b(?:lets|allows|allowed|clears|cleared|permits|permitted|nod|green light|authori[sz]es)|nod|go-ahead|green light)\\b[^.;]{0,40}?\\b(?:to )?(?:resume|restart)\\b",
      ),
      confidence: LOOSE,
    },
    {
      says: 'shares jump on a swift reversal of the hold',
      pattern: words('\\breversal of (?:the|its) (?:(?:clinical|full|partial) )*hold\\b'),
      confidence: LOOSE,
    },
    {
      says: 'is cleared to resume dosing',
      pattern: words(
        '\\b(?:is|are|was|were|been|now) (?:now )?(?:cleared|allowed|permitted|authori[sz]ed|free) to (?:resume|restart)\\b(?=[^.;]{0,40}\\b(?:dosing|enrol|trials?|stud(?:y|ies)|testing|screening|treatment))',
      ),
      confidence: LOOSE,
    },
    {
      says: 'IND clearance following the clinical hold',
      pattern: words(
        `\\b(?:(?:cleared|clears|clearance of) (?:the |its )?IND\\b|IND\\b[^.;]{0,40}\\b(?:clear(?:ed|ance)|may proceed)\\b)[^.;]{0,60}\\b(?:after|following)\\b[^.;]{0,30}${HOLD}`,
      ),
    },
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|would|if|until|once|(?<!agreed )(?<!agrees )(?<!decided )to|unless|before|whether|not|will|when|seek\w*|work\w*|request\w*|can|should|pending|toward)\b[^,;]{0,30}$/i,
      match: /^(?:lift|remov|releas|lifts|clinical|full|partial)/i,
    },
    {
      match:
        /\b(?:if|until|not|to be|unless|may be|could be|be) (?:lifted|removed|released)|\b(?:not|yet to)\b/i,
    },
    { match: /\bregarding\b/i },
    { sentence: /\bhold on (?:trading|the (?:shares|stock))\b/i },
  ],
  status: {
    historical: [{ before: /\b(?:following|since|previously|despite)\b[^,;:]{0,40}$/i }],
  },
};

const hold: Grammar = {
  type: 'clinical_hold',
  hint: /\bholds?\b|\bbrakes\b|\bhalt|\bstop|\bfreez|\bpaus|\bsuspend/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'the FDA placed the trial on clinical hold',
      pattern: words(
        `\\b(?:place[sd]?|put|puts|imposed|imposes|issue[sd]|initiated|instituted|receiv(?:es|ed)|announce[sd]?|slaps|slapped|clamps|clamped|orders|ordered|notified|informed|hit with|faces|faced|discloses|disclosed|reveals|revealed)\\b${gap(FAR)}\\b${HOLD}\\b`,
      ),
      detail: (match) => (/\bpartial\b/i.test(match[0]) ? { partial: true } : undefined),
    },
    {
      says: 'FDA Clinical Hold on Example Trial; clinical hold letter',
      pattern: words(
        `\\bFDA(?:'s)? (?:partial )?clinical hold (?:on|for|of|letter)\\b|\\bclinical hold (?:was|has been) (?:placed|imposed|issued)\\b|^(?:partial |full )?clinical hold (?:placed|imposed|issued) (?:for|on)\\b`,
      ),
      detail: (match) => (/\bpartial\b/i.test(match[0]) ? { partial: true } : undefined),
      confidence: LOOSE,
    },
    {
      says: 'Clinical hold on EX-101 imposed by the FDA',
      pattern: words(
        `\\b${HOLD}\\b(?! letter)${gap(CLAUSE)}\\b(?:imposed|placed|issued) by (?:the )?(?:FDA|agency)\\b`,
      ),
    },
    {
      says: 'FDA puts the gene editing trial on hold',
      pattern: words(
        `\\bFDA (?:has )?(?:puts?|placed?s?)\\b${gap(CLAUSE)}\\bon (?:a )?(?:full |partial )?hold\\b`,
      ),
    },
    {
      says: 'shares dive on clinical hold; hit by clinical hold; study suspended by the FDA',
      pattern: words(
        '\\b(?:shares|stock|dives?|plunges?|sinks?|tumbles?|drops?|falls?|slides?|tanks|craters|crashes|hit|down)\\b[^.;]{0,40}\\b(?:on|after|by|following) (?:an? |the )?(?:FDA )?(?:partial )?clinical holds?\\b|\\b(?:trials?|stud(?:y|ies)|testing|dosing)\\b[^.;]{0,30}\\b(?:suspended|halted|paused|stopped) by (?:the )?FDA\\b|\\b(?:pauses|halts|suspends|stops)\\b[^.;]{0,60}\\b(?:after|following|on) (?:an? |the )?FDA (?:partial |clinical )*hold\\b',
      ),
      confidence: LOOSE,
    },
    {
      says: 'the trial was put on hold by the FDA',
      pattern: words(
        '\\b(?:placed|put) on (?:a )?(?:full |partial |clinical )*hold by (?:the )?FDA\\b|\\bFDA hold (?:on|for|halts|stops)\\b',
      ),
    },
    {
      says: 'FDA halts the Phase 3 trial',
      pattern: words(
        `\\bFDA (?:has )?(?:(?:orders|ordered) (?:a )?(?:halt|pause)|halt(?:s|ed)?|freezes|froze|pauses?|paused|suspend(?:s|ed)?|stops?|stopped)\\b${gap(CLAUSE)}\\b(?:trials?|stud(?:y|ies)|test|program|testing|dosing|enrol+ment)\\b`,
      ),
    },
    {
      says: 'the IND was placed on hold',
      pattern: words(
        `\\b(?:paus|halt|suspend|stop)\\w+ ${gap(CLAUSE)}\\b(?:at the (?:request|direction|order)|by order) of (?:the )?FDA\\b|\\bFDA (?:has )?(?:puts?|slams?|hits?) the brakes on\\b(?=[^.;]{0,60}\\b(?:trials?|stud(?:y|ies)|program)\\b)|\\bFDA (?:has |have )?(?:ordered|told|asked|instructed|directed) ${gap(NEAR)}\\bto (?:stop|halt|pause|suspend)\\b(?=[^.;]{0,60}\\b(?:dosing|enrol|trials?|stud(?:y|ies)|patients))|\\b(?:drops|dropped) an? (?:partial |full |clinical )*hold\\b|\\bFDA (?:has )?(?:puts?|place[sd]?) (?:an? )?(?:partial |full )?hold on\\b|\\bhold (?:was|has been) (?:placed|put|imposed) on\\b${gap(CLAUSE)}\\b(?:trials?|stud(?:y|ies)|enrol+ment|dosing|IND)\\b|\\bIND\\b${gap(CLAUSE)}\\b(?:was|were|has been|have been|is|are) (?:placed|put) on (?:full |partial |clinical )*hold\\b`,
      ),
      confidence: FIRM,
    },
  ],
  unless: [
    { before: /\b(?:not|never|yet)(?: \w+)? $/i },
    {
      match:
        /^(?!pauses|halts|suspends|stops|shares|stock|dive|plunge|sink|tumble|drop|fall|slide|tank|crater|crash|hit|down).*\b(?:following|after)\b/is,
    },
    {
      match:
        /\b(?:other|lift\w*|clear\w*|remov\w+|(?<!press )releas\w+|resol\w+|may|could|if|regarding|response to|respond\w*|not)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|would|can|if|not|to|will|should|or|lift\w*|remov\w*|any|no|risk|resolv\w+|potential|following(?! (?:the )?(?:news|word|reports?|announcement) that)|avoid)\b[^,;]{0,35}$/i,
      match: /^(?:place|put|impos|issu|halt|FDA|initiat|institut|clinical)/i,
    },
    { after: /^[^;]{0,70}\b(?:lifted|removed|released)\b/i },
    // The hold is one that was placed before.
    {
      after:
        /^,? (?:that |which )?(?:the FDA )?(?:was |had )?(?:placed|imposed|announced|disclosed)\b(?! by)/i,
    },
    {
      sentence:
        /\b(?:may be placed|may impose|could be placed|might be placed|imposes a clinical hold, trials|IRB|regarding the clinical hold)\b/i,
    },
  ],
  status: {
    historical: [
      {
        sentence:
          /\b(?:previously|valuation|bull case|had placed|had been placed|was lifted|resumed)\b/i,
      },
      {
        before: /\b(?:following|after|since|despite)\b[^,;]{0,30}$/i,
        match: /^(?:FDA(?:'s)? clinical|FDA halt)/i,
      },
      // "a month after being slapped with a hold"
      { before: /\b(?:after|following|since|despite) (?:being|having been|it was) $/i },
    ],
  },
};

export const holdGrammars: readonly Grammar[] = [lifted, hold];

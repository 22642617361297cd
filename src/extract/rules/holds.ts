import { CLAUSE, FAR, type Grammar, gap, REACH, rule } from '../rule.ts';

/** Clinical holds and their lifting. */

const HOLD =
  '(?:(?:full |partial |complete |FDA )?clinical hold?s?|safety freeze|(?:full|partial) holds?|holds? on (?:the |its |a )?(?:[^ .;]+ ){0,3}(?:trials?|study|studies|IND|program))';

const lifted: Grammar = {
  type: 'hold_lifted',
  hint: /\b(?:lift|remov|releas|resum|restart|clear|hold|drop)/i,
  dating: 'event',
  drug: true,
  rules: [
    rule(
      'the FDA has lifted the clinical hold',
      `\\b(?:(?:agree[sd]|decided) to lift|lift(?:s|ed)?|remove[sd]|release[sd]|vacate[sd]|lift(?:ing)? of|removal of|release of|lifting)\\b${gap(CLAUSE)}\\b(?:${HOLD}|clinical hol)\\b`,
    ),
    rule(
      'FDA lifts hold on Zelvora; after the FDA removes hold',
      '\\b(?:FDA|agency)(?: has| have| had)? (?:(?:lifts|lifted|removes|removed|releases|released|ends|ended|clears|cleared) (?:the |its |an? )?)(?:partial |full |clinical )*holds?\\b',
    ),
    rule(
      'the clinical hold was lifted; with the clinical hold lifted',
      `\\b(?:${HOLD}|holds? on|(?:the|our|its) hold (?:is|was|has been|had been)(?: now)?)\\b${gap(REACH)}\\b(?:lifted|removed|released|resolved)\\b`,
    ),
    rule(
      'FDA lets Example resume the trial; gets FDA nod to resume the trial',
      "\\b(?:(?:FDA|agency)\\b(?:'s)?[^.;]{0,20}\\b(?:lets|allows|allowed|clears|cleared|permits|permitted|nod|green light)|nod|go-ahead|green light)\\b[^.;]{0,40}?\\b(?:to )?(?:resume|restart)\\b",
    ),
  ],
};

const hold: Grammar = {
  type: 'clinical_hold',
  hint: /\b(?:holds?\b|brakes\b|halt|stop|freez|paus|suspend)/i,
  dating: 'event',
  drug: true,
  detail: ({ 0: words }) => (/\bpartial\b/i.test(words) ? { partial: true } : undefined),
  rules: [
    rule(
      'the FDA placed the trial on clinical hold',
      `\\b(?:place[sd]?|put|puts|imposed|imposes|receiv(?:es|ed)|announce[sd]?|slaps|slapped|clamps|clamped|orders|ordered|informed|hit with|faces|faced|reveals|revealed)\\b${gap(FAR)}\\b${HOLD}\\b`,
    ),
    rule(
      'shares dive on clinical hold; hit by clinical hold; study suspended by the FDA',
      '\\b(?:stock|falls?|tanks|hit|down)\\b[^.;]{0,40}\\b(?:on|after|by) (?:an? |the )?(?:FDA )?(?:partial )?clinical holds?\\b|\\b(?:trials?)\\b[^.;]{0,30}\\b(?:suspended|paused) by (?:the )?FDA\\b',
    ),
    rule(
      'FDA halts the Phase 3 trial',
      `\\bFDA (?:has )?(?:halt(?:s|ed)?|freezes|froze|pauses?|paused|suspend(?:s|ed)?|stops?|stopped)\\b${gap(CLAUSE)}\\b(?:trials?|stud(?:y|ies)|test|program|testing|dosing|enrol+ment)\\b`,
    ),
  ],
  unless: [
    { before: /\b(?:not|never|yet)(?: \w+)? $/i },
    {
      match:
        /\b(?:other|lift\w*|clear\w*|remov\w+|(?<!press )releas\w+|resol\w+|may|could|if|regarding|response to|respond\w*|not)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|would|can|if|not|to|will|should|or|lift\w*|remov\w*|any|no|risk|resolv\w+|potential|following(?! (?:the )?(?:news|word|reports?|announcement) that)|avoid)\b[^,;]{0,35}$/i,
      match: /^(?:place|put|impos|issu|halt|FDA|initiat|institut|clinical)/i,
    },
  ],
  status: {
    historical: [
      {
        sentence:
          /\b(?:previously|valuation|bull case|had placed|had been placed|was lifted|resumed)\b/i,
      },
    ],
  },
};

export const holdGrammars: readonly Grammar[] = [lifted, hold];

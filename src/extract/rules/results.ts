import type { MentionDetail } from '../mention.ts';
import { CLAUSE, FAR, type Found, type Grammar, gap, NEAR, PHASE, REACH } from '../rule.ts';

/** Reads the outcome of trial results. Only the text models detect trial results. */

const ENDPOINT = '(?:endpoints?|end points?|goals?|objectives?|outcome measures?|marks?)';
const TRIAL = `(?:trials?|stud(?:y|ies)|tests?|${PHASE})`;
const NOT = "(?:(?:did|does|do|had|has|have) not|didn't|fail(?:s|ed|ing)? to|(?:un|not )able to)";
const REACHES =
  '(?:me(?:e)?t|achieve|reach|hit|attain|satisfy|separate|show|demonstrate|beat|outperform)';
const GAIN =
  '(?:statistical(?:ly)? significan(?:t|ce)|significant|from placebo|benefit|superiority)';
const STOPS = '(?:stop|halt|discontinu|terminat|end|scrap|abandon|drop)\\w*';
const FALLS = '(?:miss(?:es|ed)|flunk(?:s|ed)|flop(?:s|ped)|fail(?:s|ed)|f[ae]lls? short)';
const PRIMARY = '(?:primary|co-primary|main|key)';

const any = (...patterns: readonly string[]) =>
  new RegExp(patterns.map((pattern) => `\\b${pattern}\\b`).join('|'), 'i');

const missed = any(
  `${NOT} (?:\\w+ )?${REACHES}${gap(REACH)}\\b(?:${ENDPOINT}|${GAIN})`,
  `${NOT} (?:improve|reduce|slow|extend|prolong|lower|delay)`,
  `(?:neither|none|no) ${gap(CLAUSE)}\\b${REACHES}(?:d|ed)?${gap(NEAR)}\\b${ENDPOINT}`,
  `${FALLS}(?: of| on| at| in)? ${gap(NEAR)}\\b(?:${ENDPOINT}|${TRIAL}|statistical significance)`,
  `${TRIAL}${gap(CLAUSE)} (?:has |have )?fail(?:s|ed)`,
  `${ENDPOINT}${gap(CLAUSE)}\\b(?:was|were|has been|have been) not (?:met|achieved|reached)`,
  `${STOPS}${gap(FAR)}\\b(?:futility|unlikely to)`,
  `(?:no better than|not statistically significant|no (?:\\w+ )?significant)`,
);
const met = any(
  `(?:met|meets|meeting|achieve[sd]?|reached|hits?|satisfied)(?: \\S+){0,9}? ${ENDPOINT}`,
  `${PRIMARY}${gap(NEAR)} ${ENDPOINT}(?: (?:was|were|has been|have been))? (?:successfully )?(?:met|achieved|reached)`,
  `significan(?:t|ce)${gap(CLAUSE)}\\b(?:in|on|for|of|at) (?:\\w+ ){0,2}(?:primary|co-primary)`,
  `stopped early (?:for|due to|because of|based on|on) (?:\\w+ )?(?:efficacy|benefit)`,
);
const negated = new RegExp(`\\b${NOT} (?:\\w+ )?$`, 'i');

/**
 * The trial outcome that a sentence states. If the sentence states no outcome, or only the outcome
 * of a secondary endpoint, the result is `unclear`.
 */
function outcomeIn(sentence: string): NonNullable<MentionDetail['outcome']> {
  const success = met.exec(sentence);
  const isMet = success !== null && !negated.test(sentence.slice(0, success.index));
  const failure = missed.exec(sentence);
  if (failure !== null) {
    const { index, 0: words } = failure;
    const clause = words + restOfClause.exec(sentence.slice(index + words.length))![0];
    if (!isSecondary(clause)) return 'not_met';
    return isMet ? 'mixed' : 'unclear';
  }
  return isMet && !isSecondary(sentence) ? 'met' : 'unclear';
}

const restOfClause = /^(?:(?!\b(?:and|but|while|although|though|whereas)\b)[^,.;])*/i;

function isSecondary(text: string): boolean {
  return /\bsecondary\b/i.test(text) && !/\bprimary\b/i.test(text);
}

const NAME = '([A-Z][A-Za-z]*[A-Z][A-Z0-9-]{2,}(?:-[A-Z0-9]+)?(?: (?:[A-Z]{2,}|\\d)){0,2})';
const KIND = '(?:[Pp]hase \\d\\w?(?:/\\d\\w?)?|pivotal|safety|clinical|registrational|extension)';
const named = new RegExp(`\\b${NAME}(?:,? ${KIND}){0,3} (?:trial|study)\\b`);

/**
 * Reads the name of a trial that is in capital letters: "the RISE UP study", "STRIVE-ON safety
 * trial".
 */
function trialIn(sentence: string): string | undefined {
  const name = named.exec(sentence)?.[1];
  return name && !/^(?:FDA|NDA|BLA|IND|EMA|NASH|MASH|COPD)$/.test(name) ? name : undefined;
}

export const resultGrammar: Grammar = {
  type: 'trial_result',
  hint: /\b(?:mark|placebo|sham|endpoints?|goals?|objectives?|results|data|signifi|win|flunk|flop|fail|miss|separate|succe|futil|fell short|falls? short|trial|study|phase)/i,
  dating: 'event',
  drug: true,
  rules: [],
  detail: (_: Found, sentence) => {
    const trial = trialIn(sentence);
    return { outcome: outcomeIn(sentence), ...(trial ? { trial } : {}) };
  },
};

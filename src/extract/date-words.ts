import { oneOf } from './one-of.ts';

/** Building blocks for the patterns of dates. */

export const MONTH_NAMES =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const MONTH_WORDS = oneOf(
  '(?:Jan|JAN)(?:uary|UARY|\\.)?|(?:Feb|FEB)(?:ruary|RUARY|\\.)?|(?:Mar|MAR)(?:ch|CH|\\.)?',
  '(?:Apr|APR)(?:il|IL|\\.)?|May|MAY|(?:Jun|JUN)(?:e|E|\\.)?|(?:Jul|JUL)(?:y|Y|\\.)?',
  '(?:Aug|AUG)(?:ust|UST|\\.)?|(?:Sep|SEP)(?:t|T)?(?:ember|EMBER|\\.)?',
  '(?:Oct|OCT)(?:ober|OBER|\\.)?|(?:Nov|NOV)(?:ember|EMBER|\\.)?',
  '(?:Dec|DEC)(?:ember|EMBER|\\.)?',
);
/**
 * Names of months start with a capital letter in the pattern, because "may" and "march" are verbs.
 */
export const MONTH = `(?<month>${MONTH_WORDS})(?![A-Za-z])`;
/** The digits of a day are not followed by another digit: in "April 2025", 20 is not a day. */
export const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?!\\d|[.,]\\d|%)';
export const YEAR = '(?<year>(?:19|20)\\d\\d)(?!\\d|[.,]\\d|%)';
const SAID_YEAR = '(?:this|next|the current|the|the following)(?: calendar)? year';
/**
 * Matches the year of a period, or nothing if the text omits the year: "of 2026", ", 2026", "'26",
 * "of this calendar year", "next year".
 */
export const OF_YEAR = `(?:(?:,? ?(?:of |in )?(?:the )?(?:calendar )?(?:year )?|[ :/-])?(?:(?<year>20[0-4]\\d)(?!\\d)|'(?<short>[0-4]\\d)(?!\\d))|,? ?(?:of|in)? ?(?<said>${SAID_YEAR}))?(?!(?: of)?(?: the)? fiscal)`;
export const ITS_YEAR =
  '(?:in |the )?(?:calendar )?(?:year )?(?:(?<year>20[0-4]\\d)(?!\\d|-\\d)|(?<said>(?:this|next|the current|the following|the) year|year))';
export const AGO = '(?<count>two|three|four|five|six|\\d{1,2}) (?<agoUnit>weeks|months) ago';
export const THEN_YEAR = `(?:(?:,| of)? (?:${YEAR}|(?<said>(?:this|last) year)))?`;
export const NTH = '(?<word>first|second|third|fourth|1st|2nd|3rd|4th|final|last)';
export const NUMBERED = '(?:Q(?<q>[1-4])|(?<q2>[1-4])Q)(?:[-/](?:Q?(?<q3>[1-4])Q?))?';
export const PART =
  '(?<part>early(?:[- ]to[- ]mid)?|mid(?:dle of|dle|-to-late)?|late|beginning of|start of|the end of|end of|year-?end|the middle of|the beginning of)';

export const PREFIXES =
  '[Bb]y |[Ii]n |[Dd]uring |[Ss]ince |[Ll]ast |this |next |of |before |until |through ';
export const JOINT = '(?<=(?<joint>for |and |or |to |between |, |\\())';
export const WHICH = oneOf(
  'last|this|next|the current|the coming|current|coming|earlier this|later this|the next',
  'the following',
);
export const COUNTED = oneOf(
  '-\\d\\d|[\\d,/]\\d|\\.\\d|%',
  " (?:shares|patients|participants|Plan|Form|Notes|Outlook|Financial|(?:[A-Z][\\w&'-]* |(?:of|and|for|the|on) ){0,8}(?:Annual|annual|Congress|ACR|ASCO|ASH|Meeting|Conference|Symposium|Summit))",
);
export const YEAR_PARTS = oneOf(
  "year-?\\s?end\\b|year's (?:end|close)\\b|mid-?year",
  'end of (?:the |this )?(?:calendar )?year|calendar year-end',
);
export const RELATIVE = '(?:in|over) the (?:coming|next few) weeks|in the weeks ahead';

/** The first month of each season. Winter is omitted because it spans two years. */
export const seasons: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  fall: 9,
  autumn: 9,
};

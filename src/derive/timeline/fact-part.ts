import type { EventType } from '../../catalogue/event-types.ts';

/** Maximum number of characters of an event's text. */
export const MAX_WHAT = 160;
/** Our choice: number of characters kept free for the text after the words that state the fact. */
const AFTER = 40;

/** The words that state the fact, by type of event. */
const FACTS: Readonly<Partial<Record<EventType, RegExp>>> = {
  goal_date_set: /\bPDUFA|target action|goal date|action date/i,
  goal_date_moved: /\bexten\w+|PDUFA|goal date/i,
  committee_meeting: /\badvisory committee|adcomm?\b/i,
  date_set: /\b(?:expect|anticipat|plan|target|on track)\w*/i,
  approval: /\bapprov\w+|\bclear(?:ed|s|ance)\b/i,
  refusal: /\bcomplete response|\brefus\w+|\breject\w+|\bdeclin\w+/i,
  application_withdrawn: /\bwithdr\w+/i,
  application_submitted: /\b(?:re)?submi\w+|\bfil(?:ed|ing)\b/i,
  application_accepted: /\baccept\w+/i,
  designation: /\bdesignation|\bpriority review/i,
  results_announced:
    /\b(?:met|meet\w*|miss\w*|fail\w*|achiev\w+|reach\w+|not)\b[^.;]{0,60}?\b(?:end ?points?|goals?|significan\w+)|\b(?:results|data)\b/i,
  hold_placed: /\bclinical holds?\b/i,
  hold_lifted: /\b(?:lift|remov|resum|releas)\w*/i,
  offering: /\b(?:offering|placement|financing)\b/i,
  deal_announced: /\b(?:acqui|merge|licen[cs])\w+/i,
  split: /\breverse (?:stock |share )?split/i,
  runway_stated: /\brunway\b|\bsufficient\b|\bfund(?:ed|s)?\b/i,
  going_concern: /\bsubstantial doubt|\bgoing concern/i,
  listing_notice: /\b(?:non-?)?complian\w+|\bdeficien\w+|\bminimum bid|\bdelist\w*/i,
};
/**
 * Matches the words or the punctuation before a clause. The group `that` is set if the clause
 * reports what somebody said.
 */
const STARTS =
  /(?<that>\b(?:announc|report|disclos|inform|notif|said|stat)\w*[^,;:]{0,40}? that )|[,;:–—] |\. /g;

/**
 * Returns the part of a sentence that states the fact. If the sentence is longer than `room`
 * characters, its start may be cut off, so that the words that state the fact are within the first
 * `room` characters.
 */
export function factPart(sentence: string, type: EventType, room: number): string {
  const full = sentence.replaceAll(/\s+/g, ' ').trim();
  const line = full.length > room ? abbreviated(full) : full;
  const fact = FACTS[type]?.exec(line);
  if (line.length <= room || !fact) return line;
  const end = fact.index + fact[0].length;
  const clauses = [...line.slice(0, fact.index).matchAll(STARTS)];
  const reported = clauses.filter(({ groups }) => groups?.that).toReversed();
  const starts = [...reported, ...clauses].map((match) => match.index + match[0].length);
  const start = [0, ...starts].find((at) => end - at <= room - AFTER) ?? fact.index;
  return start === 0 ? line : `…${line.slice(start)}`;
}

/** Matches up to eight words before an abbreviation in parentheses. */
const EXPLAINED = /((?:[\w.'-]+ ){2,8})\(([A-Z]{2,6})\)/g;

/**
 * Replaces names with their abbreviations, such as `the Food and Drug Administration (FDA)` with
 * `the FDA`.
 */
function abbreviated(line: string): string {
  return line.replace(EXPLAINED, (whole, before: string, short: string) => {
    const words = before.trim().split(' ');
    for (let from = words.length - 2; from >= 0; from -= 1) {
      const own = words.slice(from).filter((word) => !/^(?:and|for|of|the)$/.test(word));
      const initials = own.map(([letter = '']) => letter.toUpperCase()).join('');
      // The abbreviation may leave out the last word: `Investigational New Drug application (IND)`.
      const isName = initials === short || initials.slice(0, -1) === short;
      if (!isName) continue;
      const others = words.slice(0, from);
      const rest = /^U\.?S\.?A?\.?$/.test(others.at(-1) ?? '') ? others.slice(0, -1) : others;
      return [...rest, short].join(' ');
    }
    return whole;
  });
}

import { groupBy } from '../domain/group-by.ts';
import { anyOf, anyWordOf } from '../domain/patterns.ts';
import { datesIn, type FoundDate } from './date-grammar.ts';
import type { Mention, MentionStatus } from './mention.ts';
import type { Paragraph } from './paragraphs.ts';
import { RULE_CONFIDENCE } from './rule.ts';
import { sentencesOf } from './sentences.ts';

/** Value of `model` in statements that the rules of this file find. */
const MODEL = 'stated-runway/1';
const MAX_EVIDENCE = 400;
/** Maximum number of runway statements in one text. Real texts have one or two. */
const MAX_STATEMENTS = 20;
/**
 * A bound is a word before the date of a runway, such as "into". The date is searched for in the
 * `TAIL` characters after the bound. Words about cash are searched for in the `REACH` characters
 * before it.
 */
const TAIL = 60;
const REACH = 220;

/** Matches a bound, such as "into" in "into 2028". */
const BOUND = /\b(into|through(?:out)?|until|till|to|beyond|past)\s+/gi;
/** Matches the words between a bound and its date. */
const LEAD =
  /^(?:(?:at least|approximately|about|around|roughly|well|into|through|the|its|our|calendar(?: year)?|end of)\s+)*$/i;
const FISCAL = /\b(?:fiscal(?: year)?|FY)[\s-]*(?=\S)/i;

const HINT = /\b(?:runway|fund|support|financ|sustain|sufficient|last|cash)/i;
const MONEY =
  /\b(?:cash|capital|liquidity|funds|resources|securities|proceeds|investments|balance sheet)\b/i;
/** Matches "runway" in a clause with a word about cash. Otherwise, "runway" is a metaphor. */
const RUNWAY =
  /\b(?:cash|operating|operational|financial|liquidity|capital|fund(?:s|ing)|financing|proceeds)\b[^;]*\brunway\b|\brunway\b[^;]*\b(?:cash|capital|funding|financing)\b/i;
const AFTER_RUNWAY = /\brunway\b[^;]{0,100}$/i;
/**
 * Matches "runway" directly before the bound. In this case, the rest of the sentence is not tested.
 */
const AT_RUNWAY = /\brunway\s*$/i;
/** Things that cash is spent on. */
const NEEDS = anyWordOf(
  '',
  /operat\w+|expen\w+|needs|requirements|plans?|obligations|business|activities|company|us/,
  /programs?|pipeline|development|commercialization/,
);
const AFTER_FUNDS = anyOf(
  'i',
  new RegExp(
    `\\b(?:fund|support|financ|sustain|cover|meet)\\w*\\b[^;]{0,40}${NEEDS.source}[^;]{0,150}$`,
  ),
  /\b(?:cash|capital|funds|resources|liquidity)\b[^;]{0,120}\b(?:last|sufficient|enough|adequate|funded|carry us|take us)\b[^;]{0,100}$/,
  /\bfunded\s*$/,
);
/** Matches words that show that the date is not the end of the cash. */
const OTHER_END =
  /\b(?:enrol\w*|dosing|follow[- ]?up|patents?|exclusivity|due|matur\w+|grow(?:th|ing)?|leases?|compared|relative|prior|subject|equal|previous(?:ly)?|guidance of)\b[^,]{0,25}$/i;
const NEGATED = anyOf(
  'i',
  /\b(?:not|unable|cannot|no longer) (?:\w+ ){0,4}(?:sufficient|enough|adequate|fund|support|sustain|last|extend)/,
  /\binsufficient\b/,
  /\b(?:more|additional) (?:funds|funding|capital) (?:will be|is|are) (?:required|needed)/,
);
const CONDITIONAL = anyOf(
  'i',
  /\b(?:negotiat\w+|could|would|might|if|efforts? to|working to)\b/,
  /\b(?:aim|seek|hope|plan|intend|target|goal|explor)\w*(?: \w+){0,3} (?:extend\w*|runway)\b/,
  /\bpotential(?:ly)? (?:licens\w+|partner\w+|financ\w+|exten\w+)\b/,
  /\bmay (?:be|extend|fund|last)\b/,
);
const THIRD_PARTY = /\banalysts?\b|\bprice target\b|\bour (?:model|rating)\b/i;

const ADDED_TO =
  /\b(?:together with|(?<!not )includ\w+|inclusive of|combined with|plus|supplemented by|along with|proceeds from)\b/;
const LATER_MONEY = anyWordOf(
  '',
  /proceeds|milestones?|payments?|facility|financing|offering|loan|tranche|exercise/,
);
/**
 * The conditions that a statement can depend on, with their patterns. A pattern is applied only to
 * the sentence of the statement.
 */
const conditions: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['expected', /\bshould\b/i],
  ['later proceeds', new RegExp(`${ADDED_TO.source}[^.;]{0,100}${LATER_MONEY.source}`, 'i')],
  ['pro forma', /\bpro[- ]forma\b/i],
  [
    'without milestones',
    /\b(?:exclud\w+|without|before|not (?:includ|account)\w+)\b[^.;]{0,80}\b(?:milestones?|proceeds|revenues?|options?|payments?|warrants?)\b/i,
  ],
  ['assumption', /\bassum\w+/i],
];

/**
 * Finds the statements that say how long the company's cash lasts. Their type is `stated_runway`.
 * The date is the period that the text states, and `detail.bound` is the word before the period.
 * Cash "into 2028" lasts until some day in 2028. Cash "through 2028" lasts until the end of 2028.
 */
export function statedRunways(
  paragraphs: readonly Paragraph[],
  published: string | undefined,
  ticker: string | null,
): readonly Mention[] {
  const found = paragraphs
    .filter(({ zone, text }) => zone !== 'boilerplate' && HINT.test(text))
    .flatMap(({ text }) => sentencesOf(text))
    .flatMap((sentence) => runwayIn(sentence.replace(/\s+/g, ' '), published, ticker));
  // Merges repeated statements, because a release repeats its runway in headline, body and summary.
  const alike = groupBy(found, ({ date, status, detail }) =>
    JSON.stringify([date, status, detail]),
  );
  return [...alike.values()].slice(0, MAX_STATEMENTS).map(([first]) => first!);
}

function runwayIn(sentence: string, published: string | undefined, ticker: string | null) {
  const cues = [
    AT_RUNWAY,
    ...(RUNWAY.test(sentence) ? [AFTER_RUNWAY] : []),
    ...(MONEY.test(sentence) ? [AFTER_FUNDS] : []),
  ];
  for (const match of sentence.matchAll(BOUND)) {
    const before = sentence.slice(Math.max(0, match.index - REACH), match.index);
    const end = endIn(sentence.slice(match.index + match[0].length), published);
    if (!end || OTHER_END.test(before) || !cues.some((cue) => cue.test(before))) continue;
    if (published !== undefined && end.date.to < published) continue;
    const bound = match[1]!.toLowerCase();
    return [mentionOf({ sentence, before, bound, at: match.index }, end, ticker)];
  }
  return [];
}

interface End {
  readonly date: FoundDate;
  readonly isFiscal: boolean;
}

/** The date at the start of the text that follows a bound. */
function endIn(rest: string, published: string | undefined): End | undefined {
  const tail = rest.slice(0, TAIL);
  const plain = tail.replace(FISCAL, '');
  const [date] = datesIn(plain, published);
  if (!date || !LEAD.test(plain.slice(0, date.start))) return undefined;
  const isFiscal = tail.search(FISCAL) >= 0 && tail.search(FISCAL) <= date.end;
  return { date, isFiscal };
}

interface Found {
  readonly sentence: string;
  /** The text before the bound. */
  readonly before: string;
  readonly bound: string;
  /** Position of the bound. */
  readonly at: number;
}

function mentionOf(
  { sentence, before, bound, at }: Found,
  { date, isFiscal }: End,
  ticker: string | null,
): Mention {
  const named = conditions.flatMap(([name, pattern]) => (pattern.test(sentence) ? [name] : []));
  const status = statusOf(sentence, before);
  return {
    type: 'stated_runway',
    date: { from: date.from, to: date.to },
    precision: date.precision,
    date_basis: date.basis,
    ticker: status === 'other_company' ? null : ticker,
    drug: null,
    drug_from: null,
    indication: null,
    status,
    confidence: RULE_CONFIDENCE,
    tier: status === 'announced' ? 'confirmed' : null,
    model: MODEL,
    sentence: around(sentence, at),
    detail: {
      bound,
      ...(isFiscal ? { fiscal: true } : {}),
      ...(named.length > 0 ? { conditions: named.join(', ') } : {}),
    },
  };
}

/** The sentence, truncated around the statement. */
function around(sentence: string, at: number): string {
  const from = Math.max(0, Math.min(at - REACH, sentence.length - MAX_EVIDENCE));
  return sentence.slice(from, from + MAX_EVIDENCE);
}

function statusOf(sentence: string, before: string): MentionStatus {
  if (THIRD_PARTY.test(sentence)) return 'other_company';
  if (NEGATED.test(before)) return 'negated';
  return CONDITIONAL.test(before) ? 'conditional' : 'announced';
}

import { countOf } from './date-forms.ts';
import type { FoundDate } from './date-grammar.ts';
import { type Dated, isFarYear } from './dated.ts';
import { datings } from './dating.ts';
import { isSameDrug } from './drug-roles.ts';
import { grammars } from './grammars.ts';
import { indicationIn } from './indication.ts';
import type { Mention, MentionStatus, MentionType } from './mention.ts';
import { backgroundInAbout, isOfAnother, isTitle, statusOf } from './mention-status.ts';
import { matchesOf, textBefore } from './nearby.ts';
import { type Grammar, holds, type Rule } from './rule.ts';
import { inParagraph, type Scene } from './scene.ts';
import { mayBeDated } from './sentence-hints.ts';
import { type Reading, type Spot, spotOf } from './sentence-reading.ts';
import type { Statement } from './statement.ts';
import { drugFor, noDrug } from './subject.ts';

/** Maximum number of matches of one rule in one sentence. */
const MAX_MATCHES = 8;
/** Maximum number of matches of all rules in one sentence. Real sentences have fewer. */
const MAX_SPOTS = 24;
const MAX_EVIDENCE = 400;
/** If no rule finds a statement, the text model must give it at least this probability. */
const MIN_PROBABILITY = 0.1;

/** Probabilities of the text models for one sentence. */
export interface SentenceScores {
  readonly ofType: (type: MentionType) => number;
  readonly ofDate: (type: MentionType, date: FoundDate) => number;
}

/** Types for which each date of a sentence is a separate statement. */
export const dateTypes: readonly MentionType[] = [
  'pdufa_date',
  'readout_expected',
  'filing_expected',
  'adcomm_date',
];
const isDateType: ReadonlySet<MentionType> = new Set(dateTypes);

/** A statement, its position and its status, and the rule that found it, if any. */
interface Finding {
  readonly grammar: Grammar;
  readonly rule: Rule | undefined;
  readonly spot: Spot;
  readonly dated: Dated;
  readonly status: MentionStatus;
  readonly detail: Mention['detail'];
  /** Index of the date if the match has several dates. */
  readonly index: number;
}

/** Finds the statements of a sentence with rules and text models. */
export function statementsIn(
  reading: Reading,
  scene: Scene,
  scores: SentenceScores,
): readonly Statement[] {
  const found = findingsIn(reading, scene);
  return [...found, ...modelFindings(reading, scene, scores, found)]
    .map((finding) => statementOf(finding, reading, scene, scores))
    .flatMap((statement) => splitDesignations(statement))
    .flatMap((statement) => [statement, ...extendedGoal(statement, reading)]);
}

/** Finds the statements of one type in a sentence. Only the rules of its grammar are used. */
export function statementsOfGrammar(
  grammar: Grammar,
  reading: Reading,
  scene: Scene,
): readonly Statement[] {
  const none: SentenceScores = { ofType: () => 0, ofDate: () => 0 };
  return findingsIn(reading, scene, [grammar]).map((finding) =>
    statementOf(finding, reading, scene, none),
  );
}

function findingsIn(
  reading: Reading,
  scene: Scene,
  all: readonly Grammar[] = grammars,
): readonly Finding[] {
  const found: Finding[] = [];
  let spots = 0;
  for (const grammar of all) {
    if (!grammar.hint.test(reading.text)) continue;
    if (grammar.needsDate && !reading.meets(mayBeDated)) continue;
    const taken: { start: number; end: number }[] = [];
    for (const rule of grammar.rules) {
      let matches = 0;
      for (const match of matchesOf(reading.text, rule.pattern)) {
        matches += 1;
        spots += 1;
        if (matches > MAX_MATCHES || spots > MAX_SPOTS) break;
        const spot = spotOf(reading, match.index, match.index + match[0].length);
        if (taken.some(({ start, end }) => spot.start < end && spot.end > start)) continue;
        const read = readMatch(grammar, rule, match, reading, spot, scene);
        if (read.length > 0) taken.push(spot);
        found.push(...read);
      }
    }
  }
  return found;
}

/** Whether a rule matches a sentence in a context that `unless` excludes. */
function isExcluded({ rules, unless }: Grammar, reading: Reading): boolean {
  return rules.some(({ pattern }) => {
    const [match] = matchesOf(reading.text, pattern);
    if (!match) return false;
    const spot = spotOf(reading, match.index, match.index + match[0].length);
    return unless?.some((around) => holds(around, spot));
  });
}

function readMatch(
  grammar: Grammar,
  rule: Rule,
  match: RegExpExecArray,
  reading: Reading,
  spot: Spot,
  scene: Scene,
): readonly Finding[] {
  if (grammar.unless?.some((around) => holds(around, spot))) return [];
  const detail = grammar.detail?.(match, reading.text, scene.textAfter) ?? {};
  return datesOf(grammar, reading, spot, scene)
    .filter(({ date }) => date !== undefined || !grammar.needsDate)
    .map((dated, index) => {
      const status = statusOf(grammar, spot, dated, reading, scene);
      return { grammar, rule, spot, dated, status, detail, index };
    });
}

function datesOf(grammar: Grammar, reading: Reading, spot: Spot, scene: Scene): readonly Dated[] {
  return datings[grammar.dating](reading, spot, grammar.type, {
    published: scene.source.published,
    dateline: scene.dateline,
    previous: inParagraph(scene, -1),
    next: inParagraph(scene, 1),
  });
}

/**
 * Finds statements with the text models. Statements that a rule has already found are not repeated.
 */
function modelFindings(
  reading: Reading,
  scene: Scene,
  scores: SentenceScores,
  found: readonly Finding[],
): readonly Finding[] {
  if (scene.legal) return [];
  const { published } = scene.source;
  const dates = reading.meets(mayBeDated) ? openDates(reading, published) : [];
  // In October, "August 3" is more likely a past day than a day of the next year.
  const open = dates.filter((date) => !isFarYear(date, published));
  return grammars.flatMap((grammar) => {
    const { type } = grammar;
    if (grammar.never?.test(reading.text)) return [];
    if (isDateType.has(type)) return datedFindings(grammar, reading, open, scores, found);
    if (scores.ofType(type) < MIN_PROBABILITY) return [];
    if (found.some((one) => one.grammar.type === type)) return [];
    if (reading.zone === 'about' && backgroundInAbout.has(type)) return [];
    const match = grammar.hint.exec(reading.text);
    const start = match?.index ?? 0;
    const spot = spotOf(reading, start, start + (match?.[0].length ?? 0));
    if (grammar.drug && isOfAnother(reading, scene)) return [];
    const [dated] = datesOf(grammar, reading, spot, scene);
    const detail =
      grammar.detail?.({ 0: reading.text, index: 0 }, reading.text, scene.textAfter) ?? {};
    if (!dated || dated.past || isDrugHere(detail.target, reading)) return [];
    return [{ grammar, rule: undefined, spot, dated, status: 'announced', detail, index: 0 }];
  });
}

/** The `hint` patterns of the types in `dateTypes`, with the global flag. */
const hintsOf = new Map(
  grammars
    .filter(({ type }) => isDateType.has(type))
    .map(({ type, hint }) => [type, new RegExp(hint, 'gi')]),
);

function datedFindings(
  grammar: Grammar,
  reading: Reading,
  open: readonly FoundDate[],
  scores: SentenceScores,
  found: readonly Finding[],
): readonly Finding[] {
  // A date that is already a goal date cannot also be the date of a planned readout or filing.
  const isTaken = (one: Finding) => one.grammar === grammar || one.grammar.type === 'pdufa_date';
  const own = found.flatMap((one) => (isTaken(one) ? (one.dated.date ?? []) : []));
  return open
    .filter((date) => scores.ofDate(grammar.type, date) >= MIN_PROBABILITY)
    .filter((date) => !own.some((other) => overlaps(other, date)))
    .map((date) => {
      // The position of the statement is the last match of the type's hint before the date. Without
      // a match, it is the position of the date.
      const before = reading.text.slice(0, date.start);
      const word = matchesOf(before, hintsOf.get(grammar.type)!).at(-1);
      const start = word?.index ?? date.start;
      const spot = spotOf(reading, start, word ? start + word[0].length : date.end);
      const dated = { date, past: false, doubtful: false };
      return { grammar, rule: undefined, spot, dated, status: 'announced', detail: {}, index: 0 };
    });
}

/**
 * The dates in a sentence that are later than the publication. A date that another date replaces is
 * left out: for "from April 6 to July 6", only July 6 is returned.
 */
export function openDates({ dates, text }: Reading, published = ''): readonly FoundDate[] {
  return dates.filter(
    ({ to, start }) => to > published && !/\bfrom (?:the )?$/i.test(textBefore(text, start, 9)),
  );
}

const overlaps = (a: FoundDate, b: FoundDate) => a.from <= b.to && b.from <= a.to;

function statementOf(
  finding: Finding,
  reading: Reading,
  scene: Scene,
  scores: SentenceScores,
): Statement {
  const { grammar, rule, spot, dated, status, detail, index } = finding;
  const { date } = dated;
  const { type } = grammar;
  const named = grammar.drug ? drugFor(reading, spot, type, scene, index, date) : noDrug;
  const indication = grammar.drug
    ? indicationIn(reading, named.end ?? spot.end, date, spot.end)
    : undefined;
  const extended = type === 'pdufa_extended' ? newDate(reading, spot, scene) : {};
  return {
    type,
    date: date ? (date.precision === 'day' ? date.from : { from: date.from, to: date.to }) : null,
    precision: date?.precision ?? null,
    date_basis: date?.basis ?? 'none',
    ticker: status === 'other_company' ? null : scene.ticker,
    drug: named.drug,
    drug_from: named.from,
    indication: indication ?? null,
    status,
    sentence: type === 'trial_result' ? withFigures(reading, spot, scene) : evidence(reading, spot),
    detail: { ...detail, ...extended },
    evidence: {
      probability: probabilityOf(type, date, scores),
      isRuled: rule !== undefined && status === 'announced',
      isExcluded: !rule && isExcluded(grammar, reading),
      isTitle: isTitle(reading.sentence),
      doubtful: dated.doubtful,
      isDrugUnsure: !named.sure,
      looksBack: reading.meets(earlier),
    },
  };
}

function probabilityOf(type: MentionType, date: FoundDate | undefined, scores: SentenceScores) {
  if (!isDateType.has(type)) return scores.ofType(type);
  return date ? scores.ofDate(type, date) : 0;
}

const earlier = /\b(?:previous|previously|earlier|prior|last|since|had|original|former)\b/i;

/** Whether the target of a deal is a drug and not a company: "the acquisition of Zelvora". */
function isDrugHere(name: string | undefined, { drugs }: Reading): boolean {
  return name !== undefined && drugs.some((drug) => isSameDrug(drug.name, name));
}

/**
 * Adds the goal date of an extension. If a rule finds an extension to a stated day, that day is
 * also a goal date.
 */
function extendedGoal(statement: Statement, { dates }: Reading): readonly Statement[] {
  const { type, detail, evidence: own } = statement;
  const { new: moved } = detail;
  if (type !== 'pdufa_extended' || moved === undefined || !own.isRuled) return [];
  const date = dates.find(({ from, to }) => from === moved && to === moved);
  const basis = date?.basis ?? 'stated';
  const goal = { type: 'pdufa_date', date: moved, precision: 'day', date_basis: basis } as const;
  return [{ ...statement, ...goal, detail: {} }];
}

/** Splits "Breakthrough Therapy and Fast Track designations" into two designations. */
function splitDesignations(statement: Statement): readonly Statement[] {
  const { type, detail } = statement;
  const names = type === 'designation' ? (detail.which ?? '').split('; ') : [];
  if (names.length < 2) return [statement];
  return names.map((which) => ({ ...statement, detail: { ...detail, which } }));
}

/**
 * The new and the old goal date of an extension, and the length of the extension in months. Values
 * that are not stated are omitted.
 */
function newDate(reading: Reading, spot: Spot, { source }: Scene): Mention['detail'] {
  const days = reading.dates.filter(
    ({ precision, to }) => precision === 'day' && (!source.published || to >= source.published),
  );
  const after = days.filter(({ start }) => start >= spot.start);
  const moved = after.find(({ start }) =>
    /\b(?:to|until|is now|date of|date is|now)\s(?:the )?$/i.test(
      textBefore(reading.text, start, 16),
    ),
  );
  const old = after.find(({ start }) =>
    /\bfrom\s(?:the )?$/i.test(textBefore(reading.text, start, 10)),
  );
  const count = /\b(one|two|three|six|\d)[- ]months?\b/i.exec(reading.text)?.[1]?.toLowerCase();
  return {
    ...(moved ? { new: moved.from } : {}),
    ...(old && old !== moved ? { old: old.from } : {}),
    ...(count ? { months: countOf(count) } : {}),
  };
}

/** Matches a figure of a trial result: a percentage, a p-value, a ratio or a duration. */
const FIGURE = /\d ?(?:%|percent)|\bp ?[<=≤]|\bhazard ratio|\bHR\b|\d (?:months?|weeks|points)\b/i;

/**
 * If the next sentence is appended, the first sentence is shortened to this number of characters.
 */
const MAX_FIRST = 270;

/**
 * The sentence that states a result. If only the next sentence of the paragraph has a figure, the
 * start of the next sentence is appended.
 */
function withFigures(reading: Reading, spot: Spot, scene: Scene): string {
  const next = FIGURE.test(reading.text) ? undefined : scene.following();
  if (!next || !FIGURE.test(next)) return evidence(reading, spot);
  const both = `${evidence(reading, spot, MAX_FIRST)} ${next.replace(/\s+/g, ' ')}`;
  return both.length > MAX_EVIDENCE ? `${both.slice(0, MAX_EVIDENCE - 1)}…` : both;
}

/** The sentence, shortened around the statement. */
function evidence({ sentence, text }: Reading, { start }: Spot, most = MAX_EVIDENCE): string {
  const folded = /\s\s|[^\S ]/.test(sentence) ? sentence.replace(/\s+/g, ' ') : sentence;
  if (folded.length <= most) return folded;
  const at = Math.round((start / Math.max(1, text.length)) * folded.length);
  const from = Math.max(0, Math.min(at - 120, folded.length - most));
  const begin = from === 0 ? 0 : folded.indexOf(' ', from) + 1;
  return folded.slice(begin, begin + most);
}

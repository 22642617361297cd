import { remembered } from '../domain/remembered.ts';
import { isBoilerplate, isLegalNotice, isReference } from './boilerplate.ts';
import { confidenceOf, inferredDays, isTold, lowered, yearDoubt } from './confidence.ts';
import type { Dated } from './dated.ts';
import { datings } from './dating.ts';
import { brandsIn, drugsIn } from './drug-names.ts';
import { isSameDrug, withRoles } from './drug-roles.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';
import { indicationIn } from './indication.ts';
import type { Mention, MentionStatus, MentionType, SourceText } from './mention.ts';
import { statusOf } from './mention-status.ts';
import { mergeMentions } from './merge.ts';
import { textBefore } from './nearby.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { type Grammar, holds, type Rule } from './rule.ts';
import { applicationGrammars } from './rules/applications.ts';
import { approvalGrammar } from './rules/approvals.ts';
import { acquisitionGrammar } from './rules/deals.ts';
import { decisionGrammars } from './rules/decisions.ts';
import { designationGrammars } from './rules/designations.ts';
import { distressGrammars } from './rules/distress.ts';
import { filingGrammar } from './rules/filings.ts';
import { holdGrammars } from './rules/holds.ts';
import { licenceGrammar } from './rules/licences.ts';
import { offeringGrammar } from './rules/offerings.ts';
import { isClinical, readoutGrammar } from './rules/readouts.ts';
import { resultGrammar } from './rules/results.ts';
import { reviewGrammars } from './rules/reviews.ts';
import { inParagraph, type Scene, type Subject } from './scene.ts';
import { mayBeDated, mayState } from './sentence-hints.ts';
import {
  type Reading,
  readSentence,
  type Spot,
  spotOf,
  type TextContext,
} from './sentence-reading.ts';
import { sentencesOf } from './sentences.ts';
import { drugFor, namesElsewhere, noDrug, subjectOf } from './subject.ts';

import { tickerIn } from './ticker.ts';
import { topicAbove } from './topics.ts';
import { otherNamesIn, unmarkedOf } from './unmarked-names.ts';
import { plainWording } from './wording.ts';

const grammars: readonly Grammar[] = [
  ...reviewGrammars,
  ...applicationGrammars,
  filingGrammar,
  approvalGrammar,
  ...decisionGrammars,
  readoutGrammar,
  resultGrammar,
  ...holdGrammars,
  ...designationGrammars,
  offeringGrammar,
  acquisitionGrammar,
  licenceGrammar,
  ...distressGrammars,
];

/** Mentions of a text before they are merged; real texts have dozens, only noise has more. */
const MAX_MENTIONS = 1_000;
/** Mentions below this are dropped; those of 0.8 and above are sure enough to be served. */
const MIN_CONFIDENCE = 0.5;
/** Matches of one rule in one sentence. */
const MAX_MATCHES = 8;
/** Matches of all rules in one sentence; real ones have a dozen, only noise has more. */
const MAX_SPOTS = 24;
const MAX_EVIDENCE = 400;

/**
 * Reads what a text states of catalysts: goal dates, readouts, filings, decisions, holds,
 * designations, results, offerings, deals and distress. Pure; the same text gives the same mentions.
 *
 * What concerns a program carries its drug where the text names one (`drug_from` says how near);
 * whether a statement without a drug is enough is for the caller, who knows the programs.
 */
export function extractMentions(source: SourceText): readonly Mention[] {
  const text = looksLikeHtml(source.text) ? htmlToText(source.text) : source.text;
  const paragraphs = paragraphsOf(text);
  const published = source.published ?? datelineOf(paragraphs, undefined);
  const brands = brandsIn(text);
  let names: readonly string[] | undefined;
  const unmarked = () => {
    names ??= unmarkedOf(readings, otherNamesIn(text.slice(0, MAX_NAMES_TEXT), source.company));
    return names;
  };
  const readings = readAll(paragraphs, { published, brands, unmarked });
  const legal = isLegalNotice(text);
  const ticker = source.ticker ?? tickerIn(text) ?? null;
  let known: Subject | undefined;
  const subject = () => {
    known ??= subjectOf(readings, () => namesElsewhere(paragraphs, brands));
    return known;
  };
  const dateline = published === undefined ? undefined : datelineOf(paragraphs, published);
  const topicOf = remembered((paragraph: number) =>
    topicAbove(paragraphs, paragraph, (line) =>
      withRoles(line, drugsIn(line, [...brands, ...unmarked()])),
    ),
  );
  const mentions: Mention[] = [];
  for (const [index, reading] of readings.entries()) {
    const topic = () => topicOf(reading.paragraph);
    const shared = { source: { ...source, published }, readings, legal, ticker, subject, dateline };
    mentions.push(...mentionsIn(reading, { ...shared, topic, index }));
    if (mentions.length >= MAX_MENTIONS) break;
  }
  return mergeMentions(mentions.slice(0, MAX_MENTIONS), published).filter(
    ({ confidence }) => confidence >= MIN_CONFIDENCE,
  );
}

/** Characters of a text in which its companies and trials are looked for. */
const MAX_NAMES_TEXT = 20_000;

/** The day of a release that says no other: that of its dateline. */
function datelineOf(
  paragraphs: readonly Paragraph[],
  published: string | undefined,
): string | undefined {
  const none: TextContext = { published, brands: [], unmarked: () => [] };
  for (const { text } of paragraphs.slice(0, MAX_HEAD_PARAGRAPHS)) {
    const head = text.slice(0, MAX_DATELINE_TEXT);
    if (!behindDay.test(head)) continue;
    const found = readSentence(head, 'body', 0, '', none).dateline;
    if (found) return found;
  }
  return undefined;
}
/** What stands behind the day of a dateline. */
const behindDay = /\d\s?(?:[/(]|--|[–—]|-\s)/;
const MAX_HEAD_PARAGRAPHS = 20;
const MAX_DATELINE_TEXT = 200;

function readAll(paragraphs: readonly Paragraph[], context: TextContext): readonly Reading[] {
  const readings: Reading[] = [];
  for (const [number, { text, zone }] of paragraphs.entries()) {
    if (zone === 'boilerplate' || isReference(text)) continue;
    let inAbout = zone === 'about';
    let skipped = false;
    let preceding = '';
    for (const sentence of sentencesOf(text)) {
      inAbout ||= /^About [A-Z]/.test(sentence);
      // "The meeting will be held on …" completes the sentence before it.
      const follows: boolean =
        !skipped && /^The (?:virtual |public )?(?:meeting|committee)/i.test(sentence);
      skipped = !mayState(sentence) && !follows;
      const before = preceding;
      preceding = sentence;
      if (skipped || isBoilerplate(sentence)) continue;
      readings.push(readSentence(sentence, inAbout ? 'about' : 'body', number, before, context));
    }
  }
  return readings;
}

function mentionsIn(reading: Reading, scene: Scene): readonly Mention[] {
  const found: Mention[] = [];
  let spots = 0;
  for (const grammar of grammars) {
    if (!grammar.hint.test(reading.text)) continue;
    if (grammar.needsDate && !reading.fulfils(mayBeDated)) continue;
    const taken: { start: number; end: number }[] = [];
    for (const rule of grammar.rules) {
      if (rule.needs && !reading.fulfils(rule.needs)) continue;
      // `matchAll` copies the pattern each time: most rules match nothing, and `search` copies none.
      if (reading.text.search(rule.pattern) < 0) continue;
      if (rule.follows && !rule.follows.test(plainWording(reading.preceding))) continue;
      let matches = 0;
      for (const match of reading.text.matchAll(rule.pattern)) {
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

function readMatch(
  grammar: Grammar,
  rule: Rule,
  match: RegExpExecArray,
  reading: Reading,
  spot: Spot,
  scene: Scene,
): readonly Mention[] {
  if (grammar.unless?.some((around) => holds(around, spot))) return [];
  if (grammar.type === 'readout_expected' && !isClinicalHere(reading, scene)) return [];
  const dated = datings[grammar.dating](reading, spot, grammar.type, {
    published: scene.source.published,
    dateline: scene.dateline,
    previous: inParagraph(scene, -1),
    next: inParagraph(scene, 1),
  });
  const detail = rule.detail?.(match, reading.text) ?? {};
  if (grammar.type === 'acquisition' && isDrugHere(detail.target, reading)) return [];
  const mentions = dated
    .filter(({ date }) => date !== undefined || !grammar.needsDate)
    .flatMap((one, index) => {
      const status = statusOf(grammar, rule, spot, one, reading, scene);
      const mention = mentionOf(grammar, rule, reading, spot, one, status, detail, scene, index);
      return splitDesignations(grammar.type, mention);
    });
  return mentions.flatMap((mention) => [
    mention,
    ...movedGoal(mention, reading, scene.source.published),
  ]);
}

/** "the acquisition of Zelvora": a product and no company. */
function isDrugHere(name: string | undefined, { drugs }: Reading): boolean {
  return name !== undefined && drugs.some((drug) => isSameDrug(drug.name, name));
}

/** An extension to a stated day is that goal date too. */
function movedGoal(
  mention: Mention,
  { dates }: Reading,
  published: string | undefined,
): readonly Mention[] {
  const { new: moved } = mention.detail;
  if (mention.type !== 'pdufa_extended' || moved === undefined) return [];
  const date = dates.find(({ from, to }) => from === moved && to === moved);
  const basis = date?.basis ?? 'stated';
  const confidence = lowered(mention.confidence, yearDoubt(date && inferredDays(date, published)));
  const goal = { type: 'pdufa_date', date: moved, precision: 'day', date_basis: basis } as const;
  return [{ ...mention, ...goal, confidence, detail: {} }];
}

/** "Breakthrough Therapy and Fast Track designations" are two. */
function splitDesignations(type: MentionType, mention: Mention): readonly Mention[] {
  const names = type === 'designation' ? (mention.detail.which ?? '').split('; ') : [];
  if (names.length < 2) return [mention];
  return names.map((which) => ({ ...mention, detail: { ...mention.detail, which } }));
}

function mentionOf(
  grammar: Grammar,
  rule: Rule,
  reading: Reading,
  spot: Spot,
  { date, doubtful }: Dated,
  status: MentionStatus,
  detail: Mention['detail'],
  scene: Scene,
  index: number,
): Mention {
  const named = grammar.drug ? drugFor(reading, spot, grammar.type, scene, index, date) : noDrug;
  const day = date?.precision === 'day';
  const indication = grammar.drug
    ? indicationIn(reading, named.end ?? spot.end, date, spot.end)
    : undefined;
  const extended = grammar.type === 'pdufa_extended' ? newDate(reading, spot, scene) : {};
  return {
    type: grammar.type,
    date: date ? (day ? date.from : { from: date.from, to: date.to }) : null,
    precision: date?.precision ?? null,
    date_basis: date?.basis ?? 'none',
    ticker: status === 'other_company' ? null : scene.ticker,
    drug: named.drug,
    drug_from: named.from,
    indication: indication ?? null,
    status,
    confidence: confidenceOf(rule, reading, {
      precision: date?.precision,
      inferredDays: date && inferredDays(date, scene.source.published),
      isDoubtful: doubtful,
      isDrugUnsure: !named.sure,
      isIndicationOpen: indication === null,
      isTold: isTold(grammar.type, reading, date !== undefined, scene),
    }),
    sentence: evidence(reading, spot),
    detail: { ...detail, ...extended },
  };
}

/** The new goal date of an extension, and by how many months, where the sentence says so. */
function newDate(reading: Reading, spot: Spot, { source }: Scene): Mention['detail'] {
  const days = reading.dates.filter(
    ({ precision, to }) => precision === 'day' && (!source.published || to >= source.published),
  );
  const behind = days.filter(({ start }) => start >= spot.start);
  const moved = behind.find(({ start }) =>
    /\b(?:to|until|is now|date of|date is|now)\s(?:the )?$/i.test(
      textBefore(reading.text, start, 16),
    ),
  );
  const old = behind.find(({ start }) =>
    /\bfrom\s(?:the )?$/i.test(textBefore(reading.text, start, 10)),
  );
  const count = /\b(one|two|three|six|\d)[- ]months?\b/i.exec(reading.text)?.[1]?.toLowerCase();
  const counts: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, six: 6 };
  return {
    ...(moved ? { new: moved.from } : {}),
    ...(old && old !== moved ? { old: old.from } : {}),
    ...(count ? { months: counts[count] ?? Number(count) } : {}),
  };
}

/** The sentence, cut around the statement where it is long. */
function evidence({ sentence, text }: Reading, { start }: Spot): string {
  const folded = /\s\s|[^\S ]/.test(sentence) ? sentence.replace(/\s+/g, ' ') : sentence;
  if (folded.length <= MAX_EVIDENCE) return folded;
  const at = Math.round((start / Math.max(1, text.length)) * folded.length);
  const from = Math.max(0, Math.min(at - 120, folded.length - MAX_EVIDENCE));
  const begin = from === 0 ? 0 : folded.indexOf(' ', from) + 1;
  return folded.slice(begin, begin + MAX_EVIDENCE);
}

function isClinicalHere(reading: Reading, { readings, index, topic }: Scene): boolean {
  const before = readings[index - 1];
  const near =
    before && before.paragraph === reading.paragraph
      ? `${before.text} ${reading.preceding} ${reading.text}`
      : `${reading.preceding} ${reading.text}`;
  return isClinical(near) || reading.drugs.length > 0 || isClinical(topic()?.line ?? '');
}

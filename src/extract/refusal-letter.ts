import { groupBy } from '../domain/group-by.ts';
import { anyOf } from '../domain/patterns.ts';
import { sentencesOf } from './sentences.ts';

/** A deficiency in a complete response letter. */
export interface Deficiency {
  /** Name of a group in `groups`. */
  readonly kind: string;
  /**
   * The heading of the section that states the deficiency. Null if the letter lists its reasons
   * without headings.
   */
  readonly heading: string | null;
  /** The first sentence that states the deficiency. Null if the section is redacted. */
  readonly sentence: string | null;
  /** The sentences after `sentence` in its section, at most 600 characters. `…` marks a cut. */
  readonly context: string | null;
  /**
   * The first sentence that asks for something, such as a trial, data or an inspection. It is
   * `sentence` or a later sentence of the section.
   */
  readonly request: string | null;
}

const MAX_SENTENCE = 400;
const MAX_CONTEXT = 600;
/** Maximum number of sections to read. Real letters have about ten. */
const MAX_SECTIONS = 60;

/**
 * Groups of deficiencies. `heading` matches the headings of their sections. In text without
 * headings, `words` matches their sentences.
 */
const groups: readonly (readonly [kind: string, heading: RegExp, words: RegExp])[] = [
  ['facility', /FACILIT|INSPECTION/i, /\b(?:inspections?|facility|facilities)\b/i],
  [
    'product_quality',
    /PRODUCT QUALITY|CHEMISTRY|\bCMC\b|MANUFACTURING|DRUG (?:SUBSTANCE|PRODUCT)/i,
    anyOf(
      'i',
      /\b(?:impurit\w+|stability|leachables?|specifications?|manufactur\w+|sterility)\b/,
      /\b(?:batch\w*|dissolution|drug (?:substance|master file))\b/,
    ),
  ],
  ['microbiology', /MICROBIOLOGY/i, /\b(?:endotoxin|bioburden|microbiolog\w+)\b/i],
  ['human_factors', /HUMAN FACTORS/i, /\b(?:human factors|user interface|use[- ]related)\b/i],
  ['device', /\bDEVICE/i, /\b(?:autoinjector|prefilled pen|device)\b/i],
  ['nonclinical', /NON-?CLINICAL|TOXICOLOGY/i, /\b(?:nonclinical|toxicolog\w+|carcinogen\w+)\b/i],
  [
    'clinical_pharmacology',
    /CLINICAL PHARMACOLOGY|BIOPHARMACEUTICS|BIOEQUIVALENCE|PHARMACOKINETIC/i,
    /\b(?:pharmacokinetic\w*|bioequivalen\w+|bioavailability)\b/i,
  ],
  ['data_integrity', /DATA INTEGRITY|BIORESEARCH/i, /\bdata integrity\b/i],
  ['risk_management', /RISK EVALUATION|\bREMS\b/i, /\b(?:REMS|risk evaluation and mitigation)\b/i],
  [
    'statistical',
    /STATISTIC/i,
    /\b(?:statistical\w*|multiplicity|type (?:1|I) error|missing data|hierarch\w+)\b/i,
  ],
  [
    'safety',
    /^SAFETY(?! UPDATE)/i,
    /\b(?:safety concerns?|hepatotoxicity|deaths?|unfavorable risk)\b/i,
  ],
  [
    'clinical',
    /(?<!NON-?)\bCLINICAL(?! PHARMACOLOGY| MICROBIOLOGY)|EFFICACY/i,
    /\b(?:efficacy|effective(?:ness)?|well[- ]controlled|endpoints?|(?:clinical|confirmatory) (?:trials?|benefit|study|studies))\b/i,
  ],
];

/** Kinds of deficiencies that are also searched for in a clinical section. */
const WITHIN_CLINICAL = ['statistical', 'safety'];

/**
 * Sections that nearly every letter contains. They state a deficiency only if a sentence says that
 * something is unacceptable.
 */
const ROUTINE =
  /PRESCRIBING INFORMATION|LABELING|MEDICATION GUIDE|PROPRIETARY NAME|SAFETY UPDATE|^OTHER|POSTMARKETING|PEDIATRIC|ADDITIONAL COMMENT/i;
const COMMENTS = /ADDITIONAL COMMENT/i;
const REJECTS =
  /\b(?:unacceptable|not acceptable|misleading|misbrand\w+|is not supported|could result in medication errors)\b/i;

/** Matches headers, footers and redacted lines. */
export const FURNITURE = anyOf(
  'i',
  /^(?:Reference ID:|Silver Spring, MD|\d{1,2} https?:)/,
  /^(?:s?(?:NDA|BLA) \d{5,6}\S*(?: \d)?(?: Page \d+)?|Page \d+(?: – .{0,80})?|[\s(b)(4)]*)$/,
  /^(?:U\.S\. Food and Drug Administration|www\.fda\.gov)$/,
);
/** Matches the standard words that precede the reasons in a letter. */
const REASONS_START =
  /(?:recommendations to address\s+(?:these|this) issues?|in its present form|deficiencies outlined\s+below)\.?/i;
/** Matches the line that ends the standard words. The reasons begin after it. */
const REASONS_BEGIN = /present form|(?:these|this) issues?\.|outlined/i;
/** Matches the standard sentences of letters. They state no reason. */
const STANDARD = anyOf(
  'i',
  /cannot (?:approve this application|grant final approval)|described our reasons/,
  /We reserve comment|(?:above|listed|application) deficienc|all the deficiencies/,
  /Please (?:refer to|resubmit)|we encourage you|adequate\.$/,
);
const NOT = /\b(?:not|cannot|could not|did not|does not|do not) (?:been |be )?(?:\w+ )?/;
const DONE = anyOf(
  '',
  /adequate|sufficient|demonstrat|establish|provid|submitted|support|complete|clear|determin/,
  /conclude|achieve|confirm|replicat|acceptable|include|ready/,
);
/** Matches an order at the start of an item: `1) Per ICH Q1A(R2), provide stability data`. */
const ORDER =
  /^(?:\(?\w{1,2}[.)] ?)?(?:(?:Per|In|As|To|For|With)\b[^.;]{2,80}, )?(?:please )?(?:provide|qualify|conduct|submit|revise|resolve|perform|implement|address|justify|clarify)\b/i;
/** Matches a sentence that says what the applicant or a facility has to do. */
const REQUEST = anyOf(
  'i',
  /\b(?:recommend|advise|request)(?:s|ed)? (?:that )?(?:you|the applicant|submitting|conducting)\b/,
  /\b(?:you|the applicant|the facility) (?:should|must|(?:will |may )?need to)\b/,
  /\b(?:is|are|will be) (?:required|necessary|needed)\b|\bneeded to (?:resolve|address)\b/,
  /\b(?:should|must) be (?:submitted|provided|included|conducted|performed|revised|resolved)\b/,
  ORDER,
);
const DEFICIENT = anyOf(
  'i',
  /\bdeficienc|\b(?:insufficient|inadequate|unresolved|objectionable|unclear|unacceptable|incomplete)\b/,
  /\b(?:lack(?:s|ed|ing)?|fail(?:s|ed|ure)?|unable|concern(?:s|ed)?|not robust|flaws?)\b/,
  new RegExp(`${NOT.source}(?:${DONE.source})`),
  /\b(?:is|are) (?:necessary|required|needed)\b|\bmust\b|\bshould (?:be submitted|conduct|provide|submit)\b/,
  ORDER,
);

/** Matches the number of an item in a section. */
const NUMBER = /^\(?\d{1,2}[.)] /;
/** Matches the title of a numbered item: `1. Substantial evidence of effectiveness`. */
const ITEM_TITLE = new RegExp(`${NUMBER.source}[A-Z][^.;:?!]{9,80}$`);

interface Section {
  readonly heading: string | null;
  readonly text: string;
}

/**
 * The deficiencies in a complete response letter: one per kind and section, with the heading and
 * the first sentence that states the deficiency. Comments that are "not approvability issues" are
 * left out.
 */
export function deficienciesIn(letter: string): readonly Deficiency[] {
  const found = sectionsOf(letter).flatMap((section) =>
    section.heading === null
      ? ofSentences(sentencesIn(section.text), null)
      : ofSection(section.heading, section.text),
  );
  const alike = groupBy(found, ({ kind, sentence }) => `${kind} ${sentence}`);
  return [...alike.values()].map(([first]) => first!);
}

function ofSection(heading: string, text: string): readonly Deficiency[] {
  const sentences = sentencesIn(text);
  if (ROUTINE.test(heading)) {
    const sentence = sentences.find((one) => REJECTS.test(one));
    return sentence ? [deficiency('labeling', heading, sentence, sentences)] : [];
  }
  const deficient = sentences.filter((one) => DEFICIENT.test(one));
  const quoted = deficient[0] ?? sentences.find((one) => ITEM_TITLE.test(one));
  // A section without sentences is redacted. Its heading alone then states a deficiency. A section
  // whose sentences state no reason has no deficiency.
  if (quoted === undefined && sentences.length > 0) return [];
  const kinds = kindsOf(heading);
  const stated = kinds.map((kind) => deficiency(kind, heading, quoted, sentences));
  const more = kinds.includes('clinical') ? ofSentences(sentences, heading, WITHIN_CLINICAL) : [];
  return [...stated, ...more.filter(({ kind }) => !kinds.includes(kind))];
}

/**
 * Returns the first deficiency of each kind, in the order of the letter. The words of a sentence
 * determine its kind.
 */
function ofSentences(
  sentences: readonly string[],
  heading: string | null,
  of?: readonly string[],
): readonly Deficiency[] {
  const deficient = sentences.filter((one) => DEFICIENT.test(one));
  const firsts = groups.map(
    ([kind, , words]) => [kind, deficient.findIndex((one) => words.test(one))] as const,
  );
  const told = firsts.filter(([kind, at]) => at >= 0 && (!of || of.includes(kind)));
  const inOrder = told.sort(([, a], [, b]) => a - b);
  return inOrder.map(([kind, at]) => deficiency(kind, heading, deficient[at], sentences));
}

function deficiency(
  kind: string,
  heading: string | null,
  sentence: string | undefined,
  sentences: readonly string[],
): Deficiency {
  const from = sentence === undefined ? [] : sentences.slice(sentences.indexOf(sentence));
  const asked = from.find((one) => REQUEST.test(one));
  const context = cut(from.slice(1).join(' '), MAX_CONTEXT) || null;
  return { kind, heading, sentence: cut(sentence), context, request: cut(asked) };
}

function kindsOf(heading: string): readonly string[] {
  return groups.flatMap(([kind, pattern]) => (pattern.test(heading) ? [kind] : []));
}

function sectionsOf(letter: string): readonly Section[] {
  const all = letter.split(/\r?\n/).map((line) => line.trim());
  const lines = all.filter((line) => !FURNITURE.test(line));
  const begin = lines.findIndex((line) => REASONS_BEGIN.test(line));
  const isAt = (line: string, at: number) =>
    isHeading(line) || (begin >= 0 && at > begin && isTitle(line));
  const starts = lines.flatMap((line, at) => (isAt(line, at) ? [at] : []));
  const opening = prose(lines.slice(0, starts[0]));
  const after = opening.search(REASONS_START);
  // In a letter without its first page, the text starts with the reasons. Otherwise, it starts with
  // an address, which is not read.
  const isAddress = after < 0 && /\bDear\b|COMPLETE RESPONSE/.test(opening);
  const reasons = isAddress ? '' : opening.slice(Math.max(after, 0)).replace(REASONS_START, '');
  let inComments = false;
  const sections = starts.slice(0, MAX_SECTIONS).flatMap((start, at): Section[] => {
    const heading = lines[start]!;
    if (ROUTINE.test(heading)) inComments = COMMENTS.test(heading);
    return inComments ? [] : [{ heading, text: prose(lines.slice(start + 1, starts[at + 1])) }];
  });
  return [{ heading: null, text: reasons }, ...sections];
}

/** Whether a line is the heading of a known section, in capitals. */
function isHeading(line: string): boolean {
  if (line.length > 90 || /[.;:]$/.test(line)) return false;
  const words = line.replace(/\b(?:and|or|of|the)\b/g, '');
  if (/[a-z]/.test(words) || !/[A-Z]{5}/.test(words)) return false;
  return ROUTINE.test(line) || kindsOf(line).length > 0;
}

/** Whether a line is a heading with capitalized words, as in letters on biologics. */
function isTitle(line: string): boolean {
  if (line.length > 60 || /[.;:\d]/.test(line)) return false;
  const words = line.split(/[\s,/&]+/).filter((word) => !/^(?:and|or|of|the|)$/.test(word));
  return words.every((word) => /^[([]?[A-Z]/.test(word)) && kindsOf(line).length > 0;
}

function prose(lines: readonly string[]): string {
  return lines.map((line) => (/^(?:\(?\d{1,2}[.)]|[•])/.test(line) ? `\n${line}` : line)).join(' ');
}

/** The sentences of a text. The first sentence of a numbered item keeps the number. */
function sentencesIn(text: string): readonly string[] {
  const told = text.split('\n').flatMap((line) => {
    const paragraph = line.replace(/\s+/g, ' ').trim();
    const number = NUMBER.exec(paragraph)?.[0] ?? '';
    const [first, ...others] = sentencesOf(paragraph.slice(number.length));
    return first === undefined ? [] : [number + first, ...others];
  });
  return told.filter((sentence) => /[a-z]{3}/.test(sentence) && !STANDARD.test(sentence));
}

/**
 * Cuts a text after the last sentence that fits. If no sentence fits, it is cut within the first
 * sentence.
 */
function cut(text: string | undefined, most = MAX_SENTENCE): string | null {
  if (!text || text.length <= most) return text ?? null;
  return `${text.slice(0, text.lastIndexOf('. ', most - 1) + 1 || most)}…`;
}

import type { FoundDate } from './date-grammar.ts';
import { isDisease } from './diseases.ts';
import type { PlacedDrug } from './drug-roles.ts';
import { textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';
import type { Reading } from './sentence-reading.ts';

/** Maximum characters of an indication. At each position, only `MAX_READ` characters are read. */
const MAX_INDICATION = 100;
const MAX_READ = 260;
/** Maximum number of positions in a sentence at which an indication is searched for. */
const MAX_PLACES = 8;

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const TREATING =
  '(?:treatment|therapy|management|prevention|prophylaxis|reduction|relief|control|cure)';
const NO_DISEASE = oneOf(
  'the (?:first|second|third|fourth|quarter|year|company)|an?\\b|its|our|their|this|which',
  `that|\\d|${MONTH}|[QH][1-4]\\b|Phase`,
);
const KIND = '(?:(?:pre|post)-exposure )?(?:prevention|prophylaxis|reduction|relief)';
/**
 * Matches phrases before an indication. If the phrase is not about treatment, a disease name must
 * follow.
 */
const places = new RegExp(
  `\\b(?:(?:(?<kind>${KIND})|${TREATING}) (?:of|for|in)|(?:to |may |could )?(?<treats>(?:treat|prevent)(?:s|ing)?)|(?<weak>for|in|against)(?! ${NO_DISEASE})) `,
  'gi',
);

const WHO = oneOf(
  'adults?|outpatients?|inpatients?|pa?ediatrics?|adolescents?|children|infants?|newborns?',
  'toddlers|patients?|people|persons|individuals|men|women|boys|girls|males?|females?',
  'subjects|participants|those|older|elderly|younger|young|certain|postmenopausal|Japanese',
  'Chinese|Korean|Asian|European|American|pregnant|eligible|appropriate|healthy|many|most',
  'some|all|an?|the|its|our|and|or|to|through|of age|years?|months?|old|aged?|ages|weighing',
  'at least|up to|less than|under|over|and older|or older|\\d+(?:\\.\\d+)?|kg|[<>≥≤]=?',
);
/**
 * Matches a description of the patients before the disease: "adult patients aged 6 years and older
 * with".
 */
const patients = new RegExp(
  `^(?:${WHO}[ ,-]+){0,16}(?:with|who have|who are|living with|suffering from|diagnosed with|affected by|experiencing|at (?:high |increased )?risk (?:of|for)) (?:an? |the )?`,
  'i',
);
/** Words before a disease that are not part of its name. */
const article =
  /^(?:(?:an?|the|in(?! situ)|both|potential|key|earlier|(?:previously|heavily) (?:pre-?)?treated,?|symptomatic (?:treatment|relief) of) )+/i;
/** Words after a disease that are not part of its name. */
const tail = /(?: (?:patients?|subjects|settings?|pills?|drugs?|medicines?))+$/i;

const CLAUSE_WORDS = oneOf(
  'who|whose|that|which|where|when|while|whereas|until|unless|if|because|via|through|using',
  'than|versus|vs|within|during|since|despite|against|given|plus|alongside|pursuant|under',
  'based|by|at|from|on|as|after|before|following|pending|upon|about|across|previously|treated',
  'candidates?|regardless|but|so|here|was|were|is|are|be|been|has|have|had|will|would|may',
  'might|can|could|should|did|does|do|expected|anticipated|met|meets|accepted|accepts',
  'submitted|received|receives|granted|assigned|approved|remains?|carries|carried|continues?',
  'planned|scheduled|begins|began|shows?|showed|showing|fail(?:s|ed)|demonstrat\\w+|achieved',
  'announced?|reads?|reported|compared|weighing|requiring|aged?|ages|today|yesterday|tomorrow',
  'tonight|again|also|now|later|early|late|last|next|earlier',
  `this (?:week|month|quarter|year|morning|summer|fall)|${MONTH}|Q[1-4]|[12]H|H[12]|20\\d\\d`,
  's?NDA|s?BLA|MAA|PDUFA|FDA|AdComm|data|results|trials?|study|studies|programs?',
  'therap(?:y|ies)|treatments?|market|indication',
);
const NEXT_WORDS = oneOf(
  'clinical|preclinical|regulatory|topline|strong',
  'positive (?:clinical|data|results|topline|Phase)|new|further|additional|potential|also',
  'then|now|advanc\\w+|achiev\\w+|announc\\w+|begin|complete|continu\\w+|demonstrat\\w+',
  'expand\\w*|initiate|launch\\w*|may|met|present\\w*|provid\\w+|report\\w*|show(?:s|ed)',
  'start|submit|support\\w*|updat\\w+|would|focus\\w*|an?|the|its|their|our|we|it|to|for|in',
  'who|has|have|is|are|was|were|will|weighing|assigned|set|granted|plans?|expects?|intends?',
  'initiated|completed|submitted|announced|received|other|a|on',
);
const CLAUSE_STARTS = oneOf(
  '(?<!\\b(?:in|of|to)\\s)(?:an?|the|its)\\b(?!-)',
  `${CLAUSE_WORDS}\\b(?!-)`,
  `(?:in|among|for|to) (?:(?:${WHO}|combination|mid|early|late|${MONTH}|Q[1-4]|[12]H|H[12])\\b|[A-Z\\d"])`,
  '(?<!(?:\\b(?:due|moderate|mild|moderately|attributable|related|secondary|early|light|metastasized)|-)\\s)to\\b',
  '(?<!\\bassociated )with (?:an?|the|at least|no|prior|priority|standard|target|[A-Z]|one|two|three|or without (?!aura))',
  `(?:and|or) ${NEXT_WORDS}\\b`,
);
/** Matches the text at which an indication ends. */
const endsIndication = new RegExp(
  `\\s${CLAUSE_STARTS}|[.;:•|…"\\t—–]|\\s-\\s|, (?:and|or|but|with|the|an?|which|who|as|its|our|we|it|in|on|at|by|is|has|was|will|after|following|said|including (?!acute|chronic))\\b`,
);

/** An indication with its position in a text. */
interface Place {
  readonly at: number;
  readonly phrase: string;
}

const TITLE_WORDS = oneOf(
  '[Aa]ppear(?:s|ed)|[Aa]warded|[Bb]etween|[Dd]id|[Dd]oes|[Ff]ail(?:s|ed)|[Gg]ets?|[Mm]eets?',
  '[Mm]et|[Ss]hows?|[Uu]nderway|[Vv]oluntarily|[Ww]ins?|[Ww]ithdrawn|[Ww]on',
  '[Ff]or (?:the )?(?:[Tt]reatment|[Pp]revention|use|this|these|that|such|which)',
);
/** Words that end an indication, even if they are capitalized in a title. */
const endsInTitle = new RegExp(`\\s${TITLE_WORDS}\\b(?!-)`);

/**
 * The indication that a sentence states for a drug. It is the disease with its stage and type,
 * without the words about patients and earlier treatments.
 * @param from the end of the drug name, or of the statement if no drug is named. The text after
 *   this position is searched first, then the text before it.
 * @param date the date of the statement. If the sentence has several indications, the date selects
 *   one.
 * @param statementEnd an indication directly after this position has priority: "an NDA for gout"
 * @returns at most 100 characters; undefined if there is none, null if it is ambiguous
 */
export function indicationIn(
  reading: Reading,
  from: number,
  date?: FoundDate,
  statementEnd = from,
): string | null | undefined {
  const { text, drugs } = reading;
  const stated =
    statementEnd > from && indicationsIn(reading, statementEnd, text.length).next().value;
  if (stated && stated.at === statementEnd + 1) return stated.phrase;
  const own = drugs.find(({ end }) => end === from);
  const named = own && namedBefore.exec(textBefore(text, own.start, MAX_NAMED));
  if (named && isDisease(named[1]!)) return named[1];
  const next = drugs.find((drug) => drug.start >= from && isTurn(text, from, drug))?.start;
  const since = own && next !== undefined ? from : itemStart(reading, own);
  const [first, last] = [since, next ?? text.length];
  const dates = date ? reading.dates.filter(({ start, end }) => start >= first && end <= last) : [];
  const ofDate = date && dates.length > 1 && dates.includes(date);
  if (!ofDate)
    return (
      indicationsIn(reading, from, last).next().value ??
      indicationsIn(reading, first, from).next().value
    )?.phrase;
  const before = [...indicationsIn(reading, first, from)];
  const after = [...indicationsIn(reading, from, last)];
  const all = [...before, ...after];
  if (new Set(all.map(({ phrase }) => phrase.toLowerCase())).size > 1)
    return nearest(text, all, dates, date);
  const only = after[0] ?? before[0];
  return only && isOfOther(text, only, dates, date) ? null : only?.phrase;
}

/**
 * Whether the text after a drug name is about that drug and no longer about the first drug. False
 * for a combination partner in the same clause.
 */
function isTurn(text: string, from: number, { role, start }: PlacedDrug): boolean {
  if (alias.test(textBefore(text, start, 16))) return false;
  return role === 'own' || (role !== 'other' && clause.test(text.slice(from, start)));
}

/** Matches the start of a new clause. */
const clause = /;|, (?:and|but)\b|\b(?:while|whereas)\b/;

/**
 * Returns the position in a list where the item about a drug starts. In "A in gout: date of May 6.
 * B in hives", the item about B starts after "May 6".
 */
function itemStart({ drugs, dates }: Reading, own: PlacedDrug | undefined): number {
  if (own === undefined) return 0;
  const item = dates.findLast(
    (date) => date.end <= own.start && drugs.some(({ end }) => end <= date.start),
  );
  return item?.end ?? 0;
}

/**
 * Whether the only indication of a sentence belongs to a date other than `date`. In "May 6 for gout
 * and June 6 for its other product", gout belongs to May 6 and not to June 6. Two things must be
 * true:
 * - the indication directly follows the other date;
 * - a different phrase with "for" or "in" follows `date`.
 */
function isOfOther(
  text: string,
  { at }: Place,
  dates: readonly FoundDate[],
  date: FoundDate,
): boolean {
  const other = dates.find(({ end }) => end === at - 1);
  return other !== undefined && other !== date && /^ (?:for|in) /.test(text.slice(date.end));
}

/**
 * The indication of a date if a sentence has several dates and indications: "in gout May 6, in
 * hives June 6", "May 6 for gout and June 6 for hives". Null if it is ambiguous.
 */
function nearest(
  text: string,
  found: readonly Place[],
  dates: readonly FoundDate[],
  date: FoundDate,
): string | null {
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const before = found.findLast(({ at }) => at < date.start);
  const isAhead = found[0]!.at < first.start && found.at(-1)!.at < last.start;
  if (isAhead && before) return before.phrase;
  const isNear = (from: number, to: number) =>
    !clause.test(text.slice(from, to)) && !dates.some(({ start }) => start > from && start < to);
  const after = found.find(({ at }) => at >= date.end);
  const nearAfter = after && isNear(date.end, after.at) ? after.phrase : undefined;
  if (nearAfter !== undefined && found[0]!.at > first.end) return nearAfter;
  const nearBefore = before && isNear(before.at, date.start) ? before.phrase : undefined;
  return nearAfter === undefined || nearBefore === undefined
    ? (nearAfter ?? nearBefore ?? null)
    : null;
}

/** Matches words before another name of the same drug. */
const alias = /\b(?:called|as|named?|brand) $/i;

const FORMS = oneOf('drug|pill|therapy|treatment|candidate|medicine|vaccine|shot|antibody|hopeful');
/** Matches a disease before the drug: "its migraine drug X". */
const namedBefore = new RegExp(
  `(?:\\b(?:its|the|our|an?|experimental|investigational|oral)|'s) ([A-Za-z][\\w'-]{2,20}(?: [a-z][\\w'-]{2,20}){0,3}) ${FORMS}(?: candidate)?,? $`,
);
const MAX_NAMED = 90;

/** Yields the indications in a part of a sentence, in order. */
function* indicationsIn(
  reading: Reading,
  from: number,
  until: number,
): Generator<Place, undefined> {
  const { drugs, dates } = reading;
  const text = reading.text.slice(from, until);
  let read = 0;
  for (const { index, 0: found, groups } of text.matchAll(places)) {
    read += 1;
    if (read > MAX_PLACES) return undefined;
    const isPrevented = /^prevent/i.test(groups?.treats ?? '');
    const kind = groups?.kind?.toLowerCase() ?? (isPrevented ? 'prevention' : undefined);
    if (kind === 'reduction' || kind === 'relief') continue;
    const at = index + found.length;
    const phrase = phraseAt(text.slice(at, at + MAX_READ));
    if (phrase === undefined) continue;
    if (
      groups?.weak !== undefined &&
      !isDisease(phrase) &&
      !(short.test(phrase) && [...drugs, ...dates].some(({ end }) => end === from + index - 1))
    )
      continue;
    if (drugs.some(({ name }) => phrase.includes(name))) continue;
    const whole = kind === undefined ? phrase : `${kind} of ${phrase}`;
    yield { at: from + index, phrase: shortened(whole) };
  }
  return undefined;
}

/**
 * Matches an abbreviated disease directly after a drug or date: "X in NonAdvSM", "June 6 for EoE".
 */
const short =
  /^(?!(?:USA|UAE|MENA|EMEA|APAC|ASEAN|LATAM|FDA|EMA|MHRA|PMDA|NMPA|CHMP|NDA|BLA|NEJM|JAMA)$)(?=\w*[A-Z]\w*[A-Z])[A-Za-z][A-Za-z\d-]{2,9}$/;

/** Truncates a phrase at a word boundary. */
function shortened(phrase: string): string {
  if (phrase.length <= MAX_INDICATION) return phrase;
  return phrase.slice(0, phrase.lastIndexOf(' ', MAX_INDICATION)).replace(/,$/, '');
}

/** The disease at the start of a text, after the description of the patients. */
function phraseAt(rest: string): string | undefined {
  // Sources may omit the space at a line break: "patients withGout".
  const plain = rest.replace(/ ?\([^)]{1,40}\)/g, '').replace(/\bwith(?=[A-Z])/, 'with ');
  const disease = plain.replace(patients, '').replace(article, '');
  const whole = before(endsInTitle, before(endsIndication, disease)).replace(/[\s,)'"]+$/, '');
  const phrase = pieceOf(whole)
    .replace(tail, '')
    .replace(/(?: (?:due|and|or|with|of|in|associated|caused))+$/, '');
  const isPlain = /^[A-Za-z]/.test(phrase) || /^\d[\w-]*[ -][a-z]/.test(phrase);
  const isOther = noDisease.test(phrase) || noDiseaseAtEnd.test(phrase);
  return phrase.length >= 3 && isPlain && !isOther ? phrase : undefined;
}

function before(pattern: RegExp, text: string): string {
  const end = text.search(pattern);
  return end < 0 ? text : text.slice(0, end);
}

/** Names of countries and regions. They are not diseases: "in Japan and China for gout". */
const LAND = oneOf(
  'Africa|America|Asia|Australia|Brazil|Britain|Canada|China|Europe|EU|France|Germany|Hong Kong',
  'India|Israel|Italy|Japan|Korea|Mexico|Spain|Switzerland|Taiwan|UK',
);
const PLACE = `(?:(?:Greater |Mainland |North |Latin |South )?${LAND}|United (?:States|Kingdom))`;
const ILLNESS = '(?:condition|disease|disorder|illness|indication|syndrome)';
const NO_THING = oneOf(
  `Phase|${MONTH}|Q[1-4]|[12]H|H[12]|20\\d\\d|FDA|who|which|whom|whose|this|that|these|those`,
  'it|them|us|our|its|their|part|addition|combination|use|review|filing|approval|priority',
  `example$|development (?:for|of|in)|\\d+ (?:days|weeks|months|years)|${PLACE}`,
  '(?:address|alleviat|control|delay|develop|eas|evaluat|improv|manag|prevent|reduc)ing',
  '(?:reliev|slow|target|test|treat)ing',
);
/** Words that cannot start a disease name. */
const noDisease = new RegExp(
  `^(?:${WHO}(?: ${WHO}){0,4}$|(?:(?:rare|serious|other|several|various|approved|same|new) )*${ILLNESS}(?:e?s)?$|(?:[\\w-]+ ){0,3}${TREATING}\\b(?!-)|${NO_THING}\\b)`,
  'i',
);
/** Words that cannot end a disease name, such as measurements. */
const noDiseaseAtEnd =
  /\b(?:compan(?:y|ies)|endpoints?|index|outcomes?|questionnaire|scales?|scores?)$/i;

/**
 * The comma-separated parts of a text, up to and including the part with the disease: "previously
 * untreated, metastatic cancer".
 */
function pieceOf(whole: string): string {
  const pieces = whole.split(', ');
  if (pieces.length === 1) return whole;
  const at = pieces.findIndex(isDisease);
  if (at < 0) return pieces[0]!;
  const including = pieces[at + 1]?.startsWith('including ') ? 1 : 0;
  return pieces.slice(0, at + 1 + including).join(', ');
}

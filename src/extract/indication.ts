import type { FoundDate } from './date-grammar.ts';
import { isDisease } from './diseases.ts';
import type { PlacedDrug } from './drug-roles.ts';
import { textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';
import type { Reading } from './sentence-reading.ts';

/** Characters of an indication, and of the text behind its first words that is read for it. */
const MAX_INDICATION = 100;
const MAX_READ = 260;
/** Places of a sentence at which an indication may begin. */
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
/** What an indication stands behind; without a word of treatment what follows must be a disease. */
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
/** "adult patients aged 6 years and older with": those treated, up to the word for their disease. */
const patients = new RegExp(
  `^(?:${WHO}[ ,-]+){0,16}(?:with|who have|who are|living with|suffering from|diagnosed with|affected by|experiencing|at (?:high |increased )?risk (?:of|for)) (?:an? |the )?`,
  'i',
);
/** What may stand before a disease and is no part of its name. */
const article =
  /^(?:(?:an?|the|in(?! situ)|both|potential|key|earlier|(?:previously|heavily) (?:pre-?)?treated,?|symptomatic (?:treatment|relief) of) )+/i;
/** What may stand behind its name and is no part of it. */
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
const G1 = oneOf(
  '(?<!\\b(?:in|of|to)\\s)(?:an?|the|its)\\b(?!-)',
  `${CLAUSE_WORDS}\\b(?!-)`,
  `(?:in|among|for|to) (?:(?:${WHO}|combination|mid|early|late|${MONTH}|Q[1-4]|[12]H|H[12])\\b|[A-Z\\d"])`,
  '(?<!(?:\\b(?:due|moderate|mild|moderately|attributable|related|secondary|early|light|metastasized)|-)\\s)to\\b',
  '(?<!\\bassociated )with (?:an?|the|at least|no|prior|priority|standard|target|[A-Z]|one|two|three|or without (?!aura))',
  `(?:and|or) ${NEXT_WORDS}\\b`,
);
/** Words with which the sentence goes on behind an indication. */
const goesOn = new RegExp(
  `\\s${G1}|[.;:•|…"\\t—–]|\\s-\\s|, (?:and|or|but|with|the|an?|which|who|as|its|our|we|it|in|on|at|by|is|has|was|will|after|following|said|including (?!acute|chronic))\\b`,
);

/** An indication where a text names it. */
interface Place {
  readonly at: number;
  readonly phrase: string;
}

const COMES_BACK = oneOf(
  '[Aa]ppear(?:s|ed)|[Aa]warded|[Bb]etween|[Dd]id|[Dd]oes|[Ff]ail(?:s|ed)|[Gg]ets?|[Mm]eets?',
  '[Mm]et|[Ss]hows?|[Uu]nderway|[Vv]oluntarily|[Ww]ins?|[Ww]ithdrawn|[Ww]on',
  '[Ff]or (?:the )?(?:[Tt]reatment|[Pp]revention|use|this|these|that|such|which)',
);
/** The same where a title may write it large, and words with which it comes back to what it named. */
const goesOnSo = new RegExp(`\\s${COMES_BACK}\\b(?!-)`);

/**
 * What a sentence says that its drug is for, as one would write it in the cell of a table: the
 * disease with its stage and kind, without the words for the patients and what they had before.
 *
 * @param from where to look first: behind the drug's name, else behind the statement
 * @param date that of the statement: of several indications it has the one of its own clause
 * @param behind where the statement ends: "an NDA" … "for gout" is for that, whatever stands before
 * @returns at most 100 characters; undefined where none is named, null where it is not told which
 */
export function indicationIn(
  reading: Reading,
  from: number,
  date?: FoundDate,
  behind = from,
): string | null | undefined {
  const { text, drugs } = reading;
  const stated = behind > from && indicationsIn(reading, behind, text.length).next().value;
  if (stated && stated.at === behind + 1) return stated.phrase;
  const own = drugs.find(({ end }) => end === from);
  const named = own && namedBefore.exec(textBefore(text, own.start, MAX_NAMED));
  if (named && isDisease(named[1]!)) return named[1];
  const next = drugs.find((drug) => drug.start >= from && isTurn(text, from, drug))?.start;
  const since = own && next !== undefined ? from : behindItem(reading, own);
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

/** Whether a sentence goes over to another drug: of one given with its own it tells no more. */
function isTurn(text: string, from: number, { role, start }: PlacedDrug): boolean {
  if (alias.test(textBefore(text, start, 16))) return false;
  return role === 'own' || (role !== 'other' && clause.test(text.slice(from, start)));
}

/** Where a further clause begins. */
const clause = /;|, (?:and|but)\b|\b(?:while|whereas)\b/;

/** "A in gout: date of May 6. A in hives …": what stands before the date was of that. */
function behindItem({ drugs, dates }: Reading, own: PlacedDrug | undefined): number {
  if (own === undefined) return 0;
  const item = dates.findLast(
    (date) => date.end <= own.start && drugs.some(({ end }) => end <= date.start),
  );
  return item?.end ?? 0;
}

/** "May 6 for gout and June 6 for what it eases": the second has its own, which is not read. */
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
 * Of several indications beside several dates that of one date: "in gout May 6, in hives June 6",
 * "May 6 for gout and June 6 for hives". Null where it stands on neither side for sure.
 */
function nearest(
  text: string,
  found: readonly Place[],
  dates: readonly FoundDate[],
  date: FoundDate,
): string | null {
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const ahead = found.findLast(({ at }) => at < date.start);
  const isAhead = found[0]!.at < first.start && found.at(-1)!.at < last.start;
  if (isAhead && ahead) return ahead.phrase;
  const isNear = (from: number, to: number) =>
    !clause.test(text.slice(from, to)) && !dates.some(({ start }) => start > from && start < to);
  const behind = found.find(({ at }) => at >= date.end);
  const near = behind && isNear(date.end, behind.at) ? behind.phrase : undefined;
  if (near !== undefined && found[0]!.at > first.end) return near;
  const told = ahead && isNear(ahead.at, date.start) ? ahead.phrase : undefined;
  return near === undefined || told === undefined ? (near ?? told ?? null) : null;
}

/** Before another name of the same drug. */
const alias = /\b(?:called|as|named?|brand) $/i;

const FORMS = oneOf('drug|pill|therapy|treatment|candidate|medicine|vaccine|shot|antibody|hopeful');
/** "its migraine drug X" */
const namedBefore = new RegExp(
  `(?:\\b(?:its|the|our|an?|experimental|investigational|oral)|'s) ([A-Za-z][\\w'-]{2,20}(?: [a-z][\\w'-]{2,20}){0,3}) ${FORMS}(?: candidate)?,? $`,
);
const MAX_NAMED = 90;

/** The indications of a part of a sentence, one after the other. */
function* indicationsIn(
  reading: Reading,
  from: number,
  until: number,
): Generator<Place, undefined> {
  const { drugs } = reading;
  const text = reading.text.slice(from, until);
  let read = 0;
  for (const { index, 0: found, groups } of text.matchAll(places)) {
    read += 1;
    if (read > MAX_PLACES) return undefined;
    const kind = groups?.kind?.toLowerCase() ?? kindOf(groups?.treats);
    if (kind === 'reduction' || kind === 'relief') continue;
    const at = index + found.length;
    const phrase = phraseAt(text.slice(at, at + MAX_READ));
    if (phrase === undefined) continue;
    if (
      groups?.weak !== undefined &&
      !isDisease(phrase) &&
      !(short.test(phrase) && isAttached(reading, from + index))
    )
      continue;
    if (drugs.some(({ name }) => phrase.includes(name))) continue;
    const whole = kind === undefined ? phrase : `${kind} of ${phrase}`;
    yield { at: from + index, phrase: shortened(whole) };
  }
  return undefined;
}

/** "X in NonAdvSM", "June 6 for EoE": right behind a name or a date such letters are a disease. */
const short =
  /^(?!(?:USA|UAE|MENA|EMEA|APAC|ASEAN|LATAM|FDA|EMA|MHRA|PMDA|NMPA|CHMP|NDA|BLA|NEJM|JAMA)$)(?=\w*[A-Z]\w*[A-Z])[A-Za-z][A-Za-z\d-]{2,9}$/;

function isAttached({ drugs, dates }: Reading, at: number): boolean {
  return [...drugs, ...dates].some(({ end }) => end === at - 1);
}

/** As much as has room, without the half of a word. */
function shortened(phrase: string): string {
  if (phrase.length <= MAX_INDICATION) return phrase;
  return phrase.slice(0, phrase.lastIndexOf(' ', MAX_INDICATION)).replace(/,$/, '');
}

function kindOf(verb: string | undefined): string | undefined {
  return verb?.toLowerCase().startsWith('prevent') ? 'prevention' : undefined;
}

/** The disease that a text begins with, behind the words for its patients. */
function phraseAt(rest: string): string | undefined {
  // "patients withGout": sources lose a space where a line ended.
  const plain = rest.replace(/ ?\([^)]{1,40}\)/g, '').replace(/\bwith(?=[A-Z])/, 'with ');
  const behind = plain.replace(patients, '').replace(article, '');
  const whole = before(goesOnSo, before(goesOn, behind)).replace(/[\s,)'"]+$/, '');
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

/** Where drugs are approved: "in Japan and China for gout". */
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
/** What a disease does not begin with. */
const noDisease = new RegExp(
  `^(?:${WHO}(?: ${WHO}){0,4}$|(?:(?:rare|serious|other|several|various|approved|same|new) )*${ILLNESS}(?:e?s)?$|(?:[\\w-]+ ){0,3}${TREATING}\\b(?!-)|${NO_THING}\\b)`,
  'i',
);
/** What a disease does not end with: what was measured, and who tells of it. */
const noDiseaseAtEnd =
  /\b(?:compan(?:y|ies)|endpoints?|index|outcomes?|questionnaire|scales?|scores?)$/i;

/** Of pieces parted by commas those up to the disease: "previously untreated, metastatic cancer". */
function pieceOf(whole: string): string {
  const pieces = whole.split(', ');
  if (pieces.length === 1) return whole;
  const at = pieces.findIndex(isDisease);
  if (at < 0) return pieces[0]!;
  const including = pieces[at + 1]?.startsWith('including ') ? 1 : 0;
  return pieces.slice(0, at + 1 + including).join(', ');
}

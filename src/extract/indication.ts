import { isDisease } from './diseases.ts';
import type { FoundDrug } from './drug-names.ts';
import { textBefore } from './nearby.ts';
import type { Reading } from './reading.ts';

/** Characters of an indication, and of the text behind its first words that is read for it. */
const MAX_INDICATION = 100;
const MAX_READ = 260;
/** Places of a sentence at which an indication may begin. */
const MAX_PLACES = 8;

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const TREATING =
  '(?:treatment|therapy|management|prevention|prophylaxis|reduction|relief|control|cure)';
/** What an indication stands behind; without a word of treatment what follows must be a disease. */
const places = new RegExp(
  `\\b(?:(?:(?<kind>(?:pre-exposure |post-exposure )?(?:prevention|prophylaxis|reduction|relief))|${TREATING}) (?:of|for|in)|(?:to |may |could )?(?<treats>treat(?:s|ing)?|prevent(?:s|ing)?)|(?<weak>for|in|against)(?! (?:the (?:first|second|third|fourth|quarter|year|company)|an?\\b|its|our|their|this|which|that|\\d|${MONTH}|[QH][1-4]\\b|Phase))) `,
  'gi',
);

const WHO =
  '(?:adults?|outpatients?|inpatients?|pa?ediatrics?|adolescents?|children|infants?|newborns?|toddlers|patients?|people|persons|individuals|men|women|boys|girls|males?|females?|subjects|participants|those|older|elderly|younger|young|certain|postmenopausal|pregnant|eligible|appropriate|healthy|many|most|some|all|an?|the|its|our|and|or|to|through|of age|years?|months?|old|aged?|ages|weighing|at least|up to|less than|under|over|and older|or older|\\d+(?:\\.\\d+)?|kg|[<>≥≤]=?)';
/** "adult patients aged 6 years and older with": those treated, up to the word for their disease. */
const patients = new RegExp(
  `^(?:${WHO}[ ,-]+){0,16}(?:with|who have|who are|living with|suffering from|diagnosed with|affected by|experiencing|at (?:high |increased )?risk (?:of|for)) (?:an? |the )?`,
  'i',
);
const article = /^(?:an? |the |potential |symptomatic (?:treatment|relief) of )/i;

/** Words with which the sentence goes on behind an indication. */
const goesOn = new RegExp(
  `\\s(?:(?:who|whose|that|which|where|when|while|whereas|until|unless|if|because|via|through|using|than|versus|vs|within|during|since|despite|against|given|plus|alongside|pursuant|under|based|by|at|from|on|as|after|before|following|pending|upon|about|across|previously|treated|candidates?|regardless|but|so|here|was|were|is|are|be|been|has|have|had|will|would|may|might|can|could|should|did|does|do|expected|anticipated|met|meets|accepted|accepts|submitted|received|receives|granted|assigned|approved|remains?|carries|carried|continues?|planned|scheduled|begins|began|shows?|showed|showing|fail(?:s|ed)|demonstrat\\w+|achieved|announced?|reads?|reported|compared|weighing|requiring|aged?|ages|today|yesterday|tomorrow|tonight|again|also|now|later|early|late|last|next|earlier|this (?:week|month|quarter|year|morning|summer|fall)|${MONTH}|Q[1-4]|[12]H|H[12]|20\\d\\d|s?NDA|s?BLA|MAA|PDUFA|FDA|AdComm|data|results|trials?|study|studies|programs?|therap(?:y|ies)|treatments?|market|indication)\\b(?!-)|(?:in|among|for|to) (?:(?:${WHO}|combination|mid|early|late|${MONTH}|Q[1-4]|[12]H|H[12])\\b|[A-Z\\d"])|(?<!(?:\\b(?:due|moderate|mild|moderately|attributable|related|secondary|early|light|metastasized)|-)\\s)to\\b|(?<!\\bassociated )with (?:an?|the|at least|no|prior|priority|standard|target|[A-Z]|one|two|three|or without (?!aura))|(?:and|or) (?:focus\\w*|an?|the|its|their|our|we|it|to|for|in|who|has|have|is|are|was|were|will|weighing|assigned|set|granted|plans?|expects?|intends?|initiated|completed|submitted|announced|received|other|a|on)\\b)|[.;:•"\\t—–]|\\s-\\s|, (?:and|or|but|with|the|an?|which|who|as|its|our|we|it|in|on|at|by|is|has|was|will|after|following|said|including (?!acute|chronic))\\b`,
);

/**
 * What a sentence says that its drug is for, as one would write it in the cell of a table: the
 * disease with its stage and kind, without the words for the patients and what they had before.
 *
 * @param from where to look first: behind the drug's name, else behind the statement
 * @returns at most 100 characters, or undefined
 */
export function indicationIn({ text, drugs }: Reading, from: number): string | undefined {
  const own = drugs.find(({ end }) => end === from);
  const named = own && namedBefore.exec(textBefore(text, own.start, MAX_NAMED));
  if (named && isDisease(named[1]!)) return named[1];
  const next = drugs.find(
    ({ role, start }) =>
      role === 'own' && start >= from && !alias.test(textBefore(text, start, 16)),
  )?.start;
  return (
    firstIn(text.slice(from, next), drugs) ??
    (own && next !== undefined ? undefined : firstIn(text.slice(0, from), drugs))
  );
}

/** Before another name of the same drug. */
const alias = /\b(?:called|as|named?|brand) $/i;

/** "its migraine drug X" */
const namedBefore =
  /(?:\b(?:its|the|our|an?|experimental|investigational|oral)|'s) ([A-Za-z][\w'-]{2,20}(?: [a-z][\w'-]{2,20}){0,3}) (?:drug|pill|therapy|treatment|candidate|medicine|vaccine|shot|antibody|hopeful)(?: candidate)?,? $/;
const MAX_NAMED = 90;

function firstIn(text: string, drugs: readonly FoundDrug[]): string | undefined {
  let read = 0;
  for (const { index, 0: found, groups } of text.matchAll(places)) {
    read += 1;
    if (read > MAX_PLACES) return undefined;
    const kind = groups?.kind?.toLowerCase() ?? kindOf(groups?.treats);
    if (kind === 'reduction' || kind === 'relief') continue;
    const at = index + found.length;
    const phrase = phraseAt(text.slice(at, at + MAX_READ));
    if (phrase === undefined || (groups?.weak !== undefined && !isDisease(phrase))) continue;
    if (drugs.some(({ name }) => phrase.includes(name))) continue;
    return (kind === undefined ? phrase : `${kind} of ${phrase}`).slice(0, MAX_INDICATION);
  }
  return undefined;
}

function kindOf(verb: string | undefined): string | undefined {
  return verb?.toLowerCase().startsWith('prevent') ? 'prevention' : undefined;
}

/** The disease that a text begins with, behind the words for its patients. */
function phraseAt(rest: string): string | undefined {
  const plain = rest.replace(/ ?\([^)]{1,40}\)/g, '');
  const behind = plain.replace(patients, '').replace(article, '');
  const end = behind.search(goesOn);
  const whole = (end < 0 ? behind : behind.slice(0, end)).replace(/[\s,)'"]+$/, '');
  const phrase = pieceOf(whole).replace(/(?: (?:due|and|or|with|of|in|associated|caused))+$/, '');
  const isPlain = /^[A-Za-z]/.test(phrase) || /^\d[\w-]*[ -][a-z]/.test(phrase);
  return phrase.length >= 3 && isPlain && !noDisease.test(phrase) ? phrase : undefined;
}

/** What a disease does not begin with. */
const noDisease = new RegExp(
  `^(?:${WHO}$|(?:[\\w-]+ ){0,3}${TREATING}\\b(?!-)|(?:Phase|${MONTH}|Q[1-4]|[12]H|H[12]|20\\d\\d|FDA|who|which|whom|whose|this|that|these|those|it|them|us|our|its|their|part|addition|combination|use|review|filing|approval|priority|example$)\\b)`,
  'i',
);

/** Of pieces parted by commas those up to the disease: "previously untreated, metastatic cancer". */
function pieceOf(whole: string): string {
  const pieces = whole.split(', ');
  if (pieces.length === 1) return whole;
  const at = pieces.findIndex(isDisease);
  if (at < 0) return pieces[0]!;
  const including = pieces[at + 1]?.startsWith('including ') ? 1 : 0;
  return pieces.slice(0, at + 1 + including).join(', ');
}

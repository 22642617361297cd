import { textBefore } from './nearby.ts';

/**
 * Maximum characters of a sentence. A longer sentence is split at a space, which limits the time
 * that rules take.
 */
const MAX_SENTENCE = 1_000;

/** Abbreviations whose period does not end a sentence. */
const abbreviations = new Set(
  (
    'Inc Corp Co Ltd LLC L.L.C plc Plc S.A N.V B.V A.G U.S U.K E.U D.C vs v No Nos Dr Mr Ms ' +
    'Mrs Prof St Jr Sr Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mass Calif Conn Fla Pa ' +
    'Va Md Del Ill Mich Minn Wash Tex Ga Colo Ariz Ont e.g i.e al et approx est Ph.D M.D ' +
    'Pharm.D B.Sc M.Sc p.m a.m P.M A.M Fig Sec Rs cf ca'
  ).split(' '),
);
/** Words that start a new sentence even after `Inc.` */
const starters =
  /^(?:The|This|These|In|On|We|Our|It|Its|About|For|As|At|Under|However|If|While|Following|Based|Upon|To|There)\b/;
const stop =
  /[.!?]["”’)\]]{0,2}(?:\d{1,2}(?:[,–-]\d{1,2}){0,4})?\s+(?=["“‘([]{0,2}(?:[A-Z0-9•–—]|--? ?[A-Z]))/g;

/** Splits a paragraph into sentences. Footnote digits after a period belong to the sentence. */
export function sentencesOf(paragraph: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(stop)) {
    const end = match.index + match[0].length;
    if (!endsThere(paragraph, match.index, end)) continue;
    sentences.push(...cut(paragraph.slice(start, end).trim()));
    start = end;
  }
  sentences.push(...cut(paragraph.slice(start).trim()));
  return sentences.filter((sentence) => sentence !== '');
}

function endsThere(text: string, at: number, next: number): boolean {
  if (text[at] !== '.') return true;
  if (/\d\.\d/.test(text.slice(at - 1, at + 2))) return false;
  const before = textBefore(text, at, 12);
  const word = /[A-Za-z][A-Za-z.]*$/.exec(before)?.[0];
  if (word === undefined) return !/^\d/.test(text.slice(next)) || /[\d%)\]]$/.test(before);
  const known = abbreviations.has(word) || /^[A-Z]$/.test(word) || /^(?:[A-Z]\.)+[A-Z]$/.test(word);
  return (
    !known ||
    (/^(?:Inc|Corp|Ltd|LLC|plc|N\.V|S\.A)$/.test(word) &&
      starters.test(text.slice(next, next + 12)))
  );
}

function cut(sentence: string): readonly string[] {
  if (sentence.length <= MAX_SENTENCE) return [sentence];
  const at = sentence.lastIndexOf(' ', MAX_SENTENCE);
  const end = at > MAX_SENTENCE / 2 ? at : MAX_SENTENCE;
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_SENTENCE) {
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

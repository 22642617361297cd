import { foremost, onlyDrug, type PlacedDrug } from './drug-roles.ts';
import { isHeading, type Paragraph } from './paragraphs.ts';
import { plainWording } from './wording.ts';

/** What stands above a paragraph and tells what it is about. */
export interface Topic {
  /** The line: a heading, or the item of a list that the paragraph belongs to. */
  readonly line: string;
  /** The one drug that it names. */
  readonly drug: string | undefined;
}

/** Paragraphs up from a statement in which the line above it is looked for. */
const MAX_UP = 12;
/** Characters of a heading that names a topic; longer ones are titles. */
const MAX_TOPIC = 70;
/** Characters of an item in which the name that it begins with stands. */
const MAX_NAME = 60;

/**
 * The line that a paragraph stands under: the nearest heading above it, or nearer still an item of a
 * list that begins with a drug and describes it ("ABC-123, an oral inhibitor of …").
 *
 * @param number which of the paragraphs
 * @param namesIn the drugs that a text in plain wording names
 */
export function topicAbove(
  paragraphs: readonly Paragraph[],
  number: number,
  namesIn: (text: string) => readonly PlacedDrug[],
): Topic | undefined {
  for (let at = number - 1; at > 0 && at >= number - MAX_UP; at -= 1) {
    const { text, zone } = paragraphs[at]!;
    if (zone === 'boilerplate') return undefined;
    const isTitle = heads.test(text) && isHeading(text, 1);
    if (isTitle && text.length > MAX_TOPIC) return { line: text, drug: undefined };
    if (!isTitle && !introduces.test(text.slice(0, MAX_NAME))) continue;
    const line = plainWording(text);
    const drugs = foremost(namesIn(line));
    const begins = drugs.some(({ start }) => start === 0);
    if (!isTitle && !begins && !fragment.test(line)) continue;
    return { line, drug: onlyDrug(drugs.map(({ name }) => name)) };
  }
  return undefined;
}

/** Begins with a capital or a code and ends without a full stop. */
const heads = /^[A-Z\d"“(].{2,90}(?<![.!?;]["”’)]?)$/;
/** "ABC-123, an …", "Zelvora (generic): …", "LANTERN-1 – pivotal Phase 2 – tosimab alone in …". */
const introduces =
  /^[A-Za-z][^\s,:–—]{2,30}(?: [^\s,:–—]{2,20})?(?: ?\([^)]{2,30}\))?(?:[,:]| [–—-]) /;
/** An item that is no sentence and names a trial by its phase. */
const fragment = /^(?!.*\.$).{0,60}\bPhase \d/;

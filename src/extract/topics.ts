import { remembered } from '../domain/remembered.ts';
import { foremost, onlyDrug, type PlacedDrug } from './drug-roles.ts';
import { isHeading, type Paragraph } from './paragraphs.ts';
import { plainWording } from './wording.ts';

/** The heading or list item above a paragraph. */
export interface Topic {
  /** The text of the heading or item. */
  readonly line: string;
  /** The only drug in the line. */
  readonly drug: string | undefined;
}

/** Maximum number of paragraphs between a statement and its heading or list item. */
const MAX_UP = 12;
/**
 * Maximum characters of a heading that can name a drug. A longer heading is taken as a title, from
 * which no drug is read.
 */
const MAX_TOPIC = 70;
/** Maximum characters of the name at the start of an item. */
const MAX_NAME = 60;

/**
 * Returns a function that finds the topic of a paragraph by its index. The topic is the nearest
 * heading or list item above the paragraph. A list item is used only if it starts with a drug and
 * its description: "ABC-123, an oral inhibitor".
 * @param namesIn returns the drugs in a text that `plainWording` has normalized
 */
export function topicsOf(
  paragraphs: readonly Paragraph[],
  namesIn: (text: string) => readonly PlacedDrug[],
): (paragraph: number) => Topic | undefined {
  const topicAt = remembered((at: number) => topicIn(paragraphs[at]!.text, namesIn));
  return (paragraph) => {
    for (let at = paragraph - 1; at > 0 && at >= paragraph - MAX_UP; at -= 1) {
      if (paragraphs[at]!.zone === 'boilerplate') return undefined;
      const topic = topicAt(at);
      if (topic) return topic;
    }
    return undefined;
  };
}

/** The topic that a paragraph states, if it is a heading or a list item. */
function topicIn(
  text: string,
  namesIn: (text: string) => readonly PlacedDrug[],
): Topic | undefined {
  const isTitle = heads.test(text) && isHeading(text, 1);
  if (isTitle && text.length > MAX_TOPIC) return { line: text, drug: undefined };
  if (!isTitle && !introduces.test(text.slice(0, MAX_NAME))) return undefined;
  const line = plainWording(text);
  const drugs = foremost(namesIn(line));
  const begins = drugs.some(({ start }) => start === 0);
  if (!isTitle && !begins) return undefined;
  return { line, drug: onlyDrug(drugs.map(({ name }) => name)) };
}

/** A heading starts with a capital or code, and has no final punctuation. */
const heads = /^[A-Z\d"“(].{2,90}(?<![.!?;]["”’)]?)$/;
/**
 * Matches the start of an item with a drug or trial name: "ABC-123, an", "Zelvora (generic):",
 * "LANTERN-1 – pivotal Phase 2 – tosimab alone in".
 */
const introduces =
  /^[A-Za-z][^\s,:–—]{2,30}(?: [^\s,:–—]{2,20})?(?: ?\([^)]{2,30}\))?(?:[,:]| [–—-]) /;

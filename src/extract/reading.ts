import { type FoundDate, datesIn } from './date-grammar.ts';
import { type FoundDrug, drugsIn } from './drug-names.ts';
import type { Zone } from './paragraphs.ts';
import { plainWording } from './wording.ts';

/** One sentence as the rules read it. */
export interface Reading {
  /** As written. */
  readonly sentence: string;
  /** In plain wording: what every position in `dates` and `drugs` counts in. */
  readonly text: string;
  readonly zone: Zone;
  /** Number of its paragraph. */
  readonly paragraph: number;
  readonly dates: readonly FoundDate[];
  readonly drugs: readonly FoundDrug[];
  /** The sentence before it in the paragraph as written, whether it says anything or not. */
  readonly preceding: string;
  /** The day that a dateline in the sentence names. */
  readonly dateline: string | undefined;
}

/** What all sentences of a text share. */
export interface TextContext {
  readonly published: string | undefined;
  readonly brands: readonly string[];
}

/** `BOSTON, Feb. 9, 2027 (GLOBE NEWSWIRE) --`: the day stands right before the wire or the dash. */
const behindDateline =
  /^\s?(?:[/(]\s?)?(?:GLOBE ?NEWSWIRE|PRNewswire|PR ?Newswire|BUSINESS WIRE|Business Wire|ACCESSWIRE|ACCESS Newswire|NEWMEDIAWIRE|NewMediaWire|Newsfile|CNW|EQS|-PRNewswire)|^\s?(?:--|–|—|-)\s/i;
const MAX_DATELINE = 110;

/** Reads the words, dates and names of a sentence. */
export function readSentence(
  sentence: string,
  zone: Zone,
  paragraph: number,
  preceding: string,
  { published, brands }: TextContext,
): Reading {
  const text = plainWording(sentence);
  const all = datesIn(text, published);
  const line = all.find(
    ({ precision, end }) =>
      precision === 'day' && end <= MAX_DATELINE && behindDateline.test(text.slice(end, end + 24)),
  );
  return {
    sentence,
    text,
    zone,
    paragraph,
    preceding,
    dates: line ? all.filter((date) => date !== line) : all,
    drugs: drugsIn(text, brands),
    dateline: line?.from,
  };
}

/** A match of a rule within a reading, and the words around it. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly words: {
    readonly before: string;
    readonly match: string;
    readonly after: string;
    readonly sentence: string;
  };
}

const MAX_BEFORE = 180;
const MAX_AFTER = 260;

export function spotOf({ text }: Reading, start: number, end: number): Spot {
  return {
    start,
    end,
    words: {
      before: text.slice(Math.max(0, start - MAX_BEFORE), start),
      match: text.slice(start, end),
      after: text.slice(end, end + MAX_AFTER),
      sentence: text,
    },
  };
}

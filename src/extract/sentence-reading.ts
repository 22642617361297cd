import { datesIn, type FoundDate } from './date-grammar.ts';
import { drugsIn } from './drug-names.ts';
import { type PlacedDrug, withRoles } from './drug-roles.ts';
import { textBefore } from './nearby.ts';
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
  /** Read when first asked for: most sentences hold no statement. */
  readonly dates: readonly FoundDate[];
  readonly drugs: readonly PlacedDrug[];
  /** Those of the sentence before it in the paragraph. */
  readonly drugsBefore: readonly PlacedDrug[];
  /** Memo of the conditions on the whole sentence, which many matches ask for. */
  readonly fulfils: (condition: RegExp) => boolean;
  /** The sentence before it in the paragraph as written, whether it says anything or not. */
  readonly preceding: string;
  /** The day that a dateline in the sentence names. */
  readonly dateline: string | undefined;
}

/** What all sentences of a text share. */
export interface TextContext {
  readonly published: string | undefined;
  readonly brands: readonly string[];
  /** Names without a mark, wherever in the text they stand; read when first asked for. */
  readonly unmarked: () => readonly string[];
}

/** `BOSTON, Feb. 9, 2027 (GLOBE NEWSWIRE) --`: the day stands right before the wire or the dash. */
const behindDateline =
  /^\s?(?:[/(]\s?)?(?:GLOBE ?NEWSWIRE|PRNewswire|PR ?Newswire|BUSINESS WIRE|Business Wire|ACCESSWIRE|ACCESS Newswire|NEWMEDIAWIRE|NewMediaWire|Newsfile|CNW|EQS|-PRNewswire)/i;
/** `BOSTON, Feb. 9, 2027 --`: without a wire, the place before the day tells. */
const behindPlace = /^\s?(?:--|–|—|-)\s/;
const place = /^[^.;]{0,8}[A-Z][A-Za-z. ]{2,40},(?: [A-Z][A-Za-z. ]{1,20},?)? ?(?:[-–—] )?$/;
const MAX_DATELINE = 110;

/** Reads the words, dates and names of a sentence. */
export function readSentence(
  sentence: string,
  zone: Zone,
  paragraph: number,
  preceding: string,
  { published, brands, unmarked }: TextContext,
): Reading {
  const text = plainWording(sentence);
  const known = new Map<RegExp, boolean>();
  let dated:
    | { readonly dates: readonly FoundDate[]; readonly line: string | undefined }
    | undefined;
  let drugs: readonly PlacedDrug[] | undefined;
  let drugsBefore: readonly PlacedDrug[] | undefined;
  const placedIn = (plain: string) => withRoles(plain, drugsIn(plain, [...brands, ...unmarked()]));
  const readDates = () => {
    dated ??= datesAndLine(text, published);
    return dated;
  };
  return {
    sentence,
    text,
    zone,
    paragraph,
    preceding,
    get dates() {
      return readDates().dates;
    },
    get dateline() {
      return readDates().line;
    },
    get drugs() {
      drugs ??= placedIn(text);
      return drugs;
    },
    get drugsBefore() {
      drugsBefore ??= placedIn(plainWording(preceding));
      return drugsBefore;
    },
    fulfils(condition) {
      const answer = known.get(condition) ?? condition.test(text);
      known.set(condition, answer);
      return answer;
    },
  };
}

/** The dates of a sentence; that of a dateline is the release's, not an event's. */
function datesAndLine(text: string, published: string | undefined) {
  const all = datesIn(text, published);
  const line = all.find(
    ({ precision, start, end }) =>
      precision === 'day' &&
      end <= MAX_DATELINE &&
      (behindDateline.test(text.slice(end, end + 24)) ||
        (behindPlace.test(text.slice(end, end + 4)) && place.test(text.slice(0, start)))),
  );
  return { dates: line ? all.filter((date) => date !== line) : all, line: line?.from };
}

/** A match of a rule within a reading, and the words around it. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly fulfils: Reading['fulfils'];
  readonly words: {
    readonly before: string;
    readonly match: string;
    readonly after: string;
    readonly sentence: string;
  };
}

const MAX_BEFORE = 180;
const MAX_AFTER = 260;

export function spotOf({ text, fulfils }: Reading, start: number, end: number): Spot {
  return {
    start,
    end,
    fulfils,
    words: {
      before: textBefore(text, start, MAX_BEFORE),
      match: text.slice(start, end),
      after: text.slice(end, end + MAX_AFTER),
      sentence: text,
    },
  };
}

import { onFirstUse } from '../domain/on-first-use.ts';
import { datesIn, type FoundDate } from './date-grammar.ts';
import { drugsIn, type FoundDrug } from './drug-names.ts';
import { type PlacedDrug, withRoles } from './drug-roles.ts';
import { textBefore } from './nearby.ts';
import type { Zone } from './paragraphs.ts';
import { plainWording } from './wording.ts';

/** A sentence prepared for the rules. */
export interface Reading {
  /** The original text. */
  readonly sentence: string;
  /**
   * The text after `plainWording` has normalized it. Positions in `dates` and `drugs` refer to this
   * text.
   */
  readonly text: string;
  readonly zone: Zone;
  /** Index of the paragraph. */
  readonly paragraph: number;
  /** `dates` and `drugs` are computed on first use, because most sentences contain no statement. */
  readonly dates: readonly FoundDate[];
  readonly drugs: readonly PlacedDrug[];
  /** The drugs without their roles. Most sentences do not need the roles. */
  readonly names: readonly FoundDrug[];
  /** The drugs of the previous sentence in the paragraph. */
  readonly drugsBefore: readonly PlacedDrug[];
  /**
   * Tests whether the full sentence matches a pattern. The result is cached, because many matches
   * use the same pattern.
   */
  readonly meets: (condition: RegExp) => boolean;
  /**
   * The original text of the previous sentence in the paragraph, even if it contains no statement.
   */
  readonly preceding: string;
  /** The date of the dateline, if the sentence contains one. */
  readonly dateline: string | undefined;
}

/** Data for all sentences of a text. */
export interface TextContext {
  readonly published: string | undefined;
  /**
   * Drug names in the text that have neither a code nor a known stem. They are computed on first
   * use.
   */
  readonly known: () => readonly string[];
}

/** Matches a newswire after the date: `BOSTON, Feb. 9, 2027 (GLOBE NEWSWIRE) --`. */
const afterDateline =
  /^\s?(?:[/(]\s?)?(?:GLOBE ?NEWSWIRE|PRNewswire|PR ?Newswire|BUSINESS WIRE|Business Wire|ACCESSWIRE|ACCESS Newswire|NEWMEDIAWIRE|NewMediaWire|Newsfile|CNW|EQS|-PRNewswire)/i;
/**
 * Matches a dash after the date. Without a newswire, a place must precede the date: `BOSTON, Feb.
 * 9, 2027 --`.
 */
const afterPlace = /^\s?(?:--|–|—|-)\s/;
const place = /^[^.;]{0,8}[A-Z][A-Za-z. ]{2,40},(?: [A-Z][A-Za-z. ]{1,20},?)? ?(?:[-–—] )?$/;
const MAX_DATELINE = 110;

export function readSentence(
  sentence: string,
  zone: Zone,
  paragraph: number,
  preceding: string,
  { published, known }: TextContext,
): Reading {
  const text = plainWording(sentence);
  const answers = new Map<RegExp, boolean>();
  const dated = onFirstUse(() => datesAndLine(text, published));
  const names = onFirstUse(() => drugsIn(text, known()));
  const drugs = onFirstUse(() => withRoles(text, names()));
  const drugsBefore = onFirstUse(() => {
    const plain = plainWording(preceding);
    return withRoles(plain, drugsIn(plain, known()));
  });
  return {
    sentence,
    text,
    zone,
    paragraph,
    preceding,
    get dates() {
      return dated().dates;
    },
    get dateline() {
      return dated().line;
    },
    get names() {
      return names();
    },
    get drugs() {
      return drugs();
    },
    get drugsBefore() {
      return drugsBefore();
    },
    meets(condition) {
      const answer = answers.get(condition) ?? condition.test(text);
      answers.set(condition, answer);
      return answer;
    },
  };
}

/**
 * Separates the date in a dateline from the other dates. Only the other dates may be dates of
 * events.
 */
function datesAndLine(text: string, published: string | undefined) {
  const all = datesIn(text, published);
  const line = all.find(
    ({ precision, start, end }) =>
      precision === 'day' &&
      end <= MAX_DATELINE &&
      (afterDateline.test(text.slice(end, end + 24)) ||
        (afterPlace.test(text.slice(end, end + 4)) && place.test(text.slice(0, start)))),
  );
  return { dates: line ? all.filter((date) => date !== line) : all, line: line?.from };
}

/** The position of a match in a sentence, with the surrounding text. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly meets: Reading['meets'];
  readonly words: {
    readonly before: string;
    readonly match: string;
    readonly after: string;
    readonly sentence: string;
  };
}

const MAX_BEFORE = 180;
const MAX_AFTER = 260;

export function spotOf({ text, meets }: Reading, start: number, end: number): Spot {
  return {
    start,
    end,
    meets,
    words: {
      before: textBefore(text, start, MAX_BEFORE),
      match: text.slice(start, end),
      after: text.slice(end, end + MAX_AFTER),
      sentence: text,
    },
  };
}

import { RE2JS } from 're2js';
import { invalidParameter } from '../base/errors.ts';
import { beginningIn } from '../domain/directory/nearness.ts';

/**
 * Maximum number of RE2 instructions of a compiled pattern. It limits the work for each character
 * of the searched text.
 */
const MAX_PROGRAM_SIZE = 2_000;

/** Tests whether a text matches a pattern. */
export interface Matcher {
  /** The pattern in lower case, if the pattern is plain ASCII text without operators. */
  readonly literal: string | undefined;
  /**
   * Set if the pattern consists of search words. `all` contains the words. At least `least` of them
   * must be the start of a word in the text. The word `needed` must always be among them.
   */
  readonly words?: {
    readonly all: readonly string[];
    readonly least: number;
    readonly needed?: string | undefined;
  };
  test(value: string): boolean;
}

/**
 * Compiles the type regex-ci of the specification, a pattern that matches anywhere and ignores
 * case. It has RE2 syntax, so the matching time is linear in the text.
 * @throws ServiceError 400 if the pattern does not compile or is too large
 */
export function compilePattern(pattern: string, name: string): Matcher {
  const compiled = compile(pattern);
  if (!compiled || compiled.programSize() > MAX_PROGRAM_SIZE) {
    throw invalidParameter(name, 'a pattern in RE2 syntax; write \\( for a parenthesis');
  }
  const isPlainWord = /^[A-Za-z0-9 _,;:'"%&/<>=!@#~`-]+$/.test(pattern);
  return {
    literal: isPlainWord ? pattern.toLowerCase() : undefined,
    test: (value) => compiled.test(value),
  };
}

/**
 * Matches a text of search words (see `searchWords`). At least `least` of the given words must
 * occur, and the word `needed` must be one of them.
 */
export function wordMatcher(all: readonly string[], least = all.length, needed?: string): Matcher {
  return {
    literal: undefined,
    words: { all, least, needed },
    test: (stored) =>
      beginningIn(all, stored) >= least && (!needed || beginningIn([needed], stored) > 0),
  };
}

/** A pattern that matches a text literally. A text without special characters stays unchanged. */
export function quotePattern(text: string): string {
  return /^[\w ,-]+$/.test(text) ? text : RE2JS.quote(text);
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
}

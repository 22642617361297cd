import { RE2JS } from 're2js';
import { invalidParameter } from '../base/errors.ts';

/** Instructions that a compiled pattern may have: bounds the work for each character searched. */
const MAX_PROGRAM_SIZE = 2_000;

/** Says which of a column's terms are wanted. */
export interface Matcher {
  /** The word searched for, folded, where the pattern is a plain ASCII word. */
  readonly literal: string | undefined;
  test(value: string): boolean;
}

/**
 * The spec's regex-ci: the value is a pattern, found anywhere, ignoring case. RE2 syntax, because
 * its time is linear in the text whatever the pattern.
 *
 * @throws ServiceError 400 where the pattern does not compile or compiles too large.
 */
export function compilePattern(pattern: string, name: string): Matcher {
  const compiled = compile(pattern);
  if (!compiled || compiled.programSize() > MAX_PROGRAM_SIZE) {
    throw invalidParameter(name, 'a pattern in RE2 syntax; write \\( for a bracket');
  }
  const isPlainWord = /^[A-Za-z0-9 _,;:'"%&/<>=!@#~`-]+$/.test(pattern);
  return {
    literal: isPlainWord ? pattern.toLowerCase() : undefined,
    test: (value) => compiled.test(value),
  };
}

/** A pattern that finds a word as it stands. */
export function quotePattern(word: string): string {
  return RE2JS.quote(word);
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { announcedIn } from './announced.ts';

/**
 * Passages of fictional companies, labelled by hand before any rule was tried on them: all types,
 * and all that looks like a statement and is none. `announced` in the form of the tables.
 */
interface Passage {
  readonly about: string;
  readonly text: string;
  readonly announced: readonly string[];
}

const file = new URL('../fixtures/extract/passages.ndjson', import.meta.url);
const passages = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Passage);

describe.each(passages)('$about', ({ text, announced }) => {
  it(text, () => {
    expect(announcedIn(text)).toEqual([...announced].sort());
  });
});

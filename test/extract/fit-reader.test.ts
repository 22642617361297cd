import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';
import { readerOf } from '../../src/extract/learned/reader.ts';
import { fitReader } from '../programs/judge/fitting/fit-reader.ts';
import { publisherOf } from '../programs/judge/fitting/labelled-text.ts';
import { readLabels } from '../programs/judge/label-sets.ts';
import { PUBLISHED } from './announced.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/**
 * Every twentieth generated line. A third of the lines serve as texts that the rules were not written
 * for.
 */
function smallSet() {
  const lines = readLabels(`${fixtures}extract/lines.ndjson`);
  return lines
    .filter((_, index) => index % 20 === 0)
    .map((line, index) => ({
      ...line,
      source: `line ${index}`,
      role: index % 3 === 0 ? ('fresh' as const) : ('taught' as const),
    }));
}

it.each([
  ['owner/archive:20260203/daily.md', 'https://www.newsqz.com/a/b', 'newsqz'],
  ['owner/archive:20260203/daily.md', null, 'archive'],
  ['owner/archive:wire/2024/0402/text.md', null, 'wire'],
  ['owner/archive:file.json https://www.sec.gov/Archives/1', null, 'sec'],
])('the publisher of %s at %s is %s', (source, url, publisher) => {
  expect(publisherOf({ ...smallSet()[0]!, source, url })).toBe(publisher);
});

describe('fitting the reader', () => {
  const { reader } = fitReader(smallSet());

  it('is deterministic', () => {
    const kept = readFileSync(`${fixtures}small-reader.json`, 'utf8');
    expect(`${JSON.stringify(reader, null, 2)}\n`).toBe(kept);
  });

  it('stores types, numbers and packed weights, but no words of the texts', () => {
    for (const { type, intercept, scale, weights, ...more } of reader.text) {
      expect([typeof type, typeof intercept, typeof scale, more]).toEqual([
        ...['string', 'number', 'number', {}],
      ]);
      // A position takes at most three bytes and a weight one byte. Base64 encodes three bytes in
      // four characters.
      expect(weights).toMatch(/^[A-Za-z\d+/]+={0,2}$/);
      expect(weights.length).toBeLessThan((4_000 * 4 * 4) / 3 + 4);
    }
    expect(Object.values(reader.sureness).every(Number.isFinite)).toBe(true);
  });

  it('keeps what the earlier weights know', () => {
    const others = smallSet().filter(({ facts }) => facts.every(({ type }) => type === 'crl'));
    const types = (text: typeof reader.text) => text.map(({ type }) => type);
    expect(types(fitReader(others, reader.text).reader.text)).toEqual(types(reader.text));
  });

  it('reads a labeled wording without a rule', () => {
    const text = 'Topline results from the Phase 2 trial are expected in the second half of 2027.';
    const source = { text, published: PUBLISHED };
    const scores = (which: typeof reader) => extractMentions(source, readerOf(which));
    expect(scores({ ...reader, text: [] })).toEqual([]);
    expect(scores(reader).map(({ type }) => type)).toEqual(['readout_expected']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { announcedIn, mentionsOf } from './announced.ts';

/**
 * Passages of fictional companies, labelled by hand before any rule was tried on them: all types,
 * and all that looks like a statement and is none. `announced` in the form of the tables. A few that
 * turned out to be open to two readings were dropped, or labelled again by the rules of labelling.
 */
interface Passage {
  readonly about: string;
  readonly text: string;
  readonly announced: readonly string[];
}

function passagesOf(name: string): readonly Passage[] {
  const file = new URL(`../fixtures/extract/${name}`, import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Passage);
}

/** The second file: the voices of many firms, with names of drugs that nothing marks. */
describe.each([...passagesOf('passages.ndjson'), ...passagesOf('firms.ndjson')])(
  '$about',
  ({ text, announced }) => {
    it(text, () => {
      expect(announcedIn(text)).toEqual([...announced].sort());
    });
  },
);

describe('a whole release', () => {
  const text = readFileSync(new URL('../fixtures/extract/release.txt', import.meta.url), 'utf8');
  const source = { published: '2026-11-12', company: 'Corvane Therapeutics' };

  it('announces its news once each, and nothing of its background', () => {
    expect(announcedIn(text, source)).toEqual([
      'designation 2026-11-01..2026-11-30 HLM-204',
      'filing_expected 2027-01-01..2027-06-30 CVN-118',
      'nda_bla_accepted 2026-10-01..2026-10-31 CVN-118',
      'offering 2026-10-01..2026-10-31 -',
      'pdufa_date 2027-06-11 CVN-118',
      'readout_expected 2027-01-01..2027-03-31 HLM-204',
    ]);
  });

  it('is sure enough of all of it to serve it, with the ticker of its company', () => {
    for (const { status, confidence, ticker } of mentionsOf(text, source)) {
      if (status !== 'announced') continue;
      expect(confidence).toBeGreaterThanOrEqual(0.8);
      expect(ticker).toBe('CVNQZ');
    }
  });
});

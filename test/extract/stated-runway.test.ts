import { describe, expect, it } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';
import { describeNewSources, newSource } from '../sources/samples.ts';

const read = (text: string) =>
  extractMentions({ text, published: '2026-03-10' })
    .filter(({ type }) => type === 'stated_runway')
    .map(({ date, status, detail: { bound, fiscal, conditions } }) => {
      const { from, to } = date as { from: string; to: string };
      return [
        bound,
        from,
        to,
        status,
        ...(fiscal ? ['fiscal'] : []),
        ...(conditions ? [conditions] : []),
      ];
    });

describe('a stated runway', () => {
  it.each([
    [
      'We believe our cash, cash equivalents and marketable securities will be sufficient to fund our operating expenses and capital expenditure requirements into the fourth quarter of 2027.',
      ['into', '2027-10-01', '2027-12-31', 'announced'],
    ],
    [
      'Cash runway is expected to extend at least into the second half of 2028.',
      ['into', '2028-07-01', '2028-12-31', 'announced'],
    ],
    [
      'This extends our cash runway into at least mid-2027.',
      ['into', '2027-04-01', '2027-09-30', 'announced'],
    ],
    [
      'The financing extends the cash runway from the fourth quarter of 2026 to mid-2028.',
      ['to', '2028-04-01', '2028-09-30', 'announced'],
    ],
    [
      'Existing cash is expected to fund operations through fiscal year 2028.',
      ['through', '2028-01-01', '2028-12-31', 'announced', 'fiscal'],
    ],
    [
      'Cash of $250 million supports the current operating plan through the end of 2027.',
      ['through', '2027-10-01', '2027-12-31', 'announced'],
    ],
    [
      'Our cash position provides runway through key readouts and into early 2028.',
      ['into', '2028-01-01', '2028-03-31', 'announced'],
    ],
    [
      'We have sufficient cash to fund operations for at least the next twelve months and into 2027.',
      ['into', '2027-01-01', '2027-12-31', 'announced'],
    ],
    [
      'Pro forma cash of $90 million should fund operations beyond 2027.',
      ['beyond', '2027-01-01', '2027-12-31', 'announced', 'expected, pro forma'],
    ],
    [
      'Cash, together with the net proceeds of the offering, is sufficient to fund operations into 2028.',
      ['into', '2028-01-01', '2028-12-31', 'announced', 'later proceeds'],
    ],
    [
      'The loan facility could extend our cash runway into 2029.',
      ['into', '2029-01-01', '2029-12-31', 'conditional'],
    ],
    [
      'Our cash is not sufficient to fund operations through 2026.',
      ['through', '2026-01-01', '2026-12-31', 'negated'],
    ],
    [
      'The financing by new investors extends our runway, according to our plan, into 2028.',
      ['into', '2028-01-01', '2028-12-31', 'announced'],
    ],
    [
      'Our cash, which does not include potential milestones, is sufficient to fund operations into 2028.',
      ['into', '2028-01-01', '2028-12-31', 'announced', 'without milestones'],
    ],
    [
      'Cash is expected to fund our exploratory programs on new targets and a potential launch into 2028.',
      ['into', '2028-01-01', '2028-12-31', 'announced'],
    ],
    [
      'Zorba is funded into 2028, with further cash from partnerships.',
      ['into', '2028-01-01', '2028-12-31', 'announced'],
    ],
    [
      '$300 million in cash as of December 31, 2025; runway into 2029',
      ['into', '2029-01-01', '2029-12-31', 'announced'],
    ],
    [
      'Analysts expect that the cash will fund operations into 2028.',
      ['into', '2028-01-01', '2028-12-31', 'other_company'],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('is quoted, also at the end of a long sentence', () => {
    const long = `Highlights of the quarter: ${'data at a congress, '.repeat(40)} and cash runway into 2029.`;
    const [found] = extractMentions({ text: long, published: '2026-03-10' });
    expect(found?.sentence).toHaveLength(400);
    expect(found?.sentence).toMatch(/cash runway into 2029\.$/);
  });

  it.each([
    'We see further runway to grow in 2027.',
    'Cash Runway: more funds will be required to meet operational requirements in 2027.',
    'The company issued convertible notes due 2029 to fund operations.',
    'Cash supports the enrollment of patients through 2027.',
    'Collaboration funding supports research activities through 2027.',
    'We expect operating expenses to increase through 2027.',
    'Cash is expected to fund operations through topline data in 2027.',
    'Cash was sufficient to fund operations into 2025.',
    'Patents that support our products provide exclusivity into 2040.',
  ])('is none in: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});

/** The period of a label, such as `2027`, `2026-Q4`, `2026-late` or the day `2026-12-31`. */
const periods: Readonly<Record<string, readonly [first: string, last: string]>> = {
  '': ['01-01', '12-31'],
  '-Q1': ['01-01', '03-31'],
  '-Q3': ['07-01', '09-30'],
  '-Q4': ['10-01', '12-31'],
  '-H2': ['07-01', '12-31'],
  '-mid': ['04-01', '09-30'],
  '-late': ['10-01', '12-31'],
  '-12-31': ['01-01', '12-31'],
};

describeNewSources('recorded sentences on runways', () => {
  it('have the labeled period, or none', () => {
    const lines = newSource('runway_sentences/runway_dev.jsonl').trim().split('\n');
    const labels = lines.map((line) => JSON.parse(line));
    const found = labels.map(({ sentence, path }) => {
      const year = /\/(20\d\d)\//.exec(path)?.[1] ?? '2025';
      const mentions = extractMentions({ text: sentence, published: `${year}-03-01` });
      return mentions.find(({ type }) => type === 'stated_runway')?.date ?? null;
    });
    const expected = labels.map(({ until }) => {
      if (until === null) return null;
      const [from, to] = periods[until.slice(4)]!;
      return { from: `${until.slice(0, 4)}-${from}`, to: `${until.slice(0, 4)}-${to}` };
    });
    expect(found).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';
import { believing, mentionsOf, ruled } from './announced.ts';

describe('a full statement', () => {
  it('of a goal date', () => {
    const sentence =
      'The FDA assigned a PDUFA date of  March 5, 2027 to ORVEXA® (zelvotinib) for the treatment of gout.';
    const text = `BOSTON, Nov. 19, 2026 (GLOBE NEWSWIRE) -- Ablenor, Inc. (Nasdaq: ABLQZ) today said so.\n\n${sentence}`;
    expect(extractMentions({ text }, believing())).toEqual([
      {
        ...{ type: 'pdufa_date', date: '2027-03-05', precision: 'day', date_basis: 'stated' },
        ...{ ticker: 'ABLQZ', drug: 'ORVEXA (zelvotinib)', drug_from: 'sentence' },
        ...{ indication: 'gout', status: 'announced', confidence: 0.95 },
        ...{ tier: 'confirmed', model: 'none' },
        ...{ sentence: sentence.replace('  ', ' '), detail: {} },
      },
    ]);
  });

  it('of an offering without drug and disease, dated by "today" and the dateline', () => {
    const text =
      'BOSTON, Nov. 18, 2026 -- Ablenor today announced the pricing of its $20 million public offering for gout.';
    expect(ruled(text, { ticker: 'ABLQZ' })).toEqual([
      {
        ...{ type: 'offering', date: '2026-11-18', precision: 'day', date_basis: 'today' },
        ...{ ticker: 'ABLQZ', drug: null, drug_from: null, indication: null },
        ...{ status: 'announced', confidence: 0.95, sentence: text },
        ...{ tier: 'confirmed', model: 'none' },
        detail: { kind: 'public', stage: 'priced', amount: 2e7, currency: 'USD' },
      },
    ]);
  });

  it('of a plan for a quarter, and of another company without ticker', () => {
    const plan = 'Topline data from the Phase 3 trial of ABX-101 are expected in Q2 2027.';
    const rival = 'A competitor, Tindra, received FDA approval for tesolimab.';
    const source = { ticker: 'ABLQZ' };
    expect(ruled(`${plan}\n\n${rival}`, source, 'readout_expected')).toEqual([
      {
        ...{ type: 'readout_expected', date: { from: '2027-04-01', to: '2027-06-30' } },
        ...{ precision: 'quarter', date_basis: 'stated', ticker: 'ABLQZ', drug: 'ABX-101' },
        ...{ drug_from: 'sentence', indication: null, status: 'announced', confidence: 0.95 },
        ...{ tier: 'confirmed', model: 'none' },
        ...{ sentence: plan, detail: {} },
      },
      expect.objectContaining({
        ...{ type: 'approval', status: 'other_company', ticker: null, drug: 'tesolimab' },
        ...{ date: null, precision: null, date_basis: 'none', sentence: rival },
      }),
    ]);
  });
});

describe('the date of a text without publication date', () => {
  const read = (head: string, more = '') =>
    extractMentions({ text: `${head}\n\n${more}The FDA approved ABX-101 today.` })[0]?.date;

  it.each([
    ['BOSTON, Nov. 18, 2026 (GLOBE NEWSWIRE) -- Abacus said', '2026-11-18'],
    ['BOSTON, November 18, 2026 /PRNewswire/ -- Abacus said', '2026-11-18'],
    ['BOSTON, November 18, 2026 -- Abacus said', '2026-11-18'],
    ['BOSTON – November 18, 2026 – Abacus said', null],
    ['Abacus said on November 18, 2026 that', null],
    ['On November 18, 2026 -- Abacus said', null],
  ])('%s', (head, day) => {
    expect(read(head)).toBe(day);
  });

  it('is within 110 characters of one of the first twenty paragraphs', () => {
    const line = 'BOSTON, November 18, 2026 (GLOBE NEWSWIRE) -- Abacus said';
    expect(read(`${'P.\n\n'.repeat(19)}${line}`)).toBe('2026-11-18');
    expect(read(`${'P.\n\n'.repeat(20)}${line}`)).toBeNull();
    const ends = (length: number) =>
      `${'x'.repeat(length - 18)} November 18, 2026 (GLOBE NEWSWIRE) --`;
    expect(ends(110).indexOf(' (GLOBE')).toBe(110);
    expect([read(ends(110)), read(ends(111))]).toEqual(['2026-11-18', null]);
  });
});

describe('limits', () => {
  it('eight matches per rule and sentence', () => {
    const days = Array.from({ length: 10 }, (_, at) => `a PDUFA date of March ${at + 1}, 2027`);
    const found = (count: number) =>
      mentionsOf(`It has ${days.slice(0, count).join(', ')}.`).length;
    expect([found(8), found(9), found(10)]).toEqual([8, 8, 8]);
  });

  it('400 characters of evidence around the statement, starting at a word', () => {
    const filler = (count: number) => 'word '.repeat(count);
    const evidence = (before: number, after: number) => {
      const statement = 'the FDA assigned a PDUFA date of March 5, 2027';
      return mentionsOf(`It ${filler(before)}said ${statement} ${filler(after)}end.`)[0]!.sentence;
    };
    expect(evidence(20, 20)).toBe(
      `It ${filler(20)}said the FDA assigned a PDUFA date of March 5, 2027 ${filler(20)}end.`,
    );
    const late = evidence(100, 10);
    expect(late.length).toBeLessThanOrEqual(400);
    expect(late).toMatch(/^word .*PDUFA date of March 5, 2027 (?:word ){10}end\.$/);
    const early = evidence(2, 100);
    expect(early).toMatch(/^It word word said the FDA/);
    expect(early).toHaveLength(400);
    const middle = evidence(60, 60);
    expect(middle).toMatch(/^word .* March 5, 2027 word/);
    // The statement stands some 120 characters behind the beginning.
    const at = middle.indexOf('PDUFA');
    expect(at).toBeGreaterThan(90);
    expect(at).toBeLessThan(150);
  });
});

describe('a text', () => {
  it('in HTML is read as displayed', () => {
    const html = '<p>The FDA approved <b>ABX-101</b> &amp; more.</p>';
    expect(mentionsOf(html)).toMatchObject([
      { type: 'approval', sentence: 'The FDA approved ABX-101 & more.' },
    ]);
  });

  it('has the drug of the text if statements name none, and the only drug of its title', () => {
    const of = (text: string) => ruled(text).map(({ drug, drug_from }) => [drug, drug_from]);
    expect(of('ABX-101 is a pill.\n\nThe FDA accepted the NDA.')).toEqual([['ABX-101', 'text']]);
    expect(of('ABX-101 or CDX-202 are pills.\n\nThe FDA accepted the NDA.')).toEqual([
      [null, null],
    ]);
    expect(
      of(
        'Ablenor Reports Data of ABX-101\n\nCDX-202 met its goals.\n\nThe FDA accepted the NDA.',
      ).at(-1),
    ).toEqual(['ABX-101', 'text']);
  });

  it('with one meeting in two sentences has one meeting', () => {
    const text = 'An FDA advisory committee will review ABX-101. The meeting is on March 5, 2027.';
    expect(mentionsOf(text).map(({ type, date }) => [type, date])).toEqual([
      ['adcomm_date', '2027-03-05'],
    ]);
  });
});

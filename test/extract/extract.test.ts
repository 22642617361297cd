import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { announcedIn, mentionsOf } from './announced.ts';

const goal = 'The FDA assigned a PDUFA date of March 5, 2027 to zelvotinib.';

describe('the layout of documents', () => {
  it('reads the visible text of HTML', () => {
    const html = `<html><body><div style="display:none">${goal}</div>
      <ix:header><p>${goal}</p></ix:header><p>The PDUFA date of <span>zelvo</span><span>tinib</span>
      is March&nbsp;9,
      2027 &amp; no other.</p></body></html>`;
    expect(announcedIn(html)).toEqual(['pdufa_date 2027-03-09 zelvotinib']);
  });

  it('merges a statement in headline, body and summary', () => {
    const text = `FDA Sets PDUFA Date of March 5, 2027 for Zelvotinib\n\n${goal}\n\nUpcoming: PDUFA date March 5, 2027.`;
    expect(announcedIn(text)).toHaveLength(1);
  });
});

describe('the status of a statement', () => {
  it.each([
    ['In 2021, the FDA approved ORVEXA® (zelvotinib) for example disease.', 'historical'],
    ['We anticipate a PDUFA date in late 2027.', 'conditional'],
    ['No advisory committee meeting is planned for zelvotinib on March 5, 2027.', 'negated'],
    ['A competitor, Tindra, received FDA approval for tesolimab.', 'other_company'],
    ['The advisory committee on zelvotinib of December 9, 2026 is postponed.', 'negated'],
    ['The advisory committee on zelvotinib was postponed to March 5, 2027.', 'announced'],
    ['Zelvotinib had a March 5, 2027 PDUFA date.', 'historical'],
    ['The March 5, 2027 PDUFA date does not exist.', 'negated'],
    // The date of an entry is the date of its event.
    ['July 22, 2026: FDA issued a CRL for zelvotinib.', 'historical'],
  ])('%s', (text, status) => {
    expect(mentionsOf(text).map((mention) => mention.status)).toEqual([status]);
  });

  it.each([
    'The fee for zelvotinib, due under PDUFA on March 5, 2027, is $4.3 million.',
    'We plan to submit the NDA for zelvotinib and anticipate an action date of March 5, 2027.',
    'Ablenor intends to file the BLA with a target action date of March 5, 2027.',
  ])('does not confirm a goal date: %s', (text) => {
    const goals = mentionsOf(text).filter(({ type }) => type === 'pdufa_date');
    expect(goals.map(({ tier }) => tier)).not.toContain('confirmed');
  });

  it('treats a law firm’s notice as historical', () => {
    const text = `SHAREHOLDER ALERT: the law firm Example LLP announces a class action.\n\nOn November 19, 2026, Ablenor received a CRL for zelvotinib.`;
    expect(mentionsOf(text).map(({ type, status }) => [type, status])).toEqual([
      ['crl', 'historical'],
    ]);
  });

  it('shows the next sentence of a result if only that sentence has figures', () => {
    const result = 'Ablenor said that the Phase 3 trial of zelvotinib met its primary endpoint.';
    const sentenceOf = (...more: string[]) => mentionsOf([result, ...more].join(' '))[0]?.sentence;
    const figures = 'Patients had a 35 percent reduction in the risk of death.';
    expect(sentenceOf(figures, 'Others had none.')).toBe(`${result} ${figures}`);
    expect(sentenceOf('Patients did well.', figures)).toBe(result);
    const long = sentenceOf(`${figures.slice(0, -1)} ${'and more '.repeat(50)}.`);
    expect(long).toHaveLength(400);
    expect(long).toMatch(/endpoint\. Patients had a 35 percent .*…$/);
  });

  it('shows at most 400 characters of evidence, with the statement in it', () => {
    const filler = 'which is an example of a long clause in a long sentence '.repeat(8);
    const [mention] = mentionsOf(
      `Ablenor, ${filler}, said that the FDA assigned a PDUFA date of March 5, 2027.`,
    );
    expect(mention?.sentence.length).toBeLessThanOrEqual(400);
    expect(mention?.sentence).toContain('PDUFA date of March 5, 2027');
  });
});

describe('any text', () => {
  it('is read without errors, deterministically, and each mention has its sentence', () => {
    const words =
      'FDA PDUFA date NDA accepted approved CRL hold lifted Phase 3 topline data expected Q2 2027 March 5, met endpoint offering acquire license Fast Track designation not may ; . ( ) "'.split(
        ' ',
      );
    const text = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 120 });
    fc.assert(
      fc.property(text, (pieces) => {
        const said = pieces.join(' ');
        const mentions = mentionsOf(said);
        expect(mentionsOf(said)).toEqual(mentions);
        for (const { sentence, status, tier } of mentions) {
          expect(sentence).not.toBe('');
          expect(tier === null).toBe(status !== 'announced');
        }
      }),
      { seed: 13, numRuns: 60 },
    );
  });

  it.each([
    'Forward-Looking Statements\n\nThe PDUFA date of March 5, 2027 and topline data expected in Q2 2027 are subject to risks.',
    'These forward-looking statements include statements regarding the PDUFA date of March 5, 2027.',
    '1. Ablenor Announces FDA Approval of ORVEXA®. Press release. November 4, 2026. Accessed November 7, 2026.',
    'There can be no assurance that the FDA will approve zelvotinib by March 5, 2027.',
  ])('boilerplate yields nothing: %s', (text) => {
    expect(mentionsOf(text)).toEqual([]);
  });
});

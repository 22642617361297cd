import { describe, expect, it } from 'vitest';
import { assignDrugs, namesOf } from '../../../src/domain/events/drugs.ts';
import { statementsOf } from '../../../src/domain/events/statement.ts';
import { document, mention } from './texts.ts';

type Told = Parameters<typeof mention>[1];
const programs = [['zelvotinib', 'ABC-101', 'Zelvora'], ['otherumab']];

/** What each statement of documents is about: its drug and, where told, its indication. */
function assigned(documents: readonly ReturnType<typeof document>[], known = programs) {
  return assignDrugs(statementsOf(documents), known).assigned.map(({ statement, drug }) =>
    statement.indication === null ? drug : `${drug} in ${statement.indication}`,
  );
}
const of = (day: string, ...told: readonly Told[]) =>
  document(
    day,
    told.map((one) => mention('approval', one)),
  );
const far = { drug_from: 'text' } as const;

describe('the drug of a statement', () => {
  it('is the one that stands beside it, whatever else its sentence names', () => {
    const sentence = 'Zelvora was studied beside otherumab.';
    expect(assigned([of('2026-01-01', { drug: 'ABC-101', sentence })])).toEqual(['zelvotinib']);
    expect(assigned([of('2026-01-01', { drug: 'Newivir', sentence })])).toEqual(['Newivir']);
  });

  it('is, where it stands only elsewhere in the text, that of the sentence', () => {
    const told = (sentence: string, known = programs) =>
      assigned([of('2026-01-01', { drug: 'Newivir', sentence, ...far })], known)[0];
    expect(told('The FDA approved (ZELVORA).')).toBe('zelvotinib');
    expect(told('The FDA approved it.')).toBe('Newivir');
    expect(told('The FDA approved Zelvorax.')).toBe('Newivir');
    // Two of them tell nothing, and four letters are a word.
    expect(told('The FDA approved Zelvora and otherumab.')).toBe('Newivir');
    expect([told('On Zelv.', [['Zelv']]), told('On Zelvo.', [['Zelvo']])]).toEqual([
      ...['Newivir', 'Zelvo'],
    ]);
  });

  it('is that of the same decision, told within a week', () => {
    const second = (day: string, more: Told = {}) =>
      assigned([
        of('2026-01-01', { drug: 'otherumab' }),
        of(day, { drug: 'Newivir', ...far, ...more }),
      ])[1];
    expect([second('2026-01-08'), second('2026-01-09')]).toEqual(['otherumab', 'Newivir']);
    expect(second('2026-01-02', { detail: { agency: 'EU' } })).toBe('Newivir');
    expect(second('2026-01-02', { type: 'crl' })).toBe('Newivir');
    const plans = [
      of('2026-01-01', { type: 'pdufa_date', drug: 'otherumab' }),
      of('2026-01-02', { type: 'pdufa_date', drug: 'Newivir', ...far }),
    ];
    expect(assigned(plans)[1]).toBe('Newivir');
    // What is not announced is no decision.
    const history = of('2026-01-01', { drug: 'otherumab', status: 'historical' });
    expect(assigned([history, of('2026-01-02', { drug: 'Newivir', ...far })])[1]).toBe('Newivir');
    // Before the decision too, and a nameless one.
    expect(
      assigned([of('2026-01-01', { drug: null }), of('2026-01-02', { drug: 'otherumab' })])[0],
    ).toBe('otherumab');
  });

  it('is else the only one of its document, or of the company', () => {
    const nameless = { type: 'crl', drug: null };
    expect(assigned([of('2026-01-01', nameless, { drug: 'ABC-101' })])[0]).toBe('zelvotinib');
    expect(
      assigned([of('2026-01-01', nameless, { drug: 'ABC-101' }, { drug: 'Newivir' })])[0],
    ).toBeNull();
    expect(assigned([of('2026-01-01', nameless)])).toEqual([null]);
    expect(assigned([of('2026-01-01', nameless)], programs.slice(1))).toEqual(['otherumab']);
    const elsewhere = of('2026-03-01', { drug: 'Newivir' });
    expect(assigned([of('2026-01-01', nameless), elsewhere], programs.slice(1))[0]).toBeNull();
    expect(assigned([of('2026-01-01', nameless), elsewhere], [])[0]).toBeNull();
    // The same list twice is one drug.
    expect(assigned([of('2026-01-01', nameless)], [['otherumab'], ['otherumab']])).toEqual([
      'otherumab',
    ]);
  });
});

describe('the indication of a statement', () => {
  it('is what its document says elsewhere of the drug, where that is one', () => {
    const gout = { indication: 'gout', sentence: 'It is for gout.' };
    expect(assigned([of('2026-01-01', gout, {}, { drug: 'otherumab' })])).toEqual([
      ...['zelvotinib in gout', 'zelvotinib in gout', 'otherumab'],
    ]);
    expect(assigned([of('2026-01-01', gout), of('2026-01-02', {})])[1]).toBe('zelvotinib');
    const both = of('2026-01-01', gout, { indication: 'hives' }, {});
    expect(assigned([both])).toEqual([
      ...['zelvotinib in gout', 'zelvotinib in hives', 'zelvotinib'],
    ]);
  });

  it('is not that of a like statement of its own sentence', () => {
    const sentence = 'Its dates are March 3 for gout and June 3 for frown lines.';
    const gout = { indication: 'gout', sentence };
    expect(assigned([of('2026-01-01', gout, { sentence })])).toEqual([
      ...['zelvotinib in gout', 'zelvotinib'],
    ]);
    const accepted = mention('nda_bla_accepted', { sentence });
    expect(assigned([document('2026-01-01', [mention('approval', gout), accepted])])).toEqual([
      ...['zelvotinib in gout', 'zelvotinib in gout'],
    ]);
  });
});

it('a drug has one key under all of its names, and an unknown one its own', () => {
  const { drugKey } = assignDrugs([], programs);
  const keys = ['Zelvora', 'ABC-101', 'ZELVORA (zelvotinib)', 'zelvotinib 5 mg'].map(drugKey);
  expect(new Set(keys)).toEqual(new Set(['abc101']));
  expect([drugKey('otherumab'), drugKey('New-ivir')]).toEqual(['otherumab', 'newivir']);
  expect(namesOf('ZELVORA (zelvotinib)')).toEqual(['ZELVORA', 'zelvotinib']);
  expect(namesOf('Treatment arm')).toEqual(['Treatment arm']);
});

it('a sentence stands as evidence with 400 characters', () => {
  const [one] = statementsOf([of('2026-01-01', { sentence: 'x'.repeat(401) })]);
  expect(one?.sentence).toBe('x'.repeat(400));
});

import { describe, expect, it } from 'vitest';
import { assignDrugs, namesOf } from '../../../src/domain/events/drugs.ts';
import { statementsOf } from '../../../src/domain/events/statement.ts';
import { document, drug, mention } from './texts.ts';

type Details = Parameters<typeof mention>[1];
const programs = [drug(['zelvotinib', 'ABC-101', 'Zelvora']), drug(['otherumab'])];

/** The drug of each statement of the documents, with its indication if it has one. */
function assigned(documents: readonly ReturnType<typeof document>[], known = programs) {
  return assignDrugs(statementsOf(documents), known).assigned.map(({ statement, drug }) =>
    statement.indication === null ? drug : `${drug} in ${statement.indication}`,
  );
}
const approvals = (day: string, ...details: readonly Details[]) =>
  document(
    day,
    details.map((one) => mention('approval', one)),
  );
const fromText = { drug_from: 'text' } as const;

describe('the drug of a statement', () => {
  it('is the drug beside it, even if the sentence names another drug', () => {
    const sentence = 'Zelvora was studied beside otherumab.';
    expect(assigned([approvals('2026-01-01', { drug: 'ABC-101', sentence })])).toEqual([
      'zelvotinib',
    ]);
    expect(assigned([approvals('2026-01-01', { drug: 'Newivir', sentence })])).toEqual(['Newivir']);
  });

  it('is the drug of the sentence if its own drug comes from elsewhere in the text', () => {
    const drugIn = (sentence: string, known = programs) =>
      assigned([approvals('2026-01-01', { drug: 'Newivir', sentence, ...fromText })], known)[0];
    expect(drugIn('The FDA approved (ZELVORA).')).toBe('zelvotinib');
    expect(drugIn('The FDA approved it.')).toBe('Newivir');
    expect(drugIn('The FDA approved Zelvorax.')).toBe('Newivir');
    // Two drugs in a sentence are ambiguous, and a name of four letters is too short.
    expect(drugIn('The FDA approved Zelvora and otherumab.')).toBe('Newivir');
    expect([drugIn('On Zelv.', [drug(['Zelv'])]), drugIn('On Zelvo.', [drug(['Zelvo'])])]).toEqual([
      'Newivir',
      'Zelvo',
    ]);
  });

  it('is the drug of the same decision in a text of the same week', () => {
    const second = (day: string, more: Details = {}) =>
      assigned([
        approvals('2026-01-01', { drug: 'otherumab' }),
        approvals(day, { drug: 'Newivir', ...fromText, ...more }),
      ])[1];
    expect([second('2026-01-08'), second('2026-01-09')]).toEqual(['otherumab', 'Newivir']);
    expect(second('2026-01-02', { detail: { agency: 'EU' } })).toBe('Newivir');
    expect(second('2026-01-02', { type: 'crl' })).toBe('Newivir');
    const plans = [
      approvals('2026-01-01', { type: 'pdufa_date', drug: 'otherumab' }),
      approvals('2026-01-02', { type: 'pdufa_date', drug: 'Newivir', ...fromText }),
    ];
    expect(assigned(plans)[1]).toBe('Newivir');
    // A historical statement is not a decision.
    const history = approvals('2026-01-01', { drug: 'otherumab', status: 'historical' });
    expect(assigned([history, approvals('2026-01-02', { drug: 'Newivir', ...fromText })])[1]).toBe(
      'Newivir',
    );
    // An earlier statement without a drug also gets the drug.
    expect(
      assigned([
        approvals('2026-01-01', { drug: null }),
        approvals('2026-01-02', { drug: 'otherumab' }),
      ])[0],
    ).toBe('otherumab');
  });

  it('is otherwise the only drug of its document or of the company', () => {
    const nameless = { type: 'crl', drug: null };
    expect(assigned([approvals('2026-01-01', nameless, { drug: 'ABC-101' })])[0]).toBe(
      'zelvotinib',
    );
    expect(
      assigned([approvals('2026-01-01', nameless, { drug: 'ABC-101' }, { drug: 'Newivir' })])[0],
    ).toBeNull();
    expect(assigned([approvals('2026-01-01', nameless)])).toEqual([null]);
    expect(assigned([approvals('2026-01-01', nameless)], programs.slice(1))).toEqual([null]);
    const submitted = { ...nameless, sentence: 'The BLA is under review.' };
    expect(assigned([approvals('2026-01-01', submitted)], programs.slice(1))).toEqual([
      'otherumab',
    ]);
    const elsewhere = approvals('2026-03-01', { drug: 'Newivir' });
    expect(
      assigned([approvals('2026-01-01', submitted), elsewhere], programs.slice(1))[0],
    ).toBeNull();
    expect(assigned([approvals('2026-01-01', submitted), elsewhere], [])[0]).toBeNull();
    // Two records of the same drug count as one drug.
    const twice = [drug(['otherumab']), drug(['otherumab'])];
    expect(assigned([approvals('2026-01-01', submitted)], twice)).toEqual(['otherumab']);
  });
});

describe('the indication of a statement', () => {
  it('is the only indication of the drug in its document', () => {
    const gout = { indication: 'gout', sentence: 'It is for gout.' };
    expect(assigned([approvals('2026-01-01', gout, {}, { drug: 'otherumab' })])).toEqual([
      'zelvotinib in gout',
      'zelvotinib in gout',
      'otherumab',
    ]);
    expect(assigned([approvals('2026-01-01', gout), approvals('2026-01-02', {})])[1]).toBe(
      'zelvotinib',
    );
    const both = approvals('2026-01-01', gout, { indication: 'hives' }, {});
    expect(assigned([both])).toEqual(['zelvotinib in gout', 'zelvotinib in hives', 'zelvotinib']);
  });

  it('is not copied from a statement of the same type in the same sentence', () => {
    const sentence = 'Its dates are March 3 for gout and June 3 for frown lines.';
    const gout = { indication: 'gout', sentence };
    expect(assigned([approvals('2026-01-01', gout, { sentence })])).toEqual([
      'zelvotinib in gout',
      'zelvotinib',
    ]);
    const accepted = mention('nda_bla_accepted', { sentence });
    expect(assigned([document('2026-01-01', [mention('approval', gout), accepted])])).toEqual([
      'zelvotinib in gout',
      'zelvotinib in gout',
    ]);
  });
});

it('drugKey is equal for all names of a drug', () => {
  const { drugKey } = assignDrugs([], programs);
  const keys = ['Zelvora', 'ABC-101', 'ZELVORA (zelvotinib)', 'zelvotinib 5 mg'].map(drugKey);
  expect(new Set(keys)).toEqual(new Set(['abc101']));
  expect([drugKey('otherumab'), drugKey('New-ivir')]).toEqual(['otherumab', 'newivir']);
  expect(namesOf('ZELVORA (zelvotinib)')).toEqual(['ZELVORA', 'zelvotinib']);
  expect(namesOf('Treatment arm')).toEqual(['Treatment arm']);
});

it('limits the evidence to 400 characters', () => {
  const [one] = statementsOf([approvals('2026-01-01', { sentence: 'x'.repeat(401) })]);
  expect(one?.sentence).toBe('x'.repeat(400));
});

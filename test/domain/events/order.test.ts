import { describe, expect, it } from 'vitest';
import fc from '../../support/properties.ts';
import { document, drug, events, goal, mention, stored } from './texts.ts';

const window = { date: { from: '2027-01-01', to: '2027-06-30' }, precision: 'half' };
/** The texts of a company in 22 months, with plans, moves, contradictions and decisions. */
const documents = [
  document('2026-03-01', [mention('filing_expected', { ...window, sentence: 'An NDA.' })]),
  document('2026-11-20', [mention('nda_bla_accepted'), goal('2027-03-15')]),
  document('2026-11-20', [goal('2027-03-15', { confidence: 0.8 })], { form: 'news' }),
  document('2026-11-20', [goal('2027-04-15')], { form: 'other' }),
  document('2027-01-20', [
    mention('pdufa_extended', { detail: { new: '2027-06-15' } }),
    goal('2027-06-15'),
  ]),
  document('2027-02-01', [goal('2027-06-15', { drug: 'ABC-101' }), mention('offering')]),
  document('2027-06-10', [mention('crl'), mention('offering')]),
  document('2027-08-01', [
    goal('2027-12-20', { drug: null }),
    mention('designation', { detail: { which: 'Orphan Drug' } }),
  ]),
  document('2027-12-20', [mention('approval', { drug: 'Zelvora' })]),
  document('2027-12-21', [mention('approval', { indication: 'Fabry disease' })]),
];
const known = {
  drugs: [drug(['zelvotinib', 'ABC-101', 'Zelvora'])],
  catalysts: [stored({ formattedDate: '2027-12-20', created: '2027-07-01' })],
};

describe('the documents of a company', () => {
  const expected = events(documents, known);

  it('give the same events in any order', () => {
    expect(expected.facts.decisions.map(({ Decision }) => Decision)).toEqual(['Approved', 'CRL']);
    fc.assert(
      fc.property(fc.shuffledSubarray(documents, { minLength: documents.length }), (shuffled) => {
        const { facts, waiting } = events(shuffled, known);
        expect(facts).toEqual(expected.facts);
        expect(waiting).toEqual(expected.waiting);
      }),
      { numRuns: 60 },
    );
  });

  it('give no additional events if each document occurs twice', () => {
    const copies = documents.map((one) => ({
      ...one,
      document_id: `${one.document_id}/copy`,
      source_url: `${one.source_url}/copy`,
    }));
    const { facts } = events([...documents, ...copies], known);
    const catalystsOf = ({ facts: made }: Pick<typeof expected, 'facts'>) =>
      made.catalysts.map((one) => [one._id, one.formattedDate, one.decision]);
    expect(catalystsOf({ facts })).toEqual(catalystsOf(expected));
    expect(facts.catalyst_changes).toHaveLength(expected.facts.catalyst_changes.length);
    expect(facts.decisions).toHaveLength(expected.facts.decisions.length);
    expect(facts.offerings).toHaveLength(expected.facts.offerings.length);
  });
});

import { describe, expect, it } from 'vitest';
import { openFdaResults } from '../../src/sources/openfda.ts';
import { openfdaLabelsConnector } from '../../src/sources/openfda-drugs.ts';
import { read, refusal } from './reading.ts';

describe('a response of openFDA', () => {
  const results = (value: unknown) => openFdaResults(JSON.stringify(value));

  it.each([
    [{ results: [{ a: 1 }] }, [{ a: 1 }]],
    // A saved file that contains only the result list.
    [[{ a: 1 }], [{ a: 1 }]],
    [{ results: [] }, []],
    [{ results: [7] }, [7]],
    [{ error: { code: 'NOT_FOUND', message: 'No matches found!' } }, []],
    [{ error: 'x', results: [1] }, [1]],
    // Ordinary records that have a field named `count`.
    [{ results: [{ count: 3 }] }, [{ count: 3 }]],
    [{ results: [{ term: 'x' }] }, [{ term: 'x' }]],
    [{ results: [{ term: 'x', count: 3, patient: {} }] }, [{ term: 'x', count: 3, patient: {} }]],
  ])('%j has the results %j', (value, list) => {
    expect(results(value)).toEqual({ results: list });
  });

  it.each([
    [{ error: { code: 'SERVER_ERROR' } }, 'is an error response of openFDA'],
    [{ error: {} }, 'is an error response of openFDA'],
    [{ results: {} }, 'has no openFDA results'],
    [{}, 'has no openFDA results'],
    ['x', 'has no openFDA results'],
    [
      { results: [{ term: 'x', count: 3 }] },
      'is an openFDA count without records: request it without count=',
    ],
    [
      { results: [{ time: '20260101', count: 3 }] },
      'is an openFDA count without records: request it without count=',
    ],
  ])('%j is refused: %s', (value, reason) => {
    expect(results(value)).toEqual({ reason });
  });

  it('must be JSON', () => {
    expect(openFdaResults('x')).toEqual({ reason: 'is not JSON' });
  });
});

describe('a label', () => {
  const label = (more: object) => ({ set_id: 'a', ...more });
  const one = (more: object) =>
    read(openfdaLabelsConnector, 'drug_labels', { results: [label(more)] })[0];

  it('is read without surrounding blanks', () => {
    const openfda = {
      application_number: [' NDA019999 ', ' '],
      brand_name: ' Zorbex ',
      generic_name: ['zorbatinib '],
      manufacturer_name: [' Zorba'],
    };
    expect(one({ set_id: ' a&b ', version: 2, openfda })).toEqual({
      set_id: 'a&b',
      label_version: 2,
      application_numbers: ['NDA019999'],
      brand_names: ['Zorbex'],
      generic_names: ['zorbatinib'],
      manufacturers: ['Zorba'],
      source_url: 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=a%26b',
    });
  });

  it.each([
    ['INDICATIONS AND USAGE Zorbex is for ague.', 'Zorbex is for ague.'],
    ['1. Indications & Usage: For ague.', 'For ague.'],
    ['Indication For ague.', 'For ague.'],
    ['  For\n ague [see Warnings (5)]. ', 'For ague.'],
    ['[see Warnings (5)] For ague', 'For ague'],
    ['For ague [SEE Use (8)] [see Studies (14)]', 'For ague'],
    ['[see Warnings (5)]', undefined],
    [' ', undefined],
  ])('with the section "%s" is for %s', (section, indication) => {
    expect(one({ indications_and_usage: [section, 'another'] })?.indication).toBe(indication);
  });

  it.each([
    [{ openfda: { is_original_packager: [false] } }, {}],
    [{ openfda: { is_original_packager: ['true'] } }, {}],
    [{ openfda: { is_original_packager: true } }, { is_original_packager: true }],
    [{ boxed_warning: [' '] }, {}],
    [{ boxed_warning: 'WARNING' }, { has_boxed_warning: true, boxed_warning: 'WARNING' }],
    [{ effective_time: '20260230' }, {}],
    [{ effective_time: '20260228' }, { effective_date: '2026-02-28' }],
  ])('of %j has %j', (more, said) => {
    const source_url = 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=a';
    expect(one(more)).toEqual({ set_id: 'a', source_url, ...said });
  });

  it('must be an object with a set_id', () => {
    const text = JSON.stringify({ results: [label({}), null, { set_id: ' ' }] });
    const reason = 'has no set_id';
    expect(openfdaLabelsConnector.parse(text, 'x').problems).toEqual([
      { where: 'result 2', reason },
      { where: 'result 3', reason },
    ]);
    expect(refusal(openfdaLabelsConnector, {})).toBe('has no openFDA results');
  });
});

import { describe, expect, it } from 'vitest';
import { mayBeDated, mayState } from '../../src/extract/sentence-hints.ts';
import { ruled } from './announced.ts';

describe('a sentence that may state something', () => {
  it.each([
    'The NDA is in.',
    'It was resubmitted.',
    'It sublicenses it.',
    'The trial was unsuccessful.',
    'Ablenor priced 10,000,000 shares.',
    'An MAA will follow.',
    'It has $30 million in cash.',
    'It is a 1 for A.',
  ])('%s', (sentence) => {
    expect(mayState(sentence)).toBe(true);
  });
  it.each(['We met in May.', 'The highlands are cold.', 'It is 1 for a.', 'It has $30 million.'])(
    'is not: %s',
    (sentence) => {
      expect(mayState(sentence)).toBe(false);
    },
  );

  it('is read by the text models', () => {
    expect(ruled('An MAA for ABX-101 will follow in 2027.', {}, 'filing_expected')).toMatchObject([
      {
        type: 'filing_expected',
        date: { from: '2027-01-01', to: '2027-12-31' },
        drug: 'ABX-101',
      },
    ]);
  });
});

it.each([
  ['in 5 days', true],
  ['this Summer', true],
  ['yesterday', true],
  ['soon', false],
])('%s may be a date: %s', (text, expected) => {
  expect(mayBeDated.test(text)).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import {
  folded,
  isNear,
  nearestDays,
  nearestValues,
  sameButForCase,
  wordMatch,
} from '../../../src/domain/directory/nearness.ts';

describe('nearness', () => {
  it('removes case, accents and punctuation', () => {
    expect(folded('O\u2019Hálquøcept  (Thérapeutics), A/S')).toBe('ohalquocept therapeutics a s');
  });

  it('replaces letters such as ø and ß, and folds the first hundred characters', () => {
    expect(folded('Øresund Ærø Cœur Straße Łódź Đokić')).toBe(
      'oresund aero coeur strasse lodz dokic',
    );
    expect(folded(`${'x'.repeat(99)}yz`)).toBe(`${'x'.repeat(99)}y`);
  });

  it.each<[query: string, word: string, match: number]>([
    // A beginning needs three letters and another part of a word five.
    ['hal', 'halquocept', 0.8],
    ['ha', 'halquocept', 0],
    ['quocep', 'halquocept', 0.6],
    ['quoce', 'halquocept', 0.6],
    ['quoc', 'halquocept', 0],
    ['halquocept', 'hal', 0],
    ['', 'halquocept', 0],
  ])('matches %s to %s with %d', (query, word, match) => {
    expect(wordMatch(query, word)).toBe(match);
  });

  it.each([
    // Two edits of six letters are a third, and of seven letters less than a third.
    ['ticker', 'tixkes', false],
    ['tickers', 'tixkesx', false],
    ['tickers', 'tixkexs', true],
    ['crsp', 'crs', true],
    ['crs', 'cr', false],
    ['belaqutinib', 'belaqutinib', true],
    ['belaqutinib', 'belaxxxinib', false],
  ])('compares %s and %s: near is %s', (one, other, near) => {
    expect(isNear(one, other)).toBe(near);
  });

  it('ranks an exact match above a beginning, a part and a typing error', () => {
    const matches = ['halquocept', 'halquoceptin', 'xhalquoceptin', 'halquocebt', 'other'].map(
      (word) => wordMatch('halquocept', word),
    );
    expect(matches).toEqual([1, 0.8, 0.6, 0.5, 0]);
    // Two letters are too few for a beginning.
    expect(wordMatch('ha', 'halquocept')).toBe(0);
  });

  it('returns the nearest values and no distant ones', () => {
    const values = ['PDUFA Date', 'NDA Filing', 'BLA Filing', 'Phase 3 Readout'];
    expect(nearestValues(values, 'pdufa', 3)).toEqual(['PDUFA Date']);
    expect(nearestValues(values, 'filing', 3)).toEqual(['BLA Filing', 'NDA Filing']);
    expect(nearestValues(values, 'filing', 1)).toEqual(['BLA Filing']);
    expect(nearestValues(values, 'approval', 3)).toEqual([]);
    expect(nearestValues(values, '…', 3)).toEqual([]);
    expect(sameButForCase(values, 'pdufa date')).toEqual(['PDUFA Date']);
    expect(sameButForCase(values, 'PDUFA Date')).toEqual([]);
  });

  it('ranks values by shared words, then by length and text', () => {
    const values = ['Zorba Fen', 'Marsh Zorba', 'Zorba', 'Zorbas', 'Fen Marsh', 'Brisk Zorba'];
    // An exact word scores 2, a beginning 1.8 and another part 1.6.
    expect(nearestValues(values, 'Zorba', 9)).toEqual([
      'Zorba',
      'Zorbas',
      'Zorba Fen',
      'Brisk Zorba',
      'Marsh Zorba',
    ]);
    // Two exact words score 1, and an exact word with a beginning 0.9.
    expect(nearestValues(['Marsh Fenn', 'Great Marsh Fen'], 'fen marsh', 9)).toEqual([
      'Great Marsh Fen',
      'Marsh Fenn',
    ]);
    expect(nearestValues(['Marsh Fen'], 'fen gorse', 9)).toEqual([]);
  });

  it('returns the days of a year or month, newest first, else the nearest', () => {
    const days = ['2019-04-26', '2026-01-02', '2026-03-09', '2027-01-01'];
    expect(nearestDays(days, '2026', 3)).toEqual(['2026-03-09', '2026-01-02']);
    expect(nearestDays(days, '2026-12', 2)).toEqual(['2027-01-01', '2026-03-09']);
  });
});

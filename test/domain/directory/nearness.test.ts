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
  it('folds case, accents and marks away', () => {
    expect(folded('O\u2019Hálquøcept  (Thérapeutics), A/S')).toBe('ohalquocept therapeutics a s');
  });

  it('folds letters that have no accent to lose', () => {
    expect(folded('Øresund Ærø Cœur Straße Łódź Đokić')).toBe(
      'oresund aero coeur strasse lodz dokic',
    );
    // A text is compared by its first hundred characters.
    expect(folded(`${'x'.repeat(99)}yz`)).toBe(`${'x'.repeat(99)}y`);
  });

  it.each<[asked: string, word: string, match: number]>([
    // Three letters begin a word, five stand in it.
    ['hal', 'halquocept', 0.8],
    ['ha', 'halquocept', 0],
    ['quocep', 'halquocept', 0.6],
    ['quoce', 'halquocept', 0.6],
    ['quoc', 'halquocept', 0],
    ['halquocept', 'hal', 0],
    ['', 'halquocept', 0],
  ])('%s is met by %s: %d', (asked, word, match) => {
    expect(wordMatch(asked, word)).toBe(match);
  });

  it.each([
    // Two of six letters are a third, two of seven are less.
    ['ticker', 'tixkes', false],
    ['tickers', 'tixkesx', false],
    ['tickers', 'tixkexs', true],
    ['crsp', 'crs', true],
    ['crs', 'cr', false],
    ['belaqutinib', 'belaqutinib', true],
    ['belaqutinib', 'belaxxxinib', false],
  ])('%s and %s', (one, other, near) => {
    expect(isNear(one, other)).toBe(near);
  });

  it('ranks the word itself above its beginning, its part and a slip', () => {
    const matches = ['halquocept', 'halquoceptin', 'xhalquoceptin', 'halquocebt', 'other'].map(
      (word) => wordMatch('halquocept', word),
    );
    expect(matches).toEqual([1, 0.8, 0.6, 0.5, 0]);
    // Two letters begin many words.
    expect(wordMatch('ha', 'halquocept')).toBe(0);
  });

  it('names the likeliest values and none far off', () => {
    const values = ['PDUFA Date', 'NDA Filing', 'BLA Filing', 'Phase 3 Readout'];
    expect(nearestValues(values, 'pdufa', 3)).toEqual(['PDUFA Date']);
    expect(nearestValues(values, 'filing', 3)).toEqual(['BLA Filing', 'NDA Filing']);
    expect(nearestValues(values, 'filing', 1)).toEqual(['BLA Filing']);
    expect(nearestValues(values, 'approval', 3)).toEqual([]);
    expect(nearestValues(values, '…', 3)).toEqual([]);
    expect(sameButForCase(values, 'pdufa date')).toEqual(['PDUFA Date']);
    expect(sameButForCase(values, 'PDUFA Date')).toEqual([]);
  });

  it('ranks values by the words that they share, equal ones by length and then by letters', () => {
    const values = ['Zorba Fen', 'Marsh Zorba', 'Zorba', 'Zorbas', 'Fen Marsh', 'Brisk Zorba'];
    // As a whole 2, its beginning 1.8, a part of it 1.6; what bears no word is none.
    expect(nearestValues(values, 'Zorba', 9)).toEqual([
      ...['Zorba', 'Zorbas', 'Zorba Fen', 'Brisk Zorba', 'Marsh Zorba'],
    ]);
    // Both words 1, and one of them as a beginning 0.9.
    expect(nearestValues(['Marsh Fenn', 'Great Marsh Fen'], 'fen marsh', 9)).toEqual([
      ...['Great Marsh Fen', 'Marsh Fenn'],
    ]);
    expect(nearestValues(['Marsh Fen'], 'fen gorse', 9)).toEqual([]);
  });

  it('names the days of a year or a month, latest first, else the closest', () => {
    const days = ['2019-04-26', '2026-01-02', '2026-03-09', '2027-01-01'];
    expect(nearestDays(days, '2026', 3)).toEqual(['2026-03-09', '2026-01-02']);
    expect(nearestDays(days, '2026-12', 2)).toEqual(['2027-01-01', '2026-03-09']);
  });
});

import { expect, it } from 'vitest';
import { compareText } from '../../src/domain/compare-text.ts';

it('sorts by code units, with capital letters first', () => {
  expect(['b', 'B', 'a', 'é', 'a'].sort(compareText)).toEqual(['B', 'a', 'a', 'b', 'é']);
  expect(['a', 'b'].map((text) => compareText(text, 'a'))).toEqual([0, 1]);
  expect(compareText('a', 'b')).toBe(-1);
});

import { expect, it } from 'vitest';
import {
  endpointKind,
  isBiomarkerSelected,
} from '../../../../src/domain/trials/learning/design-words.ts';
import { stopReason } from '../../../../src/domain/trials/learning/stop-reasons.ts';

/** A text after a number of characters. */
const after = (length: number, text: string) => `${'x '.repeat(length / 2)}${text}`;

it('reads the first 4,000 characters of outcomes', () => {
  const kindAfter = (length: number) => endpointKind(after(length, 'survival'));
  expect([kindAfter(3_992), kindAfter(3_994)]).toEqual(['survival', 'other']);
});

it('reads the first 2,000 characters of titles, and 30 characters after a marker', () => {
  const selectedAfter = (length: number) => isBiomarkerSelected(after(length, 'HER2+'));
  expect([selectedAfter(1_994), selectedAfter(1_996)]).toEqual([true, false]);
  const apart = (letters: number) => isBiomarkerSelected(`HER2 ${'A'.repeat(letters)} positive`);
  // The characters are a space, the letters, a space and the eight letters of the word.
  expect([apart(20), apart(21)]).toEqual([true, false]);
});

it('reads the first 2,000 characters of reasons', () => {
  const reasonAfter = (length: number) => stopReason(after(length, 'toxicity'));
  expect([reasonAfter(1_992), reasonAfter(1_996)]).toEqual(['safety', 'unstated']);
});

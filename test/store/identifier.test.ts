import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factKey, identifier } from '../../src/store/facts-store.ts';

const calendar = { ticker: 'ABCQZ', drugname: 'Zorbamab', catalyst: 'PDUFA Date' };

describe('the identifier of a record', () => {
  it('is its own where it has one, 0 and empty too', () => {
    expect(identifier('catalysts', { ...calendar, _id: 'own' })).toBe('own');
    expect(identifier('catalysts', { ...calendar, _id: 0 })).toBe('0');
    expect(identifier('catalysts', { ...calendar, _id: '' })).toBe('');
  });

  it('is else the beginning of its key’s hash, which stays the same for good', () => {
    // Readers keep it: the first 24 hexadecimal digits of SHA-256.
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const record of [
      calendar,
      { ...calendar, _id: null },
      { ...calendar, treatment: 'Ague' },
    ]) {
      const key = factKey('catalysts', record);
      expect(identifier('catalysts', record)).toBe(hashOf(key).slice(0, 24));
    }
    expect(hashOf('').slice(0, 24)).toBe('e3b0c44298fc1c149afbf4c8');
  });
});

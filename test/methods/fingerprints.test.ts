import { beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../../src/domain/methods.ts';
import {
  changedMethods,
  type Fingerprints,
  fingerprints,
  savedFingerprints,
} from './fingerprints.ts';

const saved = savedFingerprints();
let now: Fingerprints;
beforeAll(async () => {
  now = await fingerprints();
});

describe('the records of the methods', () => {
  it('change only with their version', () => {
    const changed = changedMethods(saved, now);
    expect(changed, 'raise the version and add an entry to CHANGELOG.md').toEqual([]);
  });

  it('have up-to-date fingerprints (npm run docs)', () => {
    expect(now).toEqual(saved);
  });

  it('cover every method', () => {
    const empty = methods.filter(({ id }) => now.methods[id] === EMPTY);
    expect(empty.map(({ id }) => id)).toEqual([]);
  });
});

/** The fingerprint of an empty list of records. */
const EMPTY = 'e3b0c44298fc1c14';

describe('changedMethods', () => {
  const savedWith = (part: Partial<Fingerprints>): Fingerprints => ({ ...saved, ...part });
  const other = savedWith({ methods: { ...saved.methods, 'runway/5': 'another' } });

  it('returns a method with changed records and equal facts', () => {
    expect(changedMethods(saved, other)).toEqual(['runway/5']);
  });

  it('ignores a method with changed inputs and a new method', () => {
    const facts = { ...saved.facts, financial_facts: 'others' };
    expect(changedMethods(saved, { ...other, facts })).toEqual([]);
    const { 'runway/5': _, ...rest } = saved.methods;
    expect(changedMethods(savedWith({ methods: rest }), other)).toEqual([]);
  });

  it('compares a method if only facts that are no input have changed', () => {
    const facts = { ...saved.facts, news: 'others' };
    expect(changedMethods(saved, { ...other, facts })).toEqual(['runway/5']);
  });
});

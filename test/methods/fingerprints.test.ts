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

describe('the numbers of the methods', () => {
  it('change only with their version', () => {
    const changed = changedMethods(saved, now);
    expect(changed, 'raise the version and add an entry to CHANGELOG.md').toEqual([]);
  });

  it('are saved as they are now (npm run docs)', () => {
    expect(now).toEqual(saved);
  });

  it('have made records to compare', () => {
    const empty = methods.filter(({ id }) => now.methods[id] === NOTHING);
    expect(empty.map(({ id }) => id)).toEqual([]);
  });
});

/** SHA-256 of nothing, as fingerprints are cut. */
const NOTHING = 'e3b0c44298fc1c14';

describe('changedMethods', () => {
  const with_ = (part: Partial<Fingerprints>): Fingerprints => ({ ...saved, ...part });
  const other = with_({ methods: { ...saved.methods, 'runway/2': 'another' } });

  it('names a method whose numbers are others over the same facts', () => {
    expect(changedMethods(saved, other)).toEqual(['runway/2']);
  });

  it('says nothing of a method whose inputs have changed, or that is new', () => {
    const facts = { ...saved.facts, financial_facts: 'others' };
    expect(changedMethods(saved, { ...other, facts })).toEqual([]);
    const { 'runway/2': _, ...rest } = saved.methods;
    expect(changedMethods(with_({ methods: rest }), other)).toEqual([]);
  });

  it('still compares where facts have changed that are no input', () => {
    const facts = { ...saved.facts, news: 'others' };
    expect(changedMethods(saved, { ...other, facts })).toEqual(['runway/2']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collections } from '../../src/derive/all-collections.ts';
import { methods, methodVersions } from '../../src/domain/methods.ts';
import { plainFlags } from './plain-flags.ts';

const used = Object.values(collections).flatMap(({ method, behind = [] }) => [
  ...(method ? [method] : []),
  ...behind,
]);

describe('the list of methods', () => {
  it('holds every method of the registry once, and no other', () => {
    const ids = methods.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(methods)).toEqual(new Set(used));
    expect(methods.filter((method) => !used.includes(method))).toEqual([]);
  });

  it('names each by a word and a version', () => {
    for (const { id } of methods) expect(id).toMatch(/^[a-z-]+\/[1-9]\d*( |$)/);
    const words = methods.map(({ id }) => id.replace(/\/.*/s, ''));
    expect(new Set(words).size).toBe(words.length);
  });

  it('imports nothing but the type, so that a process which serves may load it', () => {
    const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' });
    const own = files.filter((path) => /\/methods\.ts$/.test(path));
    expect(own.length).toBeGreaterThan(5);
    for (const path of own) {
      const imports = readFileSync(`src/domain/${path}`, 'utf8').match(/^import .*/gm);
      expect(imports, path).toEqual(["import type { Method } from '../method.ts';"]);
    }
  });
});

describe('methodVersions', () => {
  it('changes with the version of any formula, and with nothing else', () => {
    const [first, ...rest] = methods;
    expect(methodVersions([...rest, first!])).toBe(methodVersions());
    expect(methodVersions([...rest, { ...first!, formula: 'said otherwise' }])).toBe(
      methodVersions(),
    );
    for (const method of methods) {
      const raised = methods.map((one) => (one === method ? { ...one, id: `${one.id}0` } : one));
      expect(methodVersions(raised)).not.toBe(methodVersions());
    }
  });
});

describe.each(methods.map((method) => [method.id.split(' ')[0]!, method] as const))(
  '%s',
  (_, { formula, source, inputs, flags }) => {
    it('says in one to four sentences how to redo it, from what, and who says so', () => {
      const sentences = formula.match(/\.(?=\s|$)/g) ?? [];
      expect(sentences.length).toBeGreaterThanOrEqual(1);
      expect(sentences.length).toBeLessThanOrEqual(4);
      expect(formula).toMatch(/[=·].*\.$/);
      expect(source).toMatch(/Our choice|\d{4}|Cboe|Chen/);
      expect(new Set(inputs).size).toBe(inputs.length);
      expect(inputs.length).toBeGreaterThan(0);
    });

    it('explains each flag in a sentence', () => {
      for (const meaning of Object.values(flags)) expect(meaning).toMatch(/^[A-Z].*\.$/);
    });
  },
);

/** Flags of computations that no record carries, and why. */
const unserved = [
  // `predicted_iv` is served without its reasons.
  'event_passed',
  'no_base_volatility',
  'no_comparables',
  // A session before it is what an alert is measured against.
  'flat_baseline',
  // Filtered out, said as `no_mechanism`.
  'no_same_mechanism',
  // Said by the reason why a program has no value.
  'no_rnpv',
];

describe('flags', () => {
  const code = sourceOf('src/domain') + sourceOf('src/derive');
  const explained = new Set(
    [...methods.map(({ flags }) => flags), ...Object.values(plainFlags)].flatMap((flags) =>
      Object.keys(flags),
    ),
  );

  it('that a computation can set are explained', () => {
    // As most are written: `...(isMissing ? ['no_price'] : [])`; others by their first word.
    const written = /(?<![\w>])\['([a-z0-9]+(?:_[a-z0-9]+)+)'\]|'(no_[a-z0-9_]+)'/g;
    const set = [...code.matchAll(written)].map(([, listed, named]) => listed ?? named!);
    expect(set.length).toBeGreaterThan(60);
    const missing = new Set(set.filter((flag) => !explained.has(flag) && !unserved.includes(flag)));
    expect([...missing]).toEqual([]);
  });

  it('that are explained can be set', () => {
    // `no_` and a component's name, or `floor_` and a trigger's, are put together.
    const named = (flag: string) =>
      code.includes(`'${flag}'`) ||
      new RegExp(`\\b${flag.replace(/^(no|floor)_/, '')}\\b`).test(code);
    expect([...explained].filter((flag) => !named(flag))).toEqual([]);
  });
});

/** The code below a folder, without what describes the methods. */
function sourceOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('methods.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');
}

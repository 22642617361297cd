import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collections } from '../../src/derive/all-collections.ts';
import { methods, methodVersions } from '../../src/domain/methods.ts';
import { isFactName } from '../../src/facts/fact-kinds.ts';
import { plainFlags } from './plain-flags.ts';

const used = Object.values(collections).flatMap(({ method, behind = [] }) => [
  ...(method ? [method] : []),
  ...behind,
]);

describe('the list of methods', () => {
  it('contains every method of the collections once', () => {
    const ids = methods.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(methods)).toEqual(new Set(used));
  });

  it('has a different name for each method, with a version', () => {
    for (const { id } of methods) expect(id).toMatch(/^[a-z-]+\/[1-9]\d*( |$)/);
    const words = methods.map(({ id }) => id.replace(/\/.*/s, ''));
    expect(new Set(words).size).toBe(words.length);
  });

  it('loads only constants and data, so a process that serves does not load the formulas', () => {
    const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' });
    const loaded = files.filter((path) => /(^|\/)(methods|constants|method-parts)\.ts$/.test(path));
    expect(loaded.length).toBeGreaterThan(15);
    for (const path of loaded.filter((one) => one !== 'methods.ts')) {
      const imports = readFileSync(`src/domain/${path}`, 'utf8').matchAll(
        /^import (?!type)[^;]* from '([^']+)'/gm,
      );
      const others = [...imports].map(([, from]) => from!).filter((from) => !isLight(from));
      expect(others, path).toEqual([]);
    }
  });

  it('refers only to existing versions of other methods', () => {
    const versions = new Set(methods.map(({ id }) => id.split(' ')[0]!));
    const words = new Set([...versions].map((version) => version.split('/')[0]!));
    const references = methods.flatMap(({ formula, flags }) =>
      [formula, ...Object.values(flags)].flatMap(
        (prose) => prose.match(/[a-z][a-z-]+\/\d+/g) ?? [],
      ),
    );
    const named = references.filter((reference) => words.has(reference.split('/')[0]!));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((reference) => !versions.has(reference))).toEqual([]);
  });
});

it('methodVersions changes only with the version of a method', () => {
  const [first, ...rest] = methods;
  expect(methodVersions([...rest, first!])).toBe(methodVersions());
  expect(methodVersions([...rest, { ...first!, formula: 'other words' }])).toBe(methodVersions());
  for (const method of methods) {
    const raised = methods.map((one) => (one === method ? { ...one, id: `${one.id}0` } : one));
    expect(methodVersions(raised)).not.toBe(methodVersions());
  }
});

describe.each(methods.map((method) => [method.id.split(' ')[0]!, method] as const))(
  '%s',
  (_, { formula, source, inputs, flags }) => {
    it('has short sentences with an equation, inputs and a source', () => {
      const words = formula.split(/\.(?=\s|$)/).map((sentence) => sentence.split(' ').length);
      expect(Math.max(...words)).toBeLessThanOrEqual(100);
      expect(formula.length).toBeLessThanOrEqual(2_500);
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

/** Flags that are not part of a served record, and the reason. */
const unserved = [
  // The served record of `predicted_iv` has no flags.
  'event_passed',
  'no_base_volatility',
  'no_comparables',
  // Not served, because an alert always has earlier sessions.
  'flat_baseline',
  // The served record has `no_mechanism` in place of this flag.
  'no_same_mechanism',
  // The served record has the reason why a program has no value in place of this flag.
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
    // Most flags are single elements of an array literal, others start with `no_`.
    const written = /(?<![\w>])\['([a-z0-9]+(?:_[a-z0-9]+)+)'\]|'(no_[a-z0-9_]+)'/g;
    const words = [...code.matchAll(written)].map(([, listed, named]) => listed ?? named!);
    // A collection lists the kinds of facts of its sources in the same way.
    const set = words.filter((word) => !isFactName(word));
    expect(set.length).toBeGreaterThan(60);
    const missing = new Set(set.filter((flag) => !explained.has(flag) && !unserved.includes(flag)));
    expect([...missing]).toEqual([]);
  });

  it('that are explained can be set', () => {
    // Some flags are a prefix and a component or a trigger.
    const isSet = (flag: string) =>
      code.includes(`'${flag}'`) ||
      new RegExp(`\\b${flag.replace(/^(no|floor)_/, '')}\\b`, 'i').test(code);
    expect([...explained].filter((flag) => !isSet(flag))).toEqual([]);
  });
});

/** Tests whether a module contains only constants or data. */
function isLight(path: string): boolean {
  return /(^|\/)(constants|method-parts)\.ts$|\.json$/.test(path);
}

/** Returns the code of a folder without the descriptions of methods. */
function sourceOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('methods.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');
}

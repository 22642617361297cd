import { describe, expect, it } from 'vitest';
import { diffOf, mutantsOf, mutated } from './mutants.ts';
import { relatedTests } from './related.ts';
import { spread } from './sample.ts';

const changed = (text: string) =>
  mutantsOf('src/a.ts', text).map((mutant) => [mutant.kind, mutated(text, mutant)]);

describe('mutants', () => {
  it.each([
    ['f(a < b)', 'boundary', 'f(a <= b)'],
    ['f(a >= b)', 'boundary', 'f(a > b)'],
    ['f(a === b)', 'comparison', 'f(a !== b)'],
    ['f(a * b)', 'arithmetic', 'f(a / b)'],
    ['f(a && b)', 'logic', 'f(a || b)'],
    ['f(a ? b : c)', 'negated condition', 'f(!(a) ? b : c)'],
    ['if (a) f()', 'removed statement', ';'],
    ['f(a.filter(g))', 'dropped filter', 'f(a)'],
    ['f(a.toSorted(g))', 'dropped order', 'f(a)'],
    ['await f()', 'dropped await', '(f())'],
    ['f(9)', 'swapped constant', 'f(10)'],
    ['f(0.5)', 'swapped constant', 'f(1)'],
    ['f(true)', 'swapped constant', 'f(false)'],
    ["f('no_price')", 'swapped constant', "f('no_pricex')"],
    ['f(a ?? 0)', 'changed default', 'f(a ?? 1)'],
    ['f({ a, b })', 'dropped field', 'f({  b })'],
    ['f([...a, b])', 'dropped field', 'f([ b])'],
  ])('%s: %s', (text, kind, expected) => {
    expect(changed(text)).toContainEqual([kind, expected]);
  });

  it('leaves types, prose and the names of modules alone', () => {
    const text = "import { a } from 'b';\ntype C = 'd' | 1;\nexport const e: C = a('more words');";
    expect(changed(text)).toEqual([]);
  });

  it('shows the lines that a mutant changes', () => {
    const text = 'f();\nconst a = b < c;\n';
    const [, mutant] = mutantsOf('src/a.ts', text);
    expect(diffOf(text, mutant!)).toBe(
      'src/a.ts:2 (boundary)\n- const a = b < c;\n+ const a = b <= c;',
    );
  });
});

describe('the sample', () => {
  const files = ['a', 'b', 'c'].map((name, index) =>
    mutantsOf(`src/${name}.ts`, 'f(a < b ? c : d);\n'.repeat(10 * (index + 1))),
  );

  it('is the same for the same seed and another for another', () => {
    expect(spread(files, 7)).toEqual(spread(files, 7));
    expect(spread(files, 7)).not.toEqual(spread(files, 8));
  });

  it('is spread over the files by their size from its beginning', () => {
    const counts = new Map<string, number>();
    for (const { file } of spread(files, 7).slice(0, 60)) {
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    // Files of 1, 2 and 3 parts get 10, 20 and 30 of 60 mutants, with a tolerance of one.
    expect(Math.abs(counts.get('src/a.ts')! - 10)).toBeLessThanOrEqual(1);
    expect(Math.abs(counts.get('src/c.ts')! - 30)).toBeLessThanOrEqual(1);
  });
});

describe('related tests', () => {
  it('are the listed tests that import a file at run time, directly or not', () => {
    const related = relatedTests(
      new Map([
        ['src/deep.ts', ''],
        ['src/middle.ts', "import { a } from './deep.ts';"],
        ['src/main.ts', "await import('./middle.ts');"],
        ['test/deep.test.ts', "import { a } from '../src/deep.ts';"],
        ['test/far.test.ts', "import { b } from '../src/middle.ts';"],
        ['test/type.test.ts', "import type { B } from '../src/middle.ts';"],
        ['test/slow.test.ts', "import { b } from '../src/middle.ts';"],
      ]),
      (file) => file.endsWith('.test.ts') && file !== 'test/slow.test.ts',
    );
    // Distances: one import minus two for the shared word `deep`, and two imports.
    expect([...related('src/deep.ts')]).toEqual([
      ['test/deep.test.ts', -1],
      ['test/far.test.ts', 2],
    ]);
  });
});

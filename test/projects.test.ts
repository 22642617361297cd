import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { builtTests } from '../vitest.config.ts';

/** Helpers that only tests of the project `built` may load. */
const ofBuilt = ['built', 'chromium', 'engines'].map((name) => `test/support/${name}.ts`);

const fastTests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => join('test', path))
  .filter((path) => path.endsWith('.test.ts') && !builtTests.includes(path));

/**
 * Returns the files below `test/` that a test loads, including the test. Type imports are not
 * counted.
 */
function loadedBy(test: string): ReadonlySet<string> {
  const loaded = new Set([test]);
  for (const file of loaded) {
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^;']*?from '(\.[^']+)'/gm,
    );
    for (const [, target = ''] of imports) {
      const path = normalize(join(file, '..', target));
      if (path.startsWith('test/')) loaded.add(path);
    }
  }
  return loaded;
}

it('every listed test of the project `built` exists', () => {
  expect(builtTests.filter((path) => !existsSync(path))).toEqual([]);
});

it('tests that run the built program, the engines or a browser are in the project `built`', () => {
  const misplaced = fastTests.filter((test) => {
    const loaded = loadedBy(test);
    const startsMcpJson = [...loaded].some((file) =>
      /from '@modelcontextprotocol\/sdk\/client\/stdio\.js'/.test(readFileSync(file, 'utf8')),
    );
    return startsMcpJson || ofBuilt.some((file) => loaded.has(file));
  });
  expect(misplaced).toEqual([]);
});

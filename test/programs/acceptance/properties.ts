import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, check, failuresIn } from './check.ts';
import { environment, type Part, runToEnd, type Stage } from './stage.ts';

/** Runs the property tests with a random seed. */
export const properties: Part = { title: 'Property tests on a random seed', run };

const limitSeconds = 900;

async function run({ project, folder }: Stage): Promise<readonly Check[]> {
  const seed = randomInt(2 ** 31);
  const files = propertyTests(project);
  return [
    await check(
      `PROPERTY_SEED=${seed}`,
      async () => {
        const ran = await runToEnd(
          [
            ...[process.execPath, join(project, 'node_modules/vitest/vitest.mjs'), 'run', ...files],
            ...['--maxWorkers=1', '--testTimeout=300000', '--hookTimeout=300000'],
          ],
          { ...environment(folder('properties')), PROPERTY_SEED: String(seed) },
          { seconds: limitSeconds, cwd: project },
        );
        assert.equal(ran.code, 0, failuresIn(ran.stdout + ran.stderr));
        return `${files.length} files`;
      },
      limitSeconds,
    ),
  ];
}

/** Returns the tests that import fast-check from `test/support/properties.ts`. */
function propertyTests(project: string): readonly string[] {
  return readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file))
    .filter((file) => readFileSync(join(project, file), 'utf8').includes('support/properties.ts'))
    .sort();
}

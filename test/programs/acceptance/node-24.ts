import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { type Check, check, failuresIn, oneLine, skipped } from './check.ts';
import { environment, type Part, runToEnd, type Stage } from './stage.ts';

/** Runs the test suite on a Node version with built-in SQLite. */
export const node24: Part = { title: 'The test suite on Node 24', run };

const limitSeconds = 300;

async function run({ tools, project, folder }: Stage): Promise<readonly Check[]> {
  if (typeof tools === 'string') return [skipped('vitest', tools)];
  const { node24: node } = tools;
  if (!node) return [skipped('vitest', 'no Node 24 here')];
  const run = check(
    'vitest',
    async () => {
      const { PATH = '' } = process.env;
      const ran = await runToEnd(
        [node, join(project, 'node_modules/vitest/vitest.mjs'), 'run'],
        // A test that starts `node` gets the same version.
        { ...environment(folder('node-24')), PATH: `${dirname(node)}:${PATH}` },
        { seconds: limitSeconds, cwd: project },
      );
      const said = oneLine(ran.stdout.slice(ran.stdout.lastIndexOf('Test Files')));
      assert.equal(ran.code, 0, `${said} ${failuresIn(ran.stdout + ran.stderr)}`);
      return said;
    },
    limitSeconds,
  );
  return [await run];
}

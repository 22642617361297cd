/**
 * Runs test files in the given order and stops at the first failure: `run-tests.ts FILE…` in the
 * project folder. Prints a line per test as a sign of progress, `failed FILE: TEST` for a failure,
 * and `ended FILE MILLISECONDS`.
 */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer, startVitest } from 'vitest/node';

const files = process.argv.slice(2);
const PATIENCE_MS = 120_000;

class AsGiven extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(file));
    return [...specifications].sort((a, b) => place(a) - place(b));
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const vitest = await startVitest('test', files, {
  project: 'fast',
  watch: false,
  bail: 1,
  fileParallelism: false,
  testTimeout: PATIENCE_MS,
  // Keeps transformed modules between runs if no mutant changed them.
  experimental: { fsModuleCache: true, fsModuleCachePath: '.mutate-cache' },
  sequence: { sequencer: AsGiven },
  reporters: [
    {
      onTestCaseResult(test) {
        const { state } = test.result();
        say(state === 'failed' ? `failed ${test.module.relativeModuleId}: ${test.fullName}` : '.');
      },
      onTestModuleEnd(module) {
        const { relativeModuleId: file } = module;
        if (module.errors().length > 0) say(`failed ${file}: did not load`);
        say(`ended ${file} ${Math.round(module.diagnostic().duration)}`);
      },
    },
  ],
});
await vitest.close();
process.exit();

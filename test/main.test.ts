import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileIn, temporaryFolder } from './support/files.ts';

const { argv, exitCode } = process;
beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.argv = argv;
  process.exitCode = exitCode;
});

/**
 * Runs the program in this process.
 *
 * @returns its output and exit code
 */
async function started(words: readonly string[], dataDir = temporaryFolder()) {
  vi.stubEnv('CATALYST_DATA_DIR', dataDir);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  }
  const waits = vi.spyOn(globalThis, 'setTimeout');
  process.argv = ['node', '/program/main.js', ...words];
  process.exitCode = undefined;
  await import('../src/main.ts');
  await expect.poll(() => process.exitCode).toBeDefined();
  const lingers = waits.mock.calls.some(([, most]) => most === 5_000);
  return { ...said, code: process.exitCode, lingers };
}

describe('the program', () => {
  it.each([
    [['--version'], { stdout: /^\d+\.\d+\.\d+\n$/, stderr: /^$/, code: 0 }],
    [['keys', 'list'], { stdout: /^No accounts yet\.\n$/, stderr: /^$/, code: 0 }],
    [['stauts'], { stdout: /^$/, stderr: /Did you mean status\?/, code: 2 }],
    [['refresh'], { stdout: /^$/, stderr: /missing required argument/, code: 2 }],
    [['refresh', 'real', 'more'], { stdout: /^$/, stderr: /too many arguments/, code: 2 }],
  ])('%j', async (words, { stdout, stderr, code }) => {
    const found = await started(words);
    expect(found).toEqual({
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
      // No signal stopped the program.
      code,
      lingers: false,
    });
  });

  it('says why it failed, and ends with code 1', async () => {
    const file = fileIn(temporaryFolder(), 'file', '');
    const { stdout, stderr, code } = await started(['keys', 'list'], `${file}/below`);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toMatch(/^\S.*\n$/);
  });
});

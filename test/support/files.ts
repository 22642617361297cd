import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
/** The built program. */
export const builtMain = join(root, 'dist/main.js');

/** A folder that is removed after the test, or after the tests of the file where no test runs. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-'));
  const ended = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  ended(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Writes a file of the folder. @returns its path. */
export function fileIn(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const builtMain = join(root, 'dist/main.js');

/**
 * Creates a folder that is deleted after the test, or after the test file if no test is running.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-'));
  const ended = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  ended(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Writes a file in the folder.
 *
 * @returns its path
 */
export function fileIn(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

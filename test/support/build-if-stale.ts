import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../packaging/bundle.ts';
import { builtMain, root } from './files.ts';

/** The inputs of the build. */
const sources = ['src', 'tools', 'packaging', 'package.json', 'package-lock.json'];

/**
 * Builds the program before the tests of the project `built` if a source file is newer than the
 * build.
 */
export async function setup(): Promise<void> {
  const builtAt = existsSync(builtMain) ? statSync(builtMain).mtimeMs : 0;
  const paths = sources.map((name) => join(root, name));
  if (paths.some((path) => newest(path) > builtAt)) await bundle(join(root, 'dist'));
}

/**
 * Returns the newest modification time in a file or folder in milliseconds. Deleting a file also
 * changes its folder.
 */
function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(found.mtimeMs, ...inside);
}

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../packaging/bundle.ts';
import { builtMain, root } from './files.ts';

/** What the built program is made from. */
const sources = ['src', 'tools', 'packaging', 'package.json', 'package-lock.json'];

/** Builds the program once, before the tests of the project `built`, if a source is newer than it. */
export async function setup(): Promise<void> {
  const builtAt = existsSync(builtMain) ? statSync(builtMain).mtimeMs : 0;
  const paths = sources.map((name) => join(root, name));
  if (paths.some((path) => newest(path) > builtAt)) await bundle(join(root, 'dist'));
}

/** The newest change in a file or folder, ms. A folder changes when a file in it is removed. */
function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(found.mtimeMs, ...inside);
}

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Unpacks the demo store of the build if the data folder has none. Its records are served until
 * current records are computed.
 */
export function unpackDemo(packed: URL, path: string): void {
  if (existsSync(path) || !existsSync(packed)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, brotliDecompressSync(readFileSync(packed)), { mode: 0o600 });
  // Another process may have created the file during the unpacking.
  if (existsSync(path)) rmSync(part);
  else renameSync(part, path);
}

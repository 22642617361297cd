import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Unpacks the demo store of the build, unless the data folder already has a demo store. The
 * unpacked records are served until the records of today are computed.
 */
export function unpackDemo(packed: URL, path: string): void {
  if (existsSync(path) || !existsSync(packed)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, brotliDecompressSync(readFileSync(packed)), { mode: 0o600 });
  // If another process has created the file in the meantime, the unpacked file is removed.
  if (existsSync(path)) rmSync(part);
  else renameSync(part, path);
}

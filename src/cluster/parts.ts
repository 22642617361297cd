import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sha256 } from '../base/sha256.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Size in bytes of every part of a file. The last part may be smaller. */
const PART_BYTES = 256 * 1024;
/**
 * Compression level of gzip. Our choice: the fastest level, because a part is sent and stored only
 * once.
 */
const LEVEL = 1;

/** Describes a file by its size and the hashes of its parts, in order. */
export interface Manifest {
  readonly bytes: number;
  /** SHA-256 of each uncompressed part, hexadecimal. */
  readonly hashes: readonly string[];
}

/**
 * Reads a file and returns the hashes of its parts. The file must not be open as a database in this
 * process, because closing it here would release the locks of SQLite.
 */
export function manifestOf(path: string): Manifest {
  const hashes: string[] = [];
  let bytes = 0;
  for (const part of partsIn(path)) {
    bytes += part.length;
    hashes.push(sha256(part));
  }
  return { bytes, hashes };
}

/**
 * Yields the parts of a file in order. Use each part before the next one is read, because all parts
 * share one buffer.
 */
function* partsIn(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PART_BYTES);
    for (let at = 0; ; at += PART_BYTES) {
      const read = readFully(file, buffer, at);
      if (read > 0) yield buffer.subarray(0, read);
      if (read < PART_BYTES) return;
    }
  } finally {
    closeSync(file);
  }
}

/** Reads one part of an open file. */
export function readPart(file: number, index: number): Buffer {
  const buffer = Buffer.allocUnsafe(PART_BYTES);
  return buffer.subarray(0, readFully(file, buffer, index * PART_BYTES));
}

function readFully(file: number, buffer: Buffer, position: number): number {
  let read = 0;
  while (read < buffer.length) {
    const more = readSync(file, buffer, read, buffer.length - read, position + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}

export function compress(part: Buffer): Promise<Buffer> {
  return zip(part, { level: LEVEL });
}

/** @returns the decompressed part, or undefined if the body is damaged or has another hash */
export async function decompress(body: Buffer, hash: string): Promise<Buffer | undefined> {
  try {
    return ifHashMatches(hash, await unzip(body, { maxOutputLength: PART_BYTES }));
  } catch {
    return undefined;
  }
}

export function ifHashMatches(hash: string, part: Buffer): Buffer | undefined {
  return sha256(part) === hash ? part : undefined;
}

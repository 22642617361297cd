import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';

/**
 * Error for a file that cannot be read. The message continues a sentence that starts with "the
 * file".
 */
export class UnreadableFile extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Number of bytes that are read from the file at a time. */
const CHUNK = 1 << 16;
/** Number of bytes at the start of a file that are used to detect the encoding. */
const HEAD = 4_096;

/**
 * Returns the size of a file in bytes, and the time of its last change in ISO 8601 (UTC).
 * @throws UnreadableFile
 */
export function describeFile(path: string): { readonly bytes: number; readonly changed: string } {
  let found: Stats;
  try {
    found = statSync(path);
  } catch {
    throw new UnreadableFile('cannot be read');
  }
  if (!found.isFile()) throw new UnreadableFile('is a folder, a device or a pipe, not a file');
  return { bytes: found.size, changed: found.mtime.toISOString() };
}

/**
 * Yields the text of a file in chunks, without the byte order mark. Accepts UTF-8, and UTF-16 if it
 * has a byte order mark. Rejects other encodings, because a wrong guess would corrupt letters
 * silently.
 * @param size number of bytes to read; bytes that are added to the file later are ignored
 */
export async function* textOf(path: string, size: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(path), { fatal: true });
  for await (const bytes of bytesOf(path, size)) yield decoded(decoder, bytes);
  yield decoded(decoder);
}

async function* bytesOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK, end: Math.max(0, size - 1) });
  } catch {
    throw new UnreadableFile('cannot be read');
  }
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    const isUtf8 = decoder.encoding === 'utf-8';
    throw new UnreadableFile(
      isUtf8 ? `is not UTF-8 text: ${saveAsUtf8}` : 'is truncated: the end of the text is missing',
    );
  }
}

const saveAsUtf8 =
  'save it as UTF-8 (in a spreadsheet "CSV UTF-8"; in a shell: iconv -f WINDOWS-1252 -t UTF-8 FILE)';

function encodingOf(path: string): string {
  const head = headOf(path);
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) {
    if (third === 0 && fourth === 0) throw new UnreadableFile(`is UTF-32 text: ${saveAsUtf8}`);
    return 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A zero byte means that the text is UTF-16 or UTF-32.
  if (head.includes(0) && !head.subarray(0, 4).every((byte) => byte === 0)) {
    const isWide = head.filter((byte) => byte === 0).length * 4 > head.length;
    if (isWide) {
      throw new UnreadableFile(`is UTF-16 text without a byte order mark: ${saveAsUtf8}`);
    }
  }
  return 'utf-8';
}

function headOf(path: string): Buffer {
  const head = Buffer.alloc(HEAD);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return head.subarray(0, readSync(file, head, 0, HEAD, 0));
  } catch {
    throw new UnreadableFile('cannot be read');
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

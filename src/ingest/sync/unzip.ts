import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import type { Sieve, ZipBounds } from '../../sources/source.ts';
import { HttpFailure } from './fetch.ts';

/**
 * Our choice: limits for zip files. The file with the insider transactions of one quarter is about
 * 150 MB after decompression, and one field can exceed 128 kB.
 */
export const ZIP_BOUNDS: ZipBounds = {
  MAX_PACKED: 64 * 1024 ** 2,
  MAX_MEMBERS: 100,
  MAX_UNPACKED: 512 * 1024 ** 2,
  MAX_LINE: 1024 ** 2,
  MAX_KEPT: 64 * 1024 ** 2,
};

/**
 * Returns the lines that `sieve` selects from a zip file, one member (file in the zip file) after
 * another.
 * @param zipped content of the zip file, or its path
 * @throws HttpFailure `too-large` if the zip file exceeds the limits; `broken` if it is invalid or
 * truncated, if it has no selected member, or if a member does not have its stated size
 */
export async function unzipped(
  zipped: Buffer | string,
  sieve: Sieve,
  bounds: ZipBounds = sieve.bounds ?? ZIP_BOUNDS,
): Promise<string> {
  let zip: ZipFile | undefined;
  try {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
    zip = await (typeof zipped === 'string'
      ? openPromise(zipped, options)
      : fromBufferPromise(zipped, options));
    const kept = keeper(bounds.MAX_KEPT);
    for (const entry of await chosen(zip, sieve, bounds)) {
      const stream = await zip.openReadStreamPromise(entry);
      const sift = siftOf(sieve, entry.fileName);
      for await (const lines of linesOf(stream, bounds.MAX_LINE))
        for (const line of lines) kept.add(sift(line));
    }
    return kept.text();
  } catch (cause) {
    throw cause instanceof HttpFailure ? cause : new HttpFailure('broken', { cause });
  } finally {
    zip?.close();
  }
}

/**
 * Returns a function that takes the lines of a member, header first. It returns the part of a line
 * to keep, or undefined to skip the line.
 */
function siftOf(
  { separator, columns, keeps }: Sieve,
  member: string,
): (line: string) => string | undefined {
  let isKept: ReturnType<Sieve['keeps']> | undefined;
  let places: readonly number[] | undefined;
  return (line) => {
    const cells = line.split(separator);
    if (isKept && !isKept(cells)) return undefined;
    if (!isKept) {
      isKept = keeps(cells, member);
      places = columns && [...cells.keys()].filter((at) => columns.includes(cells[at]!));
    }
    return places ? places.map((at) => cells[at] ?? '').join(separator) : line;
  };
}

/**
 * Collects lines and joins them in groups. In JavaScript, a line is a reference to the chunk from
 * which it was cut, so each kept line keeps a whole chunk in memory. Joining the lines copies them,
 * so the chunks can be freed.
 */
function keeper(MAX_KEPT: number) {
  const parts: string[] = [];
  let loose: string[] = [];
  let left = MAX_KEPT;
  const settle = () => {
    if (loose.length > 0) parts.push(loose.join('\n'));
    loose = [];
  };
  return {
    add(line: string | undefined): void {
      if (line === undefined) return;
      left -= line.length + 1;
      if (left < 0) throw new HttpFailure('too-large');
      loose.push(line);
      if (loose.length >= MAX_LOOSE) settle();
    },
    text(): string {
      settle();
      return parts.join('\n');
    },
  };
}

/** Number of collected lines at which the lines are joined. */
const MAX_LOOSE = 64;

/** Returns the members to read: for each pattern in `members`, the first member that matches. */
async function chosen(
  zip: ZipFile,
  { members }: Sieve,
  { MAX_MEMBERS, MAX_UNPACKED }: ZipBounds,
): Promise<readonly Entry[]> {
  if (zip.entryCount > MAX_MEMBERS) throw new HttpFailure('too-large');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const found = members.flatMap(
    (name) => entries.find(({ fileName }) => name.test(fileName)) ?? [],
  );
  if (found.length === 0) throw new HttpFailure('broken');
  const size = found.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MAX_UNPACKED) throw new HttpFailure('too-large');
  return found;
}

/** Yields the lines of a member, in one group per chunk. */
async function* linesOf(stream: Readable, most: number): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > most) throw new HttpFailure('too-large');
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  if (rest !== '') yield [rest];
}

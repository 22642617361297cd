import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HttpFailure } from './http.ts';

/** What is read of a zip. Members are streamed, and only what is kept stays in memory. */
export interface Sieve {
  /** Names of the members that are read, in the order in which they are. */
  readonly members: readonly RegExp[];
  /** What separates the cells of a line. */
  readonly separator: string;
  /** Told the header of a member, which is kept, says which of its other lines are. */
  keeps(header: readonly string[], member: string): (cells: readonly string[]) => boolean;
}

export interface ZipBounds {
  readonly MAX_MEMBERS: number;
  /** Bytes of all members that are read, unpacked. */
  readonly MAX_UNPACKED: number;
  /** Characters of one line, and of all lines that are kept. */
  readonly MAX_LINE: number;
  readonly MAX_KEPT: number;
}

/** A quarter of insiders unpacks to some 150 MB; fields of such sets may exceed 128 kB. */
const BOUNDS: ZipBounds = {
  MAX_MEMBERS: 100,
  MAX_UNPACKED: 512 * 1024 ** 2,
  MAX_LINE: 1024 ** 2,
  MAX_KEPT: 64 * 1024 ** 2,
};

/**
 * The lines of a zip's members that a sieve keeps, one member after the other. A bomb ends at the
 * bounds: by the sizes that the zip states before anything is unpacked, and a member that is larger
 * than stated breaks off.
 *
 * @throws HttpFailure `broken` for what is no zip or breaks off, `too-large` beyond the bounds
 */
export async function unzipped(
  body: Buffer,
  sieve: Sieve,
  bounds: ZipBounds = BOUNDS,
): Promise<string> {
  try {
    const zip = await fromBufferPromise(body, { lazyEntries: true, validateEntrySizes: true });
    const kept: string[] = [];
    let left = bounds.MAX_KEPT;
    for (const entry of await chosen(zip, sieve, bounds)) {
      const stream = await zip.openReadStreamPromise(entry);
      let keeps: ReturnType<Sieve['keeps']> | undefined;
      for await (const line of linesOf(stream, bounds.MAX_LINE)) {
        const cells = line.split(sieve.separator);
        if (keeps && !keeps(cells)) continue;
        keeps ??= sieve.keeps(cells, entry.fileName);
        left -= line.length + 1;
        if (left < 0) throw new HttpFailure('too-large');
        kept.push(line);
      }
    }
    return kept.join('\n');
  } catch (cause) {
    throw cause instanceof HttpFailure ? cause : new HttpFailure('broken', { cause });
  }
}

/** The members that are read, in the sieve's order. */
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

async function* linesOf(stream: Readable, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > most) throw new HttpFailure('too-large');
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import type { Reply } from './replies.ts';

/** Bytes below which an answer takes one packet either way. */
const MIN_BYTES = 1_024;

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/**
 * Our choice: how hard is tried, since each answer is compressed for one reader. A page of 31 kB
 * takes 0.36 ms by brotli at 3 (4.4 kB), 0.7 at 4 (4.3 kB); 0.16 by gzip at 1 (4.9 kB), 0.95 at 6
 * (4.2 kB). Brotli's window is 256 kB, more than an answer, and not its own 4 MB: to lay that out
 * took two thirds of the processor's time (0.46 ms a page of 20 kB, 0.17 without, sixteen at once).
 */
const compressors: Readonly<Record<Encoding, (body: string) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 1 }),
};

/**
 * The answer as its reader takes it: compressed for those who ask for it (RFC 9110, section 12.5.3),
 * in a thread beside the event loop; the same for all others.
 */
export async function compressedReply(
  reply: Reply,
  acceptEncoding: string | undefined,
): Promise<Reply> {
  const { body, headers } = reply;
  if (typeof body !== 'string' || body.length < MIN_BYTES) return reply;
  const varying = {
    ...headers,
    vary: [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
  };
  const encoding = acceptEncoding === undefined ? undefined : encodingOf(acceptEncoding);
  if (!encoding) return { ...reply, headers: varying };
  return {
    ...reply,
    headers: { ...varying, 'content-encoding': encoding },
    body: new Uint8Array(await compressors[encoding](body)),
  };
}

/** What is wanted most of what we have, ours first among equals; undefined where none is taken. */
export function encodingOf(acceptEncoding: string): Encoding | undefined {
  const accepted = parseAccept(acceptEncoding);
  const weightOf = (name: string) =>
    accepted.find(({ type }) => type.toLowerCase() === name)?.q ??
    accepted.find(({ type }) => type === '*')?.q ??
    0;
  let best: Encoding | undefined;
  for (const one of encodings) {
    if (weightOf(one) > (best ? weightOf(best) : 0)) best = one;
  }
  return best;
}

import { filesOf } from '../base/data-files.ts';
import { sha256 } from '../base/sha256.ts';
import { eventsOf, readChain, type StoredSheet } from '../domain/track-record/chain.ts';
import { scoresOn } from '../domain/track-record/scores.ts';
import { readSheets } from '../store/record-file.ts';
import { type Context, type ExitCode, exit } from './context.ts';

/** How long a server may take to send one file, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Checks the record of a server or a data folder: every hash, the order of the sheets, and a head
 * that was kept. Shows the scores, computed from the sheets alone.
 *
 * @returns 1 with the first error
 */
export async function verify(
  { stdout }: Context,
  from: string,
  { head }: { readonly head?: string },
): Promise<ExitCode> {
  const isServer = /^https?:\/\//.test(from);
  const stored = isServer ? await download(from) : await readSheets(filesOf(from).record);
  const { sheets, heads, problem } = readChain(stored, sha256, head);
  if (problem) {
    stdout.write(`${problem}\n`);
    return exit.failed;
  }
  const last = sheets.at(-1);
  if (!last) {
    stdout.write('The record has no sheets.\n');
    return exit.done;
  }
  stdout.write(`${sheets.length} sheets, the newest of ${last.day}. Head: ${heads.at(-1)}\n`);
  const scored = { scope: 'record', events: eventsOf({ sheets }), head: null } as const;
  for (const { kind, metric, slice, horizon_days, n, value } of scoresOn(
    scored,
    last.day,
    sha256,
  )) {
    if (n > 0) stdout.write(`${kind} ${metric} ${slice} ${horizon_days} days: ${value} (n ${n})\n`);
  }
  return exit.done;
}

async function download(server: string): Promise<readonly StoredSheet[]> {
  const textOf = async (path: string) => {
    const reply = await fetch(new URL(path, server), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok) throw new Error(`${server} answered ${path} with status ${reply.status}`);
    return reply.text();
  };
  const lines = (await textOf('/record/headers')).split('\n').filter(Boolean);
  const stored: StoredSheet[] = [];
  for (const [at, line] of lines.entries()) {
    stored.push({ ...JSON.parse(line), sheet: await textOf(`/record/sheets/${at + 1}`) });
  }
  return stored;
}

import { existsSync } from 'node:fs';
import * as z from 'zod';
import { boundedText } from '../base/bounded-text.ts';
import { filesOf } from '../base/data-files.ts';
import { onOneLine } from '../base/foreign-text.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { sha256 } from '../base/sha256.ts';
import { type Chain, readChain, type ShownSheet, scoredOf } from '../domain/track-record/chain.ts';
import { scoresOn } from '../domain/track-record/scores.ts';
import { readSheets } from '../store/record-file.ts';
import { type Context, type ExitCode, exit } from './context.ts';

/** Timeout in milliseconds for downloading one file. */
const TIMEOUT_MS = 30_000;
/**
 * Maximum number of characters to download from a server. The recorded forecasts of a server grow
 * by less than 10 million characters a year.
 */
const MAX_CHARACTERS = 200_000_000;
/** Maximum characters of an error message, which may contain texts from the server. */
const MAX_SHOWN = 300;

/**
 * Checks the hash and the order of every entry in the recorded forecasts of a server or a data
 * folder. If `head` is given, also checks that an entry has this hash, which the user saved
 * earlier. Shows scores that are computed only from the checked entries.
 * @param most the maximum number of characters to download
 * @returns exit code 1 if a check fails
 */
export async function verify(
  { stdout }: Context,
  from: string,
  { head, key }: { readonly head?: string; readonly key?: string },
  most = MAX_CHARACTERS,
): Promise<ExitCode> {
  const say = (text: string) => stdout.write(`${onOneLine(text)}\n`);
  try {
    const isServer = /^https?:\/\//i.test(from);
    if (!isServer && !existsSync(from)) throw new Error(`the folder ${from} does not exist`);
    const stored = isServer ? download(from, most, key) : readSheets(filesOf(from).record);
    const chain = readChain(await stored, sha256, [], true);
    if (head !== undefined && !chain.some((one) => one.head === head))
      throw new Error(`no entry of the recorded forecasts has the hash ${head}`);
    for (const line of summaryOf(chain)) say(line);
    return exit.done;
  } catch (cause) {
    say((cause as Error).message.slice(0, MAX_SHOWN));
    return exit.failed;
  }
}

function summaryOf(chain: Chain): readonly string[] {
  const last = chain.at(-1);
  if (!last) return ['No forecasts are recorded yet.'];
  const withheld = chain.filter(({ isWithheld }) => isWithheld).length;
  const lacking = withheld > 0 ? `, ${withheld} withheld until their events are due` : '';
  const counted = scoresOn(scoredOf(chain), last.day, sha256).filter(({ n }) => n > 0);
  return [
    `${chain.length} sheets, the newest from ${last.day}${lacking}. Head: ${last.head}`,
    ...counted.map(
      (one) =>
        `${one.kind} ${one.metric} ${one.slice} ${one.horizon_days} days: ${one.value} (n ${one.n})`,
    ),
  ];
}

/**
 * Downloads the recorded forecasts of a server as sheets, each with the forecasts of one kind and
 * day. A sheet is null if the server refuses to send the sheet. Redirects are not followed.
 * @throws Error with the reason
 */
async function download(server: string, most: number, key: string | undefined) {
  // A user name and a password in the URL are not sent, so that no error message contains them.
  const { origin } = new URL(server);
  let left = most;
  const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key };
  const textOf = async (path: string, refusals: readonly number[] = []) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const reply = await fetch(`${origin}${path}`, { signal, headers, redirect: 'manual' });
      if (refusals.includes(reply.status)) return null;
      if (!reply.ok) throw new Error(`has status ${reply.status}`);
      const text = await boundedText(reply, left);
      left -= text.length;
      return text;
    } catch (cause) {
      const { message, cause: reason } = cause as Error;
      throw new Error(`${origin}${path}: ${reason instanceof Error ? reason.message : message}`);
    }
  };
  const lines = ((await textOf('/record/headers')) ?? '').split('\n').filter(Boolean);
  const stored: ShownSheet[] = [];
  for (const [at, line] of lines.entries()) {
    const { data: header } = headerLine.safeParse(parsedJson(line));
    if (!header) throw new Error(`${origin}/record/headers: line ${at + 1} is not a valid header`);
    stored.push({ ...header, sheet: await textOf(`/record/sheets/${at + 1}`, [401, 403]) });
  }
  return stored;
}

const headerLine = z.object({ head: z.string(), header: z.string() });

import type { Readable } from 'node:stream';
import type { Ran } from '../ingest/sync/engine.ts';
import type { Companies } from '../sources/company-notes.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import type { Asked, SyncOptions } from './sync-options.ts';

/** Resolves when the process receives a stop signal or its input ends. */
export function stopOf(context: Context, { untilInputEnds }: SyncOptions): Promise<void> {
  const ends = untilInputEnds ? [endOf(context.stdin)] : [];
  return Promise.race([context.stopped(), ...ends]);
}

function endOf(stdin: Readable): Promise<void> {
  stdin.resume();
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve());
  });
}

/**
 * Describes the problems of a run: requested tickers that are not in the list of companies, and
 * response bodies that could not be saved to the `--keep` folder.
 */
export function undoneOf(
  { tickers = new Set() }: Asked,
  companies: Companies,
  unkept: number,
): string[] {
  const listed = new Set(companies.universe.flatMap((member) => member.tickers ?? []));
  const unlisted = companies.listed === 0 ? [] : [...tickers].filter((one) => !listed.has(one));
  return [
    ...(unlisted.length > 0 ? [`not in the list of companies: ${unlisted.join(', ')}`] : []),
    ...(unkept > 0
      ? [
          `${unkept} responses were not saved: check that the folder of --keep has free space and is writable. The records of these responses are in the store`,
        ]
      : []),
  ];
}

/**
 * Returns the exit code of a run: 3 if failed requests remain, 1 if the run is incomplete for
 * another reason.
 * @param undone the descriptions of problems that `undoneOf` returns
 */
export function exitOf({ end, failed, waiting }: Ran, undone: readonly string[]): ExitCode {
  if (end !== 'nothing is due') return exit.failed;
  if (failed > 0) return exit.incomplete;
  return waiting.length + undone.length === 0 ? exit.done : exit.failed;
}

export function endText({ end, facts, failed, offline, waiting }: Ran): string {
  if (end === 'offline') return `sync: ${offline}; the served records are unchanged`;
  const parts = [`${facts.toLocaleString('en')} facts are new or changed`];
  if (failed > 0) parts.push(`${failed} requests failed`);
  if (waiting.length > 0) parts.push(`requests are left: ${waiting.join('; ')}`);
  return `sync: ${end}; ${parts.join('; ')}`;
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stop } from './processes.ts';
import type { Loaded, Wanted } from './watcher.ts';

/** A process that follows the shared accounts. */
export interface Watcher {
  readonly loaded: Loaded;
  /** Returns when the process saw the account's state, in milliseconds of the machine's clock. */
  seen(wanted: Wanted): Promise<number>;
  stop(): Promise<void>;
}

/** @param execArgv Node options for the script */
export async function startWatcher(
  script: string,
  url: string,
  execArgv: readonly string[],
): Promise<Watcher> {
  const child = fork(script, [url], { execArgv: [...execArgv] });
  const [loaded] = (await message(child)) as [Loaded];
  return {
    loaded,
    async seen(wanted) {
      const answer = message(child);
      child.send(wanted);
      const [moment] = (await answer) as [number];
      return moment;
    },
    stop: () => stop(child),
  };
}

/**
 * Returns the next message of a process.
 *
 * @throws Error if the process ends first
 */
async function message(child: ChildProcess): Promise<unknown[]> {
  const done = new AbortController();
  const ended = once(child, 'exit', { signal: done.signal }).then(([code]) => {
    throw new Error(`a watcher ended with ${code}`);
  });
  try {
    return await Promise.race([once(child, 'message'), ended]);
  } finally {
    done.abort();
  }
}

import type { Readable, Writable } from 'node:stream';
import type { Clock, Monotonic } from '../base/clock.ts';

/** What a command may touch of the world. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly stdin: Readable;
  /** Characters of a line where it is a terminal. */
  readonly stdout: Writable & { readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Lets other processes of this machine have the processor first; what this one starts does so, too. */
  readonly standBack: () => void;
  /** The words that start this program again. */
  readonly self: readonly string[];
  /** Resolves when the process is asked to stop. */
  readonly stopped: () => Promise<void>;
}

/** Exit codes, for scripts. */
export const exit = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** Resolves when nobody reads the output any more (`| head`): what is left to say has no reader. */
export function unread(stdout: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.on('error', (cause: NodeJS.ErrnoException) =>
      cause.code === 'EPIPE' ? resolve() : reject(cause),
    );
  });
}

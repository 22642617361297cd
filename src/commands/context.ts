import type { Readable, Writable } from 'node:stream';
import type { Clock, Monotonic } from '../base/clock.ts';

/**
 * What a command gets from the operating system, such as the environment, the clocks and the
 * standard streams. Tests replace these objects.
 */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly stdin: Readable;
  /** Standard output. If it is a terminal, `columns` is the number of characters per line. */
  readonly stdout: Writable & { readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Lowers the CPU priority of this process and of its child processes. */
  readonly lowerPriority: () => void;
  /** The command line that started this process. */
  readonly self: readonly string[];
  /** Resolves when the process receives a stop signal. */
  readonly stopped: () => Promise<void>;
}

/** Exit codes of commands. */
export const exit = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/**
 * Resolves when the program that reads the output closes the pipe, as in `| head`. The command can
 * then stop.
 */
export function unread(stdout: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.on('error', (cause: NodeJS.ErrnoException) =>
      cause.code === 'EPIPE' ? resolve() : reject(cause),
    );
  });
}

import type { Readable, Writable } from 'node:stream';
import type { Clock, Monotonic } from '../base/clock.ts';

/** The environment of a command. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly stdin: Readable;
  /** Characters per line if stdout is a terminal. */
  readonly stdout: Writable & { readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Lowers the CPU priority of this process and its children. */
  readonly standBack: () => void;
  /** The command line that started this program. */
  readonly self: readonly string[];
  /** Resolves when the process receives a stop signal. */
  readonly stopped: () => Promise<void>;
}

/** Exit codes, for scripts. */
export const exit = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** Resolves when the reader of the output has closed it (`| head`), so the command can stop. */
export function unread(stdout: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.on('error', (cause: NodeJS.ErrnoException) =>
      cause.code === 'EPIPE' ? resolve() : reject(cause),
    );
  });
}

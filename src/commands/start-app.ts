import { spawn } from 'node:child_process';
import { type Config, readConfig } from '../base/config.ts';
import { packedDemo, type StoreKind } from '../base/data-files.ts';
import { createLog, type Log } from '../base/log.ts';
import type { Observer } from '../base/observer.ts';
import type { Tracing } from '../base/tracing.ts';
import { type App, openApp } from './app.ts';
import type { Context } from './context.ts';
import { REFRESH_FLAGS } from './heap.ts';

/**
 * Maximum milliseconds that an answer waits if there are no records yet. Our choice: most clients
 * cancel a call after 60 s. An error that arrives before then can tell the user what to do.
 */
const maxFirstWait = 45_000;

/**
 * Maximum time that an answer waits, in milliseconds. `maxRefreshWait` applies if older records can
 * be served while the current ones are computed. `maxFirstWait` applies if there are no records
 * yet.
 */
const refreshWaits = {
  /** A server does not wait for current records, because many callers share the server. */
  serve: { maxRefreshWait: 0, maxFirstWait },
  /** Our choice: with this limit, the first answer arrives within two seconds of the start. */
  stdio: { maxRefreshWait: 500, maxFirstWait },
  /**
   * The command `call` waits for current records without a limit, because its process exits after
   * one answer.
   */
  call: {
    maxRefreshWait: Number.POSITIVE_INFINITY,
    maxFirstWait: Number.POSITIVE_INFINITY,
  },
} as const;

/** The log, metrics and traces of a long-running command. */
interface Operated {
  readonly log?: Log;
  readonly observer?: Observer;
  readonly tracing?: Tracing;
}

/** Opens the service according to the settings. */
export async function startApp(
  context: Context,
  command: keyof typeof refreshWaits,
  { log = createLog(), ...watched }: Operated = {},
): Promise<{ readonly app: App; readonly config: Config; readonly log: Log }> {
  const config = readConfig(context.environment);
  const { clock, monotonic } = context;
  const closing = new AbortController();
  const refresh = (kind: StoreKind) =>
    refreshInChild(context, config.CATALYST_DATA_DIR, kind, closing.signal);
  const opened = await openApp({
    config,
    clock,
    monotonic,
    log,
    refresh,
    ...watched,
    pull: (layout) => {
      const words = [...besideServer(context.self), 'pull', layout];
      return runChild(context, words, config.CATALYST_DATA_DIR, closing.signal);
    },
    ...refreshWaits[command],
    packedDemo: new URL(packedDemo, import.meta.url),
    notice: command === 'stdio' ? withoutContact(config) : undefined,
  });
  const close = () => {
    closing.abort();
    return opened.close();
  };
  return { app: { ...opened, close }, config, log };
}

/**
 * Returns a notice if sync is on but no contact address is set. The notice is added to answers,
 * because assistants do not show the user what a server writes to stderr.
 */
function withoutContact({ CATALYST_SYNC, CATALYST_CONTACT }: Config): string | undefined {
  if (!CATALYST_SYNC || CATALYST_CONTACT !== undefined) return undefined;
  return 'CATALYST_SYNC is on, but nothing is fetched: the SEC requires a contact address from every automated client. Set CATALYST_CONTACT to your email address in the configuration of this server, and restart it.';
}

/**
 * Maximum number of characters that are kept of the error output of a child process. The first
 * lines state the cause.
 */
const MAX_ERROR = 2_000;

/**
 * Returns a command line for a process that runs next to a server. The process gets only one V8
 * helper thread. On a machine with two cores, more threads would take a sixth of the CPU time from
 * the server.
 */
function besideServer([command = '', ...rest]: Context['self']): readonly string[] {
  return [command, '--v8-pool-size=1', ...rest];
}

export function refreshWords(self: Context['self'], kind: StoreKind): readonly string[] {
  const [command = '', ...first] = besideServer(self);
  return [command, ...REFRESH_FLAGS, ...first, 'refresh', kind];
}

/**
 * Runs the command `refresh` in a separate process, so that the refresh does not use the memory and
 * the thread of the server. If the server ends, the process ends too, and its transaction is rolled
 * back.
 */
export function refreshInChild(
  context: Context,
  dataDir: string,
  kind: StoreKind,
  closing: AbortSignal,
): Promise<void> {
  return runChild(context, refreshWords(context.self, kind), dataDir, closing);
}

/**
 * Runs the executable of this server in a separate process.
 *
 * @param words the command line: flags of Node, and then the command
 * @throws Error with the error output of the process
 */
async function runChild(
  { environment }: Context,
  [command = '', ...words]: readonly string[],
  dataDir: string,
  closing: AbortSignal,
): Promise<void> {
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment, CATALYST_DATA_DIR: dataDir },
    signal: closing,
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = `${errors}${chunk}`.slice(0, MAX_ERROR);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => (closing.aborted ? resolve(null) : reject(cause)));
    child.once('close', resolve);
  });
  if (code === 0 || closing.aborted) return;
  throw new Error(
    `${words.slice(-2).join(' ')} ended with ${code ?? child.signalCode}: ${errors.trim()}`,
  );
}

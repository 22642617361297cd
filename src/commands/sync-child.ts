import { spawn } from 'node:child_process';
import type { Log } from '../base/log.ts';
import { type Context, exit } from './context.ts';

/** Milliseconds after which a sync that ended is restarted. */
const RESTART_AFTER = 60_000;

/** A child process that syncs the store of a server. */
export interface SyncChild {
  close(): void;
}

/**
 * Starts `sync` in a separate process. The sync process ends when it receives a signal. It also
 * ends when the server process ends, because the pipe to the input of the sync process then closes.
 */
export function startSyncChild({ self }: Context, dataDir: string, log: Log): SyncChild {
  const [command = '', ...words] = self;
  let closed = false;
  let again: NodeJS.Timeout | undefined;
  let child: ReturnType<typeof start>;

  function start() {
    const started = spawn(command, [...words, 'sync', '--stay', '--until-input-ends'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, CATALYST_DATA_DIR: dataDir },
    });
    // An error of the pipe is ignored, because the exit event reports the end of the process.
    started.stdin.on('error', () => {});
    started.once('error', (cause) => log.error({ err: cause }, 'sync could not be started'));
    started.once('exit', (code, signal) => {
      if (closed) return;
      const isRefused = code === exit.usage;
      const next = isRefused ? 'is not restarted: see its error above' : 'starts again in a minute';
      log.error({ code, signal }, `sync ended; it ${next}`);
      if (isRefused) return;
      again = setTimeout(() => {
        child = start();
      }, RESTART_AFTER).unref();
    });
    // The timer must not keep the server process alive.
    started.unref();
    return started;
  }

  child = start();
  return {
    close() {
      closed = true;
      clearTimeout(again);
      child.kill('SIGTERM');
      child.stdin.destroy();
    },
  };
}

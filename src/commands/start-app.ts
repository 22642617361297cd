import { spawn } from 'node:child_process';
import { type App, openApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import type { StoreKind } from '../refresh.ts';
import type { Context } from './context.ts';

/** Opens the service as the settings say. */
export async function startApp(
  context: Context,
): Promise<{ readonly app: App; readonly config: Config; readonly log: Log }> {
  const config = readConfig(context.environment);
  const log = createLog();
  const closing = new AbortController();
  const refresh = (kind: StoreKind) =>
    refreshInChild(context, config.CATALYST_DATA_DIR, kind, closing.signal);
  const opened = await openApp({ config, clock: context.clock, log, refresh });
  const close = () => {
    closing.abort();
    return opened.close();
  };
  return { app: { ...opened, close }, config, log };
}

/**
 * What runs `refresh`: with one thread beside its own for V8's compiler and collector, since more
 * of them take turns with it on a machine of two cores (a sixth of its time, measured).
 */
export function refreshWords([command = '', ...rest]: Context['self'], kind: StoreKind): string[] {
  return [command, '--v8-pool-size=1', ...rest, 'refresh', kind];
}

/**
 * Runs `refresh` in a process of its own: neither its memory nor its work weighs on the server's.
 * It ends with the server, which nobody then waits for; its transaction leaves nothing half done.
 */
export async function refreshInChild(
  { self }: Context,
  dataDir: string,
  kind: StoreKind,
  closing: AbortSignal,
): Promise<void> {
  const [command = '', ...words] = refreshWords(self, kind);
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CATALYST_DATA_DIR: dataDir },
    signal: closing,
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => (closing.aborted ? resolve(null) : reject(cause)));
    child.once('exit', resolve);
  });
  if (code !== 0 && !closing.aborted) throw new Error(`refresh ${kind} ended with code ${code}`);
}

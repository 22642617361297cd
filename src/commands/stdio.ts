import type { Config } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { defaultDataDir } from '../base/data-files.ts';
import { given } from '../base/environment.ts';
import type { Credential } from '../service/access/access.ts';
import { peekStore } from '../service/local/peek.ts';
import { instructions } from '../transports/instructions.ts';
import type { Toolbox } from '../transports/protocol.ts';
import { serveStdio } from '../transports/stdio.ts';
import type { App } from './app.ts';
import { type Context, type ExitCode, exit, unread } from './context.ts';
import type { startApp } from './start-app.ts';

/**
 * Serves one assistant over stdin and stdout until the input ends or the process is stopped. The
 * service is loaded after the handshake, because clients wait for the handshake.
 */
export async function stdio(context: Context): Promise<ExitCode> {
  const { environment } = context;
  // If an upstream is set, CATALYST_API_KEY is the key of the upstream. The caller then acts as the
  // owner of this process.
  const hasUpstream = given(environment, 'CATALYST_BASE_URL') !== undefined;
  const key = hasUpstream ? undefined : given(environment, 'CATALYST_API_KEY');
  const credential: Credential = key ? { key } : 'owner';
  let opening: Promise<App> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let config: Promise<Config> | undefined;
  let giveUp: (cause: unknown) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    giveUp = reject;
  });

  function app(): Promise<App> {
    opening ??= import('./start-app.ts')
      .then(({ startApp }) => startApp(context, 'stdio'))
      .then(withSync(context));
    opening.catch(giveUp);
    return opening;
  }

  /**
   * Reads the settings. If a setting is invalid, the first request that needs the settings is
   * answered with the error, and then the process ends.
   */
  function settings(): Promise<Config> {
    config ??= settingsOf(environment);
    config.catch(giveUp);
    return config;
  }

  async function tools(): Promise<Toolbox> {
    const { CATALYST_STRUCTURED: structured } = await settings();
    return (await app()).toolbox.presenting({ structured });
  }

  const toolbox: Toolbox = {
    async instructions() {
      if (hasSettings(environment)) await settings();
      const { from, asOf, demo } = await peek(environment);
      soon ??= setTimeout(() => void app().catch(() => {}), 0);
      return instructions({ from, asOf }, demo);
    },
    listTools: async (...asked) => (await tools()).listTools(...asked),
    callTool: async (...asked) => (await tools()).callTool(...asked),
    answer: async (...asked) => (await tools()).answer(...asked),
  };
  const served = serveStdio({
    input: context.stdin,
    output: context.stdout,
    credential,
    toolbox,
    failed: async (cause) => {
      const { createLog } = await import('../base/log.ts');
      createLog().error({ err: cause }, 'a message from the client could not be handled');
    },
  });
  try {
    // If the client disconnects during a refresh, the process ends after the refresh.
    const done = served.then(async () => (await opening)?.settled());
    await Promise.race([done, context.stopped(), unread(context.stdout), broken]);
  } finally {
    // An active timer would keep the process running.
    clearTimeout(soon);
    context.stdin.destroy();
  }
  await (await opening)?.close();
  return exit.done;
}

/**
 * Whether any `CATALYST_` variable has a value. If not, the settings are parsed after the
 * handshake, because the parser loads slowly.
 */
function hasSettings(environment: Context['environment']): boolean {
  return Object.keys(environment).some(
    (name) => name.startsWith('CATALYST_') && given(environment, name) !== undefined,
  );
}

/** @throws ConfigError */
async function settingsOf(environment: Context['environment']): Promise<Config> {
  const { readConfig } = await import('../base/config.ts');
  const config = readConfig(environment);
  if (!config.cluster) return config;
  // Our choice: if several machines share the accounts, a stdio process needs a key. It does not
  // act as the owner.
  throw new ConfigError(
    'CATALYST_DATABASE_URL: over stdio, a process acts as the owner of its own data folder, not of the data that several machines share. ' +
      'Connect the assistant to /mcp of a server with a key, or unset CATALYST_DATABASE_URL and CATALYST_REDIS_URL.',
  );
}

/** Returns a function that starts the sync process of an opened app, if sync is on. */
function withSync(context: Context) {
  return async ({ app, config, log }: Awaited<ReturnType<typeof startApp>>): Promise<App> => {
    if (!config.CATALYST_SYNC) return app;
    const { startSyncChild } = await import('./sync-child.ts');
    const child = startSyncChild(context, config.CATALYST_DATA_DIR, log);
    const close = () => {
      child.close();
      return app.close();
    };
    return { ...app, close };
  };
}

function peek(environment: Context['environment']) {
  if (given(environment, 'CATALYST_BASE_URL') !== undefined) {
    return { from: 'the upstream service', asOf: undefined, demo: false };
  }
  return peekStore(given(environment, 'CATALYST_DATA_DIR') ?? defaultDataDir());
}

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { todayOf } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { filesOf } from '../base/data-files.ts';
import { createLog } from '../base/log.ts';
import { version } from '../base/version.ts';
import { httpSettings } from '../page/assistant-settings.ts';
import { bundleName } from '../page/connect.ts';
import { demoKey, ownerName } from '../service/access/access.ts';
import type { Backend } from '../service/backend.ts';
import { createTracing } from '../service/telemetry/spans.ts';
import { recordIn } from '../store/record-file.ts';
import { createProxies } from '../transports/forwarded.ts';
import { serveHttp } from '../transports/http.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { connectionsByDescriptors } from './descriptors.ts';
import { growSlowly } from './heap.ts';
import { openAccountAdmin } from './open-accounts.ts';
import { openOperating } from './operating.ts';
import { startApp } from './start-app.ts';
import { startSyncChild } from './sync-child.ts';
import { requireContact } from './sync-contact.ts';
import { requireOnlyOwner } from './vendor-use.ts';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/**
 * Serves REST and `/mcp` over HTTP until a stop signal arrives, then finishes the requests in
 * progress.
 */
export async function serve(
  context: Context,
  options: { readonly host: string; readonly port?: number; readonly sync?: true },
): Promise<ExitCode> {
  growSlowly();
  const settings = readConfig(context.environment);
  const { host, port = settings.CATALYST_PORT, sync } = options;
  const allowedHosts = hostsOf(settings);
  const {
    CATALYST_TRUSTED_PROXIES: trusted,
    CATALYST_MAX_CONNECTIONS: maxConnections,
    CATALYST_MAX_CONNECTIONS_PER_ADDRESS: maxConnectionsPerAddress,
  } = settings;
  const syncs = sync ?? settings.CATALYST_SYNC;
  if (syncs && settings.cluster) {
    throw new ConfigError(
      'If servers share records, `serve` cannot sync. Run `work --sync` instead, and run `serve` with neither --sync nor CATALYST_SYNC.',
    );
  }
  if (syncs) requireContact(settings);
  await requireOnlyOwner(settings);
  if (!loopbackHosts.includes(host) && allowedHosts.length === 0) {
    throw new ConfigError(
      `To listen on ${host}, set CATALYST_ALLOWED_HOSTS to the host names of this server.`,
    );
  }
  const proxies = await createProxies(trusted, maxConnectionsPerAddress);
  const log = createLog({ instance: hostname(), isAsync: true });
  const operating = await openOperating(settings, context.clock, log);
  const { observer, conditions } = operating;
  const tracing = createTracing();
  const { app, config } = await startApp(context, 'serve', { log, observer, tracing });
  const { catalogue, service, toolbox, calendars } = app;
  const record = config.cluster
    ? (await import('../cluster/shared-record.ts')).sharedRecord(config.cluster.databaseUrl)
    : recordIn(filesOf(config.CATALYST_DATA_DIR).record);
  const listen = async () => {
    await operating.watch(app);
    return serveHttp(
      {
        catalogue,
        service,
        toolbox,
        calendars,
        log,
        version,
        ...(await app.openAuthorization()),
        allowedHosts,
        proxies,
        maxConnectionsPerAddress,
        observer,
        conditions,
        tracing,
        bundle: bundleBeside(context),
        program: context.self.at(-1),
        record,
        maxConnections: Math.min(maxConnections, connectionsByDescriptors() ?? maxConnections),
      },
      { host, port },
    );
  };
  const server = await listen().catch(async (cause) => {
    // Connections to the shared database are closed, because they would keep the process alive.
    await record.close?.();
    await app.close();
    await operating.close();
    throw isPortTaken(cause) ? new Error(portTaken(cause)) : cause;
  });
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const base = `http://${shownHost}:${server.port}`;
  const ownKey =
    syncs && loopbackHosts.includes(host) ? await createOwner(context, config) : undefined;
  const unlimited = !config.CATALYST_LIMITS;
  // The signal handler is installed before the output is written, because the program that reads
  // the output may stop this process immediately.
  const stopped = context.stopped();
  context.stdout.write(
    startText(base, service.source(), {
      unlimited,
      tools: catalogue.endpoints.length,
      ownKey,
      syncs,
    }),
  );
  const child = syncs ? startSyncChild(context, config.CATALYST_DATA_DIR, log) : undefined;
  await stopped;
  await operating.drain();
  child?.close();
  await server.close();
  await record.close?.();
  await app.close();
  await operating.close();
  return exit.done;
}

type PortTaken = NodeJS.ErrnoException & { readonly address: string; readonly port: number };

function isPortTaken(cause: unknown): cause is PortTaken {
  return (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

function portTaken({ address, port }: PortTaken): string {
  return (
    `Port ${port} on ${address} is in use; another instance of this server may be running. ` +
    `To use another port, run \`serve --port ${port + 1}\`, or set CATALYST_PORT ` +
    '(CATALYST_METRICS_PORT for metrics).'
  );
}

/**
 * Returns the path of the bundle that `npm run bundle` created next to the built program, if the
 * bundle exists.
 */
function bundleBeside({ self }: Context): string | undefined {
  const path = join(dirname(self.at(-1) ?? ''), '..', bundleName);
  return existsSync(path) ? path : undefined;
}

/** Returns the host names that this server accepts in addition to loopback names. */
function hostsOf({ CATALYST_ALLOWED_HOSTS: named, CATALYST_PUBLIC_URL: address }: Config) {
  return address === undefined ? named : [...named, new URL(address).hostname];
}

/**
 * Creates the account of the owner if no accounts exist. The key of this account still gives access
 * after real records have replaced the demo data.
 * @returns the key, or undefined if accounts exist
 */
async function createOwner(context: Context, config: Config): Promise<string | undefined> {
  const accounts = await openAccountAdmin(config);
  try {
    if ((await accounts.list()).length > 0) return undefined;
    const owner = { name: ownerName, plan: 'elite-plus', demo: false, state: 'active' } as const;
    return await accounts.create(owner, todayOf(context.clock));
  } finally {
    await accounts.close();
  }
}

interface Start {
  readonly unlimited: boolean;
  readonly tools: number;
  /** The owner's key, if it was created when this process started. */
  readonly ownKey: string | undefined;
  /** Whether the server syncs. If it does, real records may replace the demo data later. */
  readonly syncs: boolean;
}

function startText(base: string, source: Backend, start: Start): string {
  const { unlimited, tools, ownKey } = start;
  const { demo } = source;
  const key = ownKey ?? (demo ? demoKey : 'YOUR_KEY');
  return [
    `Biotech catalysts: ${tools} tools with ${demo ? 'DEMO data (entirely fictional)' : source.describe().from}`,
    `  page   ${base}/`,
    `  MCP    ${base}/mcp`,
    `  REST   ${base}/api/v2/fdacalendar?apiKey=${key}`,
    `  key    ${keyText(demo, start)}`,
    ...(unlimited
      ? ['  rate limits are off: suitable only if nobody else can reach this server']
      : []),
    '',
    "In your assistant's settings:",
    httpSettings(base, demo, key),
    '',
  ].join('\n');
}

/**
 * Returns a text about the key to use. A key is shown only once, so the text names the command that
 * creates a new key.
 */
function keyText(demo: boolean, { ownKey, syncs }: Start): string {
  if (ownKey) {
    return `${ownKey} (account owner; shown once; run \`keys regenerate --account owner\` to replace it)`;
  }
  if (!demo) return `replace YOUR_KEY with your key; to get one, ${otherKey}`;
  return syncs
    ? `${demoKey} (until real records replace the demo records; then use your key, or ${otherKey})`
    : `${demoKey} (demo data only; import records to serve real ones)`;
}

const otherKey =
  'run `keys create` for a new account, or `keys list` and then `keys regenerate --account NAME`';

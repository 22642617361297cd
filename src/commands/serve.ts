import { demoKey } from '../access.ts';
import { httpSettings } from '../assistant-settings.ts';
import { ConfigError, readConfig } from '../config.ts';
import type { Source } from '../sources/source.ts';
import { createProxies } from '../transports/forwarded.ts';
import { serveHttp } from '../transports/http.ts';
import { version } from '../version.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { connectionsByDescriptors } from './descriptors.ts';
import { startApp } from './start-app.ts';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/** Serves REST and `/mcp` over HTTP until it is stopped; what is in flight is finished. */
export async function serve(
  context: Context,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ExitCode> {
  const {
    CATALYST_ALLOWED_HOSTS: allowedHosts,
    CATALYST_TRUSTED_PROXIES: trusted,
    CATALYST_MAX_CONNECTIONS_PER_ADDRESS: maxConnectionsPerAddress,
  } = readConfig(context.environment);
  if (!loopbackHosts.includes(host) && allowedHosts.length === 0) {
    throw new ConfigError(
      `To listen on ${host}, name in CATALYST_ALLOWED_HOSTS the host names under which it may be addressed.`,
    );
  }
  const proxies = await createProxies(trusted, maxConnectionsPerAddress);
  const { app, config, log } = await startApp(context, 'serve');
  const { catalogue, service, toolbox } = app;
  const server = await serveHttp(
    {
      ...{ catalogue, service, toolbox, log, version },
      ...{ allowedHosts, proxies, maxConnectionsPerAddress },
      maxConnections: connectionsByDescriptors(),
    },
    { host, port },
  );
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const base = `http://${shownHost}:${server.port}`;
  context.stdout.write(
    startText(base, service.source(), config.CATALYST_LIMITS === 'off', catalogue.endpoints.length),
  );
  await context.stopped();
  await server.close();
  await app.close();
  return exit.done;
}

function startText(base: string, source: Source, unlimited: boolean, tools: number): string {
  const { demo } = source;
  const key = demo ? demoKey : 'YOUR_KEY';
  return [
    `Biotech catalysts: ${tools} tools over ${demo ? 'DEMO data (all of it fictional)' : source.describe().from}`,
    `  MCP    ${base}/mcp`,
    `  REST   ${base}/api/v2/fdacalendar?apiKey=${key}`,
    ...(demo ? [`  key    ${demoKey} (demo data only; import records to serve real ones)`] : []),
    ...(unlimited ? ['  limits off: for a server that only its owner reaches'] : []),
    '',
    "In your assistant's settings:",
    httpSettings(base, demo),
    '',
  ].join('\n');
}

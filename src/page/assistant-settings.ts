import { demoKey } from '../service/access/access.ts';

/** Returns the settings with which an assistant connects to this server over HTTP. */
export function httpSettings(
  origin: string,
  demo: boolean,
  key = demo ? demoKey : 'YOUR_KEY',
): string {
  const server = {
    type: 'http',
    url: `${origin}/mcp`,
    headers: { Authorization: `Bearer ${key}` },
  };
  return settings(server);
}

/** Returns the settings with which an assistant starts this server over stdio. */
export function stdioSettings(program: string): string {
  return settings({ command: 'node', args: [program] });
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { 'biotech-catalyst': server } }, null, 2);
}

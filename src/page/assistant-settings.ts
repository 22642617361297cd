import { demoKey } from '../service/access/access.ts';

/** The settings by which an assistant reaches this server over HTTP, to be pasted as they are. */
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

/** The settings by which an assistant starts this program itself. */
export function stdioSettings(program: string): string {
  return settings({ command: 'node', args: [program] });
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { 'biotech-catalyst': server } }, null, 2);
}

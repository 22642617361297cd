import { html } from 'hono/html';
import { basePath } from '../catalogue/catalogue.ts';
import { httpSettings, stdioSettings } from './assistant-settings.ts';
import type { Markup } from './html.ts';

/** Name of the bundle that Claude Desktop installs, as `npm run bundle` writes it; a path of its own. */
export const bundleName = 'biotech-catalyst-mcp.mcpb';

/** By what this server is reached besides the addresses of its own host. */
export interface Ways {
  /** The address for those who get in by OAuth, where it is on. */
  readonly resource?: string | undefined;
  /** Whether the bundle can be had here. */
  readonly hasBundle?: boolean;
}

/** How each host reaches this server: what to open or paste, and where. */
export function connecting(
  origin: string,
  key: string,
  { resource, hasBundle = false }: Ways,
): Markup {
  const mcp = `${origin}/mcp`;
  const header = `Authorization: Bearer ${key}`;
  const headers = { Authorization: `Bearer ${key}` };
  // Each has words of its own for the same.
  const windsurf = { 'biotech-catalyst': { serverUrl: mcp, headers } };
  const vsCode = { 'biotech-catalyst': { type: 'http', url: mcp, headers } };
  const bundle = hasBundle
    ? html`Download <a href="/${bundleName}" download>${bundleName}</a> and open it:`
    : html`<code>npm run bundle</code> makes <code>${bundleName}</code> in your copy: open it, and`;
  const ways: readonly (readonly [string, Markup | string, string])[] = [
    ...(resource === undefined
      ? []
      : [
          [
            'Claude on the web and on phones, ChatGPT',
            'As a connector with this address and nothing else (Settings, Connectors). A page asks who you are:',
            resource,
          ] as const,
        ]),
    [
      'Claude Desktop',
      html`${bundle} Claude Desktop installs it, with records of its own on that computer. Or in claude_desktop_config.json (Settings, Developer), with the path of your copy:`,
      stdioSettings('/path/to/biotech-catalyst-mcp/dist/main.js'),
    ],
    [
      'Claude Code',
      'In a terminal:',
      `claude mcp add --transport http biotech-catalyst ${mcp} --header "${header}"`,
    ],
    ['Cursor', 'In ~/.cursor/mcp.json (Settings, MCP):', httpSettings(origin, false, key)],
    ['Windsurf', 'In ~/.codeium/windsurf/mcp_config.json:', pretty({ mcpServers: windsurf })],
    ['VS Code', 'In .vscode/mcp.json:', pretty({ servers: vsCode })],
    [
      'Agent frameworks',
      'Streamable HTTP, with one header; X-API-Key is as good:',
      `${mcp}\n${header}`,
    ],
    [
      'Programs (REST)',
      'Every endpoint is a path; format=csv answers a table:',
      `curl -H '${header}' '${origin}${basePath}/fdacalendar'`,
    ],
  ];
  return html`${ways.map(([title, words, code], index) => html`<details${index === 0 ? ' open' : ''}><summary>${title}</summary><p>${words}</p><div class="code"><pre>${code}</pre></div></details>`)}`;
}

function pretty(settings: object): string {
  return JSON.stringify(settings, null, 2);
}

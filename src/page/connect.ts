import { html } from 'hono/html';
import { isLoopback } from '../base/loopback.ts';
import { basePath } from '../catalogue/catalogue.ts';
import { httpSettings, stdioSettings } from './assistant-settings.ts';
import type { Markup } from './html.ts';

/**
 * File name of the Claude Desktop bundle that `npm run bundle` writes, and its path on this server.
 */
export const bundleName = 'biotech-catalyst-mcp.mcpb';

/** Additional ways for an assistant to connect to this server. */
export interface Ways {
  /** The URL for clients that sign in with OAuth. Absent if OAuth is disabled. */
  readonly resource?: string | undefined;
  /** Whether this server offers the bundle for download. */
  readonly hasBundle?: boolean;
  /** Path of the executable. The path is shown only to browsers on this machine. */
  readonly program?: string | undefined;
}

/** Returns instructions for each assistant: what to open or paste, and where. */
export function connecting(
  origin: string,
  key: string,
  { resource, hasBundle = false, program }: Ways,
): Markup {
  const mcp = `${origin}/mcp`;
  const isHere = program !== undefined && isLoopback(new URL(origin).hostname);
  const header = `Authorization: Bearer ${key}`;
  const headers = { Authorization: `Bearer ${key}` };
  // Windsurf and VS Code use different names for these settings.
  const windsurf = { 'biotech-catalyst': { serverUrl: mcp, headers } };
  const vsCode = { 'biotech-catalyst': { type: 'http', url: mcp, headers } };
  const bundle = hasBundle
    ? html`Download <a href="/${bundleName}" download>${bundleName}</a> and open it:`
    : html`<code>npm run bundle</code> creates <code>${bundleName}</code> in the folder of this program. Open this file:`;
  const place = isHere ? '' : ', with the path of main.js on your computer';
  const ways: readonly (readonly [string, Markup | string, string])[] = [
    ...(resource === undefined
      ? []
      : [
          [
            'Claude on the web and on phones, ChatGPT',
            'Add a connector with this URL (Settings, Connectors). A page then asks for your key:',
            resource,
          ] as const,
        ]),
    [
      'Claude Desktop',
      html`${bundle} Claude Desktop then runs a separate server, with separate records, on your computer. Or edit claude_desktop_config.json (Settings, Developer)${place}:`,
      stdioSettings(isHere ? program : '/path/to/biotech-catalyst-mcp/dist/main.js'),
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
      'Streamable HTTP with one header; X-API-Key works too:',
      `${mcp}\n${header}`,
    ],
    [
      'Programs (REST)',
      'Every endpoint is a path; format=csv returns a table:',
      `curl -H '${header}' '${origin}${basePath}/fdacalendar'`,
    ],
  ];
  return html`${ways.map(([title, words, code], index) => html`<details${index === 0 ? ' open' : ''}><summary>${title}</summary><p>${words}</p><div class="code"><pre>${code}</pre></div></details>`)}`;
}

function pretty(settings: object): string {
  return JSON.stringify(settings, null, 2);
}

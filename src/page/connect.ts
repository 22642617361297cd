import { html } from 'hono/html';
import { httpSettings, stdioSettings } from '../assistant-settings.ts';
import { basePath } from '../catalogue.ts';
import type { Markup } from './frame.ts';

/**
 * How each host reaches this server: what to paste, and where.
 *
 * @param resource the address for those who get in by OAuth, where it is on
 */
export function connecting(origin: string, key: string, resource: string | undefined): Markup {
  const mcp = `${origin}/mcp`;
  const header = `Authorization: Bearer ${key}`;
  const vsCode = {
    servers: { 'biotech-catalyst': { type: 'http', url: mcp, headers: headersOf(key) } },
  };
  const ways: readonly (readonly [string, string, string])[] = [
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
      'In claude_desktop_config.json (Settings, Developer), with the path of your copy:',
      stdioSettings('/path/to/biotech-catalyst-mcp/dist/main.js'),
    ],
    [
      'Claude Code',
      'In a terminal:',
      `claude mcp add --transport http biotech-catalyst ${mcp} --header "${header}"`,
    ],
    ['Cursor, Windsurf', 'In mcp.json (Settings, MCP):', httpSettings(origin, false, key)],
    ['VS Code', 'In .vscode/mcp.json:', JSON.stringify(vsCode, null, 2)],
    [
      'Agent frameworks',
      'Streamable HTTP, with one header; X-API-Key is as good:',
      `${mcp}\n${header}`,
    ],
    [
      'Programs (REST)',
      'Every endpoint is a path; format=csv answers a table:',
      `curl '${origin}${basePath}/fdacalendar?apiKey=${key}'`,
    ],
  ];
  return html`${ways.map(([title, words, code], index) => html`<details${index === 0 ? ' open' : ''}><summary>${title}</summary><p>${words}</p><div class="code"><pre>${code}</pre></div></details>`)}`;
}

function headersOf(key: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${key}` };
}

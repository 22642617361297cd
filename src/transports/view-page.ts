import { readFile } from 'node:fs/promises';
import { hashOf } from '../page/frame.ts';
import { viewUri } from './chart.ts';

/** The media type of a web page that a host can show (MCP Apps, revision 2026-01-26). */
const MIME_TYPE = 'text/html;profile=mcp-app';

/** The entry of the chart page in `resources/list`. */
export const viewListed = {
  uri: viewUri,
  name: 'chart',
  title: 'Chart view',
  description: 'The HTML page that a host uses to display charts',
  mimeType: MIME_TYPE,
} as const;

/** Returns the result of `resources/read` for the chart page. */
export async function readView(): Promise<string> {
  const text = await viewText();
  // The lists are empty. They must be present, because some hosts refuse a policy without them.
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  const _meta = { ui: { csp, prefersBorder: false } };
  return JSON.stringify({ contents: [{ uri: viewUri, mimeType: MIME_TYPE, text, _meta }] });
}

/** Reads the HTML of the chart page, which is a file next to the built program. */
export function viewText(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const place = isBuilt ? './chart.html' : '../../dist/chart.html';
  return readFile(new URL(place, import.meta.url), 'utf8');
}

/**
 * Returns the content security policy of the chart page on this server. The policy permits only the
 * script of the chart page.
 */
export function viewPolicy(text: string): string {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? [];
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    // Inline styles are permitted, because the chart library adds styles while it draws.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

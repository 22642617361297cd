import { readFile } from 'node:fs/promises';
import { hashOf } from '../page/frame.ts';
import { viewUri } from './chart.ts';

/** The media type of a view (MCP Apps, 2026-01-26). */
const MIME_TYPE = 'text/html;profile=mcp-app';

/** The entry of the view in the list of resources. */
export const viewListed = {
  uri: viewUri,
  name: 'chart',
  title: 'Chart view',
  description: 'The page with which a host displays the results of the chart tool',
  mimeType: MIME_TYPE,
} as const;

/** The result of `resources/read` of the view. */
export async function readView(): Promise<string> {
  const text = await viewText();
  // Empty lists are included, because some hosts refuse a policy without them.
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  const _meta = { ui: { csp, prefersBorder: false } };
  return JSON.stringify({ contents: [{ uri: viewUri, mimeType: MIME_TYPE, text, _meta }] });
}

/** The HTML of the view, which is stored next to the built program. */
export function viewText(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const place = isBuilt ? './chart.html' : '../../dist/chart.html';
  return readFile(new URL(place, import.meta.url), 'utf8');
}

/**
 * The content security policy of the view on pages of this server. It permits the view's script and
 * no other resources.
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

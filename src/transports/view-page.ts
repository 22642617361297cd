import { readFile } from 'node:fs/promises';
import { hashOf } from '../page/frame.ts';
import { viewUri } from './chart.ts';

/** The type by which hosts know a view (MCP Apps, 2026-01-26). */
const MIME_TYPE = 'text/html;profile=mcp-app';

/** How the view is listed among the resources. */
export const viewListed = {
  uri: viewUri,
  name: 'chart',
  title: 'View of the charts',
  description: 'What a host shows in a frame for an answer of the tool chart; for hosts alone',
  mimeType: MIME_TYPE,
} as const;

/** The result of `resources/read` of the view. */
export async function readView(): Promise<string> {
  const text = await viewText();
  // Empty lists, said: some hosts complain where nothing is.
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  const _meta = { ui: { csp, prefersBorder: false } };
  return JSON.stringify({ contents: [{ uri: viewUri, mimeType: MIME_TYPE, text, _meta }] });
}

/** The view itself. It stands beside the built program. */
export function viewText(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const place = isBuilt ? './chart.html' : '../../dist/chart.html';
  return readFile(new URL(place, import.meta.url), 'utf8');
}

/** What the view may do in a frame of our own pages: run its own script, and reach nothing. */
export function viewPolicy(text: string): string {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? [];
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    // The library of the drawings writes styles as it draws.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

import { readFile } from 'node:fs/promises';
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

/** The result of `resources/read` of the view. It stands beside the built program. */
export async function readView(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const place = isBuilt ? './chart.html' : '../../dist/chart.html';
  const text = await readFile(new URL(place, import.meta.url), 'utf8');
  // Empty lists, said: some hosts complain where nothing is.
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  const _meta = { ui: { csp, prefersBorder: false } };
  return JSON.stringify({ contents: [{ uri: viewUri, mimeType: MIME_TYPE, text, _meta }] });
}

import type { IncomingMessage } from 'node:http';
import { invalidParameter } from '../base/errors.ts';
import { acceptedToolsets, toolsetsIn } from '../base/toolset-words.ts';
import type { Presentation } from './toolbox.ts';

/**
 * Reads two options of an HTTP request: typed objects in addition to text (`?structured=1`), and
 * toolsets (`?toolsets=fda,cash`, or the header `X-MCP-Toolsets`).
 * @throws ServiceError 400 for an unknown toolset
 */
export function presentationOf({
  headers,
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Presentation {
  const query = url.includes('?') ? queryOf(url) : undefined;
  const words = query?.get('toolsets') ?? headers['x-mcp-toolsets'];
  const toolsets = typeof words === 'string' ? toolsetsIn(words) : [];
  if (!toolsets) throw invalidParameter('toolsets', acceptedToolsets);
  return {
    structured: query?.get('structured') === '1',
    origin: `http://${headers.host}`,
    ...(typeof words === 'string' ? { toolsets } : {}),
  };
}

export function queryOf(url = ''): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

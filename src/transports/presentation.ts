import type { IncomingMessage } from 'node:http';
import { invalidParameter } from '../errors.ts';
import { acceptedToolsets, toolsetsIn } from '../toolsets.ts';
import type { Presentation } from './toolbox.ts';

/**
 * What the sender of a request wants to see: `?toolsets=fda,cash`, or the header `X-MCP-Toolsets`.
 *
 * @throws ServiceError 400 for a toolset that there is not
 */
export function presentationOf({
  headers,
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Presentation {
  const inAddress = url.includes('toolsets=') ? queryOf(url).get('toolsets') : undefined;
  const words = inAddress ?? headers['x-mcp-toolsets'];
  if (typeof words !== 'string') return {};
  const toolsets = toolsetsIn(words);
  if (!toolsets) throw invalidParameter('toolsets', acceptedToolsets);
  return { toolsets };
}

export function queryOf(url = ''): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

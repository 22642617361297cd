import { basePath } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Query } from '../catalogue/query.ts';

import type { Target } from './upstream-client.ts';

/**
 * Paths below the base URL by tool name. Requests to a tool whose path is null are never sent
 * upstream.
 */
export type UpstreamPaths = Readonly<Record<string, string | null>>;

/** The upstream path of an endpoint, or undefined if it has none. */
export type Routes = (endpoint: Endpoint) => string | undefined;

/**
 * Selects the endpoints whose requests are sent upstream. By default, these are the endpoints that
 * the specification defines. With `all`, the other endpoints are also selected. Our choice: their
 * paths at the upstream are the same as at this server. Endpoints with records of several kinds are
 * never selected, because only the local store can omit the kinds that a caller may not see.
 */
export function createRoutes(which: 'stated' | 'all', paths: UpstreamPaths): Routes {
  return (endpoint) => {
    if (endpoint.kinds) return undefined;
    const mapped = paths[endpoint.name];
    if (mapped !== undefined) return mapped ?? undefined;
    const goes = which === 'all' || endpoint.origin === 'specification';
    return goes ? `${basePath}${endpoint.path}` : undefined;
  };
}

/** Returns the path and the query parameters of a request, without the key. */
export function targetOf(
  path: string,
  endpoint: Endpoint,
  { arguments: given, page }: Query,
): Target {
  const query: Record<string, string> = { ...given };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value = '' } = given;
    delete query[name];
    return encodeURIComponent(value);
  });
  // Only endpoints with pages get a page number. Other endpoints return all records at once.
  if (endpoint.paging === 'pages' && page > 1) query.page = String(page);
  return { path: filled, query };
}

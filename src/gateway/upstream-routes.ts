import { basePath } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Query } from '../catalogue/query.ts';

import type { Target } from './upstream-client.ts';

/** Paths below the base address by name of tool; null keeps a tool from going upstream. */
export type UpstreamPaths = Readonly<Record<string, string | null>>;

/** Finds the path by which an endpoint goes upstream; undefined where it goes nowhere. */
export type Routes = (endpoint: Endpoint) => string | undefined;

/** By default the endpoints whose paths the specification states; the rest are our own choice. */
export function createRoutes(which: 'stated' | 'all', paths: UpstreamPaths): Routes {
  return (endpoint) => {
    const mapped = paths[endpoint.name];
    if (mapped !== undefined) return mapped ?? undefined;
    const goes = which === 'all' || endpoint.origin === 'specification';
    return goes ? `${basePath}${endpoint.path}` : undefined;
  };
}

/** The request that asks a query: path and parameters, without the key. */
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
  // An endpoint that returns its whole set only echoes the page: all pages are one question.
  if (endpoint.paging === 'pages' && page > 1) query.page = String(page);
  return { path: filled, query };
}

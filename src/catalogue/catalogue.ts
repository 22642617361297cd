import { closest } from 'fastest-levenshtein';
import { unknownPath, unknownTool } from '../base/errors.ts';
import { nearestValues } from '../domain/directory/nearness.ts';
import type { Endpoint } from './endpoint.ts';

export const basePath = '/api/v2';

/** Finds an endpoint by the name of its tool or by its path. */
export function createCatalogue(endpoints: readonly Endpoint[]) {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const fixed = new Map(endpoints.map((endpoint) => [`${basePath}${endpoint.path}`, endpoint]));
  const templates = endpoints.flatMap(templateOf);
  const names = [...byName.keys()];
  const paths = [...fixed.keys()];
  return {
    endpoints,
    /** @throws ServiceError 404 with the nearest tool name */
    tool(name: string): Endpoint {
      const found = byName.get(name);
      if (!found) throw unknownTool(name, nearestValues(names, name, 1)[0]);
      return found;
    },
    /** @throws ServiceError 404 with the nearest path */
    path(path: string): { endpoint: Endpoint; pathArguments: Readonly<Record<string, string>> } {
      const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
      const endpoint = fixed.get(plain);
      if (endpoint && !plain.includes('{')) return { endpoint, pathArguments: {} };
      for (const template of templates) {
        const pathArguments = template.match(plain);
        if (pathArguments) return { endpoint: template.endpoint, pathArguments };
      }
      throw unknownPath(path, closest(plain.slice(0, 200), paths));
    },
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * Returns a list with one matcher if the path of the endpoint ends with a parameter, such as
 * `/companies/{ticker}`. Otherwise, returns an empty list.
 */
function templateOf(endpoint: Endpoint) {
  const match = /^(.*\/)\{(\w+)\}$/.exec(`${basePath}${endpoint.path}`);
  if (!match) return [];
  const [, stem = '', name = ''] = match;
  return [
    {
      endpoint,
      match(path: string): Record<string, string> | undefined {
        const value = path.startsWith(stem) ? path.slice(stem.length) : '';
        return value && !value.includes('/') ? { [name]: decoded(value) } : undefined;
      },
    },
  ];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

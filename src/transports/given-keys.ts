import type { IncomingHttpHeaders } from 'node:http';
import { differentKeys } from '../base/errors.ts';

/** The bearer token in the Authorization header of a request. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

/**
 * The key of a REST request, from a header or the query. Our choice: REST refuses OAuth tokens and
 * accepts only keys, because the specification of the REST API does not mention OAuth.
 *
 * @param apiKey the query parameter `apiKey`
 * @throws ServiceError 401 if the request contains several different keys
 */
export function keyOf(headers: IncomingHttpHeaders, apiKey: unknown): unknown {
  const all = [bearerOf(headers), headers['x-api-key'], apiKey];
  const given = new Set(all.filter((key) => key !== undefined && key !== ''));
  if (given.size > 1) throw differentKeys();
  return [...given][0];
}

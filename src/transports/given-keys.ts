import type { IncomingHttpHeaders } from 'node:http';
import { differentKeys } from '../base/errors.ts';

/** What a request gives in the header Authorization by the scheme Bearer. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

/**
 * The key of a REST request, which it gives in a header or in its query. Our choice: a token of
 * OAuth is no key here, since the specification knows keys alone.
 *
 * @param apiKey as the query has it
 * @throws ServiceError 401 where a request gives different ones
 */
export function keyOf(headers: IncomingHttpHeaders, apiKey: unknown): unknown {
  const all = [bearerOf(headers), headers['x-api-key'], apiKey];
  const given = new Set(all.filter((key) => key !== undefined && key !== ''));
  if (given.size > 1) throw differentKeys();
  return [...given][0];
}

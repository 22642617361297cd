import { ServiceError } from '../base/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { Answer, Service } from '../service/service.ts';
import type { Row } from './tables.ts';

/** The objects with which a page reads endpoints. */
export interface Reader {
  readonly catalogue: Catalogue;
  readonly service: Service;
}

/** The answer of an endpoint, or the reason why the answer is missing. */
export type Reading =
  | { readonly rows: readonly Row[]; readonly total: number; readonly source: string }
  | { readonly refused: string };

/** Whether the endpoint is available on this server. */
export function isServed({ catalogue, service }: Reader, endpoint: Endpoint): boolean {
  return catalogue.endpoints.includes(endpoint) && service.source().serves(endpoint);
}

/**
 * Calls an endpoint with a credential. The plan, the bundle and the rate limits of the account
 * apply.
 */
export async function read(
  { service }: Reader,
  credential: Credential,
  endpoint: Endpoint,
  question: RawArguments,
): Promise<Reading> {
  try {
    const answer = await service.answer(endpoint, question, credential);
    return { rows: rowsIn(answer), total: answer.pagination.total, source: sourceOf(answer) };
  } catch (cause) {
    // If the request for one part of a page is refused, the page still shows the other parts.
    if (cause instanceof ServiceError) return { refused: cause.message };
    throw cause;
  }
}

/** Formats the origin and the date of an answer. */
export function sourceOf({ source }: Answer): string {
  return source.asOf ? `${source.from}, ${source.asOf}` : source.from;
}

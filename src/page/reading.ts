import { ServiceError } from '../base/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { Answer, Service } from '../service/service.ts';
import type { Row } from './tables.ts';

/** The dependencies that a page needs to read endpoints. */
export interface Reader {
  readonly catalogue: Catalogue;
  readonly service: Service;
}

/** The answer of an endpoint, or the reason why there is none. */
export type Reading =
  | { readonly rows: readonly Row[]; readonly total: number; readonly source: string }
  | { readonly refused: string };

/** Whether the service can answer requests to the endpoint. */
export function isServed({ catalogue, service }: Reader, endpoint: Endpoint): boolean {
  return catalogue.endpoints.includes(endpoint) && service.source().serves(endpoint);
}

/** Calls an endpoint with a credential; plan, bundle and limits apply. */
export async function read(
  { service }: Reader,
  credential: Credential,
  endpoint: Endpoint,
  question: RawArguments,
): Promise<Reading> {
  try {
    const answer = await service.answer(endpoint, question, credential);
    return {
      rows: rowsIn(answer),
      total: answer.pagination.total,
      source: sourceOf(answer),
    };
  } catch (cause) {
    // If a part is refused, the other parts of the page are still shown.
    if (cause instanceof ServiceError) return { refused: cause.message };
    throw cause;
  }
}

/** The origin and date of an answer. */
export function sourceOf({ source }: Answer): string {
  return source.asOf ? `${source.from}, ${source.asOf}` : source.from;
}

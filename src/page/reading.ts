import { ServiceError } from '../base/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { Answer, Service } from '../service/service.ts';
import type { Row } from './tables.ts';

/** What a page reads the endpoints through. */
export interface Reader {
  readonly catalogue: Catalogue;
  readonly service: Service;
}

/** What an endpoint answered, or why it did not. */
export type Reading =
  | { readonly rows: readonly Row[]; readonly total: number; readonly source: string }
  | { readonly refused: string };

/** Whether the service has an answer to the endpoint at all. */
export function isServed({ catalogue, service }: Reader, endpoint: Endpoint): boolean {
  return catalogue.endpoints.includes(endpoint) && service.source().serves(endpoint);
}

/** Asks an endpoint as whoever holds the credential would: plan, bundle and limits hold. */
export async function read(
  { service }: Reader,
  credential: Credential,
  endpoint: Endpoint,
  question: RawArguments,
): Promise<Reading> {
  try {
    const answer = await service.answer(endpoint, question, credential);
    return {
      rows: rowsOf(answer),
      total: answer.pagination.total,
      source: sourceOf(answer),
    };
  } catch (cause) {
    // One part of a page that is refused must not take the others away.
    if (cause instanceof ServiceError) return { refused: cause.message };
    throw cause;
  }
}

export function rowsOf({ records }: Answer): readonly Row[] {
  return records.map((record) => JSON.parse(record));
}

/** Where and of which day an answer is. */
export function sourceOf({ source }: Answer): string {
  return source.asOf ? `${source.from}, ${source.asOf}` : source.from;
}

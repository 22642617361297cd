import type { HttpResponse } from '../../../src/ingest/sync/fetch.ts';
import { type Asked, verdictOf } from '../../../src/ingest/sync/verdict.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

/** The verdict on a response, JSON that was asked for unconditionally unless told otherwise. */
export function judge(
  response: Partial<Omit<HttpResponse, 'body'>> & { body?: string | Buffer },
  more: Partial<Asked> = {},
) {
  const { status = 200, headers = {}, body = '{}' } = response;
  return verdictOf(
    { status, headers, body: Buffer.from(body), bytes: body.length },
    { expects: 'json', conditional: false, accepts: [], now, ...more },
  );
}

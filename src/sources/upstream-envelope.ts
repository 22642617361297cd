import * as z from 'zod';
import { UpstreamFailure } from './upstream-failure.ts';

/** An answer of the upstream, its records serialised once. */
export interface Envelope {
  readonly records: readonly string[];
  readonly total: number;
  readonly note: string | undefined;
  /** Where the upstream itself serves an older answer. */
  readonly staleAsOf: string | undefined;
  /** Elements of `result` that are no records, and are left out. */
  readonly leftOut: number;
}

const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

/** As loose as can be: a record is any object, so that an odd field costs neither it nor its page. */
const envelope = z.looseObject({
  result: z.array(z.unknown()),
  pagination: z.looseObject({ total: count }),
  Note: z.string().optional().catch(undefined),
  stale_as_of: z.iso.datetime().optional().catch(undefined),
});

/** Reads both shapes of the spec: `result: [record…]` and `result: [{data: [record…]}]`. */
export function readEnvelope(body: string): Envelope {
  try {
    const { result, pagination, Note, stale_as_of } = envelope.parse(JSON.parse(body));
    const elements = result.length > 0 && result.every(isBatch) ? result.flatMap(dataOf) : result;
    const records = elements.filter(isRecord).map((record) => JSON.stringify(record));
    return {
      records,
      total: pagination.total,
      note: Note,
      staleAsOf: stale_as_of,
      leftOut: elements.length - records.length,
    };
  } catch {
    // The cause is left out: a parser's message quotes the body.
    throw new UpstreamFailure('unreadable', { status: 200 });
  }
}

/** Whether a body is the service's own refusal: `{ "error": … }`. */
export function isErrorBody(body: string): boolean {
  try {
    return z.object({ error: z.string() }).safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBatch(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && Array.isArray(value.data);
}

function dataOf(batch: unknown): unknown[] {
  return (batch as { data: unknown[] }).data;
}

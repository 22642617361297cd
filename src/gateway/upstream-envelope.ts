import * as z from 'zod';
import { onOneLine, withoutControls } from '../base/foreign-text.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { KeyGuard } from './upstream-key.ts';

/** Longer notes are cut to this number of characters. */
const MAX_NOTE = 500;

const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

/** The schema does not check the fields of records, so unexpected fields do no harm. */
const envelope = z.looseObject({
  result: z.array(z.unknown()),
  pagination: z.looseObject({ total: count }),
  Note: z.string().optional().catch(undefined),
  stale_as_of: z.iso.datetime().optional().catch(undefined),
});

/**
 * Parses a response body. Accepts both forms that the specification shows: `result: [record…]` and
 * `result: [{data: [record…]}]`. Removes the key and control characters from all texts.
 * @throws UpstreamFailure `unreadable`
 */
export function readEnvelope(body: string, guard: KeyGuard) {
  const clean = (text: string) => guard.redact(withoutControls(text));
  try {
    const { result, pagination, Note, stale_as_of } = envelope.parse(JSON.parse(body));
    const elements = result.length > 0 && result.every(isBatch) ? result.flatMap(dataOf) : result;
    const records = elements
      .filter(isRecord)
      .map((record) => JSON.stringify(cleaned(record, clean)));
    return {
      records,
      total: pagination.total,
      note: Note === undefined ? undefined : onOneLine(clean(Note)).slice(0, MAX_NOTE),
      /** The date of the answer. Set only if the upstream served an outdated answer. */
      staleAsOf: stale_as_of,
      /** Number of elements of `result` that were omitted because they are not records. */
      leftOut: elements.length - records.length,
    };
  } catch {
    // The cause is omitted, because the parser's message contains text of the body.
    throw new UpstreamFailure('unreadable', { status: 200 });
  }
}

/** An answer of the upstream. Each record is serialized as JSON. */
export type Envelope = ReturnType<typeof readEnvelope>;

/**
 * Removes the key and control characters from all texts and property names in a value. A number
 * with the same digits as the key is also replaced.
 */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') {
    const text = String(value);
    const shown = clean(text);
    return shown === text ? value : shown;
  }
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [clean(name), cleaned(one, clean)]),
  );
}

/** Whether a body has the error format of the service: `{ "error": … }`. */
export function isErrorBody(body: string): boolean {
  return z.object({ error: z.string() }).safeParse(parsedJson(body)).success;
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

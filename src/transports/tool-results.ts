import type { ServiceError } from '../base/errors.ts';
import { inSentences } from '../base/refusals.ts';
import type { Answer } from '../service/service.ts';
import { type Rendered, render, type View } from './render.ts';

/**
 * The result of a tool, serialized.
 * @param head the hash of the newest recorded forecasts. Our choice: the hash is metadata, which
 * clients do not show to models
 */
export function serialised({ text, structured }: Rendered, head?: string): string {
  const parts = [
    `"content":[{"type":"text","text":${JSON.stringify(text)}}]`,
    ...(structured === undefined ? [] : [`"structuredContent":${structured}`]),
    ...(head === undefined ? [] : [`"_meta":{"record_head":"${head}"}`]),
  ];
  return `{${parts.join()}}`;
}

/**
 * Creates a function that serializes answers as results of tools. If the source caches a page, the
 * serialized result is cached with the page. Without this cache, rendering took a quarter of the
 * time of a repeated call.
 */
export function createResults(): (answer: Answer, view: View) => string {
  const kept = new WeakMap<object, { beside: unknown; key: string; result: string }>();
  return (answer, view) => {
    const { endpoint, caller: _, query, records, beside, ...others } = answer;
    if (!answer.isKept) return serialised(render(answer, view), answer.source.head);
    const shown = { ...view, next: view.next?.name };
    const key = JSON.stringify([endpoint.name, query.skip, query.sort, query.order, others, shown]);
    const known = kept.get(records);
    if (known?.key === key && known.beside === beside) return known.result;
    const result = serialised(render(answer, view), answer.source.head);
    kept.set(records, { beside, key, result });
    return result;
  };
}

/** Serializes an error as a tool result. */
export function failure(error: ServiceError, structured: boolean): string {
  const text = inSentences(error);
  return JSON.stringify({
    isError: true,
    content: [{ type: 'text', text }],
    ...(structured ? { structuredContent: { error: text } } : {}),
  });
}

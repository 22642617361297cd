import type { ServiceError } from '../base/errors.ts';
import { inSentences } from '../base/refusals.ts';
import type { Rendered } from './render.ts';

/** The result of a tool, serialized. */
export function serialised({ text, structured }: Rendered): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return structured === undefined
    ? `{${content}}`
    : `{${content},"structuredContent":${structured}}`;
}

/** An error as a tool result. */
export function failure(error: ServiceError, structured: boolean): string {
  const text = inSentences(error);
  return JSON.stringify({
    isError: true,
    content: [{ type: 'text', text }],
    ...(structured ? { structuredContent: { error: text } } : {}),
  });
}

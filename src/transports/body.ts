import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../base/errors.ts';

/**
 * Reads a request body as text.
 * @throws ServiceError 413; the rest of the body is discarded
 */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(bodyTooLarge(maxBytes));
    if (Number(request.headers['content-length']) > maxBytes) refuse();
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuse();
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', reject);
  });
}

import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal, of bytes or of a text in UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data);
}

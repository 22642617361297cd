import { type BinaryToTextEncoding, hash } from 'node:crypto';

/**
 * Returns the SHA-256 hash of bytes or of a text, which is encoded as UTF-8. By default, the hash
 * is in hexadecimal.
 */
export function sha256(data: Uint8Array | string, encoding: BinaryToTextEncoding = 'hex'): string {
  return hash('sha256', data, encoding);
}

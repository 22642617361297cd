import { type BinaryToTextEncoding, hash } from 'node:crypto';

/** SHA-256 of bytes or of a text in UTF-8, in hexadecimal or another encoding. */
export function sha256(data: Uint8Array | string, encoding: BinaryToTextEncoding = 'hex'): string {
  return hash('sha256', data, encoding);
}

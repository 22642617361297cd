import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * A page as encoded bytes. A page is encoded only once, because encoding it for each request would
 * take most of the request's time.
 */
export interface Packed {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer>;
}

export async function packed(text: string): Promise<Packed> {
  const plain = new TextEncoder().encode(text);
  return {
    plain,
    gzip: new Uint8Array(await promisify(gzip)(plain)),
    br: new Uint8Array(await promisify(brotliCompress)(plain)),
  };
}

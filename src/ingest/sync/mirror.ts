import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../base/sha256.ts';

/** Converts `https://HOST/PATH?QUERY` to the URL of a mirror: `MIRROR/HOST/PATH?QUERY`. */
export function mirrored(mirror: string, address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

/** Maximum characters of a file name. File systems allow 255 bytes. */
const MAX_NAME = 200;

/**
 * Returns the path of a stored body, relative to the folder. The path consists of the host and a
 * file name, which is the encoded path and query of the URL. A file name that is too long is cut
 * and ends with a digest of the URL.
 */
export function keptName(address: string): string {
  const { host, pathname, search, href } = new URL(address);
  const whole = encodeURIComponent(`${pathname.slice(1)}${search}`).replace(/^\.|^$/, '%2E');
  const digest = sha256(href).slice(0, 16);
  const name = whole.length > MAX_NAME ? `${whole.slice(0, MAX_NAME)}~${digest}` : whole;
  return join(encodeURIComponent(host), name);
}

/** Stores response bodies in an existing folder. */
export function createKeeper(folder: string) {
  let lost = 0;
  async function write(address: string, body: Buffer | string): Promise<void> {
    const path = join(folder, keptName(address));
    const beside = `${path}.${process.pid}.part`;
    try {
      await mkdir(join(path, '..'), { recursive: true });
      if (typeof body === 'string') await copyFile(body, beside);
      else await writeFile(beside, body);
      await rename(beside, path);
    } catch (cause) {
      await rm(beside, { force: true });
      throw cause;
    }
  }
  return {
    /**
     * Stores a body. If `body` is a text, it is the path of a file that contains the body. An
     * interrupted write leaves no file under the final name.
     */
    keep: (address: string, body: Buffer | string) =>
      write(address, body).catch(() => {
        lost += 1;
      }),
    /**
     * Number of bodies that could not be written to disk. A failed write does not stop the sync.
     */
    lost: () => lost,
  };
}

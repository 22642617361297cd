import { createHash } from 'node:crypto';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `https://HOST/PATH?QUERY` as a mirror has it: `MIRROR/HOST/PATH?QUERY`. */
export function mirrored(mirror: string, address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

/** Characters of a file's name; file systems take 255 bytes. */
const MAX_NAME = 200;

/**
 * Where the body of an address is kept, below the folder: the host, and path and query as one
 * encoded name. What is too long for a name ends in a digest of the whole.
 */
export function keptName(address: string): string {
  const { host, pathname, search, href } = new URL(address);
  const whole = encodeURIComponent(`${pathname.slice(1)}${search}`).replace(/^\.|^$/, '%2E');
  const digest = createHash('sha256').update(href).digest('hex').slice(0, 16);
  const name = whole.length > MAX_NAME ? `${whole.slice(0, MAX_NAME)}~${digest}` : whole;
  return join(encodeURIComponent(host), name);
}

/** Keeps bodies in a folder that there is. */
export interface Keeper {
  /** Writes a body, or copies its file, as a mirror could serve it; it is whole or absent. */
  keep(address: string, body: Buffer | string): Promise<void>;
  /** Bodies that could not be written to disk. The sync continues with the received responses. */
  lost(): number;
}

export function createKeeper(folder: string): Keeper {
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
    keep: (address, body) =>
      write(address, body).catch(() => {
        lost += 1;
      }),
    lost: () => lost,
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../shared/samples');

/** A file of recorded responses; only inside `describeSamples`. */
export const sample = (path: string): string => readFileSync(resolve(folder, path), 'utf8');

/** Tests over recorded responses, skipped where the folder ../shared/samples is absent. */
export const describeSamples = existsSync(folder)
  ? describe
  : (title: string, body: () => void) =>
      describe.skip(`${title} (skipped: ../shared/samples is absent)`, body);

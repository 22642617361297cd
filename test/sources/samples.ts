import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe } from 'vitest';

const shared = resolve(import.meta.dirname, '../../../shared');

/** A file of records of public sources; only inside `describeSamples`. */
export const sample = (path: string): string =>
  readFileSync(resolve(shared, 'samples', path), 'utf8');

/** A recorded response; only inside `describeRecordings`. */
export const recording = (path: string): string =>
  readFileSync(resolve(shared, 'recordings', path), 'utf8');

/** Tests over real records, skipped where the folder ../shared/samples is absent. */
export const describeSamples = describeWith('samples');

/** Tests over recorded responses, skipped where the folder ../shared/recordings is absent. */
export const describeRecordings = describeWith('recordings');

function describeWith(folder: string): (title: string, body: () => void) => void {
  return existsSync(resolve(shared, folder))
    ? describe
    : (title, body) => describe.skip(`${title} (skipped: ../shared/${folder} is absent)`, body);
}

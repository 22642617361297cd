import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe } from 'vitest';

const shared = resolve(import.meta.dirname, '../../../shared');

/** Reads a file of real records. Use it only inside `describeSamples`. */
export const sample = (path: string): string =>
  readFileSync(resolve(shared, 'samples', path), 'utf8');

/** Reads a recorded response. Use it only inside `describeRecordings`. */
export const recording = (path: string): string =>
  readFileSync(resolve(shared, 'recordings', path), 'utf8');

/** Reads a recording of a newer source. Use it only inside `describeNewSources`. */
export const newSource = (path: string): string =>
  readFileSync(resolve(shared, 'new_sources', path), 'utf8');

/** Tests on these recordings, skipped if the folder ../shared/new_sources is missing. */
export const describeNewSources = describeWith('new_sources');

/** Tests on real records, skipped if the folder ../shared/samples is missing. */
export const describeSamples = describeWith('samples');

/** Tests on recorded responses, skipped if the folder ../shared/recordings is missing. */
export const describeRecordings = describeWith('recordings');

function describeWith(folder: string): (title: string, body: () => void) => void {
  return existsSync(resolve(shared, folder))
    ? describe
    : (title, body) => describe.skip(`${title} (skipped: ../shared/${folder} is absent)`, body);
}

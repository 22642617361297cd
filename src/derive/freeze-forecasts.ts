import { randomUUID } from 'node:crypto';
import { sha256 } from '../base/sha256.ts';
import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { nextSheets, openKinds, readChain, scoredOf } from '../domain/track-record/chain.ts';
import { MONTHLY, type NewLine } from '../domain/track-record/kinds.ts';
import { type Score, scoresOn } from '../domain/track-record/scores.ts';
import type { Database } from '../store/database.ts';
import { readMeta, writeMeta } from '../store/facts-store.ts';
import { appendSheets, RECORD_SCORES } from '../store/record-file.ts';
import type { Revisions } from '../store/revisions.ts';
import { tablesOf } from '../store/served-tables.ts';
import { usesVendorData } from '../store/vendor-data.ts';
import { servedLines } from './catalysts/frozen-lines.ts';

/** The stored scores of the forecast record, computed when forecasts were last appended. */
export function recordScores(database: Database): readonly Score[] {
  return JSON.parse(readMeta(database, RECORD_SCORES) ?? '[]');
}

/** The forecasts and outcomes of a day, and the revisions of the facts from which they were computed. */
export interface FrozenDay {
  readonly lines: readonly NewLine[];
  readonly revisions: Revisions;
}

/**
 * Appends the forecasts of the day to the record file. Then computes the scores of the recorded
 * forecasts and stores them. The next refresh serves these scores. Forecasts are appended once a
 * day. No forecasts are appended if the record already contains forecasts of a later day.
 *
 * @throws Error if the record is damaged; no forecasts are appended then
 */
export async function freezeForecasts(
  database: Database,
  path: string,
  { lines, revisions }: FrozenDay,
  endpoints: readonly Endpoint[],
  day: string,
): Promise<void> {
  const digest = sha256(JSON.stringify(revisions));
  const stated = { day, program: version, revisions: digest, nonce: randomUUID };
  let whole = readChain([], sha256);
  await appendSheets(path, (sheets) => {
    const chain = readChain(sheets, sha256);
    // Forecasts that are read from endpoint records (see `servedLines`) are appended monthly.
    const isMonthly = openKinds(chain, day).some((kind) => MONTHLY.has(kind));
    const read = isMonthly ? endpoints : [];
    const served = read.flatMap((endpoint) => linesOf(database, endpoint, day));
    const added = nextSheets(chain, [...lines, ...served], stated, sha256);
    whole = readChain(added, sha256, chain);
    return added;
  });
  const scores = scoresOn(scoredOf(whole), whole.at(-1)!.day, sha256);
  writeMeta(database, RECORD_SCORES, JSON.stringify(scores));
}

/** Computes lines of the forecast record from the records of an endpoint. */
function linesOf(database: Database, endpoint: Endpoint, day: string): readonly NewLine[] {
  const read = servedLines[endpoint.collection];
  if (!read || usesVendorData(database, endpoint)) return [];
  const sql = `SELECT record FROM ${tablesOf(endpoint).stored} ORDER BY position DESC`;
  const rows = database.prepare(sql).all() as { record: string }[];
  return rows.flatMap(({ record }) => read(JSON.parse(record), day));
}

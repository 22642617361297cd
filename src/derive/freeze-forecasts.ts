import { sha256 } from '../base/sha256.ts';
import { version } from '../base/version.ts';
import { eventsOf, type NewLine, nextSheet, readChain } from '../domain/track-record/chain.ts';
import { type Score, scoresOn } from '../domain/track-record/scores.ts';
import type { Database } from '../store/database.ts';
import { readMeta, writeMeta } from '../store/facts-store.ts';
import { appendSheet, readSheets } from '../store/record-file.ts';

const RECORD_SCORES = 'record_scores';

/** Scores of the frozen forecasts after the last sheet was written. */
export function recordScores(database: Database): readonly Score[] {
  return JSON.parse(readMeta(database, RECORD_SCORES) ?? '[]');
}

/**
 * Appends the sheet of the day to the record, and stores the scores of the record for the next
 * refresh. Only the first refresh of a day appends. None appends while the clock is behind the
 * newest sheet.
 * @throws Error if the record is damaged; nothing is appended
 */
export async function freezeForecasts(
  database: Database,
  path: string,
  lines: readonly NewLine[],
  today: string,
): Promise<void> {
  await appendSheet(path, (sheets) => {
    const chain = readChain(sheets, sha256);
    if (chain.problem) throw new Error(`the record ${path} is damaged: ${chain.problem}`);
    return nextSheet(chain, lines, { day: today, program: version }, sha256);
  });
  const chain = readChain(await readSheets(path), sha256);
  const [head, last] = [chain.heads.at(-1) ?? null, chain.sheets.at(-1)];
  const scored = { scope: 'record', events: eventsOf(chain), head } as const;
  const scores = last ? scoresOn(scored, last.day, sha256) : [];
  writeMeta(database, RECORD_SCORES, JSON.stringify(scores));
}

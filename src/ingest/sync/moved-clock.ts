import { isAhead } from '../../base/clock.ts';
import type { SyncSource } from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { nextRun } from './schedule.ts';
import { type SourceState, sourceState } from './source-states.ts';

/** SQL condition for requests whose version is a day or a time. */
const DATED = `version GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'`;

/**
 * Returns the state of a source. If the state was saved while the clock was ahead, its future times
 * are corrected, and the source is due now.
 */
export function stateAt(database: Database, source: SyncSource, now: number): SourceState {
  const state = sourceState(database, source.name);
  if (!isMoved(source, state, now)) return state;
  const { planned_at, tried_at, succeeded_at, failed_at, refused_at } = state;
  const byNow = (moment: number | null) => (moment === null ? null : Math.min(moment, now));
  const isLater = succeeded_at !== null && isAhead(succeeded_at, now);
  return {
    ...state,
    next_run: now,
    planned_at: byNow(planned_at),
    tried_at: byNow(tried_at),
    succeeded_at: isLater ? lastDone(database, source.name, now) : succeeded_at,
    failed_at: byNow(failed_at),
    refused_at: byNow(refused_at),
  };
}

/**
 * Repairs the stored states of sources that were saved while the clock was ahead. A request that
 * was completed for a future day is sent again on that day.
 */
export function repairStates(
  database: Database,
  sources: readonly SyncSource[],
  now: number,
): void {
  inTransaction(database, () => {
    for (const source of sources) {
      if (!isMoved(source, sourceState(database, source.name), now)) continue;
      const state = stateAt(database, source, now);
      statement(
        database,
        `UPDATE sync_sources SET next_run = ?, planned_at = ?, tried_at = ?, succeeded_at = ?,
           failed_at = ?, refused_at = ? WHERE name = ?`,
      ).run(
        ...[state.next_run, state.planned_at, state.tried_at, state.succeeded_at],
        ...[state.failed_at, state.refused_at, source.name],
      );
      if (source.countsDays) {
        const day = lastDay(database, source.name, now);
        const sql =
          'UPDATE sync_chains SET cursor = min(cursor, ?), pending = NULL WHERE source = ?';
        statement(database, sql).run(day, source.name);
      }
      statement(
        database,
        `UPDATE sync_requests SET version = ''
         WHERE source = ? AND state = 'done' AND ${DATED} AND (version > ? OR done_at > ?)`,
      ).run(source.name, new Date(now).toISOString(), now);
    }
  });
}

/** Whether a stored time of a source is in the future, or later than the schedule allows. */
function isMoved(source: SyncSource, state: SourceState, now: number): boolean {
  const { planned_at, succeeded_at, next_run } = state;
  const noted = Math.max(planned_at ?? 0, succeeded_at ?? 0);
  return isAhead(noted, now) || (next_run !== null && next_run > nextRun(source, now, () => 1));
}

/** Returns the latest time at which a request was completed. Times in the future are ignored. */
function lastDone(database: Database, name: string, now: number): number | null {
  const sql = `SELECT max(done_at) AS last FROM sync_requests
    WHERE source = ? AND state = 'done' AND done_at <= ?`;
  return (statement(database, sql).get(name, now) as { last: number | null }).last;
}

/** Returns the newest day for which a request was completed. Days in the future are ignored. */
function lastDay(database: Database, name: string, now: number): string | null {
  const sql = `SELECT max(substr(version, 1, 10)) AS last FROM sync_requests
    WHERE source = ? AND state = 'done' AND done_at <= ? AND ${DATED} AND version <= ?`;
  const row = statement(database, sql).get(name, now, new Date(now).toISOString());
  return (row as { last: string | null }).last;
}

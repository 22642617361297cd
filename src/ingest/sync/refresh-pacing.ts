import { type Clock, isAhead, todayOf } from '../../base/clock.ts';
import { planKinds } from '../../domain/events/plan.ts';
import { MIN_SERVED } from '../../domain/events/statement.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/facts-store.ts';
import { markRefreshDue } from '../../store/served-state.ts';
import { statement } from '../../store/statements.ts';

/**
 * Our choice: the pause after a refresh lasts 1.5 times as long as the refresh. Therefore,
 * refreshes use at most 40% of a core.
 */
const REST_RATIO = 1.5;
/** Our choice: minimum pause after a refresh, in milliseconds. */
const MIN_REST = 15_000;

/**
 * SQL query that returns a row if the store has a catalyst, or a text that announces a catalyst.
 */
const FIRST_CATALYST = `
  SELECT 1 FROM facts WHERE kind = 'catalysts'
  UNION ALL
  SELECT 1 FROM facts, json_each(record, '$.mentions') AS stated
  WHERE kind = 'mentions' AND json_extract(stated.value, '$.status') = 'announced'
    AND CASE WHEN json_extract(stated.value, '$.tier') IS NULL
      THEN json_extract(stated.value, '$.confidence') >= ${MIN_SERVED}
      ELSE json_extract(stated.value, '$.tier') = 'confirmed' END
    AND json_extract(stated.value, '$.type') IN ('${Object.keys(planKinds).join("', '")}')
  LIMIT 1`;

export interface RefreshPacingParts {
  readonly clock: Clock;
  /** Whether the first fill is complete. */
  readonly isFilled: () => boolean;
  readonly refresh: () => Promise<void>;
}

const DAY = 24 * 3_600_000;

/** Decides when the served records are recomputed from changed facts. */
export function createRefreshPacing(
  database: Database,
  { clock, isFilled, refresh }: RefreshPacingParts,
) {
  let rest = MIN_REST;
  let isChanged = (readMeta(database, 'sync_changed') ?? '') !== '';
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  function isStalled(): boolean {
    const sql = 'SELECT max(succeeded_at) AS last, min(planned_at) AS first FROM sync_sources';
    const { last, first } = statement(database, sql).get() as Record<string, number | null>;
    return clock() - (last ?? first ?? clock()) > DAY;
  }

  /**
   * Whether real records are served instead of the demo records. This is the case once the first
   * catalyst is stored.
   */
  function isServing(): boolean {
    if (readMeta(database, 'facts_at') !== undefined) return true;
    return statement(database, FIRST_CATALYST).get() !== undefined;
  }

  /**
   * Marks the served records as outdated. The next process that opens the store recomputes them.
   */
  function mark(): void {
    inTransaction(database, () => {
      writeMeta(database, 'facts_at', todayOf(clock));
      markRefreshDue(database, true);
      writeMeta(database, 'sync_changed', '');
    });
    isChanged = false;
  }

  function begin(): void {
    mark();
    const begunAt = clock();
    running = refresh().finally(() => {
      refreshedAt = clock();
      rest = Math.max(MIN_REST, REST_RATIO * (refreshedAt - begunAt));
      running = undefined;
    });
  }

  /**
   * Time of the next refresh in milliseconds since 1970. Undefined if nothing has changed, or if
   * real records are not served yet.
   */
  function dueAt(): number | undefined {
    if (!isChanged || !isServing()) return undefined;
    // If the system clock was set back, the time of the last refresh is in the future, so the
    // refresh is due now.
    if (isAhead(refreshedAt, clock())) return clock();
    return refreshedAt + rest;
  }

  return {
    /**
     * Marks the facts as changed, unless `kinds` is empty. Runs inside the caller's transaction.
     */
    noteChanges(kinds: Iterable<FactName>): void {
      if ([...kinds].length === 0) return;
      if (!isChanged) writeMeta(database, 'sync_changed', String(clock()));
      isChanged = true;
    },
    dueAt,
    /** The refresh in progress. Changes during a refresh are included in the next one. */
    running: () => running,
    /** Marks the records as outdated when the run ends, so that the next server recomputes them. */
    markAtEnd(): void {
      if (isChanged && isServing()) mark();
    },
    /**
     * Starts a refresh if facts have changed and a refresh is due. At the end of a run, a refresh
     * also starts in three other cases: real records are served, the first fill is complete, or no
     * source has succeeded for a day.
     */
    refreshIfDue(atEnd: boolean): void {
      if (running || !isChanged) return;
      const isOver = atEnd && (isServing() || isFilled() || isStalled());
      if (isOver || (dueAt() ?? Number.POSITIVE_INFINITY) <= clock()) begin();
    },
  };
}

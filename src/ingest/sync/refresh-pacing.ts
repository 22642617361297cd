import { type Clock, isAhead, todayOf } from '../../base/clock.ts';
import { planKinds } from '../../domain/events/plan.ts';
import { MIN_SERVED } from '../../domain/events/statement.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/facts-store.ts';
import { markRefreshDue } from '../../store/served-state.ts';
import { statement } from '../../store/statements.ts';

/**
 * Minimum milliseconds between two refreshes after headlines, after statements in texts, and after
 * other changes.
 */
const AFTER_NEWS = 60_000;
const AFTER_STATEMENTS = 120_000;
const AFTER_ANYTHING = 300_000;

/** Selects a row if the store has a catalyst or a text that announces one. */
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

/** Milliseconds from the last refresh to the next one. Urgent changes shorten it. */
function intervalOf(kinds: readonly FactName[], before: number | undefined): number {
  const isNews = kinds.includes('news') && kinds.every((kind) => NEWS.has(kind));
  if (isNews) return before ?? AFTER_NEWS;
  if (kinds.includes('mentions')) return Math.min(before ?? AFTER_STATEMENTS, AFTER_STATEMENTS);
  return before === AFTER_STATEMENTS ? before : AFTER_ANYTHING;
}

/** The kinds of facts that headlines and their statements change. */
const NEWS: ReadonlySet<FactName> = new Set(['news', 'mentions']);

export interface FreshnessParts {
  readonly clock: Clock;
  /** Whether the first fill is complete. */
  readonly isFilled: () => boolean;
  readonly refresh: () => Promise<void>;
}

const DAY = 24 * 3_600_000;

/** Decides when the served records are recomputed from changed facts. */
export function createFreshness(database: Database, { clock, isFilled, refresh }: FreshnessParts) {
  let interval = AFTER_ANYTHING;
  let isChanged = (readMeta(database, 'sync_changed') ?? '') !== '';
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  function isStalled(): boolean {
    const sql = 'SELECT max(succeeded_at) AS last, min(planned_at) AS first FROM sync_sources';
    const { last, first } = statement(database, sql).get() as Record<string, number | null>;
    return clock() - (last ?? first ?? clock()) > DAY;
  }

  /**
   * Real records replace the demo when they contain a catalyst, or when the first fill ends or
   * makes no progress.
   */
  function isServing(): boolean {
    if (readMeta(database, 'facts_at') !== undefined) return true;
    return statement(database, FIRST_CATALYST).get() !== undefined;
  }

  /**
   * Marks the served records as outdated. The next process that checks the mark recomputes them.
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
    running = refresh().finally(() => {
      refreshedAt = clock();
      running = undefined;
    });
  }

  /** Time of the next refresh in milliseconds since 1970, or undefined if nothing has changed. */
  function dueAt(): number | undefined {
    if (!isChanged || !isServing()) return undefined;
    // The system clock was set back.
    if (isAhead(refreshedAt, clock())) return clock();
    return refreshedAt + interval;
  }

  return {
    /** Records which kinds of facts a batch changed. Runs inside the caller's transaction. */
    noteChanges(kinds: Iterable<FactName>): void {
      const names = [...kinds];
      if (names.length === 0) return;
      interval = intervalOf(names, isChanged ? interval : undefined);
      if (!isChanged) writeMeta(database, 'sync_changed', String(clock()));
      isChanged = true;
    },
    dueAt,
    /** The running refresh. The next refresh includes changes that are written meanwhile. */
    running: () => running,
    /** Leaves the changes for the next server of the store. */
    leave(): void {
      if (isChanged && isServing()) mark();
    },
    /** Starts a refresh if one is due or the run ends. */
    look(atEnd: boolean): void {
      if (running || !isChanged) return;
      const isOver = atEnd && (isServing() || isFilled() || isStalled());
      if (isOver || (dueAt() ?? Number.POSITIVE_INFINITY) <= clock()) begin();
    },
  };
}

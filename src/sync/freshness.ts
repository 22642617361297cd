import type { Clock } from '../clock.ts';
import { todayOf } from '../clock.ts';
import type { FactName } from '../facts.ts';
import { markRefreshDue } from '../freshness.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { readMeta, writeMeta } from '../store/facts-store.ts';
import { statement } from '../store/statements.ts';

/** Milliseconds between two refreshes of what is served: after news alone, and after anything. */
const AFTER_NEWS = 60_000;
const AFTER_ANYTHING = 300_000;

/** Decides when what is served is computed anew from facts that have changed. */
export function createFreshness(database: Database, clock: Clock, refresh: () => Promise<void>) {
  let onlyNews = false;
  let isChanged = (readMeta(database, 'sync_changed') ?? '') !== '';
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  /** The demo gives way when the first real catalysts stand. */
  function isServing(): boolean {
    if (readMeta(database, 'facts_at') !== undefined) return true;
    const sql = "SELECT 1 FROM facts WHERE kind = 'catalysts' LIMIT 1";
    return statement(database, sql).get() !== undefined;
  }

  /** Says that what is served is not of these facts: whoever looks first computes it anew. */
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

  /** When the next refresh is due, in milliseconds since 1970; undefined where nothing changed. */
  function dueAt(): number | undefined {
    if (!isChanged || !isServing()) return undefined;
    return refreshedAt + (onlyNews ? AFTER_NEWS : AFTER_ANYTHING);
  }

  return {
    /** Notes what a batch wrote. Runs inside the caller's transaction. */
    noteChanges(kinds: Iterable<FactName>): void {
      const names = [...kinds];
      if (names.length === 0) return;
      onlyNews = (!isChanged || onlyNews) && names.every((kind) => kind === 'news');
      if (!isChanged) writeMeta(database, 'sync_changed', String(clock()));
      isChanged = true;
    },
    dueAt,
    /** The refresh that runs: nothing is written meanwhile. */
    running: () => running,
    /** Leaves what has changed to whoever serves the store next. */
    leave(): void {
      if (isChanged && isServing()) mark();
    },
    /** Begins a refresh where one is due, or where the run has come to its end. */
    look(atEnd: boolean): void {
      if (running || !isChanged) return;
      if (atEnd || (dueAt() ?? Number.POSITIVE_INFINITY) <= clock()) begin();
    },
  };
}

import { daysBetween } from '../domain/dates.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { clearFacts, readMeta, writeFacts, writeMeta } from '../store/facts-store.ts';
import { factsDate, markRefreshDue } from '../store/served-state.ts';
import { demoFacts, demoSeed } from './demo.ts';

/**
 * The input records of the demo are generated again when they are this many days old, so that their
 * events stay close to today.
 */
const DEMO_LIFE_DAYS = 7;

/**
 * Generates and writes the input records of the demo, unless the store has current ones: made with
 * the same seed, less than a week old, and not dated in the future.
 */
export function renewDemo(database: Database, today: string): void {
  if (!demoIsOld(database, today)) return;
  inTransaction(database, () => {
    // The check is repeated inside the transaction, because another process may have written the
    // records before the transaction began.
    if (!demoIsOld(database, today)) return;
    clearFacts(database);
    for (const { kind, records } of demoFacts(demoSeed, today)) {
      writeFacts(database, kind, records, 'demo');
    }
    writeMeta(database, 'demo_seed', String(demoSeed));
    writeMeta(database, 'facts_at', today);
    markRefreshDue(database, true);
  });
}

function demoIsOld(database: Database, today: string): boolean {
  const made = factsDate(database);
  if (made === undefined || readMeta(database, 'demo_seed') !== String(demoSeed)) return true;
  const age = daysBetween(made, today);
  return age < 0 || age >= DEMO_LIFE_DAYS;
}

import type { Endpoint } from '../endpoint.ts';
import type { Database } from '../store/database.ts';
import { type Facts, readFacts } from '../store/facts-store.ts';
import { type Row, writeServed } from '../store/served-store.ts';
import { calendar, calendarHistory } from './calendar.ts';
import { adverseEvents, approvals, decisions, designations } from './regulatory.ts';
import { trialResults, trials } from './trials.ts';
import { type Universe, universeOf } from './universe.ts';

/** A set of records computed from the facts; `today` is the day of the refresh. */
type Derivation = (facts: Facts, universe: Universe, today: string) => Row[];

/** Every collection that an endpoint may serve. */
const derivations: Readonly<Record<string, Derivation>> = {
  decisions,
  calendar,
  calendar_history: calendarHistory,
  trials,
  trial_results: trialResults,
  designations,
  approvals,
  adverse_events: adverseEvents,
};

/**
 * Computes every served record from the facts and writes the served tables. Runs inside the
 * caller's transaction. The same facts and day always give the same records.
 */
export function derive(database: Database, endpoints: readonly Endpoint[], today: string): void {
  const facts = readFacts(database);
  const universe = universeOf(facts);
  const collections = new Map<string, Row[]>();
  for (const endpoint of endpoints) {
    const derivation = derivations[endpoint.collection];
    if (!derivation) throw new Error(`no derivation makes the collection ${endpoint.collection}`);
    const rows = collections.get(endpoint.collection) ?? derivation(facts, universe, today);
    collections.set(endpoint.collection, rows);
    writeServed(database, endpoint, rows);
  }
}

import type { Endpoint } from '../endpoint.ts';
import type { Database } from '../store/database.ts';
import { readFacts } from '../store/facts-store.ts';
import { writeServed } from '../store/served-store.ts';
import { adverseEvents, approvals, decisions, designations } from './approval/regulatory.ts';
import { calendar, calendarHistory } from './catalysts/calendar.ts';
import { clinicalDerivations } from './clinical-derivations.ts';
import { financialDerivations } from './financial-derivations.ts';
import { positioningDerivations } from './positioning-derivations.ts';
import { beginRefresh, type Derivation } from './refresh.ts';
import { trialResults, trials } from './trials/trials.ts';

/** Every collection that an endpoint may serve. */
const derivations: Readonly<Record<string, Derivation>> = {
  decisions,
  calendar,
  calendarHistory,
  trials,
  trialResults,
  designations,
  approvals,
  adverseEvents,
  ...clinicalDerivations,
  ...financialDerivations,
  ...positioningDerivations,
};

/**
 * Computes every served record from the facts and writes the served tables. Runs inside the
 * caller's transaction. The same facts and day always give the same records.
 */
export function derive(database: Database, endpoints: readonly Endpoint[], today: string): void {
  const refresh = beginRefresh(readFacts(database), today);
  for (const endpoint of endpoints) {
    const derivation = derivations[endpoint.collection];
    if (!derivation) throw new Error(`no derivation makes the collection ${endpoint.collection}`);
    writeServed(database, endpoint, refresh.memo(derivation));
  }
}

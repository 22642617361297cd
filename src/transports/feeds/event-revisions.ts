import { dayAt } from '../../base/clock.ts';
import type { Revision, Revisions } from '../../service/access/feed-tokens.ts';
import type { CalendarEvent } from './feed-events.ts';

/** Number of days after an event for which its revisions are stored. */
const KEPT_DAYS = 400;

/**
 * Returns the current revision of each event, in the order of the events. This function does not
 * save new revisions.
 */
export async function revisionsOf(
  revisions: Revisions,
  events: readonly CalendarEvent[],
  now: number,
): Promise<readonly Revision[]> {
  const revised = new Date(now).toISOString();
  const kept = await revisions.known(events.map(({ uid }) => uid));
  const byEvent = new Map(kept.map((revision) => [revision.uid, revision]));
  return events.map(({ uid, date }) => {
    const known = byEvent.get(uid);
    if (known?.date === date) return known;
    return { uid, date, sequence: known ? known.sequence + 1 : 0, revised };
  });
}

/** Saves new revisions and removes the revisions of old events. */
export async function keepRevisions(
  revisions: Revisions,
  shown: readonly Revision[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const fresh = shown.filter(({ revised }) => revised === at);
  if (fresh.length === 0) return;
  const oldest = dayAt(now - KEPT_DAYS * 86_400_000);
  await revisions.keep(fresh, oldest);
}

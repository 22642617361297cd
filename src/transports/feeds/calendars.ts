import { type Clock, dayAt } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Caller } from '../../service/access/access.ts';
import type { Accounts } from '../../service/access/accounts.ts';
import type { Revision, Revisions } from '../../service/access/feed-tokens.ts';
import type { Service } from '../../service/service.ts';
import { type CalendarEvent, comingEvents } from './feed-events.ts';
import { openFeed } from './feed-links.ts';

/** Creates the calendar for the token of a feed. */
export interface Calendars {
  /**
   * Returns the calendar for a token, as text in the iCalendar format (RFC 5545).
   * @param origin the URL of this server
   * @throws ServiceError 404 for an unknown token, and the errors of `Service.answer`
   */
  read(token: string, origin: string, caller?: Caller): Promise<string>;
}

interface Parts {
  readonly accounts: Accounts;
  readonly service: Service;
  readonly clock: Clock;
  readonly log: Log;
}

export function createCalendars({ accounts, service, clock, log }: Parts): Calendars {
  async function keep(revisions: readonly Revision[], now: number): Promise<void> {
    try {
      await keepRevisions(accounts.revisions, revisions, now);
    } catch (cause) {
      // The calendar is served even if its revisions cannot be saved, for example because the disk
      // is full. The next request saves the revisions.
      log.warn({ err: cause }, 'revisions of calendar events could not be saved');
    }
  }
  return {
    async read(token, origin, caller) {
      const { credential, filter } = openFeed(accounts, token);
      const events = await comingEvents(service, { ...credential, ...caller }, filter);
      const now = clock();
      const revisions = await revisionsOf(accounts.revisions, events, now);
      await keep(revisions, now);
      // The calendar code is loaded on demand, because most servers never serve a calendar.
      const { icsOf } = await import('./ics.ts');
      return icsOf(events, revisions, origin, service.source().describe().head);
    },
  };
}

/** Number of days for which the revisions of an event are stored after the event. */
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

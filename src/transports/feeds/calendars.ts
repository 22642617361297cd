import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Caller } from '../../service/access/access.ts';
import type { Accounts } from '../../service/access/accounts.ts';
import type { Revision } from '../../service/access/feed-tokens.ts';
import type { Service } from '../../service/service.ts';
import { keepRevisions, revisionsOf } from './event-revisions.ts';
import { comingEvents } from './feed-events.ts';
import { openFeed } from './feed-links.ts';

/** Creates the calendar for the token of a feed. */
export interface Calendars {
  /**
   * Returns the calendar for a token, as text in the iCalendar format (RFC 5545).
   * @param origin URL of this server
   * @throws ServiceError 404 for an unknown token; all other errors are those of `Service.answer`
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

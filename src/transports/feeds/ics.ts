import ical, { ICalEventTransparency } from 'ical-generator';
import type { Revision } from '../../service/access/feed-tokens.ts';
import type { CalendarEvent } from './feed-events.ts';

/** How often a calendar may ask again, seconds. */
const REFRESH_SECONDS = 4 * 3_600;

/**
 * The events as a calendar (RFC 5545): a day each, which blocks nobody's time.
 *
 * @param revisions one an event, in their order
 * @param origin address of this server, where the companies have their pages
 */
export function icsOf(
  events: readonly CalendarEvent[],
  revisions: readonly Revision[],
  origin: string,
): string {
  const calendar = ical({
    name: 'Biotech catalysts',
    prodId: { company: 'biotech-catalyst-mcp', product: 'calendar' },
    ttl: REFRESH_SECONDS,
  });
  events.forEach(({ uid, date, ticker, summary, description }, index) => {
    const { sequence = 0, revised = date } = revisions[index] ?? {};
    calendar.createEvent({
      ...{ id: uid, sequence, summary, description },
      start: new Date(`${date}T00:00:00Z`),
      stamp: new Date(revised),
      lastModified: new Date(revised),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(ticker ? { url: `${origin}/ticker/${encodeURIComponent(ticker)}` } : {}),
    });
  });
  return calendar.toString();
}

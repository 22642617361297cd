import ical, { ICalEventTransparency } from 'ical-generator';
import type { Revision } from '../../service/access/feed-tokens.ts';
import type { CalendarEvent } from './feed-events.ts';

/** Refresh interval suggested to calendar clients, in seconds. */
const REFRESH_SECONDS = 4 * 3_600;

/**
 * Formats events as a calendar (RFC 5545). Events last all day and do not mark the time as busy.
 * @param revisions the revisions of the events, in the same order
 * @param origin the URL of this server, for links to the pages of companies
 * @param head the hash of the newest recorded forecasts, for the description of the calendar
 */
export function icsOf(
  events: readonly CalendarEvent[],
  revisions: readonly Revision[],
  origin: string,
  head?: string,
): string {
  const calendar = ical({
    name: 'Biotech catalysts',
    prodId: { company: 'biotech-catalyst-mcp', product: 'calendar' },
    ttl: REFRESH_SECONDS,
    description: head === undefined ? null : `Newest hash in ${origin}/record: ${head}`,
  });
  events.forEach(({ uid, date, ticker, summary, description }, index) => {
    const { sequence = 0, revised = date } = revisions[index] ?? {};
    calendar.createEvent({
      id: uid,
      sequence,
      summary,
      description,
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

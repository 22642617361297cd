import { html } from 'hono/html';
import { daysBetween } from '../domain/dates.ts';
import type { Markup } from './html.ts';

const WIDTH = 720;
const HEIGHT = 64;
const MARGIN = 16;
/** Maximum length of the time line in days: two years. */
const MAX_DAYS = 731;

/**
 * Draws a time line with a mark for each upcoming catalyst. The line is thick from today until the
 * day on which the cash runs out. A text next to the time line gives the same information.
 * @param dates `YYYY-MM-DD` of upcoming catalysts; other values are ignored
 * @param usedUp the day on which the cash runs out, if known
 */
export function timeline(
  today: string,
  dates: readonly string[],
  usedUp: string | undefined,
): Markup | string {
  const days = dates.map((date) => daysBetween(today, date)).filter((ahead) => ahead <= MAX_DAYS);
  if (days.length === 0) return '';
  const cashDays = usedUp === undefined ? 0 : Math.max(0, daysBetween(today, usedUp));
  const span = Math.min(MAX_DAYS, Math.max(...days, cashDays, 90));
  const x = (ahead: number) =>
    MARGIN + Math.round((Math.min(ahead, span) / span) * (WIDTH - 2 * MARGIN));
  const count = `${days.length} ${days.length === 1 ? 'catalyst' : 'catalysts'}`;
  const words = `${count} within two years${usedUp ? `; the cash lasts until ${usedUp}` : ''}`;
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">
<line class="axis" x1="${x(0)}" y1="32" x2="${x(span)}" y2="32"/>
${cashDays > 0 ? html`<line class="cash" x1="${x(0)}" y1="32" x2="${x(cashDays)}" y2="32"/>` : ''}
${days.map((ahead) => html`<circle cx="${x(ahead)}" cy="32" r="5"/>`)}
<text x="${x(0)}" y="58">today</text><text x="${x(span)}" y="58" text-anchor="end">${Math.round(span / 30.44)} months</text>
</svg><figcaption class="quiet">${words}.</figcaption></figure>`;
}

import { html, raw } from 'hono/html';
import type { DrawnChart } from '../service/drawn-charts.ts';
import type { Markup } from './html.ts';

/** Fewest records for which a chart is drawn. */
const MIN_DRAWN = 2;
/** The path of the chart view, which is also used by the `chart` tool. */
export const viewPath = '/chart';

/** A chart that the script shows in a frame. Without scripts, the tables show the same data. */
export function chartOf(drawn: DrawnChart | undefined): Markup | string {
  if (!drawn || drawn.records.length < MIN_DRAWN) return '';
  return html`<div class="chart"><script type="application/json">${raw(safely(drawn))}</script></div>`;
}

/** JSON that cannot end a script element. */
export function safely(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

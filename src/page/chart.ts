import { html, raw } from 'hono/html';
import { drawings } from '../../tools/drawings.ts';
import { isDrawable } from '../catalogue/chart.ts';
import type { DrawnChart } from '../service/drawn-charts.ts';
import type { Markup } from './html.ts';

/** Minimum number of drawable records of a chart. */
const MIN_DRAWN = 2;
/** The path of the chart view, which is also used by the `chart` tool. */
export const viewPath = '/chart';

/** A chart that the script draws in a frame. Without scripts, the tables show the same data. */
export function chartOf(drawn: DrawnChart | undefined): Markup | string {
  if (!drawn) return '';
  const drawing = drawings[drawn.kind as keyof typeof drawings];
  if (drawn.records.filter((row) => isDrawable(row, drawing)).length < MIN_DRAWN) return '';
  return html`<div class="chart"><script type="application/json">${raw(safely(drawn))}</script></div>`;
}

/** JSON with escapes, so that no text in it can end a script element. */
export function safely(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

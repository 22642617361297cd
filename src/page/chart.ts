import { html, raw } from 'hono/html';
import { drawings } from '../../tools/drawings.ts';
import { isDrawable } from '../catalogue/chart.ts';
import type { DrawnChart } from '../service/drawn-charts.ts';
import type { Markup } from './html.ts';

/** A chart of fewer records shows no more than their table does. */
const MIN_DRAWN = 2;
/** Where the script finds the view that draws it, which is the one of the tool `chart`. */
export const viewPath = '/chart';

/** A chart for the script to show in a frame; without scripts the tables say the same. */
export function chartOf(drawn: DrawnChart | undefined): Markup | string {
  if (!drawn) return '';
  const drawing = drawings[drawn.kind as keyof typeof drawings];
  if (drawn.records.filter((row) => isDrawable(row, drawing)).length < MIN_DRAWN) return '';
  return html`<div class="chart"><script type="application/json">${raw(safely(drawn))}</script></div>`;
}

/** JSON that ends no script element. */
export function safely(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

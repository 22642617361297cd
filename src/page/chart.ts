import { html, raw } from 'hono/html';
import { drawings } from '../../tools/drawings.ts';
import { isDrawable } from '../catalogue/chart.ts';
import type { DrawnChart } from '../service/drawn-charts.ts';
import type { Markup } from './html.ts';

/** A chart is shown if at least this number of records have all values that the chart draws. */
const MIN_DRAWN = 2;
/** The path of the chart page, which the tool `chart` also uses. */
export const viewPath = '/chart';

/**
 * Returns an element that contains the data of a chart. The script of the page adds a frame that
 * draws the chart. If scripts are disabled, the user can read the same data in the tables.
 */
export function chartOf(drawn: DrawnChart | undefined): Markup | string {
  if (!drawn) return '';
  const drawing = drawings[drawn.kind as keyof typeof drawings];
  if (drawn.records.filter((row) => isDrawable(row, drawing)).length < MIN_DRAWN) return '';
  return html`<div class="chart"><script type="application/json">${raw(safely(drawn))}</script></div>`;
}

/** Formats a value as JSON, with escapes so that no text in the JSON can end a script element. */
export function safely(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

import { html } from 'hono/html';
import { trackRecord } from '../../tools/fda-intelligence/track-record.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { Answer } from '../service/service.ts';
import { chartOf } from './chart.ts';
import type { Markup } from './html.ts';
import { isServed, type Reader } from './reading.ts';
import { number, type Row, tableOf, text, wordOf } from './tables.ts';

/** The page shows the scores of forecasts made this many days before the event. */
const HORIZON_DAYS = 1;

/**
 * Formats the page about the stored forecasts: the verdict, the approval rate for each range of
 * forecast probabilities, and the errors of forecast dates. The page needs no key, so the scores are
 * read with the rights of the account `owner`.
 * @throws ServiceError as `Service.answer` does
 */
export async function recordContent(reader: Reader): Promise<Markup> {
  if (!isServed(reader, trackRecord))
    return html`<h1>Record of forecasts</h1><p>This server does not record forecasts.</p>`;
  const scopes = await Promise.all(
    ['record', 'backtest'].map((scope) => reader.service.answer(trackRecord, { scope }, 'owner')),
  );
  const [own, backtest] = scopes.map(scopeContent);
  return html`<h1>Record of forecasts</h1>
<p>Dates and probabilities are recorded once a day, before the events. They are scored 60 days after the expected day.
Each <a href="/record/headers">header</a> contains the hash of the header before it.
If you keep the newest hash (the head), you can check later that no earlier forecast was changed: <code>biotech-catalyst-mcp verify URL --head HEAD</code>.</p>
<h2>Recorded forecasts</h2>${own}
<h2>Backtest</h2><p>The backtest is recomputed from stored facts, with later changes undone. Its forecasts were not recorded before the events, so they are never mixed with the record.</p>${backtest}`;
}

function scopeContent(answer: Answer): Markup {
  const rows = rowsIn(answer).filter(({ horizon_days }) => horizon_days === HORIZON_DAYS);
  if (rows.length === 0) return html`<p>There are no forecasts yet.</p>`;
  const odds = rows.filter(({ kind }) => kind === 'approval');
  const brier = odds.find(({ metric, slice }) => metric === 'brier' && slice === 'all');
  const isBin = ({ metric, slice }: Row) => metric === 'reliability' && /^\d+-/.test(`${slice}`);
  const bins = odds.filter((row) => isBin(row) && Number(row.n) > 0);
  const others = rows.filter(
    ({ kind, metric, n }) => kind !== 'approval' && metric !== 'reliability' && Number(n) > 0,
  );
  const title = 'approval rate by forecast probability';
  const { from: source, asOf: as_of } = answer.source;
  const about = { kind: 'reliability', title, source, as_of };
  const head = brier?.head ? html` Head <code>${wordOf(brier.head)}</code>.` : '';
  return html`<p>Approval probabilities against the base rate: <strong>${wordOf(brier?.verdict)}</strong>,
over ${wordOf(brier?.n)} decisions (Brier score ${shown(brier?.value)}, base rate ${shown(brier?.reference)}).${head}</p>
${chartOf({ ...about, shown: bins.length, total: bins.length, Note: undefined, records: bins })}
${tableOf(bins, [text('forecast, %', 'slice'), number('decisions', 'n'), number('approved, %', 'value'), number('mean forecast, %', 'reference')])}
${tableOf(others, [text('forecasts', 'kind'), text('measure', 'metric'), text('of', 'slice'), number('events', 'n'), number('value', 'value'), text('unit', 'unit'), number('unresolved', 'unresolved')])}`;
}

function shown(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(3) : 'unknown';
}

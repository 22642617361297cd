import { charts } from '../../tools/charts.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { pageSize } from '../catalogue/endpoint.ts';
import { rowsIn } from '../catalogue/query.ts';
import { shiftDays } from '../domain/dates.ts';
import { chartQuestions, type DrawnChart, drawnChart } from '../service/drawn-charts.ts';
import type { Answer } from '../service/service.ts';
import { isServed, type Reader } from './reading.ts';
import { type Row, wordOf } from './tables.ts';

/** Number of days from today for which the home page shows events. */
export const DAYS_AHEAD = 14;
/** Maximum number of tickers for which the home page shows how long the cash lasts. */
const MAX_TICKERS = 50;

/**
 * Returns the events of the next `DAYS_AHEAD` days, nearest first, each with the months of cash
 * left (`months_left`). The records are read with the rights of the account `owner`.
 *
 * @throws ServiceError as `Service.answer` does
 */
export async function readUpcoming(reader: Reader): Promise<readonly Row[]> {
  const { service } = reader;
  const question = { catdateTo: shiftDays(service.today(), DAYS_AHEAD - 1) };
  const first = await service.answer(fdaCalendar, question, 'owner');
  // The endpoint sorts the latest date first, so the last page has the nearest events.
  const last = Math.ceil(first.pagination.total / pageSize);
  const nearest =
    last > 1 ? await service.answer(fdaCalendar, { ...question, page: last }, 'owner') : first;
  const rows = [...rowsIn(nearest)].reverse();
  const cash = await cashOf(reader, [...new Set(rows.map(({ ticker }) => wordOf(ticker)))]);
  return rows.map((row) => ({ ...row, months_left: cash.get(wordOf(row.ticker)) }));
}

/**
 * Returns the data of the calendar chart, read with the rights of the account `owner`. The chart is
 * omitted if the records come from an upstream, because an upstream counts each request.
 * @throws ServiceError as `Service.answer` does
 */
export async function readCalendar({ service }: Reader): Promise<DrawnChart | undefined> {
  const chart = charts.find(({ endpoint }) => endpoint === fdaCalendar);
  if (!chart || service.source().kind !== 'store') return undefined;
  const answers: Answer[] = [];
  for (const question of chartQuestions(chart, undefined, service.today())) {
    answers.push(await service.answer(question.endpoint, question.arguments, 'owner'));
  }
  return drawnChart(chart, undefined, answers);
}

/**
 * Returns how many months the cash of each company lasts. The result is empty if the records come
 * from an upstream, because an upstream counts each request.
 */
async function cashOf(reader: Reader, tickers: readonly string[]): Promise<Map<string, number>> {
  const { service } = reader;
  const found = new Map<string, number>();
  if (service.source().kind !== 'store' || !isServed(reader, cashRunway)) return found;
  for (const ticker of tickers.slice(0, MAX_TICKERS)) {
    const [row] = rowsIn(await service.answer(cashRunway, { ticker }, 'owner'));
    const { months_left } = row ?? {};
    if (typeof months_left === 'number') found.set(ticker, months_left);
  }
  return found;
}

import {
  isObject,
  listAt,
  numberAt,
  objectAt,
  readJson,
  textAt,
} from '../../sources/formats/untrusted.ts';
import { type Collector, collector, type Parsed, refused } from '../../sources/parsed.ts';

/**
 * Daily bars and splits of one ticker (Yahoo chart). Bars are adjusted for splits. Refused are bars
 * of weeks or months and of another currency than the dollar; the bar of a day that still trades is
 * left out, because it is no close.
 */
export function parseChart(text: string): Parsed {
  const json = readJson(text);
  if ('reason' in json) return refused(json.reason);
  const [chart] = listAt(json.value, 'chart', 'result');
  const ticker = textAt(chart, 'meta', 'symbol');
  if (!isObject(chart) || !ticker) return refused('is no chart of Yahoo: it lacks chart.result');
  const granularity = textAt(chart, 'meta', 'dataGranularity') ?? '1d';
  if (granularity !== '1d') return refused(`has bars of ${granularity}: ask for interval=1d`);
  const currency = textAt(chart, 'meta', 'currency') ?? 'USD';
  if (currency !== 'USD') return refused(`is quoted in ${currency.slice(0, 10)}, not in dollars`);
  const found = collector();
  addBars(found, chart, ticker);
  addSplits(found, chart, ticker);
  return found.parsed();
}

function addBars(found: Collector, chart: unknown, ticker: string): void {
  const quote = objectAt(listAt(chart, 'indicators', 'quote')[0]);
  const offset = numberAt(chart, 'meta', 'gmtoffset') ?? 0;
  const unfinished = unfinishedDay(chart, offset);
  listAt(chart, 'timestamp').forEach((seconds, at) => {
    const value = (field: string) => numberAt(listAt(quote, field)[at]);
    const close = value('close');
    const date = dayAt(numberAt(seconds), offset);
    if (close === undefined || (date !== undefined && date === unfinished)) return;
    const where = `bar ${at + 1}`;
    if (close <= 0) {
      found.problem(where, 'has a close that is not above 0');
      return;
    }
    found.add('prices', where, {
      ticker,
      date,
      open: value('open'),
      high: value('high'),
      low: value('low'),
      close,
      volume: value('volume'),
    });
  });
}

/** A split is keyed by the bar that it falls into; its own `date` is the day of the split. */
function addSplits(found: Collector, chart: unknown, ticker: string): void {
  const offset = numberAt(chart, 'meta', 'gmtoffset') ?? 0;
  const splits = objectAt(chart, 'events', 'splits');
  for (const key of Object.keys(splits)) {
    found.add('splits', `split ${key.slice(0, 20)}`, {
      ticker,
      date: dayAt(numberAt(splits, key, 'date'), offset),
      numerator: numberAt(splits, key, 'numerator'),
      denominator: numberAt(splits, key, 'denominator'),
    });
  }
}

/** The day whose regular session had not ended when the chart was asked for. */
function unfinishedDay(chart: unknown, offset: number): string | undefined {
  const asked = numberAt(chart, 'meta', 'regularMarketTime');
  const session = ['meta', 'currentTradingPeriod', 'regular'] as const;
  const start = numberAt(chart, ...session, 'start');
  const end = numberAt(chart, ...session, 'end');
  if (asked === undefined || start === undefined || end === undefined) return undefined;
  return asked >= start && asked < end ? dayAt(asked, offset) : undefined;
}

/** The day of a session's opening, in the exchange's own time. */
function dayAt(seconds: number | undefined, offset: number): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8e9) return undefined;
  return new Date((seconds + offset) * 1_000).toISOString().slice(0, 10);
}

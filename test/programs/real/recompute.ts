import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReducedCompany, ReducedFact } from './reduced-facts.ts';
import type { Served } from './store.ts';

/** How many records the independent code recomputed, and which results differ. */
export interface Check {
  readonly what: string;
  readonly compared: number;
  readonly wrong: readonly string[];
}

const DAY_MS = 86_400_000;
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
export const near = (a: number, b: number) =>
  Math.abs(a - b) <= 0.006 * Math.max(1, Math.abs(b) / 100);

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly value: number;
}

/**
 * Returns a company's cash flows as graph edges from the day before a period to its end: the
 * reported values and the differences of two values with the same start. A path over a year sums to
 * the year's value.
 */
function edgesOf(facts: readonly ReducedFact[]): readonly Edge[] {
  const last = new Map<string, ReducedFact & { start: string }>();
  for (const fact of facts) {
    if (!fact.start || daysOf(fact.start, fact.end) > 374) continue;
    const key = `${fact.start}|${fact.end}`;
    const held = last.get(key);
    if (!held || fact.filed > held.filed || (fact.filed === held.filed && fact.accn > held.accn)) {
      last.set(key, { ...fact, start: fact.start });
    }
  }
  const stated = [...last.values()].filter(({ start, end }) => daysOf(start, end) >= 84);
  return stated.flatMap((fact) => [
    { from: fact.start, to: fact.end, value: fact.val },
    ...stated
      .filter(({ start, end }) => start === fact.start && end < fact.end)
      .filter(({ end }) => daysOf(end, fact.end) >= 85)
      .map((before) => ({
        from: new Date(Date.parse(before.end) + DAY_MS).toISOString().slice(0, 10),
        to: fact.end,
        value: fact.val - before.val,
      })),
  ]);
}

const monthsOf = ({ from, to }: Edge) => Math.round(daysOf(from, to) / 30.4);

/**
 * Returns the monthly cash burn of the last twelve months, or else of the newest period.
 */
function burnOf(facts: readonly ReducedFact[]): { burn: number; end: string } | null {
  const edges = edgesOf(facts);
  const end = edges
    .map(({ to }) => to)
    .sort()
    .at(-1);
  if (!end) return null;
  const newest = edges.filter(({ to }) => to === end).sort((a, b) => monthsOf(a) - monthsOf(b))[0]!;
  const year = pathOver(edges, end, 12);
  const latest = -newest.value / monthsOf(newest);
  return { end, burn: year === null ? latest : -year / 12 };
}

/**
 * Returns the sum of the shortest path of periods that ends on a date and covers exactly the given
 * months; null if there is none.
 */
function pathOver(edges: readonly Edge[], end: string, months: number): number | null {
  if (months === 0) return 0;
  const steps = edges.filter(({ to }) => to === end).sort((a, b) => monthsOf(a) - monthsOf(b));
  const step = steps[0];
  if (!step || monthsOf(step) > months) return null;
  const before = new Date(Date.parse(step.from) - DAY_MS).toISOString().slice(0, 10);
  const rest = pathOver(edges, before, months - monthsOf(step));
  return rest === null ? null : rest + step.value;
}

/** Checks the runway and burn of companies with a balance sheet less than nine months old. */
export function checkRunways(companies: readonly ReducedCompany[], rows: readonly Served[]): Check {
  const wrong: string[] = [];
  let compared = 0;
  const byTicker = new Map(rows.map((row) => [row.ticker, row]));
  for (const { ticker, facts } of companies) {
    const row = byTicker.get(ticker);
    const burn = burnOf(facts.operating_cash_flow ?? []);
    if (!row || !burn || row.monthly_burn_usd === null) continue;
    const liquid =
      newest(facts.cash, row.period_end) + newest(facts.short_term_investments, row.period_end);
    compared += 1;
    if (!near(Number(row.monthly_burn_usd), burn.burn)) {
      wrong.push(`${ticker}: burn ${row.monthly_burn_usd}, not ${burn.burn}`);
    }
    if (row.runway_months !== null && !near(Number(row.runway_months), liquid / burn.burn)) {
      wrong.push(`${ticker}: runway ${row.runway_months}, not ${liquid / burn.burn}`);
    }
  }
  return { what: 'runway and burn', compared, wrong };
}

/** Returns the value that was filed last for a date. */
function newest(facts: readonly ReducedFact[] | undefined, end: unknown): number {
  return (
    (facts ?? [])
      .filter((fact) => fact.end === end)
      .toSorted((a, b) => (a.filed + a.accn < b.filed + b.accn ? -1 : 1))
      .at(-1)?.val ?? 0
  );
}

const inner = (text: string, tag: string) =>
  new RegExp(`<(?:\\w+:)?${tag}>\\s*(?:<value>)?\\s*([^<]*?)\\s*(?:</value>|</)`).exec(text)?.[1] ??
  '';
const blocks = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<(?:\\w+:)?${tag}>[\\s\\S]*?</(?:\\w+:)?${tag}>`, 'g'))].map(
    ([block]) => block,
  );

/**
 * Checks the transactions by issuer, date, code, shares and exercise price against the raw files.
 * Transactions in derivatives count too: `insider_transactions` serves trades and grants of shares,
 * options and RSUs (`tools/smart-money/insider-transactions.ts`).
 */
export function checkInsiders(files: readonly string[], rows: readonly Served[]): Check {
  const keyOf = (...[ticker, date, code, shares, exercise]: readonly unknown[]) =>
    [ticker, date, code, Number(shares), Number(exercise ?? 0)].join(' ');
  const shown = new Set(
    rows.map((row) =>
      keyOf(
        ...[row.ticker, row.transaction_date, row.transaction_code],
        ...[row.shares, row.exercise_price_usd],
      ),
    ),
  );
  const tickers = new Set(rows.map(({ ticker }) => ticker));
  const expected = new Set(
    files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const ticker = inner(text, 'issuerTradingSymbol').toUpperCase();
      const kinds = ['nonDerivativeTransaction', 'derivativeTransaction'];
      return kinds
        .flatMap((kind) => blocks(text, kind))
        .map((block) =>
          keyOf(
            ticker,
            inner(block, 'transactionDate').slice(0, 10),
            inner(block, 'transactionCode'),
            inner(block, 'transactionShares'),
            inner(block, 'conversionOrExercisePrice'),
          ),
        );
    }),
  );
  const known = [...expected].filter((key) => tickers.has(key.split(' ')[0]));
  const wrong = known.filter((key) => !shown.has(key)).map((key) => `not served: ${key}`);
  const invented = [...shown].filter((key) => !expected.has(key)).map((key) => `not filed: ${key}`);
  return { what: 'insider transactions', compared: known.length, wrong: [...wrong, ...invented] };
}

/** Checks the sums of shares by CUSIP over all 13F positions against the raw text. */
export function check13f(files: readonly string[], rows: readonly Served[]): Check {
  const sums = new Map<string, number>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const filer = /(?:CENTRAL INDEX KEY:|<CIK>)\s*(\d+)/.exec(text)?.[1]?.replace(/^0+/, '');
    for (const block of blocks(text, 'infoTable')) {
      if (inner(block, 'putCall') || inner(block, 'sshPrnamtType') !== 'SH') continue;
      const key = `${filer} ${inner(block, 'cusip').toUpperCase()}`;
      sums.set(key, (sums.get(key) ?? 0) + Number(inner(block, 'sshPrnamt')));
    }
  }
  const filed = new Set([...sums].map(([key, shares]) => `${key.split(' ')[0]} ${shares}`));
  const held = rows.filter((row) => row.put_call === null && Number(row.shares) > 0);
  const wrong = held
    .filter((row) => !filed.has(`${String(row.cik).replace(/^0+/, '')} ${row.shares}`))
    .map((row) => `${row.fund_name} ${row.ticker}: ${row.shares} shares were not filed`);
  return { what: '13F positions', compared: held.length, wrong };
}

/** Checks the relative volume of every alert against the columns of the raw files. */
export function checkVolumes(files: readonly string[], rows: readonly Served[]): Check {
  const wrong: string[] = [];
  let compared = 0;
  for (const file of files) {
    const bars = barsIn(readFileSync(file, 'utf8'));
    for (const row of rows.filter(({ ticker }) => ticker === basename(file, '.csv'))) {
      const at = bars.findIndex(({ date }) => date === row.alert_date);
      if (at < 20) continue;
      const usual = bars.slice(at - 20, at).reduce((sum, { volume }) => sum + volume, 0) / 20;
      compared += 1;
      if (!near(Number(row.relative_volume), bars[at]!.volume / usual)) {
        wrong.push(
          `${row.ticker} ${row.alert_date}: ${row.relative_volume}, not ${bars[at]!.volume / usual}`,
        );
      }
    }
  }
  return { what: 'relative volume', compared, wrong };
}

function barsIn(text: string): readonly { readonly date: string; readonly volume: number }[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const at = header.split(',').findIndex((name) => /^volume$/i.test(name));
  return lines
    .map((line) => line.split(','))
    .filter(([date = '']) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .map((cells) => ({ date: cells[0]!, volume: Number(cells[at]) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

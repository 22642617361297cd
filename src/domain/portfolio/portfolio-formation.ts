import { addDays } from 'date-fns/addDays';
import { formatISO } from 'date-fns/formatISO';
import { getDay } from 'date-fns/getDay';
import { isWeekend } from 'date-fns/isWeekend';
import { parseISO } from 'date-fns/parseISO';
import { sum } from 'simple-statistics';
import { groupBy } from '../group-by.ts';
import {
  effectiveFilings,
  type FundFiling,
  type FundRow,
  isCommonStock,
} from '../ownership/fund-filings.ts';
import { MAX_NAMES, MAX_WEIGHT, MIN_HOLDERS, MIN_NAMES } from './constants.ts';

export type PortfolioId = 'conviction' | 'consensus';

/**
 * The deadline of Form 13F for a quarter: 45 days after its end. If this day is not a business day,
 * the deadline is the next business day (SEC Rule 0-3 under the Exchange Act). The only federal
 * holiday that can move the deadline is Washington's Birthday. For 2026-09-30, the deadline is
 * 2026-11-16. For 2025-12-31, it is 2026-02-17.
 * @param report_date the last day of a quarter
 */
export function formationDate(report_date: string): string {
  let day = addDays(parseISO(report_date), 45);
  while (isWeekend(day) || isWashingtonsBirthday(day)) day = addDays(day, 1);
  return formatISO(day, { representation: 'date' });
}

/**
 * Target weights of a portfolio, sorted by descending weight and then by ticker. The weights are
 * fractions that sum to 1. They are computed from the 13F filings for `report_date` that the funds
 * in `ciks` made on or before the formation date. Null if too few stocks qualify. The conviction
 * portfolio contains the stocks with the highest sum of the funds' weights. Its weights are
 * proportional to this sum, but at most `MAX_WEIGHT`. The consensus portfolio contains the stocks
 * held by the largest number of funds, with equal weights.
 * @param isTradable whether a ticker can be bought; other stocks are left out
 */
export function formPortfolio(
  portfolio: PortfolioId,
  filings: readonly FundFiling[],
  ciks: readonly string[],
  report_date: string,
  isTradable: (ticker: string) => boolean,
) {
  const candidates = scores(fundWeights(filings, ciks, report_date)).filter(({ ticker }) =>
    isTradable(ticker),
  );
  const chosen =
    portfolio === 'conviction'
      ? candidates.toSorted((a, b) => b.score - a.score || byTicker(a, b))
      : candidates
          .filter(({ funds_holding }) => funds_holding >= MIN_HOLDERS)
          .sort((a, b) => b.funds_holding - a.funds_holding || b.score - a.score || byTicker(a, b));
  const names = chosen.slice(0, MAX_NAMES);
  if (names.length < MIN_NAMES) return null;
  const weights =
    portfolio === 'conviction'
      ? cappedWeights(names.map(({ score }) => score))
      : names.map(() => 1 / names.length);
  return names
    .map(({ ticker, funds_holding }, index) => ({ ticker, weight: weights[index]!, funds_holding }))
    .sort((a, b) => b.weight - a.weight || byTicker(a, b));
}

/**
 * Weights proportional to `scores`, limited to `MAX_WEIGHT`. The excess is distributed over the
 * other stocks, in proportion to their scores, until no weight exceeds the limit.
 * @param scores at least `MIN_NAMES` scores, all above 0
 */
export function cappedWeights(scores: readonly number[]): readonly number[] {
  const capped = new Set<number>();
  for (;;) {
    const free = 1 - capped.size * MAX_WEIGHT;
    const total = sum(scores.filter((_, index) => !capped.has(index)));
    const weights = scores.map((score, index) =>
      capped.has(index) ? MAX_WEIGHT : (score / total) * free,
    );
    const excessive = weights.flatMap((weight, index) =>
      weight > MAX_WEIGHT + 1e-12 ? [index] : [],
    );
    if (excessive.length === 0) return weights;
    for (const index of excessive) capped.add(index);
  }
}

/**
 * Returns one map per fund: the weight of each stock in the fund's common stock. Only filings on or
 * before the formation date are used. A RESTATEMENT replaces the positions, and NEW HOLDINGS adds
 * to them. Stocks without a ticker count toward the total, but have no weight in the result.
 */
export function fundWeights(
  filings: readonly FundFiling[],
  ciks: readonly string[],
  report_date: string,
): readonly ReadonlyMap<string, number>[] {
  const cutoff = formationDate(report_date);
  const known = filings.filter(
    (filing) => filing.report_date === report_date && filing.filing_date <= cutoff,
  );
  const byFund = groupBy(known, (filing) => filing.cik);
  return [...new Set(ciks)].flatMap((cik) => {
    const book = effectiveFilings(byFund.get(cik) ?? [])
      .flatMap(({ rows }) => rows)
      .filter(isCommonStock);
    const total = sum(book.map(({ value_usd }) => value_usd));
    return total > 0 ? [weightsOf(book, total)] : [];
  });
}

function weightsOf(book: readonly FundRow[], total: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { ticker, value_usd } of book) {
    if (ticker === null || value_usd <= 0) continue;
    weights.set(ticker, (weights.get(ticker) ?? 0) + value_usd / total);
  }
  return weights;
}

function scores(funds: readonly ReadonlyMap<string, number>[]) {
  const rows = funds.flatMap((fund) => [...fund].map(([ticker, weight]) => ({ ticker, weight })));
  return [...groupBy(rows, ({ ticker }) => ticker)].map(([ticker, held]) => ({
    ticker,
    funds_holding: held.length,
    score: sum(held.map(({ weight }) => weight)),
  }));
}

function byTicker(a: { readonly ticker: string }, b: { readonly ticker: string }): number {
  return a.ticker.localeCompare(b.ticker);
}

function isWashingtonsBirthday(day: Date): boolean {
  const third = day.getDate() >= 15 && day.getDate() <= 21;
  return day.getMonth() === 1 && getDay(day) === 1 && third;
}

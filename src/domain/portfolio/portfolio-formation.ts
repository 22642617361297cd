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

export type PortfolioId = 'conviction' | 'consensus';

export interface TargetHolding {
  readonly ticker: string;
  /** Plain fraction; the weights of a formation sum to 1. */
  readonly weight: number;
  readonly funds_holding: number;
}

/** Our choice: names in a portfolio, and the fewest that make one (10 names of at most 10 %). */
const MOST_NAMES = 20;
const LEAST_NAMES = 10;
const HIGHEST_WEIGHT = 0.1;
/** Our choice: a consensus name stands in at least this many specialist funds. */
const LEAST_HOLDERS = 3;

/**
 * The day whose end closes the book for a report date (the last day of a quarter): the deadline of
 * Form 13F, 45 days after the quarter's end (14 February, 15 May, 14 August, 14 November), or the
 * next business day (SEC Rule 0-3 under the Exchange Act). The one federal holiday that can follow
 * such a weekend is Washington's Birthday, the third Monday of February; the others stay clear of
 * these dates. Report date 2026-09-30 → 2026-11-16; 2025-12-31 → 2026-02-17.
 */
export function formationDate(report_date: string): string {
  let day = addDays(parseISO(report_date), 45);
  while (isWeekend(day) || isWashingtonsBirthday(day)) day = addDays(day, 1);
  return formatISO(day, { representation: 'date' });
}

/**
 * Target weights of a portfolio, heaviest first, from the funds of `ciks` (fixed in advance) and
 * what they had filed for `report_date` by its formation date; a fund without such a filing does
 * not count. Only names that `isTradable` enter. Null when fewer than 10 qualify.
 *
 * conviction: score = sum of the funds' weights in the name (weight: share of the fund's common
 * stock), the 20 highest, weights in proportion, capped at 10 % with the excess spread over the
 * rest in proportion. consensus: the 20 names that most funds hold (at least 3), ties by score,
 * equal weights. Further ties by ticker. Our choice: 20, 10 %, 3 and 10.
 */
export function formPortfolio(
  portfolio: PortfolioId,
  filings: readonly FundFiling[],
  ciks: readonly string[],
  report_date: string,
  isTradable: (ticker: string) => boolean,
): readonly TargetHolding[] | null {
  const candidates = scores(fundWeights(filings, ciks, report_date)).filter(({ ticker }) =>
    isTradable(ticker),
  );
  const chosen =
    portfolio === 'conviction'
      ? candidates.toSorted((a, b) => b.score - a.score || byTicker(a, b))
      : candidates
          .filter(({ funds_holding }) => funds_holding >= LEAST_HOLDERS)
          .sort((a, b) => b.funds_holding - a.funds_holding || b.score - a.score || byTicker(a, b));
  const names = chosen.slice(0, MOST_NAMES);
  if (names.length < LEAST_NAMES) return null;
  const weights =
    portfolio === 'conviction'
      ? cappedWeights(names.map(({ score }) => score))
      : names.map(() => 1 / names.length);
  return names
    .map(({ ticker, funds_holding }, index) => ({ ticker, weight: weights[index]!, funds_holding }))
    .sort((a, b) => b.weight - a.weight || byTicker(a, b));
}

/**
 * Weights in proportion to `scores` (above 0, at least 10 of them), none above 10 %: what exceeds
 * the cap goes to the others in proportion, until none exceeds it.
 */
export function cappedWeights(scores: readonly number[]): readonly number[] {
  const capped = new Set<number>();
  for (;;) {
    const free = 1 - capped.size * HIGHEST_WEIGHT;
    const total = sum(scores.filter((_, index) => !capped.has(index)));
    const weights = scores.map((score, index) =>
      capped.has(index) ? HIGHEST_WEIGHT : (score / total) * free,
    );
    const excessive = weights.flatMap((weight, index) =>
      weight > HIGHEST_WEIGHT + 1e-12 ? [index] : [],
    );
    if (excessive.length === 0) return weights;
    for (const index of excessive) capped.add(index);
  }
}

/**
 * Weight of each name in each fund's common stock as filed by the formation date, fund by fund.
 * Amendments count from their own acceptance: a RESTATEMENT replaces the book, NEW HOLDINGS adds.
 * Options, bonds (PRN), warrants, rights, units, notes and preferred stock are left out; names
 * without a ticker count in the denominator only.
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

import { sum } from 'simple-statistics';
import { daysBetween } from '../../domain/dates.ts';
import { type BurnPeriod, burnHistory } from '../../domain/finance/cash-burn.ts';
import { sgaPeriods } from '../../domain/finance/expenses.ts';
import {
  balanceSheetDate,
  type FactTable,
  type FinancialFact,
  factsKnownAt,
  instantAt,
  instantSeries,
  newestInstant,
  trailingTwelveMonths,
} from '../../domain/finance/financial-facts.ts';
import {
  type CashRunway,
  cashRunway,
  heldAgainst,
  type Runway,
} from '../../domain/finance/runway.ts';
import { currentShares, type ShareCount } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { nextCatalysts } from '../catalysts/next-catalyst.ts';
import type { Refresh } from '../computation.ts';
import { splitsOf } from '../market/splits.ts';
import { OnDemand } from '../on-demand.ts';

/**
 * Reported figures known today, by ticker. A company's figures are indexed on first use, because
 * they are the largest data in a store.
 */
export function factTables({ facts, universe, today }: Refresh): ReadonlyMap<string, FactTable> {
  const own = new Set(universe.companies.map(({ ticker }) => ticker));
  const others = facts
    .tickersOf('financial_facts')
    .filter((ticker) => !own.has(ticker) && facts.ofCompany('financial_facts', ticker).length > 0);
  return new OnDemand(new Set([...own, ...others]), (ticker) =>
    factsKnownAt(facts.ofCompany('financial_facts', ticker), today),
  );
}

/** The fields of a fact that identify its filing. */
type Filed = Pick<
  Sourced<'financial_facts'>,
  'source' | 'form' | 'filed' | 'accession' | 'cik' | 'source_url'
>;

/** All values that are computed from a company's reported figures in one pass. */
export interface CompanyFigures {
  /** Cash burn by reporting period, latest first. */
  readonly burns: readonly BurnPeriod[];
  readonly funds: CashRunway;
  /** The filing of the balance sheet. */
  readonly balance: Filed | null;
  /** The filings of the cash flows, by filing day. */
  readonly flows: ReadonlyMap<string, Filed>;
  /** Share counts as reported, in traded shares, oldest first. Empty if the ratio is unknown. */
  readonly shareCounts: readonly ShareCount[];
  /** Whether a traded share represents an unknown number of reported shares. */
  readonly is_ratio_unknown: boolean;
  /** Filing date of the newest figures. */
  readonly shares_filed: string | null;
  /** Total assets of the newest balance sheet, US dollars. */
  readonly assets_usd: number | null;
  /**
   * All debt of the newest balance sheet, US dollars. Our choice: debt that is not reported counts
   * as 0.
   */
  readonly debt_usd: number;
  /** Selling, general and administrative expense of the last twelve months, US dollars. */
  readonly overhead_usd: number | null;
}

/** The figures of each company, by ticker. */
export function companyFigures({
  facts,
  memo,
  today,
}: Refresh): ReadonlyMap<string, CompanyFigures> {
  const covers = groupBy(facts.all('depositary_ratios'), ({ ticker }) => ticker);
  return new Map(
    Array.from(memo(factTables), ([ticker, table]) => [
      ticker,
      figuresOf(table, today, depositaryRatio(covers.get(ticker) ?? [], table)),
    ]),
  );
}

/**
 * Number of reported shares per traded share, from the newest cover, or null if it is unknown. Our
 * choice: without a cover, the ratio of a company that files a 20-F is unknown, and that of other
 * companies is 1.
 */
function depositaryRatio(
  covers: readonly Sourced<'depositary_ratios'>[],
  table: FactTable,
): number | null {
  const newest = covers.reduce<Sourced<'depositary_ratios'> | undefined>(
    (last, one) => (last && last.cover_date > one.cover_date ? last : one),
    undefined,
  );
  if (newest) return newest.shares_per_depositary ?? null;
  const forms = (table.concepts.get('assets') ?? []).flat().map(({ form }) => form ?? '');
  return forms.some((form) => form.startsWith('20-F')) ? null : 1;
}

function figuresOf(table: FactTable, today: string, ratio: number | null): CompanyFigures {
  const burns = burnHistory(table);
  const flows = (table.concepts.get('operating_cash_flow') ?? []).flat();
  const funds = cashRunway(table, today, burns);
  const counts = instantSeries(table, 'shares_outstanding');
  return {
    burns,
    funds,
    balance: balanceFiling(table),
    flows: new Map(flows.map((fact) => [fact.filed, filedIn(fact)])),
    shareCounts: ratio ? counts.map(({ end, value }) => ({ end, value: value / ratio })) : [],
    is_ratio_unknown: ratio === null,
    shares_filed: counts.at(-1)?.filed ?? null,
    assets_usd: newestInstant(table, 'assets')?.value ?? null,
    debt_usd: debtOn(table, funds.period_end),
    overhead_usd: overhead(table),
  };
}

/** The filing that states the cash of the newest balance sheet, or else its assets. */
function balanceFiling(table: FactTable): Filed | null {
  const date = balanceSheetDate(table);
  const fact = date && (instantAt(table, 'cash', date) ?? instantAt(table, 'assets', date));
  return fact ? filedIn(fact) : null;
}

function filedIn(fact: FinancialFact): Filed {
  const { source, form, filed, accession, cik, source_url } = fact as Sourced<'financial_facts'>;
  return { source, form, filed, accession, cik, source_url };
}

function debtOn(table: FactTable, period_end: string | null): number {
  if (period_end === null) return 0;
  return sum(
    (['debt_current', 'debt_noncurrent'] as const).map(
      (concept) => instantAt(table, concept, period_end)?.value ?? 0,
    ),
  );
}

/**
 * Our choice: expenses that end more than this many days (two quarters) before the balance sheet
 * are too old.
 */
const STALE_EXPENSE_DAYS = 200;

function overhead(table: FactTable): number | null {
  const balance = balanceSheetDate(table);
  if (!balance) return null;
  const periods = sgaPeriods(table);
  const newest = periods[0]?.end;
  if (!newest || daysBetween(newest, balance) > STALE_EXPENSE_DAYS) return null;
  return trailingTwelveMonths(periods);
}

/** Each company's cash runway compared with the date of its next catalyst, by ticker. */
export function runways(refresh: Refresh): ReadonlyMap<string, Runway> {
  const next = refresh.memo(nextCatalysts);
  return new Map(
    [...refresh.memo(companyFigures)].map(([ticker, { funds }]) => [
      ticker,
      heldAgainst(funds, next.get(ticker)?.formattedDate ?? null),
    ]),
  );
}

/**
 * Current shares outstanding by ticker, adjusted for later splits. Null if the newest count is more
 * than nine months old.
 */
export function sharesOutstanding(refresh: Refresh): ReadonlyMap<string, number | null> {
  return new Map(
    [...refresh.memo(companyFigures)].map(([ticker, { shareCounts }]) => [
      ticker,
      currentShares(shareCounts, splitsOf(refresh, ticker), refresh.today),
    ]),
  );
}

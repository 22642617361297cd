import { sum } from 'simple-statistics';
import { compareText } from '../../domain/compare-text.ts';
import { daysBetween, shiftYears } from '../../domain/dates.ts';
import { burnHistory } from '../../domain/finance/cash-burn.ts';
import { STALE_FLOW_DAYS } from '../../domain/finance/constants.ts';
import { sgaPeriods } from '../../domain/finance/expenses.ts';
import {
  balanceSheetDate,
  type FactTable,
  type FinancialFact,
  factsKnownAt,
  instantAt,
  instantSeries,
  newestInstant,
  periodValues,
  trailingTwelveMonths,
} from '../../domain/finance/financial-facts.ts';
import { cashRunway, type Runway, withNextCatalyst } from '../../domain/finance/runway.ts';
import { currentShares, type ShareCount } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { nextCatalysts } from '../catalysts/next-catalyst.ts';
import type { Refresh } from '../computation.ts';
import { splitsOf } from '../market/splits.ts';
import { OnDemand } from '../on-demand.ts';

/**
 * The reported figures that are known today, by ticker. The figures of a company are indexed on
 * first use, because figures are the largest data in a store.
 */
export function factTables({ facts, universe, today }: Refresh): OnDemand<FactTable> {
  const own = new Set(universe.companies.map(({ ticker }) => ticker));
  const others = facts
    .tickersOf('financial_facts')
    .filter((ticker) => !own.has(ticker) && facts.ofCompany('financial_facts', ticker).length > 0);
  return new OnDemand(new Set([...own, ...others]), (ticker) =>
    factsKnownAt(facts.ofCompany('financial_facts', ticker), today),
  );
}

/** The fields of a figure that identify the filing. */
type Filed = Pick<
  Sourced<'financial_facts'>,
  'source' | 'form' | 'filed' | 'accession' | 'cik' | 'source_url'
>;

/** The figures of each company, by ticker. */
export function companyFigures({ facts, memo, today }: Refresh) {
  const covers = groupBy(facts.all('depositary_ratios'), ({ ticker }) => ticker);
  const counts = memo(vendorCounts);
  return new Map(
    Array.from(memo(factTables), ([ticker, table]) => [
      ticker,
      figuresOf(
        table,
        today,
        depositaryRatio(covers.get(ticker) ?? [], table, adrFlag(counts.get(ticker))),
      ),
    ]),
  );
}

/**
 * The number of ordinary shares that one traded share represents, from the newest cover page. Null
 * if unknown. Our choice: without a cover page, the ratio is null for a depositary receipt and 1
 * for any other share. A vendor states whether a share is a depositary receipt. Without a vendor's
 * statement, the shares of a company that files a 20-F are taken to be depositary receipts.
 */
function depositaryRatio(
  covers: readonly Sourced<'depositary_ratios'>[],
  table: FactTable,
  isDepositary: boolean | undefined,
): number | null {
  const newest = covers.reduce<Sourced<'depositary_ratios'> | undefined>(
    (last, one) => (last && last.cover_date > one.cover_date ? last : one),
    undefined,
  );
  if (newest) return newest.shares_per_depositary ?? null;
  if (isDepositary !== undefined) return isDepositary ? null : 1;
  const forms = (table.concepts.get('assets') ?? []).flat().map(({ form }) => form ?? '');
  return forms.some((form) => form.startsWith('20-F')) ? null : 1;
}

/** Share counts from data vendors, by ticker, oldest first. Counts of the last year only. */
export function vendorCounts({ facts, today }: Refresh) {
  const oldest = shiftYears(today, -1);
  const counts = facts.all('share_counts').filter(({ date }) => date >= oldest);
  return groupBy(
    counts.toSorted((a, b) => compareText(a.date, b.date)),
    ({ ticker }) => ticker,
  );
}

function adrFlag(counts: readonly Sourced<'share_counts'>[] = []): boolean | undefined {
  return (
    counts.findLast((one) => typeof one.is_depositary === 'boolean')?.is_depositary ?? undefined
  );
}

function figuresOf(table: FactTable, today: string, ratio: number | null) {
  const burns = burnHistory(table);
  const flows = (table.concepts.get('operating_cash_flow') ?? []).flat();
  const funds = cashRunway(table, today, burns);
  const counts = instantSeries(table, 'shares_outstanding');
  return {
    /** Cash burn by reporting period, latest first. */
    burns,
    funds,
    /** Net cash from financing by reporting period. */
    financing: periodValues(table, 'financing_cash_flow'),
    /** The filing that contains the newest balance sheet. */
    balance: balanceFiling(table),
    /**
     * The filings that contain the figures, by filing day. If a company filed several of them on
     * one day, the filing with cash flows is used.
     */
    filings: new Map(
      [...table.concepts.values(), [flows]].flat(2).map((fact) => [fact.filed, filedIn(fact)]),
    ),
    /**
     * The reported share counts, converted to traded shares, oldest first. Empty if the conversion
     * ratio is unknown.
     */
    shareCounts: ratio ? counts.map(({ end, value }) => ({ end, value: value / ratio })) : [],
    /** Whether the ratio of reported shares to traded shares is unknown. */
    is_ratio_unknown: ratio === null,
    /** Filing date of the newest share count. */
    shares_filed: counts.at(-1)?.filed ?? null,
    /**
     * The newest market value of the shares that non-affiliates hold. The cover of an annual report
     * states this value.
     */
    public_float: newestInstant(table, 'public_float'),
    /** Total assets on the newest balance sheet, US dollars. */
    assets_usd: newestInstant(table, 'assets')?.value ?? null,
    /**
     * All debt on the newest balance sheet, US dollars. Our choice: debt that is not reported is
     * taken as 0.
     */
    debt_usd: debtOn(table, funds.period_end),
    /** Selling, general and administrative expense of the last twelve months, US dollars. */
    overhead_usd: overhead(table),
  };
}

/** All values that are computed from a company's reported figures. */
export type CompanyFigures = ReturnType<typeof figuresOf>;

/**
 * The filing that states the cash on the newest balance sheet. If no filing states the cash, it is
 * the filing that states the total assets.
 */
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

function overhead(table: FactTable): number | null {
  const balance = balanceSheetDate(table);
  if (!balance) return null;
  const periods = sgaPeriods(table);
  const newest = periods[0]?.end;
  if (!newest || daysBetween(newest, balance) > STALE_FLOW_DAYS) return null;
  return trailingTwelveMonths(periods);
}

/**
 * The cash runway of each company, by ticker, and whether the cash lasts until the next catalyst.
 */
export function runways(refresh: Refresh): ReadonlyMap<string, Runway> {
  const next = refresh.memo(nextCatalysts);
  return new Map(
    [...refresh.memo(companyFigures)].map(([ticker, { funds }]) => [
      ticker,
      withNextCatalyst(funds, next.get(ticker)?.formattedDate ?? null),
    ]),
  );
}

/**
 * The current number of shares outstanding by ticker, adjusted for later splits. This is the newest
 * reported count of the last nine months. If there is none, it is the newest count of a vendor in
 * these months. Null if there is no count from either source. Our choice: a vendor's count is not
 * used for depositary receipts, because it may count either the ordinary shares or the receipts.
 */
export function sharesOutstanding(refresh: Refresh): ReadonlyMap<string, number | null> {
  const stated = refresh.memo(vendorCounts);
  return new Map(
    [...refresh.memo(companyFigures)].map(([ticker, { shareCounts }]) => {
      const splits = splitsOf(refresh, ticker);
      const current = (counts: readonly ShareCount[]) =>
        currentShares(counts, splits, refresh.today);
      return [ticker, current(shareCounts) ?? current(ordinaryShares(stated.get(ticker)))];
    }),
  );
}

function ordinaryShares(counts: readonly Sourced<'share_counts'>[] = []): readonly ShareCount[] {
  if (adrFlag(counts)) return [];
  return counts.flatMap(({ date, shares_outstanding: value }) =>
    typeof value === 'number' && value > 0 ? [{ end: date, value }] : [],
  );
}

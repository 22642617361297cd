import { DAYS_PER_MONTH } from '../constants.ts';
import { daysBetween, shiftDays, shiftMonths } from '../dates.ts';
import { type BurnPeriod, burnHistory, currentBurn } from './cash-burn.ts';
import { CASH_SHARE, MAX_RUNWAY_MONTHS, STALE_MONTHS } from './constants.ts';
import {
  balanceSheetDate,
  type Concept,
  type FactTable,
  type FinancialFact,
  instantAt,
} from './financial-facts.ts';

const RESTRICTED_CASH_TAG = 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents';

/**
 * Cash runway of a company on `asOf`. `runway_months = liquid_usd / monthly_burn_usd`. The cash
 * depletion date is the date of the balance sheet plus the runway. Debt due within twelve months is
 * subtracted from the liquid assets. The burn is that of the last twelve months. If this is
 * unknown, it is the burn of the newest period. The runway is null with one of these flags:
 * `no_filing`, `no_usd_facts`, `no_balance_sheet`, `no_cash_reported`, `securities_not_reported`,
 * `funds_above_assets`, `no_cash_flow`, `stale_cash_flow`, `stale_filing`, `no_burn`,
 * `runway_over_100_years`.
 * @param table the facts filed on or before `asOf` (see `factsKnownAt`)
 * @param burns the burn history of these facts, if it is already computed
 */
export function cashRunway(
  table: FactTable,
  asOf: string,
  burns: readonly BurnPeriod[] = burnHistory(table),
) {
  const liquidity = liquidityOf(table);
  const burn = currentBurn(table, liquidity.period_end, burns);
  const months = runwayMonths(liquidity.liquid_usd, burn.monthly_burn_usd);
  const obstacles = [
    ...(isStale(liquidity.period_end, asOf) ? ['stale_filing'] : []),
    ...(burn.monthly_burn_usd !== null && burn.monthly_burn_usd <= 0 ? ['no_burn'] : []),
    ...(months !== null && months > MAX_RUNWAY_MONTHS ? ['runway_over_100_years'] : []),
  ];
  const knownMonths = obstacles.length > 0 ? null : months;
  return {
    ...liquidity,
    ...burn,
    runway_months: knownMonths,
    cash_out_date: cashOutDate(liquidity.period_end, knownMonths),
    as_of: table.as_of,
    flags: [...table.flags, ...liquidity.flags, ...burn.flags, ...obstacles],
  };
}

export type CashRunway = ReturnType<typeof cashRunway>;

/**
 * Compares a cash runway with the company's next catalyst. Our choice: a company that does not burn
 * cash has enough cash for any catalyst.
 * @param next_catalyst_date null if none is known
 */
export function withNextCatalyst(funds: CashRunway, next_catalyst_date: string | null) {
  const { cash_out_date } = funds;
  return {
    ...funds,
    next_catalyst_date,
    covers_next_catalyst: coversCatalyst(cash_out_date, next_catalyst_date, doesNotBurn(funds)),
    /** Months from the catalyst to the cash depletion date. Negative if the cash ends first. */
    months_after_catalyst:
      cash_out_date === null || next_catalyst_date === null
        ? null
        : daysBetween(next_catalyst_date, cash_out_date) / DAYS_PER_MONTH,
  };
}

export type Runway = ReturnType<typeof withNextCatalyst>;

export function runway(
  table: FactTable,
  asOf: string,
  nextCatalystDate: string | null = null,
): Runway {
  return withNextCatalyst(cashRunway(table, asOf), nextCatalystDate);
}

/**
 * `liquid / monthly burn` in months, or null if either is missing or the burn is not positive.
 */
export function runwayMonths(
  liquidUsd: number | null,
  monthlyBurnUsd: number | null,
): number | null {
  if (liquidUsd === null || monthlyBurnUsd === null || monthlyBurnUsd <= 0) return null;
  return liquidUsd / monthlyBurnUsd;
}

/**
 * Returns the months from a day to the cash depletion date: 0 if this date has passed, null if it
 * is unknown.
 */
export function monthsLeft({ cash_out_date }: Pick<Runway, 'cash_out_date'>, today: string) {
  if (cash_out_date === null) return null;
  return Math.max(0, daysBetween(today, cash_out_date)) / DAYS_PER_MONTH;
}

/**
 * Whether operations generate cash, or burn so little that the runway exceeds 100 years. False if
 * the balance sheet is too old.
 */
export function doesNotBurn({ flags }: Pick<CashRunway, 'flags'>): boolean {
  if (flags.includes('stale_filing')) return false;
  return flags.includes('no_burn') || flags.includes('runway_over_100_years');
}

/**
 * Returns the liquid assets on a day, by default the day of the newest balance sheet. Components
 * that are not reported are null.
 */
export function liquidityOf(table: FactTable, date = balanceSheetDate(table)) {
  const at = (concept: Concept) => (date === null ? null : instantAt(table, concept, date));
  const combined = at('cash') === null ? at('cash_and_short_term_investments') : null;
  const cash = at('cash') ?? combined;
  const shortTerm = combined === null ? at('short_term_investments') : null;
  const longTerm = at('long_term_investments');
  const debt = at('debt_current')?.value ?? null;
  const assets = at('assets');
  const hasSecurities = combined !== null || shortTerm !== null || longTerm !== null;
  const isPart = !hasSecurities && isBelowShare(cash, assets);
  const funds =
    cash === null || isPart ? null : cash.value + (shortTerm?.value ?? 0) + (longTerm?.value ?? 0);
  const isTooHigh = funds !== null && assets !== null && funds > assets.value;
  const gross = isTooHigh ? null : funds;
  const source = cash ?? assets;
  return {
    period_end: date,
    cash_usd: cash?.value ?? null,
    short_term_investments_usd: shortTerm?.value ?? null,
    long_term_investments_usd: longTerm?.value ?? null,
    /** Cash and marketable securities (short-term and non-current), before debt is subtracted. */
    gross_liquid_usd: gross,
    debt_due_12m_usd: debt,
    /** `gross_liquid_usd` minus `debt_due_12m_usd`, at least 0. */
    liquid_usd: gross === null ? null : Math.max(0, gross - (debt ?? 0)),
    source_form: source?.form ?? null,
    filed_at: source?.filed ?? null,
    accession: source?.accession ?? null,
    source_url: source?.source_url ?? null,
    flags: [
      ...(date === null && table.flags.length === 0 ? ['no_balance_sheet'] : []),
      ...(date !== null && cash === null ? ['no_cash_reported'] : []),
      ...(isPart ? ['securities_not_reported'] : []),
      ...(isTooHigh ? ['funds_above_assets'] : []),
      ...(cash?.tag.endsWith(RESTRICTED_CASH_TAG) ? ['cash_includes_restricted'] : []),
      ...(combined !== null ? ['short_term_investments_in_cash'] : []),
      ...(cash !== null && longTerm !== null ? ['long_term_investments_counted'] : []),
      ...(date !== null && combined === null && shortTerm === null
        ? ['no_short_term_investments_reported']
        : []),
      ...(date === null ? [] : debt === null ? ['no_debt_due_reported'] : []),
      ...(debt !== null && debt > 0 ? ['debt_due_12m_subtracted'] : []),
    ],
  };
}

/** Whether cash is such a small share of total assets that unreported securities are likely. */
function isBelowShare(cash: FinancialFact | null, assets: FinancialFact | null): boolean {
  return cash !== null && assets !== null && cash.value < CASH_SHARE * assets.value;
}

/** Whether the cash lasts until a catalyst. Null if this is unknown. */
export function coversCatalyst(
  cashOut: string | null,
  catalyst: string | null,
  burnsNothing: boolean,
): boolean | null {
  if (catalyst === null) return null;
  if (burnsNothing) return true;
  return cashOut === null ? null : cashOut >= catalyst;
}

function isStale(date: string | null, asOf: string): boolean {
  return date !== null && date < shiftMonths(asOf, -STALE_MONTHS);
}

function cashOutDate(from: string | null, months: number | null): string | null {
  if (from === null || months === null) return null;
  return shiftDays(from, Math.round(months * DAYS_PER_MONTH));
}

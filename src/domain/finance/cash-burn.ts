import { median } from 'simple-statistics';
import { daysBetween, shiftDays, shiftYears } from '../dates.ts';
import { sgaPeriods } from './expenses.ts';
import {
  type FactTable,
  type PeriodValue,
  periodValues,
  trailingTwelveMonths,
} from './financial-facts.ts';

/** One period of a company's cash burn; positive burn is money going out. */
export interface BurnPeriod {
  readonly period_start: string;
  readonly period_end: string;
  readonly months: number;
  readonly operating_cash_flow_usd: number;
  readonly capex_usd: number | null;
  readonly quarterly_burn_usd: number;
  readonly monthly_burn_usd: number;
  readonly rd_expense_usd: number | null;
  readonly sga_expense_usd: number | null;
  readonly yoy_change_pct: number | null;
  readonly one_off_inflow: boolean;
  /** Day on which the newest of the period's cash flows was filed. */
  readonly filed_at: string;
  readonly flags: readonly string[];
}

/** The burn to reckon with today, in US dollars a month; a null has its reason in `flags`. */
export interface CurrentBurn {
  readonly latest_monthly_burn_usd: number | null;
  readonly ttm_monthly_burn_usd: number | null;
  /** The larger of the two; negative or 0 where operations bring money in. */
  readonly monthly_burn_usd: number | null;
  readonly burn_basis: 'latest_quarter' | 'trailing_twelve_months' | null;
  readonly flags: readonly string[];
}

/** Our choice: burn may be at most two quarters older than the balance sheet it is held against. */
const STALE_BURN_DAYS = 200;
/** Our choice: a burn below half the usual one marks a one-off inflow (upfront, milestone). */
const ONE_OFF_SHARE = 0.5;
const USUAL_PERIODS = 4;
const USUAL_PERIODS_MIN = 3;
/** What a period's flags say about its burn itself. */
const BURN_FLAGS: readonly string[] = ['averaged_period', 'no_capex'];
/** A year earlier, give or take the days by which 52- and 53-week years move. */
const YEAR_AGO_TOLERANCE_DAYS = 10;

/**
 * Burn of each period that the facts allow, latest first.
 *
 * `burn = capex − operating cash flow`, capex as XBRL reports it (a positive payment). A period of
 * other than three months carries `averaged_period`: its year-to-date predecessor is missing and
 * `quarterly_burn_usd` is its average. Expenses and capex count only where they cover the same
 * days (`no_capex`, `no_rd_expense`, `no_sga_expense` otherwise). `yoy_change_pct` compares with
 * the period a year earlier of equal length and is null (`no_year_ago_burn`) where there is none
 * or its burn was not positive.
 */
export function burnHistory(table: FactTable): readonly BurnPeriod[] {
  const flows = periodValues(table, 'operating_cash_flow');
  const capex = samePeriods(periodValues(table, 'capex'));
  const rd = samePeriods(periodValues(table, 'rd_expense'));
  const sga = samePeriods(sgaPeriods(table));
  const rows = flows.map((flow) => burnPeriod(flow, capex(flow), rd(flow), sga(flow)));
  return rows.map((row, index) => {
    const change = yearOnYear(row, rows);
    return {
      ...row,
      yoy_change_pct: change,
      one_off_inflow: isLifted(row, rows.slice(index + 1, index + 1 + USUAL_PERIODS)),
      flags: change === null ? [...row.flags, 'no_year_ago_burn'] : row.flags,
    };
  });
}

/**
 * The conservative burn: the larger of the newest period's and the trailing twelve months'.
 *
 * Flags: `no_cash_flow`, `stale_cash_flow` (newest period ends over 200 days before the balance
 * sheet), `no_trailing_twelve_months`, `averaged_period`, `no_capex`, and `one_off_inflow` where a
 * period of the last twelve months was lifted, so that the twelve months' burn reads too low.
 */
export function currentBurn(
  table: FactTable,
  balanceDate: string | null,
  rows: readonly BurnPeriod[] = burnHistory(table),
): CurrentBurn {
  const newest = rows[0];
  if (newest === undefined) return noBurnKnown(table.flags.length > 0 ? [] : ['no_cash_flow']);
  const behindDays = balanceDate === null ? 0 : daysBetween(newest.period_end, balanceDate);
  if (behindDays > STALE_BURN_DAYS) return noBurnKnown(['stale_cash_flow']);
  const latest = newest.monthly_burn_usd;
  const ttm = trailingTwelveMonthBurn(rows);
  const yearAgo = shiftYears(newest.period_end, -1);
  const lifted = rows.some((row) => row.period_end > yearAgo && row.one_off_inflow);
  return {
    latest_monthly_burn_usd: latest,
    ttm_monthly_burn_usd: ttm,
    monthly_burn_usd: Math.max(latest, ttm ?? latest),
    burn_basis: ttm !== null && ttm > latest ? 'trailing_twelve_months' : 'latest_quarter',
    flags: [
      ...newest.flags.filter((flag) => BURN_FLAGS.includes(flag)),
      ...(ttm === null ? ['no_trailing_twelve_months'] : []),
      ...(lifted ? ['one_off_inflow'] : []),
    ],
  };
}

function noBurnKnown(flags: readonly string[]): CurrentBurn {
  return {
    latest_monthly_burn_usd: null,
    ttm_monthly_burn_usd: null,
    monthly_burn_usd: null,
    burn_basis: null,
    flags,
  };
}

function trailingTwelveMonthBurn(rows: readonly BurnPeriod[]): number | null {
  const year = trailingTwelveMonths(
    rows.map((row) => ({
      start: row.period_start,
      end: row.period_end,
      months: row.months,
      value: row.monthly_burn_usd * row.months,
    })),
  );
  return year === null ? null : year / 12;
}

function burnPeriod(
  flow: PeriodValue,
  capex: number | null,
  rd: number | null,
  sga: number | null,
): BurnPeriod {
  const monthly = ((capex ?? 0) - flow.value) / flow.months;
  return {
    period_start: flow.start,
    period_end: flow.end,
    months: flow.months,
    operating_cash_flow_usd: flow.value,
    capex_usd: capex,
    quarterly_burn_usd: monthly * 3,
    monthly_burn_usd: monthly,
    rd_expense_usd: rd,
    sga_expense_usd: sga,
    yoy_change_pct: null,
    one_off_inflow: false,
    filed_at: flow.filed,
    flags: [
      ...(flow.months === 3 ? [] : ['averaged_period']),
      ...(capex === null ? ['no_capex'] : []),
      ...(rd === null ? ['no_rd_expense'] : []),
      ...(sga === null ? ['no_sga_expense'] : []),
    ],
  };
}

/** Looks up the value for exactly the days of a cash flow. */
function samePeriods(periods: readonly PeriodValue[]): (flow: PeriodValue) => number | null {
  const values = new Map(periods.map((each) => [`${each.start}|${each.end}`, each.value]));
  return (flow) => values.get(`${flow.start}|${flow.end}`) ?? null;
}

function yearOnYear(row: BurnPeriod, rows: readonly BurnPeriod[]): number | null {
  const target = shiftYears(row.period_end, -1);
  const from = shiftDays(target, -YEAR_AGO_TOLERANCE_DAYS);
  const to = shiftDays(target, YEAR_AGO_TOLERANCE_DAYS);
  const before = rows.find(
    (each) => each.months === row.months && each.period_end >= from && each.period_end <= to,
  );
  if (before === undefined || before.monthly_burn_usd <= 0) return null;
  return (row.monthly_burn_usd / before.monthly_burn_usd - 1) * 100;
}

/** Our choice: lifted = burn below half the median of the four periods before (three needed). */
function isLifted(row: BurnPeriod, before: readonly BurnPeriod[]): boolean {
  if (before.length < USUAL_PERIODS_MIN) return false;
  const usual = median(before.map((each) => each.monthly_burn_usd));
  return usual > 0 && row.monthly_burn_usd < ONE_OFF_SHARE * usual;
}

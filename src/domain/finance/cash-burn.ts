import { median } from 'simple-statistics';
import { daysBetween, newestDay, shiftDays, shiftYears } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import {
  MIN_USUAL_PERIODS,
  ONE_OFF_SHARE,
  STALE_FLOW_DAYS,
  USUAL_PERIODS,
  YEAR_AGO_TOLERANCE_DAYS,
} from './constants.ts';
import { daysOf, sgaPeriods } from './expenses.ts';
import {
  type Concept,
  type FactTable,
  type FinancialFact,
  instantAt,
  isInstant,
  isYear,
  monthsOf,
  type PeriodValue,
  periodValues,
  trailingTwelveMonths,
  twelveMonths,
  yearToDate,
} from './financial-facts.ts';

/** The current burn in US dollars per month. If the burn is null, `flags` states the reason. */
interface CurrentBurn {
  readonly latest_monthly_burn_usd: number | null;
  readonly ttm_monthly_burn_usd: number | null;
  /**
   * The burn of the last twelve months. If it is unknown, this is the burn of the newest period. It
   * is 0 or negative if operations generate cash.
   */
  readonly monthly_burn_usd: number | null;
  readonly burn_basis: 'latest_quarter' | 'trailing_twelve_months' | null;
  readonly flags: readonly string[];
}

/** Flags of the newest period that also apply to the current burn. */
const BURN_FLAGS: readonly string[] = ['averaged_period', 'no_capex'];

const OPERATING = 'operating_cash_flow';

/** Maps each field with a twelve-month value to the concept of the value. */
const YEARS = {
  net_income_12m_usd: 'net_income',
  rd_expense_12m_usd: 'rd_expense',
  revenue_12m_usd: 'revenue',
  operating_cash_flow_12m_usd: OPERATING,
  eps_diluted_12m_usd: 'eps_diluted',
} as const;

type YearField = keyof typeof YEARS;

/** Concepts whose balance cannot exceed the total assets of the same day. */
const PARTS_OF_ASSETS = ['cash', 'short_term_investments', 'equity'] as const;

/**
 * Cash burn of each reported period, latest first. `burn = capex − operating cash flow`, with capex
 * as a positive payment. A positive burn means that the company uses up cash. A period longer than
 * three months has the flag `averaged_period`, and its `quarterly_burn_usd` is the average per
 * quarter. Capex, income, expenses and revenue are used only if they cover the same days as the
 * cash flow. If one of them is missing for these days, the period has the flag `no_capex`,
 * `no_net_income`, `no_rd_expense`, `no_sga_expense` or `no_revenue`. The fields `…_12m_usd` are
 * the values of the twelve months that end with the period. `yoy_change_pct` compares the burn with
 * the burn of the period of equal length a year earlier. It is null with the flag
 * `no_year_ago_burn` if the earlier period is missing or had no positive burn.
 */
export function burnHistory(table: FactTable) {
  const flows = periodValues(table, OPERATING);
  const periods = {
    capex_usd: periodValues(table, 'capex'),
    net_income_usd: periodValues(table, 'net_income'),
    rd_expense_usd: periodValues(table, 'rd_expense'),
    sga_expense_usd: sgaPeriods(table),
    revenue_usd: periodValues(table, 'revenue'),
    gross_profit_usd: periodValues(table, 'gross_profit'),
    operating_income_usd: periodValues(table, 'operating_income'),
    pretax_income_usd: periodValues(table, 'pretax_income'),
    income_tax_usd: periodValues(table, 'income_tax'),
  };
  const filedOn = filingDays(Object.values(periods));
  const valuesOf = samePeriods(periods);
  const years = yearsOf(table);
  const eps = (table.concepts.get('eps_diluted') ?? []).flat();
  const rows = flows.map((flow) => {
    const earned = eps.find(({ start, end }) => start === flow.start && end === flow.end);
    const year = years(flow.end);
    const values = valuesOf(flow);
    const monthly = ((values.capex_usd ?? 0) - flow.value) / flow.months;
    return {
      period_start: flow.start,
      period_end: flow.end,
      months: flow.months,
      operating_cash_flow_usd: flow.value,
      quarterly_burn_usd: monthly * 3,
      monthly_burn_usd: monthly,
      ...values,
      eps_diluted_usd: earned?.value ?? null,
      ...year.values,
      ...yearSoFar(table, flow.end),
      filed_at: newestDay(flow.filed, filedOn(flow), earned?.filed)!,
      year_filed_at: year.filed,
      flags: [
        ...(flow.months === 3 ? [] : ['averaged_period']),
        ...(values.capex_usd === null ? ['no_capex'] : []),
        ...(values.net_income_usd === null ? ['no_net_income'] : []),
        ...(values.rd_expense_usd === null ? ['no_rd_expense'] : []),
        ...(values.sga_expense_usd === null ? ['no_sga_expense'] : []),
        ...(values.revenue_usd === null ? ['no_revenue'] : []),
        ...year.flags,
      ],
    };
  });
  return rows.map((row, index) => {
    const change = yearOnYear(row, rows);
    return {
      ...row,
      yoy_change_pct: change,
      one_off_inflow: hasOneOffInflow(row, rows.slice(index + 1, index + 1 + USUAL_PERIODS)),
      flags: change === null ? [...row.flags, 'no_year_ago_burn'] : row.flags,
    };
  });
}

/** A day on which one of these concepts has a balance is treated as the day of a balance sheet. */
const BALANCES: readonly Concept[] = [
  'assets',
  'cash',
  'cash_and_short_term_investments',
  'short_term_investments',
  'liabilities',
  'equity',
];

/**
 * Net income and operating cash flow from the start of the fiscal year to a day, as reported. If
 * they are reported for different periods, the longer period is used. A value that is not reported
 * for this period is null. If the period is only a quarter, all fields are null.
 */
function yearSoFar(table: FactTable, end: string) {
  const [income, flow] = (['net_income', OPERATING] as const).map((concept) =>
    yearToDate(table, concept, end),
  );
  const [start = end] = [income?.start, flow?.start].flatMap((one) => one ?? []).sort();
  const months = monthsOf(start, end);
  const reported = (fact: FinancialFact | null | undefined) =>
    months > 3 && fact?.start === start ? fact.value : null;
  return {
    ytd_months: months > 3 ? months : null,
    net_income_ytd_usd: reported(income),
    operating_cash_flow_ytd_usd: reported(flow),
  };
}

/**
 * Returns records without a burn. Each is for a day on which no reported cash flow ends, but for
 * which a filing states a balance, a net income or a twelve-month value.
 */
export function daysWithoutFlow(table: FactTable, rows: readonly BurnPeriod[]) {
  const factsOf = (concept: Concept) => (table.concepts.get(concept) ?? []).flat();
  const flowDays = new Set(rows.map(({ period_end }) => period_end));
  const incomes = periodValues(table, 'net_income');
  const valuesOf = samePeriods({
    rd_expense_usd: periodValues(table, 'rd_expense'),
    revenue_usd: periodValues(table, 'revenue'),
  });
  const stated = [
    ...incomes,
    ...BALANCES.flatMap(factsOf).filter(isInstant),
    ...Object.values(YEARS).flatMap(factsOf).filter(isYear),
  ].filter(({ end }) => !flowDays.has(end));
  if (stated.length === 0) return [];
  const years = yearsOf(table);
  return Array.from(
    groupBy(stated, ({ end }) => end),
    ([period_end, facts]) => {
      const { values, filed, flags } = years(period_end);
      const income = incomes.find(({ end }) => end === period_end);
      return {
        period_start: income?.start ?? null,
        period_end,
        months: income?.months ?? null,
        net_income_usd: income?.value ?? null,
        ...(income ? valuesOf(income) : { rd_expense_usd: null, revenue_usd: null }),
        ...values,
        ...yearSoFar(table, period_end),
        filed_at: newestDay(...facts.map((fact) => fact.filed))!,
        year_filed_at: filed,
        flags: ['no_cash_flow', ...flags],
      };
    },
  );
}

/**
 * Computes the current burn: the burn of the last twelve months. If it is unknown, the burn of the
 * newest period is used. Flags: `no_cash_flow`, `stale_cash_flow`, `no_trailing_twelve_months`,
 * `averaged_period`, `no_capex`, and `one_off_inflow` if a one-off inflow makes the burn of the
 * twelve months too low.
 */
export function currentBurn(
  table: FactTable,
  balanceDate: string | null,
  rows: readonly BurnPeriod[] = burnHistory(table),
): CurrentBurn {
  const newest = rows[0];
  if (newest === undefined) return noBurnKnown(table.flags.length > 0 ? [] : ['no_cash_flow']);
  const behindDays = balanceDate === null ? 0 : daysBetween(newest.period_end, balanceDate);
  if (behindDays > STALE_FLOW_DAYS) return noBurnKnown(['stale_cash_flow']);
  const latest = newest.monthly_burn_usd;
  const ttm = trailingTwelveMonthBurn(rows);
  const yearAgo = shiftYears(newest.period_end, -1);
  const hasInflow = rows.some((row) => row.period_end > yearAgo && row.one_off_inflow);
  return {
    latest_monthly_burn_usd: latest,
    ttm_monthly_burn_usd: ttm,
    monthly_burn_usd: ttm ?? latest,
    burn_basis: ttm === null ? 'latest_quarter' : 'trailing_twelve_months',
    flags: [
      ...newest.flags.filter((flag) => BURN_FLAGS.includes(flag)),
      ...(ttm === null ? ['no_trailing_twelve_months'] : []),
      ...(hasInflow ? ['one_off_inflow'] : []),
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

/** The cash burn of a company in one period. */
export type BurnPeriod = ReturnType<typeof burnHistory>[number];

interface Burn {
  readonly period_end: string;
  readonly months: number;
  readonly monthly_burn_usd: number;
}

/**
 * Returns a function that finds the twelve-month values that end on a day. The flag `restated` is
 * set if `isOther` is true for one of the values (see `twelveMonths`), or if a balance exceeds the
 * total assets of the day.
 */
function yearsOf(table: FactTable) {
  const fields = Object.keys(YEARS) as YearField[];
  const readers = fields.map((field) => [field, twelveMonths(table, YEARS[field])] as const);
  return (end: string) => {
    const years = readers.map(([field, read]) => [field, read(end)] as const);
    const assets = instantAt(table, 'assets', end)?.value ?? Number.POSITIVE_INFINITY;
    const exceeds = (concept: Concept) => (instantAt(table, concept, end)?.value ?? 0) > assets;
    const isRestated = years.some(([, { isOther }]) => isOther) || PARTS_OF_ASSETS.some(exceeds);
    const values = Object.fromEntries(years.map(([field, { value }]) => [field, value]));
    return {
      values: values as Readonly<Record<YearField, number | null>>,
      filed: newestDay(...years.map(([, { filed }]) => filed)),
      flags: isRestated ? ['restated'] : [],
    };
  };
}

/**
 * Returns a function that finds the filing day of a cash flow. It is the newest filing day of all
 * values for exactly the same days, because a later report may restate one of them.
 */
function filingDays(lists: readonly (readonly PeriodValue[])[]) {
  const newest = new Map<string, string>();
  for (const one of lists.flat()) {
    newest.set(daysOf(one), newestDay(newest.get(daysOf(one)), one.filed)!);
  }
  return (flow: PeriodValue) => newest.get(daysOf(flow));
}

/**
 * Returns a function that reads the values of a period from the lists. A value must cover exactly
 * the days of the period. If a list has no such value, the result for this list is null.
 */
function samePeriods<Name extends string>(lists: Readonly<Record<Name, readonly PeriodValue[]>>) {
  const names = Object.keys(lists) as Name[];
  const byDays = names.map((name) => {
    const values = new Map(lists[name].map((each) => [daysOf(each), each.value]));
    return [name, values] as const;
  });
  return (period: PeriodValue) =>
    Object.fromEntries(
      byDays.map(([name, values]) => [name, values.get(daysOf(period)) ?? null]),
    ) as Readonly<Record<Name, number | null>>;
}

function yearOnYear(row: Burn, rows: readonly Burn[]): number | null {
  const target = shiftYears(row.period_end, -1);
  const from = shiftDays(target, -YEAR_AGO_TOLERANCE_DAYS);
  const to = shiftDays(target, YEAR_AGO_TOLERANCE_DAYS);
  const before = rows.find(
    (each) => each.months === row.months && each.period_end >= from && each.period_end <= to,
  );
  if (before === undefined || before.monthly_burn_usd <= 0) return null;
  return (row.monthly_burn_usd / before.monthly_burn_usd - 1) * 100;
}

function hasOneOffInflow(row: Burn, before: readonly Burn[]): boolean {
  if (before.length < MIN_USUAL_PERIODS) return false;
  const usual = median(before.map((each) => each.monthly_burn_usd));
  return usual > 0 && row.monthly_burn_usd < ONE_OFF_SHARE * usual;
}

import { describe, expect, it } from 'vitest';
import {
  burnHistory,
  currentBurn,
  daysWithoutFlow,
} from '../../../src/domain/finance/cash-burn.ts';
import { type FinancialFact, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import {
  cashRunway,
  doesNotBurn,
  monthsLeft,
  withNextCatalyst,
} from '../../../src/domain/finance/runway.ts';
import { balance, flow, yearOf2025 } from '../fact-builders.ts';

const AS_OF = '2026-04-01';
const OPERATING = 'us-gaap:NetCashProvidedByUsedInOperatingActivities';
const YEAR_END = '2025-12-31';
const FILED = '2026-03-01';

const tableOf = (facts: readonly FinancialFact[]) => factsKnownAt(facts, AS_OF);
const runwayOf = (facts: readonly FinancialFact[]) => cashRunway(tableOf(facts), AS_OF);

/** Flags of a company that reports neither securities nor debt. */
const UNREPORTED = ['no_short_term_investments_reported', 'no_debt_due_reported'] as const;

const QUARTERS = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
] as const;

/** Separately reported quarters, the last of which ends with 2025. */
function quarters(burns: readonly number[], tag = OPERATING): FinancialFact[] {
  return burns.map((burn, at) => {
    const number = 2026 * 4 - burns.length + at;
    const [start, end] = QUARTERS[number % 4]!;
    const year = Math.floor(number / 4);
    return flow(tag, `${year}-${start}`, `${year}-${end}`, -burn, FILED);
  });
}

describe('the cash runway', () => {
  it('has the sources of its figures', () => {
    const source_url = 'https://filings.example/10-K';
    const facts = yearOf2025(120, [-20, -40, -60, -90]).map((one) => ({ ...one, source_url }));
    expect(runwayOf(facts)).toEqual({
      period_end: YEAR_END,
      cash_usd: 120,
      short_term_investments_usd: null,
      long_term_investments_usd: null,
      gross_liquid_usd: 120,
      debt_due_12m_usd: null,
      liquid_usd: 120,
      source_form: '10-Q',
      filed_at: FILED,
      accession: `0000000000-${FILED}`,
      source_url,
      latest_monthly_burn_usd: 10,
      ttm_monthly_burn_usd: 7.5,
      monthly_burn_usd: 7.5,
      burn_basis: 'trailing_twelve_months',
      runway_months: 16,
      cash_out_date: '2027-05-02',
      as_of: FILED,
      flags: [...UNREPORTED, 'no_capex'],
    });
  });

  const year = yearOf2025(100, [-30, -60, -90, -120]);
  const at = (tag: string, value: number) => balance(tag, YEAR_END, value, FILED);
  const withoutCash = year.filter(({ tag }) => !tag.endsWith('CarryingValue'));
  const RESTRICTED = 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents';

  it.each([
    [
      'securities of both kinds',
      [
        ...year,
        at('MarketableSecuritiesCurrent', 30),
        at('MarketableSecuritiesNoncurrent', 20),
        at('LongTermDebtCurrent', 0),
      ],
      {
        short_term_investments_usd: 30,
        long_term_investments_usd: 20,
        gross_liquid_usd: 150,
        debt_due_12m_usd: 0,
        liquid_usd: 150,
        flags: ['long_term_investments_counted', 'no_capex'],
      },
    ],
    [
      'more debt than money',
      [...year, at('LongTermDebtCurrent', 101)],
      {
        gross_liquid_usd: 100,
        debt_due_12m_usd: 101,
        liquid_usd: 0,
        runway_months: 0,
        cash_out_date: YEAR_END,
        flags: ['no_short_term_investments_reported', 'debt_due_12m_subtracted', 'no_capex'],
      },
    ],
    [
      'restricted cash',
      [...withoutCash, at(RESTRICTED, 70)],
      {
        cash_usd: 70,
        flags: ['cash_includes_restricted', ...UNREPORTED, 'no_capex'],
      },
    ],
    [
      'cash and investments in one',
      [
        ...withoutCash,
        at('CashCashEquivalentsAndShortTermInvestments', 90),
        at('ShortTermInvestments', 60),
      ],
      {
        cash_usd: 90,
        short_term_investments_usd: null,
        gross_liquid_usd: 90,
        flags: ['short_term_investments_in_cash', 'no_debt_due_reported', 'no_capex'],
      },
    ],
    [
      'a balance sheet without cash',
      [...withoutCash, at('MarketableSecuritiesNoncurrent', 20)],
      {
        period_end: YEAR_END,
        cash_usd: null,
        long_term_investments_usd: 20,
        gross_liquid_usd: null,
        liquid_usd: null,
        filed_at: FILED,
        source_form: '10-Q',
        runway_months: null,
        cash_out_date: null,
        flags: ['no_cash_reported', ...UNREPORTED, 'no_capex'],
      },
    ],
    [
      'no balance sheet',
      year.filter(({ start }) => start),
      {
        period_end: null,
        filed_at: null,
        accession: null,
        source_form: null,
        source_url: null,
        monthly_burn_usd: 10,
        flags: ['no_balance_sheet', 'no_capex'],
      },
    ],
    [
      'no cash flow',
      year.filter(({ start }) => !start),
      {
        cash_usd: 100,
        latest_monthly_burn_usd: null,
        ttm_monthly_burn_usd: null,
        monthly_burn_usd: null,
        burn_basis: null,
        runway_months: null,
        flags: [...UNREPORTED, 'no_cash_flow'],
      },
    ],
    ['no facts', [], { as_of: null, monthly_burn_usd: null, flags: ['no_filing'] }],
  ] as const)('of a company with %s', (_, facts, expected) => {
    expect(runwayOf(facts)).toMatchObject(expected);
  });

  it('covers every catalyst if the company burns no cash, unless its filing is stale', () => {
    const saving = tableOf(yearOf2025(100, [5, 10, 15, 20]));
    const fresh = withNextCatalyst(cashRunway(saving, AS_OF), '2040-01-01');
    expect(fresh).toMatchObject({
      next_catalyst_date: '2040-01-01',
      covers_next_catalyst: true,
      months_after_catalyst: null,
    });
    const old = withNextCatalyst(cashRunway(saving, '2027-01-01'), '2040-01-01');
    expect(old).toMatchObject({ covers_next_catalyst: null, months_after_catalyst: null });
    expect(old.flags.slice(-2)).toEqual(['stale_filing', 'no_burn']);
    const unlimited = ['no_burn', 'runway_over_100_years'];
    for (const flag of unlimited) expect(doesNotBurn({ flags: [flag] })).toBe(true);
    expect(doesNotBurn({ flags: [...unlimited, 'stale_filing'] })).toBe(false);
    expect(doesNotBurn({ flags: ['no_cash_flow'] })).toBe(false);
  });

  it.each([
    [null, null],
    ['2026-03-01', 0],
    ['2026-04-01', 0],
    // 61 days ÷ 30.436875 days per month.
    ['2026-06-01', 2.00415],
  ])('that ends on %s has %s months left', (cash_out_date, months) => {
    const left = monthsLeft({ cash_out_date }, AS_OF);
    if (months === null) expect(left).toBeNull();
    else expect(left).toBeCloseTo(months, 5);
  });
});

const PRETAX =
  'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest';

describe('the burn of a quarter', () => {
  it('is capital expenditure minus operating cash flow', () => {
    const [newest] = burnHistory(
      tableOf([
        ...quarters([30, 33]),
        ...quarters([-2], 'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment'),
        ...quarters([-20], 'ResearchAndDevelopmentExpense'),
        ...quarters([-5], 'Revenues'),
        ...quarters([7, 8, 9, 10], 'NetIncomeLoss'),
        ...quarters([9], PRETAX),
        ...quarters([-1], 'IncomeTaxExpenseBenefit'),
      ]),
    );
    expect(newest).toEqual({
      period_start: '2025-10-01',
      period_end: YEAR_END,
      months: 3,
      operating_cash_flow_usd: -33,
      capex_usd: 2,
      quarterly_burn_usd: 35,
      monthly_burn_usd: 35 / 3,
      net_income_usd: -10,
      rd_expense_usd: 20,
      sga_expense_usd: null,
      revenue_usd: 5,
      gross_profit_usd: null,
      operating_income_usd: null,
      // Pretax income includes 1 of income that is not from operations.
      pretax_income_usd: -9,
      income_tax_usd: 1,
      eps_diluted_usd: null,
      eps_diluted_12m_usd: null,
      // 7 + 8 + 9 + 10. Only one quarter of the other two is reported.
      net_income_12m_usd: -34,
      rd_expense_12m_usd: null,
      revenue_12m_usd: null,
      operating_cash_flow_12m_usd: null,
      ytd_months: null,
      net_income_ytd_usd: null,
      operating_cash_flow_ytd_usd: null,
      yoy_change_pct: null,
      one_off_inflow: false,
      filed_at: FILED,
      year_filed_at: FILED,
      flags: ['no_sga_expense', 'no_year_ago_burn'],
    });
  });

  it('has earnings per share as reported, and never a sum or a difference', () => {
    const eps = (start: string, end: string, value: number) => ({
      ...flow('EarningsPerShareDiluted', start, end, value, FILED),
      unit: 'USD/shares',
    });
    const facts = [
      ...quarters([30, 33]),
      eps('2025-01-01', '2025-09-30', -0.7),
      eps('2025-07-01', '2025-09-30', -0.25),
      eps('2025-01-01', YEAR_END, -1.1),
    ];
    const [newest, before] = burnHistory(tableOf(facts));
    expect(newest).toMatchObject({ eps_diluted_usd: null, eps_diluted_12m_usd: -1.1 });
    expect(before).toMatchObject({ eps_diluted_usd: -0.25, eps_diluted_12m_usd: null });
    // A later report restates one value: the filing of the row is that report.
    const restated = { ...facts.at(-1)!, value: -0.2, filed: AS_OF };
    const [row] = burnHistory(tableOf([...facts, restated]));
    expect(row).toMatchObject({ eps_diluted_12m_usd: -0.2, year_filed_at: AS_OF });
    expect(newest?.filed_at).toBe(FILED);
  });

  it('has the figures of a short first fiscal year, and an income of a day without a cash flow', () => {
    const first = '2025-04-27';
    const income = (start: string, end: string, value: number) =>
      flow('NetIncomeLoss', start, end, value, FILED);
    const flows = [flow(OPERATING, first, '2025-09-30', -36, FILED)];
    const year = [flow(OPERATING, first, YEAR_END, -47, FILED), income(first, YEAR_END, -53)];
    expect(burnHistory(tableOf([...flows, ...year]))[0]).toMatchObject({
      months: 3,
      operating_cash_flow_usd: -11,
      net_income_12m_usd: null,
      ytd_months: 8,
      net_income_ytd_usd: -53,
      operating_cash_flow_ytd_usd: -47,
    });
    expect(daysWithoutFlow(tableOf([income('2025-07-01', '2025-09-30', -22)]), [])).toMatchObject([
      { period_end: '2025-09-30', months: 3, net_income_usd: -22, ytd_months: null },
    ]);
  });

  it('has no sum of twelve months over quarters of two companies', () => {
    // After a reverse merger, the reports of 2025 state the quarters of 2024 of the other company.
    const of2024 = quarters([1, 1, 1, 1, 50, 50, 50, 50]).slice(0, 4);
    const restated = of2024.slice(2).map((one) => ({ ...one, value: -40, filed: AS_OF }));
    const facts = [...quarters([50, 50, 50, 50]), ...of2024, ...restated];
    const rows = burnHistory(tableOf(facts));
    // The twelve months to June 2025 are -50 - 50 - 40 - 40. Earlier ones include the other company.
    const sums = rows.map((row) => row.operating_cash_flow_12m_usd).slice(0, 5);
    expect(sums).toEqual([-200, -190, -180, null, null]);
    const marked = rows.map(({ flags }) => flags.includes('restated')).slice(0, 5);
    expect(marked).toEqual([false, false, false, true, true]);
  });

  it('has the reported income of the year, which may differ from the sum of quarters', () => {
    const year = { ...quarters([40], 'NetIncomeLoss')[0]!, start: '2025-01-01' };
    const facts = [...quarters([30, 33]), ...quarters([7, 8, 9, 10], 'NetIncomeLoss'), year];
    const [newest, before] = burnHistory(tableOf(facts));
    expect(newest).toMatchObject({ net_income_usd: -10, net_income_12m_usd: -40 });
    // A later proxy statement has the loss without its sign.
    const proxy = { ...year, value: 40, filed: AS_OF, form: 'DEF 14A' };
    expect(burnHistory(tableOf([...facts, proxy]))[0]?.net_income_12m_usd).toBe(-40);
    // The quarters before 2025 are not reported.
    expect(before).toMatchObject({ net_income_usd: -9, net_income_12m_usd: null });
  });

  it.each([
    // The quarters add up to 34. The limit is 20% of the year.
    [-42, false],
    [-43, true],
    [-28, true],
    [-29, false],
  ])('marks quarters that differ from a year of %d: %s', (value, isRestated) => {
    const income = quarters([7, 8, 9, 10], 'NetIncomeLoss');
    const year = { ...income.at(-1)!, start: '2025-01-01', value };
    const [row] = burnHistory(tableOf([...quarters([30]), ...income, year]));
    expect(row?.net_income_12m_usd).toBe(value);
    expect(row?.flags.includes('restated')).toBe(isRestated);
    // The quarters of another tag may differ in scope.
    const other = { ...year, tag: 'us-gaap:ProfitLoss' };
    const [unmarked] = burnHistory(tableOf([...quarters([30]), ...income, other]));
    expect(unmarked).toMatchObject({ net_income_12m_usd: value });
    expect(unmarked?.flags).not.toContain('restated');
  });

  it.each([
    // Each row has the burn of the previous year, the current burn and the change in percent.
    [3, 3, 0],
    [1.5, 3, 100],
    [30, -15, -150],
    [0, 3, null],
    [-3, 3, null],
  ])('changes from %d a year before to %d by %s %%', (before, now, change) => {
    const [newest] = burnHistory(tableOf(quarters([before, 1, 1, 1, now])));
    expect(newest?.yoy_change_pct).toBe(change);
    expect(newest?.flags.includes('no_year_ago_burn')).toBe(change === null);
  });

  it.each([
    // The usual burn is the median of the four quarters before.
    [[100, 100, 100, 100, 100, 10, 10, 10, 10, 8], false],
    [[1, 1, 1, 1, 1, 40, 10, 10, 40, 12], true],
    // Three quarters before are enough and two are too few.
    [[30, 30, 30, 14.9], true],
    [[30, 30, 30, 15], false],
    [[30, 30, 1], false],
    // A company that generates cash has no one-off inflow.
    [[-10, -10, -10, -10, -30], false],
    [[0, 0, 0, 0, -30], false],
  ])('of the quarters %j has a one-off inflow: %s', (burns, isOneOff) => {
    expect(burnHistory(tableOf(quarters(burns)))[0]?.one_off_inflow).toBe(isOneOff);
  });

  it('counts over the trailing twelve months, where the quarters make them up', () => {
    const burnOf = (burns: readonly number[]) => currentBurn(tableOf(quarters(burns)), YEAR_END);
    expect(burnOf([30, 30, 30, 30])).toEqual({
      latest_monthly_burn_usd: 10,
      ttm_monthly_burn_usd: 10,
      monthly_burn_usd: 10,
      burn_basis: 'trailing_twelve_months',
      flags: ['no_capex'],
    });
    expect(burnOf([60, 30, 30, 30])).toMatchObject({
      ttm_monthly_burn_usd: 12.5,
      monthly_burn_usd: 12.5,
      burn_basis: 'trailing_twelve_months',
    });
    expect(burnOf([30, 30, 30])).toEqual({
      latest_monthly_burn_usd: 10,
      ttm_monthly_burn_usd: null,
      monthly_burn_usd: 10,
      burn_basis: 'latest_quarter',
      flags: ['no_capex', 'no_trailing_twelve_months'],
    });
    // The burn does not need a balance sheet.
    expect(currentBurn(tableOf(quarters([30])), null).monthly_burn_usd).toBe(10);
  });
});

it.each([
  ['EUR', ['no_usd_facts']],
  ['USD', []],
])('facts in %s have the flags %j', (unit, flags) => {
  const assets = { ...balance('us-gaap:Assets', YEAR_END, 1, FILED), unit };
  const shares = balance('dei:EntityCommonStockSharesOutstanding', YEAR_END, 1, FILED);
  expect(tableOf([assets, { ...shares, unit: 'shares' }]).flags).toEqual(flags);
});

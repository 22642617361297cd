import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { burnHistory, currentBurn } from '../../../src/domain/finance/cash-burn.ts';
import { type FinancialFact, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { runway, runwayMonths } from '../../../src/domain/finance/runway.ts';
import { balance, flow, yearOf2025 } from '../fact-builders.ts';

const AS_OF = '2026-04-01';
const FILED = '2026-03-01';
const QUARTER_ENDS = ['03-31', '06-30', '09-30', '12-31'];
const CAPEX = 'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment';
const OPERATING = 'us-gaap:NetCashProvidedByUsedInOperatingActivities';

const runwayOf = (facts: readonly FinancialFact[], asOf = AS_OF, catalyst: string | null = null) =>
  runway(factsKnownAt(facts, asOf), asOf, catalyst);

describe('published cases of runwayMonths', () => {
  it.each([
    ['200 at 25 a quarter is 8 quarters', 200, 25 / 3, 24],
    ['50 at 10 a quarter is 15 months', 50, 10 / 3, 15],
    ['500 at 40 a quarter is 37.5 months', 500, 40 / 3, 37.5],
    ['30 at 15 a quarter is 6 months', 30, 15 / 3, 6],
  ])('%s', (_, liquid, burn, months) => {
    expect(runwayMonths(liquid, burn)).toBeCloseTo(months, 9);
  });

  it('CIK 1411906, 10-Q of 2019-09-30: 8.0 and −10.6 in nine months is 6.7925 months', () => {
    const result = runwayOf(
      [
        balance('Assets', '2019-09-30', 9, '2019-11-14'),
        balance('CashAndCashEquivalentsAtCarryingValue', '2019-09-30', 8, '2019-11-14'),
        flow(OPERATING, '2019-01-01', '2019-09-30', -10.6, '2019-11-14'),
      ],
      '2019-12-01',
    );
    expect(result.runway_months).toBeCloseTo(6.7925, 4);
    expect(result.flags).toContain('averaged_period');
    expect(result.flags).toContain('no_trailing_twelve_months');
  });
});

describe('runway', () => {
  it('counts capital expenditure as burn and securities as liquid', () => {
    // Liquid 100 + 30 + 20 = 150. Q4: 15 + (8 − 5) = 18, 6 a month; twelve months (60 + 8) / 12
    // = 5.67. 150 / 5.67 = 26.47.
    const result = runwayOf([
      ...yearOf2025(100, [-15, -30, -45, -60]),
      balance('MarketableSecuritiesCurrent', '2025-12-31', 30, FILED),
      balance('MarketableSecuritiesNoncurrent', '2025-12-31', 20, FILED),
      ...[1, 3, 5, 8].map((value, index) =>
        flow(CAPEX, '2025-01-01', `2025-${QUARTER_ENDS[index]}`, value, FILED),
      ),
    ]);
    expect(result.gross_liquid_usd).toBe(150);
    expect(result.ttm_monthly_burn_usd).toBeCloseTo(68 / 12, 12);
    expect(result.runway_months).toBeCloseTo(26.4706, 4);
    expect(result.flags).not.toContain('no_capex');
  });

  it.each([
    // Cash of 24.9 of 100 leaves three quarters of the assets unexplained.
    [24.9, [], null],
    [25, [], 25],
    [24.9, ['MarketableSecuritiesNoncurrent'], 29.9],
    [95, ['MarketableSecuritiesNoncurrent'], 100],
    // Together 101 of 100.
    [96, ['MarketableSecuritiesNoncurrent'], null, 'funds_above_assets'],
  ])(
    'knows the liquid assets at cash of %s and securities %j: %s',
    (cash, tags, gross, flag = 'securities_not_reported') => {
      const at = (tag: string, value: number) => balance(tag, '2025-12-31', value, FILED);
      const result = runwayOf([
        ...yearOf2025(100, [-3, -6, -9, -12]).filter(({ start }) => start),
        at('Assets', 100),
        at('CashAndCashEquivalentsAtCarryingValue', cash),
        ...tags.map((tag) => at(tag, 5)),
      ]);
      expect(result.gross_liquid_usd).toBe(gross);
      expect(result.runway_months === null).toBe(gross === null);
      expect(result.flags.includes(flag)).toBe(gross === null);
    },
  );

  it.each(['CurrentPortionOfLongtermBorrowings', 'ShorttermBorrowings'])(
    'reads debt due of an IFRS filer: %s',
    (tag) => {
      const debt = balance(`ifrs-full:${tag}`, '2025-12-31', 20, FILED);
      const result = runwayOf([...yearOf2025(120, [-30, -60, -90, -120]), debt]);
      expect(result).toMatchObject({ debt_due_12m_usd: 20, liquid_usd: 100 });
    },
  );

  it('does not add securities of an older balance sheet', () => {
    const old = balance('ShortTermInvestments', '2021-12-31', 999, '2022-03-01');
    const result = runwayOf([...yearOf2025(120, [-30, -60, -90, -120]), old]);
    expect(result.short_term_investments_usd).toBeNull();
    expect(result.gross_liquid_usd).toBe(120);
    expect(result.flags).toContain('no_short_term_investments_reported');
  });

  it('states whether the cash lasts until the next catalyst', () => {
    const facts = yearOf2025(120, [-30, -60, -90, -120]);
    // The cash ends on 2026-12-31, so it covers a catalyst on that day but not on the next.
    const onTheDay = runwayOf(facts, AS_OF, '2026-12-31');
    expect(onTheDay).toMatchObject({ covers_next_catalyst: true, months_after_catalyst: 0 });
    expect(runwayOf(facts, AS_OF, '2027-01-01').covers_next_catalyst).toBe(false);
    const short = runwayOf(facts, AS_OF, '2027-03-02');
    expect(short.covers_next_catalyst).toBe(false);
    // 2026-12-31 to 2027-03-02 is 61 days: 61 / 30.436875 = 2.0041 months short.
    expect(short.months_after_catalyst).toBeCloseTo(-2.0041, 4);
    expect(runwayOf(facts).covers_next_catalyst).toBeNull();
  });

  it('is null if the filing or the cash flow is stale', () => {
    const facts = yearOf2025(120, [-30, -60, -90, -120]);
    expect(runwayOf(facts, '2026-09-30').runway_months).toBe(12);
    const early = facts.filter(({ start, end }) => !start || end < '2025-06-01');
    const [filing, flow] = [runwayOf(facts, '2026-10-01'), runwayOf(early)];
    expect([filing.runway_months, flow.runway_months]).toEqual([null, null]);
    expect(filing.flags).toContain('stale_filing');
    expect(flow.flags).toContain('stale_cash_flow');
  });

  it('is null beyond 100 years', () => {
    // With a burn of 1 a month, 1,200 months are exactly 100 years.
    const runwayWith = (cash: number) => runwayOf(yearOf2025(cash, [-3, -6, -9, -12]));
    expect(runwayWith(1200).runway_months).toBe(1200);
    expect(runwayWith(1201)).toMatchObject({ runway_months: null, cash_out_date: null });
    expect(runwayWith(1201).flags).toContain('runway_over_100_years');
  });
});

describe('burnHistory', () => {
  it('has a flag for each missing expense', () => {
    const general = flow('GeneralAndAdministrativeExpense', '2025-10-01', '2025-12-31', 9, FILED);
    const facts = [...yearOf2025(500, [-36, -66, -72, -105]), general];
    expect(burnHistory(factsKnownAt(facts, AS_OF))[0]).toMatchObject({
      quarterly_burn_usd: 33,
      capex_usd: null,
      sga_expense_usd: 9,
      flags: ['no_capex', 'no_net_income', 'no_rd_expense', 'no_revenue', 'no_year_ago_burn'],
    });
  });

  it('flags a one-off inflow of the last twelve months, but not an older one', () => {
    // All quarters burn 30, except one with 6; the newest quarter ends on 2024-12-31.
    const withInflow = (year: string, quarter: number) =>
      ['2022', '2023', '2024'].flatMap((each) => {
        let spent = 0;
        return QUARTER_ENDS.map((end, index) => {
          spent += each === year && index === quarter ? 6 : 30;
          return flow(OPERATING, `${each}-01-01`, `${each}-${end}`, -spent, '2025-03-01');
        });
      });
    const burnOf = (facts: readonly FinancialFact[]) =>
      currentBurn(factsKnownAt(facts, '2025-03-01'), '2024-12-31').flags;
    expect(burnOf(withInflow('2024', 0))).toContain('one_off_inflow');
    expect(burnOf(withInflow('2023', 3))).not.toContain('one_off_inflow');
  });

  it.each([
    ['2024-12-20', null],
    ['2024-12-21', 10],
    ['2025-01-10', 10],
    ['2025-01-11', null],
  ])(
    'compares a quarter with one that ends within ten days of a year before: %s',
    (end, change) => {
      // The burn grew by 33 / 30 − 1 = 10 %.
      const facts = [
        flow(OPERATING, shiftDays(end, -91), end, -30, '2025-03-01'),
        flow(OPERATING, '2025-10-01', '2025-12-31', -33, FILED),
      ];
      const [newest] = burnHistory(factsKnownAt(facts, AS_OF));
      expect(newest?.period_end).toBe('2025-12-31');
      if (change === null) expect(newest?.yoy_change_pct).toBeNull();
      else expect(newest?.yoy_change_pct).toBeCloseTo(change, 9);
    },
  );

  it('flags a cash flow that ends more than 200 days before the balance sheet as stale', () => {
    // 2025-06-30 to 2026-01-16 are 200 days.
    const facts = [flow(OPERATING, '2025-04-01', '2025-06-30', -30, '2025-08-01')];
    const flagsAt = (day: string) => currentBurn(factsKnownAt(facts, AS_OF), day).flags;
    expect(flagsAt('2026-01-16')).not.toContain('stale_cash_flow');
    expect(flagsAt('2026-01-17')).toEqual(['stale_cash_flow']);
  });
});

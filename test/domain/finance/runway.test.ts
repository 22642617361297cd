import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { burnHistory, currentBurn } from '../../../src/domain/finance/cash-burn.ts';
import { type FinancialFact, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { runway, runwayMonths } from '../../../src/domain/finance/runway.ts';
import fc from '../../support/properties.ts';
import { balance, flow, yearOf2025 } from '../fact-builders.ts';

const AS_OF = '2026-04-01';
const QUARTER_ENDS = ['03-31', '06-30', '09-30', '12-31'];
const CAPEX = 'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment';
const OPERATING = 'us-gaap:NetCashProvidedByUsedInOperatingActivities';

/** Values from the start of a year to the end of each quarter. */
const yearToDate = (tag: string, year: string, values: readonly number[], filed: string) =>
  values.map((value, index) =>
    flow(tag, `${year}-01-01`, `${year}-${QUARTER_ENDS[index]}`, value, filed),
  );

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

  it('decreases with the burn', () => {
    const burn = fc.double({ min: 0.01, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(burn, burn, (a, b) => {
        // Two burns that differ in their last bits give the same quotient.
        fc.pre(a * (1 + 1e-9) < b);
        expect(runwayMonths(1e9, a)!).toBeGreaterThan(runwayMonths(1e9, b)!);
      }),
    );
  });
});

describe('runway', () => {
  it('counts capital expenditure as burn and securities as liquid', () => {
    // Liquid 100 + 30 + 20 = 150. Q4: 15 + (8 − 5) = 18, 6 a month; twelve months (60 + 8) / 12
    // = 5.67. 150 / 5.67 = 26.47.
    const result = runwayOf([
      ...yearOf2025(100, [-15, -30, -45, -60]),
      balance('MarketableSecuritiesCurrent', '2025-12-31', 30, '2026-03-01'),
      balance('MarketableSecuritiesNoncurrent', '2025-12-31', 20, '2026-03-01'),
      ...yearToDate(CAPEX, '2025', [1, 3, 5, 8], '2026-03-01'),
    ]);
    expect(result.gross_liquid_usd).toBe(150);
    expect(result.ttm_monthly_burn_usd).toBeCloseTo(68 / 12, 12);
    expect(result.runway_months).toBeCloseTo(26.4706, 4);
    expect(result.flags).not.toContain('no_capex');
  });

  it.each([
    // Cash of 24.9 of 100 leaves three quarters of the assets unexplained.
    [24.9, [], null, true],
    [25, [], 25, false],
    [24.9, ['MarketableSecuritiesNoncurrent'], 29.9, false],
  ])(
    'knows the liquid assets at cash of %s and securities %j: %s',
    (cash, tags, gross, isFlagged) => {
      const at = (tag: string, value: number) => balance(tag, '2025-12-31', value, '2026-03-01');
      const result = runwayOf([
        ...yearOf2025(100, [-3, -6, -9, -12]).filter(({ start }) => start),
        at('Assets', 100),
        at('CashAndCashEquivalentsAtCarryingValue', cash),
        ...tags.map((tag) => at(tag, 5)),
      ]);
      expect(result.gross_liquid_usd).toBe(gross);
      expect(result.runway_months === null).toBe(isFlagged);
      expect(result.flags.includes('securities_not_reported')).toBe(isFlagged);
    },
  );

  it.each(['CurrentPortionOfLongtermBorrowings', 'ShorttermBorrowings'])(
    'reads debt due of an IFRS filer: %s',
    (tag) => {
      const debt = balance(`ifrs-full:${tag}`, '2025-12-31', 20, '2026-03-01');
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

  it('has a flag for each missing input', () => {
    const facts = yearOf2025(120, [-30, -60, -90, -120]);
    const cases: readonly (readonly [readonly FinancialFact[], string, string])[] = [
      [[], AS_OF, 'no_filing'],
      [facts, '2026-10-01', 'stale_filing'],
      [facts.filter((fact) => !fact.start), AS_OF, 'no_cash_flow'],
      [facts.filter((fact) => !/Cash.*At/.test(fact.tag)), AS_OF, 'no_cash_reported'],
      [facts.filter((fact) => !fact.start || fact.end < '2025-06-01'), AS_OF, 'stale_cash_flow'],
      [facts.filter((fact) => fact.start), AS_OF, 'no_balance_sheet'],
    ];
    for (const [given, asOf, flag] of cases) {
      const result = runwayOf(given, asOf);
      expect(result.flags).toContain(flag);
      expect(result.runway_months).toBeNull();
      expect(result.cash_out_date).toBeNull();
    }
    expect(runwayOf(facts, '2026-09-30').runway_months).toBe(12);
  });

  it('is null beyond 100 years', () => {
    // With a burn of 1 a month, 1,200 months are exactly 100 years.
    const runwayWith = (cash: number) => runwayOf(yearOf2025(cash, [-3, -6, -9, -12]));
    expect(runwayWith(1200).runway_months).toBe(1200);
    expect(runwayWith(1201)).toMatchObject({ runway_months: null, cash_out_date: null });
    expect(runwayWith(1201).flags).toContain('runway_over_100_years');
  });

  it('is not changed by a fact filed after asOf', () => {
    const facts = yearOf2025(120, [-30, -60, -90, -120]);
    const later = flow(OPERATING, '2026-01-01', '2026-03-31', -99, '2026-05-10');
    expect(runwayOf([...facts, later])).toEqual(runwayOf(facts));
    expect(runwayOf([...facts, later], '2026-05-10').latest_monthly_burn_usd).toBe(33);
  });
});

describe('burnHistory', () => {
  const facts = [
    ...yearToDate(OPERATING, '2024', [-30, -60, -90, -120], '2025-03-01'),
    ...yearOf2025(500, [-36, -66, -72, -105]),
    flow('ResearchAndDevelopmentExpense', '2025-10-01', '2025-12-31', 21, '2026-03-01'),
    flow('GeneralAndAdministrativeExpense', '2025-10-01', '2025-12-31', 9, '2026-03-01'),
  ];
  const rows = burnHistory(factsKnownAt(facts, AS_OF));

  it('has the newest quarter with its expenses', () => {
    expect(rows[0]).toMatchObject({
      period_end: '2025-12-31',
      months: 3,
      operating_cash_flow_usd: -33,
      capex_usd: null,
      quarterly_burn_usd: 33,
      monthly_burn_usd: 11,
      rd_expense_usd: 21,
      sga_expense_usd: 9,
    });
    expect(rows[0]?.flags).toEqual(['no_capex', 'no_net_income', 'no_revenue']);
  });

  it('compares a quarter with the quarter a year before', () => {
    // 33 / 30 − 1 = 10 %; 36 / 30 − 1 = 20 %; there is no quarter before 2024.
    expect(rows[0]?.yoy_change_pct).toBeCloseTo(10, 9);
    expect(rows[3]?.yoy_change_pct).toBeCloseTo(20, 9);
    expect(rows[7]?.yoy_change_pct).toBeNull();
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
      const [newest] = burnHistory(
        factsKnownAt(
          [
            balance('us-gaap:Assets', '2025-12-31', 500, '2026-03-01'),
            flow(OPERATING, shiftDays(end, -91), end, -30, '2025-03-01'),
            flow(OPERATING, '2025-10-01', '2025-12-31', -33, '2026-03-01'),
          ],
          AS_OF,
        ),
      );
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

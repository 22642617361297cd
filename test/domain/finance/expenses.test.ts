import { describe, expect, it } from 'vitest';
import { burnHistory } from '../../../src/domain/finance/cash-burn.ts';
import { sgaPeriods } from '../../../src/domain/finance/expenses.ts';
import { factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { flow } from '../fact-builders.ts';

const QUARTERS = [
  ['2026-01-01', '2026-03-31', '2026-05-05'],
  ['2026-04-01', '2026-06-30', '2026-08-05'],
] as const;

/** Expenses of a quarter by tag. */
const quarter = (at: 0 | 1, figures: Readonly<Record<string, number>>) => {
  const [start, end, filed] = QUARTERS[at];
  return Object.entries(figures).map(([tag, value]) => flow(tag, start, end, value, filed));
};

const values = (...facts: readonly ReturnType<typeof flow>[]) =>
  sgaPeriods(factsKnownAt(facts, '2026-12-01')).map(({ end, value }) => [end, value]);

describe('selling, general and administrative expense', () => {
  it('is the reported total', () => {
    const facts = quarter(0, { SellingGeneralAndAdministrativeExpense: 50 });
    expect(values(...facts)).toEqual([['2026-03-31', 50]]);
  });

  it('is the sum of separate selling and general expenses, latest first', () => {
    const facts = [
      ...quarter(0, { GeneralAndAdministrativeExpense: 20, SellingAndMarketingExpense: 34 }),
      ...quarter(1, { GeneralAndAdministrativeExpense: 21 }),
    ];
    expect(values(...facts)).toEqual([
      ['2026-06-30', 21],
      ['2026-03-31', 54],
    ]);
  });

  it('is the sum of the IFRS tags', () => {
    const facts = quarter(0, { AdministrativeExpense: 8, DistributionCosts: 3 });
    expect(values(...facts)).toEqual([['2026-03-31', 11]]);
  });

  it('is not a total below its parts, and not selling expense without general expense', () => {
    const total = { SellingGeneralAndAdministrativeExpense: 15 };
    expect(values(...quarter(0, { ...total, GeneralAndAdministrativeExpense: 85 }))).toEqual([
      ['2026-03-31', 85],
    ]);
    expect(values(...quarter(0, { SellingAndMarketingExpense: 9 }))).toEqual([]);
  });

  it('is part of the burn history of the same period', () => {
    const facts = quarter(0, {
      NetCashProvidedByUsedInOperatingActivities: -90,
      GeneralAndAdministrativeExpense: 20,
      SellingAndMarketingExpense: 34,
    });
    const table = factsKnownAt(facts, '2026-12-01');
    expect(burnHistory(table)[0]).toMatchObject({ sga_expense_usd: 54 });
  });
});

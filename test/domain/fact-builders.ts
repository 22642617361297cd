import type { FinancialFact } from '../../src/domain/finance/financial-facts.ts';

export function balance(tag: string, end: string, value: number, filed: string): FinancialFact {
  return { tag, unit: 'USD', end, value, form: '10-Q', filed, accession: `0000000000-${filed}` };
}

export function flow(
  tag: string,
  start: string,
  end: string,
  value: number,
  filed: string,
): FinancialFact {
  return { ...balance(tag, end, value, filed), start };
}

const CASH = 'us-gaap:CashAndCashEquivalentsAtCarryingValue';
const OPERATING = 'us-gaap:NetCashProvidedByUsedInOperatingActivities';

/** Facts of a calendar-year company: cash flows of 2025 by year to date, and the balance sheet. */
export function yearOf2025(cashUsd: number, yearToDate: readonly number[]): FinancialFact[] {
  const ends = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31'];
  const filings = ['2025-05-10', '2025-08-10', '2025-11-10', '2026-03-01'];
  return [
    balance('us-gaap:Assets', '2025-12-31', 2 * cashUsd, '2026-03-01'),
    balance(CASH, '2025-12-31', cashUsd, '2026-03-01'),
    ...yearToDate.map((value, index) =>
      flow(OPERATING, '2025-01-01', ends[index]!, value, filings[index]!),
    ),
  ];
}

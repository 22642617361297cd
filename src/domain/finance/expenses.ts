import { compareText } from '../compare-text.ts';
import { newestDay } from '../dates.ts';
import { type FactTable, type PeriodValue, periodValues } from './financial-facts.ts';

/**
 * Selling, general and administrative expense of each period, latest first. Our choice: if the
 * reported total and the sum of selling and general expense differ, the larger one is used, because
 * some companies tag only a part as the total. Selling expense alone is not used.
 */
export function sgaPeriods(table: FactTable): readonly PeriodValue[] {
  const selling = new Map(periodValues(table, 'selling_expense').map((one) => [daysOf(one), one]));
  const parts = periodValues(table, 'general_expense').map((general) =>
    withSelling(general, selling.get(daysOf(general))),
  );
  const byEnd = new Map<string, PeriodValue>();
  for (const period of [...periodValues(table, 'sga_expense'), ...parts]) {
    const held = byEnd.get(period.end);
    if (held === undefined || isBetter(period, held)) byEnd.set(period.end, period);
  }
  return [...byEnd.values()].sort((a, b) => compareText(b.end, a.end));
}

function withSelling(general: PeriodValue, selling: PeriodValue | undefined): PeriodValue {
  if (!selling) return general;
  return {
    ...general,
    value: general.value + selling.value,
    filed: newestDay(general.filed, selling.filed)!,
    differenced: general.differenced || selling.differenced,
  };
}

/**
 * Whether a period is preferred to another that ends on the same day. The shorter period is
 * preferred. If both are equally long, the period with the larger value is preferred.
 */
function isBetter(period: PeriodValue, other: PeriodValue): boolean {
  return period.months === other.months ? period.value > other.value : period.months < other.months;
}

/** A key for a period, made of its first and last day. */
export function daysOf({ start, end }: PeriodValue): string {
  return `${start}|${end}`;
}

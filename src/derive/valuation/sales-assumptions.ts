import { newestDay } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isActive } from '../../domain/programs/active.ts';
import type { Fact } from '../../facts/fact-kinds.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from '../programs/drug-program.ts';
import { drugKey, programs } from '../programs/programs.ts';

/**
 * A sales assumption. It is imported, or it is derived from the consensus of a vendor
 * (`isConsensus`).
 */
export type Assumption = Fact<'sales_assumptions'> & { readonly isConsensus?: true };

/**
 * The sales assumption of each program. Our choice: if no assumption is imported and the program is
 * the company's only active one, its peak sales are the highest yearly sales in a vendor's
 * consensus for the company. With several active programs, the consensus cannot be divided among
 * them.
 */
export function salesAssumptions(refresh: Refresh): ReadonlyMap<string, Assumption> {
  const stated = refresh.facts.all('sales_assumptions').map((one) => [salesKey(one), one] as const);
  return new Map([...consensusSales(refresh), ...stated]);
}

function consensusSales({ facts, memo }: Refresh): readonly (readonly [string, Assumption])[] {
  const estimates = facts.all('sales_estimates');
  if (estimates.length === 0) return [];
  const byTicker = groupBy(estimates, ({ ticker }) => ticker);
  const active = groupBy(memo(programs).filter(isActive), ({ ticker }) => ticker);
  return [...byTicker].flatMap(([ticker, own]) => {
    const [only, ...others] = active.get(ticker) ?? [];
    const peak = Math.max(0, ...own.map(({ revenue_usd }) => revenue_usd ?? 0));
    if (!only || others.length > 0 || peak === 0) return [];
    const { drug_name, indication } = only;
    const assumed_date = newestDay(...own.map(({ seen_date }) => seen_date));
    const assumption = { ticker, drug_name, indication, peak_sales_usd: peak, assumed_date };
    return [[salesKey(only), { ...assumption, isConsensus: true }] as const];
  });
}

export function salesKey(one: Pick<Program, 'ticker' | 'drug_name' | 'indication'>): string {
  return `${drugKey(one.ticker, one.drug_name)} ${one.indication.trim().toLowerCase()}`;
}

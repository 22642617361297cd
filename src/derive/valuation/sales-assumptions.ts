import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from '../programs/drug-program.ts';
import { drugKey } from '../programs/programs.ts';

export function salesAssumptions({
  facts,
}: Refresh): ReadonlyMap<string, Sourced<'sales_assumptions'>> {
  const known = facts.all('sales_assumptions');
  return new Map(known.map((one) => [salesKey(one), one]));
}

export function salesKey(one: Pick<Program, 'ticker' | 'drug_name' | 'indication'>): string {
  return `${drugKey(one.ticker, one.drug_name)} ${one.indication.trim().toLowerCase()}`;
}

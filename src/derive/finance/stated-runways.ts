import { newestDay } from '../../domain/dates.ts';
import type { FactTable } from '../../domain/finance/financial-facts.ts';
import { type StatedRunway, statedRunway } from '../../domain/finance/stated-runway.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Refresh } from '../computation.ts';
import { quotedStatements } from '../text-statements.ts';
import { factTables } from './financials.ts';

/** The newest statement of each company on how long its cash lasts, by ticker. */
export function statedRunways(refresh: Refresh): ReadonlyMap<string, StatedRunway> {
  const stated = refresh.memo(quotedStatements).filter(({ type }) => type === 'stated_runway');
  const tables = refresh.memo(factTables);
  return new Map(
    [...groupBy(stated, ({ ticker }) => ticker)].flatMap(([ticker, own]) => {
      const table = tables.get(ticker);
      const newest = statedRunway(own, refresh.today, table ? yearEndOf(table) : null);
      return newest ? [[ticker, newest] as const] : [];
    }),
  );
}

/** Last month of the fiscal year, taken from the balance sheet of the newest annual report. */
function yearEndOf(table: FactTable): number | null {
  const annual = (table.concepts.get('assets') ?? [])
    .flat()
    .filter(({ form }) => /^(?:10-K|20-F|40-F)/.test(form ?? ''));
  const newest = newestDay(...annual.map(({ end }) => end));
  return newest === null ? null : Number(newest.slice(5, 7));
}

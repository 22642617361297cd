import type { Companies } from '../../sources/company-notes.ts';
import type { SourceContext, SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { chainOf, NO_CHAIN } from './chains.ts';

export interface ContextParts {
  readonly database: Database;
  readonly companies: Companies;
  readonly since: string;
  readonly now: number;
}

/**
 * Creates the context of a source.
 * @param page the list (`chain`) whose page is requested, and the newest cursor of this list. The
 * cursor might not be stored yet. Absent if the request is not for a page of a list.
 */
export function contextOf(
  { database, companies, since, now }: ContextParts,
  { name }: Pick<SyncSource, 'name'>,
  page?: { readonly chain: string; readonly cursor: string | undefined },
): SourceContext {
  return {
    cursorOf(chain = NO_CHAIN) {
      const { cursor, pending } = chainOf(database, name, chain);
      const newest = chain === page?.chain ? (page.cursor ?? pending ?? cursor) : cursor;
      return newest ?? undefined;
    },
    now,
    since,
    companies,
    cusips: () => cusipsOf(database, companies),
  };
}

/** Returns all current and former CUSIPs of the synced companies' shares. */
function cusipsOf(database: Database, { universe }: Companies): ReadonlySet<string> {
  const own = universe.flatMap(({ ticker, formerTickers = [] }) => [
    ticker,
    ...formerTickers.map((former) => former.ticker),
  ]);
  const tickers = JSON.stringify(own);
  const sql = `SELECT DISTINCT json_extract(record, '$.cusip') AS cusip FROM facts
    WHERE kind = 'securities' AND json_extract(record, '$.ticker') IN (SELECT value FROM json_each(?))`;
  const rows = statement(database, sql).all(tickers) as { cusip: string }[];
  return new Set(rows.map(({ cusip }) => cusip));
}

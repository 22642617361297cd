import type { Companies } from '../../sources/company-notes.ts';
import type { SourceContext, SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { sourceState } from './source-states.ts';

export interface ContextParts {
  readonly database: Database;
  readonly companies: Companies;
  readonly since: string;
  readonly now: number;
}

/** What a source may know of the store. @param cursor newer than the one that it last left */
export function contextOf(
  { database, companies, since, now }: ContextParts,
  { name }: Pick<SyncSource, 'name'>,
  cursor?: string,
): SourceContext {
  return {
    cursor: cursor ?? sourceState(database, name).cursor ?? undefined,
    now,
    since,
    companies,
    cusips: () => cusipsOf(database, companies),
  };
}

/** CUSIPs of all times of the shares that members bear, as lists name them under any ticker. */
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

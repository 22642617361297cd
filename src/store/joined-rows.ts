import type { Endpoint, Join, Joined } from '../catalogue/endpoint.ts';
import { constraintsOn } from './clauses.ts';
import type { Database } from './database.ts';
import type { Row } from './served-order.ts';
import { tablesOf } from './served-tables.ts';

/**
 * Returns the records of an endpoint that combines the records of other endpoints. The combined
 * records are built from the stored records of these endpoints, so that all endpoints show the same
 * values. During a refresh, an endpoint's new table in the temporary database is read instead of
 * its stored table.
 */
export function joinedRows(
  database: Database,
  { from: [first, ...others], computed }: Joined,
  today: string,
): readonly Row[] {
  const rows = valuesByTicker(database, first, today);
  const rest = others.map((join) => valuesByTicker(database, join, today));
  return [...rows].map(([ticker, own]) => {
    const row: Row = Object.assign({ ticker }, own, ...rest.map((values) => values.get(ticker)));
    const more = Object.entries(computed).map(([name, { of, value }]) => {
      const values = of.map((field) => row[field] ?? null);
      return [name, values.includes(null) ? null : value(values, today)];
    });
    return { ...row, ...Object.fromEntries(more) };
  });
}

/** Returns, for each ticker, the values that an endpoint contributes to the combined records. */
function valuesByTicker(
  database: Database,
  { endpoint, fields, only = () => true, take }: Join,
  today: string,
): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>();
  for (const row of recordsOf(database, endpoint, today)) {
    const { ticker } = row;
    if (typeof ticker !== 'string') continue;
    const own = found.get(ticker);
    if (take === 'count') {
      const count = only(row, today) ? 1 : 0;
      const counted = Object.keys(fields).map((name) => [name, Number(own?.[name] ?? 0) + count]);
      found.set(ticker, Object.fromEntries(counted));
    } else if (only(row, today) && (own === undefined || take === 'last')) {
      const values = Object.entries(fields).map(([name, field]) => [name, row[field] ?? null]);
      found.set(ticker, Object.fromEntries(values));
    }
  }
  return found;
}

/** Reads the records that an endpoint serves on a day, in the default order of the endpoint. */
function* recordsOf(database: Database, endpoint: Endpoint, today: string): Generator<Row> {
  const { search, stored } = tablesOf(endpoint);
  const clauses = constraintsOn(endpoint, today);
  const where = clauses.map(({ sql }) => ` AND ${sql}`).join('');
  const rows = database
    .prepare(
      `SELECT record FROM ${search} JOIN ${stored} USING (position)
       WHERE position >= 0${where} ORDER BY position`,
    )
    .iterate(...clauses.flatMap(({ values }) => values));
  for (const { record } of rows as Iterable<{ record: string }>) yield JSON.parse(record) as Row;
}

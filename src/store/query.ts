import { type Constraint, type Endpoint, pageSize } from '../endpoint.ts';
import type { Column, Condition } from '../params.ts';
import type { Query, RecordPage } from '../sources/source.ts';
import { columnName, ordersOf } from './columns.ts';
import { type Database, inSnapshot } from './database.ts';
import { isOnLead, type RankRange, rankRange } from './rank-range.ts';
import { quote, tablesOf } from './served-store.ts';
import { type Clause, statement } from './statements.ts';
import { type Matching, matchingTerms, ranksBearing } from './terms.ts';

/** More records than any collection holds. */
const everything = 1_000_000_000;

/** What is asked of the search table, taken apart by how it is found there. */
interface Search {
  readonly endpoint: Endpoint;
  /** Where the records lie that pass every bound on the field by which they are sorted. */
  readonly range: RankRange;
  readonly others: readonly Clause[];
  readonly matching: readonly Matching[];
  /** The column of the order asked for. */
  readonly order: string;
  readonly size: number;
  readonly skip: number;
}

/** Answers a query from the served tables of an endpoint. */
export async function runQuery(
  database: Database,
  endpoint: Endpoint,
  query: Query,
): Promise<RecordPage> {
  const matching = await matchingOf(database, endpoint, query);
  return inSnapshot(database, () => {
    const search = searchOf(database, endpoint, query, matching);
    const alone = search.others.length === 0 && search.order === 'rank';
    if (!alone) return pageOfSearch(database, search);
    return matching.length === 0 ? pageOfRange(database, search) : pageOfMatches(database, search);
  });
}

/** The values of a column, each once; text only. */
export function distinctValues(database: Database, endpoint: Endpoint, column: Column): string[] {
  const name = quote(columnName(column));
  const { search } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT DISTINCT ${name} AS value FROM ${search} WHERE typeof(${name}) = 'text'`,
  ).all() as { value: string }[];
  return rows.map(({ value }) => value);
}

async function matchingOf(
  database: Database,
  endpoint: Endpoint,
  { conditions }: Query,
): Promise<readonly Matching[]> {
  const matching: Matching[] = [];
  for (const condition of conditions) {
    if (condition.is !== 'matching') continue;
    const { column, matcher } = condition;
    matching.push({ column, ids: await matchingTerms(database, endpoint, column.field, matcher) });
  }
  return matching;
}

function searchOf(
  database: Database,
  endpoint: Endpoint,
  query: Query,
  matching: readonly Matching[],
): Search {
  const conditions = [
    ...(endpoint.constraints ?? []).map((one) => conditionOf(one, query.today)),
    ...query.conditions,
  ];
  const onLead: Clause[] = [];
  const others: Clause[] = [];
  for (const condition of conditions) {
    if (condition.is === 'matching') continue;
    (isOnLead(endpoint, condition) ? onLead : others).push(clauseOf(condition));
  }
  const paged = endpoint.paging === 'pages';
  return {
    endpoint,
    range: rankRange(database, endpoint, onLead),
    others,
    matching,
    order: orderColumn(endpoint, query.order),
    size: paged ? pageSize : (query.maximum ?? everything),
    skip: paged ? (query.page - 1) * pageSize : 0,
  };
}

/** Neighbours in the default order: nothing has to be searched or counted. */
function pageOfRange(database: Database, { endpoint, range, size, skip }: Search): RecordPage {
  const { stored } = tablesOf(endpoint);
  const total = Math.max(0, range.last - range.first + 1);
  const rows = statement(
    database,
    `SELECT record FROM ${stored} WHERE rank BETWEEN ? AND ? ORDER BY rank LIMIT ?`,
  ).all(range.first + skip, range.last, size);
  return pageOf(endpoint, rows, total);
}

/** Records that bear matching terms, in the default order. */
function pageOfMatches(database: Database, search: Search): RecordPage {
  const { endpoint, range, matching } = search;
  const { stored } = tablesOf(endpoint);
  const { ranks, total } = ranksBearing(database, endpoint, range, matching, search);
  const rows = statement(
    database,
    `SELECT record FROM ${stored} WHERE rank IN (SELECT value FROM json_each(?)) ORDER BY rank`,
  ).all(JSON.stringify(ranks));
  return pageOf(endpoint, rows, total);
}

/** Any search, by SQL. */
function pageOfSearch(database: Database, search: Search): RecordPage {
  const { endpoint, range, others, matching, order, size, skip } = search;
  const clauses: Clause[] = [
    ...(range.isPart ? [{ sql: 'rank BETWEEN ? AND ?', values: [range.first, range.last] }] : []),
    ...others,
    ...matching.map(({ column, ids }) => ({
      sql: `${quote(columnName(column))} IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(ids)],
    })),
  ];
  const where = clauses.length > 0 ? `WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : '';
  const values = clauses.flatMap((clause) => clause.values);
  const { search: table, stored } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT record FROM (SELECT rank, ${order} AS place FROM ${table} ${where}
       ORDER BY place LIMIT ? OFFSET ?) JOIN ${stored} USING (rank) ORDER BY place`,
  ).all(...values, size, skip);
  // A page that is not full is the last one: the whole needs no counting.
  const isLast = rows.length < size && (rows.length > 0 || skip === 0);
  if (isLast) return pageOf(endpoint, rows, skip + rows.length);
  const counted = statement(database, `SELECT count(*) AS total FROM ${table} ${where}`);
  return pageOf(endpoint, rows, (counted.get(...values) as { total: number }).total);
}

function pageOf(endpoint: Endpoint, rows: readonly unknown[], total: number): RecordPage {
  const records = rows.map((row) => (row as { record: string }).record);
  return { records, total: endpoint.paging === 'pages' ? total : records.length };
}

function orderColumn(endpoint: Endpoint, chosen: string | undefined): string {
  const [first] = ordersOf(endpoint)[0] ?? ['default'];
  return chosen === undefined || chosen === first ? 'rank' : quote(`order:${chosen}`);
}

function conditionOf(constraint: Constraint, today: string): Condition {
  const column: Column = { field: constraint.field, as: 'value' };
  switch (constraint.is) {
    case 'one of':
      return { is: 'one of', column, values: constraint.values };
    case 'today or later':
      return { is: 'at least', column, value: today };
    case 'today or earlier':
      return { is: 'at most', column, value: today };
    case 'before today':
      return { is: 'below', column, value: today };
  }
}

function clauseOf(condition: Exclude<Condition, { is: 'matching' }>): Clause {
  const name = quote(columnName(condition.column));
  switch (condition.is) {
    case 'equal':
      return { sql: `${name} = ?`, values: [condition.value] };
    case 'at least':
      return { sql: `${name} >= ?`, values: [condition.value] };
    case 'at most':
      return { sql: `${name} <= ?`, values: [condition.value] };
    case 'above':
      return { sql: `${name} > ?`, values: [condition.value] };
    case 'below':
      return { sql: `${name} < ?`, values: [condition.value] };
    case 'one of':
      return {
        sql: `${name} IN (${condition.values.map(() => '?').join(', ')})`,
        values: condition.values,
      };
    case 'starting with': {
      const { value } = condition;
      return { sql: `${name} >= ? AND ${name} < ?`, values: [value, `${value}\u{10ffff}`] };
    }
  }
}

import { type Constraint, type Endpoint, pageSize } from '../endpoint.ts';
import type { Column, Condition } from '../params.ts';
import type { Matcher } from '../patterns.ts';
import type { Query, RecordPage } from '../sources/source.ts';
import { columnName, ordersOf } from './columns.ts';
import type { Database } from './database.ts';
import { quote, tablesOf, termsTable } from './served-store.ts';

/** How long a scan of terms holds the event loop before it lets others in, milliseconds. */
const scanSlice = 5;
const termsAtOnce = 256;

type Value = string | number;
interface Clause {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Answers a query from the served tables of an endpoint. */
export async function runQuery(
  database: Database,
  endpoint: Endpoint,
  query: Query,
): Promise<RecordPage> {
  const clauses: Clause[] = (endpoint.constraints ?? []).map((one) => bound(one, query.today));
  for (const condition of query.conditions) {
    clauses.push(await clauseOf(database, endpoint, condition));
  }
  const where = clauses.length > 0 ? `WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : '';
  const values = clauses.flatMap((clause) => clause.values);
  const { search, stored } = tablesOf(endpoint);
  const total = statement(database, `SELECT count(*) AS total FROM ${search} ${where}`).get(
    ...values,
  ) as { total: number };
  const order = orderColumn(endpoint, query.order);
  const [size, skip] =
    endpoint.paging === 'pages'
      ? [pageSize, (query.page - 1) * pageSize]
      : [query.maximum ?? total.total, 0];
  if (skip >= total.total) return { records: [], total: total.total };
  const rows = statement(
    database,
    `SELECT record FROM (SELECT rank, ${order} AS place FROM ${search} ${where}
       ORDER BY place LIMIT ? OFFSET ?) JOIN ${stored} USING (rank) ORDER BY place`,
  ).all(...values, size, skip) as unknown as { record: string }[];
  const records = rows.map(({ record }) => record);
  return { records, total: endpoint.paging === 'pages' ? total.total : records.length };
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

function orderColumn(endpoint: Endpoint, chosen: string | undefined): string {
  const [first] = ordersOf(endpoint)[0] ?? ['default'];
  return chosen === undefined || chosen === first ? 'rank' : quote(`order:${chosen}`);
}

function bound(constraint: Constraint, today: string): Clause {
  const column: Column = { field: constraint.field, as: 'value' };
  if (constraint.is === 'one of') return among(column, constraint.values);
  const operator = { 'today or earlier': '<=', 'today or later': '>=', 'before today': '<' };
  return compare(column, operator[constraint.is], today);
}

async function clauseOf(
  database: Database,
  endpoint: Endpoint,
  condition: Condition,
): Promise<Clause> {
  const { column } = condition;
  switch (condition.is) {
    case 'equal':
      return compare(column, '=', condition.value);
    case 'at least':
      return compare(column, '>=', condition.value);
    case 'at most':
      return compare(column, '<=', condition.value);
    case 'above':
      return compare(column, '>', condition.value);
    case 'below':
      return compare(column, '<', condition.value);
    case 'one of':
      return among(column, condition.values);
    case 'starting with': {
      const name = quote(columnName(column));
      const { value } = condition;
      return { sql: `${name} >= ? AND ${name} < ?`, values: [value, `${value}\u{10ffff}`] };
    }
    case 'matching': {
      const ids = await matchingTerms(
        database,
        termsTable(endpoint, column.field),
        condition.matcher,
      );
      return {
        sql: `${quote(columnName(column))} IN (SELECT value FROM json_each(?))`,
        values: [JSON.stringify(ids)],
      };
    }
  }
}

function compare(column: Column, operator: string, value: Value): Clause {
  return { sql: `${quote(columnName(column))} ${operator} ?`, values: [value] };
}

function among(column: Column, values: readonly string[]): Clause {
  const marks = values.map(() => '?').join(', ');
  return { sql: `${quote(columnName(column))} IN (${marks})`, values };
}

/**
 * The ids of the values that a pattern matches. A plain word is left to SQLite; a pattern is tried
 * on each distinct value in slices, so that other callers are served between them.
 */
async function matchingTerms(
  database: Database,
  table: string,
  matcher: Matcher,
): Promise<number[]> {
  if (matcher.literal !== undefined) {
    const found = statement(database, `SELECT id FROM ${table} WHERE instr(folded, ?) > 0`);
    return (found.all(matcher.literal) as { id: number }[]).map(({ id }) => id);
  }
  const some = statement(
    database,
    `SELECT id, value FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const ids: number[] = [];
  let last = 0;
  let sliceEnd = performance.now() + scanSlice;
  for (;;) {
    const terms = some.all(last, termsAtOnce) as { id: number; value: string }[];
    for (const { id, value } of terms) if (matcher.test(value)) ids.push(id);
    if (terms.length < termsAtOnce) return ids;
    last = terms.at(-1)?.id ?? last;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + scanSlice;
  }
}

const statements = new WeakMap<Database, Map<string, ReturnType<Database['prepare']>>>();

/** A prepared statement, prepared once a database. Their number is bounded by the catalogue's. */
function statement(database: Database, sql: string): ReturnType<Database['prepare']> {
  let known = statements.get(database);
  if (!known) {
    known = new Map();
    statements.set(database, known);
  }
  const ready = known.get(sql) ?? database.prepare(sql);
  known.set(sql, ready);
  return ready;
}

import { atOnce, type Scan } from '../base/turns.ts';
import { type Endpoint, type Order, ordersOf, pageSize } from '../catalogue/endpoint.ts';
import type { Column, Condition } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import { type Clause, clauseOf, conditionOf, type ValueCondition } from './clauses.ts';
import { type Database, inSnapshot } from './database.ts';
import { dateNotices } from './date-moves.ts';
import { columnName, movableDate, quote, tablesOf } from './served-tables.ts';
import { statement } from './statements.ts';
import { matchingTerms, rowTerms } from './terms.ts';

/** A limit larger than any number of records. */
const EVERYTHING = 1_000_000_000;

/** A page of records and the total number of matching records. */
interface Page {
  readonly records: readonly string[];
  readonly total: number;
  /** Notices about the dates of the records on the page. */
  readonly notices?: readonly string[];
  /** Ticker parameters that do not match records without a ticker (see `RecordPage`). */
  readonly unassigned?: readonly string[];
}

/** Row positions of a page in the requested order, and the total number of matching rows. */
interface Found {
  readonly positions: readonly number[];
  readonly total: number;
}

interface Matching {
  readonly column: Column;
  readonly ids: readonly number[];
}

/** A range of row positions, including both ends. It is empty if `last` is less than `first`. */
interface PositionRange {
  readonly first: number;
  readonly last: number;
}

/** A query on the search table, split by how each part is evaluated. */
interface Search {
  readonly endpoint: Endpoint;
  /** Conditions on the primary sort key. Matching rows are adjacent in the default order. */
  readonly bounds: readonly Clause[];
  readonly others: readonly Clause[];
  readonly matching: readonly Matching[];
  /** The position column of the requested order. */
  readonly order: string;
  readonly size: number;
  readonly skip: number;
}

/**
 * Runs a query on the served tables of an endpoint. `scan` first matches the patterns. All later
 * steps read one state of the database.
 */
export async function runQuery(
  database: Database,
  endpoint: Endpoint,
  query: Query,
  scan: Scan = atOnce,
): Promise<Page> {
  const matching = await matchingOf(database, endpoint, query, scan);
  return inSnapshot(database, () => {
    const { positions, total } = find(database, searchOf(endpoint, query, matching));
    const records = readRecords(database, endpoint, positions);
    const notices = noticesOf(database, endpoint, query, { matching, positions });
    const unassigned = unassignedOf(database, endpoint, query, total);
    return {
      records,
      total: endpoint.paging === 'pages' ? total : records.length,
      ...(notices.length > 0 ? { notices } : {}),
      ...(unassigned.length > 0 ? { unassigned } : {}),
    };
  });
}

/** The matching terms of each pattern in a query. */
export async function matchingOf(
  database: Database,
  endpoint: Endpoint,
  { conditions }: Query,
  scan: Scan,
): Promise<readonly Matching[]> {
  const matching: Matching[] = [];
  for (const condition of conditions) {
    if (condition.is !== 'matching') continue;
    const { column, matcher } = condition;
    matching.push({ column, ids: await matchingTerms(database, endpoint, column, matcher, scan) });
  }
  return matching;
}

/** For a query with `as_of`: notices about records whose date was different on that day. */
function noticesOf(
  database: Database,
  endpoint: Endpoint,
  { conditions, page, today }: Query,
  { matching, positions }: { matching: readonly Matching[]; positions: readonly number[] },
): readonly string[] {
  const known = conditions.find((one) => one.is === 'at most' && one.movable !== undefined);
  const field = movableDate(endpoint);
  if (known?.is !== 'at most' || field === undefined) return [];
  const stated = conditions.filter((one) => one.is !== 'matching');
  const ofDate = (one: ValueCondition) => one.column.field === field && one.column.as === 'value';
  const constraints = (endpoint.constraints ?? []).map((one) => conditionOf(one, today));
  return dateNotices(database, endpoint, {
    asOf: String(known.value),
    positions,
    bounds: stated.filter(ofDate),
    constraints: constraints.filter(ofDate),
    others: [
      ...[...stated, ...constraints].filter((one) => !ofDate(one)).map(clauseOf),
      ...matching.map(termClause),
    ],
    isFirstPage: page === 1,
  });
}

/**
 * Returns the ticker parameters that matched no record, or that have several values, if some record
 * of the endpoint has no ticker.
 */
function unassignedOf(
  database: Database,
  endpoint: Endpoint,
  { arguments: given, conditions }: Query,
  total: number,
): readonly string[] {
  const { search } = tablesOf(endpoint);
  return Object.entries(endpoint.parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'filter' || parameter.subject !== 'ticker') return [];
    const names = parameter.columns.map(columnName);
    const own = conditions.find(
      ({ is, column }) => is !== 'matching' && names.includes(columnName(column)),
    );
    if (given[name] === undefined || parameter.required || !own) return [];
    if (total > 0 && own.is !== 'one of') return [];
    const column = quote(columnName(own.column));
    const sql = `SELECT EXISTS (SELECT 1 FROM ${search} WHERE ${column} IS NULL) AS found`;
    const { found } = statement(database, sql).get() as { found: number };
    return found === 1 ? [name] : [];
  });
}

function readRecords(
  database: Database,
  endpoint: Endpoint,
  positions: readonly number[],
): readonly string[] {
  if (positions.length === 0) return [];
  const { stored } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT position, record FROM ${stored}
     WHERE position IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(positions)) as unknown as { position: number; record: string }[];
  const records = new Map(rows.map(({ position, record }) => [position, record]));
  return positions.map((position) => records.get(position)!);
}

/** Splits a query by how its parts are evaluated. */
export function searchOf(endpoint: Endpoint, query: Query, matching: readonly Matching[]): Search {
  const constraints = (endpoint.constraints ?? []).map((one) => conditionOf(one, query.today));
  const bounds: Clause[] = [];
  const others: Clause[] = [];
  for (const condition of [...constraints, ...query.conditions]) {
    if (condition.is === 'matching') continue;
    (boundsPrimaryKey(endpoint, condition) ? bounds : others).push(clauseOf(condition));
  }
  const paged = endpoint.paging === 'pages';
  return {
    endpoint,
    bounds,
    others,
    matching,
    order: orderColumn(endpoint, query.order),
    size: paged ? pageSize : (query.maximum ?? EVERYTHING),
    skip: paged ? (query.page - 1) * pageSize : 0,
  };
}

function find(database: Database, search: Search): Found {
  if (search.others.length > 0 || search.order !== 'position') return findBySql(database, search);
  return search.matching.length === 0
    ? neighbours(database, search)
    : findByTerms(database, search);
}

/**
 * Finds a page when matching rows are adjacent in the default order. No search or count is needed.
 */
function neighbours(database: Database, search: Search): Found {
  const { size, skip } = search;
  const { first, last } = rangeOf(database, search);
  const total = last - first + 1;
  const length = Math.max(0, Math.min(size, total - skip));
  return { positions: Array.from({ length }, (_, at) => first + skip + at), total };
}

/** Finds a page of the rows that match every pattern, in the default order. */
function findByTerms(database: Database, search: Search): Found {
  const { endpoint, matching, skip, size } = search;
  if (matching.some(({ ids }) => ids.length === 0)) return { positions: [], total: 0 };
  const { first, last } = rangeOf(database, search);
  const passes = new Uint8Array(last + 1).fill(1);
  // Plain loops are used for speed, because they run over every record.
  for (const { column, ids } of matching) {
    const terms = rowTerms(database, endpoint, column);
    const isMatch = new Uint8Array(terms.length + 1);
    for (const id of ids) isMatch[id] = 1;
    for (let position = first; position <= last; position += 1) {
      passes[position]! &= isMatch[terms[position]!]!;
    }
  }
  let total = 0;
  for (let position = first; position <= last; position += 1) total += passes[position]!;
  const positions: number[] = [];
  let before = 0;
  for (let position = first; position <= last && positions.length < size; position += 1) {
    if (passes[position] === 0) continue;
    if (before >= skip) positions.push(position);
    before += 1;
  }
  return { positions, total };
}

/** Finds a page by SQL, for any query. */
function findBySql(database: Database, search: Search): Found {
  const { endpoint, bounds, others, matching, order, size, skip } = search;
  const range = bounds.length > 0 ? rangeOf(database, search) : undefined;
  const clauses: Clause[] = [
    ...(range ? [{ sql: 'position BETWEEN ? AND ?', values: [range.first, range.last] }] : []),
    ...others,
    ...matching.map(termClause),
  ];
  const where = clauses.length > 0 ? `WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : '';
  const values = clauses.flatMap((clause) => clause.values);
  const { search: table } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT position FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
  ).all(...values, size, skip) as unknown as { position: number }[];
  const positions = rows.map(({ position }) => position);
  // A page that is not full is the last one, so the total is known without counting.
  const isLast = positions.length < size && (positions.length > 0 || skip === 0);
  if (isLast) return { positions, total: skip + positions.length };
  const counted = statement(database, `SELECT count(*) AS total FROM ${table} ${where}`);
  return { positions, total: (counted.get(...values) as { total: number }).total };
}

/** A condition for rows that have one of the terms. */
export function termClause({ column, ids }: Matching): Clause {
  return {
    sql: `${quote(columnName(column))} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(ids)],
  };
}

function orderColumn(endpoint: Endpoint, chosen: string | undefined): string {
  const [first] = ordersOf(endpoint)[0] ?? ['default'];
  return chosen === undefined || chosen === first ? 'position' : quote(`order:${chosen}`);
}

/** The first column of the default sort order. */
function primarySortKey(endpoint: Endpoint): Order | undefined {
  return ordersOf(endpoint)[0]?.[1][0];
}

/** Whether rows that pass the condition are adjacent in the default order. */
function boundsPrimaryKey(endpoint: Endpoint, { is, column }: Condition): boolean {
  const key = primarySortKey(endpoint);
  const isBound = is !== 'matching' && is !== 'one of';
  return (
    isBound &&
    key?.field === column.field &&
    (key.by ?? 'value') === 'value' &&
    column.as === 'value'
  );
}

/**
 * The range of rows that pass the bounds in the default order, or all rows if there are no bounds.
 * Only the two ends are looked up, because counting takes 5 ms in 100,000 records and 24 ms in a
 * million. Each bound has a separate subquery, because SQLite uses an index for only one condition
 * of a query.
 */
function rangeOf(database: Database, { endpoint, bounds }: Search): PositionRange {
  const { search } = tablesOf(endpoint);
  const key = primarySortKey(endpoint);
  const name = quote(columnName({ field: key?.field ?? '', as: 'value' }));
  const [start, end] = key?.direction === 'ascending' ? ['min', 'max'] : ['max', 'min'];
  const positionOf = (which: string, value: string) => (bound: Clause) =>
    `(SELECT ${which}(position) FROM ${search} WHERE ${name} =
      (SELECT ${value}(${name}) FROM ${search} WHERE ${bound.sql}))`;
  const firsts = ['0', '0', ...bounds.map(positionOf('min', start))];
  const everything = `(SELECT max(position) FROM ${search})`;
  const lasts = [everything, everything, ...bounds.map(positionOf('max', end))];
  const values = bounds.flatMap((bound) => bound.values);
  const row = statement(
    database,
    `SELECT max(${firsts.join(', ')}) AS first, min(${lasts.join(', ')}) AS last`,
  ).get(...values, ...values);
  // NULL if no row passes a bound.
  const { first, last } = row as { first: number | null; last: number | null };
  const isEmpty = first === null || last === null || last < first;
  return isEmpty ? { first: 0, last: -1 } : { first, last };
}

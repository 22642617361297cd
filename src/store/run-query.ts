import { atOnce, type Scan } from '../base/turns.ts';
import { type Endpoint, type Order, ordersOf, pageSize } from '../catalogue/endpoint.ts';
import type { Column, Condition } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import type { Sorting } from '../catalogue/sorting.ts';
import { type Clause, clauseOf, conditionOf } from './clauses.ts';
import { type Database, inSnapshot } from './database.ts';
import { compareValues, type SortValue, sortValue } from './served-order.ts';
import { columnName, pastNoticeOf, pastOf, quote, tablesOf } from './served-tables.ts';
import { statement } from './statements.ts';
import { matchingTerms, rowTerms } from './terms.ts';

/** Records read for a sort before yielding to other callers, which takes about 1 ms. */
const ROWS_A_STEP = 256;
/** A number larger than any number of records. */
const EVERYTHING = 1_000_000_000;

/** A page of records and the total number of matching records. */
interface Page {
  readonly records: readonly string[];
  /** For each record the fields beside it, if the endpoint has such fields. */
  readonly beside?: readonly string[];
  readonly total: number;
  /** Notices about an answer of a past day. */
  readonly notices?: readonly string[];
  /** Ticker parameters that cannot find records without a ticker (see `RecordPage`). */
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

/** A range of row positions, both ends inclusive; empty if `last` is less than `first`. */
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
 * Runs a query on the served tables of an endpoint. Patterns are matched first by `scan`;
 * everything after that reads one state of the database.
 */
export async function runQuery(
  database: Database,
  asked: Endpoint,
  question: Query,
  scan: Scan = atOnce,
): Promise<Page> {
  const { endpoint, query, notices } = onItsDay(database, asked, question);
  const matching = await matchingOf(database, endpoint, query, scan);
  const search = searchOf(endpoint, query, matching);
  const sorted = query.sort && (await scan(sortedPositions(database, search, query.sort)));
  return inSnapshot(database, () => {
    const { positions, total } = sorted ?? find(database, search);
    const texts = readRecords(database, endpoint, positions).map((text) => text.split('\n'));
    const unassigned = unassignedOf(database, endpoint, query, total);
    return {
      records: texts.map(([record]) => record!),
      ...(endpoint.beside ? { beside: texts.map(([, beside]) => beside!) } : {}),
      total,
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

/** The tables and conditions of a query. A query about a past day reads the states of that day. */
function onItsDay(database: Database, endpoint: Endpoint, query: Query) {
  const known = query.conditions.find((one) => one.is === 'at most' && one.isKnownBy);
  const past = pastOf(endpoint);
  if (known?.is !== 'at most' || !past || known.value >= query.today) {
    return { endpoint, query, notices: [] };
  }
  const { search } = tablesOf(endpoint);
  const sql = `SELECT count(*) AS undated FROM ${search} WHERE ${quote(columnName(known.column))} IS NULL`;
  const { undated } = statement(database, sql).get() as { undated: number };
  const conditions: readonly Condition[] = [
    ...query.conditions,
    { is: 'at most', column: { field: 'known_from', as: 'value' }, value: known.value },
    { is: 'above', column: { field: 'known_until', as: 'value' }, value: known.value },
  ];
  const leftOut = `Left out without ${known.column.field}: ${undated}.`;
  const notices = [pastNoticeOf(endpoint)!, ...(undated > 0 ? [leftOut] : [])];
  return { endpoint: past, query: { ...query, conditions }, notices };
}

/**
 * Ticker parameters that matched no record, or that have several values, if some record of the
 * endpoint has no ticker. Takes one lookup in the column's index.
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
    size: paged ? pageSize : EVERYTHING,
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
    ...(range ? [between(range.first, range.last)] : []),
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

/**
 * Finds a page in the order of a field, which need not have an index: the values are read from the
 * records. It keeps only the first rows of the order, up to the end of the page.
 */
function* sortedPositions(
  database: Database,
  search: Search,
  { field, by, direction }: Sorting,
): Generator<undefined, Found> {
  const { endpoint, others, matching, size, skip } = search;
  const { first, last } = rangeOf(database, search);
  const clauses = [between(0, 0), ...others, ...matching.map(termClause)];
  const { search: table, stored } = tablesOf(endpoint);
  const some = statement(
    database,
    `SELECT position,
       (SELECT record ->> ? FROM ${stored} WHERE position = ${table}.position) AS value
     FROM ${table} WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}`,
  );
  const values = clauses.slice(1).flatMap((clause) => clause.values);
  const sign = direction === 'ascending' ? 1 : -1;
  const wanted = Math.min(skip + size, last - first + 1);
  let best: { readonly position: number; readonly value: SortValue }[] = [];
  const keepBest = () => {
    best.sort((a, b) => compareValues(a.value, b.value, sign) || a.position - b.position);
    best = best.slice(0, wanted);
  };
  let total = 0;
  for (let start = first; start <= last; start += ROWS_A_STEP) {
    const end = Math.min(last, start + ROWS_A_STEP - 1);
    const rows = some.all(`$."${field}"`, start, end, ...values) as unknown as {
      position: number;
      value: unknown;
    }[];
    total += rows.length;
    best.push(...rows.map(({ position, value }) => ({ position, value: sortValue(value, by) })));
    if (best.length >= 2 * wanted) keepBest();
    yield;
  }
  keepBest();
  return { positions: best.slice(skip).map(({ position }) => position), total };
}

function between(first: number, last: number): Clause {
  return { sql: 'position BETWEEN ? AND ?', values: [first, last] };
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
 * The range of rows that pass the bounds in the default order; all rows if there are no bounds.
 * Only the two ends are looked up: reading and counting the rows of three years takes 5 ms in
 * 100,000 records and 24 ms in a million. Each bound has a separate subquery, because SQLite uses
 * an index for one condition of a query and scans for the others.
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

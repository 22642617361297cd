import { atOnce, type Scan } from '../base/turns.ts';
import { type Endpoint, type Expansion, ordersOf } from '../catalogue/endpoint.ts';
import type { Condition } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import { rounderOf } from '../catalogue/units.ts';
import type { Clause } from './clauses.ts';
import { type Database, inSnapshot } from './database.ts';
import {
  between,
  EVERYTHING,
  type Found,
  matchingClause,
  matchingOf,
  rangeOf,
  type Search,
  searchOf,
} from './search.ts';
import { sortValuesOf } from './served-order.ts';
import { columnName, pastNoticeOf, pastOf, quote, tablesOf } from './served-tables.ts';
import { sortedPositions } from './sorted-positions.ts';
import { statement } from './statements.ts';
import { rowTerms } from './terms.ts';

/**
 * Runs a query on the served tables of an endpoint. Returns a page of records and the total number
 * of matching records (see `RecordPage`). First, `scan` matches the patterns of the query in steps.
 * If the query requests an order, `scan` also sorts the rows in steps. The remaining work reads one
 * snapshot of the database.
 */
export async function runQuery(
  database: Database,
  asked: Endpoint,
  question: Query,
  scan: Scan = atOnce,
) {
  const { endpoint, query, notices } = onItsDay(database, asked, question);
  const matching = await matchingOf(database, endpoint, query, scan);
  const search = searchOf(endpoint, query, matching);
  const sorted =
    query.sort && !endpoint.expanded
      ? await scan(sortedPositions(database, search, query.sort))
      : undefined;
  return inSnapshot(database, () => {
    const { total, records } = endpoint.expanded
      ? expandedPage(database, search, query, endpoint.expanded)
      : recordPage(database, search, sorted);
    const unassigned = unassignedOf(database, endpoint, query, total);
    return {
      records: records.map(({ record }) => record),
      ...(endpoint.beside ? { beside: records.map(({ beside }) => beside!) } : {}),
      total,
      ...(notices.length > 0 ? { notices } : {}),
      ...(unassigned.length > 0 ? { unassigned } : {}),
    };
  });
}

/**
 * Returns the endpoint, the query and the notices for the day of a query. If the day is in the
 * past, the endpoint is the one with the tables of past days (`pastOf`). The query then has
 * additional conditions, which select the records of that day.
 */
function onItsDay(database: Database, endpoint: Endpoint, query: Query) {
  const known = query.conditions.find((one) => one.is === 'at most' && one.isKnownBy);
  const isPast = known?.is === 'at most' && known.value < query.today;
  const past = isPast ? pastOf(endpoint) : undefined;
  if (!isPast || !past) return { endpoint, query, notices: [] };
  const { search } = tablesOf(endpoint);
  const sql = `SELECT count(*) AS undated FROM ${search} WHERE ${quote(columnName(known.column))} IS NULL`;
  const { undated } = statement(database, sql).get() as { undated: number };
  const conditions: readonly Condition[] = [
    ...query.conditions,
    { is: 'at most', column: { field: 'known_from', as: 'value' }, value: known.value },
    { is: 'above', column: { field: 'known_until', as: 'value' }, value: known.value },
  ];
  const leftOut = `Records left out because they have no ${known.column.field}: ${undated}.`;
  const notices = [pastNoticeOf(endpoint)!, ...(undated > 0 ? [leftOut] : [])];
  return { endpoint: past, query: { ...query, conditions }, notices };
}

/**
 * Returns the names of the ticker parameters for which the result may be incomplete. The result may
 * be incomplete if the endpoint has records without a ticker, because they may be about the
 * requested company. A parameter is reported only if it lists several tickers, or if no record
 * matches.
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
    if (given[name] === undefined || parameter.required) return [];
    const names = parameter.columns.map(columnName);
    const own = conditions.find(
      ({ is, column }) => is !== 'matching' && names.includes(columnName(column)),
    );
    if (!own || (total > 0 && own.is !== 'one of')) return [];
    const column = quote(columnName(own.column));
    const sql = `SELECT EXISTS (SELECT 1 FROM ${search} WHERE ${column} IS NULL) AS found`;
    const { found } = statement(database, sql).get() as { found: number };
    return found === 1 ? [name] : [];
  });
}

interface StoredRecord {
  readonly record: string;
  readonly beside?: string;
}

function readRecords(
  database: Database,
  endpoint: Endpoint,
  positions: readonly number[],
): readonly StoredRecord[] {
  if (positions.length === 0) return [];
  const { stored } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT * FROM ${stored} WHERE position IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(positions)) as unknown as (StoredRecord & { position: number })[];
  const records = new Map(rows.map((row) => [row.position, row]));
  return positions.map((position) => records.get(position)!);
}

function find(database: Database, search: Search): Found {
  if (search.others.length > 0 || search.order !== 'position') return findBySql(database, search);
  return search.matching.length === 0
    ? neighbours(database, search)
    : findByTerms(database, search);
}

/**
 * Finds a page of rows if the matching rows are adjacent in the default order. Their positions are
 * computed without reading the rows.
 */
function neighbours(database: Database, search: Search): Found {
  const { size, skip } = search;
  const { first, last } = rangeOf(database, search);
  const total = last - first + 1;
  const length = Math.max(0, Math.min(size, total - skip));
  return { positions: Array.from({ length }, (_, at) => first + skip + at), total };
}

/** Finds a page of the rows that match every pattern of the query, in the default order. */
function findByTerms(database: Database, search: Search): Found {
  const { endpoint, matching, skip, size } = search;
  if (matching.some(({ ids }) => ids.length === 0)) return { positions: [], total: 0 };
  const { first, last } = rangeOf(database, search);
  const passes = new Uint8Array(last + 1).fill(1);
  // These loops visit every record, so they are plain loops, which are faster than array methods.
  for (const { column, ids } of matching) {
    const terms = column.as === 'words' ? undefined : rowTerms(database, endpoint, column);
    const isMatch = new Uint8Array(last + 2);
    for (const id of ids) isMatch[id] = 1;
    for (let position = first; position <= last; position += 1) {
      passes[position]! &= isMatch[terms ? terms[position]! : position]!;
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

/** Finds a page of rows by SQL, which works for every query. */
function findBySql(database: Database, search: Search): Found {
  const { endpoint, bounds, others, matching, order, size, skip } = search;
  const range = bounds.length > 0 ? rangeOf(database, search) : undefined;
  const clauses: Clause[] = [
    ...(range ? [between(range.first, range.last)] : []),
    ...others,
    ...matching.map(matchingClause),
  ];
  const where = clauses.length > 0 ? `WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : '';
  const values = clauses.flatMap((clause) => clause.values);
  const { search: table } = tablesOf(endpoint);
  const rows = statement(
    database,
    `SELECT position FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
  ).all(...values, size, skip) as unknown as { position: number }[];
  const positions = rows.map(({ position }) => position);
  // A page that is not full is the last page, so the total is known without counting.
  const isLast = positions.length < size && (positions.length > 0 || skip === 0);
  if (isLast) return { positions, total: skip + positions.length };
  const counted = statement(database, `SELECT count(*) AS total FROM ${table} ${where}`);
  return { positions, total: (counted.get(...values) as { total: number }).total };
}

function recordPage(database: Database, search: Search, sorted: Found | undefined) {
  const found = sorted ?? find(database, search);
  return { ...found, records: readRecords(database, search.endpoint, found.positions) };
}

/**
 * Computes records with `rows` from the stored records that match the query. Returns a page of the
 * computed records.
 */
function expandedPage(
  database: Database,
  search: Search,
  { arguments: given, sort, today }: Query,
  { rows }: Expansion,
) {
  const { endpoint, size, skip } = search;
  const { positions } = find(database, { ...search, size: EVERYTHING, skip: 0 });
  const stored = readRecords(database, endpoint, positions);
  const all = stored.flatMap(({ record }) => rows(JSON.parse(record), given, today));
  const values = sortValuesOf(sort ? [sort] : (ordersOf(endpoint)[0]?.[1] ?? []));
  for (const row of all) values.add(row);
  const order = values.inOrder(() => Uint32Array.from(all.keys()));
  const round = rounderOf(endpoint.record);
  const page = [...order.subarray(skip, skip + size)];
  return {
    total: all.length,
    records: page.map((at): StoredRecord => ({ record: JSON.stringify(round(all[at]!)) })),
  };
}

import type { Endpoint } from '../catalogue/endpoint.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Clause, ValueCondition } from './clauses.ts';
import type { Database } from './database.ts';
import { movableDate, movesTable, type Schema, tablesOf } from './served-tables.ts';
import { statement, writeRows } from './statements.ts';

/**
 * A change of a record's date, stored in the field `date_moves`. No endpoint serves this field.
 * Records show their current dates, and notices of the answer state former dates.
 */
export interface DateMove {
  /** Description of the dated event: `ABCQZ Somedrug: goal date`. */
  readonly subject: string;
  /** Day of the change, and the old and new date, `YYYY-MM-DD`. */
  readonly moved_on: string;
  readonly moved_from: string;
  readonly moved_to: string;
  /** Whether the event was decided early on `moved_on`, while the scheduled date did not change. */
  readonly is_decision: boolean;
}

/** Maximum number of notices per answer. Further records with former dates are only counted. */
const MAX_NOTICES = 10;
/**
 * Maximum characters of an event's description, so that the notices of an answer fit into an HTTP
 * header.
 */
const MAX_SUBJECT = 70;

/** Writes the date changes that `as_of` queries of an endpoint need, by row position. */
export function writeDateMoves(
  database: Database,
  endpoint: Endpoint,
  moves: readonly (readonly DateMove[] | undefined)[],
  schema: Schema,
): void {
  const field = movableDate(endpoint);
  if (field === undefined) return;
  const table = `${schema}.${movesTable(endpoint, field)}`;
  database.exec(
    `CREATE TABLE ${table} (position INTEGER, subject TEXT, moved_on TEXT, moved_from TEXT, moved_to TEXT, is_decision INTEGER)`,
  );
  const rows = moves.flatMap((own, position) =>
    (own ?? []).map(({ subject, moved_on, moved_from, moved_to, is_decision }) => [
      position,
      subject.slice(0, MAX_SUBJECT),
      moved_on,
      moved_from,
      moved_to,
      Number(is_decision),
    ]),
  );
  writeRows(database, `INSERT INTO ${table}`, rows);
}

/** A query and the part of its result that the page shows. */
export interface DateQuery {
  /** The day of the `as_of` parameter, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Row positions of the page. */
  readonly positions: readonly number[];
  /** The caller's conditions on the date, and the endpoint's constraints on it. */
  readonly bounds: readonly ValueCondition[];
  readonly constraints: readonly ValueCondition[];
  /** Conditions on other columns. */
  readonly others: readonly Clause[];
  readonly isFirstPage: boolean;
}

/**
 * Notices about records whose date was different on the `as_of` day. They cover the records of the
 * page and, on the first page, records that are left out because their date moved out of the
 * requested range.
 */
export function dateNotices(
  database: Database,
  endpoint: Endpoint,
  asked: DateQuery,
): readonly string[] {
  const shown = new Set(asked.positions);
  const moves = laterMoves(database, endpoint, asked);
  const moved = [...groupBy(moves, ({ position }) => String(position)).values()]
    .map((own) => ({ first: own[0]!, last: own.at(-1)! }))
    .filter(({ first, last }) => first.moved_from !== last.moved_to);
  const told = moved.flatMap(({ first, last }) => {
    const isShown = shown.has(first.position);
    if (!isShown && !isLeftOut(asked, first.moved_from, last.moved_to)) return [];
    return `${sentenceOf(asked.asOf, first, last)}${isShown ? '' : ', now out of range'}.`;
  });
  const more = told.length - MAX_NOTICES;
  const counted = `${more} more record${more === 1 ? '' : 's'} had another date on ${asked.asOf}.`;
  return [...told.slice(0, MAX_NOTICES), ...(more > 0 ? [counted] : [])];
}

interface StoredMove extends Omit<DateMove, 'is_decision'> {
  readonly position: number;
  /** Boolean as 0 or 1, because SQLite has no boolean type. */
  readonly is_decision: number;
}

/**
 * Changes after the `as_of` day of records that meet all conditions except those on the date,
 * earliest first.
 */
function laterMoves(database: Database, endpoint: Endpoint, { asOf, others }: DateQuery) {
  const moves = movesTable(endpoint, movableDate(endpoint) ?? '');
  const where = ['moved_on > ?', ...others.map(({ sql }) => sql)].join(' AND ');
  const rows = statement(
    database,
    `SELECT position, subject, moved_on, moved_from, moved_to, is_decision
     FROM ${moves} JOIN ${tablesOf(endpoint).search} USING (position)
     WHERE ${where} ORDER BY position, moved_on`,
  ).all(asOf, ...others.flatMap(({ values }) => values));
  return rows as unknown as readonly StoredMove[];
}

/** Whether a record's former date is in the requested range and its current date is not. */
function isLeftOut({ bounds, constraints, isFirstPage }: DateQuery, then: string, now: string) {
  if (!isFirstPage || bounds.length === 0) return false;
  const isNow = [...bounds, ...constraints].every((one) => meets(one, now));
  return !isNow && bounds.every((one) => meets(one, then));
}

function meets(condition: ValueCondition, date: string): boolean {
  switch (condition.is) {
    case 'equal':
      return date === condition.value;
    case 'at least':
      return date >= String(condition.value);
    case 'at most':
      return date <= String(condition.value);
    case 'above':
      return date > String(condition.value);
    case 'below':
      return date < String(condition.value);
    case 'one of':
      return condition.values.includes(date);
    case 'starting with':
      return date.startsWith(condition.value);
  }
}

function sentenceOf(asOf: string, first: StoredMove, last: StoredMove): string {
  const { subject, moved_from, moved_to, moved_on, is_decision } = first;
  const was = `${subject} was ${moved_from} on ${asOf}`;
  if (is_decision) return `${was}; it was decided early, on ${moved_to}`;
  const decided = last.is_decision ? ` and was decided early, on ${last.moved_to}` : '';
  const again = first === last ? '' : decided || ` and to ${last.moved_to} on ${last.moved_on}`;
  return `${was}; it moved to ${moved_to} on ${moved_on}${again}`;
}

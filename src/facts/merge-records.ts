import { type FactName, factKinds } from './fact-kinds.ts';

/**
 * Records are merged field by field. The newest value is kept. If a record lacks a field, the
 * stored value stays. The result depends only on the values and their origins (see `Mark`).
 * Therefore, the order of imports does not matter.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** The origin of a field's value. */
export interface Mark {
  readonly source: string;
  /** Time of the last change of the source file, ISO 8601 in UTC. Empty if unknown. */
  readonly observed: string;
  /** The record's version (see `version` in `FactKind`), if it states one. */
  readonly version?: string | number | undefined;
}

/** A record with the origins of its fields. */
export interface Marked {
  readonly record: Fields;
  /** The newest origin. It applies to every field that is not in `others`. */
  readonly mark: Mark;
  readonly others: Readonly<Record<string, Mark>>;
}

/** Gives all fields of a record the same origin: a source file and its time. */
export function stated(kind: FactName, record: Fields, source: string, observed: string): Marked {
  return { record, mark: { source, observed, version: versionOf(kind, record) }, others: {} };
}

function versionOf(kind: FactName, record: Fields): string | number | undefined {
  const { version } = factKinds[kind] as { version?: string };
  const value = version === undefined ? undefined : record[version];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * Merges two versions of one record. A null replaces an older value, but an absent field does not.
 */
export function merge(kind: FactName, one: Marked, other: Marked): Marked {
  const record: Record<string, unknown> = {};
  const marks: Record<string, Mark> = {};
  const { earliest } = factKinds[kind] as { earliest?: string };
  for (const field of inOrder(kind, { ...one.record, ...other.record })) {
    const isKept = field === earliest ? isEarlier(field, other, one) : wins(field, other, one);
    const winner = isKept ? other : one;
    record[field] = winner.record[field];
    marks[field] = markOf(winner, field);
  }
  const mark = Object.values(marks).reduce((newest, next) =>
    compareMarks(next, newest) > 0 || (compareMarks(next, newest) === 0 && isBefore(next, newest))
      ? next
      : newest,
  );
  const others = Object.entries(marks).filter(([, one]) => !isSameMark(one, mark));
  return { record, mark, others: Object.fromEntries(others) };
}

/** Whether a field of `record` is missing in `other` or has a different value there. */
export function differs(record: Fields, other: Fields): boolean {
  return Object.keys(record).some((field) => canonical(record[field]) !== canonical(other[field]));
}

/**
 * Returns the field names of a record: declared fields in the kind's order, then other fields in
 * alphabetical order.
 */
function inOrder(kind: FactName, record: Fields): string[] {
  const { shape } = factKinds[kind].schema;
  const named = Object.keys(shape).filter((field) => Object.hasOwn(record, field));
  const others = Object.keys(record).filter((field) => !Object.hasOwn(shape, field));
  return others.length === 0 ? named : [...named, ...others.sort()];
}

/** Sorts the fields of a record, so that equal records serialize to the same text. */
export function orderedRecord(kind: FactName, record: Fields): Record<string, unknown> {
  return Object.fromEntries(inOrder(kind, record).map((field) => [field, record[field]]));
}

/** Compares two origins by version, then by time of observation. Positive if `a` is newer. */
export function compareMarks(a: Mark, b: Mark): number {
  return compareVersions(a.version, b.version) || compare(a.observed, b.observed);
}

/**
 * Converts a value to the text by which values are compared. Our choice: if two values have the
 * same time, the value whose text sorts later is kept.
 */
export function canonical(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/**
 * Whether the date in `field` is earlier in the first record than in the second. Also true if only
 * the first record has a date.
 */
function isEarlier(field: string, { record }: Marked, other: Marked): boolean {
  const [mine, theirs] = [canonical(record[field]), canonical(other.record[field])];
  return mine !== '' && (theirs === '' || mine < theirs);
}

function wins(field: string, challenger: Marked, holder: Marked): boolean {
  if (!Object.hasOwn(challenger.record, field)) return false;
  if (!Object.hasOwn(holder.record, field)) return true;
  const [mine, theirs] = [markOf(challenger, field), markOf(holder, field)];
  const order =
    compareMarks(mine, theirs) ||
    compare(canonical(challenger.record[field]), canonical(holder.record[field]));
  return order > 0 || (order === 0 && isBefore(mine, theirs));
}

/**
 * If two sources state the same value at the same time, the source that sorts first by name is
 * kept.
 */
function isBefore(a: Mark, b: Mark): boolean {
  return a.source < b.source;
}

function markOf({ mark, others }: Marked, field: string): Mark {
  return Object.hasOwn(others, field) ? (others[field] as Mark) : mark;
}

function isSameMark(a: Mark, b: Mark): boolean {
  return compareMarks(a, b) === 0 && a.source === b.source;
}

function compareVersions(a: Mark['version'], b: Mark['version']): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

import { type FactName, factKinds } from './fact-kinds.ts';

/**
 * Records merge field by field: of a field's values the newest wins, and who does not know a field
 * leaves it. What wins depends on the values and their marks alone and never on the order in which
 * they came, so that imports in any order end in the same store.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Where the value of a field comes from. */
export interface Mark {
  readonly source: string;
  /** When the file that says so was last changed, ISO 8601 in UTC; empty where nobody knows. */
  readonly observed: string;
  /** The record's own version (see `version` of factKinds), where it states one. */
  readonly version?: string | number | undefined;
}

/** A record with the marks of its fields. */
export interface Marked {
  readonly record: Fields;
  /** The newest mark, which all fields bear but those of `others`. */
  readonly mark: Mark;
  readonly others: Readonly<Record<string, Mark>>;
}

/** A record as one file states it: all its fields bear the same mark. */
export function stated(kind: FactName, record: Fields, source: string, observed: string): Marked {
  return { record, mark: { source, observed, version: versionOf(kind, record) }, others: {} };
}

/** The version that a record states; undefined where its kind has none or the record lacks it. */
function versionOf(kind: FactName, record: Fields): string | number | undefined {
  const { version } = factKinds[kind] as { version?: string };
  const value = version === undefined ? undefined : record[version];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * What two statements of one record say together. A value of null says that there is none, and is
 * a value like any other; an absent field says nothing.
 */
export function merge(kind: FactName, one: Marked, other: Marked): Marked {
  const record: Record<string, unknown> = {};
  const marks: Record<string, Mark> = {};
  for (const field of inOrder(kind, { ...one.record, ...other.record })) {
    const winner = wins(field, other, one) ? other : one;
    record[field] = winner.record[field];
    marks[field] = markOf(winner, field);
  }
  const mark = Object.values(marks).reduce((newest, next) =>
    compareMarks(next, newest) > 0 || (compareMarks(next, newest) === 0 && isBefore(next, newest))
      ? next
      : newest,
  );
  const others = Object.entries(marks).filter(([, own]) => !isSameMark(own, mark));
  return { record, mark, others: Object.fromEntries(others) };
}

/** Whether a field of a record has another value, or none, in another record. */
export function differs(record: Fields, other: Fields): boolean {
  return Object.keys(record).some((field) => canonical(record[field]) !== canonical(other[field]));
}

/** The fields of a record: those of its kind in their order, then the others by name. */
function inOrder(kind: FactName, record: Fields): string[] {
  const { shape } = factKinds[kind].schema;
  const named = Object.keys(shape).filter((field) => Object.hasOwn(record, field));
  const others = Object.keys(record).filter((field) => !Object.hasOwn(shape, field));
  return others.length === 0 ? named : [...named, ...others.sort()];
}

/** A record with its fields in that order, so that the same record is always the same text. */
export function orderedRecord(kind: FactName, record: Fields): Record<string, unknown> {
  return Object.fromEntries(inOrder(kind, record).map((field) => [field, record[field]]));
}

/** Later versions first, then what was observed later: positive where `a` is the newer. */
export function compareMarks(a: Mark, b: Mark): number {
  return compareVersions(a.version, b.version) || compare(a.observed, b.observed);
}

/** Our choice: of values of one moment the one later in the order of their JSON text. */
export function canonical(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value);
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

/** Of two sources that said the same at the same moment, the first by name is kept. */
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
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

import type { FactName } from '../facts/fact-kinds.ts';
import { differs, type Fields, type Marked, stated } from '../facts/merge-records.ts';

export interface Written {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  /**
   * Number of records that were not stored, because the stored record with the same key is newer.
   */
  readonly older: number;
}

/** The columns of a row in the facts table, except the kind. */
export interface StoredFact {
  readonly key: string;
  readonly source: string;
  readonly record: string;
  readonly observed: string;
  /**
   * For each field that is older than the record, its source, time and version, as JSON:
   * `{"FIELD": [source, observed, version]}`. Null if no field is older.
   */
  readonly marks: string | null;
}

export type FactRow = readonly [
  kind: FactName,
  key: string,
  source: string,
  record: string,
  observed: string,
  marks: string | null,
];

export function rowOf(kind: FactName, key: string, { record, mark, others }: Marked): FactRow {
  const marks = Object.entries(others).map(([field, { source, observed, version }]) => [
    field,
    version === undefined ? [source, observed] : [source, observed, version],
  ]);
  const listed = marks.length > 0 ? JSON.stringify(Object.fromEntries(marks)) : null;
  return [kind, key, mark.source, JSON.stringify(record), mark.observed, listed];
}

export function factOf([, key, source, record, observed, marks]: FactRow): StoredFact {
  return { key, source, record, observed, marks };
}

export function isCopy(row: FactRow, fact: StoredFact): boolean {
  const [, , source, record, observed, marks] = row;
  return (
    record === fact.record &&
    source === fact.source &&
    observed === fact.observed &&
    marks === fact.marks
  );
}

export function markedOf(kind: FactName, fact: Omit<StoredFact, 'key'>): Marked {
  const marks = JSON.parse(fact.marks ?? '{}') as Record<string, [string, string, string?]>;
  const others = Object.entries(marks).map(
    ([field, [source, observed, version]]) => [field, { source, observed, version }] as const,
  );
  return {
    ...stated(kind, JSON.parse(fact.record), fact.source, fact.observed),
    others: Object.fromEntries(others),
  };
}

/**
 * Returns the effect of a new record on the stored record with the same key. If only the source
 * changed, the effect is `replaced`.
 */
export function outcomeOf(
  statement: Fields,
  before: Marked,
  after: Marked,
): 'replaced' | 'unchanged' | 'older' {
  const isSame = !differs(after.record, before.record);
  if (!isSame || before.mark.source !== after.mark.source) return 'replaced';
  return differs(statement, after.record) ? 'older' : 'unchanged';
}

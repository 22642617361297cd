import type { FactName } from '../facts/fact-kinds.ts';
import { differs, type Fields, type Marked, stated } from '../facts/merge-records.ts';

export interface Written {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Records older than what the store holds. */
  readonly older: number;
}

/** How a record with the marks of its fields stands in a row of the table of facts. */

/** A row of the table of facts, but its kind. */
export interface StoredFact {
  readonly key: string;
  readonly source: string;
  readonly record: string;
  readonly observed: string;
  /** `{"FIELD": [source, observed, version]}` of the fields older than the record; null for none. */
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

/** What a statement did to a record; another source for the same values counts as replaced. */
export function outcomeOf(
  statement: Fields,
  before: Marked,
  after: Marked,
): 'replaced' | 'unchanged' | 'older' {
  const isSame = !differs(after.record, before.record);
  if (!isSame || before.mark.source !== after.mark.source) return 'replaced';
  return differs(statement, after.record) ? 'older' : 'unchanged';
}

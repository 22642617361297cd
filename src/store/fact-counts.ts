import { compareText } from '../domain/compare-text.ts';
import { factKinds, isFactName } from '../facts/fact-kinds.ts';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';
import { OBSERVED } from './series.ts';

/** The number of facts of one kind from one source. */
export interface FactCount {
  readonly kind: string;
  readonly title: string;
  readonly source: string;
  readonly records: number;
}

/** Counts the facts of each kind and source. If kinds are given, counts only these. */
export function countFacts(database: Database, kinds?: Iterable<string>): FactCount[] {
  const among = kinds ? 'IN (SELECT value FROM json_each(?1))' : 'IS NOT ?1';
  const rows = database
    .prepare(
      `SELECT kind, source, count(*) AS records FROM facts WHERE kind ${among} GROUP BY 1, 2
       UNION ALL SELECT series.kind, counted.key, sum(counted.value)
       FROM series, json_each(sources) AS counted WHERE series.kind ${among}
       GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(kinds ? JSON.stringify([...kinds]) : null) as unknown as Omit<FactCount, 'title'>[];
  return rows.map((row) => ({
    ...row,
    title: isFactName(row.kind) ? factKinds[row.kind].title : row.kind,
  }));
}

/**
 * Returns the sources of facts that have no stored times. An early release did not store the time
 * of each field. Facts from that release are treated as the oldest, so a fact from any other file
 * replaces them. To restore the times, the user must import the files of these sources again.
 */
export function undatedSources(database: Database): string[] {
  const rows = database
    .prepare(
      `SELECT source FROM facts WHERE observed = '' OR marks LIKE '%",""%'
       UNION SELECT counted.key FROM series, json_each(sources) AS counted
       WHERE instr(packed, '"${OBSERVED}"') = 0 ORDER BY 1`,
    )
    .all() as unknown as { source: string }[];
  return rows.map(({ source }) => source);
}

/**
 * Counts the facts of some kinds again. Returns these counts and the stored counts of the other
 * kinds. Status pages read the stored counts, because counting 60,000 facts at each request would
 * take too long.
 * @param changed the kinds to count again; if absent, all kinds are counted
 */
export function recountFacts(database: Database, changed?: ReadonlySet<string>): FactCount[] {
  const kept = changed ? readFactCounts(database).filter(({ kind }) => !changed.has(kind)) : [];
  return [...kept, ...countFacts(database, changed)].sort(byKindAndSource);
}

export function writeFactCounts(database: Database, counts: readonly FactCount[]): void {
  writeMeta(database, 'holdings', JSON.stringify(counts));
}

function byKindAndSource(a: FactCount, b: FactCount): number {
  return compareText(a.kind, b.kind) || compareText(a.source, b.source);
}

/** Returns the counts that the last refresh stored. Empty before the first refresh. */
export function readFactCounts(database: Database): FactCount[] {
  return JSON.parse(readMeta(database, 'holdings') ?? '[]') as FactCount[];
}

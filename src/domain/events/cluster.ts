import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { dayReported, type Statement, sourceRank } from './statement.ts';

/** Statements about the same event, earliest first. */
export interface Cluster {
  readonly statements: readonly Statement[];
  /** Earliest day that a statement gives for the event, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * Groups statements that have the same key and report nearby days (see `dayReported`). The days of
 * a group are at most `days` days after the first day of the group.
 * @param statements the statements, in the order of `statementsOf`
 */
export function clustersOf(
  statements: readonly Statement[],
  keyOf: (statement: Statement) => string,
  days: number,
): readonly Cluster[] {
  return [...groupBy(statements, keyOf).values()].flatMap((same) => {
    const clusters: { day: string; statements: Statement[] }[] = [];
    const ordered = same
      .map((statement) => ({ statement, day: dayReported(statement) }))
      .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    for (const { statement, day } of ordered) {
      const last = clusters.at(-1);
      if (last && daysBetween(last.day, day) <= days) last.statements.push(statement);
      else clusters.push({ day, statements: [statement] });
    }
    return clusters;
  });
}

/**
 * Chooses the statement that a record names as its source. A filing is preferred to a press
 * release, and a press release to a third party's headline. Of several statements from the same
 * kind of source, the one with the highest confidence is preferred, then the earliest.
 * @param preferred the conditions, the most important first; only the first condition that at least
 *   one statement meets is applied
 */
export function bestSource(
  { statements }: Pick<Cluster, 'statements'>,
  ...preferred: readonly ((statement: Statement) => boolean)[]
): Statement {
  const condition = preferred.find((one) => statements.some(one)) ?? (() => true);
  return statements
    .filter(condition)
    .reduce((best, one) =>
      (sourceRank(one) - sourceRank(best) || best.confidence - one.confidence) < 0 ? one : best,
    );
}

/** Returns the first value that is not null. */
export function firstOf<Value>(
  { statements }: Pick<Cluster, 'statements'>,
  read: (statement: Statement) => Value | null,
): Value | null {
  for (const statement of statements) {
    const value = read(statement);
    if (value !== null) return value;
  }
  return null;
}

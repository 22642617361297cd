import type { TransactionSql } from 'postgres';
import type { Clock } from '../base/clock.ts';
import type { Postgres } from './postgres.ts';
import type { PostgresClient } from './postgres-client.ts';

/** Milliseconds since 1970 by the clock of PostgreSQL, which all machines share. */
export function sharedNow(sql: Postgres | TransactionSql) {
  return sql`(1000 * extract(epoch FROM clock_timestamp()))::bigint`;
}

/**
 * Returns a clock that follows the clock of PostgreSQL. It adds the measured difference between the
 * clocks to the clock of this machine.
 * @param clock the clock of this machine
 */
export function createSharedClock(database: PostgresClient, clock: Clock) {
  let ahead = 0;
  return {
    now: () => clock() + ahead,
    /** Measures the difference again, because clocks drift and can be set. */
    async compare(): Promise<void> {
      const before = clock();
      const [row] = await database.query(
        (sql) => sql<{ moment: string }[]>`SELECT ${sharedNow(sql)} AS moment`,
      );
      ahead = Math.round(Number(row!.moment) - (before + clock()) / 2);
    },
  };
}

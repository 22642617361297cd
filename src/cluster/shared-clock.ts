import type { TransactionSql } from 'postgres';
import type { Clock } from '../base/clock.ts';
import type { Asking } from './asking.ts';
import type { Postgres } from './postgres.ts';

/** Milliseconds since 1970 by the clock of PostgreSQL, which all machines share. */
export function sharedNow(sql: Postgres | TransactionSql) {
  return sql`(1000 * extract(epoch FROM clock_timestamp()))::bigint`;
}

/** The clock of PostgreSQL, told by that of this machine and how far the one is ahead of the other. */
export interface SharedClock {
  readonly now: Clock;
  /** Asks again how far it is ahead: clocks are set, and drift. */
  compare(): Promise<void>;
}

/** @param clock of this machine */
export function createSharedClock(database: Asking, clock: Clock): SharedClock {
  let ahead = 0;
  return {
    now: () => clock() + ahead,
    async compare() {
      const before = clock();
      const [row] = await database.ask(
        (sql) => sql<{ moment: string }[]>`SELECT ${sharedNow(sql)} AS moment`,
      );
      ahead = Math.round(Number(row!.moment) - (before + clock()) / 2);
    },
  };
}

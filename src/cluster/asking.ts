import {
  closePostgres,
  isDisconnected,
  isSilent,
  openPostgres,
  type Postgres,
  postgresFailure,
  withinTime,
} from './postgres.ts';

/** Questions to PostgreSQL, each of which ends in time. */
export interface Asking {
  /**
   * @param most milliseconds that the question may take
   * @throws Error in words where PostgreSQL cannot be used, or not in time; else as the question does
   */
  ask<Result>(question: (sql: Postgres) => PromiseLike<Result>, most?: number): Promise<Result>;
  /** Ends what is being asked: its connections may hang, and the next who asks gets new ones. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** After a connection has failed the next who asks gets new ones, since the others may hang. */
export function askPostgres(url: string): Asking {
  let sql = openPostgres(url);
  let isClosed = false;
  async function renewed(asked: Postgres): Promise<void> {
    if (asked === sql && !isClosed) sql = openPostgres(url);
    await closePostgres(asked, 0);
  }
  return {
    async ask(question, most) {
      const asked = sql;
      try {
        return await withinTime(question(asked), most);
      } catch (cause) {
        if (isSilent(cause) || isDisconnected(cause)) await renewed(asked);
        throw postgresFailure(cause);
      }
    },
    renew: () => renewed(sql),
    close() {
      isClosed = true;
      return closePostgres(sql);
    },
  };
}

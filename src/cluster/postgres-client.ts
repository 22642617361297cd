import {
  closePostgres,
  isDisconnected,
  isTimeout,
  openPostgres,
  type Postgres,
  postgresFailure,
  withTimeout,
} from './postgres.ts';

/** Runs queries in PostgreSQL with a time limit for each. */
export interface PostgresClient {
  /**
   * @param most time limit of the query in milliseconds
   * @throws Error with a readable message if PostgreSQL cannot be used or does not answer in time.
   * If the query itself fails, its error is thrown unchanged.
   */
  query<Result>(question: (sql: Postgres) => PromiseLike<Result>, most?: number): Promise<Result>;
  /**
   * Cancels the queries in progress. Call this function if their connections may hang. Later
   * queries use new connections.
   */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a client. After one connection fails, later queries use new connections, because the
 * other open connections may hang too.
 */
export function createPostgresClient(url: string): PostgresClient {
  let sql = openPostgres(url);
  let isClosed = false;
  async function renewed(asked: Postgres): Promise<void> {
    if (asked === sql && !isClosed) sql = openPostgres(url);
    await closePostgres(asked, 0);
  }
  return {
    async query(question, most) {
      const asked = sql;
      try {
        return await withTimeout(question(asked), most);
      } catch (cause) {
        if (isTimeout(cause) || isDisconnected(cause)) await renewed(asked);
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

import { closePostgres, openPostgres, type Postgres, withinTime } from './postgres.ts';

/** Questions to PostgreSQL, now and then, of a process that lives long. */
export interface Asking {
  /** @param most milliseconds that the question may take. @throws where it fails or takes longer */
  ask<Result>(question: (sql: Postgres) => PromiseLike<Result>, most?: number): Promise<Result>;
  close(): Promise<void>;
}

/** After a failure the next who asks gets new connections, since the old ones may hang. */
export function askPostgres(url: string): Asking {
  let sql = openPostgres(url);
  return {
    async ask(question, most) {
      const asked = sql;
      try {
        return await withinTime(question(asked), most);
      } catch (cause) {
        if (asked === sql) sql = openPostgres(url);
        await closePostgres(asked, 0);
        throw cause;
      }
    },
    close: () => closePostgres(sql),
  };
}

import type { TransactionSql } from 'postgres';
import { channels, type Postgres } from './postgres.ts';

/** Milliseconds after which PostgreSQL itself gives up a change whose process is gone. */
const MAX_CHANGE_MS = 10_000;

/** Work of one change of accounts or feeds, which writes the number of the change into its rows. */
export type ChangeWork<Result> = (sql: TransactionSql, n: number) => Promise<Result>;

/**
 * Makes one change and tells all processes. The row of `account_change` is held until the end, so
 * that numbers are committed in their order; numbers of a sequence would not be, and who reads could
 * pass one over.
 *
 * @param most how long it may take, milliseconds
 */
export async function changeAccounts<Result>(
  sql: Postgres,
  work: ChangeWork<Result>,
  most = MAX_CHANGE_MS,
): Promise<Result> {
  const changed = await sql.begin(async (transaction) => {
    await transaction`
      SELECT set_config('statement_timeout', ${most}::text, true),
        set_config('idle_in_transaction_session_timeout', ${most}::text, true)`;
    const [row] = await transaction<{ n: string }[]>`
      UPDATE account_change SET n = n + 1 RETURNING n`;
    const result = await work(transaction, Number(row?.n));
    await transaction`SELECT pg_notify(${channels.accounts}, '')`;
    return result;
  });
  return changed as Result;
}

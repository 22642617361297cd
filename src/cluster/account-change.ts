import type { TransactionSql } from 'postgres';
import { boundedTransaction, channels, type Postgres } from './postgres.ts';

/** Work of one change of accounts or feeds, which writes the number of the change into its rows. */
export type ChangeWork<Result> = (sql: TransactionSql, n: number) => Promise<Result>;

/**
 * Makes one change and tells all processes. The row of `account_change` is held until the end, so
 * that numbers are committed in their order; numbers of a sequence would not be, and who reads could
 * pass one over.
 *
 * @param most as `boundedTransaction` has it
 */
export async function changeAccounts<Result>(
  sql: Postgres,
  work: ChangeWork<Result>,
  most?: number,
): Promise<Result> {
  const change = async (transaction: TransactionSql) => {
    const [row] = await transaction<{ n: string }[]>`
      UPDATE account_change SET n = n + 1 RETURNING n`;
    const result = await work(transaction, Number(row?.n));
    await transaction`SELECT pg_notify(${channels.accounts}, '')`;
    return result;
  };
  return boundedTransaction(sql, change, most);
}

import type { TransactionSql } from 'postgres';
import { boundedTransaction, channels, type Postgres } from './postgres.ts';

/**
 * A function that changes accounts or feeds. It stores the number of the change, `n`, in each row
 * that it changes.
 */
export type ChangeWork<Result> = (sql: TransactionSql, n: number) => Promise<Result>;

/**
 * Makes one change in a transaction and notifies all processes. The only row of `account_change`
 * stays locked until the commit, so changes are committed in the order of their numbers. Numbers
 * from a PostgreSQL sequence would not guarantee this order, and a reader could miss a change.
 * @param most time limit in milliseconds, as in `boundedTransaction`
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

import type { Postgres } from '../../src/cluster/postgres.ts';
import type { PostgresClient } from '../../src/cluster/postgres-client.ts';

/** A statement as it was asked: its spaces as one each, and `?` where a value stands. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Answer = (text: string, values: readonly unknown[]) => readonly object[];

/**
 * A client of no PostgreSQL, for what is decided outside of it: notes what it is asked, and answers
 * as it is told.
 */
export function createFakePostgres(answer: Answer = () => []) {
  const asked: Asked[] = [];
  const asking = async (parts: TemplateStringsArray, values: readonly unknown[]) => {
    const text = parts.join('?').replace(/\s+/g, ' ').trim();
    asked.push({ text, values });
    const rows = answer(text, values);
    return Object.assign([...rows], { count: rows.length });
  };
  // Called with rows in place of a text, the client makes the values of an INSERT of them.
  const tag = (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    'raw' in parts ? asking(parts, values) : parts;
  const begin = (work: (sql: typeof tag) => Promise<unknown>) => {
    asked.push({ text: 'BEGIN', values: [] });
    return work(sql);
  };
  const sql = Object.assign(tag, { begin, json: (value: unknown) => value });
  return { sql: sql as unknown as Postgres, asked };
}

/** Questions to such a client, with the time that each may take. */
export function createFakePostgresClient(answer?: Answer) {
  const { sql, asked } = createFakePostgres(answer);
  const bounds: (number | undefined)[] = [];
  const database: PostgresClient = {
    async query(question, most) {
      bounds.push(most);
      return question(sql);
    },
    renew: async () => {},
    close: async () => {},
  };
  return { database, asked, bounds };
}

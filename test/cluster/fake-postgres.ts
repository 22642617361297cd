import type { Postgres } from '../../src/cluster/postgres.ts';
import type { PostgresClient } from '../../src/cluster/postgres-client.ts';

/** A recorded SQL statement, with normalized whitespace and `?` for each value. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Answer = (text: string, values: readonly unknown[]) => readonly object[];

/** A fake PostgreSQL client. It records statements and returns the configured answers. */
export function createFakePostgres(answer: Answer = () => []) {
  const asked: Asked[] = [];
  const asking = async (parts: TemplateStringsArray, values: readonly unknown[]) => {
    const text = parts.join('?').replace(/\s+/g, ' ').trim();
    asked.push({ text, values });
    const rows = answer(text, values);
    return Object.assign([...rows], { count: rows.length });
  };
  // If the tag function is called with rows in place of template text, it builds the values of an
  // INSERT.
  const tag = (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    'raw' in parts ? asking(parts, values) : parts;
  const begin = (work: (sql: typeof tag) => Promise<unknown>) => {
    asked.push({ text: 'BEGIN', values: [] });
    return work(sql);
  };
  const sql = Object.assign(tag, { begin, json: (value: unknown) => value });
  return { sql: sql as unknown as Postgres, asked };
}

/** Returns a fake `PostgresClient` that records the time limit of each query in `bounds`. */
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

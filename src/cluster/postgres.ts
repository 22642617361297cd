import { connect, type Socket } from 'node:net';
import postgres, { type Sql, type TransactionSql } from 'postgres';

export type Postgres = Sql;

/** A change to the shared tables. A migration only adds tables and columns. */
export interface PostgresMigration {
  readonly version: number;
  readonly sql: string;
}

/**
 * Maximum number of connections per process. A few connections are enough, because the data that
 * requests need are cached in memory.
 */
const MAX_CONNECTIONS = 4;
const CONNECT_SECONDS = 5;
/** Keys of the advisory locks. The numbers are arbitrary and must never change. */
export const advisoryLocks = { migrate: 727_001, write: 727_002, grants: 727_003 } as const;
/**
 * With these values, PostgreSQL needs 25 s to detect that the machine of a client has failed: 10 s
 * without data, and then three probes at intervals of 5 s.
 */
const KEEPALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;
/** Channels on which changes are announced to all processes. */
export const channels = { accounts: 'catalyst_accounts', versions: 'catalyst_versions' } as const;

/** The message of a timeout error begins with these words. */
const NO_ANSWER = 'no answer';
/** Default time limit of a query, in milliseconds. */
const MAX_ANSWER_MS = 5_000;
/**
 * Default time limit of a statement in a transaction, and of a pause between two statements, in
 * milliseconds.
 */
const MAX_TRANSACTION_MS = 10_000;
/**
 * Time limit of a transaction that changes tables, in milliseconds. Such a transaction waits until
 * other transactions stop reading the tables.
 */
export const MAX_MIGRATION_MS = 60_000;
/** Default number of seconds that `closePostgres` waits for queries in progress. */
const MAX_END_SECONDS = 1;

const sockets = new WeakMap<Postgres, Set<Socket>>();

/** Opens PostgreSQL. The connection is made at the first query. */
export function openPostgres(url: string): Postgres {
  return connected(url, { max: MAX_CONNECTIONS, idle_timeout: 300 });
}

/**
 * Opens PostgreSQL with one connection that is kept open. An advisory lock needs such a connection,
 * because the lock belongs to the connection.
 */
export function openSession(url: string): Postgres {
  return connected(url, { max: 1, idle_timeout: 0, max_lifetime: null, connection: KEEPALIVE });
}

/**
 * Array types with their numbers (OIDs), which are the same in every PostgreSQL server. Without
 * this list, the client queries the types on each new connection. If the connection is lost during
 * this query, the process ends: https://github.com/porsager/postgres/issues/1192.
 */
const arrays = {
  'text[]': arrayType(1_009),
  'integer[]': arrayType(1_007),
  'bigint[]': arrayType(1_016),
};

/**
 * Returns an array type that can be written but not read. Array columns are read as JSON instead.
 */
function arrayType(number: number): postgres.PostgresType<readonly (string | number | null)[]> {
  const quoted = (value: string | number) => `"${String(value).replace(/[\\"]/g, '\\$&')}"`;
  const serialize = (values: readonly (string | number | null)[]) =>
    `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join()}}`;
  return { to: number, from: [], serialize, parse: (text) => text };
}

type Options = Pick<
  postgres.Options<Record<string, never>>,
  'max' | 'idle_timeout' | 'max_lifetime' | 'connection'
>;

function connected(url: string, { connection, ...more }: Options): Postgres {
  const open = new Set<Socket>();
  const options = {
    connect_timeout: CONNECT_SECONDS,
    fetch_types: false,
    types: arrays,
    onnotice: () => {},
    socket: createSockets(open),
    ...more,
    connection: { application_name: 'biotech-catalyst-mcp', ...connection },
  };
  const sql = postgres(url, options);
  sockets.set(sql, open);
  return sql;
}

/**
 * Closes the connections. The client waits until the server closes its side. A hanging server never
 * does this, so remaining sockets are destroyed.
 */
export async function closePostgres(sql: Postgres, seconds = MAX_END_SECONDS): Promise<void> {
  await sql.end({ timeout: seconds }).catch(() => {});
  for (const socket of sockets.get(sql) ?? []) socket.destroy();
}

/**
 * Number of timer steps into which a time limit is divided. While the process is too busy to run
 * the timer, only one step is counted.
 */
const STEPS = 10;

/**
 * Waits for the result of a query, up to a time limit. This process measures the time, because a
 * hanging server cannot apply its own timeouts. Time in which this process is too busy to read the
 * answer does not count.
 * @param most time limit in milliseconds
 * @throws Error on timeout; do not use the connection afterwards
 */
export async function withTimeout<Result>(
  question: PromiseLike<Result>,
  most = MAX_ANSWER_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let steps = 0;
    timer = setInterval(() => {
      steps += 1;
      if (steps === STEPS) reject(new Error(`${NO_ANSWER} in ${most / 1_000} s`));
    }, most / STEPS);
  });
  try {
    return await Promise.race([question, late]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs one transaction. The server cancels the transaction if a statement, or a pause between two
 * statements, takes too long. Without this limit, the locks of a machine that has failed could stay
 * for two hours.
 * @param most time limit of a statement and of a pause, in milliseconds
 */
export async function boundedTransaction<Result>(
  sql: Postgres,
  work: (transaction: TransactionSql) => Promise<Result>,
  most = MAX_TRANSACTION_MS,
): Promise<Result> {
  const result = await sql.begin(async (transaction) => {
    try {
      await transaction`
        SELECT set_config('statement_timeout', ${String(most)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(most)}, true)`;
      return await work(transaction);
    } catch (cause) {
      if (isDisconnected(cause)) await untilGivenUp();
      throw cause;
    }
  });
  return result as Result;
}

/**
 * Returns a promise that never resolves. A transaction whose connection was lost waits for this
 * promise until the client library rejects the transaction. If the transaction did not wait, the
 * library would send a rollback on the closed socket. The resulting error would end the process
 * (postgres 3.4.9).
 */
function untilGivenUp(): Promise<never> {
  return new Promise(() => {});
}

/** Creates the sockets of the client, alternating between the hosts of a URL. */
function createSockets(open: Set<Socket>) {
  let attempts = 0;
  return ({ host, port, path }: { host: string[]; port: number[]; path: string | false }) => {
    const at = attempts % host.length;
    attempts += 1;
    const socket = path ? connect(path) : connect(port[at] ?? 5432, host[at]);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // The client library checks the server's certificate against this host name.
    return Object.assign(socket, { host: host[at], port: port[at] });
  };
}

/** Migrates the shared tables to the newest version. Only one process does this at a time. */
export async function migratePostgres(
  sql: Postgres,
  migrations: readonly PostgresMigration[],
): Promise<void> {
  const migrate = async (transaction: TransactionSql) => {
    await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.migrate})`;
    await transaction`CREATE TABLE IF NOT EXISTS migration (version integer PRIMARY KEY)`;
    const done = await transaction<{ version: number }[]>`SELECT version FROM migration`;
    const versions = new Set(done.map(({ version }) => version));
    for (const { version, sql: text } of migrations) {
      if (versions.has(version)) continue;
      await transaction.unsafe(text);
      await transaction`INSERT INTO migration VALUES (${version})`;
    }
  };
  await boundedTransaction(sql, migrate, MAX_MIGRATION_MS);
}

/**
 * Returns the code of an error. The message is not returned, because it may contain the URL with a
 * password. For a timeout, returns the message that `withTimeout` wrote.
 */
export function failureCode(cause: unknown): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  if (message.startsWith(NO_ANSWER)) return message;
  return /^[\w-]{1,40}$/.test(code) ? code : 'failed';
}

/**
 * SQLSTATE classes for a failure of the server, such as a lost connection (08), a full disk (53) or
 * a shutdown (57). Other classes are errors of a statement.
 */
const CONDITIONS = /^(08|25|28|3D|40|53|55|57)/;

/**
 * Whether the server did not answer in time, for example because it hangs or its machine is down.
 */
export function isTimeout(cause: unknown): boolean {
  const { code, message = '' } = cause as { code?: string; message?: string };
  return code === 'CONNECT_TIMEOUT' || message.startsWith(NO_ANSWER);
}

/** Error codes of the client and the operating system for a lost connection. */
const DISCONNECTED =
  /^(CONNECT(ION)?_[A-Z]+|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether a connection was lost or could not be opened. */
export function isDisconnected(cause: unknown): boolean {
  return DISCONNECTED.test((cause as { code?: string }).code ?? '');
}

/**
 * Converts a failure of PostgreSQL itself to an error that tells the operator what to check. Other
 * errors are returned unchanged.
 */
export function postgresFailure(cause: unknown): unknown {
  const isCondition = cause instanceof postgres.PostgresError && CONDITIONS.test(cause.code);
  if (!isCondition && !isTimeout(cause) && !isDisconnected(cause)) return cause;
  return new Error(
    `PostgreSQL at CATALYST_DATABASE_URL cannot be used (${failureCode(cause)}): check that it runs and that the URL, user and password are right. Run \`status\` or \`list\` to see whether the change was made.`,
    { cause },
  );
}

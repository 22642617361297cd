import { connect, type Socket } from 'node:net';
import postgres, { type Sql, type TransactionSql } from 'postgres';

export type Postgres = Sql;

/** A change of the shared tables. Migrations only add; what goes is dropped by a later release. */
export interface PostgresMigration {
  readonly version: number;
  readonly sql: string;
}

/** Connections of one process: reads are kept in memory, and few questions are under way at once. */
const MAX_CONNECTIONS = 4;
const CONNECT_SECONDS = 5;
/** One key of advisory locks each; the numbers are arbitrary and must never change. */
export const advisoryLocks = { migrate: 727_001, write: 727_002, grants: 727_003 } as const;
/** How soon the server notices that a machine has vanished: after 10 s and three more of 5 s. */
const KEEPALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;
/** Where changes are told to all processes. */
export const channels = { accounts: 'catalyst_accounts', versions: 'catalyst_versions' } as const;

/** Begins the message of a failure by time. */
const NO_ANSWER = 'no answer';
/** How long a question may take that is no bulk load, milliseconds. */
const MAX_ANSWER_MS = 5_000;
/** Milliseconds after which the server gives up a transaction whose process is gone. */
const MAX_TRANSACTION_MS = 10_000;
/** The same of one that changes the tables, which waits for whoever uses them. */
export const MAX_MIGRATION_MS = 60_000;
/** How long questions under way are waited for at the end, seconds. */
const MAX_END_SECONDS = 1;

const sockets = new WeakMap<Postgres, Set<Socket>>();

/** Opens PostgreSQL; nothing is connected before the first question. */
export function openPostgres(url: string): Postgres {
  return connected(url, { max: MAX_CONNECTIONS, idle_timeout: 300 });
}

/** Opens one connection that stays, for what lasts as long as it does: an advisory lock. */
export function openSession(url: string): Postgres {
  return connected(url, { max: 1, idle_timeout: 0, max_lifetime: null, connection: KEEPALIVE });
}

/**
 * The arrays that are asked with, by their numbers in every PostgreSQL. The client would ask for them
 * at each connection, and that question ends the process where the server goes in the middle of it:
 * https://github.com/porsager/postgres/issues/1192.
 */
const arrays = {
  'text[]': arrayType(1_009),
  'integer[]': arrayType(1_007),
  'bigint[]': arrayType(1_016),
};

/** None is read: columns that hold one are asked for as JSON. */
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
 * Ends the connections. The client waits for the server's goodbye, and one that hangs gives none:
 * what is left is cut, or it would keep the process alive.
 */
export async function closePostgres(sql: Postgres, seconds = MAX_END_SECONDS): Promise<void> {
  await sql.end({ timeout: seconds }).catch(() => {});
  for (const socket of sockets.get(sql) ?? []) socket.destroy();
}

/** In how many turns of its timer the time of a question passes: a busy process takes part of one. */
const TURNS = 10;

/**
 * What a question brings. A server that hangs tells its own timeouts nothing, so the time is taken here;
 * while this process itself is too busy to read an answer, none passes.
 *
 * @param most milliseconds
 * @throws Error where it takes longer; then its connection is not to be used any more
 */
export async function withinTime<Result>(
  question: PromiseLike<Result>,
  most = MAX_ANSWER_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let turns = 0;
    timer = setInterval(() => {
      turns += 1;
      if (turns === TURNS) reject(new Error(`${NO_ANSWER} in ${most / 1_000} s`));
    }, most / TURNS);
  });
  try {
    return await Promise.race([question, late]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs one transaction, of which the server gives up each statement and each pause between two that
 * takes too long. It would else hold the locks of a machine that vanished until TCP misses it, two
 * hours by default, and wait without an end for those of another.
 *
 * @param most of a statement, and of a pause, milliseconds
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
 * The client rejects a transaction whose connection is closed by itself. Where the work failed first
 * it would roll back, on a socket that is no more, and the error of that ends the process (postgres
 * 3.4.9).
 */
function untilGivenUp(): Promise<never> {
  return new Promise(() => {});
}

/** What the client connects by; the hosts of an address take turns. */
function createSockets(open: Set<Socket>) {
  let attempts = 0;
  return ({ host, port, path }: { host: string[]; port: number[]; path: string | false }) => {
    const at = attempts % host.length;
    attempts += 1;
    const socket = path ? connect(path) : connect(port[at] ?? 5432, host[at]);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // By this name the certificate is checked.
    return Object.assign(socket, { host: host[at], port: port[at] });
  };
}

/** Brings the shared tables to the newest migration, one process at a time. */
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

/** What tells the cause of a failure, and never the address, which may hold a password. */
export function failureCode(cause: unknown): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  if (message.startsWith(NO_ANSWER)) return message;
  return /^[\w-]{1,40}$/.test(code) ? code : 'failed';
}

/**
 * Classes of SQLSTATE that tell how the server does: connection, authorization, database, resources,
 * intervention, locks. Others are faults of a statement.
 */
const CONDITIONS = /^(08|25|28|3D|40|53|55|57)/;

/** Whether nothing came in time: of a server that hangs, whose machine is gone, or no more there. */
export function isSilent(cause: unknown): boolean {
  const { code, message = '' } = cause as { code?: string; message?: string };
  return code === 'CONNECT_TIMEOUT' || message.startsWith(NO_ANSWER);
}

/** Codes of the client, and of the system, where a connection ended with what was asked on it. */
const DISCONNECTED =
  /^(CONNECT(ION)?_[A-Z]+|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether a connection ended, or did not come about. */
export function isDisconnected(cause: unknown): boolean {
  return DISCONNECTED.test((cause as { code?: string }).code ?? '');
}

/** What is said where PostgreSQL cannot be used; a fault of a statement, or another one, as it is. */
export function postgresFailure(cause: unknown): unknown {
  const isCondition = cause instanceof postgres.PostgresError && CONDITIONS.test(cause.code);
  if (!isCondition && !isSilent(cause) && !isDisconnected(cause)) return cause;
  return new Error(
    `PostgreSQL of CATALYST_DATABASE_URL cannot be used (${failureCode(cause)}): check that it runs and that the address, user and password are right. Whether a change was made, status and the lists show.`,
    { cause },
  );
}

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  advisoryLocks,
  boundedTransaction,
  channels,
  closePostgres,
  failureCode,
  isDisconnected,
  isTimeout,
  openPostgres,
  openSession,
  postgresFailure,
  withTimeout,
} from '../../src/cluster/postgres.ts';
import { temporaryFolder } from '../support/files.ts';
import { createFakePostgres } from './fake-postgres.ts';

const url = 'postgres://reader:secret@127.0.0.1:1,127.0.0.2:2/catalyst';

describe('a client of PostgreSQL', () => {
  it('has one connection for a lock, which stays and whose end the server notices', () => {
    expect(openSession(url).options).toMatchObject({
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      fetch_types: false,
      connection: {
        application_name: 'biotech-catalyst-mcp',
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 3,
      },
    });
  });

  it('is known to others by numbers and names that no release may change', () => {
    expect(advisoryLocks).toEqual({ migrate: 727001, write: 727002, grants: 727003 });
    expect(channels).toEqual({ accounts: 'catalyst_accounts', versions: 'catalyst_versions' });
  });
});

describe('the connections of a client', () => {
  type Connecting = (to: {
    readonly host: readonly string[];
    readonly port: readonly (number | undefined)[];
    readonly path: string | false;
  }) => Socket & { readonly host?: string; readonly port?: number };
  const connectingOf = (sql: postgres.Sql) =>
    (sql.options as unknown as { readonly socket: Connecting }).socket;

  async function listening(at: { port?: number; host?: string; path?: string }): Promise<Server> {
    const server = createServer().listen(at);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return server;
  }
  const portOf = (server: Server) => (server.address() as { port: number }).port;

  it('are made to the hosts of an address in turns, and cut at the end', async () => {
    const host = ['127.0.0.1', 'localhost'];
    const servers = [
      await listening({ port: 0, host: host[0]! }),
      await listening({ port: 0, host: host[1]! }),
    ];
    const port = servers.map(portOf);
    const sql = openPostgres(url);
    const connect = connectingOf(sql);
    const sockets = [1, 2, 3].map(() => connect({ host, port, path: false }));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect(sockets.map((socket) => socket.remotePort)).toEqual([port[0], port[1], port[0]]);
    expect(sockets.map((socket) => [socket.host, socket.port])).toEqual([
      ...[
        [host[0], port[0]],
        [host[1], port[1]],
      ],
      [host[0], port[0]],
    ]);
    await closePostgres(sql);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  it('may go by a path of the system', async () => {
    const path = join(temporaryFolder(), 'socket');
    const server = await listening({ path });
    const sql = openPostgres(url);
    const accepted = once(server, 'connection');
    connectingOf(sql)({ host: ['unused'], port: [1], path });
    await accepted;
    await closePostgres(sql);
  });

  it('end within a second, or immediately on request; a client that cannot end is cut', async () => {
    const sql = openPostgres(url);
    const ended: unknown[] = [];
    sql.end = (how) => {
      ended.push(how);
      return Promise.reject(new Error('hangs'));
    };
    await closePostgres(sql);
    await closePostgres(sql, 0);
    expect(ended).toEqual([{ timeout: 1 }, { timeout: 0 }]);
  });
});

describe('a question', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const never = () => new Promise<never>(() => {});

  it.each([
    [undefined, 5_000, 'no answer in 5 s'],
    [1_200, 1_200, 'no answer in 1.2 s'],
  ])('may take %s ms, and no more', async (most, milliseconds, said) => {
    const failed = vi.fn();
    withTimeout(never(), most).catch(failed);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(new Error(said));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is answered, or fails, in time does so, and no timer stays', async () => {
    expect(await withTimeout(Promise.resolve(1))).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a failure of PostgreSQL', () => {
  const coded = (code: string) => Object.assign(new Error('with a secret'), { code });
  const stated = (code: string) => Object.assign(new postgres.PostgresError('a fault'), { code });
  const late = new Error('no answer in 5 s');

  it.each([
    [late, 'no answer in 5 s'],
    [Object.assign(new Error('no answer in 5 s'), { code: 'ETIMEDOUT' }), 'no answer in 5 s'],
    [coded('ECONNREFUSED'), 'ECONNREFUSED'],
    [coded('28P01'), '28P01'],
    [coded('A-_9'.repeat(10)), 'A-_9'.repeat(10)],
    [coded('A'.repeat(41)), 'failed'],
    [coded('postgres://reader:secret@db'), 'failed'],
    [coded(''), 'failed'],
    [new Error('there was no answer'), 'failed'],
    [{}, 'failed'],
  ])('%# is reported by its code, without a possible password', (cause, code) => {
    expect(failureCode(cause)).toBe(code);
  });

  const silent = [late, coded('CONNECT_TIMEOUT')];
  const disconnected = [
    ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ].map(coded);
  const conditions = ['08006', '28P01', '3D000', '40P01', '53300', '55P03', '57P01'].map(stated);
  const faults = [
    ...['22P02', '23505', '42P01', '008', 'XX000'].map(stated),
    ...['ENOSPC', 'XCONNECT_X', 'CONNECT_timeout', 'EPIPE2', '57P01'].map(coded),
    ...[new Error('another'), {}],
  ];

  it('is told apart: nothing came, the connection ended, its state, a fault of a statement', () => {
    const all = [...silent, ...disconnected, ...conditions, ...faults];
    expect(all.filter(isTimeout)).toEqual([...silent, disconnected[0]]);
    expect(all.filter(isDisconnected)).toEqual([silent[1], ...disconnected]);
  });

  it('is said in words where it cannot be used, and handed on where it is a fault', () => {
    for (const cause of faults) expect(postgresFailure(cause)).toBe(cause);
    for (const cause of [...silent, ...disconnected, ...conditions]) {
      const said = postgresFailure(cause) as Error;
      expect(said).not.toBe(cause);
      expect(said.message).toBe(
        `PostgreSQL at CATALYST_DATABASE_URL cannot be used (${failureCode(cause)}): check that it runs and that the URL, user and password are right. Run \`status\` or \`list\` to see whether the change was made.`,
      );
      expect(said.cause).toBe(cause);
    }
  });
});

describe('a transaction', () => {
  it.each([
    [undefined, '10000'],
    [250, '250'],
  ])('of %s ms is given up by the server after that', async (most, milliseconds) => {
    const { sql, asked } = createFakePostgres();
    const done = boundedTransaction(sql, async (own) => [...(await own`SELECT 1`)], most);
    expect(await done).toEqual([]);
    expect(asked).toEqual([
      { text: 'BEGIN', values: [] },
      {
        text: "SELECT set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)",
        values: [milliseconds, milliseconds],
      },
      { text: 'SELECT 1', values: [] },
    ]);
  });

  it('that fails is rolled back by the client, unless its connection is closed', async () => {
    const { sql } = createFakePostgres();
    const fault = new Error('a fault');
    const failing = (cause: unknown) => boundedTransaction(sql, () => Promise.reject(cause));
    await expect(failing(fault)).rejects.toBe(fault);
    const settled = vi.fn();
    failing(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })).then(settled, settled);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
  });
});

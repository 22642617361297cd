import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { FetchDocument } from '../../src/authorization/client-documents.ts';
import type { Clock, Monotonic } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { unknownFeed } from '../../src/base/errors.ts';
import type { Log } from '../../src/base/log.ts';
import { noObserver, type Observer } from '../../src/base/observer.ts';
import { noTracing, type Tracing } from '../../src/base/tracing.ts';
import { type App, openApp } from '../../src/commands/app.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { demoSeed } from '../../src/demo/demo.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import type { SheetReader } from '../../src/domain/track-record/chain.ts';
import { isFactName } from '../../src/facts/fact-kinds.ts';
import type { Account } from '../../src/service/access/account.ts';
import { LocalAccounts } from '../../src/service/access/local-accounts.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import type { Calendars } from '../../src/transports/feeds/calendars.ts';
import { createProxies } from '../../src/transports/forwarded.ts';
import { serveHttp } from '../../src/transports/http.ts';
import type { Condition } from '../../src/transports/readiness.ts';
import { endpoints } from '../../tools/index.ts';
import { refuseNetwork } from './network.ts';
import { fixedClock, machineTime, silentLog } from './surroundings.ts';
import { today, type Universe, universe } from './universe.ts';

export { fixedClock, machineTime, silentLog };

export interface Options {
  /** Whether the records are served as real data (`real`) or as demo data. Default `real`. */
  readonly as?: 'real' | 'demo';
  readonly facts?: Universe;
  /** `CATALYST_LIMITS` and other settings. Limits are off by default. */
  readonly settings?: Readonly<Record<string, string>>;
  /** By default the clock is fixed at noon of the test date. */
  readonly clock?: Clock;
  /** The machine's monotonic clock by default. */
  readonly monotonic?: Monotonic;
  /** Destination of the log; none by default. */
  readonly log?: Log;
  readonly observer?: Observer;
  readonly tracing?: Tracing;
  readonly conditions?: readonly Condition[];
  /**
   * Fetches client metadata documents for OAuth. The default uses the network, which is blocked in
   * tests.
   */
  readonly fetchDocument?: FetchDocument;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Body {
  readonly result: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly page: number; readonly pageSize: number; readonly total: number };
  readonly Note?: string;
  readonly error?: string;
}

export interface Started {
  readonly app: App;
  readonly dataDir: string;
  /** `http://127.0.0.1:port` */
  readonly base: string;
  /** The accounts file, opened like in another process. */
  readonly accounts: LocalAccounts;
  /** A key of the Elite Plus plan. */
  readonly key: string;
  /**
   * Creates an account, of the plan `basic` by default.
   *
   * @returns its key
   */
  createKey(account: Partial<Account> & { readonly name: string }): string;
  /**
   * Sends a REST request with a path below `/api/v2`, parameters and a key (`key` by default, null
   * for none).
   */
  ask(path: string, query?: Record<string, string>, key?: string | null): Promise<Reply>;
  close(): Promise<void>;
}

/** Starts the complete service on a free port with a new folder and the fixed date. */
export async function startApp(options: Options = {}): Promise<Started> {
  refuseNetwork();
  const { as = 'real', facts = universe, settings = {}, log = silentLog() } = options;
  const { clock = fixedClock, monotonic = machineTime } = options;
  const { observer = noObserver, tracing = noTracing, conditions = [] } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'catalyst-'));
  const files = filesOf(dataDir);
  const paths = { real: files.store, demo: files.demo };
  await fillStore(paths[as], facts, as);
  const app = await openApp({
    config: readConfig({ CATALYST_LIMITS: 'off', ...settings, CATALYST_DATA_DIR: dataDir }),
    clock,
    monotonic,
    log,
    observer,
    tracing,
    ...(options.fetchDocument ? { fetchDocument: options.fetchDocument } : {}),
    refresh: (kind) => refreshStore(paths[kind], kind, endpoints, clock),
  });
  const server = await serve(app, log, { observer, tracing, conditions });
  const accounts = await LocalAccounts.open(files.accounts);
  const createKey: Started['createKey'] = (account) => {
    const made = { plan: 'basic', demo: false, state: 'active', ...account } as const;
    const key = accounts.create(made, today);
    if (key === undefined) throw new Error(`there is an account ${account.name} already`);
    return key;
  };
  const reader = createKey({ name: 'reader', plan: 'elite-plus' });
  return {
    app,
    dataDir,
    base: server.base,
    accounts,
    key: reader,
    createKey,
    ask: (path, query = {}, key = reader) =>
      read(
        `${server.base}/api/v2${path}?${new URLSearchParams(key ? { ...query, apiKey: key } : query)}`,
      ),
    async close() {
      await server.close();
      await app.close();
      accounts.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts the service before the tests of a file or group, and closes it after them. */
export function useApp(options: Options = {}): Started {
  const started = {} as Started;
  beforeAll(async () => void Object.assign(started, await startApp(options)));
  afterAll(() => started.close());
  return started;
}

/** Serves a catalog, a service and a toolbox over HTTP on a free port. */
export async function serve(
  parts: Pick<App, 'catalogue' | 'service' | 'toolbox'> &
    Partial<Pick<App, 'calendars' | 'openAuthorization'>>,
  log: Log = silentLog(),
  more: {
    readonly allowedHosts?: readonly string[];
    readonly trustedProxies?: readonly string[];
    readonly maxConnectionsPerAddress?: number;
    readonly observer?: Observer;
    readonly tracing?: Tracing;
    readonly conditions?: readonly Condition[];
    readonly bundle?: string;
    readonly record?: SheetReader;
  } = {},
): Promise<{ readonly base: string; readonly port: number; close(): Promise<void> }> {
  const { catalogue, service, toolbox, calendars = noCalendars } = parts;
  const { allowedHosts = [], trustedProxies = [], maxConnectionsPerAddress = 1_000 } = more;
  const { observer = noObserver, tracing = noTracing, conditions = [], bundle, record } = more;
  const server = await serveHttp(
    {
      catalogue,
      service,
      toolbox,
      calendars,
      log,
      version: '0.0.0',
      ...(await parts.openAuthorization?.()),
      allowedHosts,
      maxConnectionsPerAddress,
      observer,
      tracing,
      conditions,
      bundle,
      record,
      proxies: await createProxies(trustedProxies, maxConnectionsPerAddress),
      // Nothing is on its way to a server that a test closes.
      settleTime: 0,
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { ...server, base: `http://127.0.0.1:${server.port}` };
}

/** For servers whose calendars are not requested. */
export const noCalendars: Calendars = {
  async read() {
    throw unknownFeed();
  },
};

/** Sends a request and parses the response body as JSON. */
export async function read(address: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(address, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') };
}

/** Posts a JSON-RPC message, or another text, to `/mcp`. */
export function postMcp(
  base: string,
  message: object | string,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<Response> {
  const accept = 'application/json, text/event-stream';
  return fetch(`${base}/mcp${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** Creates a store with these facts and the records derived on the fixed date. */
export async function fillStore(path: string, facts: Universe, as: 'real' | 'demo' = 'real') {
  if (facts !== universe || existsSync(path)) return computeStore(path, facts, as);
  universeStores[as] ??= bytesOf((made) => computeStore(made, universe, as));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await universeStores[as], { mode: 0o600 });
}

/** Stores of the universe, which most tests need. Each is computed once per worker and copied. */
const universeStores: { real?: Promise<Buffer>; demo?: Promise<Buffer> } = {};

/** The bytes of the store that `write` creates at a path. */
export async function bytesOf(write: (path: string) => Promise<void>): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-'));
  const path = join(folder, 'store.sqlite');
  await write(path);
  // Closing leaves the records in the WAL file until all statements are finalized.
  const database = await openDatabase(path, factMigrations);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function computeStore(path: string, facts: Universe, as: 'real' | 'demo') {
  const database = await openDatabase(path, factMigrations);
  inTransaction(database, () => {
    for (const [kind, records] of Object.entries(facts)) {
      if (isFactName(kind)) writeFacts(database, kind, records, 'fixture');
    }
    writeMeta(database, 'facts_at', today);
    if (as === 'demo') writeMeta(database, 'demo_seed', String(demoSeed));
  });
  refreshServed(database, endpoints, fixedClock);
  database.close();
}

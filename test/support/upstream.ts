import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, Monotonic } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Plan } from '../../src/base/plans.ts';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { RecordPage } from '../../src/catalogue/query.ts';
import { createUpstreamBackend, type UpstreamBackend } from '../../src/gateway/upstream.ts';
import { noSharedAnswers } from '../../src/gateway/upstream-answers.ts';
import type { SharedGateway } from '../../src/gateway/upstream-gateway.ts';
import { createUpstreamHttp } from '../../src/gateway/upstream-http.ts';
import { createRoutes } from '../../src/gateway/upstream-routes.ts';
import {
  defaultUpstreamSettings,
  type UpstreamSettings,
} from '../../src/gateway/upstream-settings.ts';
import { createOwnBudget, createSqliteBudget } from '../../src/service/access/leases.ts';
import { createLimits, type Limits } from '../../src/service/access/limits.ts';
import { LocalAccounts } from '../../src/service/access/local-accounts.ts';
import type { Slots } from '../../src/service/access/slots.ts';
import { queryOf, type RawArguments } from '../../src/service/asked-query.ts';
import type { Backend } from '../../src/service/backend.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { createService } from '../../src/service/service.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import type { Row } from '../../src/store/served-order.ts';
import { pastOf } from '../../src/store/served-tables.ts';
import { serveHttp } from '../../src/transports/http.ts';
import { createToolbox } from '../../src/transports/toolbox.ts';
import { endpoints } from '../../tools/index.ts';
import { bytesOf, noCalendars } from './start-app.ts';
import { writeServed } from './write-served.ts';

/** Closes what a test has opened, in reverse order. */
export interface Scope {
  add(close: () => unknown): void;
  close(): Promise<void>;
}

export function createScope(): Scope {
  const open: (() => unknown)[] = [];
  return {
    add: (close) => open.push(close),
    async close() {
      for (const close of open.splice(0).reverse()) await close();
    },
  };
}

/**
 * Creates clocks that start at a fixed time and run at normal speed. `forward` advances both
 * clocks, and the wall clock can be set without changing the monotonic clock.
 */
export function createTestClock(start = '2026-11-21T12:00:00Z') {
  const began = performance.now();
  let ahead = 0;
  let set = 0;
  const monotonic: Monotonic = () => performance.now() - began + ahead;
  const clock: Clock = () => Math.floor(Date.parse(start) + monotonic() + set);
  return {
    clock,
    monotonic,
    forward: (milliseconds: number) => (ahead += milliseconds),
    setWall: (milliseconds: number) => (set += milliseconds),
  };
}
export type TestClock = ReturnType<typeof createTestClock>;

/** Creates rate limits that are not shared with another process. */
function limitsAlone(monotonic: Monotonic): Limits {
  return createLimits(createOwnBudget(monotonic));
}

export function endpointNamed(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found;
}

const day = (offset: number) =>
  new Date(Date.parse('2026-01-01') + offset * 86_400_000).toISOString().slice(0, 10);

const event = (ticker: string, drugname: string, catalyst: string, formattedDate: string) => ({
  ticker,
  drugname,
  catalyst,
  formattedDate,
});
const calendar: readonly Row[] = [
  {
    ...event('AAA', 'Alphamab', 'PDUFA Date', '2026-12-01'),
    catdate: 'Dec 1, 2026',
    createdDate: '2026/06/01',
    poa: 85,
  },
  {
    ...event('BBB', 'Betacept', 'Phase 3 Data', '2027-03-15'),
    catdate: 'Mar 15, 2027',
    createdDate: '2026/09/01',
    poa: '60%',
  },
  { ...event('CCC', 'Gammastat', 'NDA Filing', '2027-01-10'), catdate: 'Q1 2027' },
  event('AAA', 'Alphamab XR', 'BLA Filing', '2026-11-01'),
];

/** Records of the fixture by tool. Other tools have none. */
const fixture: Readonly<Record<string, readonly Row[]>> = {
  fda_calendar: calendar,
  pdufa_upcoming: calendar,
  // 120 trials on consecutive days: 40 of each ticker, and every second one in asthma.
  catalyst_sync: Array.from({ length: 120 }, (_, index) => ({
    nctId: `NCT${String(index).padStart(8, '0')}`,
    ticker: ['AAA', 'BBB', 'CCC'][index % 3],
    Condition: index % 2 === 0 ? 'Psoriasis' : 'Asthma',
    CompletionDate: day(index),
  })),
  fda_approvals: [
    { ticker: 'AAA', drug_name: 'Alphamab', approval_date: '2024-05-01' },
    { ticker: 'AAA', drug_name: 'Alphamab SC', approval_date: '2023-02-03' },
    { ticker: 'BBB', drug_name: 'Betacept', approval_date: '2024-01-09' },
  ],
};

/** Creates a store with the fixture's records. */
export async function openFixtureStore(scope: Scope): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-upstream-'));
  scope.add(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.sqlite');
  fixtureBytes ??= bytesOf(writeFixture);
  writeFileSync(path, await fixtureBytes);
  const source = createStoreBackend(await openDatabase(path, factMigrations), false);
  scope.add(() => source.close());
  return source;
}

/** The fixture's store, which is written once per worker and copied. */
let fixtureBytes: Promise<Buffer> | undefined;

async function writeFixture(path: string): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  inTransaction(database, () => {
    for (const endpoint of endpoints) {
      const rows = fixture[endpoint.name] ?? [];
      writeServed(database, endpoint, rows);
      const past = pastOf(endpoint);
      // The records of the fixture never change.
      const always = { known_from: '1900-01-01', known_until: '9999-12-31' };
      if (past)
        writeServed(
          database,
          past,
          rows.map((row) => ({ ...row, ...always })),
        );
    }
  });
  database.close();
}

export interface Instance {
  readonly port: number;
  readonly keys: Readonly<Record<'basic' | 'elite' | 'demo', string>>;
}

/** Starts a complete second server on a source: REST and `/mcp`, with separate keys and limits. */
export async function startInstance(
  scope: Scope,
  source: Backend,
  { clock, monotonic }: Pick<TestClock, 'clock' | 'monotonic'>,
): Promise<Instance> {
  const accounts = await LocalAccounts.open(':memory:');
  scope.add(() => accounts.close());
  const make = (name: string, plan: Plan, demo = false) =>
    accounts.create({ name, plan, demo, state: 'active' }, '2026-01-01') ?? '';
  const keys = {
    basic: make('basic', 'basic'),
    elite: make('elite', 'elite-plus'),
    demo: make('demo', 'elite-plus', true),
  };
  const limits = limitsAlone(monotonic);
  scope.add(() => limits.close());
  const service = createService({ source: () => source, accounts, limits, clock });
  const catalogue = createCatalogue(endpoints);
  const { log } = createTestLog();
  const toolbox = createToolbox(catalogue, service, log);
  const server = await serveHttp(
    {
      catalogue,
      service,
      toolbox,
      calendars: noCalendars,
      log,
      version: 'test',
      allowedHosts: [],
      settleTime: 0,
    },
    { host: '127.0.0.1', port: 0 },
  );
  scope.add(() => server.close());
  return { port: server.port, keys };
}

/** What the fault proxy does with a request; `pass` forwards it. */
export type Fault = 'pass' | Misbehaviour;
type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface FaultProxy {
  readonly port: number;
  readonly baseUrl: string;
  /** URLs of the received requests, with query. */
  readonly requests: string[];
  /** Sets the behavior for the next requests. The last one repeats. */
  use(...faults: readonly Fault[]): void;
  /** Stops listening and closes all connections, like an upstream that is down. */
  stop(): Promise<void>;
}

/** Starts a proxy on loopback between a gateway and its upstream that can simulate faults. */
export async function startFaultProxy(scope: Scope, upstreamPort: number): Promise<FaultProxy> {
  const requests: string[] = [];
  let planned: Fault[] = ['pass'];
  const server = createServer((incoming, response) => {
    requests.push(incoming.url ?? '');
    const fault = planned.length > 1 ? planned.shift() : planned[0];
    if (fault === undefined || fault === 'pass') forward(upstreamPort, incoming, response);
    else fault(incoming, response);
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  scope.add(stop);
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    use: (...faults) => {
      planned = [...faults];
    },
    stop,
  };
}

function forward(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const { url, headers, method } = incoming;
  const onward = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}

/** Builds a response with a status and a body, JSON by default. */
export function replies(
  status: number,
  body: string | Buffer = '{"error":"so it is"}',
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Misbehaviour {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Creates a log that collects its lines. */
export function createTestLog() {
  const lines: Record<string, unknown>[] = [];
  const keep =
    (level: string) =>
    (first: unknown, second?: unknown): void => {
      const fields = typeof first === 'object' && first !== null ? first : {};
      lines.push({ level, ...fields, said: typeof first === 'string' ? first : second, ...fields });
    };
  const log = { info: keep('info'), warn: keep('warn'), error: keep('error') } as unknown as Log;
  return { log, lines };
}

/** Settings with short waits for tests and otherwise default values. */
export const quick: UpstreamSettings = {
  ...defaultUpstreamSettings,
  pacedAs: 'elite-plus',
  callTimeout: 10_000,
  maxWait: 1_500,
  backoff: 20,
  limitedPause: 200,
  circuitFailures: 1_000,
};

/** Creates the upstream source with short limits. */
export async function openUpstream(
  scope: Scope,
  {
    baseUrl,
    key,
    time: { clock, monotonic },
    log = createTestLog().log,
    settings = {},
    all = false,
    slots,
    shared,
  }: {
    readonly baseUrl: string;
    readonly key: string;
    readonly time: Pick<TestClock, 'clock' | 'monotonic'>;
    readonly log?: Log;
    readonly settings?: Partial<UpstreamSettings>;
    readonly all?: boolean;
    /** The slots of the budget; new ones by default. */
    readonly slots?: Slots;
    /** What the gateway shares with other machines; nothing by default. */
    readonly shared?: SharedGateway;
  },
): Promise<UpstreamBackend> {
  const bounds = { ...quick, ...settings };
  const source = createUpstreamBackend({
    http: createUpstreamHttp({ baseUrl, key }, bounds),
    host: new URL(baseUrl).host,
    routes: createRoutes(all ? 'all' : 'stated', {}),
    settings: bounds,
    clock,
    monotonic,
    answers: shared?.answers ?? noSharedAnswers,
    budget:
      shared?.budget ??
      (slots
        ? createSqliteBudget({ open: async () => slots, monotonic })
        : createOwnBudget(monotonic)),
    random: () => 0.5,
    log,
  });
  scope.add(() => source.close());
  return source;
}

/** Calls a source like the service does, with the argument checks first. */
export function asked(
  source: Backend,
  name: string,
  raw: RawArguments = {},
  today = '2026-11-21',
): Promise<RecordPage> {
  const endpoint = endpointNamed(name);
  return Promise.resolve().then(() => source.fetch(endpoint, queryOf(endpoint, raw, today)));
}

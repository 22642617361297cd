import type { Clock as VirtualClock } from '@sinonjs/fake-timers';
import { createClient } from '../../../src/ingest/sync/client.ts';
import { openRegistry } from '../../../src/ingest/sync/company-registry.ts';
import {
  createEngine,
  type EngineParts,
  type Progress,
  type Ran,
} from '../../../src/ingest/sync/engine.ts';
import type { Send } from '../../../src/ingest/sync/fetch.ts';
import { acquire } from '../../../src/ingest/sync/lock.ts';
import { createPacing } from '../../../src/ingest/sync/pacing.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import type { HostKeys } from '../../../src/sources/hosts.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { parseHere, readHere } from '../../support/read-text.ts';
import { silentLog } from '../../support/start-app.ts';
import type { Hosts, Seen } from './origin/origin.ts';

export const start = Date.parse('2026-03-10T12:00:00Z');
export const self = { holder: 'test', pid: 1, host: 'here', isAlive: () => true };

/** The sources that lead from the feed of latest filings to texts and lists of filings. */
export const FILING_SOURCES = [
  ...['sec-tickers', 'sec-current', 'sec-filing-index'],
  ...['sec-documents', 'sec-submissions'],
];

interface Setting {
  readonly database: Database;
  readonly hosts: Hosts;
  readonly sources?: readonly string[];
  readonly tickers?: readonly string[];
  /** Milliseconds from a request to its answer. */
  readonly latency?: () => number;
  readonly send?: (send: Send) => Send;
  readonly parts?: Partial<EngineParts>;
  readonly contact?: string;
  readonly keys?: HostKeys;
}

/** A number from 0 to 1, the same series every time. */
export function seededRandom(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const openStore = () => openDatabase(':memory:', factMigrations);
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Hosts without a network between: they answer after a while of virtual time. */
function sendTo(hosts: Hosts, latency: () => number): Send {
  return async (request) => {
    const { host, pathname, search } = new URL(request.address);
    const headers: Seen['headers'] = {
      'user-agent': request.userAgent,
      'if-none-match': request.etag,
      'if-modified-since': request.lastModified,
      authorization: request.key?.parameter ? undefined : request.key?.value,
    };
    const given = hosts.answer(host, pathname + search, headers);
    await pause(latency());
    const body = Buffer.from(given.body ?? '');
    return { status: given.status ?? 200, headers: given.headers ?? {}, body, bytes: body.length };
  };
}

/** An engine over hosts in virtual time, as the command builds it. */
export function engineOf(setting: Setting) {
  const { database, hosts, latency = () => 50 } = setting;
  const clock = Date.now;
  const { contact = 'dev@zorbiva-capital.com' } = setting;
  const ledger = createLedger(storedStates(database), contact);
  const plain = sendTo(hosts, latency);
  const pacing = createPacing(pause);
  const client = createClient({
    send: setting.send?.(plain) ?? plain,
    pacing,
    ledger,
    clock,
    contact,
    keys: setting.keys ?? {},
  });
  const wanted = setting.tickers && new Set(setting.tickers);
  const today = () => new Date(clock()).toISOString().slice(0, 10);
  const registry = openRegistry(database, today, wanted);
  const refreshes: number[] = [];
  const progress: Progress[] = [];
  acquire(database, self, clock());
  const names = setting.sources;
  const sources = allSources(false).filter(
    (source) => names?.includes(source.name) ?? isByDefault(source, false),
  );
  for (const { host } of sources) void ledger.unblock(host);
  const engine = createEngine({
    database,
    sources,
    registry,
    client,
    pacing,
    ledger,
    clock,
    log: silentLog(),
    self,
    texts: { read: readHere, parse: parseHere, close: async () => {} },
    refresh: async () => void refreshes.push(clock()),
    freeBytes: () => 10 * 1024 ** 3,
    random: () => 0,
    since: '2024-03-10',
    report: (one) => void progress.push(one),
    ...setting.parts,
  });
  return { engine, ledger, refreshes, progress };
}

/** Lets virtual time pass until the run has ended: faked timers carry their clock. */
export async function passed<Result>(run: Promise<Result>): Promise<Result> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  run.then(end, end);
  const { clock } = setTimeout as unknown as { clock: VirtualClock };
  while (!ended) await clock.nextAsync();
  return run;
}

/** Runs a sync to its end in virtual time. */
export async function syncOnce(setting: Setting): Promise<Ran & { refreshes: readonly number[] }> {
  const { engine, refreshes } = engineOf(setting);
  const ran = await passed(engine.run(false));
  return { ...ran, refreshes };
}

/** All facts and series, in order, each as one line. */
export function factsOf(database: Database): string[] {
  const rows = [
    ...database.prepare('SELECT kind, key, source, record FROM facts ORDER BY kind, key').all(),
    ...database
      .prepare('SELECT kind, ticker, year, packed FROM series ORDER BY kind, ticker, year')
      .all(),
  ];
  return rows.map((row) => JSON.stringify(row).slice(0, 2_000));
}

/** How many facts of each kind there are. */
export function countsOf(database: Database): Record<string, number> {
  const sql = 'SELECT kind, count(*) AS facts FROM facts GROUP BY kind ORDER BY kind';
  const rows = database.prepare(sql).all() as { kind: string; facts: number }[];
  return Object.fromEntries(rows.map(({ kind, facts }) => [kind, facts]));
}

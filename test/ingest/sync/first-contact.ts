import { vi } from 'vitest';
import { sha256 } from '../../../src/base/sha256.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import type { Send } from '../../../src/ingest/sync/fetch.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { endpoints } from '../../../tools/index.ts';
import { createHosts, type Hosts, type Route } from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { engineOf, factsOf, openStore, passed, seededRandom, start, syncOnce } from './sync-run.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How an origin misbehaves. */
export interface Fault {
  /** Answers in place of the world's host, by host; under `*` of all hosts. */
  readonly routes?: (world: World) => Readonly<Record<string, Route>>;
  readonly send?: (send: Send) => Send;
  /** When the process is killed, milliseconds after the start. */
  readonly kills?: readonly number[];
  /** How far off the clock is from the fifth second to the end of the first run, in milliseconds. */
  readonly moved?: number;
  /** Called every minute of a run, and between runs. */
  readonly watch?: (database: Database) => void;
}

/** Feeds are asked every few minutes for ever: a day of them would take long. */
const sources = allSources(false)
  .filter((source) => isByDefault(source, false))
  .map(({ name }) => name)
  .filter((name) => name !== 'sec-current');

/** Minutes after the start. */
export const minute = () => (Date.now() - start) / MINUTE;

function worldWith(size: number, { routes }: Fault): World {
  const world = createWorld(size);
  const faults = routes?.(world) ?? {};
  for (const host of Object.keys(world.routes)) {
    const fault = faults[host] ?? faults['*'];
    if (fault) world.overrides[host] = fault;
  }
  return world;
}

/** Syncs that follow one another every hour, as a timer starts them, until all is there or a day is over. */
export async function fill(size: number, fault: Fault = {}) {
  vi.setSystemTime(start);
  const world = worldWith(size, fault);
  const hosts = createHosts(world.routes, Date.now);
  const database = await openStore();
  const tickers = world.companies.slice(0, 4).map(({ ticker }) => ticker);
  const setting = { database, hosts, tickers, sources, latency: latencies(), ...fault };
  const missing: number[] = [];
  for (const at of fault.kills ?? []) await killedAt(setting, start + at);
  if (fault.moved !== undefined) {
    await killedAt(setting, start + 5_000);
    vi.setSystemTime(Date.now() + fault.moved);
    await syncOnce(setting);
    vi.setSystemTime(start + HOUR);
    // The origin's own clock is right.
    hosts.seen.length = 0;
  }
  for (;;) {
    const watching = setInterval(() => fault.watch?.(database), MINUTE);
    const { failed, waiting, end } = await syncOnce(setting);
    clearInterval(watching);
    fault.watch?.(database);
    missing.push(failed + waiting.length);
    const isWhole = failed + waiting.length === 0 && end === 'nothing is due';
    if (isWhole || Date.now() - start > 4 * DAY) break;
    vi.setSystemTime(Date.now() + HOUR);
  }
  // Figures of filings bear the day on which they were read.
  const facts = factsOf(database).map((fact) => fact.replace(/@observed\\":\\"[\d-]+/, ''));
  const days = (Date.now() - start) / DAY;
  return { database, hosts, missing, days, facts, served: servedAt(database, start + 5 * DAY) };
}

/** A digest of every served table and index after a refresh at a given time, by name. */
function servedAt(database: Database, moment: number): Readonly<Record<string, string>> {
  refreshServed(database, endpoints, () => moment);
  const tables = database
    .prepare(`SELECT name, type, sql FROM sqlite_schema WHERE name GLOB '* *' ORDER BY name, type`)
    .all() as { name: string; type: string; sql: string }[];
  return Object.fromEntries(
    tables.map(({ name, type, sql }) => {
      const isRead = type === 'table' && !sql.startsWith('CREATE VIRTUAL');
      const rows = isRead ? database.prepare(`SELECT * FROM "${name}"`).all() : [];
      return [`${name} (${rows.length})`, sha256(JSON.stringify([sql, rows]))];
    }),
  );
}

function latencies(): () => number {
  const random = seededRandom();
  return () => 20 + Math.floor(300 * random());
}

/** Ends a run as a kill does: nothing that it holds in memory is written. */
async function killedAt(setting: Parameters<typeof engineOf>[0], moment: number): Promise<void> {
  const dead = new Error('killed');
  const beats = { refresh: () => Promise.reject(dead) };
  const { engine } = engineOf({ ...setting, parts: beats });
  setTimeout(() => engine.stop(), Math.max(0, moment - Date.now()));
  await passed(engine.run(true));
}

/** The most requests to a host in any sliding window within some minutes. */
export function mostWithin(
  hosts: Hosts,
  host: string,
  windowMs: number,
  [from, to]: readonly [number, number],
): number {
  const times = hosts.seen
    .filter((one) => one.host === host)
    .map(({ at }) => (at - start) / MINUTE)
    .filter((at) => at >= from && at <= to);
  return Math.max(
    0,
    ...times.map(
      (at) => times.filter((other) => other >= at && other < at + windowMs / MINUTE).length,
    ),
  );
}

import { type Clock, todayOf } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { openTextReader } from '../text-reader.ts';
import { createClient } from './client.ts';
import { openRegistry } from './company-registry.ts';
import { createEngine, type Progress } from './engine.ts';
import { createHttp } from './fetch.ts';
import type { Self } from './lock.ts';
import { createKeeper } from './mirror.ts';
import { createPacing } from './pacing.ts';
import { createReport } from './report.ts';
import { createLedger, type HostStates } from './start-ledger.ts';
import { freeBytes } from './sync-store.ts';
import { userAgentOf } from './user-agent.ts';

export interface NetworkParts {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly sources: readonly SyncSource[];
  /** Folder in which response bodies are stored. */
  readonly keep?: string | undefined;
  /** File for the report about the responses of the hosts. */
  readonly reportFile?: string | undefined;
}

/** Creates the HTTP client and the request limits according to the settings. */
export async function openNetwork(states: HostStates, parts: NetworkParts) {
  const { CATALYST_CONTACT: contact, CATALYST_MIRROR: mirror } = parts.config;
  const http = createHttp({ environment: parts.environment, mirror });
  const ledger = createLedger(states, contact);
  // Checks the User-Agent settings, so that an invalid one is reported before the first request.
  for (const { host } of parts.sources) userAgentOf(host, contact ?? '', parts.environment);
  for (const { host } of parts.sources) await ledger.unblock(host);
  const keeper = parts.keep === undefined ? undefined : createKeeper(parts.keep);
  const pacing = createPacing();
  const secrets = Object.entries(parts.config).flatMap(([name, value]) =>
    /_(?:CONTACT|KEY)$/.test(name) && typeof value === 'string' ? [value] : [],
  );
  const { reportFile } = parts;
  const report =
    reportFile === undefined ? undefined : createReport(reportFile, parts.clock, secrets);
  const client = createClient({
    send: report?.watching(http.send) ?? http.send,
    pacing,
    ledger,
    clock: parts.clock,
    contact,
    environment: parts.environment,
    keys: parts.config,
    keep: keeper?.keep,
    folder: parts.config.CATALYST_DATA_DIR,
  });
  return {
    client,
    pacing,
    ledger,
    /** Number of bodies that could not be stored. */
    unkept: () => keeper?.lost() ?? 0,
    /** Writes the report about all responses, if `reportFile` is set. */
    report: (database: Database) => report?.write(database),
    close: () => http.close(),
  };
}

export type Network = Awaited<ReturnType<typeof openNetwork>>;

export interface SyncParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly network: Network;
  readonly sources: readonly SyncSource[];
  /** Tickers of the companies to sync. If absent, all companies are synced. */
  readonly tickers?: ReadonlySet<string> | undefined;
  /** Start of the history, `YYYY-MM-DD`. */
  readonly since: string;
  readonly refresh: () => Promise<void>;
  readonly report: (progress: Progress) => void;
}

/** Creates a sync engine according to the settings. */
export function openSync(database: Database, self: Self, parts: SyncParts) {
  const { config, clock, log, network } = parts;
  const registry = openRegistry(database, () => todayOf(clock), parts.tickers);
  const engine = createEngine({
    database,
    sources: parts.sources,
    registry,
    client: network.client,
    pacing: network.pacing,
    ledger: network.ledger,
    clock,
    log,
    self,
    texts: openTextReader(),
    refresh: parts.refresh,
    freeBytes: () => freeBytes(config.CATALYST_DATA_DIR),
    random: Math.random,
    since: parts.since,
    report: parts.report,
  });
  return {
    run: engine.run,
    companies: registry.companies,
    /** Ends the run after the current batch. */
    stop: engine.stop,
  };
}

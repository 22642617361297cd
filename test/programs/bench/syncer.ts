/**
 * Fills a store from a simulated market in virtual time, syncs again one day later, then simulates
 * a day of filings. Prints the cost of each: `syncer.ts STORE`.
 */
import { statSync } from 'node:fs';
import FakeTimers from '@sinonjs/fake-timers';
import { quantile } from 'simple-statistics';
import { openRegistry } from '../../../src/ingest/sync/company-registry.ts';
import { forecast } from '../../../src/ingest/sync/forecast.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { createHosts, type Hosts } from '../../ingest/sync/origin/origin.ts';
import type { WorldCompany } from '../../ingest/sync/origin/world.ts';
import { engineOf, passed, seededRandom, start } from '../../ingest/sync/sync-run.ts';
import { createMarket, SIZE } from './sync-market.ts';

export interface Synced {
  readonly requests: number;
  /**
   * Number of requests that `--plan` forecasts after the companies and search hits are known,
   * including the requests sent so far.
   */
  readonly forecast: number;
  /** Number of repeated requests to the same URL, without feeds and robots.txt. */
  readonly repeated: number;
  readonly megabytes: number;
  readonly most_sec_a_second: number;
  readonly most_openfda_a_day: number;
  /**
   * Seconds of virtual time until a refresh started with the first goal date, and until one started
   * with all active trials, approvals, CRLs and the cash of all companies with a goal date.
   */
  readonly first_goal_date_s: number;
  readonly trials_and_cash_s: number;
  /** Minutes of virtual time until everything was stored except requests that wait for a quota. */
  readonly filled_min: number;
  readonly again: { readonly facts: number; readonly requests: number; readonly megabytes: number };
  readonly day: {
    readonly filings: number;
    readonly headlines: number;
    readonly requests: number;
    readonly megabytes: number;
    /**
     * 95th percentile in minutes from the publication of a filing or headline until a refresh with
     * it started.
     */
    readonly p95_filing_min: number;
    readonly p95_headline_min: number;
    readonly missed: number;
  };
  readonly store_mb: number;
  readonly peak_mib: number;
}

/**
 * Number of events on a busy day: relevant 8-Ks with a press release, and press releases on the
 * newswire.
 */
const FILINGS = 80;
const HEADLINES = 120;
/** Assumed duration of a full refresh in milliseconds. */
const REFRESH_MS = 15_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** URLs that are requested repeatedly: feeds and robots.txt. */
const FEEDS = /rss|getcurrent|robots\.txt/i;

FakeTimers.install({ now: start, toNotFake: ['nextTick', 'queueMicrotask', 'performance'] });
const random = seededRandom();
const latency = () => 20 + Math.floor(random() * 780);
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const { world, trade, withGoalDates, headlines } = createMarket();
const path = process.argv[2] ?? '';
process.stdout.write(JSON.stringify(await measure()));

async function measure(): Promise<Synced> {
  const database = await openDatabase(path, factMigrations);
  const fill = await filled(database);
  await waited(start + DAY);
  const again = await synced(database);
  await waited(start + 2 * DAY);
  const day = await lived(database);
  database.exec('VACUUM');
  database.close();
  const peak_mib = process.resourceUsage().maxRSS / 1_024;
  return { ...fill, again, day, store_mb: statSync(path).size / 1e6, peak_mib };
}

/** Waits until a point in virtual time. */
function waited(until: number): Promise<void> {
  return passed(pause(until - Date.now()));
}

/** Wraps the hosts to count the uncompressed bytes of their responses. */
function countedHosts(): { readonly hosts: Hosts; readonly megabytes: () => number } {
  const hosts = createHosts(world.routes, Date.now);
  let bytes = 0;
  const answer: Hosts['answer'] = (...asked) => {
    const given = hosts.answer(...asked);
    bytes += Buffer.byteLength(given.body ?? '');
    return given;
  };
  return { hosts: { ...hosts, answer }, megabytes: () => bytes / 1e6 };
}

async function filled(database: Database) {
  const { hosts, megabytes } = countedHosts();
  const { seen } = hosts;
  let [first, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const refresh = async () => {
    const [hasGoalDate, hasAll] = [countOf(database, 'mentions') > 0, hasTrialsAndCash(database)];
    await pause(REFRESH_MS);
    if (hasGoalDate) first = Math.min(first, Date.now());
    if (hasAll) whole = Math.min(whole, Date.now());
  };
  const { engine } = engineOf({ database, hosts, latency, parts: { refresh } });
  let expected = 0;
  setTimeout(() => {
    expected = seen.length + forecastOf(database);
  }, 3 * MINUTE);
  const ran = await passed(engine.run(false));
  if (ran.end !== 'nothing is due' || ran.failed > 0) throw new Error(JSON.stringify(ran));
  if (!Number.isFinite(whole)) throw new Error('no refresh saw all trials and the cash');
  const steady = seen.filter(({ path }) => !FEEDS.test(path));
  const quick = steady.filter(({ path }) => !path.startsWith('/drug/event.json'));
  const at = (one: { readonly at: number }) => one.at - start;
  return {
    requests: seen.length,
    forecast: expected,
    repeated: steady.length - new Set(steady.map(({ host, path }) => host + path)).size,
    megabytes: megabytes(),
    most_sec_a_second: mostWithin(SECOND, hosts, 'sec.gov'),
    most_openfda_a_day: mostWithin(DAY, hosts, 'api.fda.gov'),
    first_goal_date_s: (first - start) / SECOND,
    trials_and_cash_s: (whole - start) / SECOND,
    filled_min: Math.max(...quick.map(at)) / MINUTE,
  };
}

/**
 * Tests whether the store has the active trials, approvals, CRLs, and the cash of all companies
 * with a goal date.
 */
function hasTrialsAndCash(database: Database): boolean {
  const sql = "SELECT DISTINCT ticker FROM series WHERE kind = 'financial_facts'";
  const rows = database.prepare(sql).all() as { ticker: string }[];
  const known = new Set(rows.map(({ ticker }) => ticker));
  return (
    countOf(database, 'trials') >= SIZE / 2 &&
    countOf(database, 'approvals') > 0 &&
    countOf(database, 'complete_response_letters') > 0 &&
    withGoalDates.every(({ cik }) => known.has(`cik:${cik}`))
  );
}

function countOf(database: Database, kind: string): number {
  const row = database.prepare('SELECT count(*) AS facts FROM facts WHERE kind = ?').get(kind);
  return (row as { facts: number }).facts;
}

function forecastOf(database: Database): number {
  const sources = allSources(false).filter((source) => isByDefault(source, false));
  const { companies } = openRegistry(database, () => '2026-03-10');
  const parts = { database, sources, companies: companies(), since: '2024-03-10' };
  const rows = forecast({ ...parts, now: Date.now() });
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}

/**
 * Returns the largest number of requests to a domain in any time span of the given milliseconds.
 */
function mostWithin(span: number, { seen }: Hosts, domain: string): number {
  const times = seen.filter(({ host }) => host.endsWith(domain)).map(({ at }) => at);
  let [most, from] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) <= at - span) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** Runs a sync on a day without changes. */
async function synced(database: Database) {
  const { hosts, megabytes } = countedHosts();
  const { engine } = engineOf({ database, hosts, latency });
  const { facts } = await passed(engine.run(false));
  return { facts, requests: hosts.seen.length, megabytes: megabytes() };
}

/**
 * Simulates a day of a continuous sync, with filings during EDGAR's hours and headlines at any
 * hour.
 */
async function lived(database: Database) {
  const { hosts, megabytes } = countedHosts();
  const appeared = new Map<string, number>();
  const shown = new Map<string, number>();
  const refresh = async () => {
    const stored = [...appeared.keys()].filter((id) => !shown.has(id) && isStored(database, id));
    await pause(REFRESH_MS);
    for (const id of stored) shown.set(id, Date.now());
  };
  const { engine } = engineOf({ database, hosts, latency, parts: { refresh } });
  for (let at = 0; at < FILINGS; at += 1) {
    const after = (at / FILINGS) * 9 * 60 * MINUTE + random() * 5 * MINUTE;
    setTimeout(() => appeared.set(...file(trade[at * 7] ?? trade[0]!, at)), after);
  }
  for (let at = 0; at < HEADLINES; at += 1) {
    const after = (at / HEADLINES) * 23 * 60 * MINUTE + random() * 5 * MINUTE;
    setTimeout(() => {
      const guid = `wire-${at}.`;
      headlines.unshift({ guid, ticker: trade[at * 5]!.ticker, at: Date.now() });
      appeared.set(guid, Date.now());
    }, after);
  }
  setTimeout(() => engine.stop(), DAY);
  await passed(engine.run(true));
  const waits = (isOne: (id: string) => boolean) =>
    [...shown].filter(([id]) => isOne(id)).map(([id, at]) => (at - appeared.get(id)!) / MINUTE);
  const isHeadline = (id: string) => id.startsWith('wire-');
  return {
    filings: FILINGS,
    headlines: HEADLINES,
    requests: hosts.seen.length,
    megabytes: megabytes(),
    p95_filing_min: quantile(
      waits((id) => !isHeadline(id)),
      0.95,
    ),
    p95_headline_min: quantile(waits(isHeadline), 0.95),
    missed: appeared.size - shown.size,
  };
}

/**
 * Publishes an 8-K at the given time.
 *
 * @returns its name in the URL and its publication time
 */
function file({ cik }: WorldCompany, at: number): [string, number] {
  const accession = `${cik.padStart(10, '0')}-26-000${700 + at}`;
  const accepted = new Date(Date.now() - 4 * 60 * MINUTE).toISOString();
  world.current.unshift({
    cik,
    accession,
    form: '8-K',
    accepted: `${accepted.slice(0, 19)}-04:00`,
  });
  return [accession.replaceAll('-', ''), Date.now()];
}

function isStored(database: Database, id: string): boolean {
  const kind = id.startsWith('wire-') ? 'news' : 'mentions';
  const sql = 'SELECT 1 FROM facts WHERE kind = ? AND instr(record, ?) > 0';
  return database.prepare(sql).get(kind, id) !== undefined;
}

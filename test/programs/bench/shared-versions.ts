import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { storeFile } from '../../../src/base/data-files.ts';
import { runJob } from '../../../src/cluster/job.ts';
import { migrations } from '../../../src/cluster/migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../../../src/cluster/postgres.ts';
import { createPostgresClient } from '../../../src/cluster/postgres-client.ts';
import { newestVersion } from '../../../src/cluster/published-versions.ts';
import { pulledFiles } from '../../../src/cluster/pull-version.ts';
import { refreshStore } from '../../../src/commands/refresh.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { layoutOf } from '../../../src/store/served-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { type Engines, startEngines } from '../../support/engines.ts';
import { type Bench, runToEnd, serve } from './processes.ts';
import { type Figure, lower } from './report.ts';

const DAY = 86_400_000;
const layout = layoutOf(endpoints);
/** Size of the numbered padding records in a version of the demo, in bytes. */
const PADDED_BYTES = 75e6;
/**
 * Number of clients that read from the server. Each waits the given milliseconds after a response.
 */
const READERS = 16;
const PACE_MS = 50;
const QUIET_MS = 5_000;

/**
 * Measures the publishing, download and activation of a version, and the latency of readers
 * meanwhile.
 */
export async function sharedVersionFigures(bench: Bench): Promise<Figure[]> {
  const engines = await startEngines();
  const sql = openPostgres(engines.databaseUrl);
  try {
    await migratePostgres(sql, migrations);
    const writer = createWriter(bench, sql, engines);
    return [
      ...(await nextDay(bench, writer, engines)),
      ...(await largeVersion(bench, writer, engines)),
    ];
  } finally {
    await closePostgres(sql);
    await engines.close();
  }
}

type Writer = ReturnType<typeof createWriter>;

/** Creates a writer machine for the demo. */
function createWriter(bench: Bench, sql: Postgres, { databaseUrl }: Engines) {
  const path = storeFile(bench.folder('demo'), 'demo');
  const folder = bench.folder('writer');
  let day = Date.now() - DAY;
  const refresh = () => refreshStore(path, 'demo', endpoints, () => day);
  return {
    sql,
    path,
    /**
     * Computes the records of a day and publishes them.
     *
     * @returns the milliseconds of publishing
     */
    async publish(next: number): Promise<number> {
      day = next;
      await refresh();
      const began = performance.now();
      const database = createPostgresClient(databaseUrl);
      const replaced = () => {};
      const parts = {
        databaseUrl,
        database,
        folder,
        endpoints,
        refresh,
        replaced,
        clock: () => day,
      };
      const done = await runJob(parts, async (job) => {
        const lent = performance.now();
        copyFileSync(path, storeFile(job.folder, 'demo'));
        return performance.now() - lent;
      });
      await database.close();
      if (!done) throw new Error('another writer is at work');
      return performance.now() - began - done.result;
    },
  };
}

async function nextDay(bench: Bench, writer: Writer, engines: Engines): Promise<Figure[]> {
  const reader = bench.folder('reader');
  const today = Date.now();
  const pull = async () => {
    const began = performance.now();
    await runToEnd([bench.program, 'pull', layout], reader, addressesOf(engines));
    return performance.now() - began;
  };
  const [first, firstPull] = [await writer.publish(today - DAY), await pull()];
  const [next, nextPull] = [await writer.publish(today), await pull()];
  const note = (milliseconds: number, what: string) =>
    `${what}; the first one, whole, ${(milliseconds / 1_000).toFixed(2)} s`;
  return [
    lower('shared: publish of the demo’s next day', next / 1_000, 's', {
      must: 1,
      note: note(first, 'lock, copy of what is served, parts and commit'),
    }),
    lower('shared: pull of the demo’s next day', nextPull / 1_000, 's', {
      must: 1,
      note: note(firstPull, 'a process from its start to its end, checked'),
    }),
  ];
}

/**
 * Measures a server that downloads a version of 100 MB while it answers, and a server that starts
 * with that version.
 */
async function largeVersion(bench: Bench, writer: Writer, engines: Engines): Promise<Figure[]> {
  const settings = addressesOf(engines);
  const dataDir = bench.folder('serving');
  const server = await serve(bench, dataDir, settings);
  const readers = startReaders(server.port);
  try {
    await ready(server.port);
    await sleep(1_000);
    readers.take();
    await sleep(QUIET_MS);
    const quiet = readers.take();
    await pad(writer.path);
    await writer.publish(Date.now());
    readers.take();
    const version = await newestVersion(writer.sql, 'served', layout);
    const began = performance.now();
    await pulled(join(dataDir, 'versions'), version?.id ?? 0);
    const took = performance.now() - began;
    // The new version is activated directly after the download.
    await sleep(500);
    const meanwhile = readers.take();
    const must = Math.max(10, 2 * quiet.p99);
    const fresh = await startToReady(bench, settings);
    return [
      lower('shared: readers’ p99 while 100 MB are pulled', meanwhile.p99, 'ms', {
        must,
        note: `${READERS} readers, ${meanwhile.asked} questions in the ${(took / 1_000).toFixed(1)} s from the commit of ${((version?.bytes ?? 0) / 1e6).toFixed(0)} MB to its file; without ${quiet.p99.toFixed(1)} ms`,
      }),
      lower('shared: readers’ errors meanwhile', meanwhile.failed, '', { must: 0 }),
      lower('shared: instance from start to ready, 100 MB', fresh / 1_000, 's', { must: 5 }),
    ];
  } finally {
    await readers.close();
    await server.stop();
  }
}

async function startToReady(bench: Bench, settings: Readonly<Record<string, string>>) {
  const began = performance.now();
  const server = await serve(bench, bench.folder('fresh'), settings);
  try {
    await ready(server.port);
    return performance.now() - began;
  } finally {
    await server.stop();
  }
}

/** Adds padding records to the served file, so that its version has the wanted size. */
async function pad(path: string): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  database.exec(`
    CREATE TABLE "records of no endpoint" (id INTEGER PRIMARY KEY, record TEXT);
    INSERT INTO "records of no endpoint" (record)
      WITH copies(copy) AS (VALUES (1) UNION ALL SELECT copy + 1 FROM copies LIMIT 1000)
      SELECT record || random() FROM copies, "records news" LIMIT (
        SELECT CAST(${PADDED_BYTES} / (20 + avg(length(record))) AS INTEGER) FROM "records news")`);
  database.close();
}

function startReaders(port: number) {
  const question = `http://127.0.0.1:${port}/api/v2/fdacalendar?apiKey=demo`;
  let times: number[] = [];
  let failed = 0;
  let reading = true;
  const readers = Array.from({ length: READERS }, async (_, at) => {
    for (let turn = 0; reading; turn += 1) {
      const began = performance.now();
      try {
        const response = await fetch(`${question}&page=${1 + ((at + turn) % 3)}`);
        await response.arrayBuffer();
        if (response.status !== 200) failed += 1;
      } catch {
        failed += 1;
      }
      times.push(performance.now() - began);
      await sleep(PACE_MS);
    }
  });
  return {
    /** Returns the measurements since the previous call. */
    take() {
      const told = {
        asked: times.length,
        failed,
        p99: times.length > 0 ? quantile(times, 0.99) : 0,
      };
      [times, failed] = [[], 0];
      return told;
    },
    async close() {
      reading = false;
      await Promise.all(readers);
    },
  };
}

async function ready(port: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 200) await sleep(20);
}

async function pulled(folder: string, id: number): Promise<void> {
  while (pulledFiles(folder, layout)[0]?.id !== id) await sleep(5);
}

function addressesOf({ databaseUrl, redisUrl }: Engines): Readonly<Record<string, string>> {
  return { CATALYST_DATABASE_URL: databaseUrl, CATALYST_REDIS_URL: redisUrl };
}

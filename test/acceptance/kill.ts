import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf } from '../../src/data-files.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { type Check, check } from './check.ts';
import { environment, type Part, runToEnd, type Stage, startServer } from './stage.ts';

/** kill −9 at any moment of an import and of a first start: the store is as before or as after. */
export const kill: Part = { title: 'kill −9', run };

/** At most so many, within at most so long; fewer than the least say nothing. */
const kills = { most: 25, least: 10, seconds: 100 } as const;
const importedRecords = 2_000;
/** Moments of the kill are spread over the time that the work takes when it is let be, and more. */
const spread = { import: 1.5, start: 1.1 } as const;
const partSeconds = 240;

async function run(stage: Stage): Promise<readonly Check[]> {
  return [
    await check('during an import', () => duringImport(stage), partSeconds),
    await check('during the first start', () => duringFirstStart(stage), partSeconds),
  ];
}

async function duringImport(stage: Stage): Promise<string> {
  const { program } = stage;
  const [first, second] = [recordsFile(stage, 'first', 0), recordsFile(stage, 'second', 1)];
  const importing = (file: string) => [program, 'import', 'catalysts', file];
  const before = stage.folder('before');
  await runOrThrow(importing(first), before);
  const after = stage.folder('after');
  cpSync(before, after, { recursive: true });
  const begun = Date.now();
  await runOrThrow(importing(second), after);
  const duration = Date.now() - begun;
  const known = {
    before: await contents(filesOf(before).store),
    after: await contents(filesOf(after).store),
  };
  assert.notEqual(known.before, known.after);

  const dataDir = join(stage.folder('killed'), 'data');
  const tally = { before: 0, after: 0, inTime: 0 };
  for (const moment of moments(duration * spread.import)) {
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(before, dataDir, { recursive: true });
    const running = start(importing(second), dataDir);
    if (await killAfter(running, moment)) tally.inTime += 1;
    const found = await contents(filesOf(dataDir).store);
    const side = found === known.before ? 'before' : found === known.after ? 'after' : undefined;
    assert.ok(side, `neither before nor after, killed at ${moment} ms`);
    tally[side] += 1;
  }
  assert.ok(tally.inTime >= kills.least, `only ${tally.inTime} were killed in time`);
  // What was killed can be done again.
  await runOrThrow(importing(second), dataDir);
  assert.equal(await contents(filesOf(dataDir).store), known.after);
  return `${tally.before + tally.after} kills, ${tally.inTime} before the end: as before ${tally.before}, as after ${tally.after}`;
}

async function duringFirstStart(stage: Stage): Promise<string> {
  const complete = await contents(filesOf(stage.demoDir).demo);
  // As a store that was opened and not yet written to.
  const empty = await contents(join(stage.folder('empty'), 'demo.sqlite'));
  const duration = await firstStartMs(stage);
  const dataDir = join(stage.folder('killed-start'), 'data');
  const tally = { nothing: 0, complete: 0 };
  for (const moment of moments(duration * spread.start)) {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    const running = start([stage.program, 'serve', '--port', '0'], dataDir);
    await killAfter(running, moment);
    const { demo } = filesOf(dataDir);
    const found = existsSync(demo) ? await contents(demo) : undefined;
    if (found === complete) tally.complete += 1;
    else {
      assert.ok(found === undefined || found === empty, `half a store, killed at ${moment} ms`);
      tally.nothing += 1;
    }
  }
  assert.ok(tally.nothing >= kills.least, `only ${tally.nothing} were killed in time`);
  // Over what the last one left, the next start serves.
  await startsAgain(stage, dataDir);
  return `${tally.nothing + tally.complete} kills: still empty ${tally.nothing}, complete ${tally.complete}`;
}

/** Delays of the kills, in an order that leaves no gap where the time is up before their number. */
function* moments(longestMs: number): Generator<number> {
  const until = Date.now() + kills.seconds * 1000;
  for (let turn = 0; turn < kills.most && Date.now() < until; turn += 1) {
    yield Math.round((((turn * 7) % kills.most) * longestMs) / (kills.most - 1));
  }
}

/** Milliseconds from an empty folder to the first answer. */
async function firstStartMs(stage: Stage): Promise<number> {
  const begun = Date.now();
  await startsAgain(stage, stage.folder('first-start'));
  return Date.now() - begun;
}

async function startsAgain(stage: Stage, dataDir: string): Promise<void> {
  const server = await startServer(stage, dataDir);
  try {
    const response = await fetch(`${server.base}/api/v2/fdacalendar?apiKey=demo`, {
      signal: AbortSignal.timeout(20_000),
    });
    const { pagination } = (await response.json()) as { pagination: { total: number } };
    assert.ok(pagination.total > 0, 'no records after the next start');
  } finally {
    await server.stop();
  }
}

/** Everything that a store holds, but the time at which it was computed, as one hash. */
async function contents(path: string): Promise<string> {
  const database = await openDatabase(path, factMigrations);
  try {
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    assert.equal(verdict, 'ok');
    const hash = createHash('sha256');
    for (const table of tablesOf(database)) {
      const where = table === 'meta' ? "WHERE name <> 'derived_at'" : '';
      const rows = database.prepare(`SELECT * FROM "${table}" ${where}`).all();
      hash.update(JSON.stringify([table, rows]));
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}

function tablesOf(database: Database): readonly string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

/** A process and whatever it starts, which end together. */
function start(words: readonly string[], dataDir: string): ChildProcess {
  return spawn(process.execPath, words, {
    env: environment(dataDir),
    stdio: 'ignore',
    detached: true,
  });
}

/** @returns whether it still ran when it was killed. */
async function killAfter(running: ChildProcess, milliseconds: number): Promise<boolean> {
  const ended = once(running, 'exit');
  await Promise.race([sleep(milliseconds), ended]);
  const ranStill = running.exitCode === null && running.signalCode === null;
  if (!ranStill || running.pid === undefined) return false;
  process.kill(-running.pid, 'SIGKILL');
  await ended;
  return true;
}

async function runOrThrow(words: readonly string[], dataDir: string): Promise<void> {
  const ran = await runToEnd([process.execPath, ...words], environment(dataDir));
  assert.equal(ran.code, 0, `${words.slice(1).join(' ')}: ${ran.stdout}${ran.stderr}`);
}

/** Dated events of a made-up company; two series have no record in common. */
function recordsFile(stage: Stage, series: string, offset: number): string {
  const lines = Array.from({ length: importedRecords }, (_, index) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (index % 1_000))).toISOString().slice(0, 10);
    return JSON.stringify({
      _id: `${series}-${index}`,
      ticker: `T${(index % 300) + offset * 300}`,
      drugname: `drug ${index}`,
      catalyst: 'PDUFA Date',
      catdate: day,
      formattedDate: day,
      createdDate: '2023/12/01',
    });
  });
  const path = join(stage.folder(series), 'catalysts.ndjson');
  writeFileSync(path, lines.join('\n'));
  return path;
}

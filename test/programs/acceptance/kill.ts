import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, type StoreKind, storeFile } from '../../../src/base/data-files.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../../src/store/facts-store.ts';
import { isRefreshDue } from '../../../src/store/served-state.ts';
import { type Check, check } from './check.ts';
import { moments, runAndKill } from './killing.ts';
import { recordsFile } from './records-file.ts';
import {
  environment,
  type Part,
  runProgram,
  type Stage,
  servedRecords,
  startServer,
} from './stage.ts';
import { contents } from './store-contents.ts';

/**
 * Kills a process with SIGKILL at many moments. The store must then be in its state before or after
 * the work, or have its new facts with a refresh marked as due.
 */
export const kill: Part = { title: 'kill −9', run };

/** Number of kills per kind of work, 200 in total. */
const KILLS = { import: 70, refresh: 40, keys: 40, start: 50 } as const;
const IMPORTED = 4_000;
/** The kills are spread over this multiple of the normal duration of the work. */
const SPREAD = 1.2;
const partSeconds = 1_800;

async function run(stage: Stage): Promise<readonly Check[]> {
  return [
    await check('during an import', () => duringImport(stage), partSeconds),
    await check('during a refresh', () => duringRefresh(stage), partSeconds),
    await check('while keys are made', () => duringKeys(stage), partSeconds),
    await check('during the first start', () => duringFirstStart(stage), partSeconds),
  ];
}

/**
 * An import first reads into an unnamed file, which the operating system deletes after a kill at
 * any moment.
 */
async function duringImport(stage: Stage): Promise<string> {
  const importing = (series: string) => [
    'import',
    'trials',
    recordsFile(stage, 'trials', IMPORTED, series),
  ];
  const [first, second] = [importing('first'), importing('second')];
  const before = stage.folder('before');
  await runProgram(stage, first, environment(before));
  const temporary = stage.folder('temporary');
  const told = await killed(stage, {
    before,
    words: second,
    kills: KILLS.import,
    kind: 'real',
    file: (dataDir) => filesOf(dataDir).store,
    more: { TMPDIR: temporary, SQLITE_TMPDIR: temporary },
  });
  assert.deepEqual(readdirSync(temporary), [], 'staging files are left');
  return told;
}

/** Kills refreshes of a demo store from an earlier day. */
async function duringRefresh(stage: Stage): Promise<string> {
  const before = stage.folder('yesterday');
  cpSync(stage.demoDir, before, { recursive: true });
  const file = (dataDir: string) => filesOf(dataDir).demo;
  const database = await openDatabase(file(before), factMigrations);
  inTransaction(database, () => writeMeta(database, 'derived_on', '2000-01-01'));
  database.close();
  const words = ['refresh', 'demo'];
  return killed(stage, { before, words, kills: KILLS.refresh, kind: 'demo', file, more: {} });
}

interface Work {
  /** A data folder in its state before the work. */
  readonly before: string;
  readonly words: readonly string[];
  readonly kills: number;
  readonly kind: StoreKind;
  /** Path of the file that the work changes. */
  readonly file: (dataDir: string) => string;
  readonly more: Readonly<Record<string, string>>;
}

/** Repeats the work and kills it each time, then runs it to the end. */
async function killed(stage: Stage, work: Work): Promise<string> {
  const { before, words, kills, kind, file, more } = work;
  const after = stage.folder('after');
  cpSync(before, after, { recursive: true });
  const begun = Date.now();
  await runProgram(stage, words, environment(after));
  const duration = Date.now() - begun;
  const known = { before: await contents(file(before)), after: await contents(file(after)) };
  assert.notEqual(known.before, known.after);
  const dataDir = join(stage.folder('killed'), 'data');
  const tally = { before: 0, due: 0, after: 0, inTime: 0, temporary: 0 };
  for (const moment of moments(kills, duration * SPREAD)) {
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(before, dataDir, { recursive: true });
    const { inTime, nameless } = await runAndKill(
      [stage.program, ...words],
      environment(dataDir, more),
      moment,
    );
    if (inTime) tally.inTime += 1;
    if (nameless > 0) tally.temporary += 1;
    const found = await contents(file(dataDir));
    if (found === known.before) tally.before += 1;
    else if (found === known.after) tally.after += 1;
    else {
      assert.equal(await refreshed(stage, dataDir, kind), known.after, `killed at ${moment} ms`);
      tally.due += 1;
    }
  }
  assert.ok(tally.inTime >= kills / 2, `only ${tally.inTime} of ${kills} were killed in time`);
  await runProgram(stage, words, environment(dataDir));
  assert.equal(await contents(file(dataDir)), known.after, 'done again, it is another store');
  const staged = tally.temporary > 0 ? `, ${tally.temporary} with a temporary file open` : '';
  return `${kills} kills, ${tally.inTime} before the end${staged}: as before ${tally.before}, its facts and the rest due ${tally.due}, as after ${tally.after}`;
}

/**
 * Runs the due refresh of a store.
 *
 * @returns the contents of the store
 */
async function refreshed(stage: Stage, dataDir: string, kind: StoreKind): Promise<string> {
  const path = storeFile(dataDir, kind);
  const database = await openDatabase(path, factMigrations);
  assert.ok(isRefreshDue(database), 'half a store');
  database.close();
  await runProgram(stage, ['refresh', kind], environment(dataDir));
  return contents(path);
}

/** A printed key must work, and the existing keys must still work. */
async function duringKeys(stage: Stage): Promise<string> {
  const dataDir = stage.folder('keys');
  const keys = (...words: string[]) => ['keys', ...words];
  const env = environment(dataDir);
  const create = (name: string) => keys('create', '--account', name, '--plan', 'basic');
  const begun = Date.now();
  const first = await runProgram(stage, create('first'), env);
  const duration = Date.now() - begun;
  const known = new Map([['first', first]]);
  let printedKeys = 0;
  let turn = 0;
  for (const moment of moments(KILLS.keys, duration * SPREAD)) {
    turn += 1;
    // Every second key is issued to an account with a key, which revokes its old key.
    const name = turn % 2 === 0 ? 'first' : `account-${turn}`;
    const words = turn % 2 === 0 ? keys('regenerate', '--account', name) : create(name);
    const { stdout } = await runAndKill([stage.program, ...words], env, moment);
    const printed = stdout.trim();
    const accounts = await LocalAccounts.open(filesOf(dataDir).accounts);
    try {
      const old = known.get(name);
      if (printed) {
        assert.equal(accounts.find(printed)?.name, name, `a printed key is lost at ${moment} ms`);
        known.set(name, printed);
        printedKeys += 1;
      } else if (old && !accounts.find(old)) {
        // The key was created but not printed, so the owner must create another.
        known.delete(name);
      }
      for (const [owner, key] of known) {
        assert.equal(accounts.find(key)?.name, owner, `the key of ${owner} is lost`);
      }
    } finally {
      accounts.close();
    }
    if (!known.has('first')) {
      known.set('first', await runProgram(stage, keys('regenerate', '--account', 'first'), env));
    }
  }
  return `${KILLS.keys} kills: ${printedKeys} keys printed, none of them lost`;
}

async function duringFirstStart(stage: Stage): Promise<string> {
  const complete = await contents(filesOf(stage.demoDir).demo);
  // The contents of a store that was opened but has no records.
  const empty = await contents(join(stage.folder('empty'), 'demo.sqlite'));
  const duration = await firstStartMs(stage);
  const dataDir = join(stage.folder('killed-start'), 'data');
  const tally = { nothing: 0, due: 0, complete: 0 };
  for (const moment of moments(KILLS.start, duration * SPREAD)) {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    await runAndKill([stage.program, 'serve', '--port', '0'], environment(dataDir), moment);
    const { demo } = filesOf(dataDir);
    const found = existsSync(demo) ? await contents(demo) : undefined;
    if (found === complete) tally.complete += 1;
    else if (found === undefined || found === empty) tally.nothing += 1;
    else {
      assert.equal(await refreshed(stage, dataDir, 'demo'), complete, `killed at ${moment} ms`);
      tally.due += 1;
    }
  }
  const early = tally.nothing + tally.due;
  assert.ok(early >= KILLS.start / 2, `only ${early} were killed in time`);
  // The next start must serve the store that the last kill left.
  await startsAgain(stage, dataDir);
  return `${KILLS.start} kills: still empty ${tally.nothing}, its facts and the rest due ${tally.due}, complete ${tally.complete}`;
}

/** Returns the milliseconds from an empty folder to the first answer. */
async function firstStartMs(stage: Stage): Promise<number> {
  const begun = Date.now();
  await startsAgain(stage, stage.folder('first-start'));
  return Date.now() - begun;
}

async function startsAgain(stage: Stage, dataDir: string): Promise<void> {
  const server = await startServer(stage, dataDir);
  try {
    await servedRecords(server);
  } finally {
    await server.stop();
  }
}

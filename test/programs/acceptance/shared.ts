import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engines, haveEngines, startEngines } from '../../support/engines.ts';
import { type Check, check, skipped } from './check.ts';
import { moments, runAndKill } from './killing.ts';
import {
  environment,
  newKey,
  type Part,
  runProgram,
  runToEnd,
  type Served,
  type Stage,
  serveBy,
} from './stage.ts';

/** Runs several machines on one PostgreSQL and Redis, and kills each at many moments. */
export const shared: Part = { title: 'Several machines', run };

/** Number of SIGKILLs per kind of process. */
const KILLS = { writers: 50, instances: 50 } as const;
/** The kills are spread over this multiple of the normal duration of the work. */
const SPREAD = 1.2;
/** Every n-th import is not killed. */
const LET_BE_EVERY = 5;
/** Number of records per import, all with the same word. */
const RECORDS = 200;
/** Downtime of PostgreSQL in milliseconds. The time is real and not simulated. */
const DOWN_MS = 10 * 60_000;
const partSeconds = 3_600;

async function run(stage: Stage): Promise<readonly Check[]> {
  if (!haveEngines) return [skipped('everything', 'PostgreSQL and Redis are not installed')];
  const engines = await startEngines();
  const world = await prepare(stage, engines);
  try {
    return [
      await check('kill −9 of writers', () => killedWriters(stage, world), partSeconds),
      await check('kill −9 of instances', () => killedInstances(stage, world), partSeconds),
      await check('PostgreSQL down for ten minutes', () => down(stage, world), partSeconds),
    ];
  } finally {
    await world.server.stop();
    await engines.close();
  }
}

interface World {
  readonly engines: Engines;
  readonly settings: Readonly<Record<string, string>>;
  readonly key: string;
  /** An instance that is never killed. */
  readonly server: Served;
}

async function prepare(stage: Stage, engines: Engines): Promise<World> {
  const settings = {
    CATALYST_DATABASE_URL: engines.databaseUrl,
    CATALYST_REDIS_URL: engines.redisUrl,
    CATALYST_LIMITS: 'off',
  };
  const key = await newKey(stage, environment(stage.folder('keys'), settings), 'reader');
  await ran(stage, settings, stage.folder('first'), importing(stage, 'first'));
  const dataDir = stage.folder('steady');
  const server = await serveBy([process.execPath, stage.program], {
    env: environment(dataDir, settings),
  });
  return { engines, settings, key, server };
}

/** Returns an import command for records that all contain one identifying word. */
function importing(stage: Stage, word: string): readonly string[] {
  const folder = join(stage.folder('imports'), word);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'companies.ndjson');
  const marker = JSON.stringify({ ticker: `${word.toUpperCase()}QZ`, name: word });
  const records = Array.from({ length: RECORDS }, (_, at) =>
    JSON.stringify({ ticker: `R${at}QZ`, name: word }),
  );
  writeFileSync(file, [marker, ...records].join('\n'));
  return ['import', 'companies', file];
}

function ran(
  stage: Stage,
  settings: World['settings'],
  dataDir: string,
  words: readonly string[],
): Promise<string> {
  return runProgram(stage, words, environment(dataDir, settings));
}

/**
 * Returns the markers of the imports that an instance serves. All records of a version must contain
 * the same word.
 */
async function servedBy({ base }: Served, key: string) {
  const markers = new Set<string>();
  const words = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const address = `${base}/api/v2/companies?apiKey=${key}&page=${page}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
    assert.equal(response.status, 200);
    const { result, pagination } = (await response.json()) as Listed;
    pages = Math.ceil(pagination.total / pagination.pageSize);
    const inPage = new Set<string>();
    for (const { ticker, name } of result) {
      if (/^R\d+QZ$/.test(ticker)) inPage.add(name);
      else markers.add(ticker);
    }
    assert.ok(inPage.size <= 1, `two versions in one answer: ${[...inPage].join(', ')}`);
    for (const word of inPage) words.add(word);
  }
  return { markers, words };
}

interface Listed {
  readonly result: readonly { readonly ticker: string; readonly name: string }[];
  readonly pagination: { readonly total: number; readonly pageSize: number };
}

/**
 * Sends requests to an instance without a pause.
 *
 * @returns a function that stops them and returns the number of complete answers
 */
function readOn({ server, key }: World) {
  let reading = true;
  let answers = 0;
  const ended = (async () => {
    while (reading) {
      await servedBy(server, key);
      answers += 1;
      await sleep(50);
    }
  })();
  // The rejection is handled when the requests are stopped.
  ended.catch(() => {});
  return async () => {
    reading = false;
    await ended;
    return answers;
  };
}

/** Kills imports on two machines alternately. Every acknowledged record must be served. */
async function killedWriters(stage: Stage, world: World): Promise<string> {
  const { settings, key, server } = world;
  const machines = [stage.folder('one'), stage.folder('two')];
  const begun = Date.now();
  await ran(stage, settings, machines[0] ?? '', importing(stage, 'whole'));
  const duration = Date.now() - begun;
  const acknowledged = ['WHOLEQZ'];
  const stop = readOn(world);
  let inTime = 0;
  let turn = 0;
  for (const moment of moments(KILLS.writers, duration * SPREAD)) {
    turn += 1;
    const machine = machines[turn % 2] ?? '';
    if (turn % LET_BE_EVERY === 0) {
      await ran(stage, settings, machine, importing(stage, `a${turn}`));
      acknowledged.push(`A${turn}QZ`);
    }
    const words = [stage.program, ...importing(stage, `k${turn}`)];
    const env = environment(machine, settings);
    const killed = await runAndKill(words, env, moment);
    if (killed.inTime) inTime += 1;
    // An import reports its counts only after the commit.
    if (killed.stdout.includes('companies:')) acknowledged.push(`K${turn}QZ`);
  }
  await ran(stage, settings, machines[0] ?? '', importing(stage, 'last'));
  while (!(await servedBy(server, key)).markers.has('LASTQZ')) await sleep(100);
  const answers = await stop();
  const { markers, words } = await servedBy(server, key);
  for (const ticker of acknowledged) assert.ok(markers.has(ticker), `${ticker} is lost`);
  assert.deepEqual([...words], ['last']);
  assert.ok(inTime >= KILLS.writers / 2, `only ${inTime} were killed in time`);
  return `${KILLS.writers} kills, ${inTime} before the end: ${acknowledged.length} imports acknowledged, none lost; ${answers} readings meanwhile, no error and no mixed answer`;
}

/**
 * Kills instances. An instance that is restarted on the same folder must serve the newest version.
 */
async function killedInstances(stage: Stage, world: World): Promise<string> {
  const { settings, key } = world;
  const dataDir = stage.folder('instance');
  const env = environment(dataDir, settings);
  const begun = Date.now();
  const whole = await serveBy([process.execPath, stage.program], { env });
  const duration = Date.now() - begun;
  await whole.stop();
  let inTime = 0;
  let turn = 0;
  for (const moment of moments(KILLS.instances, duration * SPREAD)) {
    turn += 1;
    if (turn % 10 === 0) {
      await ran(stage, settings, stage.folder('other'), importing(stage, `n${turn}`));
    }
    const killed = await runAndKill([stage.program, 'serve', '--port', '0'], env, moment);
    if (!killed.stdout.includes('/mcp')) inTime += 1;
  }
  const last = `N${KILLS.instances}QZ`;
  const server = await serveBy([process.execPath, stage.program], { env });
  try {
    const { markers, words } = await servedBy(server, key);
    assert.ok(markers.has(last), `${last} is not served after the last start`);
    assert.deepEqual([...words], [`n${KILLS.instances}`]);
  } finally {
    await server.stop();
  }
  return `${KILLS.instances} kills, ${inTime} before it served: the next start served the newest version`;
}

async function down(stage: Stage, world: World): Promise<string> {
  const { engines, settings, key, server } = world;
  const before = await servedBy(server, key);
  await engines.postgres.kill();
  const until = Date.now() + DOWN_MS;
  let answers = 0;
  try {
    const words = [process.execPath, stage.program, ...importing(stage, 'refused')];
    const env = environment(stage.folder('refused'), settings);
    const refused = await runToEnd(words, env, { seconds: 120 });
    assert.equal(refused.code, 1, 'an import was taken without PostgreSQL');
    assert.doesNotMatch(`${refused.stdout}${refused.stderr}`, /postgres:\/\//);
    while (Date.now() < until) {
      assert.deepEqual(await servedBy(server, key), before);
      answers += 1;
      await sleep(1_000);
    }
  } finally {
    await engines.postgres.start();
  }
  const back = Date.now();
  await ran(stage, settings, stage.folder('back'), importing(stage, 'back'));
  while (!(await servedBy(server, key)).markers.has('BACKQZ')) await sleep(100);
  const seconds = ((Date.now() - back) / 1_000).toFixed(1);
  return `${DOWN_MS / 60_000} minutes of real time: ${answers} readings as before, an import refused; served an import ${seconds} s after it was back`;
}

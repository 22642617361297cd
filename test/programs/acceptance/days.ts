import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, check } from './check.ts';
import {
  environment,
  type Part,
  runToEnd,
  type Served,
  type Stage,
  serveBy,
  withoutErrors,
} from './stage.ts';

/** Simulates two days on a running server by changing its clocks. Its timers are unchanged. */
export const days: Part = { title: 'Two days', run };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOURS = 48;
/** Limit of the plan Basic. */
const REQUESTS_A_MINUTE = 100;
const partSeconds = 300;

/**
 * Code that is loaded before the program and its child processes. It advances the wall clock and
 * the monotonic clock by the offset in a file.
 */
const shiftedClocks = (file: string) => `
import { readFileSync } from 'node:fs';
const shifts = () => readFileSync(${JSON.stringify(file)}, 'utf8').split(' ').map(Number);
const { now } = Date;
const { bigint } = process.hrtime;
Date.now = () => now() + shifts()[0];
process.hrtime.bigint = () => bigint() + BigInt(shifts()[1]) * 1000000n;
`;

async function run(stage: Stage): Promise<readonly Check[]> {
  const clock = shiftableClock(stage);
  const dataDir = stage.folder('days');
  const env = environment(dataDir);
  const program = [process.execPath, '--import', clock.preload, stage.program];
  const runWords = async (...words: string[]) => {
    const ran = await runToEnd([...program, ...words], env);
    assert.equal(ran.code, 0, ran.stderr);
    return ran.stdout.trim();
  };
  await runWords('import', 'catalysts', eventsFile(stage, clock));
  const tomorrow = clock.day(1);
  const keyOf = (account: string, ...more: string[]) =>
    runWords('keys', 'create', '--account', account, '--plan', 'basic', ...more);
  const [key, ending] = [await keyOf('stays'), await keyOf('ends', '--expires', tomorrow)];
  const server = await serveBy(program, { env });
  try {
    return [
      await check('hour by hour', () => hourByHour(server, clock, key, ending), partSeconds),
      await check('a limit', () => limitOf(server, clock, key), partSeconds),
      await check('the clock set back an hour', () => setBack(server, clock, key), partSeconds),
      await withoutErrors(server),
    ];
  } finally {
    await server.stop();
  }
}

/**
 * Checks each hour that past events leave the upcoming list and that a key expires at the end of
 * its last day.
 */
async function hourByHour(
  server: Served,
  clock: Clock,
  key: string,
  ending: string,
): Promise<string> {
  let notices = 0;
  let computed = 0;
  for (let hour = 0; hour <= HOURS; hour += 1) {
    const today = clock.day();
    const first = await ask(server, key);
    assert.equal(first.status, 200, `after ${hour} hours`);
    if (first.notice) notices += 1;
    const isOfToday = async () => (await readyOf(server)).computed_on === today;
    if (!(await isOfToday())) {
      // Answers during the recomputation state that the records are not current.
      computed += 1;
      assert.match(first.notice, /not today/, `after ${hour} hours`);
      while (!(await isOfToday())) await sleep(100);
    }
    const settled = await ask(server, key);
    assert.equal(settled.notice, '', `after ${hour} hours: ${settled.notice}`);
    assert.deepEqual(settled.tickers, clock.ahead(), `on ${today}`);
    const isEnded = today > clock.firstDay(1);
    assert.equal((await ask(server, ending)).status, isEnded ? 403 : 200, `the key on ${today}`);
    clock.move(HOUR);
    // The program checks for a new day at most twice a second.
    await sleep(20);
  }
  assert.ok(computed >= 2, `${computed} refreshes`);
  return `${HOURS} hours: ${computed} days came, ${notices} answers of the day before said so, what was ahead went by, a key ended`;
}

/** Checks that the plan's limit applies and that requests succeed after the stated wait. */
async function limitOf(server: Served, clock: Clock, key: string): Promise<string> {
  clock.move(5 * 60_000);
  const asked: Asked[] = [];
  for (let index = 0; index <= REQUESTS_A_MINUTE; index += 1) asked.push(await ask(server, key));
  const refused = asked.filter(({ status }) => status === 429);
  const last = asked.at(-1);
  assert.ok(last?.status === 429, 'more than the plan allows in a minute');
  assert.ok(asked.slice(0, 5).every(({ status }) => status === 200));
  clock.move(last.retryAfter * 1_000);
  assert.equal((await ask(server, key)).status, 200, `not after ${last.retryAfter} s`);
  return `${asked.length - refused.length} answered, ${refused.length} refused, answered again after the ${last.retryAfter} s that the refusal named`;
}

/** Sets back only the wall clock, as an administrator would. The monotonic clock cannot be set. */
async function setBack(server: Served, clock: Clock, key: string): Promise<string> {
  clock.move(5 * 60_000);
  clock.setBack(HOUR);
  for (let index = 0; index < 5; index += 1) {
    const { status } = await ask(server, key);
    assert.equal(status, 200, `request ${index}`);
  }
  return '5 of 5 answered';
}

interface Asked {
  readonly status: number;
  readonly notice: string;
  /** Seconds of the Retry-After header; 0 if absent. */
  readonly retryAfter: number;
  readonly tickers: readonly string[];
}

async function ask({ base }: Served, key: string): Promise<Asked> {
  const response = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`);
  const { result = [] } = (await response.json()) as { result?: { ticker: string }[] };
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after') ?? 0),
    notice: response.headers.get('catalyst-notice') ?? '',
    tickers: result.map(({ ticker }) => ticker).sort(),
  };
}

async function readyOf({ base }: Served): Promise<{ readonly computed_on: string }> {
  const response = await fetch(`${base}/readyz`);
  return ((await response.json()) as { records: { computed_on: string } }).records;
}

type Clock = ReturnType<typeof shiftableClock>;

function shiftableClock(stage: Stage) {
  const folder = stage.folder('clock');
  const [file, preload] = [join(folder, 'shifts'), join(folder, 'clocks.mjs')];
  const begun = Date.now();
  // The test starts half past an hour, so that no step is at midnight.
  const begin = HOUR / 2 - (begun % HOUR);
  let [wall, monotonic] = [begin, 0];
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const firstDay = (after = 0) => dayOf(begun + begin + after * DAY);
  const day = (after = 0) => dayOf(Date.now() + wall + after * DAY);
  const write = () => writeFileSync(file, `${wall} ${monotonic}`);
  write();
  writeFileSync(preload, shiftedClocks(file));
  return {
    preload: new URL(`file://${preload}`).href,
    day,
    firstDay,
    /** Tickers of events on or after the current date. */
    ahead: () =>
      eventDays
        .filter((after) => firstDay(after) >= day())
        .map(tickerOf)
        .sort(),
    move(milliseconds: number) {
      wall += milliseconds;
      monotonic += milliseconds;
      write();
    },
    setBack(milliseconds: number) {
      wall -= milliseconds;
      write();
    },
  };
}

/** Dates of the test events, in days after the first day. */
const eventDays = [0, 1, 2, 10];
const tickerOf = (after: number) => `${'ABCDEFGHIJK'[after]}AYQZ`;

function eventsFile(stage: Stage, clock: Clock): string {
  const records = eventDays.map((after) => {
    const date = clock.firstDay(after);
    return {
      ...{ _id: `event-${after}`, ticker: tickerOf(after), drugname: `drug ${after}` },
      ...{ catalyst: 'PDUFA Date', catdate: date, formattedDate: date, createdDate: '2023/12/01' },
    };
  });
  const path = join(stage.folder('events'), 'events.json');
  writeFileSync(path, JSON.stringify(records));
  return path;
}

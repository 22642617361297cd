import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { markRefreshDue } from '../../../src/store/served-state.ts';
import { type Bench, cpuOfChildren, newKey, serve } from './processes.ts';
import { goalDate } from './refresh.ts';
import { type Figure, lower } from './report.ts';
import { answerOf, p99, timesOf } from './waits.ts';

const CHANGES = 3;
const EVERY_MS = 60_000;
/** Milliseconds from the start of a refresh to a change during the refresh. */
const MEANWHILE_MS = 3_000;
/**
 * Duration of the measurement without other load, and the pause between two calls, in milliseconds.
 */
const IDLE_MS = 20_000;
const PAUSE_MS = 5;

/**
 * Measures a server whose store gets a new goal date every minute. More collections depend on goal
 * dates than on most other facts.
 *
 * @param store the server's store, opened for the changes
 *
 * @param ticker a company in the store
 */
export async function servedChangeFigures(
  bench: Bench,
  dataDir: string,
  store: Database,
  ticker: string,
): Promise<Figure[]> {
  const key = await newKey(bench.program, dataDir, 'bench');
  const server = await serve(bench, dataDir, {}, 'dropped');
  const agent = new Agent({ keepAlive: true });
  const companies = `/api/v2/companies?apiKey=${key}`;
  const times = (until: AbortSignal) =>
    timesOf(
      (at) => answerOf(server.port, `${companies}&page=${1 + (at % 10)}`, agent),
      until,
      PAUSE_MS,
    );
  const calendar = `http://127.0.0.1:${server.port}/api/v2/fdacalendar?apiKey=${key}&ticker=${ticker}`;
  async function secondsUntilServed(turn: number): Promise<number> {
    const began = performance.now();
    inTransaction(store, () => {
      writeFacts(store, 'catalysts', [{ ...goalDate(ticker, turn) }], 'bench');
      markRefreshDue(store, true);
    });
    while (!(await (await fetch(calendar)).text()).includes(`bench-${turn}"`)) await sleep(100);
    return (performance.now() - began) / 1_000;
  }
  try {
    const idle = await times(AbortSignal.timeout(IDLE_MS));
    const served: number[] = [];
    const beside: number[] = [];
    const [begun, spent] = [performance.now(), cpuOfChildren(server.pid)];
    for (let turn = 1; turn <= CHANGES; turn += 1) {
      const minute = sleep(EVERY_MS);
      const done = new AbortController();
      const timed = times(done.signal);
      served.push(await secondsUntilServed(1_000 + turn));
      done.abort();
      beside.push(...(await timed));
      await minute;
    }
    const share = (cpuOfChildren(server.pid) - spent) / (performance.now() - begun);
    const first = secondsUntilServed(2_001);
    await sleep(MEANWHILE_MS);
    const [, meanwhile] = await Promise.all([first, secondsUntilServed(2_002)]);
    const figure = (name: string, value: number, unit: string, must: number): Figure =>
      lower(`800 companies, a new catalyst every minute: ${name}`, value, unit, { must });
    return [
      figure('delay until served', Math.max(...served), 's', 60),
      figure('delay until served, while a refresh runs', meanwhile, 's', 90),
      figure('processor time of refreshes', 100 * share, '%', 40),
      {
        ...figure('p99 of calls during a refresh', p99(beside) / p99(idle), '× idle', 2),
        note: `${p99(beside).toFixed(1)} ms of ${beside.length} calls, idle ${p99(idle).toFixed(1)} ms of ${idle.length}`,
      },
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

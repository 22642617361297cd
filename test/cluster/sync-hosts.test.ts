import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePostgres, type Postgres } from '../../src/cluster/postgres.ts';
import { createPostgresClient, type PostgresClient } from '../../src/cluster/postgres-client.ts';
import { createSharedClock } from '../../src/cluster/shared-clock.ts';
import { sharedStates } from '../../src/cluster/sync-hosts.ts';
import { createLedger, type Ledger, storedStates } from '../../src/ingest/sync/start-ledger.ts';
import type { HostRule } from '../../src/sources/hosts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { openEmpty } from './shared-store.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const DAY = 24 * 3_600_000;
const MINUTE = 60_000;
const host = 'api.zorbiva.gov';
const start = { host, slowly: false };
const ruleOf = (more: Partial<HostRule>): HostRule => ({
  name: 'zorbiva',
  domain: 'zorbiva.gov',
  hosts: { [host]: 0 },
  startEvery: 0,
  ...more,
});

describe.runIf(haveEngines)('what is asked of hosts', () => {
  const engines = useEngines();
  let sql: Postgres;
  let database: PostgresClient;
  beforeAll(async () => {
    sql = await openEmpty(engines.databaseUrl);
    database = createPostgresClient(engines.databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    await closePostgres(sql);
  });

  const inStore = async () =>
    createLedger(storedStates(await openDatabase(':memory:', factMigrations)), 'a@zorbiva.com');
  const shared = async (contact = 'a@zorbiva.com') =>
    createLedger(await sharedStates(database), contact);

  /** Runs the same steps on both ledgers and returns the host's state after each step. */
  async function story(ledger: Ledger, rule: HostRule): Promise<unknown[]> {
    const told: unknown[] = [];
    const tell = (at: number) => told.push([ledger.stateOf(rule.name), ledger.holdOf(rule, at)]);
    for (const at of [now, now + 1, now + 2]) told.push(await ledger.take(rule, start, at));
    tell(now + 2);
    await ledger.answered(rule, start.host, 1_000);
    told.push(await ledger.take(rule, start, now + DAY));
    await ledger.pause(rule, now + DAY, { milliseconds: undefined, slowly: true });
    told.push(ledger.isSlow(rule, now + DAY), await ledger.take(rule, start, now + DAY + 1));
    tell(now + DAY + MINUTE);
    await ledger.block(rule, now + DAY, 'refuses this program');
    tell(now + DAY + 2 * MINUTE);
    await ledger.unblock(rule);
    tell(now + DAY + 2 * MINUTE);
    return told;
  }

  it('is told by the clock of PostgreSQL, wherever that of the machine stands', async () => {
    const YEAR = 365 * DAY;
    const told: number[] = [];
    for (const off of [-YEAR, 0, YEAR]) {
      const clock = createSharedClock(database, () => Date.now() + off);
      await clock.compare();
      told.push(clock.now() - Date.now());
    }
    // A tolerance for PostgreSQL on this machine, which replies late if the machine is busy.
    expect(Math.max(...told.map(Math.abs))).toBeLessThan(60_000);
  });

  it('is the same in PostgreSQL as in the store', async () => {
    const rule = ruleOf({ name: 'story', perDay: 2 });
    const told = await story(await shared(), rule);
    expect(told).toEqual(await story(await inStore(), rule));
    // The third request of the day is not sent. Requests of the next day are sent.
    expect(told[2]).toEqual({ until: Date.parse('2026-03-11'), why: 'quota' });
    expect(told[4]).toBeUndefined();
  });

  it('by two machines together stays within the quota of a day', async () => {
    const rule = ruleOf({ name: 'quota', perDay: 30 });
    const machines = [await shared(), await shared()];
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, at) => machines[at % 2]!.take(rule, start, now)),
    );
    expect(taken.filter((hold) => hold === undefined)).toHaveLength(30);
    // A process that starts later reads the hold without a request to the host.
    expect((await shared()).holdOf(rule, now)?.why).toBe('quota');
  });

  it('waits for a pause that another machine was asked for; another contact lifts a block', async () => {
    const rule = ruleOf({ name: 'pause' });
    const [one, other] = [await shared(), await shared()];
    await one.pause(rule, now, { milliseconds: 10 * MINUTE, slowly: false });
    const hold = { until: now + 10 * MINUTE, why: 'paused' };
    expect(await other.take(rule, start, now + 1)).toEqual(hold);
    expect(other.stateOf('pause').requests).toBe(0);
    await one.block(rule, now, 'refuses this program');
    expect(await other.take(rule, start, now + 1)).toMatchObject({ why: 'blocked' });
    const renamed = await shared('b@zorbiva.com');
    await renamed.unblock(rule);
    expect(await renamed.take(rule, start, now + 1)).toBeUndefined();
  });

  it('starts at half the pace after the host asked for it', async () => {
    const rule = ruleOf({ name: 'slowly', startEvery: 200 });
    const ledger = await shared();
    const began = performance.now();
    const starts: number[] = [];
    for (const slowly of [true, false, false]) {
      await ledger.take(rule, { host, slowly }, now);
      starts.push(performance.now() - began);
    }
    // A slow start delays the next start by two intervals. Every other start is delayed by one.
    expect(starts[1]! - starts[0]!).toBeGreaterThan(2 * 200 - 20);
    expect(starts[2]! - starts[0]!).toBeGreaterThan(3 * 200 - 20);
    const [row] = await sql<{ starts: Record<string, number> }[]>`
      SELECT starts FROM sync_host WHERE name = 'slowly'`;
    expect(Object.keys(row!.starts)).toEqual(['bucket slowly']);
  });

  it('starts in turns that hold over machines, slower where the host is', async () => {
    const rule = ruleOf({ name: 'turns', startEvery: 40, hosts: { [host]: 40, slow: 120 } });
    const machines = [await shared(), await shared()];
    const began = performance.now();
    const starts = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const to = at % 4 === 0 ? 'slow' : host;
        await machines[at % 2]!.take(rule, { host: to, slowly: false }, now);
        return { to, at: performance.now() - began };
      }),
    );
    const inOrder = starts.map(({ at }) => at).sort((a, b) => a - b);
    // Twelve starts take at least eleven intervals, whichever process sends them.
    expect(inOrder.at(-1)! - inOrder[0]!).toBeGreaterThan(11 * 40 - 20);
    const slow = starts.filter(({ to }) => to === 'slow').map(({ at }) => at);
    expect(Math.max(...slow) - Math.min(...slow)).toBeGreaterThan(2 * 120 - 20);
  });
});

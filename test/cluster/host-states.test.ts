import { describe, expect, it } from 'vitest';
import { changeAccounts } from '../../src/cluster/account-change.ts';
import { createSharedClock } from '../../src/cluster/shared-clock.ts';
import { sharedStates } from '../../src/cluster/sync-hosts.ts';
import type { HostRule } from '../../src/sources/hosts.ts';
import { createFakePostgres, createFakePostgresClient } from './fake-postgres.ts';

const CLOCK = 1_800_000_000_000;
const rule: HostRule = {
  name: 'zorbiva',
  domain: 'zorbiva.gov',
  startEvery: 100,
  hosts: { 'api.zorbiva.gov': 100, 'slow.zorbiva.gov': 250, 'fast.zorbiva.gov': 40 },
};

/** Builds host states on a fake PostgreSQL that returns `starts`. */
async function build(starts: Readonly<Record<string, number>>) {
  const { database, asked, bounds } = createFakePostgresClient((text) => {
    if (text.includes('AS clock')) return [{ clock: String(CLOCK) }];
    return text.startsWith('SELECT starts') ? [{ starts }] : [];
  });
  const states = await sharedStates(database);
  const written = () =>
    asked.find(({ text }) => text.startsWith('UPDATE sync_host SET starts'))?.values;
  return { states, bounds, written };
}

describe('the next start of a request', () => {
  it.each([
    ['api.zorbiva.gov', false, {}, { 'bucket zorbiva': CLOCK + 100 }],
    ['other.zorbiva.gov', false, {}, { 'bucket zorbiva': CLOCK + 100 }],
    ['fast.zorbiva.gov', false, {}, { 'bucket zorbiva': CLOCK + 100 }],
    ['api.zorbiva.gov', true, {}, { 'bucket zorbiva': CLOCK + 200 }],
    [
      ...['slow.zorbiva.gov', false, {}],
      { 'bucket zorbiva': CLOCK + 100, 'host slow.zorbiva.gov': CLOCK + 250 },
    ],
    // Reservations of other processes on another host do not change.
    [
      ...['api.zorbiva.gov', false, { 'host slow.zorbiva.gov': CLOCK + 99_000 }],
      { 'bucket zorbiva': CLOCK + 100, 'host slow.zorbiva.gov': CLOCK + 99_000 },
    ],
    // A time ten minutes ahead means that a clock was changed.
    [
      ...['api.zorbiva.gov', false, { 'bucket zorbiva': CLOCK + 600_000 }],
      { 'bucket zorbiva': CLOCK + 100 },
    ],
  ] as const)('on %s, slowly %s, after %j', async (host, slowly, starts, after) => {
    const { states, written, bounds } = await build(starts);
    await states.turn!(rule, { host, slowly });
    expect(written()).toEqual([after, 'zorbiva']);
    expect(bounds).toEqual([undefined, 30_000]);
  });

  it('waits for its time, and reserves from there', async () => {
    const { states, written } = await build({ 'bucket zorbiva': CLOCK + 120 });
    const began = performance.now();
    await states.turn!(rule, { host: 'api.zorbiva.gov', slowly: false });
    expect(performance.now() - began).toBeGreaterThan(115);
    expect(written()).toEqual([{ 'bucket zorbiva': CLOCK + 220 }, 'zorbiva']);
  });
});

it('the clock that machines share is as far ahead as it was in the middle of being asked', async () => {
  let now = 100;
  const { database } = createFakePostgresClient((text) => {
    if (!text.endsWith('AS moment')) return [];
    now = 141;
    return [{ moment: '1000' }];
  });
  const clock = createSharedClock(database, () => now);
  expect(clock.now()).toBe(100);
  await clock.compare();
  // 1,000 minus the mean of 100 and 141, rounded to an integer.
  expect(clock.now()).toBe(141 + 880);
});

describe('what all machines are told', () => {
  it('of accounts is told when it has happened, by the number of the change', async () => {
    const { sql, asked } = createFakePostgres((text) =>
      text.startsWith('UPDATE account_change') ? [{ n: '12' }] : [],
    );
    const done = changeAccounts(sql, async (own, n) => {
      await own`WORK`;
      return n + 1;
    });
    expect(await done).toBe(13);
    expect(asked.map(({ text }) => text.split(' ')[0])).toEqual([
      ...['BEGIN', 'SELECT', 'UPDATE', 'WORK', 'SELECT'],
    ]);
    expect(asked[1]?.values).toEqual(['10000', '10000']);
    expect(asked.at(-1)).toEqual({
      text: "SELECT pg_notify(?, '')",
      values: ['catalyst_accounts'],
    });
    await changeAccounts(sql, async () => {}, 120_000);
    expect(asked[6]?.values).toEqual(['120000', '120000']);
  });
});

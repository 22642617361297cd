import { describe, expect, it, onTestFinished } from 'vitest';
import { bounds, type GrantStore, owners } from '../../src/authorization/grant-store.ts';
import { type Config, readConfig } from '../../src/base/config.ts';
import { closePostgres, openPostgres, openSession } from '../../src/cluster/postgres.ts';
import { openAccountAdmin } from '../../src/commands/open-accounts.ts';
import { openGrants } from '../../src/commands/open-grants.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { type Kind, kinds, settingsOf } from '../support/settings.ts';

const engines = useEngines();

let time = 1_000;
/** Lifetime of stored grants in milliseconds. */
const lasts = 600_000;

/** Creates a store location that several processes share. */
async function placeOf(kind: Kind): Promise<Config> {
  const config = readConfig(await settingsOf(kind, engines));
  // Opening the account admin creates the tables.
  await (await openAccountAdmin(config)).close();
  return config;
}

describe.each(kinds)('a store of grants in %s', (kind) => {
  const place = () => placeOf(kind);
  async function openStore(config?: Config): Promise<GrantStore> {
    time = 1_000;
    const store = await openGrants(config ?? (await place()), () => time);
    onTestFinished(() => store.close());
    return store;
  }

  /**
   * Advances the time: the clock of this machine, and for a database by moving its stored times
   * into the past.
   */
  async function pass(config: Config, milliseconds: number): Promise<void> {
    time += milliseconds;
    if (!config.cluster) return;
    const sql = openPostgres(config.cluster.databaseUrl);
    await sql`UPDATE oauth_kept SET expires = expires - ${milliseconds}`;
    await closePostgres(sql);
  }

  it('keeps a value by kind and id until it expires or is removed', async () => {
    const config = await place();
    const store = await openStore(config);
    await store.put('code', 'one', 'first', { lasts });
    await store.put('code', 'one', 'second', { lasts });
    await store.put('access', 'one', 'other', { lasts });
    const found = await store.get('code', 'one');
    expect(found).toEqual({ value: 'second', isTaken: false, rest: expect.any(Number) });
    expect(Math.abs(found!.rest - lasts)).toBeLessThan(60_000);
    await store.remove('code', 'one');
    expect(await store.get('code', 'one')).toBeUndefined();
    await pass(config, lasts - 60_000);
    expect((await store.get('access', 'one'))?.value).toBe('other');
    await pass(config, 60_000);
    expect(await store.get('access', 'one')).toBeUndefined();
  });

  it('lets one take what is for one use, of all who share the file', async () => {
    const config = await place();
    const [first, second] = [await openStore(config), await openStore(config)];
    await first.put('refresh', 'one', 'value', { lasts, grant: 'g' });
    const taken = await Promise.all([first.take('refresh', 'one'), second.take('refresh', 'one')]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await second.get('refresh', 'one')).toMatchObject({ value: 'value', isTaken: true });
    await first.put('refresh', 'one', 'again', { lasts, grant: 'g' });
    expect(await second.take('refresh', 'one')).toBe(false);
    expect(await second.take('refresh', 'unknown')).toBe(false);
    await first.put('refresh', 'late', 'value', { lasts, grant: 'g' });
    await pass(config, lasts);
    expect(await second.take('refresh', 'late')).toBe(false);
  });

  it('revokes a grant, or all grants of an account, with their tokens', async () => {
    const store = await openStore();
    const grants = ['a1', 'a2', 'b1'];
    const keptOf = async (grant: string) => {
      const found = [await store.get('grant', grant), await store.get('access', grant)];
      return found.filter(Boolean).length;
    };
    const kept = () => Promise.all(grants.map(keptOf));
    for (const grant of grants) {
      const keeping = { lasts, owner: grant.slice(0, 1), grant };
      await store.put('grant', grant, '', keeping);
      await store.put('access', grant, '', keeping);
    }
    await store.revoke({ grant: 'a1' });
    expect(await kept()).toEqual([0, 2, 2]);
    await store.revoke({ account: 'a' });
    expect(await kept()).toEqual([0, 0, 2]);
  });

  it('keeps no more than the bounds: of all, of an account, of a grant', async () => {
    const store = await openStore();
    const isKept = async (kind: 'client' | 'grant' | 'access', id: string) =>
      (await store.get(kind, id)) !== undefined;
    for (let count = 0; count <= bounds.client.most; count += 1) {
      // The second client was used, so it is kept longer.
      const until = count === 1 ? 10 * lasts : lasts + count;
      const owner = owners.stranger('203.0.113.1');
      await store.put('client', `client ${count}`, '', { lasts: until, owner });
    }
    expect(await isKept('client', 'client 0')).toBe(false);
    expect(await isKept('client', 'client 1')).toBe(true);
    await store.put('grant', 'other', '', { lasts: lasts - 500, owner: 'b', grant: 'other' });
    for (let count = 0; count <= bounds.grant.most; count += 1) {
      const keeping = { lasts: lasts + count, owner: 'a', grant: `grant ${count}` };
      await store.put('grant', `grant ${count}`, '', keeping);
      await store.put('access', `token ${count}`, '', keeping);
    }
    for (const [at, is] of [false, true].entries()) {
      expect(await isKept('grant', `grant ${at}`)).toBe(is);
      expect(await isKept('access', `token ${at}`)).toBe(is);
    }
    expect(await isKept('grant', 'other')).toBe(true);
    for (let count = 0; count <= bounds.access.most; count += 1) {
      const keeping = { lasts: lasts + 60_000 + count, owner: 'a', grant: 'grant 1' };
      await store.put('access', `more ${count}`, '', keeping);
    }
    expect(await isKept('access', 'more 0')).toBe(false);
    expect(await isKept('access', 'more 1')).toBe(true);
    expect(await isKept('access', 'token 2')).toBe(true);
  });

  it('keeps a share for each: whoever floods it from one place ends none of another', async () => {
    const store = await openStore();
    const isKept = async (kind: 'client' | 'interaction', id: string) =>
      (await store.get(kind, id)) !== undefined;
    const other = owners.stranger('203.0.113.1');
    // Fills the store with registered clients that an account has used.
    await store.put('client', 'used', '', { lasts: 2 * lasts, owner: owners.clientsOf('anna') });
    for (const kind of ['client', 'interaction'] as const) {
      await store.put(kind, 'early', '', { lasts, owner: other });
      for (let count = 0; count <= bounds[kind].most; count += 1) {
        const owner = owners.stranger('203.0.113.2');
        await store.put(kind, `flood ${count}`, '', { lasts: lasts + 1_000 + count, owner });
      }
      await store.put(kind, 'late', '', { lasts, owner: other });
      expect([await isKept(kind, 'early'), await isKept(kind, 'late')]).toEqual([true, true]);
      expect(await isKept(kind, 'flood 0')).toBe(false);
      expect(await isKept(kind, `flood ${bounds[kind].most}`)).toBe(true);
    }
    expect(await isKept('client', 'used')).toBe(true);
  });

  it('ends what opens /mcp everywhere, and where it was ended at once', async () => {
    const config = await place();
    const [one, other] = [await openStore(config), await openStore(config)];
    await one.put('access', 'token', 'value', { lasts, owner: 'carla', grant: 'g' });
    for (const store of [one, other]) {
      expect((await store.get('access', 'token'))?.value).toBe('value');
    }
    await one.revoke({ grant: 'g' });
    expect(await one.get('access', 'token')).toBeUndefined();
    await expect.poll(() => other.get('access', 'token')).toBeUndefined();
    await one.put('access', 'short', 'value', { lasts, owner: 'carla', grant: 'g' });
    expect((await one.get('access', 'short'))?.value).toBe('value');
    await pass(config, lasts);
    expect(await one.get('access', 'short')).toBeUndefined();
  });

  it('keeps its limits during simultaneous writes', async () => {
    const config = await place();
    const [one, other] = [await openStore(config), await openStore(config)];
    const { most } = bounds.code;
    const ids = Array.from({ length: most + 3 }, (_, at) => `c${at}`);
    await Promise.all(
      ids.map((id, at) =>
        (at % 2 ? one : other).put('code', id, 'x', { lasts: lasts + 60_000 * at, grant: 'g' }),
      ),
    );
    const kept = await Promise.all(ids.map((id) => one.get('code', id)));
    const isKept = kept.map((found) => found !== undefined);
    expect(isKept).toEqual([false, false, false, ...Array(most).fill(true)]);
  });
});

describe.runIf(haveEngines)('grants that several machines share', () => {
  it('expire by the clock of PostgreSQL, whatever the clocks of the machines show', async () => {
    const config = await placeOf('postgres');
    const YEAR = 365 * 86_400_000;
    const [early, late] = await Promise.all(
      [-YEAR, YEAR].map((off) => openGrants(config, () => Date.now() + off)),
    );
    if (!early || !late) throw new Error('two machines');
    await early.put('refresh', 'of the early', 'value', { lasts, grant: 'g' });
    // A write deletes expired entries, whichever clock is used.
    await late.put('refresh', 'of the late', 'value', { lasts, grant: 'g' });
    for (const store of [early, late]) {
      for (const id of ['of the early', 'of the late']) {
        expect((await store.get('refresh', id))?.value).toBe('value');
      }
      await store.put('access', 'token', 'value', { lasts, grant: 'g' });
      expect((await store.get('access', 'token'))?.value).toBe('value');
    }
    expect(await late.take('refresh', 'of the early')).toBe(true);
    await Promise.all([early.close(), late.close()]);
  });

  it('cost one wait where PostgreSQL hangs: then those seen open at once, others are refused', async () => {
    const config = await placeOf('postgres');
    let now = 1_000;
    const store = await openGrants(config, () => now);
    await store.put('access', 'seen', 'value', { lasts, owner: 'anna', grant: 'g' });
    await store.get('access', 'seen');
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    engines?.postgres.stop();
    try {
      const unseen = expect.objectContaining({ status: 503 });
      await expect(store.get('access', 'unseen')).rejects.toEqual(unseen);
      // The requests complete before any timer fires, so none of them waits.
      let waited = false;
      const timer = setImmediate(() => {
        waited = true;
      });
      for (let times = 0; times < 100; times += 1) {
        expect((await store.get('access', 'seen'))?.value).toBe('value');
        await expect(store.get('access', 'unseen')).rejects.toEqual(unseen);
      }
      expect(waited).toBe(false);
      clearImmediate(timer);
      now += lasts;
      await expect(store.get('access', 'seen')).rejects.toEqual(unseen);
    } finally {
      engines?.postgres.resume();
    }
    now = 1_000;
    await expect.poll(() => store.get('access', 'unseen')).toBeUndefined();
    await store.close();
  });

  it('open while PostgreSQL is gone, as far as they were seen; nothing else is said of them', async () => {
    const config = await placeOf('postgres');
    const store = await openGrants(config, () => 1_000);
    const kept = { lasts, owner: 'anna', grant: 'g' };
    await store.put('access', 'seen', 'value', kept);
    await store.put('access', 'unseen', 'value', kept);
    expect((await store.get('access', 'seen'))?.value).toBe('value');
    await engines?.postgres.kill();
    const gone = expect.objectContaining({ status: 503, retryAfterSeconds: 60 });
    await expect(store.get('access', 'unseen')).rejects.toEqual(gone);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await store.get('access', 'seen'))?.value).toBe('value');
    for (const asked of [
      store.get('refresh', 'seen'),
      store.put('access', 'new', 'value', kept),
      store.take('code', 'seen'),
      store.revoke({ grant: 'g' }),
    ]) {
      await expect(asked).rejects.toEqual(gone);
    }
    await engines?.postgres.start();
    await expect.poll(async () => (await store.get('access', 'unseen'))?.value).toBe('value');
    await store.close();
  });
});

describe.runIf(haveEngines)('a server of grants that waits for a lock of another', () => {
  it('gives up by itself, though nobody is there to be told', async () => {
    const config = await placeOf('postgres');
    const sql = openPostgres(config.cluster!.databaseUrl);
    const store = await openGrants(config, () => time);
    const held = openSession(config.cluster!.databaseUrl);
    await held`BEGIN`;
    await held`LOCK TABLE oauth_kept IN ACCESS EXCLUSIVE MODE`;
    const put = store.put('code', 'one', 'value', { lasts });
    await expect(put).rejects.toMatchObject({ status: 503 });
    await store.close();
    const waiting = async () => {
      const [row] = await sql<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting;
    };
    await expect.poll(waiting, { interval: 200 }).toBe(0);
    await held`ROLLBACK`;
    await closePostgres(held);
    await closePostgres(sql);
  });
});

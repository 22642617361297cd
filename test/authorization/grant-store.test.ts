import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bounds, type GrantStore } from '../../src/authorization/grant-store.ts';
import { openGrants } from '../../src/authorization/open-grants.ts';
import { readConfig } from '../../src/config.ts';
import { openAccountAdmin } from '../../src/open-accounts.ts';
import { type Engines, haveEngines, startEngines } from '../support/engines.ts';
import { kinds, settingsOf } from '../support/settings.ts';

let engines: Engines | undefined;
beforeAll(async () => {
  if (haveEngines) engines = await startEngines();
});
afterAll(() => engines?.close());

describe.each(kinds)('grants in %s', (kind) => {
  let now = 1_000;
  /** Of two processes. */
  let one: GrantStore;
  let other: GrantStore;
  beforeAll(async () => {
    const config = readConfig(await settingsOf(kind, engines));
    // It makes the tables.
    await (await openAccountAdmin(config)).close();
    one = await openGrants(config, () => now);
    other = await openGrants(config, () => now);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const end = 1_000_000;

  it('are kept until they expire, and seen by every process', async () => {
    await one.put('refresh', 'id', 'value', { expires: 2_000, account: 'anna', grant: 'g' });
    expect(await other.get('refresh', 'id')).toEqual({ value: 'value', isTaken: false });
    expect(await other.get('code', 'id')).toBeUndefined();
    expect(await other.get('refresh', 'ID')).toBeUndefined();
    await other.put('refresh', 'id', 'next', { expires: 3_000, account: 'anna', grant: 'g' });
    expect((await one.get('refresh', 'id'))?.value).toBe('next');
    now = 2_999;
    expect((await one.get('refresh', 'id'))?.value).toBe('next');
    now = 3_000;
    expect(await one.get('refresh', 'id')).toBeUndefined();
    expect(await one.take('refresh', 'id')).toBe(false);
  });

  it('that are good for one use are taken once, by whoever is first', async () => {
    await one.put('code', 'once', 'value', { expires: end, grant: 'g' });
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? one : other).take('code', 'once')),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await one.get('code', 'once')).toEqual({ value: 'value', isTaken: true });
    expect(await one.take('code', 'never')).toBe(false);
  });

  it('end one by one, as a grant and with their account', async () => {
    for (const [id, account, grant] of [
      ['a1', 'anna', 'ga'],
      ['a2', 'anna', 'ga'],
      ['a3', 'anna', 'gb'],
      ['b1', 'berta', 'gc'],
    ] as const) {
      await one.put('refresh', id, id, { expires: end, account, grant });
    }
    const left = async () => {
      const ids = ['a1', 'a2', 'a3', 'b1'];
      const kept = await Promise.all(ids.map((id) => other.get('refresh', id)));
      return kept.flatMap((found) => found?.value ?? []);
    };
    await one.remove('refresh', 'a1');
    expect(await left()).toEqual(['a2', 'a3', 'b1']);
    await one.revoke({ grant: 'ga' });
    expect(await left()).toEqual(['a3', 'b1']);
    await one.revoke({ account: 'anna' });
    expect(await left()).toEqual(['b1']);
  });

  it('that open /mcp end everywhere, here at once', async () => {
    await one.put('access', 'token', 'value', { expires: end, account: 'carla', grant: 'gd' });
    for (const store of [one, other])
      expect((await store.get('access', 'token'))?.value).toBe('value');
    await one.revoke({ grant: 'gd' });
    expect(await one.get('access', 'token')).toBeUndefined();
    await vi.waitFor(async () => expect(await other.get('access', 'token')).toBeUndefined(), {
      timeout: 20_000,
    });
    await one.put('access', 'short', 'value', { expires: now + 5, account: 'carla', grant: 'gd' });
    expect((await one.get('access', 'short'))?.value).toBe('value');
    now += 5;
    expect(await one.get('access', 'short')).toBeUndefined();
  });

  it('are so many of a grant; those that end soonest give way, also to many at once', async () => {
    const { most } = bounds.code;
    await Promise.all(
      Array.from({ length: most + 3 }, (_, at) =>
        (at % 2 ? one : other).put('code', `c${at}`, 'x', { expires: end + at, grant: 'ge' }),
      ),
    );
    await one.put('code', 'elsewhere', 'x', { expires: end, grant: 'gf' });
    const kept = await Promise.all(
      Array.from({ length: most + 3 }, (_, at) => one.get('code', `c${at}`)),
    );
    expect(kept.map((found) => found !== undefined)).toEqual([
      ...[false, false, false],
      ...Array(most).fill(true),
    ]);
    expect(await one.get('code', 'elsewhere')).toBeDefined();
  });

  it('are so many of an account, and one that gives way takes its tokens with it', async () => {
    const { most } = bounds.grant;
    for (let at = 0; at <= most; at += 1) {
      const whose = { expires: end + at, account: 'dora', grant: `grant-${at}` };
      await one.put('grant', `grant-${at}`, 'x', whose);
      if (at === 0) await one.put('access', 'of-the-first', 'x', whose);
    }
    expect(await one.get('access', 'of-the-first')).toBeUndefined();
    expect(await one.get('grant', 'grant-0')).toBeUndefined();
    expect(await one.get('grant', 'grant-1')).toBeDefined();
  });
});

describe.runIf(haveEngines)('grants that several machines share', () => {
  it('open while PostgreSQL is gone, as far as they were seen; nothing else is said of them', async () => {
    const config = readConfig(await settingsOf('postgres', engines));
    await (await openAccountAdmin(config)).close();
    const store = await openGrants(config, () => 1_000);
    const kept = { expires: 1_000_000, account: 'anna', grant: 'g' };
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
    await vi.waitFor(
      async () => expect((await store.get('access', 'unseen'))?.value).toBe('value'),
      { timeout: 20_000 },
    );
    await store.close();
  });
});

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bounds, type GrantStore } from '../../src/authorization/grant-store.ts';
import { openSqliteGrants } from '../../src/authorization/sqlite-grants.ts';
import { temporaryFolder } from '../support-mcp.ts';

let time = 1_000;
const expires = 2_000;

async function openStore(path = join(temporaryFolder(), 'grants.sqlite')): Promise<GrantStore> {
  time = 1_000;
  const store = await openSqliteGrants(path, () => time);
  onTestFinished(() => store.close());
  return store;
}

describe('a store of grants', () => {
  it('keeps a value by kind and id until it expires or is removed', async () => {
    const store = await openStore();
    await store.put('code', 'one', 'first', { expires });
    await store.put('code', 'one', 'second', { expires });
    await store.put('access', 'one', 'other', { expires });
    expect(await store.get('code', 'one')).toEqual({ value: 'second', isTaken: false });
    await store.remove('code', 'one');
    expect(await store.get('code', 'one')).toBeUndefined();
    time = expires - 1;
    expect((await store.get('access', 'one'))?.value).toBe('other');
    time = expires;
    expect(await store.get('access', 'one')).toBeUndefined();
  });

  it('lets one take what is for one use, of all who share the file', async () => {
    const path = join(temporaryFolder(), 'grants.sqlite');
    const [first, second] = [await openStore(path), await openStore(path)];
    await first.put('refresh', 'one', 'value', { expires, grant: 'g' });
    const taken = await Promise.all([first.take('refresh', 'one'), second.take('refresh', 'one')]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await second.get('refresh', 'one')).toEqual({ value: 'value', isTaken: true });
    await first.put('refresh', 'one', 'again', { expires, grant: 'g' });
    expect(await second.take('refresh', 'one')).toBe(false);
    expect(await second.take('refresh', 'unknown')).toBe(false);
    await first.put('refresh', 'late', 'value', { expires, grant: 'g' });
    time = expires;
    expect(await second.take('refresh', 'late')).toBe(false);
  });

  it('revokes a grant, or all of an account, with what was made of them', async () => {
    const store = await openStore();
    const kept = async () =>
      Promise.all(
        ['a1', 'a2', 'b1'].map(
          async (grant) =>
            [await store.get('grant', grant), await store.get('access', grant)].filter(Boolean)
              .length,
        ),
      );
    for (const grant of ['a1', 'a2', 'b1']) {
      const keeping = { expires, account: grant.slice(0, 1), grant };
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
      // The second one has been used, and is kept for longer.
      const until = count === 1 ? expires + 10_000 : expires + count;
      await store.put('client', `client ${count}`, '', { expires: until });
    }
    expect([await isKept('client', 'client 0'), await isKept('client', 'client 1')]).toEqual([
      ...[false, true],
    ]);
    await store.put('grant', 'other', '', { expires: 1_500, account: 'b', grant: 'other' });
    for (let count = 0; count <= bounds.grant.most; count += 1) {
      const keeping = { expires: expires + count, account: 'a', grant: `grant ${count}` };
      await store.put('grant', `grant ${count}`, '', keeping);
      await store.put('access', `token ${count}`, '', keeping);
    }
    expect([await isKept('grant', 'grant 0'), await isKept('access', 'token 0')]).toEqual([
      ...[false, false],
    ]);
    expect([await isKept('grant', 'grant 1'), await isKept('access', 'token 1')]).toEqual([
      ...[true, true],
    ]);
    expect(await isKept('grant', 'other')).toBe(true);
    for (let count = 0; count <= bounds.access.most; count += 1) {
      const keeping = { expires: expires + 100 + count, account: 'a', grant: 'grant 1' };
      await store.put('access', `more ${count}`, '', keeping);
    }
    expect([await isKept('access', 'more 0'), await isKept('access', 'more 1')]).toEqual([
      ...[false, true],
    ]);
    expect(await isKept('access', 'token 2')).toBe(true);
  });
});

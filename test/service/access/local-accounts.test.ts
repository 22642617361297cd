import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Account } from '../../../src/service/access/account.ts';
import { AccountIndex, accountOf, hashOf } from '../../../src/service/access/accounts.ts';
import type { FeedToken } from '../../../src/service/access/feed-tokens.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { temporaryFolder } from '../../support/files.ts';

const anna: Account = { name: 'anna', plan: 'basic', demo: false, state: 'active' };
const bert: Account = {
  ...{ name: 'bert', plan: 'elite-plus', demo: true, state: 'active' },
  ...{ bundle: ['Company Data'], expires: '2026-04-01' },
};

async function build(path = join(temporaryFolder(), 'accounts.sqlite')) {
  const accounts = await LocalAccounts.open(path);
  onTestFinished(() => accounts.close());
  return { accounts, path };
}
/** The version of the file is read once per event loop step. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('an account', () => {
  it('is found by its key and its name as it was made, in the order of names', async () => {
    const { accounts } = await build();
    const [ofBert, ofAnna] = [accounts.create(bert, 'then')!, accounts.create(anna, 'now')!];
    expect([accounts.find(ofAnna), accounts.find(ofBert)]).toEqual([anna, bert]);
    expect([accounts.named('anna'), accounts.named('bert')]).toEqual([anna, bert]);
    expect(accounts.list()).toEqual([
      { ...anna, created: 'now' },
      { ...bert, created: 'then' },
    ]);
    const row = { name: 'anna', plan: 'basic', demo: 0, state: 'active', created: 'now' };
    expect(accounts.rows()[0]).toEqual({
      ...{ ...row, bundle: null, expires: null, key_hash: hashOf(ofAnna) },
    });
    expect([accounts.find('bcm_other'), accounts.named('cora')]).toEqual([undefined, undefined]);
  });

  it('is taken once by its name, and keeps its key', async () => {
    const { accounts } = await build();
    const key = accounts.create(anna, 'now')!;
    expect(key).toMatch(/^bcm_[\w-]{32}$/);
    expect(accounts.create({ ...bert, name: 'anna' }, 'later')).toBeUndefined();
    expect(accounts.find(key)).toEqual(anna);
  });

  it('has its key changed, is paused and revoked, at once; of none there is nothing to do', async () => {
    const { accounts } = await build();
    const old = accounts.create(anna, 'now')!;
    expect(accounts.find(old)).toEqual(anna);
    const key = accounts.regenerate('anna')!;
    expect([accounts.find(old), accounts.find(key)]).toEqual([undefined, anna]);
    expect(accounts.setState('anna', 'paused')).toBe(true);
    expect(accounts.find(key)).toEqual({ ...anna, state: 'paused' });
    expect(accounts.revoke('anna')).toBe(true);
    expect([accounts.find(key), accounts.named('anna')]).toEqual([undefined, undefined]);
    expect([accounts.regenerate('anna'), accounts.setState('anna', 'active')]).toEqual([
      ...[undefined, false],
    ]);
    expect(accounts.revoke('anna')).toBe(false);
  });

  it('of another process is seen in the next turn', async () => {
    const { accounts, path } = await build();
    expect(accounts.named('anna')).toBeUndefined();
    (await build(path)).accounts.create(anna, 'now');
    await nextTurn();
    expect(accounts.named('anna')).toEqual(anna);
  });

  it('is gone with its file, in place of which another is read; without a folder it is told', async () => {
    const { accounts, path } = await build();
    const key = accounts.create(anna, 'now')!;
    rmSync(path);
    const other = await build(path);
    other.accounts.create(bert, 'now');
    await nextTurn();
    expect([accounts.find(key), accounts.named('bert')]).toEqual([undefined, bert]);
    rmSync(join(path, '..'), { recursive: true });
    await nextTurn();
    expect(() => accounts.named('bert')).toThrow(expect.objectContaining({ status: 503 }));
  });

  it('has a stamp that another key or another plan changes, and its state does not', async () => {
    const { accounts } = await build();
    accounts.create(anna, 'now');
    const { stamp, account } = accounts.stamped('anna')!;
    expect([account, stamp]).toEqual([anna, expect.stringMatching(/^[\w-]{22}$/)]);
    accounts.setState('anna', 'paused');
    expect(accounts.stamped('anna')?.stamp).toBe(stamp);
    accounts.regenerate('anna');
    expect(accounts.stamped('anna')?.stamp).not.toBe(stamp);
    expect(accounts.stamped('cora')).toBeUndefined();
    const index = new AccountIndex();
    const row = { ...anna, key_hash: 'h', bundle: null, expires: null, created: 'now' };
    const stampOf = (plan: Account['plan']) => {
      index.put({ ...row, plan });
      return index.stamped('anna')?.stamp;
    };
    expect(stampOf('basic')).toBe(stampOf('basic'));
    expect(stampOf('elite-plus')).not.toBe(stampOf('basic'));
  });
});

describe('accounts in memory', () => {
  const row = { ...anna, key_hash: hashOf('one'), bundle: null, expires: null, created: 'now' };

  it('are one a name, the last that is put', () => {
    const index = new AccountIndex();
    index.put(row);
    index.put({ ...row, key_hash: hashOf('two'), plan: 'elite-plus' });
    expect([index.find('one'), index.find('two')]).toEqual([
      ...[undefined, { ...anna, plan: 'elite-plus' }],
    ]);
    index.remove('anna');
    expect([index.find('two'), index.named('anna')]).toEqual([undefined, undefined]);
    index.remove('anna');
  });

  it('have a bundle and an end where the row has them', () => {
    expect(accountOf({ ...row, demo: true, bundle: '["a","b"]', expires: '2026-04-01' })).toEqual({
      ...{ ...anna, demo: true, bundle: ['a', 'b'], expires: '2026-04-01' },
    });
    expect(accountOf({ ...row, demo: 0 })).toEqual(anna);
  });
});

describe('feeds', () => {
  const feedOf = (token_hash: string, created: string, account = 'bert') => ({
    ...{ token_hash, account, filter: '{}', created },
  });

  it('are kept with the plan of their account, so many each, in order of account and age', async () => {
    const { accounts } = await build();
    const { feeds } = accounts;
    accounts.create(bert, 'now');
    accounts.create(anna, 'now');
    const kept = (feed: Omit<FeedToken, 'plan'>, plan: Account['plan'] = 'elite-plus') => ({
      ...{ ...feed, plan },
    });
    const [late, early, same] = [feedOf('a', '2'), feedOf('b', '1'), feedOf('0', '2')];
    const hers = feedOf('c', '9', 'anna');
    expect([late, early].map((feed) => feeds.create(feed, 2))).toEqual([true, true]);
    expect(feeds.create(same, 2)).toBe(false);
    expect([feeds.create(same, 3), feeds.create(hers, 1)]).toEqual([true, true]);
    expect(feeds.create(feedOf('d', '1', 'cora'), 9)).toBe(false);
    expect(feeds.list()).toEqual([kept(hers, 'basic'), kept(early), kept(same), kept(late)]);
    expect([accounts.feed('b'), accounts.feed('x')]).toEqual([kept(early), undefined]);
    feeds.revoke('b');
    expect(accounts.feed('b')).toBeUndefined();
    expect(feeds.list()).toHaveLength(3);
  });

  it('end with their account, and with no other', async () => {
    const { accounts } = await build();
    for (const account of [anna, bert]) accounts.create(account, 'now');
    accounts.feeds.create(feedOf('a', '1'), 1);
    accounts.feeds.create(feedOf('b', '1', 'anna'), 1);
    accounts.revoke('bert');
    expect([accounts.feed('a'), accounts.feed('b')?.account]).toEqual([undefined, 'anna']);
  });
});

describe('revisions of events', () => {
  const of = (uid: string, date: string, sequence: number, revised = 'then') => ({
    ...{ uid, date, sequence, revised },
  });

  it('are those that are asked for, the latest of each, and none before a day', async () => {
    const { revisions } = (await build()).accounts;
    expect(revisions.known(['a'])).toEqual([]);
    await revisions.keep([of('a', '2026-04-01', 0), of('b', '2026-03-01', 3)], '2026-03-01');
    expect(revisions.known(['b', 'x', 'a'])).toEqual([
      ...[of('b', '2026-03-01', 3), of('a', '2026-04-01', 0)],
    ]);
    // Another process may have increased the counter in the meantime. The counter never decreases.
    await revisions.keep([of('b', '2026-05-01', 2, 'now'), of('a', '2026-06-01', 1)], '2026-05-02');
    expect(revisions.known(['a', 'b'])).toEqual([of('a', '2026-06-01', 1)]);
    await revisions.keep([of('a', '2026-07-01', 0, 'now')], '2026-01-01');
    expect(revisions.known(['a'])).toEqual([of('a', '2026-07-01', 1, 'now')]);
  });
});

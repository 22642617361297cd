import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Account } from '../../../src/service/access/account.ts';
import { AccountIndex, hashOf } from '../../../src/service/access/accounts.ts';
import type { FeedToken } from '../../../src/service/access/feed-tokens.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { temporaryFolder } from '../../support/files.ts';

const anna: Account = { name: 'anna', plan: 'basic', demo: false, state: 'active' };
const bert: Account = {
  name: 'bert',
  plan: 'elite-plus',
  demo: true,
  state: 'active',
  bundle: ['Company Data'],
  expires: '2026-04-01',
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
      ...row,
      bundle: null,
      expires: null,
      key_hash: hashOf(ofAnna),
    });
    expect([accounts.find('bcm_other'), accounts.named('cora')]).toEqual([undefined, undefined]);
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
});

it('feeds are kept with the plan of their account, in order of account and age', async () => {
  const feedOf = (token_hash: string, created: string, account = 'bert') => ({
    token_hash,
    account,
    filter: '{}',
    created,
  });
  const { accounts } = await build();
  const { feeds } = accounts;
  accounts.create(bert, 'now');
  accounts.create(anna, 'now');
  const kept = (feed: Omit<FeedToken, 'plan'>, plan: Account['plan'] = 'elite-plus') => ({
    ...feed,
    plan,
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

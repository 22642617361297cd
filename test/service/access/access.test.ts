import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/service/access/account.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { demoNote } from '../../../src/service/answer-page.ts';
import { type Started, startApp } from '../../support/start-app.ts';

const basicPath = '/pdufa/historical';

describe('keys over real records', () => {
  let started: Started;
  beforeAll(async () => {
    started = await startApp();
  });
  afterAll(() => started.close());

  const statusOf = async (path: string, key: string) => (await started.ask(path, {}, key)).status;

  it('are random, long, and written nowhere', () => {
    const keys = ['a', 'b'].map((name) => started.createKey({ name }));
    // 24 random bytes are 32 base64 characters.
    for (const key of keys) expect(key).toMatch(/^bcm_[\w-]{32}$/);
    expect(keys[0]).not.toBe(keys[1]);
    const files = readdirSync(started.dataDir).filter((name) => name.startsWith('accounts'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const bytes = readFileSync(join(started.dataDir, name));
      for (const key of keys) expect(bytes.includes(key)).toBe(false);
    }
  });

  it('are one an account: a name is taken once, and regenerating ends the old key at once', async () => {
    const old = started.createKey({ name: 'changing' });
    expect(() => started.createKey({ name: 'changing' })).toThrow('already');
    expect(await statusOf(basicPath, old)).toBe(200);
    const fresh = started.accounts.regenerate('changing') ?? '';
    expect(await statusOf(basicPath, old)).toBe(401);
    expect(await statusOf(basicPath, fresh)).toBe(200);
    expect(started.accounts.regenerate('nobody')).toBeUndefined();
  });

  it('are paused, resumed and revoked by another process, and the server sees it at once', async () => {
    const key = started.createKey({ name: 'held' });
    expect(await statusOf(basicPath, key)).toBe(200);
    const other = await LocalAccounts.open(join(started.dataDir, 'accounts.sqlite'));
    expect(other.setState('held', 'paused')).toBe(true);
    expect(await statusOf(basicPath, key)).toBe(403);
    other.setState('held', 'active');
    expect(await statusOf(basicPath, key)).toBe(200);
    expect(other.revoke('held')).toBe(true);
    expect(await statusOf(basicPath, key)).toBe(401);
    expect(other.revoke('held')).toBe(false);
    other.close();
  });

  it('bear Note on every answer where they are demo keys, and no demo key exists by itself', async () => {
    const demo = started.createKey({ name: 'visitor', demo: true });
    for (const page of ['1', '9']) {
      const { body } = await started.ask(basicPath, { page }, demo);
      expect(Object.keys(body)).toEqual(['result', 'pagination', 'Note']);
      expect(body.Note).toBe(demoNote);
    }
    expect((await started.ask(basicPath)).body).not.toHaveProperty('Note');
    expect(await statusOf(basicPath, 'demo')).toBe(401);
  });
});

describe('keys over demo data', () => {
  let started: Started;
  beforeAll(async () => {
    started = await startApp({ as: 'demo' });
  });
  afterAll(() => started.close());

  it('the key demo still needs to be given', async () => {
    expect((await started.ask(basicPath, {}, null)).status).toBe(401);
    expect((await started.ask(basicPath, {}, 'Demo')).status).toBe(401);
  });
});

describe('the accounts’ file', () => {
  const opened: LocalAccounts[] = [];
  afterEach(() => {
    for (const accounts of opened.splice(0)) accounts.close();
  });

  it('tells of the accounts and never of their keys', async () => {
    const accounts = await LocalAccounts.open(':memory:');
    opened.push(accounts);
    const account: Account = {
      name: 'a',
      plan: 'basic',
      demo: true,
      state: 'active',
      expires: '2026-12-31',
      bundle: ['Market Signals'],
    };
    const key = accounts.create(account, '2026-03-10') ?? '';
    expect(accounts.list()).toEqual([{ ...account, created: '2026-03-10' }]);
    expect(accounts.find(key)).toEqual(account);
    expect(accounts.find(`${key} `)).toBeUndefined();
    expect(accounts.find(key.toUpperCase())).toBeUndefined();
  });
});

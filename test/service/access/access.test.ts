import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import type { Account } from '../../../src/service/access/account.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { demoDataNote, demoNote } from '../../../src/service/service.ts';
import { fillStore, fixedClock, type Started, startApp } from '../../support/start-app.ts';
import { universe } from '../../support/universe.ts';

const basicPath = '/pdufa/historical';
const elitePath = '/fda/approvals';

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

  it('open until the end of their last day', async () => {
    const last = started.createKey({ name: 'last day', expires: '2026-03-10' });
    const past = started.createKey({ name: 'day after', expires: '2026-03-09' });
    expect(await statusOf(basicPath, last)).toBe(200);
    expect(await statusOf(basicPath, past)).toBe(403);
  });

  it('reach what plan and bundle reach', async () => {
    const basic = started.createKey({ name: 'basic' });
    const bundle = ['Clinical Intelligence'];
    const held = started.createKey({ name: 'held to a group', plan: 'elite-plus', bundle });
    const poor = started.createKey({ name: 'held below its plan', bundle });
    const reached = async (key: string) => [
      await statusOf(basicPath, key),
      await statusOf(elitePath, key),
    ];
    expect(await reached(basic)).toEqual([200, 403]);
    expect(await reached(started.key)).toEqual([200, 200]);
    expect(await reached(held)).toEqual([403, 200]);
    expect(await reached(poor)).toEqual([403, 403]);
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

  it('every answer says that it is fictional, to the key demo and to any other', async () => {
    for (const key of ['demo', started.key]) {
      for (const path of [basicPath, elitePath]) {
        const { status, body } = await started.ask(path, {}, key);
        expect([status, body.Note]).toEqual([200, demoDataNote]);
      }
    }
  });

  it('a tool says so too, to the owner of the process', async () => {
    const [tool] = started.app.catalogue.endpoints;
    const answer = await started.app.toolbox
      .presenting({ structured: true })
      .callTool('owner', tool?.name ?? '', {});
    expect(JSON.parse(answer).structuredContent.Note).toBe(demoDataNote);
    expect(JSON.parse(answer).content[0].text).toContain(demoDataNote);
  });

  it('a dossier and what is found say so too', async () => {
    const { toolbox } = started.app;
    for (const [tool, words] of [
      ['fetch', { id: 'ticker:ACME' }],
      ['search', { query: 'acme' }],
    ] as const) {
      const answer = JSON.parse(await toolbox.presenting({}).callTool('owner', tool, words));
      expect(answer.content[0].text).toContain(demoDataNote);
    }
  });

  it('the key demo still needs to be given', async () => {
    expect((await started.ask(basicPath, {}, null)).status).toBe(401);
    expect((await started.ask(basicPath, {}, 'Demo')).status).toBe(401);
  });
});

describe('once records have been imported', () => {
  it('they are served, nothing of the demo shows, and its key opens nothing', async () => {
    let now = fixedClock();
    const started = await startApp({ as: 'demo', clock: () => now });
    expect((await started.ask(basicPath, {}, 'demo')).body.Note).toBe(demoDataNote);
    const [decision] = universe.decisions ?? [];
    await fillStore(filesOf(started.dataDir).store, { decisions: decision ? [decision] : [] });
    now += 1_000;
    const served = async () => {
      const { Note, pagination } = (await started.ask(basicPath)).body;
      return [Note, pagination.total];
    };
    await expect.poll(served).toEqual([undefined, 1]);
    expect((await started.ask(basicPath, {}, 'demo')).status).toBe(401);
    await started.close();
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

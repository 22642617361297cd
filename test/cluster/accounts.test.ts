import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import type { Log } from '../../src/base/log.ts';
import { closePostgres, openPostgres } from '../../src/cluster/postgres.ts';
import type { SharedAccounts } from '../../src/cluster/shared-accounts.ts';
import { openAccountAdmin, openAccounts } from '../../src/commands/open-accounts.ts';
import type { Account } from '../../src/service/access/account.ts';
import type { AccountAdmin, Accounts } from '../../src/service/access/accounts.ts';
import { MAX_UNCONFIRMED_MS } from '../../src/service/access/accounts.ts';
import type { Revision } from '../../src/service/access/feed-tokens.ts';
import { createFeeds, MAX_FEEDS, openFeed } from '../../src/transports/feeds/feed-links.ts';
import { type Engines, haveEngines, useEngines } from '../support/engines.ts';
import { clusterSettings, kinds, settingsOf } from '../support/settings.ts';
import { machineTime, silentLog } from '../support/start-app.ts';

const engines = useEngines();

const anna: Account = {
  name: 'anna',
  plan: 'basic',
  demo: true,
  state: 'active',
  expires: '2026-12-31',
  bundle: ['Market Signals'],
};

describe.each(kinds)('accounts in %s', (kind) => {
  let settings: Readonly<Record<string, string>>;
  let admin: AccountAdmin;
  let accounts: Accounts;
  beforeAll(async () => {
    settings = await settingsOf(kind, engines);
    admin = await openAccountAdmin(readConfig(settings));
    accounts = await openAccounts({
      config: readConfig(settings),
      clock: Date.now,
      monotonic: machineTime,
      log: silentLog(),
    });
  });
  afterAll(async () => {
    await accounts.close();
    await admin.close();
  });

  /** Polls until another process sees the expected value. */
  const seen = (look: () => unknown, wanted: unknown) =>
    expect.poll(look, { interval: 20 }).toEqual(wanted);
  const create = async (account: Account) => (await admin.create(account, '2026-03-10')) as string;

  it('are made, found by key and name, and told without their keys', async () => {
    const key = await create(anna);
    expect(key).toMatch(/^bcm_[\w-]{32}$/);
    await seen(() => accounts.find(key), anna);
    expect(accounts.named('anna')).toEqual(anna);
    expect(await admin.find(key)).toEqual(anna);
    expect(await admin.list()).toEqual([{ ...anna, created: '2026-03-10' }]);
    for (const other of [`${key} `, key.toUpperCase(), '']) {
      expect([other, accounts.find(other), await admin.find(other)]).toEqual([
        ...[other, undefined, undefined],
      ]);
    }
    expect(await admin.create(anna, '2026-03-11')).toBeUndefined();
    expect(accounts.find(key)).toEqual(anna);
  });

  it('are sorted by name', async () => {
    for (const name of ['b', 'a', 'B', 'a-1', 'a_1', 'a.1']) await create({ ...anna, name });
    const names = (await admin.list()).map(({ name }) => name);
    expect(names).toEqual(['B', 'a', 'a-1', 'a.1', 'a_1', 'anna', 'b']);
  });

  it('lose their old key with a new one', async () => {
    const old = await create({ ...anna, name: 'renewed' });
    await seen(() => accounts.find(old)?.name, 'renewed');
    const fresh = (await admin.regenerate('renewed')) as string;
    await seen(() => accounts.find(fresh)?.name, 'renewed');
    expect(accounts.find(old)).toBeUndefined();
    expect(await admin.find(old)).toBeUndefined();
    expect(await admin.regenerate('nobody')).toBeUndefined();
  });

  it('are paused, resumed and revoked; a name is free again, and its old key stays dead', async () => {
    const account: Account = { name: 'berta', plan: 'elite-plus', demo: false, state: 'active' };
    const key = await create(account);
    expect(await admin.setState('berta', 'paused')).toBe(true);
    await seen(() => accounts.find(key)?.state, 'paused');
    expect(await admin.setState('berta', 'active')).toBe(true);
    await seen(() => accounts.find(key), account);
    expect(await admin.revoke('berta')).toBe(true);
    await seen(() => accounts.find(key), undefined);
    expect(accounts.named('berta')).toBeUndefined();
    expect((await admin.list()).map(({ name }) => name)).not.toContain('berta');
    expect(await admin.revoke('berta')).toBe(false);
    expect(await admin.setState('berta', 'active')).toBe(false);
    expect(await admin.regenerate('berta')).toBeUndefined();
    const again = await create({ ...anna, name: 'berta' });
    await seen(() => accounts.find(again), { ...anna, name: 'berta' });
    expect(accounts.find(key)).toBeUndefined();
  });

  it('have feeds, which end by themselves, with their account and with another plan', async () => {
    const feeds = createFeeds(admin.feeds);
    const statusOf = (token: string) => {
      try {
        return openFeed(accounts, token).filter;
      } catch (cause) {
        return (cause as { status: number }).status;
      }
    };
    await create({ ...anna, name: 'carla' });
    const filter = { tickers: ['ABCQZ'], catalyst: 'PDUFA Date' };
    const token = (await feeds.create('carla', filter, '2026-03-10')) as string;
    await seen(() => statusOf(token), filter);
    expect(openFeed(accounts, token).credential).toEqual({ account: { ...anna, name: 'carla' } });
    expect(statusOf('feed_none')).toBe(404);
    const [listed] = await feeds.list();
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      account: 'carla',
      filter,
      created: '2026-03-10',
    });
    expect(await feeds.revoke('none')).toBe(false);
    expect(await feeds.revoke(listed?.id ?? '')).toBe(true);
    await seen(() => statusOf(token), 404);
    expect(await feeds.list()).toEqual([]);

    const second = (await feeds.create('carla', {}, '2026-03-10')) as string;
    await seen(() => statusOf(second), {});
    await admin.revoke('carla');
    await seen(() => statusOf(second), 404);
    await create({ ...anna, name: 'carla' });
    await seen(() => accounts.named('carla')?.name, 'carla');
    expect(statusOf(second)).toBe(404);
    expect(await feeds.list()).toEqual([]);

    const third = (await feeds.create('carla', {}, '2026-03-10')) as string;
    await seen(() => statusOf(third), {});
    await admin.revoke('carla');
    await create({ ...anna, name: 'carla', plan: 'elite-plus' });
    await seen(() => accounts.named('carla')?.plan, 'elite-plus');
    expect(statusOf(third)).toBe(404);
  });

  it('have a limited number of feeds, even with simultaneous requests', async () => {
    const feeds = createFeeds(admin.feeds);
    await create({ ...anna, name: 'dora' });
    const asked = Array.from({ length: MAX_FEEDS + 5 }, () =>
      feeds.create('dora', {}, '2026-03-10'),
    );
    const made = (await Promise.all(asked)).filter((token) => token !== undefined);
    expect(made).toHaveLength(MAX_FEEDS);
    expect(await feeds.create('nobody', {}, '2026-03-10')).toBeUndefined();
  });

  it('keep how often events have moved, as far back as is asked for', async () => {
    const { revisions } = accounts;
    const revision = (uid: string, date: string, sequence: number): Revision => ({
      uid,
      date,
      sequence,
      revised: '2026-03-10T12:00:00.000Z',
    });
    const both = [revision('b', '2026-06-01', 0), revision('a', '2026-07-01', 2)];
    // An event whose ticker is listed twice is returned twice.
    await revisions.keep([...both, ...both], '2026-01-01');
    const known = async (...uids: string[]) =>
      [...(await revisions.known(uids))].sort((x, y) => (x.uid < y.uid ? -1 : 1));
    expect(await known('a', 'b', 'c')).toEqual([both[1], both[0]]);
    // If two processes detect the change simultaneously, neither decreases the counter.
    await revisions.keep([revision('a', '2026-08-01', 1)], '2026-01-01');
    expect(await known('a')).toEqual([revision('a', '2026-08-01', 2)]);
    await revisions.keep([], '2026-06-02');
    expect(await known('a', 'b')).toEqual([revision('a', '2026-08-01', 2)]);
    const many = Array.from({ length: 20_000 }, (_, at) => revision(`m${at}`, '2026-09-01', 0));
    await revisions.keep(many, '2026-01-01');
    expect(await revisions.known(many.map(({ uid }) => uid))).toHaveLength(20_000);
  });
});

describe.runIf(haveEngines)('accounts that several machines share', () => {
  const logged: string[] = [];
  const keep = (...words: unknown[]) => logged.push(JSON.stringify(words));
  const log = { info: keep, warn: keep, error: keep } as unknown as Log;

  async function opened(name: string, monotonic = machineTime, clock: Clock = Date.now) {
    const own = engines as Engines;
    const settings = await clusterSettings(own);
    const config = readConfig({
      ...settings,
      CATALYST_DATABASE_URL: settings.CATALYST_DATABASE_URL.replace(
        '//postgres@',
        `//postgres:${name}-secret@`,
      ),
    });
    const admin = await openAccountAdmin(config);
    const key = (await admin.create({ ...anna, name }, '2026-03-10')) as string;
    const accounts = (await openAccounts({ config, clock, monotonic, log })) as SharedAccounts;
    onTestFinished(() => accounts.close());
    return { own, config, admin, key, accounts };
  }

  it('are served while PostgreSQL is down, and followed again when it is back', async () => {
    const { own, config, admin, key, accounts } = await opened('gone');
    await admin.close();
    await own.postgres.kill();
    await expect(openAccountAdmin(config)).rejects.toThrow(
      /^PostgreSQL at CATALYST_DATABASE_URL cannot be used \(ECONNREFUSED\): check that it runs/,
    );
    expect(accounts.find(key)?.state).toBe('active');
    await expect.poll(() => logged.join()).toContain('accounts cannot be read');
    expect(accounts.find(key)?.state).toBe('active');
    await expect(accounts.revisions.known(['a'])).rejects.toMatchObject({ status: 503 });
    await own.postgres.start();
    const again = await openAccountAdmin(config);
    await again.setState('gone', 'paused');
    await expect.poll(() => accounts.find(key)?.state).toBe('paused');
    expect(await accounts.revisions.known(['a'])).toEqual([]);
    await again.close();
    expect(logged.join()).toContain('accounts can be read from PostgreSQL again');
    expect(logged.join()).not.toContain('secret');
  });

  it('never wait for a PostgreSQL that hangs, and nor does a command', async () => {
    const { own, config, admin, key, accounts } = await opened('hung');
    own.postgres.stop();
    const words = /cannot be used \((no answer in 5 s|CONNECT_TIMEOUT)\)/;
    await expect(admin.setState('hung', 'paused')).rejects.toThrow(words);
    await expect(openAccountAdmin(config)).rejects.toThrow(words);
    expect(accounts.find(key)?.state).toBe('active');
    await expect(accounts.revisions.known(['a'])).rejects.toMatchObject({ status: 503 });
    await admin.close();
    own.postgres.resume();
    const again = await openAccountAdmin(config);
    await again.setState('hung', 'paused');
    await expect.poll(() => accounts.find(key)?.state).toBe('paused');
    await again.close();
  });

  it('open nothing once they could not be confirmed for 15 minutes', async () => {
    let ahead = 0;
    const { own, admin, key, accounts } = await opened('old', () => machineTime() + ahead);
    await admin.close();
    await own.postgres.kill();
    ahead = MAX_UNCONFIRMED_MS - 60_000;
    expect(accounts.find(key)?.name).toBe('old');
    ahead = MAX_UNCONFIRMED_MS + 1;
    for (const ask of [
      () => accounts.find(key),
      () => accounts.named('old'),
      () => accounts.feed('x'),
    ]) {
      expect(ask).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 60 }));
    }
    await own.postgres.start();
    await expect.poll(() => accounts.find(key)?.name).toBe('old');
  });

  it('do not refuse as unknown what may be new, once PostgreSQL has been silent for 10 s', async () => {
    let ahead = 0;
    const { own, admin, key, accounts } = await opened('cut', () => machineTime() + ahead);
    await admin.close();
    const unknown = [
      () => accounts.find('bcm_made_elsewhere'),
      () => accounts.named('elsewhere'),
      () => accounts.stamped('elsewhere'),
      () => accounts.feed('elsewhere'),
    ];
    await own.postgres.kill();
    for (const ask of unknown) expect(ask()).toBeUndefined();
    ahead = 10_001;
    for (const ask of unknown) {
      expect(ask).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 10 }));
    }
    expect(accounts.find(key)?.name).toBe('cut');
    await own.postgres.start();
    await vi.waitFor(() => expect(unknown[0]!()).toBeUndefined(), { timeout: 20_000 });
  });

  it('say how far the clock of PostgreSQL is ahead of this machine', async () => {
    const HOUR = 3_600_000;
    const { admin, accounts } = await opened('skewed', machineTime, () => Date.now() - HOUR);
    await admin.close();
    expect(Math.abs(accounts.ahead()! - HOUR)).toBeLessThan(5_000);
  });

  it('become available when PostgreSQL starts later than the process', async () => {
    const { own, config, admin, key } = await opened('late');
    await admin.close();
    await own.postgres.kill();
    const accounts = await openAccounts({ config, clock: Date.now, monotonic: machineTime, log });
    onTestFinished(() => accounts.close());
    expect(() => accounts.find(key)).toThrow(expect.objectContaining({ status: 503 }));
    await own.postgres.start();
    await vi.waitFor(() => expect(accounts.find(key)?.name).toBe('late'), { timeout: 20_000 });
  });

  it('are those of the database that is there: of one that was put back, too', async () => {
    const { config, admin, key, accounts } = await opened('restored');
    const sql = openPostgres(config.cluster?.databaseUrl ?? '');
    // Simulates a database restored from an old copy: fewer changes and another account.
    await sql`UPDATE account_change SET n = 0`;
    await sql`UPDATE account SET state = 'paused', change = 0`;
    await expect.poll(() => accounts.find(key)?.state).toBe('paused');
    await closePostgres(sql);
    await admin.close();
  });

  it('are seen without notices, as behind a pooler', async () => {
    const { config, key, accounts } = await opened('pooled');
    const sql = openPostgres(config.cluster?.databaseUrl ?? '');
    await sql.begin(async (change) => {
      const [row] = await change`UPDATE account_change SET n = n + 1 RETURNING n`;
      await change`UPDATE account SET state = 'paused', change = ${row?.n}`;
    });
    await expect.poll(() => accounts.find(key)?.state).toBe('paused');
    await closePostgres(sql);
  });
});

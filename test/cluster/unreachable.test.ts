import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noObserver } from '../../src/base/observer.ts';
import { follow } from '../../src/cluster/follow.ts';
import { openTables } from '../../src/cluster/open-tables.ts';
import { createPostgresClient } from '../../src/cluster/postgres-client.ts';
import { probePostgres } from '../../src/cluster/probe.ts';
import { openPublishedStore } from '../../src/cluster/published-store.ts';
import { SharedAccounts } from '../../src/cluster/shared-accounts.ts';
import { withWriteLock } from '../../src/cluster/write-lock.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';
import { listen } from '../support/network.ts';
import { fixedClock, machineTime } from '../support/surroundings.ts';
import { createTestLog } from '../support/upstream.ts';

/** No server listens on this port. */
const nowhere = 'postgres://reader:secret@127.0.0.1:1/x';
const refused =
  'PostgreSQL at CATALYST_DATABASE_URL cannot be used (ECONNREFUSED): check that it runs and that the URL, user and password are right. Run `status` or `list` to see whether the change was made.';

describe('a PostgreSQL that does not exist', () => {
  it('is told in words to whoever asks', async () => {
    const database = createPostgresClient(nowhere);
    onTestFinished(() => database.close());
    const asked = database.query((sql) => sql`SELECT 1`);
    await expect(asked).rejects.toThrow(new Error(refused));
    await expect(openTables(nowhere)).rejects.toThrow(refused);
    const parts = { databaseUrl: nowhere, database };
    await expect(withWriteLock(parts, async () => 'done')).rejects.toThrow(refused);
  });

  it('is told with advice to who looks for what is wrong', async () => {
    expect(await probePostgres(nowhere, Date.now)).toEqual({
      found: 'cannot be used (ECONNREFUSED)',
      advice: 'check that it runs, and check the URL, user and password in CATALYST_DATABASE_URL',
    });
  });

  it('is said once in the log of who follows it, however often it looks', async () => {
    const { log, lines } = createTestLog();
    let reads = 0;
    const read = async () => {
      reads += 1;
    };
    const following = follow({ url: nowhere, channel: 'c', about: 'accounts', read, log });
    await following.begun;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await following.close();
    expect(reads).toBe(0);
    expect(lines).toEqual([
      { level: 'warn', err: expect.any(Error), said: 'accounts cannot be read from PostgreSQL' },
    ]);
  });

  it('leaves accounts unknown: nobody is let in, and nobody is said not to be there', async () => {
    const { log } = createTestLog();
    const parts = { log, clock: Date.now, monotonic: machineTime };
    const accounts = await SharedAccounts.open(nowhere, parts);
    onTestFinished(() => accounts.close());
    expect(accounts.age()).toBe(Number.POSITIVE_INFINITY);
    for (const ask of [
      () => accounts.find('bcm_key'),
      () => accounts.named('anna'),
      () => accounts.stamped('anna'),
      () => accounts.feed('hash'),
    ]) {
      expect(ask).toThrow(expect.objectContaining({ status: 503 }));
    }
    await expect(accounts.revisions.known(['u'])).rejects.toMatchObject({ status: 503 });
  });

  it('leaves an instance without records, which reports it', async () => {
    const { log } = createTestLog();
    const store = await openPublishedStore({
      databaseUrl: nowhere,
      dataDir: temporaryFolder(),
      endpoints,
      log,
      clock: fixedClock,
      maxRefreshWait: 0,
      observer: noObserver,
    });
    onTestFinished(() => store.close());
    const { kind, demo, knowsNames, serves, describe: told, health, ...asks } = store.source();
    expect([kind, demo, knowsNames, serves(endpoints[0]!)]).toEqual(['store', false, true, true]);
    expect(told()).toEqual({ version: 'none', from: 'shared store', asOf: undefined });
    const reason = 'no version of the records that this server can read has been fetched yet';
    expect(health?.()).toEqual({ ready: false, computedOn: undefined, reason });
    for (const ask of [asks.fetch, asks.values, asks.directory, asks.contents] as const) {
      await expect((ask as () => Promise<unknown>)()).rejects.toMatchObject({
        status: 503,
        retryAfterSeconds: 5,
        message: expect.stringContaining(reason),
      });
    }
    await store.settled();
    await asks.close();
  });
});

describe('a PostgreSQL that takes connections and says nothing', () => {
  async function silent() {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.resume());
      // The socket is reset when the client closes the connection.
      socket.on('error', () => {});
    });
    return { sockets, url: `postgres://reader@127.0.0.1:${await listen(server)}/x` };
  }

  it('is given up in the time that a question may take, and asked by new connections', async () => {
    const { sockets, url } = await silent();
    const database = createPostgresClient(url);
    for (const connections of [1, 2]) {
      const asked = database.query((sql) => sql`SELECT 1`, 200);
      await expect(asked).rejects.toThrow(
        /^PostgreSQL at CATALYST_DATABASE_URL cannot be used \(no answer in 0\.2 s\)/,
      );
      expect(sockets).toHaveLength(connections);
      await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true);
    }
    await database.close();
  });

  it('is left at once by who renews or closes', async () => {
    const { sockets, url } = await silent();
    const database = createPostgresClient(url);
    const ended = [1, 2].map(async (connections) => {
      const asked = database.query((sql) => sql`SELECT 1`, 60_000).catch((cause: Error) => cause);
      await expect.poll(() => sockets.length).toBeGreaterThanOrEqual(connections);
      return asked;
    });
    await expect.poll(() => sockets.length).toBeGreaterThanOrEqual(2);
    await database.renew();
    for (const one of await Promise.all(ended)) expect(one).toBeInstanceOf(Error);
    await database.close();
    await database.renew();
  });
});

import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf, type StoreKind } from '../../../src/base/data-files.ts';
import type { Log } from '../../../src/base/log.ts';
import { refreshStore } from '../../../src/commands/refresh.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { createKey, runCommand, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fillStore, fixedClock, silentLog } from '../../support/start-app.ts';
import { universe } from '../../support/universe.ts';

const decision = (Ticker: string) => ({ Ticker, Drug: 'zorbivimab', 'PDUFA Date': '2025-05-05' });

/** Overwrites all but the first page of a SQLite file. */
async function damage(path: string): Promise<void> {
  const database = await openDatabase(path, []);
  // The server reads an older state, so the checkpoint would wait for it in vain.
  database.exec('PRAGMA busy_timeout = 0');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const page = 16_384;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - page, 0xff), 0, null, page);
  closeSync(file);
}

let dataDir: string;
beforeEach(() => {
  dataDir = join(temporaryFolder(), 'data');
});

async function started(log: Log = silentLog()) {
  const { store, demo } = filesOf(dataDir);
  // The demo has the records of the universe, which are computed faster than the full demo.
  const refresh = (kind: StoreKind) =>
    kind === 'demo'
      ? fillStore(demo, universe, 'demo')
      : refreshStore(store, kind, endpoints, fixedClock);
  const server = await serveOn(dataDir, { settings: { CATALYST_LIMITS: 'off' }, log, refresh });
  onTestFinished(() => server.close());
  return {
    ...server,
    ask: (key: string) => server.rest(`/pdufa/historical?apiKey=${key}`),
  };
}

describe('a data folder that is deleted under a server', () => {
  it('is reported as an error on every transport, and is not recreated', async () => {
    await fillStore(filesOf(dataDir).store, universe);
    const key = await createKey(dataDir);
    const { ask, base, app } = await started();
    expect((await ask(key)).status).toBe(200);
    rmSync(dataDir, { recursive: true });
    const text =
      'The data folder of this server was removed. The owner of the server must restore the folder or restart the server';
    expect(await ask(key)).toMatchObject({ status: 503, body: { error: text } });
    const called = JSON.parse(await app.toolbox.callTool('owner', 'pdufa_historical', {}));
    expect(called).toMatchObject({ isError: true, content: [{ text }] });
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      records: { reason: 'the data folder was removed' },
    });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('if recreated, is served again: the old keys are invalid and the new ones are valid', async () => {
    await fillStore(filesOf(dataDir).store, { decisions: [decision('OLDQZ')] });
    const old = await createKey(dataDir);
    const { ask } = await started();
    expect((await ask(old)).body.result).toMatchObject([{ Ticker: 'OLDQZ' }]);
    rmSync(dataDir, { recursive: true });
    await fillStore(filesOf(dataDir).store, { decisions: [decision('NEWQZ')] });
    expect((await ask(old)).status).toBe(401);
    const key = await createKey(dataDir);
    expect((await ask(key)).body.result).toMatchObject([{ Ticker: 'NEWQZ' }]);
    expect((await ask(old)).status).toBe(401);
  });

  it('if recreated without records, serves the demo as at a start', async () => {
    await fillStore(filesOf(dataDir).store, { decisions: [decision('OLDQZ')] });
    const { ask } = await started();
    expect((await ask('demo')).status).toBe(401);
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    expect((await ask('demo')).body.Note).toMatch(/fictional/);
  });
});

/** The version of the newest migration of the store. */
const storeVersion = factMigrations.at(-1)!.version;
/** A version that no file has yet. */
const later = storeVersion + 1;

describe('a file that cannot be used', () => {
  it.each([
    ['store', ['status'], storeVersion],
    ['store', ['import', 'decisions', 'x.json'], storeVersion],
    ['store', ['call', 'pdufa_historical'], storeVersion],
    ['accounts', ['keys', 'list'], 2],
  ] as const)(
    '%s of a newer version is refused with both versions by %j',
    async (file, words, newest) => {
      const path = filesOf(dataDir)[file];
      const database = await openDatabase(path, [
        { version: later, sql: 'CREATE TABLE later (x)' },
      ]);
      database.close();
      await expect(runCommand(dataDir, words)).rejects.toThrow(
        `${path}: the database file was written by a newer version of this program (its table version is ${later}, this program supports up to ${newest}). Update this program, or set CATALYST_DATA_DIR to another folder`,
      );
    },
  );

  it('and is damaged while it is served is named in the log, and no caller hears of it', async () => {
    const path = filesOf(dataDir).store;
    // Its own store: the records are still in the WAL file when the server opens it.
    await fillStore(path, { ...universe });
    const key = await createKey(dataDir);
    const logged: string[] = [];
    const error = ({ err }: { err: Error }) => logged.push(err.message);
    const { ask } = await started({ ...silentLog(), error } as unknown as Log);
    await damage(path);
    expect(await ask(key)).toMatchObject({ status: 500, body: { error: 'Internal error' } });
    expect(logged).toEqual([
      `${path}: the database file is damaged. Move the file and its -wal and -shm files to another folder, then restore a backup or start with a new store. SQLite says: database disk image is malformed`,
    ]);
  });
});

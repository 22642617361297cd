import {
  closeSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { doctor, nodeFinding } from '../../src/commands/doctor.ts';
import { importCommand } from '../../src/commands/import.ts';
import { changeAccount, createKey } from '../../src/commands/keys.ts';
import { status } from '../../src/commands/status.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { runOn } from '../support/context.ts';
import { fileIn, root, temporaryFolder } from '../support/files.ts';
import { listen } from '../support/network.ts';

/** Creates a data folder whose store contains the decisions of the fixture. */
async function imported(): Promise<string> {
  const dataDir = temporaryFolder();
  const fixture = join(root, 'test/fixtures/import/decisions.json');
  await runOn(dataDir, (context) => importCommand(context, 'decisions', [fixture]));
  return dataDir;
}
let real: string;
beforeAll(async () => {
  real = await imported();
});

/**
 * Returns every line of the doctor before the assistant settings, with machine-specific text
 * replaced.
 */
async function told(dataDir: string, environment: Record<string, string> = {}, day = '2026-03-10') {
  const home = temporaryFolder();
  const { code, stdout } = await runOn(dataDir, doctor, {
    environment: { HOME: home, ...environment },
    clock: () => Date.parse(`${day}T12:00:00Z`),
  });
  const lines = stdout
    .replaceAll(dataDir, 'FOLDER')
    .replace(process.versions.node, 'VERSION')
    .replace(/^\w+ +(data folder: FOLDER, )\d+\.\d GiB free$/m, 'ok    $1SPACE')
    .replace(/^ +→ free some space.*\n/m, '')
    .split('\n');
  const end = lines.findIndex((line) => line.includes(' assistants: '));
  return { code, lines: (end < 0 ? lines : lines.slice(0, end)).filter((line) => line !== '') };
}

const node = 'ok    Node: VERSION';
const settings = 'ok    settings: valid';
const folder = 'ok    data folder: FOLDER, SPACE';
const clock = 'ok    clock: 2026-03-10 (UTC)';
const demo = [
  'look  source: fictional demo data: every company is fictional',
  '      → for real records, run `serve --sync` or `import SOURCE FILE…`',
];

it('reports that a new folder has fictional records, and takes the key of the demo alone', async () => {
  const dataDir = temporaryFolder();
  const keys = 'ok    keys: no account is active; with demo data, use the key `demo`';
  const lines = [node, settings, folder, clock, ...demo, keys];
  expect(await told(dataDir)).toEqual({ code: 0, lines });
  expect(await told(dataDir, { CATALYST_API_KEY: 'demo' })).toEqual({ code: 0, lines });
  expect(await told(dataDir, { CATALYST_API_KEY: 'other' })).toMatchObject({ code: 1 });
});

it('reports who can request the real records', async () => {
  const noKeys = [
    'look  keys: no account is active, so all HTTP requests are refused',
    '      → keys create --account NAME --plan elite-plus',
  ];
  const source = 'ok    source: local store, newest data 2026-03-10';
  const lines = [node, settings, folder, clock, source];
  expect(await told(real)).toEqual({ code: 0, lines: [...lines, ...noKeys] });
  expect(await told(real, { CATALYST_API_KEY: 'demo' })).toEqual({
    code: 1,
    lines: [
      ...lines,
      'wrong keys: CATALYST_API_KEY is not the key of an active account',
      '      → unset CATALYST_API_KEY (over stdio, the owner needs no key), or set a valid key',
    ],
  });
  // An account is valid through its last day. A paused account is never valid.
  const create = (account: string) =>
    runOn(real, (context) => createKey(context, { account, plan: 'basic', expires: '2026-03-10' }));
  const key = (await create('brief')).stdout.trim();
  await create('paused');
  await runOn(real, (context) => changeAccount(context, 'pause', 'paused'));
  const withKey = { CATALYST_API_KEY: key };
  expect((await told(real)).lines.at(-1)).toBe('ok    keys: 1 of 2 accounts are active');
  expect((await told(real, withKey)).lines.at(-1)).toBe('ok    keys: 1 of 2 accounts are active');
  expect((await told(real, {}, '2026-03-11')).lines.slice(-2)).toEqual(noKeys);
});

it('reports a clock that is behind the newest data, or behind this program', async () => {
  const advice =
    '      → set the clock: it determines which dates are in the future and which keys are valid';
  const late = await told(real, {}, '2026-03-09');
  expect(late.code).toBe(1);
  expect(late.lines.slice(3, 5)).toEqual([
    'wrong clock: 2026-03-09, but today is at least 2026-03-10',
    advice,
  ]);
  const fresh = temporaryFolder();
  expect((await told(fresh, {}, '2026-01-01')).lines[3]).toBe('ok    clock: 2026-01-01 (UTC)');
  expect((await told(fresh, {}, '2025-12-31')).lines.slice(3, 5)).toEqual([
    'wrong clock: 2025-12-31, but today is at least 2026-01-01',
    advice,
  ]);
});

it('reports unknown settings, each with the nearest known one', async () => {
  const one = await told(temporaryFolder(), { CATALYST_LIMTS: 'x', OTHER: 'y' });
  expect(one.lines.slice(1, 3)).toEqual([
    'look  settings: CATALYST_LIMTS is not a setting',
    '      → Did you mean CATALYST_LIMITS?',
  ]);
  const several = { CATALYST_LIMTS: 'x', CATALYST_LIMITZ: 'y', CATALYST_SINC: 'on' };
  const found = await told(temporaryFolder(), several);
  expect(found.code).toBe(0);
  expect(found.lines.slice(1, 3)).toEqual([
    'look  settings: CATALYST_LIMTS, CATALYST_LIMITZ, CATALYST_SINC are not settings',
    '      → Did you mean CATALYST_LIMITS or CATALYST_SYNC?',
  ]);
});

it('reports a setting or a folder that prevents all further checks', async () => {
  expect(await told(temporaryFolder(), { CATALYST_LIMITS: 'maybe' })).toEqual({
    code: 1,
    lines: [
      node,
      expect.stringMatching(/^wrong settings: .*CATALYST_LIMITS/),
      '      → correct or unset it; docs/configuration.md lists every setting',
    ],
  });
  const file = fileIn(temporaryFolder(), 'file', '');
  expect(await told(join(file, 'below'))).toEqual({
    code: 1,
    lines: [
      ...[node, settings, 'wrong data folder: FOLDER is not writable'],
      '      → make it writable, or set CATALYST_DATA_DIR to another folder',
    ],
  });
});

it('creates a missing folder with access for its owner only, and leaves it empty', async () => {
  const dataDir = join(temporaryFolder(), 'new', 'folder');
  expect((await told(dataDir)).lines[2]).toBe(folder);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir)).toEqual([]);
});

/** Returns the doctor's error for a folder and the last line of `status`. */
async function refused(dataDir: string) {
  const failure = await runOn(dataDir, status).then(
    () => undefined,
    (cause: Error) => cause.message.replaceAll(dataDir, 'FOLDER'),
  );
  return { ...(await told(dataDir)), failure };
}

it('reports a store of a newer version with the message of the commands that refuse it', async () => {
  const dataDir = await imported();
  const database = await openDatabase(filesOf(dataDir).store, []);
  database.exec('PRAGMA user_version = 9999');
  database.close();
  const newest = factMigrations.at(-1)?.version;
  const words = `FOLDER/store.sqlite: the database file was written by a newer version of this program (its table version is 9999, this program supports up to ${newest}). Update this program, or set CATALYST_DATA_DIR to another folder.`;
  expect(await refused(dataDir)).toEqual({
    code: 1,
    failure: words,
    lines: [node, settings, folder, `wrong source: ${words}`],
  });
});

it('reports each file that is not a store', async () => {
  const dataDir = temporaryFolder();
  const { store, accounts, grants } = filesOf(dataDir);
  for (const path of [store, accounts, grants]) writeFileSync(path, 'no store at all '.repeat(999));
  const of = (name: string) =>
    `FOLDER/${name}: the file is not a SQLite database. Move the file to another folder, then restore a backup or start with a new store. SQLite says: file is not a database`;
  const { code, lines, failure } = await refused(dataDir);
  expect([code, failure]).toEqual([1, of('store.sqlite')]);
  expect(lines.slice(3)).toEqual([
    `wrong source: ${of('store.sqlite')}`,
    `wrong keys: ${of('accounts.sqlite')}`,
    `wrong keys: ${of('grants.sqlite')}`,
  ]);
});

it('reports a store with a damaged page, even if it opens', async () => {
  const dataDir = await imported();
  const { store } = filesOf(dataDir);
  const database = await openDatabase(store, []);
  const { rootpage } = database
    .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'sync_sources'")
    .get() as { rootpage: number };
  const { page_size: size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const file = openSync(store, 'r+');
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size);
  closeSync(file);
  const { code, lines } = await told(dataDir);
  expect(code).toBe(1);
  expect(lines[3]).toMatch(
    /^wrong source: FOLDER\/store\.sqlite: the database file is damaged\. Move the file and its -wal and -shm files to another folder, then restore a backup or start with a new store\. SQLite says: /,
  );
});

const upstream = { CATALYST_BASE_URL: 'http://127.0.0.1:9/api', CATALYST_API_KEY: 'secret-value' };
const syncs = { CATALYST_SYNC: 'on', CATALYST_CONTACT: 'someone@catalysts-reader.org' };

it.each([
  [
    { CATALYST_TRUSTED_PROXIES: 'nowhere' },
    'CATALYST_TRUSTED_PROXIES: must be comma-separated addresses or networks',
  ],
  [
    { ...upstream, CATALYST_UPSTREAM_PATHS: '/nowhere.json' },
    'CATALYST_UPSTREAM_PATHS: must name a readable JSON file',
  ],
  [
    { ...upstream, CATALYST_UPSTREAM_FRESHNESS: '300,no_tool=1' },
    'CATALYST_UPSTREAM_FRESHNESS: no such tool: no_tool',
  ],
  [{ ...syncs, HTTPS_PROXY: 'proxy:secret-value' }, 'HTTPS_PROXY: must be the address of a proxy'],
])('reports a setting that is refused only at the start: %j', async (environment, words) => {
  const { code, lines } = await told(temporaryFolder(), environment);
  expect([code, lines[0]]).toEqual([1, node]);
  expect(lines[1]?.startsWith(`wrong settings: ${words}`), lines[1]).toBe(true);
  expect(lines.join('\n')).not.toContain('secret-value');
});

it('reports the free space in GiB, and last the assistants that are set up', async () => {
  const dataDir = temporaryFolder();
  const { stdout } = await runOn(dataDir, doctor, { environment: { HOME: dataDir } });
  const { bavail, bsize } = statfsSync(dataDir);
  const [, state, shown] = /^(\w+) +data folder: .*, (\d+\.\d) GiB free$/m.exec(stdout) ?? [];
  expect(Math.abs(Number(shown) - (bavail * bsize) / 2 ** 30)).toBeLessThan(0.5);
  expect(state).toBe(bavail * bsize < 2 ** 30 ? 'look' : 'ok');
  expect(stdout).toMatch(/\nlook {2}assistants: no assistant settings found\n {6}→ add this to/);
});

it('reports whether public sources may be read', async () => {
  const syncing = { CATALYST_SYNC: 'on' };
  const nobody = await told(temporaryFolder(), syncing);
  expect(nobody.code).toBe(1);
  expect(nobody.lines.slice(6, 8)).toEqual([
    'wrong sync: CATALYST_SYNC is on, but nothing is fetched because CATALYST_CONTACT is not set',
    '      → set CATALYST_CONTACT to your email address',
  ]);
  const named = { ...syncing, CATALYST_CONTACT: 'someone@catalysts-reader.org' };
  expect((await told(temporaryFolder(), named)).lines[6]).toBe(
    'ok    sync: CATALYST_SYNC is on, and CATALYST_CONTACT is set',
  );
});

it('reports an upstream that does not answer', async () => {
  const { code, lines } = await told(temporaryFolder(), upstream);
  expect(code).toBe(1);
  const at = lines.findIndex((line) => line.includes(' source: '));
  expect(lines[at]).toMatch(/^wrong source: http:\/\/127\.0\.0\.1:9\/api, /);
  expect(lines[at + 1]).toBe('      → check CATALYST_BASE_URL and the network');
  expect(lines.join('\n')).not.toContain('secret-value');
});

it('reports an upstream that answers, whatever it returns without a key', async () => {
  const server = createServer((_, response) => response.writeHead(401).end());
  const base = `http://127.0.0.1:${await listen(server)}/api`;
  const { lines } = await told(temporaryFolder(), { ...upstream, CATALYST_BASE_URL: base });
  expect(lines.filter((line) => line.includes(' source: '))).toEqual([
    `ok    source: ${base}, reachable (status 401 without key)`,
  ]);
  expect(lines.join('\n')).not.toContain('CATALYST_BASE_URL');
});

it('reports a database that does not answer, and then nothing about its keys', async () => {
  const { code, lines } = await told(temporaryFolder(), {
    CATALYST_DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/x',
    CATALYST_REDIS_URL: 'redis://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(lines.slice(-2)).toEqual([
    'wrong PostgreSQL: cannot be used (ECONNREFUSED)',
    '      → check that it runs, and check the URL, user and password in CATALYST_DATABASE_URL',
  ]);
  expect(lines.join('\n')).not.toMatch(/ keys: |secret-word/);
});

it('says which Node is needed', () => {
  expect(nodeFinding('20.18.9')).toEqual({
    about: 'Node',
    state: 'wrong',
    found: '20.18.9',
    advice: 'install Node 20.19 or later from nodejs.org',
  });
  expect(nodeFinding('20.19.0')).toEqual({ about: 'Node', state: 'ok', found: '20.19.0' });
  expect(nodeFinding('21.0.0').state).toBe('ok');
  expect(nodeFinding('19.20.0').state).toBe('wrong');
});

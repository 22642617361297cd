import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openTables } from '../../src/cluster/open-tables.ts';
import { closePostgres, openPostgres } from '../../src/cluster/postgres.ts';
import { openGrants } from '../../src/commands/open-grants.ts';
import { LocalAccounts } from '../../src/service/access/local-accounts.ts';
import { Flow, publicUrl } from '../authorization/flow.ts';
import { type Engines, haveEngines, useEngines } from '../support/engines.ts';
import { runCommand, serveOn, temporaryFolder } from '../support/mcp.ts';
import { clusterSettings, kinds, settingsOf } from '../support/settings.ts';
import { fixedClock, type Started } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';
import { job, take } from './shared-store.ts';

type Settings = Readonly<Record<string, string>> & { readonly CATALYST_DATA_DIR: string };

const engines = useEngines();

/** Runs commands on a machine with these settings. */
const runner =
  (settings: Settings) =>
  (...words: string[]) =>
    runCommand(settings.CATALYST_DATA_DIR, words, { environment: settings });

async function publish(settings: Settings): Promise<void> {
  const databaseUrl = settings.CATALYST_DATABASE_URL ?? '';
  const writing = { databaseUrl, folder: temporaryFolder() };
  await openTables(databaseUrl).then((database) => database.close());
  await job(writing, ({ folder }) => take(folder, universe));
}

/** Simulates another machine: an empty data folder and the same database servers. */
const another = (settings: Settings): Settings => ({
  ...settings,
  CATALYST_DATA_DIR: temporaryFolder(),
});

describe.each(kinds)('commands over accounts in %s', (kind) => {
  let settings: Settings;
  let run: ReturnType<typeof runner>;
  beforeAll(async () => {
    settings = await settingsOf(kind, engines);
    run = runner(settings);
  });

  it('find what is wrong with keys', async () => {
    const about = async (more: object = {}) => {
      const { stdout } = await runCommand(settings.CATALYST_DATA_DIR, ['doctor'], {
        environment: { ...settings, HOME: temporaryFolder(), ...more },
      });
      return stdout
        .split('\n')
        .filter((line) => /^\w+ +(keys|PostgreSQL|clock): (?!2026)/.test(line));
    };
    await run('keys', 'create', '--account', 'dora', '--plan', 'basic');
    await run('keys', 'create', '--account', 'emma', '--plan', 'basic');
    await run('keys', 'pause', '--account', 'emma');
    const [found, ...database] = (await about()).reverse();
    expect(found).toBe('ok    keys: 1 of 2 accounts are active');
    expect(database).toEqual(
      kind === 'sqlite'
        ? []
        : [
            // The clock of the tests is set to a day in March.
            expect.stringMatching(/^look {2}clock: PostgreSQL's clock is \d+ s ahead of this/),
            expect.stringMatching(/^ok {4}PostgreSQL: answers, version \d+.*; its tables exist$/),
          ],
    );
    expect(await about({ CATALYST_API_KEY: 'bcm_none' })).toContain(
      'wrong keys: CATALYST_API_KEY is not the key of an active account',
    );
  });
});

describe.runIf(haveEngines)('several machines', () => {
  let settings: Settings;
  let run: ReturnType<typeof runner>;
  beforeAll(async () => {
    settings = await clusterSettings(engines as Engines);
    run = runner(settings);
  });
  const makeKey = async (name: string) =>
    (await run('keys', 'create', '--account', name, '--plan', 'elite-plus')).stdout.trim();

  it('open the same feeds, and let in with the same tokens, until they are ended on any', async () => {
    const key = await makeKey('shared');
    const more = { CATALYST_PUBLIC_URL: publicUrl, CATALYST_LIMITS: 'off' };
    await publish(settings);
    const servers = await Promise.all(
      [1, 2].map(async () => {
        const own = { ...another(settings), ...more };
        return serveOn(own.CATALYST_DATA_DIR, { settings: own });
      }),
    );
    const [here, there] = servers;
    if (!here || !there) throw new Error('two servers');
    const { stdout: feed } = await run('feeds', 'create', '--account', 'shared');
    const statuses = (ask: (base: string) => Promise<number>, wanted: number) =>
      expect
        .poll(() => Promise.all(servers.map(({ base }) => ask(base))))
        .toEqual([wanted, wanted]);
    const feedStatus = async (base: string) => (await fetch(`${base}${feed.trim()}`)).status;
    await statuses(feedStatus, 200);

    const { flow, tokens } = await Flow.grant({ base: here.base } as Started, key);
    const tokenStatus = (base: string) => {
      const elsewhere = new Flow({ base } as Started);
      return elsewhere.list(tokens.access_token).then(({ status }) => status);
    };
    await statuses(tokenStatus, 200);
    // A token that one machine issued is refreshed by another machine.
    const other = new Flow({ base: there.base } as Started);
    other.clientId = flow.clientId;
    expect((await other.refresh(tokens.refresh_token)).status).toBe(200);
    await run('keys', 'disconnect', '--account', 'shared');
    await statuses(tokenStatus, 401);

    const keyStatus = async (base: string) =>
      (await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`)).status;
    await statuses(keyStatus, 200);
    await run('keys', 'pause', '--account', 'shared');
    await statuses(keyStatus, 403);
    await statuses(feedStatus, 403);
    await run('keys', 'revoke', '--account', 'shared');
    await statuses(keyStatus, 401);
    await statuses(feedStatus, 404);
    await Promise.all(servers.map((server) => server.close()));
  });
});

describe.runIf(haveEngines)('migrate', () => {
  let settings: Settings;
  let run: ReturnType<typeof runner>;
  let alone: Settings;
  let local: ReturnType<typeof runner>;
  beforeAll(async () => {
    settings = await clusterSettings(engines as Engines);
    run = runner(settings);
    alone = { CATALYST_DATA_DIR: temporaryFolder() };
    local = runner(alone);
  });
  const migrate = (from = alone.CATALYST_DATA_DIR) => run('migrate', '--from', from);
  const keyOf = async (machine: ReturnType<typeof runner>, name: string, ...more: string[]) =>
    (await machine('keys', 'create', '--account', name, '--plan', 'basic', ...more)).stdout.trim();

  it('brings accounts, feeds and what these have shown, and may be run again', async () => {
    const more = ['--demo', '--bundle', 'M&A Tracker', '--expires', '2026-12-31'];
    const key = await keyOf(local, 'anna', ...more);
    await keyOf(local, 'berta');
    await local('keys', 'pause', '--account', 'berta');
    const feed = (await local('feeds', 'create', '--account', 'anna', '--catalyst', 'PDUFA Date'))
      .stdout;
    const revision = { uid: 'u', date: '2026-06-01', sequence: 3, revised: '2026-03-10T12:00:00Z' };
    const grants = await openGrants(readConfig(alone), fixedClock);
    const keeping = { lasts: 600_000, owner: 'anna', grant: 'g' };
    await grants.put('grant', 'g', 'one', keeping);
    await grants.put('refresh', 'token', 'two', keeping);
    await grants.take('refresh', 'token');
    await grants.put('code', 'past', 'three', { ...keeping, lasts: 0 });
    await grants.close();
    const file = await LocalAccounts.open(filesOf(alone.CATALYST_DATA_DIR).accounts);
    file.revisions.keep([revision], '2026-01-01');
    file.close();
    const before = (await local('keys', 'list')).stdout;

    expect(await migrate()).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'accounts: 2 copied, with 1 new feeds\nassistants connected by OAuth: 1 copied\nfacts: the folder contains no store\n',
    });
    const brought = await openGrants(readConfig(settings), fixedClock);
    expect(await brought.get('grant', 'g')).toMatchObject({ value: 'one', isTaken: false });
    expect(await brought.get('refresh', 'token')).toMatchObject({ value: 'two', isTaken: true });
    expect(await brought.take('code', 'past')).toBe(false);
    await brought.close();
    expect((await run('keys', 'list')).stdout).toBe(before);
    expect((await local('keys', 'list')).stdout).toBe(before);
    expect((await run('feeds', 'list')).stdout).toBe((await local('feeds', 'list')).stdout);
    await publish(settings);
    const server = await serveOn(temporaryFolder(), { settings });
    const ask = (path: string) => fetch(`${server.base}${path}`).then(({ status }) => status);
    expect(await ask(`/api/v2/ma/deals?apiKey=${key}`)).not.toBe(401);
    expect(await ask(feed.trim())).not.toBe(404);
    await server.close();
    const sql = openPostgres(settings.CATALYST_DATABASE_URL ?? '');
    expect([...(await sql`SELECT * FROM feed_event WHERE uid = 'u'`)]).toEqual([revision]);
    await closePostgres(sql);

    // Changes made to the accounts since then are kept.
    await run('keys', 'pause', '--account', 'anna');
    await run('keys', 'revoke', '--account', 'berta');
    await keyOf(local, 'carla');
    expect((await migrate()).stdout).toContain('accounts: 1 copied, with 0 new feeds\n');
    const { stdout } = await run('keys', 'list');
    expect(stdout).toMatch(/anna .* paused/);
    expect(stdout).toContain('carla');
    expect(stdout).not.toContain('berta');
  });

  it('refuses whole where others have the names', async () => {
    const other: Settings = { CATALYST_DATA_DIR: temporaryFolder() };
    await keyOf(runner(other), 'anna');
    await keyOf(runner(other), 'zora');
    const before = (await run('keys', 'list')).stdout;
    const { code, stdout, stderr } = await migrate(other.CATALYST_DATA_DIR);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'accounts: nothing was copied, because the shared database already has accounts with these names but different keys: anna. Run `keys revoke` for the shared accounts that you do not need.\n',
    );
    expect((await run('keys', 'list')).stdout).toBe(before);
    await run('keys', 'revoke', '--account', 'anna');
    expect((await migrate(other.CATALYST_DATA_DIR)).stdout).toContain('accounts: 2 copied');
  });
});

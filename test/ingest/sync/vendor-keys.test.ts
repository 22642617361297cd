import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/base/config.ts';
import { ConfigError } from '../../../src/base/config-error.ts';
import { openNetwork } from '../../../src/ingest/sync/open-sync.ts';
import { probe } from '../../../src/ingest/sync/probe.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { allSources } from '../../../src/sources/index.ts';
import { runCommand, temporaryFolder } from '../../support/mcp.ts';
import { type Route, startOrigin } from './origin/origin.ts';
import { vendorRoutes } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { openStore } from './sync-run.ts';

const FMP = 'financialmodelingprep.com';
const world = createWorld(20);
const tickers = world.companies.slice(0, 1).map(({ ticker }) => ticker);
const keys = { CATALYST_MASSIVE_KEY: 'massive-secret', CATALYST_FMP_KEY: 'fmp-secret-1' };

/** All files below a folder as one text. */
function textIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, join(folder, name)] as const)
    .map(([name, path]) => name + (statSync(path).isFile() ? readFileSync(path, 'latin1') : ''))
    .join('\n');
}

it('the keys of vendors are sent, and are in no kept body, file name, report or output', async () => {
  const seen: string[] = [];
  // Hosts that repeat the key in bodies, headers and errors.
  const repeating =
    (key: string, route: Route): Route =>
    (asked, url) => {
      seen.push(asked.headers.authorization ?? url.searchParams.get('apikey') ?? 'none');
      if (url.pathname.includes('grades')) return { status: 400, body: `Bad key ${key}` };
      if (url.pathname === '/stable/profile') {
        const location = url.href.replace('profile', 'moved-profile');
        return { status: 302, headers: { location } };
      }
      const given = route(asked, url);
      return given && { ...given, headers: { link: `<https://x.invalid/?k=${key}>` } };
    };
  const routes = vendorRoutes(tickers);
  const origin = await startOrigin({
    ...world.routes,
    'api.massive.com': repeating(keys.CATALYST_MASSIVE_KEY, routes['api.massive.com']!),
    [FMP]: repeating(keys.CATALYST_FMP_KEY, routes[FMP]!),
  });
  onTestFinished(() => origin.close());
  const folder = temporaryFolder();
  const environment = {
    ...keys,
    CATALYST_MIRROR: origin.mirror,
    CATALYST_DATA_DIR: folder,
    CATALYST_CONTACT: 'dev@zorbiva-capital.com',
  };
  const sources = allSources(false).filter(
    ({ vendor, name }) => vendor !== undefined || name === 'sec-tickers',
  );
  const database = await openStore();
  const network = await openNetwork(storedStates(database), {
    config: readConfig(environment),
    environment,
    clock: Date.now,
    sources,
    keep: folder,
    reportFile: join(folder, 'report.json'),
  });
  onTestFinished(() => network.close());
  const parts = { client: network.client, sources, tickers: new Set(tickers), database };
  const lines: unknown[] = [];
  for await (const line of probe({ ...parts, clock: Date.now, since: '2024-01-01' })) {
    lines.push(line);
  }
  network.report(database);
  expect(lines).toHaveLength(sources.length);
  const sent = [`Bearer ${keys.CATALYST_MASSIVE_KEY}`, keys.CATALYST_FMP_KEY];
  expect(new Set(seen)).toEqual(new Set(sent));
  const said = JSON.stringify(lines) + textIn(folder);
  expect(said).toContain('api.massive.com');
  expect(said).toContain('apiKey=REDACTED');
  for (const key of Object.values(keys)) expect(said).not.toContain(key);
});

describe('without licensed display', () => {
  it.each([
    ['CATALYST_MASSIVE_KEY', { CATALYST_PUBLIC_URL: 'https://catalysts.zorbiva.com' }],
    [
      'CATALYST_FMP_KEY',
      { CATALYST_DATABASE_URL: 'postgres://h/d', CATALYST_REDIS_URL: 'redis://h:6379' },
    ],
  ] as const)('%s is refused with %j', (key, more) => {
    const given = { [key]: keys[key], ...more };
    expect(() => readConfig(given)).toThrow(ConfigError);
    expect(() => readConfig(given)).toThrow(new RegExp(`^${key}: .*${Object.keys(more)[0]}`));
    expect(() => readConfig({ ...given, CATALYST_VENDOR_DISPLAY: 'licensed' })).not.toThrow();
  });

  it('a sync and a server do not start beside the account of another', async () => {
    const dataDir = temporaryFolder();
    const create = (account: string, environment = {}) =>
      runCommand(dataDir, ['keys', 'create', '--account', account, '--plan', 'elite-plus'], {
        environment,
      });
    const start = (...words: string[]) => runCommand(dataDir, words, { environment: keys });
    await create('owner');
    expect(await start('sync', '--plan', '--sources', 'sec-tickers')).toMatchObject({ code: 0 });
    expect((await create('reader', keys)).stderr).toContain('CATALYST_VENDOR_DISPLAY=licensed');
    await create('reader');
    for (const command of ['sync', 'serve']) {
      const { code, stderr } = await start(command);
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(
        'CATALYST_MASSIVE_KEY: only the owner may see the data of this vendor',
      );
      expect(stderr).toContain('the account reader exists');
    }
  });
});

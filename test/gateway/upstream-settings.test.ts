import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from '../../src/base/config.ts';
import { endpoints } from '../../tools/index.ts';
import { root, startBuilt, temporaryFolder } from '../support/mcp.ts';

describe('settings', () => {
  const base = { CATALYST_BASE_URL: 'https://api.example.com/api/v2/' };
  const full = { ...base, CATALYST_API_KEY: 'k' };

  it('set the upstream apart from the credential of callers', () => {
    const config = readConfig(full);
    expect(config.upstream).toEqual({ baseUrl: 'https://api.example.com', key: 'k' });
    expect(config.CATALYST_API_KEY).toBeUndefined();
    expect(readConfig({ CATALYST_API_KEY: 'k' })).toMatchObject({ CATALYST_API_KEY: 'k' });
  });

  it.each([
    [base, 'CATALYST_API_KEY'],
    [{ ...full, CATALYST_BASE_URL: 'ftp://example.com' }, 'CATALYST_BASE_URL'],
    [{ ...full, CATALYST_BASE_URL: 'https://example.com/?apiKey=secret' }, 'CATALYST_BASE_URL'],
    [{ ...full, CATALYST_MAX_WAIT: 'long' }, 'CATALYST_MAX_WAIT'],
    [{ ...full, CATALYST_UPSTREAM_PLAN: 'gold' }, 'CATALYST_UPSTREAM_PLAN'],
    [{ ...full, CATALYST_UPSTREAM_FRESHNESS: '5 minutes' }, 'CATALYST_UPSTREAM_FRESHNESS'],
  ])('%o is refused by name', (given, named) => {
    expect(() => readConfig(given)).toThrow(ConfigError);
    expect(() => readConfig(given)).toThrow(named);
    expect(() => readConfig(given)).not.toThrow('secret');
  });
});

describe('a setting that is wholly a placeholder', () => {
  it.each(Object.keys(settings))('is unset: %s', (name) => {
    const blank = readConfig({ CATALYST_DATA_DIR: '/data', [name]: undefined });
    for (const word of [placeholder('x'), ` ${placeholder('x')} `, `$${'{}'}`]) {
      expect(readConfig({ CATALYST_DATA_DIR: '/data', [name]: word })).toEqual(blank);
    }
  });

  it('is one only wholly: what stands around it is meant', () => {
    expect(readConfig({ CATALYST_API_KEY: `a$${'{b}'}` }).CATALYST_API_KEY).toBe(`a$${'{b}'}`);
    expect(readConfig({ CATALYST_API_KEY: `$${'{b'}` }).CATALYST_API_KEY).toBe(`$${'{b'}`);
    expect(() => readConfig({ CATALYST_BASE_URL: `https://$${'{host}'}` })).toThrow(ConfigError);
  });

  it('leaves an assistant over stdio the owner of its own store', async () => {
    const home = temporaryFolder();
    const { child, ended } = startBuilt(placeholder('folder'), [], {
      HOME: home,
      XDG_DATA_HOME: home,
      CATALYST_BASE_URL: placeholder('address'),
      CATALYST_API_KEY: placeholder('key'),
    });
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };
    for (const [id, method, params] of [
      [1, 'initialize', hello],
      [2, 'tools/list', {}],
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    }
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [greeting, list] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result);
    expect(greeting.instructions).toContain('fictional');
    // Beside them `search`, `fetch` and `chart`.
    expect(list.tools).toHaveLength(endpoints.length + 3);
    expect(existsSync(join(root, placeholder('folder')))).toBe(false);
    expect(readdirSync(home)).toEqual(['biotech-catalyst-mcp']);
  });
});

/** What a desktop assistant passes for a blank setting of the user's. */
function placeholder(name: string): string {
  return `$${`{user_config.${name}}`}`;
}

const client = { name: 'test', version: '1' };

describe('loading', () => {
  it('leaves the libraries of upstream and sync aside until one of them is run, and those of extract to its thread', async () => {
    const { metafile } = await build({
      entryPoints: ['src/main.ts'],
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      outdir: 'unwritten',
      write: false,
      metafile: true,
      logLevel: 'silent',
      external: ['@photostructure/sqlite'],
    });
    const { outputs } = metafile;
    const loadedWith = (output: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(output)) return seen;
      seen.add(output);
      for (const { path, kind } of outputs[output]?.imports ?? []) {
        if (kind === 'import-statement') loadedWith(path, seen);
      }
      return seen;
    };
    const isPart = (input: string) => /node_modules\/(undici|bottleneck|entities)\//.test(input);
    const loaders = Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint !== undefined)
      .filter(([name]) =>
        [...loadedWith(name)].some((one) => Object.keys(outputs[one]?.inputs ?? {}).some(isPart)),
      )
      .map(([, { entryPoint }]) => entryPoint);
    expect(loaders.sort()).toEqual([
      'src/authorization/server.ts',
      'src/commands/import.ts',
      'src/commands/shared-sync.ts',
      'src/commands/status.ts',
      'src/commands/sync.ts',
      'src/commands/work.ts',
      'src/gateway/upstream-gateway.ts',
      'src/gateway/upstream-http.ts',
      'src/ingest/sync/fetch.ts',
    ]);
  });
});

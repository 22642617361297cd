import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

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

describe('loading', () => {
  it('leaves undici and bottleneck aside until there is an upstream or a sync', async () => {
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
    const isPart = (input: string) => /node_modules\/(undici|bottleneck)\//.test(input);
    const loaders = Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint !== undefined)
      .filter(([name]) =>
        [...loadedWith(name)].some((one) => Object.keys(outputs[one]?.inputs ?? {}).some(isPart)),
      )
      .map(([, { entryPoint }]) => entryPoint);
    expect(loaders.sort()).toEqual([
      'src/commands/sync.ts',
      'src/sources/upstream-gateway.ts',
      'src/sources/upstream-http.ts',
    ]);
  });
});

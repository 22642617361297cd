import { describe, expect, it } from 'vitest';
import { readConfig, settings } from '../../src/base/config.ts';
import { ConfigError } from '../../src/base/config-error.ts';

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
});

/** The placeholder text that a desktop client passes for an empty setting. */
function placeholder(name: string): string {
  return `$${`{user_config.${name}}`}`;
}

import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from '../../src/base/config.ts';
import { ConfigError } from '../../src/base/config-error.ts';
import { defaultDataDir } from '../../src/base/data-files.ts';

const on = (environment: Readonly<Record<string, string>>) => readConfig(environment);
const refusal = (environment: Readonly<Record<string, string>>) => {
  try {
    readConfig(environment);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.message;
    throw cause;
  }
  return undefined;
};

describe('settings', () => {
  it('have defaults if unset, empty or an unfilled placeholder', () => {
    const defaults = {
      CATALYST_LIMITS: true,
      CATALYST_STRUCTURED: false,
      CATALYST_TOOLSETS: [],
      CATALYST_ALLOWED_HOSTS: [],
      CATALYST_TRUSTED_PROXIES: [],
      CATALYST_MAX_CONNECTIONS: 2_000,
      CATALYST_MAX_CONNECTIONS_PER_ADDRESS: 1_000,
      CATALYST_METRICS_HOST: '127.0.0.1',
      CATALYST_OAUTH_CLAIM: 'sub',
      CATALYST_OAUTH_CLIENT_HOSTS: ['claude.ai', 'chatgpt.com', 'vscode.dev', 'opencode.ai'],
      CATALYST_UPSTREAM_ENDPOINTS: 'stated',
      CATALYST_MAX_WAIT: 10,
      CATALYST_SYNC: false,
      CATALYST_UPSTREAM_FRESHNESS: { seconds: 300, byTool: {} },
      CATALYST_PERSONAL_USE: false,
      CATALYST_VENDOR_DISPLAY: 'own',
      CATALYST_PORT: 8_787,
      CATALYST_DATA_DIR: defaultDataDir(),
    };
    expect(on({})).toEqual(defaults);
    expect(on({ CATALYST_LIMITS: '', OTHER: 'y' })).toEqual(defaults);
    const unfilled = ['$', '{user_config.key}'].join('');
    for (const name of Object.keys(settings)) {
      expect([name, on({ [name]: ` ${unfilled} ` })]).toEqual([name, defaults]);
    }
  });

  it('expand ~ at the start of the data folder', () => {
    const folder = (given: string) => on({ CATALYST_DATA_DIR: given }).CATALYST_DATA_DIR;
    expect(folder('~/records')).toBe(`${homedir()}/records`);
    expect(folder('~')).toBe(homedir());
    expect([folder('~other'), folder('a/~')]).toEqual(['~other', 'a/~']);
  });

  it('report every invalid setting by name', () => {
    const wrong = { CATALYST_LIMITS: 'maybe', CATALYST_MAX_WAIT: '-1' };
    expect(refusal(wrong)?.split('\n')).toEqual([
      expect.stringMatching(/^CATALYST_LIMITS: /),
      expect.stringMatching(/^CATALYST_MAX_WAIT: /),
    ]);
  });

  it.each([
    ['CATALYST_MAX_CONNECTIONS', 1, 20_000],
    ['CATALYST_MAX_CONNECTIONS_PER_ADDRESS', 1, 2_000],
    ['CATALYST_METRICS_PORT', 0, 65_535],
    ['CATALYST_DRAIN_SECONDS', 0, 300],
    ['CATALYST_MAX_WAIT', 0, 60],
  ] as const)('%s takes %d to %d', (name, least, most) => {
    expect(on({ [name]: String(least) })[name]).toBe(least);
    expect(on({ [name]: String(most) })[name]).toBe(most);
    for (const beyond of [least - 1, most + 1, 'x']) {
      expect(refusal({ [name]: String(beyond) })).toMatch(new RegExp(`^${name}: `));
    }
  });

  it.each([
    ['CATALYST_MAX_CONNECTIONS', '1.5', undefined],
    ['CATALYST_MAX_CONNECTIONS_PER_ADDRESS', '1.5', undefined],
    ['CATALYST_METRICS_PORT', '1.5', undefined],
    ['CATALYST_DRAIN_SECONDS', '1.5', 1.5],
    ['CATALYST_ALLOWED_HOSTS', ' A.example,, b.Example ', ['a.example', 'b.example']],
    ['CATALYST_OAUTH_CLIENT_HOSTS', 'X.example, y.example', ['x.example', 'y.example']],
    ['CATALYST_UPSTREAM_PLAN', 'gold', undefined],
    ['CATALYST_TRUSTED_PROXIES', ' 10.0.0.0/8, ::1\t1.2.3.4,', ['10.0.0.0/8', '::1', '1.2.3.4']],
    ['CATALYST_TOOLSETS', 'cash, fda', ['fda', 'cash']],
    ['CATALYST_TOOLSETS', 'nope', undefined],
    ['CATALYST_METRICS_HOST', '0.0.0.0', '0.0.0.0'],
    ['CATALYST_METRICS_HOST', 'a b', undefined],
    ['CATALYST_METRICS_HOST', 'x'.repeat(100), 'x'.repeat(100)],
    ['CATALYST_METRICS_HOST', 'x'.repeat(101), undefined],
    ['CATALYST_OAUTH_CLAIM', 'https://x.example/name', 'https://x.example/name'],
    ['CATALYST_OAUTH_CLAIM', 'a b', undefined],
    ['CATALYST_OPENFDA_KEY', 'abcd-123', 'abcd-123'],
    ['CATALYST_OPENFDA_KEY', 'abcd-12', undefined],
    ['CATALYST_OPENFDA_KEY', 'x'.repeat(100), 'x'.repeat(100)],
    ['CATALYST_OPENFDA_KEY', 'x'.repeat(101), undefined],
    ['CATALYST_API_KEY', 'k'.repeat(200), 'k'.repeat(200)],
    ['CATALYST_API_KEY', 'k'.repeat(201), undefined],
    ['CATALYST_PUBLIC_URL', 'https://h.example/', 'https://h.example'],
    ['CATALYST_PUBLIC_URL', 'http://localhost:8787', 'http://localhost:8787'],
    ['CATALYST_PUBLIC_URL', 'http://h.example', undefined],
    ['CATALYST_PUBLIC_URL', 'https://h.example/path', undefined],
    ['CATALYST_PUBLIC_URL', 'https://user@h.example', undefined],
    ['CATALYST_PUBLIC_URL', 'https://:word@h.example', undefined],
    ['CATALYST_PUBLIC_URL', 'https://h.example/?a=1', undefined],
    ['CATALYST_PUBLIC_URL', 'https://h.example/#a', undefined],
    ['CATALYST_PUBLIC_URL', 'ftp://h.example', undefined],
    ['CATALYST_MIRROR', 'https://m.example/deep', 'https://m.example/deep'],
    ['CATALYST_MIRROR', 'http://127.0.0.1:1/x', 'http://127.0.0.1:1/x'],
    ['CATALYST_MIRROR', 'http://m.example', undefined],
    ['CATALYST_MIRROR', 'https://m.example/?q', undefined],
    ['CATALYST_CONTACT', 'me.too+x@reader-of.org', 'me.too+x@reader-of.org'],
    ['CATALYST_CONTACT', 'https://reader.org/about-me', 'https://reader.org/about-me'],
    ['CATALYST_CONTACT', 'http://reader.org', undefined],
    ['CATALYST_CONTACT', 'me@example.org', undefined],
    ['CATALYST_CONTACT', 'me@mail.example.com', undefined],
    ['CATALYST_CONTACT', 'me@my.example', undefined],
    ['CATALYST_CONTACT', 'me@thing.test', undefined],
    ['CATALYST_CONTACT', 'me@thing.local', undefined],
    ['CATALYST_CONTACT', 'me@localhost', undefined],
    ['CATALYST_CONTACT', 'me@thing', undefined],
    ['CATALYST_CONTACT', 'me@examples.org', 'me@examples.org'],
    ['CATALYST_CONTACT', `${'m'.repeat(65)}@reader.org`, undefined],
    ['CATALYST_UPSTREAM_FRESHNESS', '60', { seconds: 60, byTool: {} }],
    [
      'CATALYST_UPSTREAM_FRESHNESS',
      ' news = 5 ,0, fda_calendar=999999',
      { seconds: 0, byTool: { news: 5, fda_calendar: 999_999 } },
    ],
    ['CATALYST_UPSTREAM_FRESHNESS', 'news=5', { seconds: 300, byTool: { news: 5 } }],
    ['CATALYST_UPSTREAM_FRESHNESS', '1000000', undefined],
    ['CATALYST_UPSTREAM_FRESHNESS', 'news=', undefined],
    ['CATALYST_UPSTREAM_FRESHNESS', '5,', undefined],
  ] as const)('%s of %.60j is %j', (name, given, value) => {
    if (value === undefined) expect(refusal({ [name]: given })).toMatch(new RegExp(`^${name}: `));
    else expect(on({ [name]: given })[name]).toEqual(value);
  });

  it.each([
    ['CATALYST_UPSTREAM_ENDPOINTS', ['stated', 'all']],
    // A value of one letter counts as a setting.
    ['CATALYST_DATA_DIR', ['d']],
    ['CATALYST_UPSTREAM_PATHS', ['p']],
    ['CATALYST_API_KEY', ['k']],
    ['CATALYST_MAX_WAIT', [1.5]],
    ['CATALYST_CONTACT', [`${'m'.repeat(9)}@${'d'.repeat(179)}.reader.org`]],
  ] as const)('%s may be %j', (name, values) => {
    for (const value of values) expect(on({ [name]: String(value) })[name]).toBe(value);
    if (name === 'CATALYST_CONTACT') {
      const [longest] = values;
      expect(longest).toHaveLength(200);
      expect(refusal({ [name]: `m${longest}` })).toMatch(/^CATALYST_CONTACT: /);
    }
  });

  it.each([
    'CATALYST_LIMITS',
    'CATALYST_STRUCTURED',
    'CATALYST_SYNC',
    'CATALYST_PERSONAL_USE',
  ] as const)('%s is on or off, in the spelling of any installer', (name) => {
    const values = (spellings: string) =>
      spellings.split(' ').map((one) => on({ [name]: one })[name]);
    expect(
      new Set([...values('on On true TRUE yes Yes 1'), on({ [name]: ' yes ' })[name]]),
    ).toEqual(new Set([true]));
    expect(new Set(values('off Off false FALSE no No 0'))).toEqual(new Set([false]));
    const accepted = `${name}: on or off (also true, yes, 1, false, no, 0)`;
    for (const other of ['maybe', '2', 'y']) expect(refusal({ [name]: other })).toBe(accepted);
  });

  it.each([
    [{}, 8_787],
    [{ PORT: '3000' }, 3_000],
    [{ CATALYST_PORT: '4000', PORT: '3000' }, 4_000],
    [{ CATALYST_PORT: '', PORT: '3000' }, 3_000],
  ])('the port of %j is %d', (environment, port) => {
    expect(on(environment as Record<string, string>).CATALYST_PORT).toBe(port);
  });

  it('require the public URL with a token issuer', () => {
    const issuer = { CATALYST_OAUTH_ISSUER: 'https://issuer.example/tenant/' };
    expect(refusal(issuer)).toBe(
      'CATALYST_PUBLIC_URL: required with CATALYST_OAUTH_ISSUER, as the audience of its tokens',
    );
    const both = on({ ...issuer, CATALYST_PUBLIC_URL: 'https://h.example' });
    expect(both.CATALYST_OAUTH_ISSUER).toBe('https://issuer.example/tenant/');
  });
});

describe('an upstream', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example/', 'https://a.example'],
    ['https://a.example/deep//', 'https://a.example/deep'],
    ['http://a.example/api/v2', 'http://a.example'],
    ['http://a.example/x/api/v2/', 'http://a.example/x'],
  ])('at %s has the base %s, and its key is not a client key', (address, baseUrl) => {
    const config = on({ CATALYST_BASE_URL: address, CATALYST_API_KEY: 'k' });
    expect(config.upstream).toEqual({ baseUrl, key: 'k' });
    expect(config).not.toHaveProperty('CATALYST_API_KEY');
    expect(config).not.toHaveProperty('CATALYST_BASE_URL');
  });

  it.each(['ftp://a.example', 'https://a.example/?apiKey=secret'])('is not at %s', (address) => {
    const said = refusal({ CATALYST_BASE_URL: address, CATALYST_API_KEY: 'k' });
    expect(said).toMatch(/^CATALYST_BASE_URL: /);
    expect(said).not.toContain('secret');
  });

  it('requires its key', () => {
    expect(refusal({ CATALYST_BASE_URL: 'https://a.example' })).toBe(
      'CATALYST_API_KEY: required with CATALYST_BASE_URL, as the key of the upstream',
    );
    expect(on({ CATALYST_API_KEY: 'k' }).CATALYST_API_KEY).toBe('k');
  });
});

describe('several machines', () => {
  const database = { CATALYST_DATABASE_URL: 'postgres://u:p@h/name' };
  const redis = { CATALYST_REDIS_URL: 'rediss://h:6379' };

  it('require both databases or neither', () => {
    expect(on({ ...database, ...redis }).cluster).toEqual({
      databaseUrl: 'postgres://u:p@h/name',
      redisUrl: 'rediss://h:6379',
    });
    expect(on({}).cluster).toBeUndefined();
    expect(refusal(database)).toBe(
      'CATALYST_REDIS_URL: required with CATALYST_DATABASE_URL; set both or neither',
    );
    expect(refusal(redis)).toBe(
      'CATALYST_DATABASE_URL: required with CATALYST_REDIS_URL; set both or neither',
    );
  });

  it.each([[{ CATALYST_DATABASE_URL: 'mysql://h/name' }], [{ CATALYST_REDIS_URL: 'http://h' }]])(
    'are at no address %j',
    (environment) => {
      expect(refusal(environment)).toContain('a URL such as');
    },
  );
});

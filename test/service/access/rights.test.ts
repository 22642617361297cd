import { describe, expect, it, vi } from 'vitest';
import type { Plan } from '../../../src/base/plans.ts';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import {
  type Credential,
  demoKey,
  identify,
  permitAccount,
  permitEndpoint,
  permitted,
} from '../../../src/service/access/access.ts';
import type { Account } from '../../../src/service/access/account.ts';
import type { Buckets } from '../../../src/service/access/budget.ts';
import { createLimits, planLimits } from '../../../src/service/access/limits.ts';
import { news } from '../../../tools/market-signals/news.ts';

const anna: Account = { name: 'anna', plan: 'basic', demo: false, state: 'active' };
const owner: Account = { ...anna, name: 'owner', plan: 'elite-plus' };
const demo: Account = { ...owner, name: 'demo', demo: true };
const endpointOf = (plan: Plan, group = 'Market Signals', path = '/news') =>
  ({ ...news, plan, group, path, limit: { requests: 30, windowSeconds: 60 } }) as Endpoint;

describe('who asks', () => {
  const asked: string[] = [];
  const accounts = {
    find(key: string) {
      asked.push(key);
      return key === 'k' || key.length >= 200 ? anna : undefined;
    },
  };
  const whoIs = (credential: Credential, overDemo = false) =>
    identify(credential, accounts, overDemo);
  const invalid = { status: 401, message: 'Invalid API key' };

  it('is the owner of the process, the holder of a key, or whom a transport knows', () => {
    expect(whoIs('owner')).toEqual(owner);
    expect(whoIs({ key: 'k' })).toEqual(anna);
    expect(whoIs({ account: anna })).toBe(anna);
    expect(whoIs({ key: 'k' }, true)).toEqual(anna);
    expect(whoIs({ key: demoKey }, true)).toEqual(demo);
    expect(whoIs({ account: whoIs({ key: demoKey }, true) }, true)).toEqual(demo);
  });

  it.each([[undefined], ['']])('without a key (%j) is told so', (key) => {
    const missing = expect.objectContaining({ status: 401, message: 'Missing API key' });
    for (const overDemo of [false, true]) expect(() => whoIs({ key }, overDemo)).toThrow(missing);
  });

  it('with a key that opens nothing is refused, the demo’s over real records too', () => {
    expect(() => whoIs({ key: 'other' })).toThrow(expect.objectContaining(invalid));
    expect(() => whoIs({ key: 'Demo' }, true)).toThrow(expect.objectContaining(invalid));
    const ended = {
      status: 401,
      message:
        'Invalid API key: the key demo is only for demo data, and this server has real records',
    };
    expect(() => whoIs({ key: demoKey })).toThrow(expect.objectContaining(ended));
    const account = whoIs({ key: demoKey }, true);
    expect(() => whoIs({ account })).toThrow(expect.objectContaining(ended));
  });

  it('is looked for by 200 letters at most', () => {
    expect(whoIs({ key: 'x'.repeat(200) })).toEqual(anna);
    asked.length = 0;
    expect(() => whoIs({ key: 'x'.repeat(201) })).toThrow(expect.objectContaining(invalid));
    expect(asked).toEqual([]);
  });
});

describe('an account', () => {
  const refusal = (account: Partial<Account>) => {
    try {
      return permitAccount({ ...anna, ...account }, '2026-03-10');
    } catch (cause) {
      return (cause as Error).message;
    }
  };

  it.each([
    [{}, undefined],
    [{ expires: '2026-03-10' }, undefined],
    [{ expires: '2026-03-09' }, 'Access expired on 2026-03-09'],
    [{ state: 'paused' }, 'Access is paused'],
    [{ state: 'paused', expires: '2026-03-09' }, 'Access is paused'],
  ] as const)('%j is refused: %s', (account, message) => {
    expect(refusal(account)).toBe(message);
  });

  it.each([
    ['basic', 'basic', undefined, undefined],
    ['elite-plus', 'basic', undefined, undefined],
    ['elite-plus', 'elite-plus', undefined, undefined],
    ['basic', 'elite-plus', undefined, 'This endpoint needs the Elite Plus plan'],
    ['basic', 'basic', ['Market Signals'], undefined],
    ['basic', 'basic', ['Company Data'], 'This endpoint is outside your bundle (Company Data)'],
    ['basic', 'basic', [], 'This endpoint is outside your bundle ()'],
    ['basic', 'elite-plus', ['Company Data'], 'This endpoint needs the Elite Plus plan'],
    ['basic', 'elite-plus', ['Market Signals'], 'This endpoint needs the Elite Plus plan'],
  ] as const)(
    'of %s reaches an endpoint of %s with the bundle %j: %s',
    (has, needs, bundle, no) => {
      const account: Account = { ...anna, plan: has, ...(bundle ? { bundle } : {}) };
      const endpoint = endpointOf(needs);
      expect(permitted(account, endpoint)).toBe(no === undefined);
      const check = () => permitEndpoint(account, endpoint);
      if (no === undefined) expect(check).not.toThrow();
      else expect(check).toThrow(expect.objectContaining({ status: 403, message: no }));
    },
  );
});

describe('limits', () => {
  const [first, second] = [endpointOf('basic'), endpointOf('basic', 'Market Signals', '/other')];

  function build(emptyName?: string, wait = 1) {
    const spent: unknown[] = [];
    const close = vi.fn();
    const buckets: Buckets = {
      async spend(wanted) {
        spent.push(...wanted);
        const bucket = wanted.find(({ name }) => name === emptyName);
        return bucket && { bucket, wait };
      },
      close,
    };
    return { limits: createLimits(buckets), spent, close };
  }

  it('are those of the plan, and of each endpoint, under the name of the account', async () => {
    const { limits, spent, close } = build();
    await limits.spend({ name: 'anna', plan: 'basic' }, first, second);
    expect(spent).toEqual([
      { name: '{anna} plan', limit: planLimits.basic },
      { name: '{anna} /news', limit: first.limit },
      { name: '{anna} /other', limit: second.limit },
    ]);
    limits.close();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['{anna} plan', 61_000, '1000 requests per 60 seconds for the Elite Plus plan', 61],
    ['{anna} plan', 60_001, '1000 requests per 60 seconds for the Elite Plus plan', 61],
    ['{anna} /other', 1_000, '30 requests per 60 seconds for /other', 1],
    ['{anna} /news', 0, '30 requests per 60 seconds for /news', 1],
  ])('that are used up (%s) are told, with whole seconds', async (name, wait, words, seconds) => {
    const { limits } = build(name, wait);
    const spending = limits.spend({ name: 'anna', plan: 'elite-plus' }, first, second);
    await expect(spending).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: seconds,
      message: `Rate limit exceeded: ${words}. Try again in ${seconds} s`,
    });
  });
});

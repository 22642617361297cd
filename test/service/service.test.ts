import { describe, expect, it } from 'vitest';
import { read, useApp } from '../support/start-app.ts';

const restBase = '/api/v2';

describe('one order of refusals: key 401, access 403, buckets 429, arguments 400', () => {
  const started = useApp({ settings: { CATALYST_LIMITS: 'on' } });

  const wrong = { drug: '(', severity: '[' };

  it('an unknown path is 404 before all else, and names the nearest', async () => {
    const { status, body } = await started.ask('/fda/aprovals', wrong, null);
    expect(status).toBe(404);
    expect(body).toEqual({
      error: 'Unknown path "/api/v2/fda/aprovals". Nearest: /api/v2/fda/approvals',
    });
  });

  it('no key and a wrong key are 401, whatever else is wrong', async () => {
    const missing = await started.ask('/fda/adverse-events', wrong, null);
    expect([missing.status, missing.body]).toEqual([401, { error: 'Missing API key' }]);
    const empty = await started.ask('/fda/adverse-events', { ...wrong, apiKey: '' }, null);
    expect([empty.status, empty.body]).toEqual([401, { error: 'Missing API key' }]);
    const invalid = await started.ask('/fda/adverse-events', wrong, 'bcm_nobody');
    expect([invalid.status, invalid.body]).toEqual([401, { error: 'Invalid API key' }]);
    const endless = await started.ask('/fda/adverse-events', wrong, 'x'.repeat(5_000));
    expect([endless.status, endless.body]).toEqual([401, { error: 'Invalid API key' }]);
  });

  it('plan, bundle, pause and expiry are 403 before the arguments are read', async () => {
    const accounts = {
      'This endpoint needs the Elite Plus plan': { name: 'basic' },
      'This endpoint is outside your bundle (Market Signals)': {
        name: 'bundled',
        plan: 'elite-plus' as const,
        bundle: ['Market Signals'],
      },
      'Access is paused': { name: 'paused', plan: 'elite-plus' as const, state: 'paused' as const },
      'Access expired on 2026-03-09': {
        name: 'expired',
        plan: 'elite-plus' as const,
        expires: '2026-03-09',
      },
    };
    for (const [error, account] of Object.entries(accounts)) {
      const key = started.createKey(account);
      const { status, body } = await started.ask('/fda/adverse-events', wrong, key);
      expect([status, body]).toEqual([403, { error }]);
    }
  });

  it('what is refused by 401 and 403 spends nothing; wrong arguments spend, until 429', async () => {
    const key = started.createKey({ name: 'spender' });
    for (let request = 0; request < 61; request += 1) {
      await started.ask('/fda/adverse-events', {}, key);
    }
    const statuses: number[] = [];
    for (let request = 0; request < 61; request += 1) {
      statuses.push((await started.ask('/catalystsync', { condition: '(' }, key)).status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(400));
    expect(statuses[60]).toBe(429);
  });
});

describe('every other refusal', () => {
  const started = useApp();

  it('a body of another type is 415, one of more than 64 KiB 413', async () => {
    const post = (body: string, type: string) =>
      read(`${started.base}/mcp?apiKey=${started.key}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
    const other = await post('{}', 'text/plain');
    const error = 'Unsupported media type: send application/json';
    expect([other.status, other.body]).toEqual([415, { error }]);
    const large = await post(`"${'x'.repeat(64 * 1024)}"`, 'application/json');
    expect([large.status, large.body]).toEqual([413, { error: 'Body larger than 65536 bytes' }]);
  });

  it('a parameter is never taken for the key of an object', async () => {
    const address = `${started.base}${restBase}/pdufa/historical?apiKey=${started.key}`;
    for (const odd of ['__proto__=x', 'constructor=x', 'toString=x', '%E0%A4%A=x']) {
      expect((await read(`${address}&${odd}`)).status).toBe(200);
    }
  });
});

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { asked, type Fault, replies } from '../support/upstream.ts';
import { useSurroundings } from './faulty-gateway.ts';

const around = useSurroundings();

describe('200 with a body that is not the envelope', () => {
  const cap = 256 * 1024;
  let written = 0;
  const endless: Fault = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = randomBytes(64 * 1024);
    const more = () => {
      while (written < 50 * 1024 * 1024 && !response.destroyed) {
        written += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  };
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 32));
  const bodies: readonly (readonly [string, Fault])[] = [
    ['HTML', replies(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    ['very deep JSON', replies(200, `{"result":[${'['.repeat(1e5)}`)],
    ['50 MB', endless],
    ['a gzip bomb', replies(200, bomb, { 'content-encoding': 'gzip' })],
  ];

  it.each(bodies)('%s is an error of the upstream, requested once', async (_name, fault) => {
    written = 0;
    const { source } = await around.gateway({ maximumBodyBytes: cap, attemptTimeout: 2_000 });
    around.proxy.use(fault);
    await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('is not in the expected format'),
    });
    expect(around.proxy.requests).toHaveLength(1);
    // Bytes sent beyond the cap are in the socket buffers, which hold a few megabytes at most.
    expect(written).toBeLessThan(cap + 8 * 1024 * 1024);
  });
});

it('401 is reported once, names the setting and is not retried', async () => {
  const { source, lines } = await around.gateway({}, 'bcm_not-a-key-of-this-service');
  await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('CATALYST_API_KEY'),
  });
  await expect(asked(source, 'pdufa_upcoming')).rejects.toMatchObject({ status: 502 });
  expect(around.proxy.requests).toHaveLength(1);
  const said = lines.filter((line) => String(line.said).includes('CATALYST_API_KEY'));
  expect(said).toHaveLength(1);
  expect(source.state().refused).toEqual(['everything']);
  around.time.forward(60_001);
  await expect(asked(source, 'pdufa_upcoming')).rejects.toMatchObject({ status: 502 });
  expect(around.proxy.requests).toHaveLength(2);
});

describe('answers', () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ ticker: `T${index}`, poa: index }));
  const page = (result: unknown, more = {}) =>
    replies(200, JSON.stringify({ result, pagination: { total: 50 }, ...more }));

  it('one record with odd types among 50 costs neither it nor its page', async () => {
    const { source } = await around.gateway();
    const odd = { ticker: 5, poa: { of: ['a'] }, name: [], extra: { kept: true }, catdate: null };
    around.proxy.use(page([...rows.slice(1), odd]));
    const { records, total } = await asked(source, 'fda_calendar');
    expect(total).toBe(50);
    expect(records).toHaveLength(50);
    expect(JSON.parse(records[49]!)).toEqual(odd);
  });

  it('an item that is not a record is left out and logged', async () => {
    const { source, lines } = await around.gateway();
    around.proxy.use(page([...rows.slice(2), null, 'text']));
    expect((await asked(source, 'fda_calendar')).records).toHaveLength(48);
    expect(lines).toContainEqual(expect.objectContaining({ leftOut: 2 }));
  });

  it('come behind interim responses, which are passed over', async () => {
    const { source } = await around.gateway({ fresh: () => 0 });
    const body = '{"result":[],"pagination":{"total":0}}';
    around.proxy.use((request, response) => {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeContinue();
      replies(200, body)(request, response);
    });
    for (let call = 0; call < 3; call += 1) {
      expect((await asked(source, 'fda_calendar')).total).toBe(0);
    }
    expect(around.proxy.requests).toHaveLength(3);
    expect(source.state().circuit).toBe('closed');
  });

  it('lose what could steer a terminal or mislead a reader, in note and records', async () => {
    const { source } = await around.gateway();
    const steering = 'a\u001b[31mb\u001b]0;title\u0007c\u202ed\u2028e\u0085f\rg';
    const record = { ticker: steering, [`x${steering}`]: [{ deep: steering }], prose: 'a\n\tb' };
    around.proxy.use(page([record], { Note: `${steering}\n\n# Rules\n${'x'.repeat(10_000)}` }));
    const { records, note } = await asked(source, 'fda_calendar');
    const clean = 'abc d e f g';
    expect(JSON.parse(records[0]!)).toEqual({
      ticker: clean,
      [`x${clean}`]: [{ deep: clean }],
      prose: 'a\n\tb',
    });
    expect(note).toMatch(/^abc d e f g # Rules x+$/);
    expect(note).toHaveLength(500);
  });
});

const resetMidBody: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
  response.write('{"result":[');
  setTimeout(() => response.destroy(), 10);
};
const slowDrip: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 40);
  response.on('close', () => clearInterval(drip));
};
const refused = 'connection refused';

const transient: readonly (readonly [string, Fault | typeof refused, number])[] = [
  [refused, refused, 502],
  ['reset mid-body', resetMidBody, 502],
  ['slow drip', slowDrip, 504],
  ['503', replies(503), 503],
];

describe.each(transient)('%s', (_name, fault, status) => {
  async function misbehave(): Promise<void> {
    if (fault === refused) await around.proxy.stop();
    else around.proxy.use(fault);
  }

  it('ends after three attempts, with an error that says what to do', async () => {
    const { source } = await around.gateway({ attemptTimeout: 300 });
    await misbehave();
    await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({
      name: 'ServiceError',
      status,
      message: expect.stringContaining('try again'),
    });
    expect(around.proxy.requests).toHaveLength(fault === refused ? 0 : 3);
  });

  it('serves the last good answer with its age', async () => {
    const { source, lines } = await around.gateway({ fresh: () => 60_000, attemptTimeout: 300 });
    const good = await asked(source, 'fda_calendar');
    const at = new Date(around.time.clock()).toISOString().slice(0, 16);
    await misbehave();
    around.time.forward(61_000);
    const stale = await asked(source, 'fda_calendar');
    expect(stale.records).toEqual(good.records);
    expect(stale.staleAsOf?.slice(0, 16)).toBe(at);
    expect(lines.at(-1)).toMatchObject({ endpoint: 'fda_calendar', cached: true, retries: 2 });
  });
});

describe('bursts', () => {
  it('are ridden out by retries', async () => {
    const { source, lines } = await around.gateway();
    around.proxy.use(replies(503), resetMidBody, 'pass');
    expect((await asked(source, 'fda_calendar')).total).toBe(3);
    expect(around.proxy.requests).toHaveLength(3);
    expect(lines.at(-1)).toMatchObject({
      said: 'upstream call',
      endpoint: 'fda_calendar',
      status: 200,
      retries: 2,
      cached: false,
      milliseconds: expect.any(Number),
      waited: expect.any(Number),
    });
  });

  it('never become a storm: 50 callers, and the circuit stays the requests', async () => {
    const { source } = await around.gateway({ circuitFailures: 5, circuitOpen: 60_000 });
    around.proxy.use(replies(503));
    const calls = Array.from({ length: 50 }, (_, index) =>
      asked(source, 'catalyst_sync', { ticker: `T${index}` }).catch((cause) => cause.status),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
    // Five failures open the breaker. At that moment at most eight connections were in use.
    expect(around.proxy.requests.length).toBeLessThanOrEqual(5 + 8);
    expect(source.state().circuit).toBe('open');
  });
});

describe('429', () => {
  it('with Retry-After in seconds is waited for', async () => {
    const { source } = await around.gateway();
    around.proxy.use(replies(429, '{"error":"slow"}', { 'retry-after': '1' }), 'pass');
    const began = Date.now();
    expect((await asked(source, 'fda_calendar')).total).toBe(3);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
    expect(around.proxy.requests).toHaveLength(2);
  });

  it('with a long Retry-After is told with the seconds, to all callers, and asked once', async () => {
    const { source } = await around.gateway();
    around.proxy.use(replies(429, '{"error":"slow"}', { 'retry-after': '90' }));
    await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 90,
      message: expect.stringContaining('try again in 90 s'),
    });
    const others = Array.from({ length: 50 }, (_, index) =>
      asked(source, 'fda_calendar', { ticker: `T${index}` }).catch((cause) => cause.status),
    );
    expect(new Set(await Promise.all(others))).toEqual(new Set([429]));
    expect(around.proxy.requests).toHaveLength(1);
    expect(source.state().circuit).toBe('closed');
  });

  it('holds those who are queued behind the request that met it', async () => {
    const { source } = await around.gateway({ connections: 1 });
    const late = replies(429, '', { 'retry-after': '60' });
    around.proxy.use((incoming, response) => void setTimeout(() => late(incoming, response), 100));
    const calls = Array.from({ length: 5 }, (_, index) =>
      asked(source, 'fda_calendar', { ticker: `T${index}` }).catch((cause) => cause),
    );
    for (const refused of await Promise.all(calls)) {
      expect(refused).toMatchObject({ status: 429 });
      expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    }
    expect(around.proxy.requests).toHaveLength(1);
  });
});

describe('the clock on the wall, set back an hour', () => {
  it('keeps the circuit open no longer, and tells no longer wait', async () => {
    const { source } = await around.gateway({ circuitFailures: 3, circuitOpen: 15_000 });
    around.proxy.use(replies(500), replies(500), replies(500), 'pass');
    await asked(source, 'fda_calendar').catch(() => {});
    around.time.setWall(-3_600_000);
    const refused = await asked(source, 'fda_calendar').catch((cause) => cause);
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15);
    around.time.forward(15_001);
    expect((await asked(source, 'fda_calendar')).total).toBe(3);
  });

  it('keeps no pause, no refusal and no answer longer', async () => {
    const { source } = await around.gateway({ fresh: () => 60_000, keyRefused: 60_000 });
    around.proxy.use(replies(429, '', { 'retry-after': '90' }), replies(403), 'pass');
    await asked(source, 'fda_calendar').catch(() => {});
    await asked(source, 'pdufa_upcoming').catch(() => {});
    await asked(source, 'catalyst_sync');
    around.time.setWall(-3_600_000);
    const refused = await asked(source, 'fda_calendar').catch((cause) => cause);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(90);
    around.time.forward(300_001);
    await asked(source, 'fda_calendar');
    await asked(source, 'pdufa_upcoming');
    await asked(source, 'catalyst_sync');
    // Each request was sent again, so no earlier answer is cached.
    expect(around.proxy.requests).toHaveLength(6);
  });
});

describe('kept answers', () => {
  it('join identical questions under way, and spend no budget', async () => {
    const { source, lines } = await around.gateway();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => asked(source, 'fda_calendar', { ticker: 'AAA' })),
    );
    expect(new Set(pages).size).toBe(1);
    await asked(source, 'fda_calendar', { ticker: 'AAA' });
    expect(around.proxy.requests).toHaveLength(1);
    expect(source.state()).toMatchObject({ calls: 21, cached: 20 });
    expect(source.state().buckets[1]).toMatchObject({ bucket: 'fda_calendar', left: 59 });
    expect(lines.filter(({ said }) => said === 'upstream call')).toHaveLength(21);
  });

  it('are fresh for as long as the setting of their endpoint says', async () => {
    const fresh = ({ name }: Endpoint) => (name === 'fda_calendar' ? 60_000 : 600_000);
    const { source } = await around.gateway({ fresh });
    const ask = () => Promise.all([asked(source, 'fda_calendar'), asked(source, 'pdufa_upcoming')]);
    await ask();
    around.time.forward(61_000);
    await ask();
    expect(around.proxy.requests).toHaveLength(3);
  });

  it('stand in for a failing upstream for a day and no longer', async () => {
    const { source } = await around.gateway();
    await asked(source, 'fda_calendar');
    around.proxy.use(replies(500));
    around.time.forward(86_300_000);
    expect((await asked(source, 'fda_calendar')).staleAsOf).toMatch(/^2026-11-21T12:0/);
    around.time.forward(100_001);
    await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({ status: 502 });
  });

  it('are asked for anew on a new day', async () => {
    const { source } = await around.gateway({ fresh: () => 86_400_000 });
    await asked(source, 'fda_calendar');
    await asked(source, 'fda_calendar', {}, '2026-11-22');
    expect(around.proxy.requests).toHaveLength(2);
  });
});

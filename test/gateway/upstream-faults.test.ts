import { describe, expect, it } from 'vitest';
import { asked, type Fault, replies } from '../support/upstream.ts';
import { useSurroundings } from './faulty-gateway.ts';

const around = useSurroundings();

const resetMidBody: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
  response.write('{"result":[');
  setTimeout(() => response.destroy(), 10);
};
const headersStall: Fault = () => {};
const bodyStalls: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"result":[');
};
const slowDrip: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 40);
  response.on('close', () => clearInterval(drip));
};
const refused = 'connection refused';

const transient: readonly (readonly [string, Fault | typeof refused, number])[] = [
  [refused, refused, 502],
  ['reset before an answer', (_, response) => response.destroy(), 502],
  ['reset mid-body', resetMidBody, 502],
  ['header stalled', headersStall, 504],
  ['body stalled', bodyStalls, 504],
  ['slow drip', slowDrip, 504],
  ['500', replies(500), 502],
  ['502', replies(502), 502],
  ['503', replies(503), 503],
  ['504', replies(504, '<html>gateway timeout</html>'), 504],
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

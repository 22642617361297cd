import { describe, expect, it } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import { createUpstreamCache, type KeptPage } from '../../src/gateway/upstream-cache.ts';
import { createCircuit } from '../../src/gateway/upstream-circuit.ts';
import { ask, type Trace } from '../../src/gateway/upstream-client.ts';
import { UpstreamFailure } from '../../src/gateway/upstream-failure.ts';
import type { UpstreamHttp, UpstreamResponse } from '../../src/gateway/upstream-http.ts';
import { createRefusals } from '../../src/gateway/upstream-refusals.ts';
import { defaultUpstreamSettings as settings } from '../../src/gateway/upstream-settings.ts';
import { company } from '../../tools/company-data/company.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';

const clock = () => Date.parse('2026-03-10T12:00:00Z');
const good = JSON.stringify({ result: [{ a: 1 }], pagination: { total: 1 } });
const answer = (status: number, more: Partial<UpstreamResponse> = {}): UpstreamResponse => ({
  status,
  body: status === 200 ? good : '{"error":"x"}',
  retryAfter: undefined,
  date: undefined,
  ...more,
});

type Reply = UpstreamResponse | Error;

/** Builds a client whose upstream returns these replies in order. The test controls the time. */
function client(replies: readonly Reply[], queued = 0, retries = 2) {
  let now = 1_000;
  const logged: unknown[][] = [];
  const said: unknown[] = [];
  const trace: Trace = { status: undefined, waited: 0, retries: 0 };
  const log = { warn: (...words: unknown[]) => logged.push(words) } as unknown as Log;
  let at = 0;
  const parts = {
    http: {
      guard: { redact: (text: string) => text },
      async send({ path, query }: Parameters<UpstreamHttp['send']>[0]) {
        said.push(['sent', path, query]);
        const reply = replies[Math.min(at, replies.length - 1)]!;
        at += 1;
        if (reply instanceof Error) throw reply;
        return reply;
      },
      close: async () => {},
    },
    pacing: {
      async run({ maxWait, mayStart, send }: Parameters<typeof runType>[0]) {
        said.push(['queued', maxWait]);
        now += queued;
        mayStart();
        return send();
      },
      pause: (_: unknown, milliseconds: number) => said.push(['paused', milliseconds]),
      budget: () => [],
    },
    circuit: {
      check: () => said.push('check'),
      enter: () => said.push('enter'),
      succeeded: () => said.push('well'),
      failed: () => said.push('ill'),
      state: () => 'closed' as const,
    },
    settings: { ...settings, backoff: 1, retries },
    clock,
    monotonic: () => now,
    random: () => 0,
    log,
  };
  const target = { path: '/x', query: { ticker: 'ABCQZ' } };
  return {
    said,
    logged,
    trace,
    ask: (of = fdaCalendar) => ask(parts as never, of, target, trace),
  };
}
declare function runType(turn: {
  maxWait: number;
  mayStart: () => void;
  send: () => Promise<unknown>;
}): void;

const sent = ['sent', '/x', { ticker: 'ABCQZ' }];
const refused = async (reply: Reply) => {
  const made = client([reply]);
  const failure = await made.ask().catch((cause) => cause);
  return { ...made, failure };
};

describe('a call', () => {
  it('asks the circuit, waits in the queue and says that the upstream is well', async () => {
    const { ask: asked, said, trace } = client([answer(200)], 30);
    expect(await asked()).toMatchObject({ records: ['{"a":1}'], total: 1 });
    expect(said).toEqual(['check', ['queued', 10_000], 'enter', sent, 'well']);
    expect(trace).toEqual({ status: 200, waited: 30, retries: 0 });
  });

  it('waits in all its tries no longer than it may', async () => {
    const { ask: asked, said, trace } = client([answer(503), answer(503), answer(200)], 6_000);
    await asked();
    expect(said.filter((one) => Array.isArray(one) && one[0] === 'queued')).toEqual([
      ['queued', 10_000],
      ['queued', 4_000],
      ['queued', 0],
    ]);
    expect(trace).toEqual({ status: 200, waited: 18_000, retries: 2 });
  });

  it('ends with its time, whatever is left of its tries', async () => {
    const { ask: asked, trace } = client([answer(503)], 30_000);
    await expect(asked()).rejects.toMatchObject({ kind: 'failed' });
    expect(trace.retries).toBe(0);
  });

  it.each([
    // The number of tries and the upstream state after each try.
    [answer(500), 'failed', 3, 'ill'],
    [answer(599), 'failed', 3, 'ill'],
    [new UpstreamFailure('unreachable'), 'unreachable', 3, 'ill'],
    [new UpstreamFailure('timeout'), 'timeout', 3, 'ill'],
    [answer(200, { body: 'x' }), 'unreadable', 1, 'ill'],
    [answer(201), 'unreadable', 1, 'ill'],
    [answer(418), 'unreadable', 1, 'ill'],
    [answer(301), 'redirected', 1, 'well'],
    [answer(399), 'redirected', 1, 'well'],
    [answer(400), 'arguments refused', 1, 'well'],
    [answer(401), 'key refused', 1, 'well'],
    [answer(403), 'endpoint refused', 1, 'well'],
    [answer(404), 'no such path', 1, 'well'],
  ])('that is answered %j is %s', async (reply, kind, times, state) => {
    const { failure, said, trace } = await refused(reply);
    expect(failure).toMatchObject({ name: 'UpstreamFailure', kind });
    expect(said.filter((one) => one === state)).toHaveLength(times);
    expect(said.filter((one) => one === 'well' || one === 'ill')).toHaveLength(times);
    expect(trace.retries).toBe(times - 1);
  });

  it('that fails by a fault of our own is not tried again', async () => {
    const { failure, said } = await refused(new TypeError('bug'));
    expect(failure).toEqual(new TypeError('bug'));
    expect(said).toEqual(['check', ['queued', 10_000], 'enter', sent, 'ill']);
  });

  it('for a single record that there is not brings none', async () => {
    const none = { records: [], total: 0, note: undefined, staleAsOf: undefined, leftOut: 0 };
    expect(await client([answer(404)]).ask(company)).toEqual(none);
    const page = client([answer(404, { body: '<html>' })]).ask(company);
    await expect(page).rejects.toMatchObject({ kind: 'no such path' });
  });
});

describe('a limit of the upstream', () => {
  it.each([
    ['20', undefined, 20_000],
    [' 0 ', undefined, 0],
    ['90000', undefined, 86_400_000],
    ['Tue, 10 Mar 2026 12:00:30 GMT', undefined, 30_000],
    // Budgets use the upstream's clock, which never goes back.
    ['Tue, 10 Mar 2026 13:00:30 GMT', 'Tue, 10 Mar 2026 13:00:00 GMT', 30_000],
    ['Tue, 10 Mar 2026 11:00:00 GMT', undefined, 0],
    ['soon', undefined, 5_000],
    [undefined, undefined, 5_000],
  ])('with Retry-After %s at %s pauses its endpoint for %d ms', async (retryAfter, date, ms) => {
    const made = client([answer(429, { retryAfter, date })], 0, 0);
    await made.ask().catch(() => {});
    expect(made.said).toContainEqual(['paused', ms]);
  });

  it('that lasts longer than a call may wait is told at once', async () => {
    const { failure, trace, said } = await refused(answer(429, { retryAfter: '10' }));
    expect(failure).toMatchObject({ kind: 'limited', status: 429, retryAfter: 10_000 });
    expect(trace).toEqual({ status: 429, waited: 0, retries: 0 });
    expect(said.filter((one) => one === 'well')).toHaveLength(1);
  });
});

it('the log entry of an invalid answer contains only its length: the text may repeat the key', async () => {
  const hex = Buffer.from('the key').toString('hex');
  expect((await refused(answer(418, { body: hex }))).logged).toEqual([
    [{ endpoint: 'fda_calendar', status: 418, characters: 14 }, 'upstream: no usable answer'],
  ]);
});

describe('the circuit', () => {
  function opened() {
    let now = 0;
    const circuit = createCircuit(() => now, { circuitFailures: 2, circuitOpen: 15_000 });
    return { circuit, pass: (ms: number) => (now += ms) };
  }
  const wait = (act: () => void) => {
    try {
      act();
    } catch (cause) {
      return cause instanceof UpstreamFailure ? [cause.kind, cause.retryAfter] : cause;
    }
    return undefined;
  };

  it('opens at so many failures in a row', () => {
    const { circuit } = opened();
    circuit.failed();
    circuit.succeeded();
    circuit.failed();
    expect([circuit.state(), wait(circuit.check)]).toEqual(['closed', undefined]);
    circuit.failed();
    expect([circuit.state(), wait(circuit.check)]).toEqual(['open', ['open', 15_000]]);
  });

  it('lets one probe through once its time is over, and goes by what comes of it', () => {
    const { circuit, pass } = opened();
    circuit.failed();
    circuit.failed();
    pass(14_500);
    expect(wait(circuit.enter)).toEqual(['open', 1_000]);
    pass(499);
    expect(wait(circuit.check)).toEqual(['open', 1_000]);
    pass(1);
    expect(wait(circuit.check)).toBeUndefined();
    expect([wait(circuit.enter), circuit.state()]).toEqual([undefined, 'probing']);
    for (const ask of [circuit.enter, circuit.check]) expect(wait(ask)).toEqual(['open', 1_000]);
    circuit.failed();
    expect([circuit.state(), wait(circuit.check)]).toEqual(['open', ['open', 15_000]]);
    pass(15_000);
    circuit.enter();
    circuit.succeeded();
    expect([circuit.state(), wait(circuit.enter)]).toEqual(['closed', undefined]);
    expect(circuit.state()).toBe('closed');
  });
});

it('refusals are learnt of the key, or of an endpoint, for a while, and said once', () => {
  let now = 0;
  const said: unknown[] = [];
  const log = { warn: (...words: unknown[]) => said.push(words) } as unknown as Log;
  const refusals = createRefusals(() => now, settings, log);
  const kind = (of = fdaCalendar) => {
    try {
      refusals.check(of);
    } catch (cause) {
      return [(cause as UpstreamFailure).kind, (cause as UpstreamFailure).status];
    }
    return undefined;
  };
  refusals.learn(fdaCalendar, new UpstreamFailure('failed'));
  expect([kind(), refusals.list()]).toEqual([undefined, []]);
  for (const _ of [1, 2]) refusals.learn(fdaCalendar, new UpstreamFailure('endpoint refused'));
  expect([kind(), kind(company)]).toEqual([['endpoint refused', 403], undefined]);
  for (const _ of [1, 2]) refusals.learn(company, new UpstreamFailure('key refused'));
  for (const of of [fdaCalendar, company]) expect(kind(of)).toEqual(['key refused', 401]);
  expect(refusals.list()).toEqual(['fda_calendar', 'everything']);
  now = 60_000;
  expect([kind(), kind(company)]).toEqual([['endpoint refused', 403], undefined]);
  now = 300_000;
  expect([kind(), refusals.list()]).toEqual([undefined, []]);
  expect(said).toEqual([
    [{ endpoint: 'fda_calendar' }, expect.stringContaining('does not permit this endpoint')],
    ['upstream refuses the key: correct CATALYST_API_KEY'],
  ]);
});

describe('cached answers', () => {
  const kept = (length: number): KeptPage => ({
    page: { records: ['x'.repeat(length)], total: 1 },
    at: 1,
    answered: 2,
  });

  it('are shared while they are in progress, and requested again after a failure', async () => {
    const cache = createUpstreamCache(10_000);
    let asked = 0;
    const once = async () => {
      asked += 1;
      await Promise.resolve();
      if (asked === 1) throw new Error('first');
      return kept(1);
    };
    const both = [cache.join('a', once), cache.join('a', once)];
    for (const one of both) await expect(one).rejects.toThrow('first');
    expect([asked, cache.get('a')]).toEqual([1, undefined]);
    expect(await cache.join('a', once)).toEqual(kept(1));
    expect([asked, cache.get('a')]).toEqual([2, kept(1)]);
  });

  it('take two bytes a character and their frames, each half of the room at most', async () => {
    const cache = createUpstreamCache(4_000);
    // 500 + 2 · 1 + 40 + 2 · 729 = 2,000 bytes fill the cache exactly.
    await cache.join('a', async () => kept(729));
    await cache.join('b', async () => kept(730));
    expect([cache.get('a') !== undefined, cache.get('b')]).toEqual([true, undefined]);
    await cache.join('c', async () => kept(729));
    expect(cache.get('a')).toBeDefined();
    await cache.join('d', async () => kept(1));
    expect([cache.get('a') !== undefined, cache.get('c')]).toEqual([true, undefined]);
  });
});

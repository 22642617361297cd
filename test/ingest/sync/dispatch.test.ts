import { beforeEach, describe, expect, it } from 'vitest';
import type { Ask, Outcome } from '../../../src/ingest/sync/client.ts';
import { createDispatch, type DispatchParts } from '../../../src/ingest/sync/dispatch.ts';
import { enqueue, nextOf } from '../../../src/ingest/sync/queue.ts';
import { writeValidators } from '../../../src/ingest/sync/validators.ts';
import type { Lane, SyncSource } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { HOST, rule } from './engine-run.ts';
import { openStore, start } from './sync-run.ts';

const source = { name: 'a', host: rule, accepts: [404] } as unknown as SyncSource;
const everything = { sources: ['a'] };

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

function queue(name: string, lane: Lane = 'registry', host = HOST): void {
  const address = `https://${host}/${name}`;
  enqueue(database, 'a', { address, expects: 'json', lane, version: '1' });
}

/** A dispatch whose requests are answered when the test says so. */
function setUp(more: Partial<DispatchParts> = {}) {
  const open: { readonly ask: Ask; answer(outcome: Outcome): void }[] = [];
  let changes = 0;
  const dispatch = createDispatch({
    database,
    sources: new Map([['a', source]]),
    client: (ask: Ask) => new Promise((answer) => open.push({ ask, answer })),
    ledger: { holdOf: () => undefined, outageOf: () => undefined },
    clock: () => start,
    changed: () => {
      changes += 1;
    },
    ...more,
  } as unknown as DispatchParts);
  return {
    ...dispatch,
    asked: () => open.map(({ ask }) => new URL(ask.address).pathname.slice(1)),
    asks: () => open.map(({ ask }) => ask),
    changes: () => changes,
    async answer(outcome: Outcome, at = 0): Promise<void> {
      open.splice(at, 1)[0]!.answer(outcome);
      // Behind what the answer sets off.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const body = (text: string): Outcome => ({
  kind: 'body',
  status: 200,
  text,
  digest: 'd',
  headers: {},
  bytes: text.length,
});
const NOWHERE = 'no public source can be reached from this machine';
const unreachable: Outcome = { kind: 'unreachable', reason: 'could not connect to the host' };

describe('requests are begun', () => {
  it('four at a time on a host, each once', async () => {
    for (const name of ['1', '2', '3', '4', '5']) queue(name);
    const { start: begin, asked, answer, isOpen, changes } = setUp();
    expect(isOpen()).toBe(false);
    begin(everything);
    begin(everything);
    expect(asked()).toEqual(['1', '2', '3', '4']);
    expect(isOpen()).toBe(true);
    await answer(body('{}'));
    expect(changes()).toBe(1);
    begin(everything);
    // What has come and is not read yet is not asked again.
    expect(asked()).toEqual(['2', '3', '4', '5']);
  });

  it('in the highest lane alone, but for a slower host with its own', () => {
    queue('low', 'history');
    queue('high', 'registry');
    queue('slow low', 'history', 'slow.zorbiva.gov');
    queue('slow high', 'registry', 'slow.zorbiva.gov');
    const { start: begin, asked } = setUp();
    begin(everything);
    expect(asked()).toEqual(['high', 'slow%20high']);
  });

  it('not while their host is held', () => {
    queue('1');
    const hold = { until: start + 1, why: 'paused' } as const;
    const { start: begin, asked } = setUp({
      ledger: { holdOf: () => hold, outageOf: () => undefined } as never,
    });
    begin(everything);
    expect(asked()).toEqual([]);
  });

  it('with what is known of their last answer, unless the source reads it always', () => {
    queue('1');
    const known = { etag: '"v1"' };
    writeValidators(database, 'https://api.zorbiva.gov/1', known, 'digest', start);
    const first = setUp();
    first.start(everything);
    expect(first.asks()).toMatchObject([{ ...known, rule, accepts: [404], expects: 'json' }]);
    const always = setUp({ sources: new Map([['a', { ...source, alwaysRead: true }]]) });
    always.start(everything);
    expect(always.asks()[0]).not.toHaveProperty('etag');
  });

  it('no more once 32 answers wait to be read, or their bytes', async () => {
    for (let at = 0; at < 40; at += 1) queue(String(at));
    const many = setUp();
    for (let at = 0; at < 32; at += 1) {
      many.start(everything);
      await many.answer(body('{}'));
    }
    const underWay = many.asked().length;
    many.start(everything);
    expect(many.asked()).toHaveLength(underWay);
    expect(many.unread()).toEqual({ answers: 32, bytes: 64, since: start });
    many.take(1, 1_000);
    many.start(everything);
    expect(many.asked()).toHaveLength(underWay + 1);

    const large = setUp();
    large.start(everything);
    await large.answer(body('x'.repeat(16 * 1024 * 1024)));
    large.start(everything);
    expect(large.asked()).toHaveLength(3);
  });
});

describe('answers', () => {
  it('are taken as they came: so many, and none more once there are so many bytes', async () => {
    for (const name of ['1', '2', '3']) queue(name);
    const { start: begin, answer, take, unread } = setUp();
    begin(everything);
    for (const text of ['aaaa', 'bbbb', 'cccc']) await answer(body(text));
    const texts = (most: number, bytes: number) =>
      take(most, bytes).map(({ outcome }) => (outcome.kind === 'body' ? outcome.text : ''));
    expect(unread()).toMatchObject({ answers: 3, bytes: 12 });
    expect(texts(5, 4)).toEqual(['aaaa']);
    expect(texts(5, 5)).toEqual(['bbbb', 'cccc']);
    expect(unread()).toMatchObject({ answers: 0, bytes: 0 });
  });

  it('of a host that pauses put the request off, and are not read', async () => {
    queue('1');
    const { start: begin, answer, unread } = setUp();
    begin(everything);
    await answer({ kind: 'pause', reason: 'asks for a pause', milliseconds: 1 } as Outcome);
    expect(unread().answers).toBe(0);
    expect(nextOf(database, HOST, everything, start, 1)).toEqual([]);
    const later = nextOf(database, HOST, everything, start + 300_000, 1);
    expect(later).toMatchObject([{ attempts: 0 }]);
  });

  it('that were held leave the request as it was', async () => {
    queue('1');
    const { start: begin, answer, unread, offline } = setUp();
    begin(everything);
    await answer({ kind: 'held', hold: { until: start + 1, why: 'paused' } } as Outcome);
    expect([unread().answers, offline()]).toEqual([0, undefined]);
    const [same] = nextOf(database, HOST, everything, start, 1);
    expect(same).toMatchObject({ attempts: 0 });
  });

  it('that could not be asked for are failures like others', async () => {
    queue('1');
    const { start: begin, take } = setUp({ client: () => Promise.reject(new Error('no contact')) });
    begin(everything);
    await new Promise((resolve) => setImmediate(resolve));
    const outcome = { kind: 'failed', reason: 'could not be sent: no contact', final: false };
    expect(take(1, 1)).toMatchObject([{ outcome }]);
  });
});

describe('a host that is out of reach', () => {
  it('puts requests off without counting a try, and is told of so long as none has answered', async () => {
    for (const name of ['1', '2', '3']) queue(name);
    const { start: begin, answer, offline, unread } = setUp();
    expect(offline()).toBeUndefined();
    begin(everything);
    await answer(unreachable);
    expect([offline(), unread().answers]).toEqual([NOWHERE, 0]);
    expect(nextOf(database, HOST, everything, start, 9)).toHaveLength(2);
    const later = nextOf(database, HOST, everything, start + 60_000, 9);
    expect(later.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    await answer(body('{}'));
    expect(offline()).toBeUndefined();
  });

  it('is asked one request at a time, and its failures are no tries', async () => {
    for (const name of ['1', '2', '3']) queue(name);
    const failed: Outcome = { kind: 'failed', reason: 'is refused (status 500)', final: false };
    const ledger = { holdOf: () => undefined, outageOf: () => 0 };
    const { start: begin, asked, answer, unread } = setUp({ ledger: ledger as never });
    begin(everything);
    expect(asked()).toEqual(['1']);
    await answer(failed);
    expect(unread().answers).toBe(0);
    begin(everything);
    expect(asked()).toEqual(['2']);
  });
});

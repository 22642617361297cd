import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/ingest/sync/client.ts';
import type { Send } from '../../../src/ingest/sync/fetch.ts';
import { createPacing } from '../../../src/ingest/sync/pacing.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { createSourceNotices } from '../../../src/service/local/source-notices.ts';
import { fdaPages, sec } from '../../../src/sources/hosts.ts';
import type { Database } from '../../../src/store/database.ts';
import { promisesText } from '../../../src/store/promises.ts';
import { fill, MINUTE, minute } from './first-contact.ts';
import { openStore } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Notes the minutes before a given one in which a collection has no notice. */
function silence(collection: string, until: number) {
  const silent: number[] = [];
  const watch = (database: Database) => {
    const notices = createSourceNotices(() => promisesText(database));
    const isTold = notices.of(collection as never, Date.now(), '').length > 0;
    if (minute() < until && !isTold) silent.push(minute());
  };
  return { silent, watch };
}

describe('a first fill', () => {
  it('has a notice for every collection while each host asks for a pause from the start', async () => {
    const { silent, watch } = silence('trials', 6);
    const send =
      (next: Send): Send =>
      (request) => {
        const isRobots = request.address.endsWith('/robots.txt');
        if (isRobots || minute() >= 6) return next(request);
        const headers = { 'retry-after': '240' };
        return Promise.resolve({ status: 429, headers, body: Buffer.alloc(0), bytes: 0 });
      };
    const ran = await fill(4, { send, watch });
    expect(silent).toEqual([]);
    expect(ran.missing.at(-1)).toBe(0);
  });

  it('reads bodies again that end too early, and says that records are missing until then', async () => {
    const undisturbed = await fill(4);
    const { silent, watch } = silence('insiderTransactions', 30);
    const send =
      (next: Send): Send =>
      async (request) => {
        const response = await next(request);
        if (minute() >= 30) return response;
        const end = Math.floor(0.6 * response.body.length);
        return { ...response, body: response.body.subarray(0, end) };
      };
    const ran = await fill(4, { send, watch });
    expect(silent).toEqual([]);
    expect(ran.served).toEqual(undisturbed.served);
  });
});

describe('the limits of hosts', () => {
  it('hold when the clock is set back by more than a timer can wait', async () => {
    const pacing = createPacing(wait);
    const begun = performance.now();
    const starts: number[] = [];
    const all = Array.from({ length: 12 }, (_, at) =>
      pacing.run(sec, { host: Object.keys(sec.hosts)[at % 2]!, slowly: false, priority: 0 }, () => {
        starts.push(performance.now() - begun);
        return wait(10);
      }),
    );
    await vi.advanceTimersByTimeAsync(300);
    vi.setSystemTime(Date.now() - 40 * 24 * 60 * MINUTE);
    await vi.runAllTimersAsync();
    await Promise.all(all);
    // The SEC permits a start every 100 ms.
    const gaps = starts.slice(1).map((at, before) => at - starts[before]!);
    expect(starts).toHaveLength(12);
    expect(Math.min(...gaps)).toBeGreaterThan(100);
  });

  it('of a slow host hold when the clock goes to and fro', async () => {
    const pacing = createPacing(wait);
    const begun = performance.now();
    const starts: number[] = [];
    const turn = { host: 'www.fda.gov', slowly: false, priority: 0 };
    const all = [1, 2, 3].map(() =>
      pacing.run(fdaPages, turn, async () => void starts.push(performance.now() - begun)),
    );
    for (const days of [-40, 40, -40]) {
      await vi.advanceTimersByTimeAsync(5_000);
      vi.setSystemTime(Date.now() + days * 24 * 60 * MINUTE);
      if (days < 0) pacing.restart();
    }
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(starts).toHaveLength(3);
    const gaps = starts.slice(1).map((at, before) => at - starts[before]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
  });

  it('hold over restarts, and a robots.txt does not end the outage of a host', async () => {
    const database = await openStore();
    const sent: { path: string; at: number }[] = [];
    const send: Send = async ({ address }) => {
      const path = new URL(address).pathname;
      sent.push({ path, at: Date.now() });
      const isRobots = path === '/robots.txt';
      return { status: isRobots ? 404 : 403, headers: {}, body: Buffer.alloc(0), bytes: 0 };
    };
    const ask = async () => {
      const client = createClient({
        send,
        pacing: createPacing(wait),
        clock: Date.now,
        contact: undefined,
        keys: {},
        ledger: createLedger(storedStates(database), undefined),
      });
      const address = 'https://www.fda.gov/a';
      const asked = client({ address, rule: fdaPages, expects: 'page', accepts: [] });
      await vi.runAllTimersAsync();
      return asked;
    };
    for (let starts = 0; starts < 12; starts++) await ask();
    const gaps = sent.slice(1).map(({ at }, place) => at - sent[place]!.at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
    // The third refused page opens the circuit.
    const third = sent.findIndex(
      ({ path }, at) =>
        path === '/a' && sent.slice(0, at).filter((one) => one.path === '/a').length === 2,
    );
    expect(gaps.length).toBeGreaterThan(third + 2);
    expect(Math.min(...gaps.slice(third))).toBeGreaterThanOrEqual(MINUTE);
  });
});

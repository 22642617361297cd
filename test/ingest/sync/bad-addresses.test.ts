import { expect, it } from 'vitest';
import type { SyncSource } from '../../../src/sources/source.ts';
import { HOST, MINUTE, requestOf, sourceOf, useStore } from './engine-run.ts';
import { createHosts } from './origin/origin.ts';
import { engineOf, passed, start } from './sync-run.ts';

const store = useStore();

/** Runs a source for some hours against a host that refuses every address that begins with `bad`. */
async function runFor(hours: number, plan: SyncSource['plan'], schedule = '*/5 * * * *') {
  const route = (_: unknown, url: URL) =>
    url.pathname.startsWith('/bad') ? { status: 500 } : { body: '{}' };
  const hosts = createHosts({ [HOST]: route }, Date.now);
  const source = sourceOf({ plan, schedule });
  const { database } = store;
  const { engine, ledger } = engineOf({ database, hosts, parts: { sources: [source] } });
  let wasDown = false;
  const watch = setInterval(() => {
    wasDown ||= ledger.outageOf(HOST, Date.now()) !== undefined;
  }, MINUTE);
  setTimeout(() => engine.stop(), hours * 60 * MINUTE);
  await passed(engine.run(true));
  clearInterval(watch);
  const minutesOf = (path: string) =>
    hosts.seen
      .filter((one) => one.path === path)
      .map(({ at }) => Math.floor((at - start) / MINUTE));
  return { wasDown, minutesOf };
}

it('one address that always fails is retried less and less often, and its host counts as well', async () => {
  const ran = await runFor(5, () => [requestOf('bad'), requestOf('good')]);
  expect(ran.wasDown).toBe(false);
  expect(ran.minutesOf('/bad')).toEqual([0, 2, 10, 30, 60, 180]);
  const [failing] = store.database
    .prepare('SELECT attempts, state FROM sync_requests WHERE error IS NOT NULL')
    .all();
  expect(failing).toEqual({ attempts: 6, state: 'queued' });
});

it('failing addresses of a higher lane do not keep another request from an open circuit', async () => {
  const feed = (name: string, now: number) =>
    requestOf(name, { lane: 'fresh', version: String(now) });
  const ran = await runFor(10, ({ now }) => [
    feed('bad1', now),
    feed('bad2', now),
    requestOf('good', { notBefore: start + 6 * 60 * MINUTE }),
  ]);
  expect(ran.wasDown).toBe(true);
  // The longest wait for a probe is a quarter of an hour.
  const [asked = Number.POSITIVE_INFINITY] = ran.minutesOf('/good');
  expect(asked).toBeLessThanOrEqual(6 * 60 + 16);
});

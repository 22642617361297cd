import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import type { Job } from '../../src/cluster/job.ts';
import { UsageError } from '../../src/commands/keys.ts';
import type { Shared } from '../../src/commands/shared.ts';
import { openSharedSync } from '../../src/commands/shared-sync.ts';
import { allSources } from '../../src/sources/index.ts';
import type { SyncSource } from '../../src/sources/source.ts';
import { createFakePostgresClient } from '../cluster/fake-postgres.ts';
import { contextOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock, silentLog } from '../support/surroundings.ts';
import { NOTHING_DUE } from '../support/sync-end.ts';

const MINUTE = 60_000;
/** Lead of the PostgreSQL clock over the clock of this machine. */
const AHEAD = 5 * MINUTE;

/** Builds a sync without sources, which ends immediately, with the jobs of the test. */
async function build(
  more: {
    readonly tickers?: readonly string[];
    readonly sources?: readonly SyncSource[];
    readonly reportFile?: string;
    readonly busy?: true;
  } = {},
) {
  const dataDir = temporaryFolder();
  const time = { now: fixedClock() };
  const { context } = contextOn(dataDir, { clock: () => time.now });
  const { database, asked } = createFakePostgresClient((text) => {
    if (text.includes('AS moment')) return [{ moment: String(time.now + AHEAD) }];
    return text.includes('SELECT state') ? [{ state: {} }] : [];
  });
  const job = {
    folder: join(dataDir, 'job'),
    lock: { isWanted: async () => false, lost: new AbortController().signal },
    refresh: vi.fn(async () => {}),
    publish: vi.fn(async () => {}),
    defer: vi.fn(),
  } satisfies Job;
  const waited: string[] = [];
  const shared = {
    database,
    async job(waits: string, work: (one: Job) => Promise<unknown>) {
      waited.push(waits);
      return more.busy ? undefined : { result: await work(job), head: 1 };
    },
  } as unknown as Shared;
  const sync = await openSharedSync(context, {
    config: readConfig(context.environment),
    shared,
    log: silentLog(),
    report: () => {},
    sources: more.sources ?? [],
    reportFile: more.reportFile,
    since: '2024-03-10',
    tickers: more.tickers && new Set(more.tickers),
  });
  onTestFinished(() => sync.close());
  const runSlice = (over = new AbortController().signal) => sync.runSlice('does not wait', over);
  return { runSlice, sync, job, time, asked, waited };
}

describe('a runSlice of a sync of several machines', () => {
  it('that brings no news leaves it for later, and publishes what it knows every ten minutes', async () => {
    const { runSlice, job, time } = await build();
    const deferred = async () => {
      const before = job.defer.mock.calls.length;
      expect(await runSlice()).toEqual(NOTHING_DUE);
      return job.defer.mock.calls.length > before;
    };
    expect(await deferred()).toBe(false);
    expect(await deferred()).toBe(true);
    time.now += 10 * MINUTE - 1;
    expect(await deferred()).toBe(true);
    time.now += 1;
    expect(await deferred()).toBe(false);
    time.now += 1;
    expect(await deferred()).toBe(true);
  });

  it('that is ended is published, whatever it brought', async () => {
    const { runSlice, job } = await build();
    await runSlice();
    expect(await runSlice(AbortSignal.abort())).toEqual({ ...NOTHING_DUE, end: 'stopped' });
    expect(job.defer).not.toHaveBeenCalled();
  });

  it('reports nothing about tickers if no list was read', async () => {
    const { runSlice } = await build({ tickers: ['ABCQZ', 'XYZQZ'] });
    expect(await runSlice()).toMatchObject({ undone: [] });
  });

  it('does not begin with sources that need companies alone, where none are known', async () => {
    const sources = allSources(false).filter(({ name }) => name === 'openfda-crl');
    const { runSlice } = await build({ sources });
    await expect(runSlice()).rejects.toThrow(UsageError);
    await expect(runSlice()).rejects.toThrow('--sources sec-tickers,sec-industries,openfda-crl');
  });

  it('waits for another writer where it is told to, and is none where that writes on', async () => {
    const { sync, runSlice, waited } = await build({ busy: true });
    expect(await runSlice()).toBeUndefined();
    expect(await sync.runSlice('waits', new AbortController().signal)).toBeUndefined();
    expect(waited).toEqual(['does not wait', 'waits']);
  });

  it('reports its progress to servers while it runs', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [known] = allSources(false).filter(({ name }) => name === 'treasury-rates');
    const notBefore = fixedClock() + AHEAD + 60 * MINUTE;
    const address = 'https://home.treasury.gov/x';
    const request = { address, expects: 'xml', lane: 'registry', version: '1', notBefore } as const;
    const source: SyncSource = { ...known!, plan: () => [request] };
    const { runSlice, asked } = await build({ sources: [source] });
    const tells = () => asked.filter(({ text }) => text.includes('INSERT INTO sync_promises'));
    const over = new AbortController();
    const run = runSlice(over.signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tells()).toHaveLength(1);
    expect(JSON.parse(String(tells()[0]?.values[0]))).toMatchObject({
      sources: [{ name: 'treasury-rates', succeeded_at: null }],
    });
    over.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await run).toMatchObject({ end: 'stopped' });
  });

  it('writes the report of its hosts after each runSlice, if one is wanted', async () => {
    const reportFile = join(temporaryFolder(), 'report.json');
    const { runSlice } = await build({ reportFile });
    for (const _ of 'ab') {
      await runSlice();
      const report = JSON.parse(readFileSync(reportFile, 'utf8'));
      expect(report).toMatchObject({ answers: {}, failures: { count: 0 }, not_understood: [] });
      rmSync(reportFile);
    }
  });

  it('uses the clock that all machines share', async () => {
    const { runSlice, asked } = await build();
    const questions = () => asked.filter(({ text }) => text.endsWith('AS moment')).length;
    expect(questions()).toBe(0);
    await runSlice();
    await runSlice();
    expect(questions()).toBe(2);
  });
});

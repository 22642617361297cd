import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../src/commands/keys.ts';
import { endText, stopOf, sync, unlistedOf } from '../../src/commands/sync.ts';
import type { Asked, SyncOptions } from '../../src/commands/sync-options.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import type { Ran } from '../../src/sync/engine.ts';
import { acquire, release } from '../../src/sync/lock.ts';
import { openSyncStore, selfOf } from '../../src/sync/sync-store.ts';
import type { Companies } from '../../src/sync/universe.ts';
import { contextOn, runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock } from '../support/surroundings.ts';
import { tableCells } from '../support/table-cells.ts';

const contact = { CATALYST_CONTACT: 'dev@zorbiva-capital.com' };
/** Nobody listens there. */
const offline = { ...contact, CATALYST_MIRROR: 'http://127.0.0.1:9' };

const ran = (
  dataDir: string,
  options: SyncOptions,
  environment: Record<string, string> = offline,
) => runOn(dataDir, (context) => sync(context, options), { environment });

describe('what a sync says at its end', () => {
  const run = (more: Partial<Ran>): Ran => ({
    ...{ end: 'nothing is due', facts: 0, failed: 0, waiting: [], ...more },
  });
  it.each([
    [run({}), 'sync: nothing is due; 0 facts are new or changed'],
    [run({ facts: 12_345 }), 'sync: nothing is due; 12,345 facts are new or changed'],
    [
      run({ end: 'stopped', failed: 1 }),
      'sync: stopped; 0 facts are new or changed; 1 requests failed',
    ],
    [
      run({ failed: 2, waiting: ['sec.gov asks to be left alone', 'fda.gov refuses'] }),
      'sync: nothing is due; 0 facts are new or changed; 2 requests failed; requests are left: sec.gov asks to be left alone; fda.gov refuses',
    ],
    [
      run({ end: 'offline', failed: 2 }),
      'sync: no public source can be reached from here; what is served stays as it was',
    ],
  ])('%#', (one, text) => {
    expect(endText(one)).toBe(text);
  });

  it('names the tickers that nobody bears', () => {
    const companies = {
      universe: [{ tickers: ['ABCQZ', 'ABCQZ-W'] }, {}],
    } as unknown as Companies;
    const asked = (...tickers: string[]) => ({ tickers: new Set(tickers) }) as unknown as Asked;
    expect(unlistedOf(asked('ABCQZ-W', 'XYZQZ'), companies)).toEqual(['XYZQZ']);
    expect(unlistedOf({} as Asked, companies)).toEqual([]);
  });
});

describe('a sync ends', () => {
  it('when it is asked to, and with its input where it was told so', async () => {
    const ends = async (options: SyncOptions, act: (stdin: PassThrough) => unknown) => {
      const stdin = new PassThrough();
      let hasEnded = false;
      void stopOf(contextOn('', { stdin }).context, options).then(() => {
        hasEnded = true;
      });
      act(stdin);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return hasEnded;
    };
    const own = { untilInputEnds: true } as const;
    for (const act of [
      (stdin: PassThrough) => stdin.end('what nobody reads'),
      (stdin: PassThrough) => stdin.destroy(),
      (stdin: PassThrough) => stdin.destroy(new Error('broken')),
    ]) {
      expect([await ends(own, act), await ends({}, (stdin) => stdin.end())]).toEqual([true, false]);
    }
    expect(await ends(own, (stdin) => stdin.write('a word'))).toBe(false);
    const stopped = contextOn('', { stopped: Promise.resolve() });
    await stopOf(stopped.context, {});
  });

  it('with code 1 where there is no network, and what is served stays', async () => {
    expect(await ran(temporaryFolder(), { sources: 'sec-tickers' })).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(
        /sync: no public source can be reached from here; what is served stays as it was\n$/,
      ),
    });
  });
});

it('a sync has others use the processor first, and a plan has no need to', async () => {
  const standBack = vi.fn();
  const on = (options: SyncOptions) =>
    runOn(temporaryFolder(), (context) => sync(context, { sources: 'sec-tickers', ...options }), {
      ...{ environment: offline, standBack },
    });
  await on({ plan: true });
  expect(standBack).not.toHaveBeenCalled();
  await on({});
  expect(standBack).toHaveBeenCalledOnce();
});

describe('a sync does not begin', () => {
  it('without a contact, where a source asks for one', async () => {
    const dataDir = temporaryFolder();
    const { CATALYST_CONTACT: _, ...nobody } = offline;
    const refused = ran(dataDir, { sources: 'sec-tickers' }, nobody);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/^CATALYST_CONTACT: /);
    // The lock was not taken.
    const database = await openSyncStore(readConfig({ CATALYST_DATA_DIR: dataDir }));
    expect(acquire(database, selfOf(), fixedClock())).toBeUndefined();
    database.close();
  });

  it('by words that are none of its', async () => {
    await expect(ran(temporaryFolder(), { sources: 'sec-tikers' })).rejects.toThrow(UsageError);
  });

  it('while another process syncs: how far that is is shown, until it ends', async () => {
    const dataDir = temporaryFolder();
    const database = await openSyncStore(readConfig({ CATALYST_DATA_DIR: dataDir }));
    const self = selfOf();
    acquire(database, self, fixedClock());
    database.exec("UPDATE sync_lock SET progress = '7 requests'");
    let stop: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const { context, stderr } = contextOn(dataDir, { environment: offline, stopped });
    const code = sync(context, {});
    while (!stderr().includes('7 requests')) await new Promise(setImmediate);
    stop();
    expect(await code).toBe(0);
    expect(stderr()).toBe(
      `sync: process ${process.pid} syncs this store already\nsync: 7 requests\n`,
    );
    // One that stays would take its place: it ends as well when it is asked to.
    const staying = contextOn(dataDir, { environment: offline, stopped });
    expect(await sync(staying.context, { stay: true })).toBe(0);
    expect(staying.stderr()).toBe('');
    release(database, self);
    database.close();
  });
});

describe('the plan of a sync', () => {
  it('says of each source how much it would ask, and sends nothing', async () => {
    const { code, stdout, stderr } = await ran(temporaryFolder(), {
      ...{ plan: true, sources: 'sec-tickers,sec-13f-all' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, ...rows] = tableCells(stdout);
    expect(head).toEqual(['source', 'requests', 'MB', 'minutes']);
    expect(rows.map(([source]) => source)).toEqual(['sec-tickers', 'sec-13f-all']);
    const sum = (column: number) =>
      rows.reduce((all, row) => all + Number(row[column]?.replace('~', '')), 0);
    const [, requests, megabytes] =
      /\n(\d+) requests, (\d+) MB; nothing was sent\n/.exec(stdout) ?? [];
    expect(Number(requests)).toBe(sum(1));
    expect(Math.abs(Number(megabytes) - sum(2))).toBeLessThan(0.7);
    const hasEstimate = rows.some(([, one]) => one?.startsWith('~'));
    const told = '~ is an estimate: the companies and their filings are not known yet\n';
    expect([hasEstimate, stdout.endsWith(told)]).toEqual([true, true]);
  });
});

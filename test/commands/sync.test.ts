import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { ConfigError } from '../../src/base/config-error.ts';
import { UsageError } from '../../src/commands/keys.ts';
import { sync } from '../../src/commands/sync.ts';
import { endText, exitOf, stopOf, undoneOf } from '../../src/commands/sync-end.ts';
import type { Asked, SyncOptions } from '../../src/commands/sync-options.ts';
import type { Ran } from '../../src/ingest/sync/engine.ts';
import { acquire, beat, holderOf } from '../../src/ingest/sync/lock.ts';
import { openSyncStore, selfOf } from '../../src/ingest/sync/sync-store.ts';
import type { Companies } from '../../src/sources/company-notes.ts';
import { startOrigin } from '../ingest/sync/origin/origin.ts';
import { createWorld } from '../ingest/sync/origin/world.ts';
import { contextOn, runOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createGate } from '../support/gate.ts';
import { fixedClock } from '../support/surroundings.ts';
import { NOTHING_FOUND } from '../support/sync-end.ts';
import { tableCells } from '../support/table-cells.ts';

const contact = { CATALYST_CONTACT: 'dev@zorbiva-capital.com' };
/** No server listens on this port. */
const offline = { ...contact, CATALYST_MIRROR: 'http://127.0.0.1:9' };

const ran = (
  dataDir: string,
  options: SyncOptions,
  environment: Record<string, string> = offline,
) => runOn(dataDir, (context) => sync(context, options), { environment });

describe('what a sync says at its end', () => {
  const run = (more: Partial<Ran>): Ran => ({ ...NOTHING_FOUND, ...more });
  it.each([
    [run({}), 'sync: nothing is due; 0 facts are new or changed'],
    [run({ facts: 12_345 }), 'sync: nothing is due; 12,345 facts are new or changed'],
    [
      run({ end: 'stopped', failed: 1 }),
      'sync: stopped; 0 facts are new or changed; 1 requests failed',
    ],
    [
      run({ failed: 2, waiting: ['sec.gov asked for a pause', 'fda.gov refuses'] }),
      'sync: nothing is due; 0 facts are new or changed; 2 requests failed; requests are left: sec.gov asked for a pause; fda.gov refuses',
    ],
    [
      run({
        end: 'offline',
        failed: 2,
        offline: 'no public source can be reached from this machine',
      }),
      'sync: no public source can be reached from this machine; the served records are unchanged',
    ],
  ])('%#', (one, text) => {
    expect(endText(one)).toBe(text);
  });

  it('ends with 3 while requests that failed remain, else with 1 where anything was left', () => {
    const codes = [run({}), run({ waiting: ['a'] }), run({ failed: 1, waiting: ['a'] })];
    expect(codes.map((one) => exitOf(one, []))).toEqual([0, 1, 3]);
    expect(exitOf(run({}), ['not listed: A'])).toBe(1);
    expect(exitOf(run({ end: 'offline', failed: 1 }), [])).toBe(1);
  });

  it('names the tickers that nobody bears, and counts what was not kept', () => {
    const companies = {
      listed: 2,
      universe: [{ tickers: ['ABCQZ', 'ABCQZ-W'] }, {}],
    } as unknown as Companies;
    const asked = (...tickers: string[]) => ({ tickers: new Set(tickers) }) as unknown as Asked;
    expect(undoneOf(asked('ABCQZ-W', 'XYZQZ'), companies, 0)).toEqual([
      'not in the list of companies: XYZQZ',
    ]);
    const none = { listed: 0, universe: [] } as unknown as Companies;
    expect(undoneOf(asked('XYZQZ'), none, 0)).toEqual([]);
    expect(undoneOf({} as Asked, companies, 0)).toEqual([]);
    expect(undoneOf({} as Asked, companies, 2)).toEqual([
      '2 responses were not saved: check that the folder of --keep has free space and is writable. The records of these responses are in the store',
    ]);
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
    expect(await ends(own, (stdin) => stdin.end('what nobody reads'))).toBe(true);
    expect(await ends(own, (stdin) => stdin.destroy())).toBe(true);
    expect(await ends(own, (stdin) => stdin.destroy(new Error('broken')))).toBe(true);
    expect(await ends({}, (stdin) => stdin.end())).toBe(false);
    expect(await ends(own, (stdin) => stdin.write('a word'))).toBe(false);
    const stopped = contextOn('', { stopped: Promise.resolve() });
    await stopOf(stopped.context, {});
  });

  it('with code 1 without a network, and the served records stay', async () => {
    const { code, stdout, stderr } = await ran(temporaryFolder(), { sources: 'sec-tickers' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /sync: no public source can be reached from this machine; the served records are unchanged\n$/,
    );
  });
});

it('a sync has others use the processor first, and a plan has no need to', async () => {
  const lowerPriority = vi.fn();
  const on = (options: SyncOptions) =>
    runOn(temporaryFolder(), (context) => sync(context, { sources: 'sec-tickers', ...options }), {
      environment: offline,
      lowerPriority,
    });
  await on({ plan: true });
  expect(lowerPriority).not.toHaveBeenCalled();
  await on({});
  expect(lowerPriority).toHaveBeenCalledOnce();
});

describe('a sync does not begin', () => {
  it('without a contact, if a source requires one', async () => {
    const dataDir = temporaryFolder();
    const { CATALYST_CONTACT: _, ...nobody } = offline;
    const refused = ran(dataDir, { sources: 'sec-tickers' }, nobody);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/^CATALYST_CONTACT: /);
    // The plan did not take the lock of the store.
    const database = await openSyncStore(readConfig({ CATALYST_DATA_DIR: dataDir }));
    expect(acquire(database, selfOf(), fixedClock())).toBeUndefined();
    database.close();
  });

  it('with a report that cannot be written', async () => {
    const report = join(temporaryFolder(), 'absent', 'report.json');
    const refused = ran(temporaryFolder(), { report });
    await expect(refused).rejects.toThrow(/^--report takes a file in an existing, writable folder/);
  });

  it('while another process syncs: how far that is is shown', async () => {
    const { other, stop, code, stderr, dataDir, stopped } = await beside('7 requests');
    while (!stderr().includes('7 requests')) await new Promise(setImmediate);
    stop();
    expect(await code).toBe(1);
    expect(stderr()).toBe(
      `sync: process ${process.pid} is already syncing this store; this process waits until process ${process.pid} finishes\nsync: process ${process.pid}: 7 requests\n`,
    );
    // A sync that keeps running would hold the lock, and it also ends on request.
    const staying = contextOn(dataDir, { environment: offline, stopped });
    expect(await sync(staying.context, { stay: true })).toBe(0);
    expect(staying.stderr()).toBe('');
    expect(holderOf(other.database)?.holder).toBe(other.self.holder);
  });

  it('beside one that has nothing to ask for a while: it ends with code 1 and says so', async () => {
    const progress = '7 requests, 3 facts, waiting until 2026-11-23T12:05Z';
    const { code, stderr } = await beside(progress);
    expect(await code).toBe(1);
    const other = `process ${process.pid}`;
    const it = `sync: ${other}`;
    expect(stderr()).toBe(
      `${it} is already syncing this store; this process waits until ${other} finishes\n${it}: ${progress}\n${it} is idle until more requests are due, so this process sent no requests. Stop ${other}, or try again when it has ended; \`status\` shows how current the sources are\n`,
    );
  });

  it('before the folder is there in which it is to keep what it receives', async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder, 'file', '');
    for (const keep of ['', file, join(folder, 'absent/kept'), '/proc/nope', '/proc']) {
      await expect(ran(temporaryFolder(), { keep })).rejects.toThrow(
        new UsageError(
          `--keep takes a writable folder, or the path of a new folder inside an existing folder: files cannot be saved in ${JSON.stringify(keep)}.`,
        ),
      );
    }
    expect(readdirSync(folder)).toEqual(['file']);
    // `--plan` stores nothing.
    const planned = ran(folder, { plan: true, sources: 'news-fda', keep: join(folder, 'kept') });
    expect((await planned).code).toBe(0);
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  });

  it('with sources that need companies alone, where none are known, nor is a plan made', async () => {
    const need = (names: string, line: string) =>
      new UsageError(
        `No companies are known yet, so no requests are sent to ${names}.\nAdd the sources that provide companies: --sources ${line}`,
      );
    const dataDir = temporaryFolder();
    const all =
      'sec-tickers,sec-industries,openfda-approvals,openfda-crl,treasury-rates,openfda-labels';
    for (const plan of [{}, { plan: true as const }]) {
      const some = ran(dataDir, { ...plan, sources: 'openfda-crl,treasury-rates,openfda-labels' });
      await expect(some).rejects.toThrow(need('openfda-crl, openfda-labels', all));
      const one = ran(dataDir, { ...plan, sources: 'sec-submissions', tickers: 'ABCQZ' });
      await expect(one).rejects.toThrow(need('sec-submissions', 'sec-tickers,sec-submissions'));
    }
  });
});

/** Runs a sync on a store that this process has locked, with the given progress text. */
async function beside(progress: string) {
  const dataDir = temporaryFolder();
  const database = await openSyncStore(readConfig({ CATALYST_DATA_DIR: dataDir }));
  const self = selfOf();
  acquire(database, self, fixedClock());
  beat(database, self, progress, fixedClock());
  const { open: stop, opened: stopped } = createGate();
  onTestFinished(() => {
    stop();
    database.close();
  });
  const { context, stderr } = contextOn(dataDir, { environment: offline, stopped });
  return { other: { database, self }, dataDir, stop, stopped, stderr, code: sync(context, {}) };
}

describe('the plan of a sync', () => {
  it('is of the companies that are asked for, as far back as it is to reach', async () => {
    const planned = async (options: SyncOptions) => {
      const { stdout } = await ran(temporaryFolder(), { plan: true, ...options });
      return Object.fromEntries(tableCells(stdout).map(([source, requests]) => [source, requests]));
    };
    expect(await planned({ tickers: 'ABCQZ,XYZQZ', since: '2026-02' })).toEqual({
      source: 'requests',
      'sec-tickers': '~1',
      'sec-submissions': '~2',
      'sec-companyfacts': '~2',
      'sec-form4': '~15',
      'sec-offerings': '~1',
      'sec-13dg': '~1',
      'sec-covers': '~2',
    });
    // One month has two files of failures-to-deliver data with their page, and one quarter with its
    // page.
    expect(await planned({ since: '2026-02' })).toMatchObject({
      'sec-submissions': '~850',
      'sec-fails': '~3',
      'sec-form345': '~2',
      'sec-offerings': '~170',
      'sec-search': '~24',
      'sec-documents': '~2125',
    });
    expect(await planned({})).toMatchObject({
      'sec-submissions': '~850',
      'sec-fails': '~49',
      'sec-form345': '~9',
      'sec-offerings': '~4080',
      'sec-search': '~300',
      'sec-documents': '~11900',
    });
  });

  it('says of each source how much it would ask, and sends nothing', async () => {
    const asked = { plan: true, sources: 'sec-tickers,sec-13f-all' } as const;
    const { code, stdout, stderr } = await ran(temporaryFolder(), asked);
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
    const told = '~ marks an estimate: the companies and their filings are not known yet\n';
    expect([hasEstimate, stdout.endsWith(told)]).toEqual([true, true]);
  });
});

const world = createWorld(2);
const { ticker } = world.companies[0]!;

/**
 * Runs a sync against hosts on this machine.
 *
 * @param refresh the program that runs in place of a refresh
 */
async function syncedFrom(options: SyncOptions, dataDir = temporaryFolder(), refresh = '') {
  const origin = await startOrigin(world.routes);
  onTestFinished(() => origin.close());
  const { open: stop, opened: stopped } = createGate();
  onTestFinished(stop);
  const begun = Date.now();
  const { context, stderr } = contextOn(dataDir, {
    environment: { ...contact, CATALYST_MIRROR: origin.mirror },
    clock: () => fixedClock() + Date.now() - begun,
    stopped,
  });
  const program = fileIn(temporaryFolder(), 'program.mjs', refresh);
  const code = sync({ ...context, self: [process.execPath, program] }, options);
  code.catch(() => {});
  return { code, stop, stderr, origin, dataDir };
}
const lastLines = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines);

describe('a sync', () => {
  it('ends with code 0 after all due requests, and keeps what it received', async () => {
    const keep = temporaryFolder();
    const one = { sources: 'sec-tickers', tickers: ticker };
    const { code, stderr, dataDir, origin } = await syncedFrom({ ...one, keep });
    expect(await code).toBe(0);
    const nothing = 'sync: nothing is due; 0 facts are new or changed';
    expect(lastLines(stderr(), 1)).toEqual([nothing.replace('0', '1')]);
    expect(readdirSync(join(keep, 'www.sec.gov'))).toEqual([
      'files%2Fcompany_tickers_exchange.json',
    ]);
    expect(origin.paths('www.sec.gov')).toEqual(['/files/company_tickers_exchange.json']);
    const again = await syncedFrom(one, dataDir);
    expect(await again.code).toBe(0);
    expect([again.origin.seen, lastLines(again.stderr(), 1)]).toEqual([[], [nothing]]);
  });

  it('with a list of companies that is too short reports it, and ends with code 1', async () => {
    const { code, stderr } = await syncedFrom({ sources: 'sec-tickers' });
    expect(await code).toBe(1);
    expect(lastLines(stderr(), 1)[0]).toMatch(/requests are left: there would be \d+ /);
  });

  it('of an unknown ticker names it, and ends with code 1', async () => {
    const some = await syncedFrom({ sources: 'sec-tickers', tickers: `${ticker},NOBODY` });
    expect(await some.code).toBe(1);
    expect(lastLines(some.stderr(), 1)).toEqual(['sync: not in the list of companies: NOBODY']);
  });

  it('that keeps running waits for what becomes due, and ends with code 0 on request', async () => {
    const { code, stop, stderr, origin } = await syncedFrom({ sources: 'sec-tickers', stay: true });
    await expect.poll(() => origin.seen.length).toBeGreaterThan(0);
    const early = await Promise.race([code, new Promise((done) => setTimeout(done, 100, 'stays'))]);
    expect(early).toBe('stays');
    stop();
    expect(await code).toBe(0);
    expect(lastLines(stderr(), 1)).toEqual([expect.stringMatching(/^sync: stopped; /)]);
  });

  it('that is stopped does not wait for a refresh', async () => {
    const folder = temporaryFolder();
    const begun = join(folder, 'begun');
    const endless = `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(begun)}, '');
      setInterval(() => {}, 1_000);`;
    const one = { sources: 'sec-tickers', tickers: ticker };
    const { code, stop } = await syncedFrom(one, temporaryFolder(), endless);
    await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true);
    stop();
    expect(await code).toBe(1);
  });

  it('that is stopped before it has started ends with code 1', async () => {
    const { code, stop } = await syncedFrom({ sources: 'sec-tickers' });
    stop();
    expect(await code).toBe(1);
  });
});

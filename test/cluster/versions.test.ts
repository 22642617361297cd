import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import type { Postgres } from '../../src/cluster/postgres.ts';
import { openPublishedStore } from '../../src/cluster/published-store.ts';
import { pulledFiles, pullServed, versionsFolder } from '../../src/cluster/pull.ts';
import { tellPromises } from '../../src/cluster/shared-promises.ts';
import { factsLayout } from '../../src/cluster/version-files.ts';
import {
  headOf,
  listVersions,
  newestVersion,
  Overtaken,
  publishAgain,
} from '../../src/cluster/versions.ts';
import { storeFile } from '../../src/data-files.ts';
import type { Endpoint } from '../../src/endpoint.ts';
import type { LocalStore } from '../../src/local/local-store.ts';
import type { RecordPage } from '../../src/query.ts';
import { createStoreSource } from '../../src/sources/store.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { StoreFailure } from '../../src/store/failure.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { endpoints } from '../../tools/index.ts';
import { type Engines, haveEngines, startEngines } from '../support/engines.ts';
import { fillStore, fixedClock, silentLog } from '../support/start-app.ts';
import { today, universe } from '../support/universe.ts';
import { fileIn, temporaryFolder } from '../support-mcp.ts';
import {
  filesIn,
  instance,
  job,
  openEmpty,
  questionsTo,
  take,
  until,
  versionIn,
  type Writing,
} from './shared-store.ts';

const layout = layoutOf(endpoints);
const DAY = 86_400_000;
const tomorrow = () => fixedClock() + DAY;
const companies = endpoints.find(({ name }) => name === 'companies') as Endpoint;

describe.runIf(haveEngines)('versions of the records', () => {
  let engines: Engines;
  let sql: Postgres;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines.close());
  beforeEach(async () => {
    sql = await openEmpty(engines.databaseUrl);
  });
  afterEach(() => sql.end({ timeout: 1 }));

  const writer = (): Writing => ({
    sql,
    databaseUrl: engines.databaseUrl,
    folder: join(temporaryFolder(), 'shared'),
  });
  async function serving(more: Parameters<typeof instance>[2] = {}, dataDir = temporaryFolder()) {
    const store = await instance(engines.databaseUrl, dataDir, more);
    onTestFinished(() => store.close());
    return store;
  }
  const imported = (writing: Writing, facts = universe) =>
    job(writing, ({ folder }) => take(folder, facts));
  const listed = (ticker: string) => ({ companies: [{ ticker, name: `${ticker} Inc.` }] });
  async function tickersIn(store: LocalStore): Promise<string[]> {
    const query = { arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined };
    const page = await store.source().fetch(companies, { ...query, today });
    return page.records.map((record) => JSON.parse(record).ticker);
  }
  const told = (page: RecordPage) => ({ records: page.records, total: page.total });

  it('answer each question as the store does that they were made of', async () => {
    const writing = writer();
    await imported(writing);
    const store = await serving();
    const database = await openDatabase(storeFile(writing.folder, 'real'), factMigrations);
    onTestFinished(() => database.close());
    const original = createStoreSource(database, false);
    let asked = 0;
    let found = 0;
    for (const endpoint of endpoints) {
      for (const query of await questionsTo(original, endpoint)) {
        const page = await store.source().fetch(endpoint, query);
        expect(told(page)).toEqual(told(await original.fetch(endpoint, query)));
        asked += 1;
        found += page.total > 0 ? 1 : 0;
      }
    }
    expect(asked).toBeGreaterThan(2 * endpoints.length);
    expect(found).toBeGreaterThan(endpoints.length / 2);
    expect(await (await store.source().directory())?.company('ACME')).toEqual(
      await (await original.directory())?.company('ACME'),
    );
    expect(await store.source().contents()).toEqual(await original.contents());
  });

  it('are taken by every instance under one number, which answers name', async () => {
    const writing = writer();
    await imported(writing);
    const stores = [await serving(), await serving()];
    const [newest] = await listVersions(sql);
    expect(newest).toMatchObject({ kind: 'served', layout, derived_on: today, facts_at: today });
    for (const store of stores) {
      const page = await store.source().fetch(companies, {
        ...{ arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined, today },
      });
      expect(page.origin).toEqual({
        version: String(newest?.id),
        from: 'shared store',
        asOf: today,
      });
      expect(store.source().health?.()).toEqual({ ready: true, computedOn: today });
    }
  });

  it('follow one another: what is imported elsewhere is served, and earlier files go', async () => {
    const [first, second] = [writer(), writer()];
    await imported(first);
    const dataDir = temporaryFolder();
    const store = await serving({}, dataDir);
    const before = versionIn(store);
    expect(await tickersIn(store)).not.toContain('NEWQZ');
    // The other machine has nothing yet: it begins from what the first one published.
    await imported(second, listed('NEWQZ'));
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toEqual(expect.arrayContaining(['ACME', 'NEWQZ']));
    expect(filesIn(dataDir)).toEqual([`served-${layout}-${versionIn(store)}.sqlite`]);
    await imported(first, listed('LASTQZ'));
    await until(async () => (await tickersIn(store)).includes('LASTQZ'));
    expect(await tickersIn(store)).toContain('NEWQZ');
  });

  it('of another layout leave no file behind once their release has been gone for a day', async () => {
    await imported(writer());
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'versions');
    mkdirSync(folder);
    const gone = fileIn(folder, 'served-abc-1.sqlite', 'earlier');
    const beside = fileIn(folder, 'served-abd-1.sqlite', 'earlier');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(gone, twoDaysAgo, twoDaysAgo);
    await serving({}, dataDir);
    expect([existsSync(gone), existsSync(beside)]).toEqual([false, true]);
  });

  it('send only the parts that are new, and nothing where nothing changed', async () => {
    const writing = writer();
    const first = await imported(writing);
    const counted = async () => (await sql`SELECT count(*)::int AS parts FROM part`)[0]?.parts;
    const parts = await counted();
    expect((await imported(writing))?.head).toBe(first?.head);
    expect(await counted()).toBe(parts);
    // Another machine whose copy is the same, part for part.
    const again = await job(writer(), async () => {});
    expect(again?.head).toBe(first?.head);
  });

  it('serve the demo until there are records, and say of which day they are', async () => {
    const writing = writer();
    await fillStore(storeFile(writing.folder, 'demo'), universe, 'demo');
    await job(writing, async () => {});
    const later = await serving({ clock: tomorrow });
    expect(later.source().demo).toBe(true);
    expect(later.source().describe().from).toBe('fictional demo data');
    const page = await later.source().fetch(companies, {
      ...{ arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined, today },
    });
    expect(page.notices?.[0]).toMatch(`These records were computed on ${today}, not today`);
    await imported(writing);
    await until(() => !later.source().demo);
  });

  it('come with what sync says of its sources, which changes while they do not', async () => {
    await imported(writer());
    const store = await serving();
    const HOUR = 3_600_000;
    const said = (succeeded_at: number) =>
      tellPromises(
        sql,
        JSON.stringify({
          ...{ written_at: fixedClock(), filled: null },
          sources: [
            {
              ...{ name: 'list', title: 'the list', fills: ['companies'], promise: HOUR },
              ...{ succeeded_at, as_of: null },
            },
          ],
        }),
      );
    const noticesOf = () => store.source().health?.()?.notices;
    expect(noticesOf()).toBeUndefined();
    await said(fixedClock() - 3 * HOUR);
    await until(() => noticesOf() !== undefined);
    expect(noticesOf()?.[0]).toMatch(/^Companies as of 2026-03-10: last renewed from the list/);
    await said(fixedClock());
    await until(() => noticesOf() === undefined);
  });

  it('are not there before the first: asking is refused in words, and then served', async () => {
    const store = await serving();
    expect(store.source().health?.()).toMatchObject({ ready: false });
    await expect(tickersIn(store)).rejects.toMatchObject({ status: 503 });
    await imported(writer());
    await until(() => store.source().health?.()?.ready === true);
    expect(await tickersIn(store)).toContain('ACME');
  });

  describe('a writer', () => {
    it('that lost its lock publishes nothing', async () => {
      const slow = writer();
      await imported(slow);
      const attempts: string[] = [];
      const done = job(slow, async ({ folder }) => {
        attempts.push('slow');
        await take(folder, listed('SLOWQZ'));
        if (attempts.length > 1) return;
        // Its connection breaks, and another machine comes before it.
        await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`;
        await imported(writer(), listed('FASTQZ'));
      });
      await done;
      // It began anew over what the other one had published: nothing of either is lost.
      expect(attempts).toHaveLength(2);
      expect(await tickersIn(await serving())).toEqual(
        expect.arrayContaining(['FASTQZ', 'SLOWQZ']),
      );
    });

    it('that lost its lock and left its work for later does not take the copy for newer', async () => {
      const slow = writer();
      await imported(slow);
      await job(slow, async ({ defer }) => {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`;
        await imported(writer(), listed('FASTQZ'));
        defer();
      });
      await imported(slow, listed('NEXTQZ'));
      expect(await tickersIn(await serving())).toEqual(
        expect.arrayContaining(['FASTQZ', 'NEXTQZ']),
      );
    });

    it('drops what was being written where another one was killed long ago', async () => {
      const [one, other] = [writer(), writer()];
      await imported(one);
      mkdirSync(other.folder);
      const abandoned = fileIn(other.folder, 'store.sqlite.1.writing', 'half');
      const current = fileIn(other.folder, 'store.sqlite.2.writing', 'half');
      const longAgo = new Date(Date.now() - 2 * 3_600_000);
      utimesSync(abandoned, longAgo, longAgo);
      await imported(other, listed('OTHERQZ'));
      expect([existsSync(abandoned), existsSync(current)]).toEqual([false, true]);
    });

    it('that is overtaken again and again gives up, and nothing of it is served', async () => {
      const slow = writer();
      await imported(slow);
      let turn = 0;
      const done = job(slow, async ({ folder }) => {
        turn += 1;
        await take(folder, listed('SLOWQZ'));
        await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`;
        await imported(writer(), listed(`FAST${'ABC'[turn]}QZ`));
      });
      await expect(done).rejects.toThrow(Overtaken);
      expect(await tickersIn(await serving())).not.toContain('SLOWQZ');
      // What it left on its machine is not what it begins from.
      await imported(slow, listed('NEXTQZ'));
      const tickers = await tickersIn(await serving());
      expect(tickers).toContain('NEXTQZ');
      expect(tickers).not.toContain('SLOWQZ');
    });

    it('keeps others out; who waits comes next, who does not is told', async () => {
      const order: string[] = [];
      let open: () => void = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      let isWanted: () => Promise<boolean> = async () => false;
      await imported(writer());
      const first = job(writer(), async ({ lock }) => {
        isWanted = lock.isWanted;
        await gate;
        order.push('first');
      });
      await until(
        async () => (await sql`SELECT FROM pg_locks WHERE locktype = 'advisory'`).length > 0,
      );
      expect(await job(writer(), async () => {})).toBeUndefined();
      await until(async () => !(await isWanted()));
      const second = job({ ...writer(), waits: () => order.push('waits') }, async () => {
        order.push('second');
      });
      await until(() => isWanted());
      open();
      await Promise.all([first, second]);
      expect(order).toEqual(['waits', 'first', 'second']);
    });

    it('leaves what can be had again to its next job; another machine does not wait for it', async () => {
      const [one, other] = [writer(), writer()];
      const head = (await imported(one))?.head;
      const deferred = async (ticker: string) => {
        const done = await job(one, async ({ folder, defer }) => {
          await take(folder, listed(ticker));
          defer();
        });
        expect(done?.head).toBe(await headOf(sql));
      };
      await deferred('LATERQZ');
      expect(await headOf(sql)).toBe(head);
      await imported(one, listed('NOWQZ'));
      const tickers = await tickersIn(await serving());
      expect(tickers).toEqual(expect.arrayContaining(['LATERQZ', 'NOWQZ']));
      await deferred('GONEQZ');
      await imported(other, listed('OTHERQZ'));
      await imported(one, listed('LASTQZ'));
      const after = await tickersIn(await serving());
      expect(after).toEqual(expect.arrayContaining(['LATERQZ', 'OTHERQZ', 'LASTQZ']));
      expect(after).not.toContain('GONEQZ');
    });

    it('of facts that are newer than this program touches nothing', async () => {
      await imported(writer());
      await sql`UPDATE version SET layout = ${String(Number(factsLayout) + 1)} WHERE kind = 'facts'`;
      const head = await headOf(sql);
      await expect(imported(writer())).rejects.toThrow(/newer version of this program/);
      expect(await headOf(sql)).toBe(head);
    });
  });

  describe('a damaged part', () => {
    async function damage(hash: string): Promise<void> {
      await sql`UPDATE part SET body = set_byte(body, length(body) / 2, get_byte(body, length(body) / 2) # 255) WHERE hash = ${hash}`;
    }
    async function newParts(): Promise<string[]> {
      const rows = await sql<{ parts: string[] }[]>`
        SELECT parts FROM version WHERE kind = 'served' ORDER BY id DESC LIMIT 2`;
      const [now, before] = rows.map(({ parts }) => parts);
      return (now ?? []).filter((hash) => !before?.includes(hash));
    }

    it('keeps its version from being served; the one before is served on, and the next one again', async () => {
      const writing = writer();
      await imported(writing);
      const dataDir = temporaryFolder();
      const store = await instance(engines.databaseUrl, dataDir);
      const before = versionIn(store);
      await store.close();
      await imported(writing, listed('NEWQZ'));
      const [bad] = await newParts();
      await damage(bad as string);
      await expect(pullServed(sql, join(dataDir, 'versions'), layout)).rejects.toThrow(/damaged/);
      expect(pulledFiles(join(dataDir, 'versions'), layout).map(({ id }) => String(id))).toEqual([
        before,
      ]);
      expect(filesIn(dataDir)).toHaveLength(1);
      await sql`DELETE FROM part WHERE hash = ${bad as string}`;
      await expect(pullServed(sql, join(dataDir, 'versions'), layout)).rejects.toThrow(/missing/);
      await imported(writing, listed('NEXTQZ'));
      const pulled = await pullServed(sql, join(dataDir, 'versions'), layout);
      expect(pulled?.id).toBe((await newestVersion(sql, 'served', layout))?.id);
    });

    it('of a file of this machine is fetched again', async () => {
      await imported(writer());
      const folder = join(temporaryFolder(), 'versions');
      const { path, id } = (await pullServed(sql, folder, layout))!;
      const whole = readFileSync(path);
      const damaged = Buffer.from(whole);
      damaged.fill(1, 300_000, 300_100);
      writeFileSync(path, damaged);
      expect(await pullServed(sql, folder, layout)).toEqual({ path, id });
      expect(readFileSync(path).equals(whole)).toBe(true);
    });
  });

  it('that cannot be brought leave the last one serving, say why once it is old, and are tried again', async () => {
    const writing = writer();
    await imported(writing);
    const dataDir = temporaryFolder();
    let isFull = false;
    let attempts = 0;
    // Tomorrow, and it goes on: the next attempt waits for its time.
    const clock = () => tomorrow() + performance.now();
    const store = await openPublishedStore({
      ...{ databaseUrl: engines.databaseUrl, dataDir, endpoints, clock, log: silentLog() },
      maxRefreshWait: 0,
      async pull() {
        attempts += 1;
        if (isFull) throw new StoreFailure(`${dataDir}: the disk is full. Free some space.`);
        await pullServed(sql, versionsFolder(dataDir), layout);
      },
    });
    onTestFinished(() => store.close());
    const before = versionIn(store);
    isFull = true;
    await imported(writing, listed('NEWQZ'));
    await until(() => attempts > 2);
    expect(versionIn(store)).toBe(before);
    const { records, notices } = await store.source().fetch(companies, {
      ...{ arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined, today },
    });
    expect(records.length).toBeGreaterThan(0);
    expect(notices?.[0]).toMatch(
      /not today: their refresh failed \(the disk is full\) and is tried/,
    );
    expect(store.source().health?.()).toMatchObject({ ready: true, computedOn: today });
    isFull = false;
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toContain('NEWQZ');
  });

  it('stay three of a layout and those of the last hour; parts that none names go', async () => {
    const writing = writer();
    for (const ticker of ['AQZ', 'BQZ', 'CQZ', 'DQZ']) await imported(writing, listed(ticker));
    expect(await listVersions(sql)).toHaveLength(8);
    await sql`UPDATE version SET made_at = made_at - interval '2 hours'`;
    await imported(writing, listed('EQZ'));
    const kinds = (await listVersions(sql)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'served')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'facts')).toHaveLength(3);
    const [row] = await sql`
      SELECT (SELECT count(*) FROM part) AS kept,
        (SELECT count(DISTINCT one) FROM version, unnest(parts) AS one) AS named`;
    expect(row?.kept).toBe(row?.named);
  });

  it('are published again with the facts of their time, from which the next ones follow', async () => {
    const writing = writer();
    const good = (await imported(writing))?.head as number;
    await imported(writing, listed('BADQZ'));
    const store = await serving();
    expect(await tickersIn(store)).toContain('BADQZ');
    const before = (await sql`SELECT count(*) AS parts FROM part`)[0]?.parts;
    const { head } = await publishAgain(sql, await headOf(sql), good);
    expect((await sql`SELECT count(*) AS parts FROM part`)[0]?.parts).toBe(before);
    await until(() => versionIn(store) === String(head));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await imported(writing, listed('NEXTQZ'));
    await until(async () => (await tickersIn(store)).includes('NEXTQZ'));
    expect(await tickersIn(store)).not.toContain('BADQZ');
    await expect(publishAgain(sql, await headOf(sql), 999)).rejects.toThrow(/is not among/);
  });

  it('of two layouts stand side by side while one release follows the other', async () => {
    const newer = endpoints.map((endpoint) =>
      endpoint.name === 'companies'
        ? { ...endpoint, keys: [...(endpoint.keys ?? []), 'industry'] }
        : endpoint,
    );
    expect(layoutOf(newer)).not.toBe(layout);
    const old = writer();
    await imported(old);
    const store = await serving();
    const next = await serving({ endpoints: newer });
    expect(next.source().health?.()?.ready).toBe(false);
    const before = versionIn(store);
    // The new `work` publishes its layout of the same facts.
    const upgraded = { ...writer(), endpoints: newer };
    await imported(upgraded, listed('NEWQZ'));
    await until(() => next.source().health?.()?.ready === true);
    expect(await tickersIn(next)).toContain('NEWQZ');
    expect(versionIn(store)).toBe(before);
    expect(await tickersIn(store)).not.toContain('NEWQZ');
    // And back: the old one publishes again, of all facts.
    await job(old, async () => {});
    await until(() => versionIn(store) !== before);
    expect(await tickersIn(store)).toContain('NEWQZ');
  });
});

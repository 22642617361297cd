import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { sha256 } from '../../src/base/sha256.ts';
import { verify } from '../../src/commands/verify.ts';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { servedLines } from '../../src/derive/catalysts/frozen-lines.ts';
import { refreshAndFreeze, refreshFile } from '../../src/derive/refresh-served.ts';
import { shiftDays } from '../../src/domain/dates.ts';
import { nextSheets, readChain, type StoredSheet } from '../../src/domain/track-record/chain.ts';
import { type Kind, kindNames, type NewLine } from '../../src/domain/track-record/kinds.ts';
import { isForecast } from '../../src/domain/track-record/lines.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { appendSheets, readSheets, recordIn } from '../../src/store/record-file.ts';
import { endpoints } from '../../tools/index.ts';
import { runOn } from '../support/context.ts';
import { demoDay } from '../support/demo-facts.ts';
import { temporaryFolder } from '../support/files.ts';
import { clientOf } from '../support/mcp.ts';
import { serve, startApp } from '../support/start-app.ts';

const folder = temporaryFolder();
const [store, record] = [join(folder, 'store.sqlite'), join(folder, 'forecasts.sqlite')];
const catalyst = {
  _id: 'a',
  ticker: 'AQZ',
  drugname: 'Drug',
  catalyst: 'PDUFA Date',
  stage: 'NDA/BLA',
  formattedDate: '2026-03-14',
  catdate: '2026-03-14',
  createdDate: '2025/06/02',
};

async function write(more: object): Promise<void> {
  const database = await openDatabase(store, factMigrations);
  writeFacts(database, 'catalysts', [{ ...catalyst, ...more }], 'test');
  database.close();
}
const refreshOn = (day: string) =>
  refreshFile(store, endpoints, () => Date.parse(day), undefined, record);
/** The sheets with lines, each with what its lines state. */
const sheets = async () =>
  (await readSheets(record)).flatMap(({ header, sheet }) => {
    const { day, kind } = JSON.parse(header);
    const lines = sheet.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
    const about = lines.map((line) =>
      line.withdrawn ? 'withdrawn' : line.happened_on ? 'truth' : 'forecast',
    );
    return lines.length > 0 ? [`${day} ${kind}: ${about.join()}`] : [];
  });

beforeAll(async () => {
  await write({});
  await refreshOn('2026-03-01');
  await refreshOn('2026-03-02');
  // A second refresh of the day, and a clock that was set back.
  await write({ treatment: 'Asthma' });
  await refreshOn('2026-03-02');
  await refreshOn('2026-02-01');
  await write({ decision: 'Approved', decision_date: '2026-03-10' });
  await refreshOn('2026-03-11');
});

describe('refreshes of a real store', () => {
  it('freeze one sheet a day, and none while the clock is behind', async () => {
    expect(await sheets()).toEqual([
      '2026-03-01 approval: forecast',
      '2026-03-01 goal_date: forecast',
      '2026-03-11 approval: truth,withdrawn',
      '2026-03-11 goal_date: truth,withdrawn',
    ]);
    expect(readChain(await readSheets(record), sha256)).toHaveLength(3 * kindNames.length);
  });

  it('keep the scores of the record for the next refresh', async () => {
    const database = await openDatabase(store, factMigrations);
    onTestFinished(() => database.close());
    const scores = JSON.parse(readMeta(database, 'record_scores')!);
    const { head } = (await readSheets(record)).at(-1)!;
    expect(scores[0]).toMatchObject({ scope: 'record', head, as_of: '2026-03-11' });
  });

  it('append all or nothing, and the record cannot be changed', async () => {
    const before = await readSheets(record);
    const cut = appendSheets(record, () => {
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    const database = await openDatabase(record, []);
    onTestFinished(() => database.close());
    for (const sql of ['DELETE FROM sheets', "UPDATE sheets SET head = 'x'"]) {
      expect(() => database.exec(sql)).toThrow('the record cannot be changed');
    }
    expect(await readSheets(record)).toEqual(before);
  });
});

/** Starts the service, and a server of it that serves a record. */
async function serving(path: string) {
  const started = await startApp();
  onTestFinished(() => started.close());
  const server = await serve(started.app, undefined, { record: recordIn(path) });
  onTestFinished(() => server.close());
  return { started, server };
}

it('the record is served without a key, as a page and as the sheets', async () => {
  const { server } = await serving(record);
  const page = await (await fetch(`${server.base}/record`)).text();
  expect(page).toContain('<h1>Record of forecasts</h1>');
  expect(page).toContain('There are no forecasts yet.');
  const stored = await readSheets(record);
  const headers = await (await fetch(`${server.base}/record/headers`)).text();
  const lines = headers.split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    stored.map(({ head, header }) => ({ head, header })),
  );
  const third = await fetch(`${server.base}/record/sheets/3`);
  expect(await third.text()).toBe(stored[2]!.sheet);
  for (const seq of ['25', '0', '-1', '1.0', '0x1', '1e0', '%20', 'length', '9'.repeat(400)]) {
    const { status } = await fetch(`${server.base}/record/sheets/${seq}`);
    expect([seq, status]).toEqual([seq, 404]);
  }
});

it('sheets of forecasts that Basic does not serve need a key of a plan that serves them until their events are due', async () => {
  const path = join(temporaryFolder(), 'forecasts.sqlite');
  const target = (goal: string): NewLine => ({
    kind: 'takeover',
    subject: 'AQZ',
    ticker: 'AQZ',
    goal,
    percentile: 95,
    method: 't/1',
  });
  // The fixed day is March 10, 2026: the first sheet is open, 60 days after its goal.
  for (const [day, goal] of [
    ['2025-01-02', '2026-01-09'],
    ['2025-03-02', '2026-01-10'],
  ] as const) {
    const stated = { day, program: '1.0.0', revisions: 'r', nonce: () => day };
    const append = (sheets: readonly StoredSheet[]) =>
      nextSheets(readChain(sheets, sha256), [target(goal)], stated, sha256);
    await appendSheets(path, append);
  }
  const place = kindNames.indexOf('takeover') + 1;
  const { started, server } = await serving(path);
  const basic = started.createKey({ name: 'record basic' });
  const bundle = ['Smart Money'];
  const other = started.createKey({ name: 'record other', plan: 'elite-plus', bundle });
  const statusOf = async (seq: number, key?: string) => {
    const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key };
    return (await fetch(`${server.base}/record/sheets/${seq}`, { headers })).status;
  };
  expect(await statusOf(place)).toBe(200);
  const closed = place + kindNames.length;
  const given = [undefined, basic, other, started.key];
  const statuses = await Promise.all(given.map((key) => statusOf(closed, key)));
  expect(statuses).toEqual([401, 403, 403, 200]);
  const said = async (options: { readonly key?: string }) =>
    (await runOn(folder, (context) => verify(context, server.base, options))).stdout;
  expect(await said({})).toContain(
    '16 sheets, the newest from 2025-03-02, 1 withheld until their events are due',
  );
  expect(await said({ key: started.key })).toContain(
    '16 sheets, the newest from 2025-03-02. Head: ',
  );
});

it('answers over REST and MCP state the newest head', async () => {
  const started = await startApp();
  onTestFinished(() => started.close());
  const database = await openDatabase(filesOf(started.dataDir).store, factMigrations);
  writeMeta(database, 'record_scores', JSON.stringify([{ head: 'f00d' }]));
  database.close();
  const { headers } = await started.ask('/fdacalendar');
  expect(headers.get('catalyst-record-head')).toBe('f00d');
  const client = await clientOf(started.base, {
    headers: { Authorization: `Bearer ${started.key}` },
  });
  onTestFinished(() => client.close());
  const { _meta } = await client.callTool({ name: 'fda_calendar', arguments: {} });
  expect(_meta).toEqual({ record_head: 'f00d' });
});

it('a day of facts of all kinds has forecasts of all kinds, which are the served ones', async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const database = await openDatabase(path, factMigrations);
  onTestFinished(() => database.close());
  inTransaction(database, () => {
    for (const { kind, records } of demoFacts(demoSeed, demoDay)) {
      writeFacts(database, kind, records, 'test');
    }
  });
  const all = join(temporaryFolder(), 'forecasts.sqlite');
  await refreshAndFreeze(database, endpoints, () => Date.parse(demoDay), all);
  const chain = readChain(await readSheets(all), sha256);
  const forecasts = (kind: Kind) =>
    chain.find((sheet) => sheet.kind === kind)!.lines.filter(isForecast);
  for (const kind of kindNames) expect([kind, forecasts(kind).length > 0]).toEqual([kind, true]);
  const served = (name: string) => {
    const rows = database.prepare(`SELECT record FROM "records ${name}"`).all();
    return (rows as { record: string }[]).map(({ record }) => JSON.parse(record));
  };
  const targets = served('ma_targets');
  expect(forecasts('takeover')).toHaveLength(targets.length);
  for (const { ticker, percentile } of targets) {
    const line = forecasts('takeover').find(({ subject }) => subject === ticker);
    expect(line).toMatchObject({ percentile, goal: shiftDays(demoDay, 365) });
  }
  const open = served('clinical_trial_outcomes').filter(
    (one) => !one.actual_outcome && one.ticker && one.completion_date && one.success_probability,
  );
  const soon = open.filter(({ completion_date: day }) => day <= shiftDays(demoDay, 365));
  expect(soon.length).toBeLessThan(open.length);
  expect(forecasts('trial_outcome')).toHaveLength(soon.length);
  for (const { nctId, success_probability } of soon) {
    const line = forecasts('trial_outcome').find(({ subject }) => subject === nctId);
    expect(line?.probability).toBe(success_probability);
  }
});

it('served records of known outcomes are truths', () => {
  const { clinicalTrialOutcomes: trials, maDeals: deals } = servedLines;
  const trial = { nctId: 'N1', ticker: 'AQZ', as_of: '2026-03-01', completion_date: '2026-01-01' };
  const outcomes = [
    ['success', 'announced: results', 'success', true],
    [
      'failure',
      'no next trial or approval followed for 900 days after its completion on 2023-01-01',
      'failure',
      false,
    ],
    ['terminated', 'stopped for futility', 'failure', false],
  ] as const;
  const of = { kind: 'trial_outcome', subject: 'N1', ticker: 'AQZ', happened_on: '2026-03-01' };
  for (const [actual_outcome, outcome_basis, result, is_stated] of outcomes) {
    const stated = { ...trial, actual_outcome, outcome_basis };
    expect(trials!(stated, '2026-03-11')).toEqual([{ ...of, result, is_stated }]);
  }
  const mixed = { ...trial, actual_outcome: 'mixed', outcome_basis: 'announced: results' };
  expect(trials!(mixed, '2026-03-11')).toEqual([]);
  const deal = {
    targetTicker: 'AQZ',
    dealType: 'acquisition',
    status: 'announced',
    announcedDate: '2026-03-01',
    totalValue: 5e8,
  };
  const truth = { happened_on: '2026-03-01', result: 'bought', measured: 5e8 };
  expect(deals!(deal, '2026-03-11')).toEqual([
    { kind: 'takeover', subject: 'AQZ', ticker: 'AQZ', ...truth },
  ]);
  expect(deals!({ ...deal, dealType: 'Merger' }, '2026-03-11')).toHaveLength(1);
  const others = [{ dealType: 'licensing' }, { status: 'terminated' }, { targetTicker: null }];
  for (const other of others) {
    expect(deals!({ ...deal, ...other }, '2026-03-11')).toEqual([]);
  }
  expect(deals!(deal, '2027-06-01')).toEqual([]);
});

describe('verify', () => {
  const run = (from: string, head?: string) =>
    runOn(folder, (context) => verify(context, from, head === undefined ? {} : { head }));

  it('checks a folder and a server, and names the head', async () => {
    const { server } = await serving(record);
    const head = (await readSheets(record)).at(-1)!.head;
    for (const from of [folder, server.base]) {
      const { code, stdout } = await run(from, head);
      expect([code, stdout]).toEqual([0, `24 sheets, the newest from 2026-03-11. Head: ${head}\n`]);
    }
  });

  it.each([
    ['/moved', 302, { location: '/record/headers' }, '', /: has status 302\n$/],
    ['/long', 200, {}, 'x'.repeat(2_000), /: is longer than 1000 characters\n$/],
    ['/words', 200, {}, 'no header\u001b[31m\n', /: line 1 is not a valid header\n$/],
    ['/null', 200, {}, 'null\n', /: line 1 is not a valid header\n$/],
  ] as const)(
    'refuses a server that answers with %s',
    async (_, status, headers, body, problem) => {
      const hostile = createServer((_request, response) => {
        response.writeHead(status, headers).end(body);
      });
      await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void hostile.close());
      const { port } = hostile.address() as AddressInfo;
      const { code, stdout } = await runOn(folder, (context) =>
        verify(context, `http://127.0.0.1:${port}`, {}, 1_000),
      );
      expect([code, stdout]).toEqual([1, expect.stringMatching(problem)]);
    },
  );

  it.each(['http://', 'http://reader:s3cret@127.0.0.1:9', 'http://127.0.0.1:9'])(
    'states what is wrong with %s, without its password',
    async (from) => {
      const { code, stdout } = await run(from);
      expect([code, stdout]).toEqual([1, expect.not.stringContaining('s3cret')]);
    },
  );

  it('fails without the folder or a head that was kept', async () => {
    expect(await run(join(folder, 'none'))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^the folder \S+none does not exist\n$/),
    });
    expect(await run(folder, 'f00d')).toMatchObject({
      code: 1,
      stdout: 'no entry of the recorded forecasts has the hash f00d\n',
    });
  });
});

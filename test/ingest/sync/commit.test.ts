import { beforeEach, describe, expect, it } from 'vitest';
import { chainOf } from '../../../src/ingest/sync/chains.ts';
import {
  type Arrived,
  type CommitParts,
  commit,
  LostLock,
} from '../../../src/ingest/sync/commit.ts';
import type { Noted } from '../../../src/ingest/sync/company-registry.ts';
import { countRequests, enqueue, nextOf } from '../../../src/ingest/sync/queue.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { validatorsOf } from '../../../src/ingest/sync/validators.ts';
import type { CompanyNote } from '../../../src/sources/company-notes.ts';
import { UnreadText } from '../../../src/sources/released-text.ts';
import type { ReadResult, SourceContext, SyncSource } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { readHere } from '../../support/read-text.ts';
import { silentLog } from '../../support/start-app.ts';
import { HOST, requestOf } from './engine-run.ts';
import { openStore, start } from './sync-run.ts';

const everything = { sources: ['a'] };
const quiet: Noted = { changed: false, companies: 0, reordered: false, refused: undefined };

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

/** A request that has been queued and handed out. */
function asked(name: string, version = '1') {
  const request = requestOf(name, { version });
  enqueue(database, 'a', request);
  const all = nextOf(database, HOST, everything, start, 99);
  return all.find(({ address }) => address === request.address)!;
}

function body(name: string, more: object = {}, version?: string): Arrived {
  const given = { status: 200, text: name, digest: `d-${name}`, headers: { etag: `"${name}"` } };
  return {
    request: asked(name, version),
    outcome: { kind: 'body', ...given, bytes: 7, ...more } as never,
  };
}

/** Commits answers of a source that reads them so; what it was told comes back beside. */
const cursor = () => chainOf(database, 'a', '').cursor;

async function committed(
  answers: readonly Arrived[],
  read: (text: string, context: SourceContext) => ReadResult = () => ({}),
  more: Partial<CommitParts & SyncSource> & { noted?: Noted } = {},
) {
  const wrote: string[][] = [];
  const news: (readonly CompanyNote[])[] = [];
  const source = {
    name: 'a',
    accepts: [404],
    alwaysRead: more.alwaysRead,
    read: ({ text }: { text: string }, context: SourceContext) => read(text, context),
  } as unknown as SyncSource;
  const companies = {
    universe: [],
    cikOfName: (name: string) => (name === 'Abacus' ? '77' : undefined),
    tickerOfCik: (cik: string) => (cik === '77' ? 'ABCQZ' : undefined),
  };
  const registry = {
    companies: () => companies,
    note: (notes: readonly CompanyNote[]) => {
      news.push(notes);
      return more.noted ?? quiet;
    },
  };
  const result = await commit(
    {
      database,
      sources: new Map([['a', source]]),
      log: silentLog(),
      since: '2024-03-10',
      registry: registry as never,
      ledger: createLedger(storedStates(database), undefined),
      readText: more.readText ?? readHere,
      stillMine: more.stillMine ?? (() => true),
      wrote: (kinds) => void wrote.push([...kinds]),
    },
    answers,
    start,
  );
  return { result, wrote, news };
}

const mention = (id: string, more: object) => ({
  document_id: id,
  published_date: '2026-03-10',
  mentions: [],
  ...more,
});
const factRows = () =>
  database.prepare("SELECT source, observed, record ->> 'ticker' AS ticker FROM facts").all();
const stateOf = (name: string) =>
  database
    .prepare('SELECT state, error, bytes, done_at FROM sync_requests WHERE address = ?')
    .get(`https://${HOST}/${name}`);

describe('a good answer', () => {
  it('leaves its facts, cursor, validators and done mark', async () => {
    const records = [mention('x', { cik: 77 }), mention('y', { company_name: 'Abacus' })];
    const others = [mention('z', { cik: '78' }), mention('n', {}), mention('o', { cik: null })];
    const { result, wrote, news } = await committed([body('1')], () => ({
      batches: [{ kind: 'mentions', needsTicker: true, records: [...records, ...others] }],
      companies: [{ cik: '77' }],
      cursor: 'c1',
    }));
    expect(result).toEqual({ written: new Map([['mentions', 2]]), universeChanged: false });
    expect(wrote).toEqual([['mentions']]);
    expect(news).toEqual([[{ cik: '77' }]]);
    const row = { source: 'a', observed: '2026-03-10', ticker: 'ABCQZ' };
    expect(factRows()).toEqual([row, row]);
    expect(stateOf('1')).toEqual({ state: 'done', error: null, bytes: 7, done_at: start });
    expect(cursor()).toBe('c1');
    expect(sourceState(database, 'a')).toMatchObject({
      tried_at: start,
      succeeded_at: start,
      failed_at: null,
      error: null,
      requests: 1,
      bytes: 7,
      day: '2026-03-10',
      refused: 0,
    });
    expect(validatorsOf(database, `https://${HOST}/1`, start)).toEqual({
      etag: '"1"',
      last_modified: null,
      hash: 'd-1',
      read_at: start,
    });
  });

  it('counts what is new or other, over all of its batches and answers', async () => {
    const batch = (...ids: string[]) => ({
      kind: 'mentions' as const,
      records: ids.map((id) => mention(id, { ticker: 'ABCQZ' })),
    });
    const read = (text: string) =>
      text === '1' ? { batches: [batch('x'), batch('y', 'z')] } : { batches: [batch('z', 'w')] };
    const first = await committed([body('1'), body('2')], read);
    expect(first.result.written).toEqual(new Map([['mentions', 4]]));
    const again = await committed([body('1', { digest: 'other' }, '2')], read);
    expect(again.result.written).toEqual(new Map());
    expect(again.wrote).toEqual([[]]);
  });

  it('of a status that the source reads itself leaves no validators', async () => {
    await committed([body('1', { status: 404 })], () => ({ cursor: 'c' }));
    expect(validatorsOf(database, `https://${HOST}/1`, start)).toBeUndefined();
    expect(stateOf('1')).toMatchObject({ state: 'done' });
  });

  it('is not read where its body is the same as before, unless the source reads it always', async () => {
    await committed([body('1')], () => ({ cursor: 'c1' }));
    const read = () => ({ cursor: 'c2' });
    expect((await committed([body('1', {}, '2')], read)).result).toMatchObject({
      universeChanged: false,
    });
    expect(cursor()).toBe('c1');
    expect(stateOf('1')).toMatchObject({ state: 'done', bytes: 7 });
    await committed([body('1', {}, '3')], read, { alwaysRead: true });
    expect(cursor()).toBe('c2');
  });

  it('that a host says is unchanged is done without bytes', async () => {
    await committed([{ request: asked('1'), outcome: { kind: 'unchanged' } as never }]);
    expect(stateOf('1')).toEqual({ state: 'done', error: null, bytes: 0, done_at: start });
    expect(sourceState(database, 'a')).toMatchObject({ bytes: 0, requests: 1 });
  });

  it('gives its cursor to the next of the batch', async () => {
    const seen: (string | undefined)[] = [];
    const read = (text: string, { cursorOf }: SourceContext) => {
      seen.push(cursorOf());
      return text === '2' ? {} : { cursor: `of ${text}` };
    };
    await committed([body('1'), body('2'), body('3')], read);
    expect(seen).toEqual([undefined, 'of 1', 'of 1']);
    expect(cursor()).toBe('of 3');
  });

  it('queues its further requests, and reports one that links back', async () => {
    const linksBack = requestOf('1', { continues: true });
    const requests = [requestOf('2'), requestOf('3'), requestOf('1'), linksBack];
    await committed([body('1')], () => ({ requests }));
    expect(countRequests(database).get('a')).toMatchObject({ queued: 2, done: 1, failed: 0 });
    expect(sourceState(database, 'a')).toMatchObject({
      error: `https://${HOST}/1 links to a page that was already read`,
      failed_at: start,
    });
    await committed([body('4')], () => ({ requests: [requestOf('4')] }));
    expect(sourceState(database, 'a').error).toMatch(/\/1 links to a page/);
  });

  it('says how much its reader left out, and the first of it', async () => {
    const problems = ['first', 'second'].map((reason) => ({ where: 'line 2', reason }));
    await committed([body('1')], () => ({ problems }));
    expect(sourceState(database, 'a')).toMatchObject({
      refused: 2,
      refused_at: start,
      refusal: `https://${HOST}/1 line 2: first`,
    });
  });
});

describe('a text that cannot be read', () => {
  it('is told by its name, and the rest of its answer is written', async () => {
    const published_at = '2026-03-10T11:00:00Z';
    const item = { id: '1', title: 'A', issuer_name: 'Abacus', published_at };
    const document = { address: `https://${HOST}/1`, published: '2026-03-10', text: 'B' };
    const readText = async () => {
      throw new UnreadText('takes longer than 2 s to read');
    };
    const batches = [{ kind: 'news' as const, records: [item] }];
    const read = () => ({ batches, documents: [document] });
    const { result } = await committed([body('1')], read, { readText });
    // The headline, and the opening of the text.
    expect(result.written).toEqual(new Map([['news', 2]]));
    expect(stateOf('1')).toMatchObject({ state: 'done' });
    expect(sourceState(database, 'a')).toMatchObject({
      refused: 2,
      refusal: `https://${HOST}/1 text: takes longer than 2 s to read`,
    });
  });

  it('where its reading was ended leaves the answer to be asked for again', async () => {
    const ended = new Error('ended');
    const document = { address: 'https://a', published: '2026-03-10', text: 'B' };
    const readText = () => Promise.reject(ended);
    const running = committed([body('1')], () => ({ documents: [document] }), { readText });
    await expect(running).rejects.toBe(ended);
    expect(stateOf('1')).toMatchObject({ state: 'queued' });
  });
});

describe('what is learnt of companies', () => {
  it('changes the facts of companies, and may reorder the universe', async () => {
    const changed = { changed: true, companies: 2, reordered: true, refused: undefined };
    const { result, wrote } = await committed([body('1')], () => ({}), { noted: changed });
    expect([result.universeChanged, wrote]).toEqual([true, [['companies']]]);
    expect(result.written).toEqual(new Map([['companies', 2]]));
    const reordered = await committed([body('2')], () => ({}), {
      noted: { ...changed, companies: 0, changed: false },
    });
    expect([reordered.result.universeChanged, reordered.wrote]).toEqual([true, [[]]]);
  });

  it('that was refused is a failure of the list of tickers', async () => {
    await committed([body('1')], () => ({}), { noted: { ...quiet, refused: 'lists too few' } });
    expect(sourceState(database, 'sec-tickers')).toMatchObject({
      error: 'lists too few',
      failed_at: start,
    });
  });
});

describe('a failure', () => {
  it('of the answer is tried again, or is final where its reader says so', async () => {
    const read = (text: string) =>
      text === '1' ? { failed: 'is no list' } : { failed: 'is no list', final: true as const };
    const { news } = await committed([body('1'), body('2')], read);
    expect(news).toEqual([[]]);
    const why = 'got a response that is no list';
    expect(stateOf('1')).toMatchObject({ state: 'queued', error: why });
    expect(stateOf('2')).toMatchObject({ state: 'failed', error: why });
    expect(sourceState(database, 'a')).toMatchObject({
      error: `https://${HOST}/2 ${why}`,
      succeeded_at: null,
    });
  });

  it('shows the beginning and the end of a long address, 120 characters in all', async () => {
    const path = `search?q=${'%22Haloquent%22'.repeat(30)}&from=400`;
    const outcome = { kind: 'failed', reason: 'is gone', final: true } as const;
    await committed([{ request: asked(path), outcome }]);
    expect(stateOf(path)).toMatchObject({ state: 'failed', error: 'is gone' });
    const whole = `https://${HOST}/${path}`;
    const { error = '' } = sourceState(database, 'a');
    expect(error).toBe(`${whole.slice(0, 69)}…${whole.slice(-50)} is gone`);
    expect(error).toMatch(/&from=400 is gone$/);
  });

  it('of its reader is final, and the others of the batch are written', async () => {
    await committed([body('1'), body('2')], (text) => {
      if (text === '1') throw new TypeError('of its own');
      return { cursor: 'c' };
    });
    expect(stateOf('1')).toMatchObject({
      state: 'failed',
      error: 'returned a response that the reader could not process',
    });
    expect(stateOf('2')).toMatchObject({ state: 'done' });
  });

  it('to hold the lock writes nothing', async () => {
    const lost = { stillMine: () => false };
    const running = committed([body('1')], () => ({ cursor: 'c' }), lost);
    await expect(running).rejects.toThrow(LostLock);
    expect(stateOf('1')).toMatchObject({ state: 'queued' });
    expect(cursor()).toBeNull();
  });
});

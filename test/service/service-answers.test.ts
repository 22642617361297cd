import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { descending, type Endpoint, text } from '../../src/catalogue/endpoint.ts';
import { exact } from '../../src/catalogue/params.ts';
import type { Query, RecordPage } from '../../src/catalogue/query.ts';
import type { Entry } from '../../src/domain/directory/name-index.ts';
import type { Credential } from '../../src/service/access/access.ts';
import type { Account } from '../../src/service/access/account.ts';
import type { Backend } from '../../src/service/backend.ts';
import { createService, demoDataNote, demoNote } from '../../src/service/service.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const tides: Endpoint = {
  ...cashRunway,
  ...{ name: 'tides', path: '/tides', noun: 'tides', plan: 'basic', paging: 'pages' },
  parameters: { ticker: exact('ticker', 'ABCQZ') },
  record: { ticker: text, height: text },
  sort: [descending('height')],
  constraints: [],
  notice: undefined,
} as unknown as Endpoint;
const waves: Endpoint = { ...tides, name: 'waves', path: '/waves', plan: 'elite-plus' };
const dues: Endpoint = { ...tides, name: 'dues', path: '/dues', group: 'Company Data' };

const abacus: Entry = { kind: 'ticker', key: 'ABCQZ', name: 'Abacus Bio', ticker: 'ABCQZ' };
const directory = {
  company: (ticker: string) => (ticker === 'ABCQZ' ? abacus : undefined),
  companyNamed: (name: string) => (name === 'Abacus Bio' ? abacus : undefined),
  companiesLike: (name: string) => (name.startsWith('ABC') ? [abacus] : []),
};

interface World {
  readonly account?: Partial<Account>;
  readonly demo?: boolean;
  readonly page?: Partial<RecordPage>;
  readonly total?: number;
  readonly serves?: (endpoint: Endpoint) => boolean;
  readonly fails?: Error;
  /** What happens while a caller waits. */
  readonly meanwhile?: (source: { demo: boolean }) => void;
}

const state = { version: '1', from: 'here', asOf: '2026-03-09' };

function build(world: World = {}) {
  const { page = {}, total = 1, fails, meanwhile, account = {} } = world;
  const fetched: (readonly [string, Query])[] = [];
  const spent: (readonly string[])[] = [];
  const source = {
    demo: world.demo ?? false,
    serves: world.serves ?? (() => true),
    async fetch({ name }: Endpoint, query: Query) {
      fetched.push([name, query]);
      if (fails) throw fails;
      const records = total === 0 ? [] : [`{"ticker":"ABCQZ","page":${query.page}}`];
      return { records, total, ...page };
    },
    values: async () => [],
    directory: async () => directory,
    describe: () => state,
  };
  const service = createService({
    source: () => source as unknown as Backend,
    accounts: {
      find: () => ({
        ...({ name: 'anna', plan: 'elite-plus', demo: false, state: 'active' } as const),
        ...account,
      }),
    },
    limits: {
      async spend({ name }, ...endpoints) {
        spent.push([name, ...endpoints.map(({ path }) => path)]);
        meanwhile?.(source);
      },
      close: () => {},
    },
    clock: () => Date.parse('2026-03-10T23:59:59Z'),
  });
  return { service, source, fetched, spent };
}
const key: Credential = { key: 'bcm_x' };
const answered = (world: World, endpoint = tides, raw: object = {}) =>
  build(world).service.answer(endpoint, { ...raw }, key);

describe('an answer', () => {
  it('is the page of the source with what it was asked, and of which state', async () => {
    const { service, fetched, spent } = build({ total: 120 });
    const query = {
      ...{ arguments: { ticker: 'ABCQZ' }, order: undefined, page: 1, maximum: undefined },
      ...{ today: '2026-03-10', conditions: [expect.objectContaining({ is: 'equal' })] },
    };
    expect(await service.answer(tides, { ticker: 'ABCQZ' }, key)).toEqual({
      records: ['{"ticker":"ABCQZ","page":1}'],
      ...{ total: 120, endpoint: tides, query, source: state },
      pagination: { page: 1, pageSize: 50, total: 120 },
    });
    expect(fetched).toEqual([['tides', query]]);
    expect(spent).toEqual([['anna', '/tides']]);
    expect(service.today()).toBe('2026-03-10');
    const origin = { ...state, from: 'elsewhere' };
    expect((await answered({ page: { origin } })).source).toBe(origin);
  });

  it('spends nothing of the owner’s', async () => {
    const { service, spent } = build();
    await service.answer(waves, {}, 'owner');
    await service.answerAll('owner', [{ endpoint: tides, arguments: {} }]);
    expect(spent).toEqual([]);
  });

  it('to a name is told to be one', async () => {
    const notice = 'Unknown ticker "Abacus Bio". Did you mean ABCQZ (Abacus Bio)? Showing ABCQZ.';
    const told = await answered({ page: { notices: ['Late.'] } }, tides, { ticker: 'Abacus Bio' });
    expect(told).toMatchObject({
      notices: ['Late.', notice],
      query: { arguments: { ticker: 'ABCQZ' } },
    });
  });

  it('without records says why, behind what is said besides', async () => {
    const { notices } = await answered({ total: 0, page: { notices: ['Late.'] } });
    expect(notices).toEqual(['Late.', 'No records loaded yet.']);
    expect(await answered({})).not.toHaveProperty('notices');
  });

  it('has the notices of its endpoint where it has records, of flags where one has them', async () => {
    const noticed: Endpoint = {
      ...{ ...tides, notice: 'A tide is no wave.' },
      flagNotices: { neap: 'neap: no height.', ebb: 'ebb: no day.' },
    };
    const noticesOf = async (records: readonly object[]) => {
      const page = { records: records.map((one) => JSON.stringify(one)), notices: ['Late.'] };
      return (await answered({ page }, noticed)).notices;
    };
    expect(await noticesOf([{ flags: [] }, { flags: ['neap'] }])).toEqual([
      ...['Late.', 'A tide is no wave.', 'neap: no height.'],
    ]);
    expect(await noticesOf([{ flags: ['ebb', 'neap'] }])).toEqual([
      ...['Late.', 'A tide is no wave.', 'neap: no height.', 'ebb: no day.'],
    ]);
    // A word that holds a flag's is none.
    expect(await noticesOf([{ flags: ['neaps'] }])).toEqual(['Late.', 'A tide is no wave.']);
    expect(await noticesOf([])).toEqual(['Late.']);
  });

  it.each([
    [{}, undefined],
    [{ account: { demo: true } }, demoNote],
    [{ page: { note: 'Theirs.' } }, 'Theirs.'],
    [{ account: { demo: true }, page: { note: 'Theirs.' } }, 'Theirs.'],
    [{ demo: true }, demoDataNote],
    [{ demo: true, account: { demo: true }, page: { note: 'Theirs.' } }, demoDataNote],
  ] as const)('over %j has the Note %j', async (world: World, Note) => {
    const answer = await answered(world);
    expect(answer.Note).toBe(Note);
    expect('Note' in answer).toBe(Note !== undefined);
  });
});

describe('one record that does not exist', () => {
  const single: Endpoint = { ...tides, paging: 'single' };
  const refusal = (ticker: string, world: World = {}) =>
    answered({ total: 0, ...world }, single, { ticker }).catch((cause) => cause);

  it('is refused by what is known of its ticker', async () => {
    expect(await refusal(' abcqz')).toMatchObject({
      ...{ status: 404, message: expect.stringContaining('ABCQZ') },
    });
    expect((await refusal('abcqz')).message).not.toContain('Unknown ticker');
    const unknown = await refusal('ABCXX');
    expect(unknown).toMatchObject({
      ...{ status: 404, message: 'Unknown ticker "ABCXX". Did you mean ABCQZ (Abacus Bio)?' },
    });
    expect((await refusal('ABCXX', { demo: true })).hint).toBe('Every company here is fictional.');
    expect(await refusal('NONE', { demo: true })).toMatchObject({
      message: 'Unknown ticker "NONE"',
      hint: 'Every company here is fictional. Import records to get real ones.',
    });
    expect(unknown.hint).toBeUndefined();
  });

  it('is an empty part of a dossier, and an empty page of any other endpoint', async () => {
    const { service } = build({ total: 0 });
    const question = { endpoint: single, arguments: { ticker: 'NONE' } };
    const { answers } = await service.answerAll(key, [{ ...question, isOurs: true }, question]);
    expect(answers).toMatchObject([{ records: [] }, { status: 404 }]);
    expect((await answered({ total: 0 }, tides, { ticker: 'NONE' })).records).toEqual([]);
  });
});

describe('who asks', () => {
  it('is refused before anything is spent or read, by account, plan and bundle', async () => {
    for (const [account, message] of [
      [{ state: 'paused' }, 'Access is paused'],
      [{ expires: '2026-03-09' }, 'Access expired on 2026-03-09'],
      [{ plan: 'basic' }, 'This endpoint needs the Elite Plus plan'],
      [{ bundle: ['Company Data'] }, 'This endpoint is outside your bundle (Company Data)'],
    ] as const) {
      const { service, spent, fetched } = build({ account });
      const asked = service.answer(waves, {}, key);
      await expect(asked).rejects.toMatchObject({ status: 403, message });
      expect([spent, fetched]).toEqual([[], []]);
    }
    const { service } = build({ account: { state: 'paused' } });
    expect(() => service.account(key)).toThrow('Access is paused');
    expect(build({ account: { expires: '2026-03-10' } }).service.account(key).name).toBe('anna');
  });

  it('waits for the turn of its account before anything is read', async () => {
    const { service, spent, fetched } = build();
    const asked = service.answer(tides, {}, key);
    // What follows from resolved promises alone is done before the next turn of the event loop.
    await new Promise((resolve) => process.nextTick(resolve));
    expect([spent.length, fetched.length]).toEqual([1, 0]);
    await asked;
    expect(fetched).toHaveLength(1);
  });

  it('has the arguments checked behind the limits, and before the source', async () => {
    const { service, spent, fetched } = build();
    const check = () => {
      throw new ServiceError(400, 'No');
    };
    await expect(service.answer(tides, {}, key, check)).rejects.toThrow('No');
    expect([spent, fetched]).toEqual([[['anna', '/tides']], []]);
  });

  it('with the key of the demo gets none of the real records that came meanwhile', async () => {
    const meanwhile = (source: { demo: boolean }) => {
      source.demo = false;
    };
    const demo = build({ demo: true, meanwhile });
    const asked = demo.service.answer(
      tides,
      {},
      { account: demo.service.account({ key: 'demo' }) },
    );
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(demo.fetched).toEqual([]);
    const own = build({ demo: true, meanwhile });
    expect(await own.service.answer(tides, {}, key)).not.toHaveProperty('Note');
  });
});

describe('several questions', () => {
  const asked = (...endpoints: readonly Endpoint[]) =>
    endpoints.map((endpoint) => ({ endpoint, arguments: {} }));

  it('spend each endpoint that is reached once, of names too', async () => {
    const { service, spent, fetched, source } = build({ account: { plan: 'basic' } });
    const brought = await service.answerAll(key, asked(tides, waves, tides), [dues, waves]);
    expect(spent).toEqual([['anna', '/tides', '/dues']]);
    expect(fetched.map(([name]) => name)).toEqual(['tides', 'tides']);
    expect(brought).toEqual({
      answers: [
        expect.objectContaining({ endpoint: tides }),
        expect.objectContaining({ status: 403 }),
        expect.objectContaining({ endpoint: tides }),
      ],
      ...{ source, scan: expect.any(Function) },
    });
  });

  it('are refused where none is reached, by the first', async () => {
    const { service, spent } = build({ account: { plan: 'basic', bundle: ['Market Signals'] } });
    await expect(service.answerAll(key, asked(waves, tides))).rejects.toMatchObject({
      message: 'This endpoint needs the Elite Plus plan',
    });
    expect(spent).toEqual([]);
    await expect(service.answerAll(key, [])).rejects.toThrow('a question names its endpoint');
  });

  it('have a refusal in place of what is not served or refused, and fail by a fault', async () => {
    const unserved = build({ serves: ({ name }) => name !== 'waves' });
    const { answers } = await unserved.service.answerAll(key, asked(waves, tides));
    expect(answers).toMatchObject([{ status: 404 }, { total: 1 }]);
    expect(unserved.fetched.map(([name]) => name)).toEqual(['tides']);
    const refused = build({ fails: new ServiceError(503, 'Not now') });
    expect((await refused.service.answerAll(key, asked(tides))).answers).toMatchObject([
      { status: 503, message: 'Not now' },
    ]);
    const broken = build({ fails: new Error('a fault') });
    await expect(broken.service.answerAll(key, asked(tides))).rejects.toThrow('a fault');
  });

  it.each([
    [{}, undefined],
    [{ account: { demo: true }, page: { note: 'Theirs.' } }, demoNote],
    [{ demo: true }, demoDataNote],
  ] as const)('over %j have the Note %j', async (world: World, Note) => {
    const brought = await build(world).service.answerAll(key, asked(tides));
    expect(brought.Note).toBe(Note);
    expect('Note' in brought).toBe(Note !== undefined);
  });

  it('of ours have no hints, and take words as they stand', async () => {
    const { service, fetched } = build({ total: 0 });
    const question = {
      endpoint: tides,
      arguments: { ticker: 'Abacus Bio' },
      isOurs: true,
    } as const;
    const { answers } = await service.answerAll(key, [question]);
    expect(answers[0]).not.toHaveProperty('notices');
    expect(fetched[0]?.[1].arguments).toEqual({ ticker: 'Abacus Bio' });
  });

  it.each([
    ['pages', 101, [1, 3], 3],
    ['pages', 100, [1, 2], 2],
    ['pages', 51, [1, 2], 2],
    ['pages', 50, [1], 1],
    ['whole', 120, [1], 1],
  ] as const)(
    'of the end of %s with %i records read pages %j',
    async (paging, total, pages, last) => {
      const { service, fetched } = build({ total });
      const endpoint = { ...tides, paging };
      const question = { endpoint, arguments: {}, fromEnd: true, isOurs: true } as const;
      const { answers } = await service.answerAll(key, [question]);
      expect(fetched.map(([, { page }]) => page)).toEqual(pages);
      const records = [`{"ticker":"ABCQZ","page":${last}}`];
      expect(answers).toMatchObject([{ records, pagination: { page: 1, total } }]);
      const first = build({ total });
      await first.service.answerAll(key, [{ ...question, fromEnd: undefined as never }]);
      expect(first.fetched).toHaveLength(1);
    },
  );

  it('by a key hold its own record alone, and ask for it', async () => {
    const records = ['{"ticker":"ABCQZ"}', '{"ticker":"XYZQZ"}', '{}'];
    const { service, fetched } = build({ page: { records } });
    const narrow = { key: { field: 'ticker', value: 'XYZQZ' } };
    const { answers } = await service.answerAll(key, [
      { endpoint: tides, arguments: {}, ...narrow },
    ]);
    expect(answers).toMatchObject([{ records: ['{"ticker":"XYZQZ"}'] }]);
    expect(fetched[0]?.[1]).toMatchObject({
      arguments: { ticker: 'XYZQZ' },
      conditions: [{ is: 'equal', column: { field: 'ticker', as: 'value' }, value: 'XYZQZ' }],
    });
  });
});

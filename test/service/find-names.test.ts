import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { atOnce } from '../../src/base/turns.ts';
import { lookupKinds } from '../../src/catalogue/lookup.ts';
import { createDirectory, indexed } from '../../src/domain/directory/directory.ts';
import type { Entry } from '../../src/domain/directory/name-index.ts';
import type { Credential } from '../../src/service/access/access.ts';
import type { Account } from '../../src/service/access/account.ts';
import type { Backend } from '../../src/service/backend.ts';
import { findNames } from '../../src/service/find-names.ts';
import { withTickers } from '../../src/service/named-companies.ts';
import type { Service } from '../../src/service/service.ts';
import { createLookupTools } from '../../src/transports/lookup-tools.ts';
import { search } from '../../src/transports/search.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { lookup } from '../../tools/index.ts';

const entries: readonly Entry[] = [
  { kind: 'ticker', key: 'ZRBQZ', name: 'Zorba Bio, Inc.', ticker: 'ZRBQZ' },
  { kind: 'ticker', key: 'ABCQZ', name: 'Abacus', ticker: 'ABCQZ' },
  { kind: 'drug', key: 'zorbamab', name: 'Zorbamab', ticker: 'ZRBQZ' },
  { kind: 'fund', key: '77', name: 'Zorba Capital' },
];
const directory = createDirectory(entries.map(indexed));
const basic: Account = { name: 'b', plan: 'basic', demo: false, state: 'active' };

interface Given {
  readonly account?: Account;
  readonly demo?: boolean;
  readonly knowsNames?: boolean;
  readonly unserved?: object;
  readonly answers?: readonly (readonly object[] | ServiceError)[];
  readonly Note?: string;
}

function serviceOf(given: Given = {}) {
  const asked: unknown[][] = [];
  const source = {
    demo: given.demo ?? false,
    knowsNames: given.knowsNames ?? true,
    serves: (endpoint: object) => endpoint !== given.unserved,
    directory: async () => ((given.knowsNames ?? true) ? directory : undefined),
  } as unknown as Backend;
  const service = {
    account: () => given.account ?? { ...basic, plan: 'elite-plus' },
    source: () => source,
    async answerAll(_: Credential, questions: object[], named: object[]) {
      asked.push([questions, named]);
      const answers = (given.answers ?? []).map((one) =>
        one instanceof ServiceError ? one : { records: one.map((row) => JSON.stringify(row)) },
      );
      return { answers, source, scan: atOnce, ...(given.Note ? { Note: given.Note } : {}) };
    },
  } as unknown as Service;
  return { service, asked, source };
}

const wanted = { kinds: lookupKinds, most: 10 };
const { ticker, drug, trial, fund } = lookup.names;

describe('names', () => {
  it('are looked for by words, and trials by their titles', async () => {
    const trials = [{ nctId: 'NCT1' }, { nctId: 'NCT2' }];
    const { service, asked, source } = serviceOf({ answers: [trials], Note: 'Demo.' });
    const found = await findNames(service, lookup, 'owner', 'a Zorba 2 b', wanted);
    const words = { endpoint: trial, arguments: {}, isOurs: true, words: 'zorba 2', fromEnd: true };
    expect(asked).toEqual([[[words], [ticker, drug, trial, fund]]]);
    expect(found).toMatchObject({
      ...{ numbered: [], titled: [{ nctId: 'NCT2' }, { nctId: 'NCT1' }], notices: [] },
      Note: 'Demo.',
    });
    expect(found.source).toBe(source);
    const zorba = await findNames(serviceOf().service, lookup, 'owner', 'Zorba', wanted);
    expect(zorba.entries.map(({ key }) => key).sort()).toEqual(['77', 'ZRBQZ']);
    expect(zorba).not.toHaveProperty('Note');
    const one = { ...wanted, most: 1 };
    expect(
      (await findNames(serviceOf().service, lookup, 'owner', 'Zorba', one)).entries,
    ).toHaveLength(1);
  });

  it('of trials are numbers, ten at most, each once', async () => {
    const numbers = Array.from({ length: 11 }, (_, at) => `nct0000000${at % 10}${at > 9 ? 1 : ''}`);
    const query = ['NCT00000099', 'nct00000099', ...numbers.map((one) => one.padEnd(11, '5'))];
    const { service, asked } = serviceOf({ answers: [[{ nctId: 'NCT00000099' }]] });
    const found = await findNames(service, lookup, 'owner', query.join(' '), wanted);
    const [[questions]] = asked as [[{ key: { value: string } }[]]];
    expect(questions).toHaveLength(10);
    expect(questions[0]).toEqual({
      ...{ endpoint: trial, arguments: {}, isOurs: true },
      key: { field: 'nctId', value: 'NCT00000099' },
    });
    expect(found).toMatchObject({ numbered: [{ nctId: 'NCT00000099' }], titled: [] });
  });

  it('say nothing as single letters, and are not looked for where none are known', async () => {
    for (const [query, given] of [
      ['a b', {}],
      ['zorba', { knowsNames: false }],
    ] as const) {
      const { service, asked } = serviceOf(given);
      const found = await findNames(service, lookup, 'owner', query, wanted);
      expect([(asked[0] as unknown[])[0], found.titled]).toEqual([[], []]);
      expect(found.entries).toEqual([]);
    }
    const words = Array.from({ length: 21 }, (_, at) => `w${at}`);
    const { service, asked } = serviceOf();
    await findNames(service, lookup, 'owner', words.join(' '), wanted);
    const [[[{ words: told }]]] = asked as [[[{ words: string }]]];
    expect(told.split(' ')).toHaveLength(20);
  });

  it('outside of plan and bundle are told of, and not looked for', async () => {
    const account = { ...basic, plan: 'elite-plus' as const, bundle: [ticker.group] };
    const { service } = serviceOf({ account, answers: [new ServiceError(403, 'No')] });
    const found = await findNames(service, lookup, 'owner', 'Zorba', wanted);
    const within = lookupKinds.filter((kind) => lookup.names[kind].group === ticker.group);
    expect(found.notices).toHaveLength(lookupKinds.length - within.length);
    for (const notice of found.notices) {
      expect([
        'Your plan or bundle does not include names of drugs.',
        'Your plan or bundle does not include trials.',
        'Your plan or bundle does not include names of funds.',
      ]).toContain(notice);
    }
    expect(found).toMatchObject({ numbered: [], titled: [] });
    const { service: none, asked } = serviceOf({ unserved: trial });
    await findNames(none, lookup, 'owner', 'Zorba', wanted);
    expect(asked).toEqual([[[], [ticker, drug, fund]]]);
  });
});

describe('a search', () => {
  const trials = Array.from({ length: 12 }, (_, at) => ({
    ...{ nctId: `NCT${at}`, BriefTitle: `Trial ${at}`, ticker: at === 11 ? 'ZRBQZ' : null },
  }));
  const told = (given: Given, query: string, origin?: string) =>
    search(serviceOf(given).service, lookup, 'owner', query, origin);

  it('has names first, and three trials by their titles beside them', async () => {
    const { results, notices } = await told({ answers: [trials] }, 'Zorba', 'http://h');
    expect(results.map(({ id }) => id).slice(-3)).toEqual([
      'trial:NCT11',
      'trial:NCT10',
      'trial:NCT9',
    ]);
    expect(results).toContainEqual({
      ...{ id: 'ticker:ZRBQZ', title: expect.stringContaining('Zorba Bio') },
      url: 'http://h/ticker/ZRBQZ',
    });
    expect(results.at(-3)).toEqual({
      id: 'trial:NCT11',
      title: expect.stringMatching(/^NCT11 \(ZRBQZ\).*Trial 11/),
      url: 'https://clinicaltrials.gov/study/NCT11',
    });
    expect(notices).toBeUndefined();
  });

  it('has ten results of trials alone', async () => {
    const { results } = await told({ answers: [trials] }, 'qqqqqq');
    expect(results).toHaveLength(10);
    const demo = await told({ answers: [trials], demo: true, Note: 'Demo.' }, 'qqqqqq');
    expect(demo.results[0]?.url).toBe('catalyst://trial/NCT11');
    expect(demo.notices).toEqual(['Demo.']);
  });

  it('that finds nothing says so, of forty letters, and that a demo is fictional', async () => {
    expect(await told({}, 'q'.repeat(41))).toEqual({
      results: [],
      notices: [`Nothing matches "${'q'.repeat(40)}".`],
    });
    expect((await told({ demo: true, Note: 'Demo.' }, 'qq')).notices).toEqual([
      'Nothing matches "qq".',
      'Every company here is fictional. Import records to get real ones.',
    ]);
  });
});

describe('names in place of tickers', () => {
  const read = (given: Record<string, unknown>, knowsNames = true) =>
    withTickers(cashRunway, given, serviceOf({ knowsNames }).source);
  const notice = 'Unknown ticker "Zorba Bio". Did you mean ZRBQZ (Zorba Bio, Inc.)? Showing ZRBQZ.';

  it('are read as their company’s, and said so', async () => {
    expect(await read({ ticker: 'Zorba Bio', page: 2 })).toEqual({
      arguments: { ticker: 'ZRBQZ', page: 2 },
      notices: [notice],
    });
    expect(await read({ ticker: ['abcqz', 'Zorba Bio'] })).toEqual({
      arguments: { ticker: 'abcqz,ZRBQZ' },
      notices: [notice],
    });
    expect(await read({ ticker: 'nothing' })).toEqual({
      arguments: { ticker: 'nothing' },
      notices: [],
    });
  });

  it('stand as they are where they are none, too many, too long or not known', async () => {
    for (const ticker of [7, ['a', 7], 'Zorba Bio'.padEnd(201), undefined]) {
      const given = { ticker, page: 1 };
      expect(await read(given)).toEqual({ arguments: given, notices: [] });
    }
    const many = { ticker: Array.from({ length: 21 }, () => 'Zorba Bio') };
    expect(await read(many)).toEqual({ arguments: many, notices: [] });
    const named = { ticker: 'Zorba Bio' };
    expect(await read(named, false)).toEqual({ arguments: named, notices: [] });
  });
});

describe('the tools of names', () => {
  const toolsOf = (given: Given = {}) => createLookupTools(serviceOf(given).service, lookup);
  const account: Account = { ...basic, plan: 'elite-plus' };

  it('are defined whole', () => {
    const own = toolsOf();
    const [searching, fetching] = own
      .usable(account)
      .map((name) => JSON.parse(own.definition(name, true)));
    const text = { type: 'string' };
    expect(searching).toEqual({
      name: 'search',
      description: expect.stringMatching(/^Finds companies, drugs, trials and funds by name/),
      inputSchema: {
        type: 'object',
        properties: { query: { ...text, maxLength: 200, description: expect.any(String) } },
        required: ['query'],
      },
      outputSchema: {
        type: 'object',
        properties: {
          results: {
            type: 'array',
            items: { type: 'object', properties: { id: text, title: text, url: text } },
          },
          notices: { type: 'array', items: text },
        },
      },
      annotations: { title: 'Search by name', readOnlyHint: true, openWorldHint: false },
    });
    expect(fetching).toMatchObject({
      name: 'fetch',
      inputSchema: { required: ['id'], properties: { id: { maxLength: 200 } } },
      outputSchema: {
        properties: { id: text, title: text, url: text, text, metadata: { type: 'object' } },
      },
    });
    expect(JSON.parse(own.definition('search', false))).not.toHaveProperty('outputSchema');
  });

  it('are there where names are known and some of them is reached', () => {
    expect(toolsOf({ knowsNames: false }).usable(account)).toEqual([]);
    const nowhere = { ...account, bundle: ['Nowhere'] };
    expect(toolsOf().usable(nowhere)).toEqual([]);
    expect(['search', 'fetch', 'news', 'toString'].map((name) => toolsOf().has(name))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it.each([
    [{}, 'Missing query'],
    [{ query: '' }, 'Missing query'],
    [{ query: null }, 'Missing query'],
    [{ query: 7 }, 'Invalid query: text of at most 200 characters'],
    [{ query: 'x'.repeat(201) }, 'Invalid query: text of at most 200 characters'],
    [{ query: 'a\0b' }, 'Invalid query: text of at most 200 characters'],
    [{ query: 'x', most: 1 }, 'Unknown argument "most"'],
  ])('refuse %.60j', async (args, message) => {
    const call = toolsOf().call('search', 'owner', args, undefined);
    await expect(call).rejects.toMatchObject({ status: 400, message });
  });

  it('answer as JSON', async () => {
    const told = JSON.parse(
      await toolsOf().call('search', 'owner', { query: 'Abacus' }, 'http://h'),
    );
    expect(told.results).toMatchObject([{ id: 'ticker:ABCQZ', url: 'http://h/ticker/ABCQZ' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { toolsetsIn } from '../../src/base/toolset-words.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { Account } from '../../src/service/access/account.ts';
import type { Service } from '../../src/service/service.ts';
import { createLibrary } from '../../src/transports/library.ts';
import { documents } from '../../tools/documents.ts';
import { prompts } from '../../tools/prompts.ts';

interface World {
  readonly account?: Partial<Account>;
  readonly serves?: (endpoint: Endpoint) => boolean;
}

function build({ account = {}, serves = () => true }: World = {}) {
  const typed: string[] = [];
  const directory = {
    companiesBeginning(text: string) {
      typed.push(text);
      return [{ key: 'ABCQZ' }];
    },
    company: (ticker: string) => ({ kind: 'ticker', key: ticker, name: 'Abacus' }),
  };
  const source = {
    ...{ demo: false, knowsNames: true, serves, directory: async () => directory },
    describe: () => ({ from: 'here' }),
  };
  const asked: { endpoint: Endpoint; arguments: object }[] = [];
  const service = {
    today: () => '2026-03-10',
    source: () => source,
    account: () => ({
      ...{ name: 'anna', plan: 'elite-plus', demo: false, state: 'active' },
      ...account,
    }),
    async answerAll(_: unknown, questions: readonly { endpoint: Endpoint; arguments: object }[]) {
      asked.push(...questions);
      const answers = questions.map(({ endpoint }) => ({
        ...{ endpoint, records: ['{"name":"Abacus"}'], total: 1, source: { from: 'here' } },
      }));
      return { answers, source };
    },
  } as unknown as Service;
  const library = createLibrary(service);
  const answer = async (method: string, params: object = {}, toolsets = '') =>
    JSON.parse(await library.answer('owner', method, { ...params }, toolsetsIn(toolsets) ?? []));
  return { answer, typed, asked };
}
const dossier = prompts.find(({ name }) => name === 'dossier')!;
const argumentNamed = dossier.arguments[0]!.name;
const ask = (name: string, value: string) => ({
  ...{ ref: { type: 'ref/prompt', name }, argument: { name: argumentNamed, value } },
});
const none = { completion: { values: [], total: 0, hasMore: false } };
const found = { completion: { values: ['ABCQZ'], total: 1, hasMore: false } };

describe('the library', () => {
  it('lists its prompts, its documents by address or template, and the view', async () => {
    const { answer } = build();
    const listed = await answer('prompts/list');
    expect(listed.prompts.map(({ name }: { name: string }) => name)).toEqual(
      prompts.map(({ name }) => name),
    );
    const { resources } = await answer('resources/list');
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual([
      ...documents.filter((one) => !one.argument).map(({ uri }) => uri),
      'ui://catalyst/chart',
    ]);
    const { resourceTemplates } = await answer('resources/templates/list');
    expect(
      resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
    ).toEqual(documents.filter((one) => one.argument).map(({ uri }) => uri));
  });

  it('reads a document of today, or of the company in its address', async () => {
    const { answer, asked } = build();
    const today = await answer('resources/read', { uri: 'catalyst://today' });
    expect(today.contents).toEqual([
      { uri: 'catalyst://today', mimeType: 'text/plain', text: expect.stringContaining('here') },
    ]);
    asked.length = 0;
    await answer('resources/read', { uri: 'catalyst://ticker/abcqz' });
    expect(asked[0]?.arguments).toEqual({ ticker: 'ABCQZ' });
    for (const uri of [
      'catalyst://ticker/',
      'catalyst://ticker/a/b',
      'xcatalyst://ticker/A',
      'x',
    ]) {
      await expect(answer('resources/read', { uri })).rejects.toMatchObject({
        ...{ status: 404, hint: 'Available: catalyst://today, catalyst://ticker/{ticker}.' },
      });
    }
  });

  it('fills in a prompt with what plan, source and toolsets reach', async () => {
    const textOf = async (world: World = {}, toolsets = '') => {
      const params = { name: 'dossier', arguments: { [argumentNamed]: 'abcqz' } };
      const { messages } = await build(world).answer('prompts/get', params, toolsets);
      return messages[0].content.text as string;
    };
    const whole = await textOf();
    expect(whole).toContain('1. ');
    expect(whole).not.toContain('\nNot ');
    const [first] = dossier.steps;
    const unserved = await textOf({ serves: (one) => one !== first?.endpoint });
    expect(unserved).toContain(`\nNot ${first?.endpoint.name}: `);
    const bundled = await textOf({ account: { bundle: [] } });
    expect(bundled.match(/outside your bundle/g)?.length).toBe(
      new Set(dossier.steps.map(({ endpoint }) => endpoint.name)).size,
    );
    expect(await textOf({}, 'deals')).toContain('\nNot ');
    await expect(build().answer('prompts/get', { name: 'dossier' })).rejects.toMatchObject({
      ...{ status: 400, message: `Missing ${argumentNamed}` },
    });
    const odd = { name: 'dossier', arguments: [1] };
    await expect(build().answer('prompts/get', odd)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a completion', () => {
  it('is of the argument of a prompt or of a template', async () => {
    const { answer, typed } = build();
    expect(await answer('completion/complete', ask('dossier', 'ab'))).toEqual(found);
    const template = documents.find((one) => one.argument)!;
    const argument = { name: template.argument?.name, value: 'cd' };
    const ref = { type: 'ref/resource', uri: template.uri };
    expect(await answer('completion/complete', { ref, argument })).toEqual(found);
    expect(typed).toEqual(['ab', 'cd']);
  });

  it.each([
    ['no prompt of ours', ask('nope', 'a')],
    ['no argument of it', { ...ask('dossier', 'a'), argument: { name: 'x', value: 'a' } }],
    [
      'an argument that proposes nothing',
      {
        ref: { type: 'ref/prompt', name: 'next_decisions' },
        argument: { name: 'days', value: '1' },
      },
    ],
    [
      'no template of ours',
      {
        ref: { type: 'ref/resource', uri: 'catalyst://today' },
        argument: { name: 'ticker', value: 'a' },
      },
    ],
    ['nothing', { ref: null, argument: { name: 'ticker', value: 'a' } }],
  ])('of %s has no values', async (_, params) => {
    const { answer, typed } = build();
    expect(await answer('completion/complete', params)).toEqual(none);
    expect(typed).toEqual([]);
  });

  it('tells nothing letter by letter that is out of reach, whatever is shown', async () => {
    for (const world of [{ account: { bundle: [] } }, { serves: () => false }]) {
      const { answer, typed } = build(world);
      expect(await answer('completion/complete', ask('dossier', 'ab'))).toEqual(none);
      expect(typed).toEqual([]);
    }
    expect(await build().answer('completion/complete', ask('dossier', 'ab'), 'deals')).toEqual(
      found,
    );
  });

  it('fails where who asks is not known, and by a fault', async () => {
    const fault = (cause: Error) => {
      const service = {
        account() {
          throw cause;
        },
      } as unknown as Service;
      return createLibrary(service).answer('owner', 'prompts/list', {}, []);
    };
    await expect(fault(new ServiceError(401, 'No'))).rejects.toMatchObject({ status: 401 });
    await expect(fault(new Error('a fault'))).rejects.toThrow('a fault');
  });
});

import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Log } from '../../src/base/log.ts';
import type { Observer } from '../../src/base/observer.ts';
import { toolsetsIn } from '../../src/base/toolset-words.ts';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { type Endpoint, prose, text } from '../../src/catalogue/endpoint.ts';
import { exact } from '../../src/catalogue/params.ts';
import type { Answer, Service } from '../../src/service/service.ts';
import type { LookupTools } from '../../src/transports/lookup-tools.ts';
import { checkedView, createToolbox, type Presentation } from '../../src/transports/toolbox.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const dues: Endpoint = {
  ...fdaCalendar,
  name: 'dues',
  parameters: { ticker: exact('ticker', 'ABCQZ') },
  record: { ticker: text, story: prose },
  paging: 'whole',
};
const cash: Endpoint = { ...cashRunway, name: 'cash' };
const lookups: LookupTools = {
  usable: () => ['search'],
  definition: (name, structured) => JSON.stringify({ name, structured }),
  has: (name) => name === 'search',
  call: async (name, credential, args, origin) =>
    JSON.stringify({ name, credential, args, origin }),
};

/** A log of errors; whatever else is said of a call fails the test. */
function createTestLog() {
  const lines: object[] = [];
  const error = (fields: object, said: string) => void lines.push({ ...fields, said });
  return { log: { error } as unknown as Log, lines };
}

interface World {
  readonly fails?: Error;
  readonly how?: Presentation;
  readonly serves?: (endpoint: Endpoint) => boolean;
}

function build({ fails, how, serves = () => true }: World = {}) {
  const { log, lines } = createTestLog();
  const heard: unknown[] = [];
  const observer = {
    began: (...call: unknown[]) => {
      heard.push(call);
      return (cause?: unknown) => void heard.push(cause ?? 'ended');
    },
  } as unknown as Observer;
  let now: Partial<Answer> = {};
  const service = {
    account: () => ({ name: 'anna', plan: 'elite-plus', demo: false, state: 'active' }),
    today: () => '2026-03-10',
    source: () => ({ serves, demo: false, describe: () => ({ from: 'here' }) }),
    async answer(endpoint: Endpoint, args: object, _: unknown, check?: () => void) {
      check?.();
      if (fails) throw fails;
      return {
        ...{ endpoint, records: [`{"ticker":"ABCQZ","story":${JSON.stringify(args)}}`], total: 1 },
        ...{ pagination: { page: 1, pageSize: 50, total: 1 }, source: { from: 'here' } },
        ...{ query: {}, ...now },
      };
    },
  } as unknown as Service;
  const catalogue = createCatalogue([dues, cash]);
  const toolbox = createToolbox(catalogue, service, log, lookups, how, observer);
  const call = async (name: string, args: object = {}, presentation: Presentation = {}) =>
    JSON.parse(
      await toolbox
        .presenting(presentation, () => ({ request_id: 'trail' }))
        .callTool('owner', name, { ...args }),
    );
  const say = (answer: Partial<Answer>) => {
    now = answer;
  };
  return { toolbox, call, say, lines, heard };
}
const textOf = ({ content }: { content: readonly { text: string }[] }) => content[0]?.text;

describe('a call', () => {
  it('is answered as text, and as objects where that is asked for', async () => {
    const { call, heard } = build();
    const head = 'dues: record 1 of 1, sorted by formattedDate descending. Source: here.';
    const out = 'Omitted (request them with fields): story.';
    expect(await call('dues')).toEqual({
      content: [{ type: 'text', text: `${head}\n${out}\n\nticker\nABCQZ` }],
    });
    expect(heard).toEqual([['mcp', 'dues'], 'ended']);
    const both = await call('dues', {}, { structured: true });
    expect(both.structuredContent).toMatchObject({ result: [{ ticker: 'ABCQZ' }], notices: [out] });
    expect(await build({ how: { structured: true } }).call('dues')).toEqual(both);
  });

  it('shows the fields, the detail and the rest that it asks for', async () => {
    const { call } = build();
    expect(textOf(await call('dues', { fields: 'story' }))).toContain(
      '\n\nstory\n{"fields":"story"}',
    );
    expect(textOf(await call('dues', { detail: 'full' }))).toContain('ticker\tstory');
    expect(textOf(await call('dues', { skip: 1 }))).toContain('no records of 1');
  });

  it('that is refused says so as its result, in whole sentences, and is told of no log', async () => {
    for (const [message, hint, told] of [
      ['No', undefined, 'No'],
      ['No', 'Try yes.', 'No. Try yes.'],
      ['No.', 'Try yes.', 'No. Try yes.'],
      ['No?', 'Try yes.', 'No? Try yes.'],
      ['No!', 'Try yes.', 'No! Try yes.'],
    ] as const) {
      const fails = new ServiceError(403, message, hint ? { hint } : {});
      const { call, lines, heard } = build({ fails });
      const content = [{ type: 'text', text: told }];
      expect(await call('dues')).toEqual({ isError: true, content });
      expect(await call('dues', {}, { structured: true })).toEqual({
        ...{ isError: true, content, structuredContent: { error: told } },
      });
      expect([lines, heard.slice(0, 2)]).toEqual([[], [['mcp', 'dues'], fails]]);
    }
  });

  it('that fails says nothing of why, which the log has with its trail', async () => {
    const { call, lines } = build({ fails: new Error('secret') });
    const text = expect.stringMatching(/^Internal error\. The request appears to be valid/);
    expect(await call('dues')).toEqual({ isError: true, content: [{ type: 'text', text }] });
    expect(lines).toMatchObject([
      { said: 'call failed', tool: 'dues', request_id: 'trail', err: { message: 'secret' } },
    ]);
  });

  it('of a tool that there is not, or not among those shown, is an error of the protocol', async () => {
    const { call } = build();
    await expect(call('duez')).rejects.toMatchObject({ status: 404 });
    const toolsets = toolsetsIn('cash')!;
    await expect(call('dues', {}, { toolsets })).rejects.toMatchObject({
      message: expect.stringContaining('dues'),
    });
    expect(await call('cash', {}, { toolsets })).toHaveProperty('content');
  });

  it('of a lookup is told as it is, with the address of this server', async () => {
    const { call } = build();
    const origin = 'http://here:1';
    const told = { name: 'search', credential: 'owner', args: { query: 'x' }, origin };
    const textual = { content: [{ type: 'text', text: JSON.stringify(told) }] };
    expect(await call('search', { query: 'x' }, { origin })).toEqual(textual);
    expect(await call('search', { query: 'x' }, { origin, structured: true })).toEqual({
      ...{ ...textual, structuredContent: told },
    });
  });
});

describe('the list of tools', () => {
  const listed = async (world: World, how: Presentation = {}) => {
    const list = await build(world).toolbox.presenting(how).listTools('owner');
    return (JSON.parse(list).tools as { name: string }[]).map(({ name }) => name);
  };

  it('has lookups first, then what is served and asked for', async () => {
    expect(await listed({})).toEqual(['search', 'dues', 'cash']);
    expect(await listed({ serves: ({ name }) => name !== 'dues' })).toEqual(['search', 'cash']);
    const toolsets = toolsetsIn('cash')!;
    expect(await listed({}, { toolsets })).toEqual(['search', 'cash']);
    expect(await listed({ how: { toolsets } })).toEqual(['search', 'cash']);
    expect(await listed({ how: { toolsets } }, { toolsets: [] })).toEqual([
      ...['search', 'dues', 'cash'],
    ]);
  });

  it('is made once for those who see the same', async () => {
    const { toolbox } = build();
    const [one, two] = [await toolbox.listTools('owner'), await toolbox.listTools('owner')];
    expect(one).toBe(two);
    const structured = await toolbox.presenting({ structured: true }).listTools('owner');
    expect(structured).toContain('"structured":true');
    expect(one).toContain('"structured":false');
  });
});

describe('another method', () => {
  it('that fails says nothing of why, and is refused by its own words', async () => {
    const broken = build();
    const account = () => {
      throw new Error('secret');
    };
    const { log, lines } = createTestLog();
    const service = { account } as unknown as Service;
    const toolbox = createToolbox(createCatalogue([dues]), service, log);
    await expect(toolbox.answer('owner', 'prompts/list', {})).rejects.toMatchObject({
      ...{ status: 500, message: 'Internal error' },
    });
    expect(lines).toMatchObject([
      { said: 'request failed', method: 'prompts/list', err: { message: 'secret' } },
    ]);
    const asked = broken.toolbox.answer('owner', 'prompts/get', { name: 'nope' });
    await expect(asked).rejects.toMatchObject({ status: 404 });
    expect(broken.lines).toEqual([]);
  });
});

describe('how an answer is wanted', () => {
  const concise = { fields: undefined, detail: 'concise', skip: 0, structured: false };

  it.each([
    [{}, concise],
    [{ fields: '', detail: '', skip: '' }, concise],
    [{ fields: null, detail: null, skip: null }, concise],
    [{ ticker: 'ABCQZ', detail: 'concise', skip: 0 }, concise],
    [
      { fields: 'story', detail: 'full' },
      { ...concise, fields: ['story'], detail: 'full' },
    ],
    [{ skip: 7 }, { ...concise, skip: 7 }],
    [{ skip: '999999999' }, { ...concise, skip: 999_999_999 }],
  ])('%j is %j', (args, view) => {
    expect(checkedView(dues, args, false)).toEqual(view);
    expect(checkedView(dues, args, true)).toEqual({ ...view, structured: true });
  });

  it.each([
    [{ skip: -1 }, 'Invalid skip: a whole number, 0 or more'],
    [{ skip: 1.5 }, 'Invalid skip: a whole number, 0 or more'],
    [{ skip: '1000000000' }, 'Invalid skip: a whole number, 0 or more'],
    [{ skip: true }, 'Invalid skip: a whole number, 0 or more'],
    [{ skip: [1] }, 'Invalid skip: a whole number, 0 or more'],
    [{ detail: 'all' }, 'Invalid detail: one of concise, full'],
    [{ detail: 7 }, 'Invalid detail: one of concise, full'],
    [{ tickr: 'x' }, 'Unknown argument "tickr"'],
  ])('%j is refused: %s', (args, message) => {
    expect(() => checkedView(dues, args, false)).toThrow(
      expect.objectContaining({ status: 400, message }),
    );
  });

  it('is proposed by the names that are listed', () => {
    const refusal = (name: string) => {
      try {
        return checkedView(dues, { [name]: 'x' }, false);
      } catch (cause) {
        return (cause as ServiceError).hint;
      }
    };
    expect(refusal('tickr')).toContain('ticker');
    expect(refusal('details')).not.toContain('"detail"');
  });
});

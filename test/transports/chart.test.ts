import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charts } from '../../tools/charts.ts';
import { clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';

const started = useApp();
let client: Client;
beforeAll(async () => {
  client = await clientWith(started.key);
});
afterAll(() => client.close());

const clientWith = (key: string, query = '') =>
  clientOf(started.base, { headers: { Authorization: `Bearer ${key}` }, query });

interface Drawn {
  readonly text: string;
  readonly isError: boolean;
  readonly objects: {
    readonly kind: string;
    readonly title: string;
    readonly source: string;
    readonly as_of: string;
    readonly shown: number;
    readonly total: number;
    readonly records: readonly Readonly<Record<string, unknown>>[];
  };
}

async function chart(args: Record<string, unknown>, of = client): Promise<Drawn> {
  const { content, structuredContent, isError } = await of.callTool({
    name: 'chart',
    arguments: args,
  });
  const [first] = content as { text: string }[];
  return {
    text: first?.text ?? '',
    isError: isError === true,
    objects: structuredContent as unknown as Drawn['objects'],
  };
}

const definitionOf = async (of: Client) =>
  (await of.listTools()).tools.find(({ name }) => name === 'chart');
const kindsOf = async (of: Client) =>
  ((await definitionOf(of))?.inputSchema.properties?.kind as { enum: string[] } | undefined)?.enum;

describe('the tool', () => {
  it('names its kinds, its schemas and its view', async () => {
    const definition = await definitionOf(client);
    expect(await kindsOf(client)).toEqual(charts.map(({ kind }) => kind));
    expect(definition?._meta).toEqual({ ui: { resourceUri: 'ui://catalyst/chart' } });
    expect(definition?.outputSchema).toMatchObject({ type: 'object' });
    expect(definition?.annotations?.readOnlyHint).toBe(true);
    for (const { kind } of charts) expect(definition?.description).toContain(`${kind}: `);
  });

  it('has the same content in rows and in objects, soonest first', async () => {
    const { text, objects } = await chart({ kind: 'calendar' });
    // 60 days from the fixed date, 10 March 2026, is 9 May: the catalysts of the current date and
    // of April.
    expect(objects).toMatchObject({
      kind: 'calendar',
      title: 'upcoming catalysts, soonest first',
      source: 'local store',
      as_of: '2026-03-10',
      shown: 2,
      total: 2,
    });
    expect(objects.records.map(({ formattedDate, ticker }) => [formattedDate, ticker])).toEqual([
      ['2026-03-10', 'ACME'],
      ['2026-04-01', 'ZZZZ'],
    ]);
    const [head, table = ''] = text.split('\n\n');
    expect(head).toBe(
      'chart calendar: upcoming catalysts, soonest first: 2 of 2. Source: local store, as of 2026-03-10.\n' +
        'Goal dates in the last 30 days, with no known decision (tool fda_calendar_historical): BOLT boltinib 2026-03-09.',
    );
    const [columns = [], ...rows] = table.split('\n').map((row) => row.split('\t'));
    const told = rows.map((cells) =>
      Object.fromEntries(columns.map((one, at) => [one, cells[at]])),
    );
    const held = objects.records.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, value === null ? '' : `${value}`]),
      ),
    );
    expect(told).toEqual(held);
  });

  it('shows of more than a page those that come first', async () => {
    const { objects } = await chart({ kind: 'calendar', ticker: 'many' });
    const title = 'upcoming catalysts of MANY, soonest first';
    expect(objects).toMatchObject({ title, shown: 16, total: 60 });
    // Sixty filings on thirty days of January 2027, two per day: the first sixteen take eight days.
    expect(objects.records.map(({ formattedDate }) => formattedDate)).toEqual(
      Array.from({ length: 16 }, (_, at) => `2027-01-0${1 + Math.floor(at / 2)}`),
    );
  });

  it('is of one company if requested', async () => {
    const { objects } = await chart({ kind: 'moves', ticker: 'ACME' });
    // The price was 40 when the catalyst became known on 5 January and 50 on 10 February: a quarter
    // more.
    expect(objects.records).toEqual([
      expect.objectContaining({ ticker: 'ACME', percentageChange: 25 }),
    ]);
  });

  it.each([
    [{}, 'Missing kind: one of calendar, moves, runway, rnpv, event_study, portfolio'],
    [{ kind: 'pie' }, 'Invalid kind: one of calendar, moves, runway, rnpv, event_study, portfolio'],
    [{ kind: 'rnpv' }, 'Missing ticker'],
    [{ kind: 'calendar', ticker: 'two words' }, 'Invalid ticker: a ticker, such as CRSP'],
    [
      { kind: 'portfolio', ticker: 'ACME' },
      'Invalid ticker: omit this argument, because the chart portfolio is not about',
    ],
    [{ kind: 'calendar', days: 9 }, 'Unknown argument "days". This tool takes: kind, ticker.'],
  ])('%j is refused: %s', async (args, message) => {
    const { isError, text } = await chart(args);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('states that there is nothing to draw', async () => {
    const { objects, text } = await chart({ kind: 'calendar', ticker: 'XYZQZ' });
    expect([objects.shown, objects.total, objects.records]).toEqual([0, 0, []]);
    expect(text).toContain('Unknown ticker "XYZQZ"');
  });
});

describe('plans, bundles and toolsets', () => {
  it('show the kinds that they reach, and name the plan for the others', async () => {
    const basic = await clientWith(started.createKey({ name: 'draws basic' }));
    expect(await kindsOf(basic)).toEqual(['calendar', 'moves', 'runway', 'event_study']);
    expect((await definitionOf(basic))?.description).not.toContain('rnpv');
    // A value that another account has just received is not shown to this account.
    expect((await chart({ kind: 'rnpv', ticker: 'ACME' })).isError).toBe(false);
    for (const args of [{ kind: 'rnpv', ticker: 'ACME' }, { kind: 'portfolio' }]) {
      const refused = await chart(args, basic);
      const text = expect.stringContaining('This endpoint needs the Elite Plus plan');
      expect(refused).toMatchObject({ isError: true, text });
      expect(refused.objects?.records).toBeUndefined();
    }
    expect((await chart({ kind: 'runway' }, basic)).isError).toBe(false);
  });

  it('leave the tool out where they reach no kind', async () => {
    const bundle = ['Smart Money'];
    const key = started.createKey({ name: 'draws nothing', plan: 'elite-plus', bundle });
    expect(await definitionOf(await clientWith(key))).toBeUndefined();
    const ofFda = await clientWith(started.key, '?toolsets=fda');
    expect(await kindsOf(ofFda)).toEqual(['calendar', 'moves', 'event_study']);
    const outside = await chart({ kind: 'runway' }, ofFda);
    const text = expect.stringContaining('is not in the selected toolsets');
    expect(outside).toMatchObject({ isError: true, text });
  });
});

it('the view is one page of at most 320 kB that names no address', async () => {
  const { resources } = await client.listResources();
  const mimeType = 'text/html;profile=mcp-app';
  expect(resources).toContainEqual(
    expect.objectContaining({ uri: 'ui://catalyst/chart', mimeType }),
  );
  const { contents } = await client.readResource({ uri: 'ui://catalyst/chart' });
  const [content] = contents as { text: string; mimeType: string; _meta: object }[];
  expect(content?.mimeType).toBe(mimeType);
  expect(content?._meta).toEqual({
    ui: {
      csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      prefersBorder: false,
    },
  });
  const html = content?.text ?? '';
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(320_000);
  expect(html).toMatch(/^<!doctype html>/);
  // The page has one script and loads nothing: no external source, link or style.
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(link|img|iframe|base|object)\b|\bsrc=|@import|\bimport\(|fetch\(/);
  const addresses = html.match(/https?:\/\/[^"'`\s)]+/g) ?? [];
  // The only URLs are XML namespace names.
  expect(addresses.filter((one) => !one.startsWith('http://www.w3.org/'))).toEqual([]);
});

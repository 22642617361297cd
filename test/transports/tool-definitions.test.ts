import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import {
  ascending,
  type Endpoint,
  endpoint,
  flag,
  limitOf,
  money,
  noted,
  objects,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { contains, page, tickers, yesNo } from '../../src/catalogue/params.ts';
import type { Service } from '../../src/service/service.ts';
import { chartDefinition, chartResult } from '../../src/transports/chart.ts';
import { openApiOf } from '../../src/transports/openapi.ts';
import { createToolbox } from '../../src/transports/toolbox.ts';
import { charts } from '../../tools/charts.ts';
import { silentLog } from '../support/start-app.ts';

const plain = endpoint({
  name: 'tide_tables',
  path: '/tides/{ticker}',
  group: 'Company Data',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Tide tables',
  noun: 'tides',
  description: 'Tides of a company — höchste zuerst.',
  parameters: {
    ticker: { ...tickers('ticker'), required: true },
    name: contains('name', 'spring'),
    isHigh: yesNo('is_high', 'true: high tides'),
    page: page(),
  },
  record: {
    ticker: text,
    height_usd: noted(money, 'at its peak'),
    is_high: flag,
    names: texts,
    parts: objects,
  },
  collection: 'tides',
  sort: [ascending('ticker')],
  paging: 'pages',
  origin: 'extension',
});
const stated: Endpoint = { ...plain, name: 'stated_tides', origin: 'specification' };

async function listed(
  endpoints: readonly Endpoint[],
  how: { readonly structured?: boolean } = {},
  unserved?: string,
) {
  const service = {
    account: () => ({ name: 'owner', plan: 'elite-plus', demo: false, state: 'active' }),
    source: () => ({ serves: ({ name }: Endpoint) => name !== unserved }),
  } as unknown as Service;
  const toolbox = createToolbox(createCatalogue(endpoints), service, silentLog());
  return toolbox.presenting(how).listTools('owner');
}

const orNull = (...types: readonly object[]) => ({ anyOf: [...types, { type: 'null' }] });

describe('the definition of a tool', () => {
  const whole = {
    name: 'tide_tables',
    description: 'Tides of a company — höchste zuerst.',
    inputSchema: {
      type: 'object',
      properties: {
        ticker: expect.objectContaining({
          description: 'CRSP,VRTX or names',
        }),
        name: { type: 'string', description: 'pattern: spring' },
        isHigh: expect.objectContaining({ description: 'true: high tides' }),
        page: { type: 'integer' },
        fields: { type: 'string' },
        skip: { type: 'integer' },
      },
      required: ['ticker'],
    },
    annotations: { title: 'Tide tables', readOnlyHint: true, openWorldHint: false },
  };

  it('is whole without structure', async () => {
    expect(JSON.parse(await listed([plain]))).toEqual({ tools: [whole] });
  });

  it('tells with structure what an answer holds', async () => {
    const { tools } = JSON.parse(await listed([plain], { structured: true }));
    expect(tools).toEqual([{ ...whole, outputSchema: expect.anything() }]);
    const string = { type: 'string' };
    expect(tools[0].outputSchema).toEqual({
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              ticker: orNull(string),
              height_usd: {
                ...orNull({ type: 'number' }),
                description: 'US dollars; at its peak',
              },
              is_high: orNull({ type: 'boolean' }),
              names: orNull({ type: 'array', items: string }),
              parts: orNull({ type: 'array', items: { type: 'object' } }),
            },
          },
        },
        pagination: {
          type: 'object',
          properties: {
            page: { type: 'integer' },
            pageSize: { type: 'integer' },
            total: { type: 'integer' },
          },
        },
        source: string,
        as_of: string,
        sorted_by: string,
        first: {
          type: 'integer',
          description: 'position of the first shown record over all pages',
        },
        last: { type: 'integer' },
        Note: string,
        stale_as_of: string,
        notices: { type: 'array', items: string },
        error: string,
      },
    });
  });

  it('takes any type where an upstream answers what the specification states', async () => {
    const { tools } = JSON.parse(await listed([stated], { structured: true }));
    const { height_usd, ticker } = tools[0].outputSchema.properties.result.items.properties;
    const types = ['string', 'number', 'boolean', 'object', 'array'].map((type) => ({ type }));
    expect(ticker).toEqual(orNull(...types));
    expect(height_usd).toEqual({ ...orNull(...types), description: 'US dollars; at its peak' });
  });

  it('is listed where the source serves it', async () => {
    const names = async (unserved?: string) =>
      JSON.parse(await listed([plain, stated], {}, unserved)).tools.map(
        ({ name }: Endpoint) => name,
      );
    expect(await names()).toEqual(['tide_tables', 'stated_tides']);
    expect(await names('tide_tables')).toEqual(['stated_tides']);
  });
});

describe('the OpenAPI document', () => {
  it('is whole', () => {
    const type = (name: string) => orNull({ type: name });
    const error = (description: string) => ({
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
    const operation = {
      operationId: 'tide_tables',
      tags: ['Company Data'],
      summary: 'Tide tables',
      description:
        'Tides of a company — höchste zuerst. Plan: Basic. Limit: 60 requests per 60 seconds. Stated by: this server.',
      parameters: [
        {
          ...{ name: 'ticker', in: 'path', required: true, schema: expect.anything() },
          description: 'CRSP,VRTX or names',
        },
        {
          ...{ name: 'name', in: 'query', required: false },
          ...{ description: 'pattern: spring' },
          schema: { type: 'string', maxLength: 200 },
        },
        {
          ...{ name: 'isHigh', in: 'query', required: false, schema: { type: 'boolean' } },
          description: 'true: high tides',
        },
        {
          ...{ name: 'page', in: 'query', required: false },
          ...{ description: '1-based page', schema: expect.anything() },
        },
        {
          ...{ name: 'format', in: 'query', required: false },
          description:
            'json (default) or csv, which returns one page as a table with a Link header to the next',
          schema: { type: 'string', enum: ['json', 'csv'] },
        },
      ],
      responses: {
        200: {
          description: 'Records and pagination; Note on demo keys',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['result', 'pagination'],
                properties: {
                  result: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        ticker: type('string'),
                        height_usd: {
                          ...type('number'),
                          description: 'US dollars; at its peak',
                        },
                        is_high: type('boolean'),
                        names: orNull({ type: 'array', items: { type: 'string' } }),
                        parts: orNull({ type: 'array', items: { type: 'object' } }),
                      },
                    },
                  },
                  pagination: { $ref: '#/components/schemas/Pagination' },
                  Note: { type: 'string' },
                },
              },
            },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        400: error('A parameter is missing or invalid'),
        401: error('Missing or invalid API key, or different ones'),
        403: error('Not included in the plan or bundle, or access is paused or expired'),
        429: error('Rate limit exceeded; Retry-After states the seconds to wait'),
        502: error('The upstream returned no usable answer'),
        503: error('The upstream is not available'),
        504: error('The upstream did not answer in time'),
      },
    };
    expect(openApiOf(createCatalogue([plain]), '1.2.3')).toEqual({
      openapi: '3.1.0',
      info: {
        title: 'Biotech Catalyst Data Service',
        version: '2.0.0',
        description: expect.stringMatching(/^Read-only data .* 1\.2\.3\. "exact"/),
      },
      security: [{ bearer: [] }, { header: [] }, { apiKey: [] }],
      paths: { '/api/v2/tides/{ticker}': { get: operation } },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The key, and no token of OAuth' },
          header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
        },
        schemas: {
          Error: {
            type: 'object',
            required: ['error'],
            properties: { error: { type: 'string' } },
          },
          Pagination: {
            type: 'object',
            required: ['page', 'pageSize', 'total'],
            properties: {
              page: { type: 'integer' },
              pageSize: { type: 'integer', const: 50 },
              total: { type: 'integer' },
            },
          },
        },
      },
    });
    const single = { ...stated, paging: 'single' } as const;
    expect(openApiOf(createCatalogue([single]), '1')).toMatchObject({
      paths: {
        '/api/v2/tides/{ticker}': {
          get: {
            description: expect.stringMatching(/ Stated by: the specification\.$/),
            responses: { 404: error('No such record; the error suggests the nearest') },
          },
        },
      },
    });
  });
});

describe('the definition of the charts', () => {
  it('is whole', () => {
    const text = { type: 'string' };
    const [first] = charts;
    expect(chartDefinition((one) => one === first?.endpoint)).toEqual({
      name: 'chart',
      description: expect.stringMatching(
        /^Draws a chart if the host can show it, and returns the same data as rows\. Kinds: calendar: [^;]+\.$/,
      ),
      inputSchema: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['calendar'], description: 'kind of chart' },
          ticker: { type: 'string', description: expect.stringMatching(/^one company: \w/) },
        },
        required: ['kind'],
      },
      outputSchema: {
        type: 'object',
        properties: {
          ...{ kind: text, title: text, source: text, as_of: text },
          ...{ shown: { type: 'integer' }, total: { type: 'integer' }, Note: text },
          notices: { type: 'array', items: text },
          records: { type: 'array', items: { type: 'object' } },
          error: text,
        },
      },
      annotations: { title: 'Chart', readOnlyHint: true, openWorldHint: false },
      _meta: { ui: { resourceUri: 'ui://catalyst/chart' } },
    });
  });

  it('of no one company take no ticker', async () => {
    const { kind } = charts.find(({ ticker }) => ticker === 'none')!;
    await expect(
      chartResult({ kind, ticker: 'ABCQZ' }, 'owner', {} as Service, []),
    ).rejects.toMatchObject({
      status: 400,
      message: `Invalid ticker: omit it, because ${kind} does not show one company`,
    });
  });

  it('says which kinds need a company', () => {
    const { description } = chartDefinition(() => true) as { description: string };
    const needing = charts.filter(({ ticker }) => ticker === 'required').map(({ kind }) => kind);
    const told = description.split('; ').filter((kind) => kind.includes('(needs ticker)'));
    expect(told.map((kind) => /(\w+): /.exec(kind)?.[1])).toEqual(needing);
    expect(chartDefinition(() => false)).toBeUndefined();
  });
});

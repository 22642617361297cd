import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parametersOf } from '../../src/catalogue/common-params.ts';
import { endpoints } from '../../tools/index.ts';
import { useApp } from '../support/start-app.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: object;
  }[];
  readonly responses: Readonly<Record<string, object>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly security: readonly object[];
  readonly components: { readonly securitySchemes: object; readonly schemas: object };
}

const started = useApp();
let document: Document;
beforeAll(async () => {
  const response = await fetch(`${started.base}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  document = (await response.json()) as Document;
});

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document of interface version 2.0.0, with the key in a header or in the query', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('2.0.0');
    expect(document.security).toEqual([{ bearer: [] }, { header: [] }, { apiKey: [] }]);
    expect(document.components.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer', description: expect.any(String) },
      header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
    });
  });

  it('has every path, once, and every parameter of it by its rule', () => {
    expect(Object.keys(document.paths)).toEqual(endpoints.map(({ path }) => `/api/v2${path}`));
    for (const endpoint of endpoints) {
      const { get } = document.paths[`/api/v2${endpoint.path}`] as { get: Operation };
      expect(get.operationId).toBe(endpoint.name);
      expect(get.description).toContain(endpoint.description);
      const rules = get.parameters.map(({ name, description }) => [name, description]);
      expect(rules.slice(0, -1)).toEqual(
        Object.entries(parametersOf(endpoint, true)).map(([name, { rule }]) => [name, rule]),
      );
      expect(get.parameters.at(-1)).toMatchObject({
        name: 'format',
        in: 'query',
        required: false,
        schema: { enum: ['json', 'csv'] },
      });
      for (const parameter of get.parameters.slice(0, -1)) {
        const inPath = endpoint.path.includes(`{${parameter.name}}`);
        expect(parameter.in).toBe(inPath ? 'path' : 'query');
        expect(parameter.schema).toHaveProperty('type');
        expect([parameter.name, parameter.required]).toEqual([
          parameter.name,
          inPath || parametersOf(endpoint)[parameter.name]?.required,
        ]);
      }
      expect(Object.keys(get.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '429']),
      );
    }
  });

  it('describes what is answered, and nothing else', async () => {
    const ajv = new Ajv2020({ strict: false });
    const { components } = document;
    const { content } = document.paths['/api/v2/fdacalendar']!.get.responses['200'] as {
      content: Record<string, { schema: object }>;
    };
    const { schema } = content['application/json']!;
    const accepts = ajv.compile({ components, ...schema });
    const { body } = await started.ask('/fdacalendar');
    expect(body.result.length).toBeGreaterThan(0);
    expect(accepts(body)).toBe(true);
    expect(accepts({ ...body, Note: 'Demo data.' })).toBe(true);
    const { result, pagination } = body;
    for (const wrong of [
      ...[[body], 'text', { result }, { pagination }, { ...body, Note: 1 }],
      ...[
        { ...body, result: {} },
        { ...body, result: ['ACME'] },
        { ...body, pagination: 1 },
      ],
      ...[{ ...body, result: [{ ...result[0], ticker: 7 }] }],
    ]) {
      expect([wrong, accepts(wrong)]).toEqual([wrong, false]);
    }
    expect(pagination.total).toBeGreaterThan(0);
    expect(content['text/csv']?.schema).toEqual({ type: 'string' });
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, reference] of references) {
      const name = reference?.replace('#/components/schemas/', '') ?? '';
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  it('needs no key, and says a page’s size and the shape of an error', () => {
    expect(document.components.schemas).toMatchObject({
      Error: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      Pagination: { properties: { pageSize: { const: 50 } } },
    });
  });
});

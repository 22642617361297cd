import fc from 'fast-check';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import { endpoints } from '../../../tools/index.ts';
import { hostileJson, hostileQuery } from './hostile-values.ts';

/** A request from an HTTP client. */
export interface Call {
  readonly path: string;
  /** Absent for GET. */
  readonly body?: string;
  /** Names of the arguments. An error about an argument names it. */
  readonly names?: readonly string[];
  /** Id of the message, which the response must repeat. */
  readonly id?: number | string;
}

/** A tool as listed by the server. */
export interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, Schema>> };
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Valid = (endpoint: Endpoint) => Readonly<Record<string, string>>;

/** Generates calls with several arguments. Most values match the schema, and some are arbitrary. */
export function toolCalls(tools: readonly Tool[], valid: Valid): fc.Arbitrary<Call> {
  const byTool = tools.map(({ name, inputSchema }) => {
    const endpoint = endpoints.find((one) => one.name === name);
    const needed = endpoint ? valid(endpoint) : {};
    return argumentsOf(inputSchema.properties).chain((given) =>
      fc.record({ needed: fc.boolean(), id: ids, strange: strangeArguments }).map((extra) => ({
        path: '/mcp',
        names: Object.keys(inputSchema.properties),
        id: extra.id,
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: extra.id,
          method: 'tools/call',
          params: {
            name,
            arguments: { ...(extra.needed ? needed : {}), ...given, ...extra.strange },
          },
        }),
      })),
    );
  });
  return fc.oneof(...byTool);
}

/** Generates queries with several parameters for any endpoint. */
export function restCalls(valid: Valid): fc.Arbitrary<Call> {
  const byEndpoint = endpoints.map((endpoint) => {
    const names = Object.keys(endpoint.parameters);
    const queries = names.map((name) => fc.option(hostileQuery(name), { freq: 3 }));
    return fc.record({ queries: fc.tuple(...queries), needed: fc.boolean() }).map((one) => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(valid(endpoint)[name] ?? 'A'),
      );
      const needed = Object.entries(one.needed ? valid(endpoint) : {})
        .filter(([name]) => !endpoint.path.includes(`{${name}}`))
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const query = ['apiKey=demo', ...needed, ...one.queries.filter((text) => text !== null)];
      // The server rejects longer headers, which the raw requests test.
      return { path: `/api/v2${path}?${query.join('&')}`.slice(0, 12_000), names };
    });
  });
  return fc.oneof(...byEndpoint);
}

const ids = fc.oneof(fc.integer(), fc.string({ minLength: 1, maxLength: 20 }));

const strangeArguments = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), hostileJson, { maxKeys: 2 }),
  },
);

function argumentsOf(
  properties: Readonly<Record<string, Schema>>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const values = Object.entries(properties).map(([name, schema]) => [
    name,
    fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostileJson }),
  ]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

/** Generates values that a schema accepts, with its bounds and one value beyond each bound. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 6 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = -1_000, maximum = 1_000_000 } = schema;
    const edges = fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1);
    return fc.oneof(edges, fc.integer({ min: minimum, max: Math.max(minimum, maximum) }));
  }
  return words;
}

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const words = fc.oneof(
  day,
  day.map((date) => date.slice(0, 7)),
  fc.constantFrom(
    'ABCQZ',
    'PDUFA Date',
    'Phase 3',
    'Phase 2/3',
    'Oncology',
    'Approved',
    'buy',
    'A',
  ),
  fc.integer({ min: -10, max: 1_000 }).map(String),
  fc.string({ maxLength: 30 }),
);

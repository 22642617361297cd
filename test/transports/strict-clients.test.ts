import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prompts } from '../../tools/prompts.ts';
import { clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Call {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

const started = useApp();
let client: Client;
let schemas: ReadonlyMap<string, Schema>;
beforeAll(async () => {
  client = await clientOf(started.base, { headers: { Authorization: `Bearer ${started.key}` } });
  const { tools } = await client.listTools();
  schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
});
afterAll(() => client.close());

/** Returns a schema and all schemas inside it. */
function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema;
  const { properties = {}, items, anyOf = [] } = schema;
  const parts = [...Object.values(properties as object), ...(items ? [items] : [])];
  for (const part of [...parts, ...(anyOf as Schema[])]) yield* schemasIn(part as Schema);
}

/** Returns the number of nested levels of objects and lists in a schema. */
function depthOf({ properties = {}, items }: Schema): number {
  const parts = [...Object.values(properties as object), ...(items ? [items] : [])] as Schema[];
  return parts.length === 0 ? 0 : 1 + Math.max(...parts.map(depthOf));
}

/** Keywords that each provider documents for the parameters of a function. */
const providers = {
  'OpenAI, strict': [
    ...['type', 'description', 'enum', 'properties', 'required', 'items', 'minimum', 'maximum'],
    ...['minItems', 'maxItems', 'pattern', 'format', 'multipleOf'],
  ],
  Gemini: [
    ...['type', 'description', 'enum', 'properties', 'required', 'items', 'minimum', 'maximum'],
    ...['minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format', 'nullable'],
  ],
} as const;

describe('the schema of every tool', () => {
  it.each(Object.entries(providers))('has only what %s accepts', (_, keywords) => {
    const refused = [...schemas].flatMap(([tool, schema]) =>
      [...schemasIn(schema)].flatMap((part) => [
        ...Object.keys(part)
          .filter((keyword) => !keywords.some((one) => one === keyword))
          .map((keyword) => `${tool}: ${keyword}`),
        // A union of types, an enum of numbers and a property without a type are refused.
        ...(typeof part.type === 'string' ? [] : [`${tool}: type ${JSON.stringify(part.type)}`]),
        ...(part.enum && part.type !== 'string' ? [`${tool}: enum of ${part.type}`] : []),
      ]),
    );
    expect(refused).toEqual([]);
    expect(schemas.size).toBeGreaterThan(50);
  });

  // OpenAI, strict: at most 100 properties and 5 levels of objects, 500 values of enums, and 15,000
  // characters in names and enums; Gemini refuses an empty value.
  it('is within the documented limits of size', () => {
    for (const [tool, schema] of schemas) {
      const parts = [...schemasIn(schema)];
      const names = parts.flatMap(({ properties = {} }) => Object.keys(properties as object));
      const values = parts.flatMap((part) => (part.enum ?? []) as string[]);
      expect([tool, names.length <= 100, values.length <= 500, depthOf(schema) <= 5]).toEqual([
        ...[tool, true, true, true],
      ]);
      expect([...names, ...values].join('').length).toBeLessThan(15_000);
      expect(values).not.toContain('');
      expect(names).toEqual(expect.arrayContaining((schema.required ?? []) as string[]));
    }
  });

  it('is one that a strict validator compiles, of an object whose names models can write', () => {
    for (const [tool, schema] of schemas) {
      expect(() => new Ajv({ strict: true }).compile(schema)).not.toThrow();
      expect([tool, schema.type]).toEqual([expect.stringMatching(/^\w{1,64}$/), 'object']);
      const names = Object.keys(schema.properties as object);
      expect(names.filter((name) => !/^[A-Za-z_]\w{0,63}$/.test(name))).toEqual([]);
    }
  });
});

/** The calls that a text states as `tool` with `{…}`. */
function callsIn(text: string): readonly Call[] {
  return [...text.matchAll(/`?(\w+)`? with `?(\{.*?\})`?(?=[\n:.]|$)/gm)].map(
    ([, tool = '', given = '']) => ({ tool, arguments: JSON.parse(given) }),
  );
}

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** Validates a call against the input schema, as strict clients do, and then makes the call. */
async function strictly({ tool, arguments: given }: Call): Promise<void> {
  const schema = { ...schemas.get(tool), additionalProperties: false };
  const validate = new Ajv().compile(schema);
  expect([tool, given, validate(given), validate.errors]).toEqual([tool, given, true, null]);
  const { isError, content } = await client.callTool({ name: tool, arguments: given });
  // The web pages show the companies of the demo.
  const isUnknown = /^Unknown ticker/.test((content as { text: string }[])[0]?.text ?? '');
  expect([tool, given, (isError ?? false) && !isUnknown]).toEqual([tool, given, false]);
}

describe('a strict client can make every call', () => {
  it('of the README and the pages of docs', async () => {
    const calls = pages.flatMap((page) => callsIn(readFileSync(page, 'utf8')));
    expect(calls.length).toBeGreaterThanOrEqual(3);
    for (const call of calls) await strictly(call);
  });

  it.each(prompts.map(({ name, arguments: given }) => [name, given] as const))(
    'of the prompt %s',
    async (name, given) => {
      const words = given.map((one) => [one.name, one.default ?? 'ACME']);
      const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(words) });
      const { text } = messages[0]!.content as { text: string };
      const calls = callsIn(text.replaceAll('"TICKERS"', '"ACME,BOLT"'));
      expect(calls.length).toBe(text.match(/^\d+\. /gm)?.length);
      for (const call of calls) await strictly(call);
    },
  );

  it.each(['ticker,poa', ' ticker , poa ', ['ticker', 'poa'], '["ticker", "poa"]'])(
    'and select columns by %j',
    async (fields) => {
      const { content } = await client.callTool({ name: 'fda_calendar', arguments: { fields } });
      expect((content as { text: string }[])[0]?.text).toMatch(/\n\nticker\tpoa\n/);
    },
  );
});

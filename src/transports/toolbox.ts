import * as z from 'zod';
import {
  internalError,
  invalidParameter,
  outsideToolsets,
  ServiceError,
  unknownArgument,
} from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer, observed } from '../base/observer.ts';
import type { Toolset } from '../base/toolset-words.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { isAmong } from '../catalogue/toolsets.ts';
import { type Credential, permitted } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { Service } from '../service/service.ts';
import { askedColumns, nearestNames } from './asked-columns.ts';
import { chartDefinition, chartName, chartResult } from './chart.ts';
import { schemaOf } from './field-schema.ts';
import { instructions } from './instructions.ts';
import { createLibrary } from './library.ts';
import type { LookupTools } from './lookup-tools.ts';
import type { Toolbox } from './protocol.ts';
import { render, type View } from './render.ts';
import { failure, serialised } from './tool-results.ts';
import type { Trail } from './trails.ts';

/** Arguments that every tool has in addition. The instructions describe them and `page` once. */
const viewParameters = { fields: z.string(), skip: z.int() };
/** The argument is accepted but not listed, because `fields` replaces it. */
const quietParameters = ['detail'] as const;

/** The visible tools, and the format of their answers. */
export interface Presentation {
  /** Whether answers also contain typed objects, and tools declare output schemas. */
  readonly structured?: boolean;
  /** URL of this server as the caller uses it, `http://host:port`; absent over stdio. */
  readonly origin?: string;
  /** The selected toolsets. All toolsets if empty. */
  readonly toolsets?: readonly Toolset[];
}

/** The tools in the server's default presentation, and in others. */
export interface Toolboxes extends Toolbox {
  /** Overrides the server's defaults. @param trail IDs of the request, for the log */
  presenting(how: Presentation, trail?: () => Trail): Toolbox;
}

/**
 * The catalogue as tools: plain functions that every MCP transport uses.
 *
 * @param ofServer defaults for clients that do not select a presentation
 */
export function createToolbox(
  catalogue: Catalogue,
  service: Service,
  log: Log,
  lookupTools: LookupTools = noLookups,
  ofServer: Presentation = {},
  observer: Observer = noObserver,
): Toolboxes {
  const definitions = new Map<string, string>();
  const lists = new Map<string, string>();
  const library = createLibrary(service);

  function listTools(
    account: Account,
    { structured = false, toolsets = [] }: Presentation,
  ): string {
    const source = service.source();
    const shown = catalogue.endpoints.filter(
      (one) => isAmong(toolsets, one) && permitted(account, one) && source.serves(one),
    );
    const lookups = lookupTools.usable(account);
    const names = [structured, ...lookups, ...shown.map(({ name }) => name)].join();
    const known = lists.get(names);
    if (known) return known;
    const chart = chartDefinition((endpoint) => shown.includes(endpoint));
    const definitions = [
      ...lookups.map((name) => lookupTools.definition(name, structured)),
      ...shown.map((one) => definition(one, structured)),
      ...(chart ? [JSON.stringify(chart)] : []),
    ];
    const list = `{"tools":[${definitions.join(',')}]}`;
    lists.set(names, list);
    return list;
  }

  /** Serialized once per endpoint and reused in lists. */
  function definition(endpoint: Endpoint, structured: boolean): string {
    const key = `${structured} ${endpoint.name}`;
    const known = definitions.get(key) ?? JSON.stringify(toolDefinition(endpoint, structured));
    definitions.set(key, known);
    return known;
  }

  async function call(
    credential: Credential,
    name: string,
    args: RawArguments,
    { structured = false, origin, toolsets = [] }: Presentation,
  ): Promise<string> {
    if (name === chartName) return chartResult(args, credential, service, toolsets);
    if (lookupTools.has(name)) {
      const told = await lookupTools.call(name, credential, args, origin);
      return serialised({ text: told, structured: structured ? told : undefined });
    }
    const endpoint = catalogue.tool(name);
    let view: View | undefined;
    const answer = await service.answer(endpoint, args, credential, () => {
      view = checkedView(endpoint, args, structured);
    });
    const shown = view ?? viewOf(endpoint, {}, structured);
    return serialised(render(answer, shown));
  }

  /** An unknown tool is a protocol error. @throws ServiceError 404 */
  function requireTool(name: string, toolsets: readonly Toolset[]): void {
    if (name === chartName || lookupTools.has(name)) return;
    if (!isAmong(toolsets, catalogue.tool(name))) throw outsideToolsets(name, toolsets);
  }

  function presenting(how: Presentation, trail?: () => Trail): Toolbox {
    const shown = { ...ofServer, ...how };
    const { structured = false, toolsets = [] } = shown;
    return {
      async listTools(credential) {
        return listTools(service.account(credential), shown);
      },
      async instructions() {
        const source = service.source();
        return instructions(source.describe(), source.demo);
      },
      async callTool(credential, name, args) {
        requireTool(name, toolsets);
        try {
          return await observed(observer, 'mcp', name, () => call(credential, name, args, shown));
        } catch (cause) {
          if (!(cause instanceof ServiceError)) {
            log.error({ err: cause, tool: name, ...trail?.() }, 'call failed');
          }
          return failure(cause instanceof ServiceError ? cause : internalError(), structured);
        }
      },
      async answer(credential, method, params) {
        try {
          return await library.answer(credential, method, params, toolsets);
        } catch (cause) {
          if (cause instanceof ServiceError) throw cause;
          log.error({ err: cause, method, ...trail?.() }, 'request failed');
          throw internalError();
        }
      },
    };
  }

  return { ...presenting({}), presenting };
}

const noLookups: LookupTools = {
  usable: () => [],
  definition: () => {
    throw internalError();
  },
  has: () => false,
  call: () => Promise.reject(internalError()),
};

function toolDefinition(endpoint: Endpoint, structured: boolean): object {
  const shape = Object.fromEntries(
    Object.entries(endpoint.parameters).map(([name, parameter]) => {
      const { kind, schema, rule, required } = parameter;
      const described = kind === 'page' ? schema : schema.describe(rule);
      return [name, required ? described : described.optional()];
    }),
  );
  const views = Object.entries(viewParameters).map(([name, schema]) => [name, schema.optional()]);
  const input = z.object({ ...shape, ...Object.fromEntries(views) });
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name: endpoint.name,
    description: endpoint.description,
    inputSchema: trimmed(inputSchema),
    ...(structured ? { outputSchema: outputSchema(endpoint) } : {}),
    annotations: {
      title: endpoint.title,
      readOnlyHint: true,
      openWorldHint: false,
    },
  };
}

/** Removes the integer bounds that JSON Schema adds and that carry no information. */
function trimmed(schema: Record<string, unknown>): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maxLength' && value === 200)
      ? undefined
      : value,
  );
}

/** The schema is permissive, so that a record with an unexpected value is not lost. */
function outputSchema({ record, origin }: Endpoint): object {
  const fields = Object.entries(record).map(([name, field]) => [
    name,
    // An upstream may use any type for fields of the specification's endpoints.
    schemaOf(origin === 'specification' ? { ...field, type: 'any' } : field),
  ]);
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      result: {
        type: 'array',
        items: { type: 'object', properties: Object.fromEntries(fields) },
      },
      pagination: {
        type: 'object',
        properties: Object.fromEntries(
          ['page', 'pageSize', 'total'].map((name) => [name, { type: 'integer' }]),
        ),
      },
      source: text,
      as_of: text,
      sorted_by: text,
      first: { type: 'integer', description: 'position of the first shown record over all pages' },
      last: { type: 'integer' },
      Note: text,
      stale_as_of: text,
      notices: { type: 'array', items: text },
      error: text,
    },
  };
}

/** The format that a call requests. @throws ServiceError 400 for unknown arguments */
export function checkedView(endpoint: Endpoint, args: RawArguments, structured: boolean): View {
  const known = [...Object.keys(endpoint.parameters), ...Object.keys(viewParameters)];
  const accepted = [...known, ...quietParameters];
  for (const name of Object.keys(args)) {
    if (!accepted.includes(name)) throw unknownArgument(name, nearestNames(known, name)[0], known);
  }
  return viewOf(endpoint, args, structured);
}

function viewOf(
  endpoint: Endpoint,
  { fields, detail, skip }: RawArguments,
  structured: boolean,
): View {
  return {
    fields: askedColumns(endpoint, fields),
    detail: detailOf(detail),
    skip: skipOf(skip),
    structured,
  };
}

function detailOf(value: unknown): View['detail'] {
  if (value === undefined || value === null || value === '') return 'concise';
  if (value === 'concise' || value === 'full') return value;
  throw invalidParameter('detail', 'one of concise, full');
}

function skipOf(value: unknown): number {
  if (value === undefined || value === null || value === '') return 0;
  const isNumber =
    (typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(`${value}`);
  if (!isNumber) throw invalidParameter('skip', 'a whole number, 0 or more');
  return Number(value);
}

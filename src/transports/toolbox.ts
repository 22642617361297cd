import * as z from 'zod';
import { lookup } from '../../tools/index.ts';
import { nextTools } from '../../tools/next-tools.ts';
import {
  internalError,
  invalidParameter,
  outsideToolsets,
  ServiceError,
  unknownArgument,
} from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer, observed } from '../base/observer.ts';
import { collectRefusals } from '../base/refusals.ts';
import type { Toolset } from '../base/toolset-words.ts';
import { askedColumns, nearestNames } from '../catalogue/asked-columns.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isEverywhere, parametersOf } from '../catalogue/common-params.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { isAmong } from '../catalogue/toolsets.ts';
import { type Credential, permitted } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { Answer, Service } from '../service/service.ts';
import { chartDefinition, chartName, chartResult } from './chart.ts';
import { schemaOf, trimmed } from './field-schema.ts';
import { instructions } from './instructions.ts';
import { createLibrary } from './library.ts';
import { createLookupTools } from './lookup-tools.ts';
import type { Toolbox } from './protocol.ts';
import type { View } from './render.ts';
import { createResults, failure, serialised } from './tool-results.ts';
import type { Trail } from './trails.ts';

/**
 * The parameter `fields`, which every tool has. Our choice: the schema declares only text, although
 * the server also accepts a list. Some model providers refuse all tools if a schema contains a
 * union of types.
 */
const viewParameters = { fields: z.string().optional() };
/** Maximum number of arguments in a call. */
const MAX_ARGUMENTS = 100;
/**
 * Parameters that tools still accept but no longer declare. The parameter `fields` has replaced
 * them.
 */
const undeclaredParameters: readonly string[] = ['detail'];

/** Options of a client: the visible tools, and the format of answers. */
export interface Presentation {
  /** Whether answers also contain typed objects and tools declare output schemas. */
  readonly structured?: boolean;
  /**
   * URL of this server as the client addressed it, such as `http://127.0.0.1:8787`. Absent over
   * stdio.
   */
  readonly origin?: string;
  /** The selected toolsets. An empty list selects all toolsets. */
  readonly toolsets?: readonly Toolset[];
}

/**
 * The MCP server with the default options. `presenting` returns a server with a client's options.
 */
export interface Toolboxes extends Toolbox {
  /**
   * Returns the MCP server with the given options instead of the default options.
   * @param trail a function that returns the IDs of the request for the log
   */
  presenting(how: Presentation, trail?: () => Trail): Toolbox;
  /**
   * Calls a tool and returns its result.
   * @throws ServiceError, which `callTool` converts to a result
   */
  resultOf(
    credential: Credential,
    name: string,
    args: RawArguments,
    how: Presentation,
  ): Promise<string>;
}

/**
 * Creates the functions of the MCP server from the catalogue. All MCP transports use these
 * functions.
 *
 * @param ofServer the options for clients that do not set any options
 */
export function createToolbox(
  catalogue: Catalogue,
  service: Service,
  log: Log,
  ofServer: Presentation = {},
  observer: Observer = noObserver,
): Toolboxes {
  const definitions = new Map<string, string>();
  const library = createLibrary(service);
  const lookupTools = createLookupTools(service, lookup);
  const resultOf = createResults();
  const byName = new Map(catalogue.endpoints.map((one) => [one.name, one]));

  function listTools(
    account: Account,
    { structured = false, toolsets = [] }: Presentation,
  ): string {
    const shown = catalogue.endpoints.filter((one) => isUsable(one, account, toolsets));
    const names = [...lookupTools.usable(account), ...shown.map(({ name }) => name)];
    const chart = chartDefinition((endpoint) => shown.includes(endpoint));
    const tools = names.map((name) => definition(name, structured));
    return `{"tools":[${[...tools, ...(chart ? [JSON.stringify(chart)] : [])].join()}]}`;
  }

  function isUsable(one: Endpoint, account: Account, toolsets: readonly Toolset[]): boolean {
    return isAmong(toolsets, one) && permitted(account, one) && service.source().serves(one);
  }

  /** The tool that is usually called next, if the caller may use it. */
  function nextOf({ endpoint, caller }: Answer, toolsets: readonly Toolset[]) {
    const next = byName.get(nextTools[endpoint.name] ?? '');
    return next && isUsable(next, caller, toolsets) ? next : undefined;
  }

  /** Returns the serialized definition of a tool. Each definition is serialized only once. */
  function definition(name: string, structured: boolean): string {
    const key = `${structured} ${name}`;
    const known =
      definitions.get(key) ??
      (lookupTools.has(name)
        ? lookupTools.definition(name, structured)
        : JSON.stringify(toolDefinition(catalogue.tool(name), structured)));
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
      const text = await lookupTools.call(name, credential, args, origin);
      return serialised({ text: text, structured: structured ? text : undefined });
    }
    const endpoint = catalogue.tool(name);
    let view: View | undefined;
    const few = endpoint.shows ? { limit: endpoint.shows } : {};
    const answer = await service.answer(endpoint, { ...few, ...args }, credential, {
      checkArguments: () => {
        view = checkedView(endpoint, args, structured);
      },
    });
    const shown = view ?? viewOf(endpoint, {}, structured);
    return resultOf(answer, { ...shown, next: nextOf(answer, toolsets) });
  }

  /**
   * Checks that a tool exists and is selected. For an unknown tool, the answer is a protocol error
   * and not a tool result.
   * @throws ServiceError 400, 404
   */
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

  return { ...presenting({}), presenting, resultOf: call };
}

function toolDefinition(endpoint: Endpoint, structured: boolean): object {
  const shape = Object.fromEntries(
    Object.entries(parametersOf(endpoint)).map(([name, { schema, rule, required }]) => {
      // Parameters that all tools have are described once, in the instructions of the server.
      const isCommon = name === 'page' || (isEverywhere(name) && !(name in endpoint.parameters));
      const described = isCommon ? schema : schema.describe(rule);
      return [name, required ? described : described.optional()];
    }),
  );
  const input = z.object({ ...shape, ...viewParameters });
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name: endpoint.name,
    description: endpoint.description,
    inputSchema: trimmed(inputSchema),
    ...(structured ? { outputSchema: outputSchema(endpoint) } : {}),
    annotations: { title: endpoint.title, readOnlyHint: true, openWorldHint: false },
  };
}

/**
 * Returns the output schema of a tool. The schema permits unexpected values, because clients may
 * discard records that do not match the schema.
 */
function outputSchema({ record, origin }: Endpoint): object {
  const fields = Object.entries(record).map(([name, field]) => [
    name,
    // In the endpoints of the specification, an upstream may return values of any type.
    schemaOf(origin === 'specification' ? { ...field, type: 'any' } : field),
  ]);
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      result: { type: 'array', items: { type: 'object', properties: Object.fromEntries(fields) } },
      pagination: {
        type: 'object',
        properties: Object.fromEntries(
          ['page', 'pageSize', 'total'].map((name) => [name, { type: 'integer' }]),
        ),
      },
      source: text,
      as_of: text,
      sorted_by: text,
      first: {
        type: 'integer',
        description: 'position of the first shown record among all matching records',
      },
      last: { type: 'integer' },
      Note: text,
      stale_as_of: text,
      notices: { type: 'array', items: text },
      error: text,
    },
  };
}

/**
 * Returns the fields and the format that a call requests.
 * @throws ServiceError 400 for unknown arguments
 */
export function checkedView(endpoint: Endpoint, args: RawArguments, structured: boolean): View {
  const declared = { ...parametersOf(endpoint), ...viewParameters };
  const { take, end } = collectRefusals();
  for (const name of Object.keys(args).slice(0, MAX_ARGUMENTS)) {
    if (Object.hasOwn(declared, name) || undeclaredParameters.includes(name)) continue;
    take(() => {
      const known = Object.keys(declared);
      throw unknownArgument(name, nearestNames(known, name)[0], known);
    });
  }
  const view = take(() => viewOf(endpoint, args, structured));
  end();
  return view as View;
}

function viewOf(endpoint: Endpoint, { fields, detail }: RawArguments, structured: boolean): View {
  return { fields: askedColumns(endpoint, fields), detail: detailOf(detail), structured };
}

function detailOf(value: unknown): View['detail'] {
  if (value === undefined || value === null || value === '') return 'concise';
  if (value === 'concise' || value === 'full') return value;
  throw invalidParameter('detail', 'one of concise, full');
}

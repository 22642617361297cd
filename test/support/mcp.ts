import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';
import { onTestFinished } from 'vitest';
import type { Clock, Monotonic } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import type { StoreKind } from '../../src/base/data-files.ts';
import { filesOf } from '../../src/base/data-files.ts';
import type { Log } from '../../src/base/log.ts';
import { openApp } from '../../src/commands/app.ts';
import { runProgram } from '../../src/commands/program.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { endpoints } from '../../tools/index.ts';
import type { Ran } from './built.ts';
import { type ContextParts, contextOn } from './context.ts';
import { fileIn, root, temporaryFolder } from './files.ts';
import { refuseNetwork } from './network.ts';
import { fixedClock, machineTime, serve, silentLog } from './start-app.ts';

export { fileIn, root, temporaryFolder };

/** The nine endpoints of the specification. */
export const stated = endpoints.filter((endpoint) => endpoint.origin === 'specification');

interface Serving {
  readonly clock?: Clock;
  readonly monotonic?: Monotonic;
  readonly refresh?: (kind: StoreKind) => Promise<void>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Maximum milliseconds that an answer waits for a refresh; 0 by default. */
  readonly maxRefreshWait?: number;
  /** The demo store of a build; none by default. */
  readonly packedDemo?: URL;
  /** Destination of the log; none by default. */
  readonly log?: Log;
}

/** Creates the service on a data folder with the fixed test date. */
export async function serveOn(dataDir: string, serving: Serving = {}) {
  refuseNetwork();
  const { clock = fixedClock, monotonic = machineTime, log = silentLog(), settings = {} } = serving;
  const files = filesOf(dataDir);
  const paths = { real: files.store, demo: files.demo };
  const app = await openApp({
    config: readConfig({ ...settings, CATALYST_DATA_DIR: dataDir }),
    clock,
    monotonic,
    log,
    maxRefreshWait: serving.maxRefreshWait ?? 0,
    ...(serving.packedDemo ? { packedDemo: serving.packedDemo } : {}),
    refresh: serving.refresh ?? ((kind) => refreshStore(paths[kind], kind, endpoints, clock)),
  });
  const server = await serve(app, log);
  return {
    base: server.base,
    app,
    /** Sends a REST request and parses the body as JSON. */
    async rest(path: string): Promise<{ status: number; bytes: number; body: Envelope }> {
      const response = await fetch(`${server.base}/api/v2${path}`);
      const text = await response.text();
      return { status: response.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) };
    },
    async close() {
      await server.close();
      await app.close();
    },
  };
}

export interface Envelope {
  readonly result: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly page: number; readonly pageSize: number; readonly total: number };
  readonly Note?: string;
  readonly notices?: readonly string[];
  readonly error?: string;
}

/** A tool's answer: its text and the structured content. */
export interface ToolAnswer {
  readonly text: string;
  readonly envelope: Envelope;
  readonly isError: boolean;
}

/** Calls a tool through a client. */
export async function callTool(
  client: Client,
  name: string,
  args?: Record<string, unknown>,
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, ...(args ? { arguments: args } : {}) });
  const [first] = result.content as { type: string; text: string }[];
  return {
    text: first?.text ?? '',
    envelope: result.structuredContent as unknown as Envelope,
    isError: result.isError === true,
  };
}

/**
 * Compiles each schema once per worker. A client compiles the output schemas of all tools whenever
 * it lists them.
 */
const compiled: jsonSchemaValidator = {
  getValidator<Data>(schema: JsonSchemaType) {
    const text = JSON.stringify(schema);
    const known = validators.get(text) ?? ajv.getValidator(schema);
    validators.set(text, known);
    return known as JsonSchemaValidator<Data>;
  },
};
const ajv = new AjvJsonSchemaValidator();
const validators = new Map<string, JsonSchemaValidator<unknown>>();

/**
 * Creates a client of `/mcp`, with the key in the headers or the URL. By default it requests
 * records as objects in addition to the text.
 */
export async function clientOf(
  base: string,
  {
    headers = {},
    query = '',
    structured = true,
  }: { headers?: Record<string, string>; query?: string; structured?: boolean } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { jsonSchemaValidator: compiled });
  const address = new URL(`${base}/mcp${query}`);
  if (structured) address.searchParams.set('structured', '1');
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  // The SDK's transport has optional members that its interface type does not allow to be absent.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** Runs a command in this process on the fixed test date and collects its output. */
export async function runCommand(
  dataDir: string,
  words: readonly string[],
  parts: ContextParts = {},
): Promise<Ran> {
  const { context, stdout, stderr } = contextOn(dataDir, parts);
  const code = await runProgram(context, words);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Creates a key of the account `reader`, of the Elite Plus plan. */
export async function keyIn(dataDir: string): Promise<string> {
  const words = ['keys', 'create', '--account', 'reader', '--plan', 'elite-plus'];
  return (await runCommand(dataDir, words)).stdout.trim();
}

/** Serves a folder's records over REST and MCP, with a key of the account `reader`. */
export async function servedFrom(dataDir: string) {
  const key = await keyIn(dataDir);
  const server = await serveOn(dataDir);
  onTestFinished(() => server.close());
  return {
    async rest(path: string) {
      const { body } = await server.rest(`${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`);
      return body.result;
    },
    async tool(name: string, args: Record<string, unknown> = {}): Promise<Envelope['result']> {
      const answer = JSON.parse(
        await server.app.toolbox.presenting({ structured: true }).callTool({ key }, name, args),
      );
      return answer.structuredContent.result;
    },
  };
}

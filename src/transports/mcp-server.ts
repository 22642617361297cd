import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Credential } from '../service/access/access.ts';
import { capabilities, serverInfo } from './greeting.ts';
import { errorCodes, methods, type Outcome, outcomeOf, type Toolbox } from './protocol.ts';

/**
 * Creates a server of the MCP SDK for protocol revisions with a handshake. The SDK handles the
 * methods, event streams and protocol errors that protocol.ts does not handle. Each HTTP request
 * has its own SDK server, so no state is kept between requests. A stdio process has a single SDK
 * server.
 */
async function createServer(toolbox: Toolbox, credential: Credential): Promise<Server> {
  const instructions = await toolbox.instructions();
  const server = new Server(serverInfo, { capabilities, instructions });
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    if (!methods.has(method)) throw refusal('methodNotFound', 'Method not found');
    const asked = outcomeOf({ method, params }, credential, toolbox);
    // Internal errors are replaced, because the SDK would send their messages to the client.
    const outcome = await asked.catch(
      (): Outcome => ({ kind: 'internal', message: 'Internal error' }),
    );
    if ('result' in outcome) return JSON.parse(outcome.result);
    throw refusal(outcome.kind, outcome.message, outcome.data);
  };
  return server;
}

/** Creates an error that the SDK sends to the client. */
function refusal(kind: keyof typeof errorCodes, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code: errorCodes[kind], data });
}

export async function respondOverHttp(
  request: globalThis.Request,
  parsedBody: unknown,
  toolbox: Toolbox,
  credential: Credential,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = await createServer(toolbox, credential);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/**
 * Creates a server of the MCP SDK and connects to it.
 * @param send a function that receives each answer of the SDK server
 * @returns a function that passes a message to the SDK server
 */
export async function connectServer(
  toolbox: Toolbox,
  credential: Credential,
  send: (message: string) => void,
): Promise<(message: JSONRPCMessage) => void> {
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => send(JSON.stringify(message)),
  };
  const server = await createServer(toolbox, credential);
  await server.connect(transport);
  return (message) => transport.onmessage?.(message);
}

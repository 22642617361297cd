import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type JSONRPCMessage,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Credential } from '../access/access.ts';
import { protocolVersions, type Toolbox } from './protocol.ts';

/**
 * The SDK's server over the same two functions, for what the short path leaves: methods that only
 * the SDK knows, notifications, protocol refusals. Stateless: one a request over HTTP, one a process over
 * stdio.
 */
async function createServer(toolbox: Toolbox, credential: Credential): Promise<Server> {
  const { serverInfo, capabilities, instructions } = JSON.parse(
    await toolbox.initialize(protocolVersions[0]),
  );
  const server = new Server(serverInfo, { capabilities, instructions });
  server.setRequestHandler(ListToolsRequestSchema, async () =>
    JSON.parse(await toolbox.listTools(credential)),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    JSON.parse(await toolbox.callTool(credential, params.name, params.arguments ?? {})),
  );
  return server;
}

/** Answers one HTTP request to `/mcp` through the SDK. */
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

/** A line to the SDK's server: messages in by `receive`, its answers out by `send`. */
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

/**
 * A minimal MCP server written directly on Node, as a baseline. It has fourteen trivial tools,
 * validates nothing and stores nothing. Argument: none for stdio, or `http`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const tools = Array.from({ length: 14 }, (_, index) => ({
  name: `tool_${index}`,
  description: 'Answers with the word that it is given. It looks nothing up and refuses nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      ticker: { type: 'string', description: 'exact, case-sensitive, on ticker' },
      page: { type: 'integer', description: '1-based; 50 records a page' },
    },
    additionalProperties: false,
  },
}));

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: { readonly arguments?: { readonly ticker?: string } };
}

if (process.argv[2] === 'http') serveHttp();
else serveStdio();

function serveStdio(): void {
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reply = answer(JSON.parse(line));
      if (reply !== undefined) process.stdout.write(`${reply}\n`);
    }
  });
}

function serveHttp(): void {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const reply = answer(JSON.parse(body)) ?? '';
      const length = Buffer.byteLength(reply);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      response.end(reply);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
  });
}

function answer({ id, method, params }: Message): string | undefined {
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params) });
}

function resultOf(method: string, params: Message['params']): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'floor', version: '1' },
      };
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return { content: [{ type: 'text', text: `you said ${params?.arguments?.ticker}` }] };
    default:
      return {};
  }
}

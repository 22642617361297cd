/** Builds complete HTTP requests as text. */

export function post(key: string, method: string, params: object, encoding = ''): string {
  const lines = ['mcp-protocol-version: 2025-11-25'];
  if (encoding) lines.push(`accept-encoding: ${encoding}`);
  return posted(key, { method, params }, lines);
}

/**
 * Builds a tool call of revision 2026-07-28, in which each request identifies the client and
 * repeats the method in headers.
 */
export function modernCall(key: string, name: string, args: object): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const lines = ['mcp-protocol-version: 2026-07-28', 'mcp-method: tools/call', `mcp-name: ${name}`];
  return posted(key, { method: 'tools/call', params: { name, arguments: args, _meta } }, lines);
}

function posted(key: string, request: object, lines: readonly string[]): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request });
  return [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    `authorization: Bearer ${key}`,
    ...lines,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Builds a REST request with the key in the path. */
export function get(path: string, encoding = ''): string {
  const lines = ['host: 127.0.0.1', 'accept: application/json'];
  if (encoding) lines.push(`accept-encoding: ${encoding}`);
  return `${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Whole HTTP requests, as they go over the wire. */

export function post(key: string, method: string, params: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    'mcp-protocol-version: 2025-11-25',
    `authorization: Bearer ${key}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** A request of REST; the key stands in the path. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n\r\n`;
}

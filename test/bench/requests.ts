/** Whole HTTP requests, as they go over the wire. */

export function post(key: string, method: string, params: object, encoding = ''): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    'mcp-protocol-version: 2025-11-25',
    `authorization: Bearer ${key}`,
    ...(encoding ? [`accept-encoding: ${encoding}`] : []),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** A request of REST; the key stands in the path. */
export function get(path: string, encoding = ''): string {
  const lines = ['host: 127.0.0.1', 'accept: application/json'];
  if (encoding) lines.push(`accept-encoding: ${encoding}`);
  return `${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

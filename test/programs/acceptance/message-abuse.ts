import assert from 'node:assert/strict';
import { type Check, check } from './check.ts';
import type { Served } from './stage.ts';

/** An invalid message and the JSON-RPC error codes that the server may return. */
export interface Improper {
  readonly name: string;
  readonly message: string;
  /** Empty if the server must not respond. */
  readonly codes: readonly number[];
}

const [parse, invalidRequest, methodNotFound, invalidParams] = [-32700, -32600, -32601, -32602];

/** Messages that both transports must answer with an error. */
export const improper: readonly Improper[] = [
  { name: 'no JSON', message: 'hello', codes: [parse] },
  { name: 'half a message', message: '{"jsonrpc":"2.0","id":1,"method":"tools/l', codes: [parse] },
  { name: 'a NUL', message: '{"jsonrpc":"2.0","id":1\0}', codes: [parse] },
  { name: 'a string', message: '"tools/list"', codes: [invalidRequest] },
  { name: 'null', message: 'null', codes: [invalidRequest] },
  { name: 'an empty object', message: '{}', codes: [invalidRequest] },
  { name: 'an empty batch', message: '[]', codes: [invalidRequest] },
  {
    name: 'a batch',
    message: '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    codes: [invalidRequest],
  },
  {
    name: 'another version',
    message: '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    codes: [invalidRequest],
  },
  {
    name: 'a number as method',
    message: '{"jsonrpc":"2.0","id":1,"method":5}',
    codes: [invalidRequest],
  },
  {
    name: 'an object as id',
    message: '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    codes: [invalidRequest],
  },
  {
    name: 'null as id',
    message: '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    codes: [invalidRequest],
  },
  { name: 'an unknown method', message: request('no/such'), codes: [methodNotFound] },
  { name: 'a method of objects', message: request('__proto__'), codes: [methodNotFound] },
  {
    name: 'params as a list',
    message: request('tools/list', [1]),
    codes: [invalidParams, invalidRequest],
  },
  {
    name: 'a made-up cursor',
    message: request('tools/list', { cursor: 'x' }),
    codes: [invalidParams],
  },
  { name: 'a call without name', message: request('tools/call', {}), codes: [invalidParams] },
  {
    name: 'a call of a number',
    message: request('tools/call', { name: 5 }),
    codes: [invalidParams],
  },
  {
    name: 'arguments as text',
    message: request('tools/call', { name: 'x', arguments: 'a=b' }),
    codes: [invalidParams],
  },
  {
    name: 'initialize without version',
    message: request('initialize', {}),
    codes: [invalidParams],
  },
  {
    name: 'deep nesting',
    message: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    codes: [invalidRequest, parse],
  },
];

export async function messageAbuse({ base }: Served): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, message, codes } of improper) {
    checks.push(
      await check(`/mcp: ${name}`, async () => {
        const response = await fetch(`${base}/mcp`, {
          method: 'POST',
          headers: {
            authorization: 'Bearer demo',
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
          },
          body: message,
          signal: AbortSignal.timeout(5_000),
        });
        const answer = await response.text();
        assert.ok(response.status < 500, `status ${response.status}`);
        return codeIn(answer, codes);
      }),
    );
  }
  return checks;
}

/** @throws Error if the answer is not exactly one error with one of the codes */
export function codeIn(answer: string, codes: readonly number[]): string {
  const { error } = JSON.parse(answer) as { error?: { code: number; message: string } };
  assert.ok(error && codes.includes(error.code), `answered ${answer.slice(0, 200)}`);
  assert.ok(error.message.length > 3 && error.message.length < 500, error.message);
  return `${error.code} ${error.message.slice(0, 60)}`;
}

function request(method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) });
}

import assert from 'node:assert/strict';
import { type Check, check } from './check.ts';
import { post, type Served } from './stage.ts';

const [parse, invalidRequest, methodNotFound, invalidParams] = [-32700, -32600, -32601, -32602];

/**
 * Messages that both transports must answer with an error: a name, the message, and the JSON-RPC
 * error codes that the server may return.
 */
export const improper: readonly (readonly [string, string, ...number[]])[] = [
  ['no JSON', 'hello', parse],
  ['half a message', '{"jsonrpc":"2.0","id":1,"method":"tools/l', parse],
  ['a NUL', '{"jsonrpc":"2.0","id":1\0}', parse],
  ['a string', '"tools/list"', invalidRequest],
  ['null', 'null', invalidRequest],
  ['an empty object', '{}', invalidRequest],
  ['an empty batch', '[]', invalidRequest],
  ['a batch', `[${request('ping')},${request('ping')}]`, invalidRequest],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', invalidRequest],
  ['a number as method', '{"jsonrpc":"2.0","id":1,"method":5}', invalidRequest],
  ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', invalidRequest],
  ['null as id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', invalidRequest],
  ['an unknown method', request('no/such'), methodNotFound],
  ['a method of objects', request('__proto__'), methodNotFound],
  ['params as a list', request('tools/list', [1]), invalidParams, invalidRequest],
  ['a made-up cursor', request('tools/list', { cursor: 'x' }), invalidParams],
  ['a call without name', request('tools/call', {}), invalidParams],
  ['a call of a number', request('tools/call', { name: 5 }), invalidParams],
  ['arguments as text', request('tools/call', { name: 'x', arguments: 'a=b' }), invalidParams],
  ['initialize without version', request('initialize', {}), invalidParams],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, invalidRequest, parse],
];

export async function messageAbuse({ base }: Served): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, message, ...codes] of improper) {
    checks.push(
      await check(`/mcp: ${name}`, async () => {
        const response = await post(base, message);
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

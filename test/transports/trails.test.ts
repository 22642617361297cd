import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { refuseConnection, refuseUnreadable } from '../../src/transports/http.ts';
import { createTrails } from '../../src/transports/trails.ts';

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const requestOf = (headers: object, remoteAddress: string | undefined = '10.0.0.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

describe('the trail of a request', () => {
  const trails = createTrails((address) => address === '10.0.0.1');

  it('is made when something is said of it, once', () => {
    const request = requestOf({});
    expect(trails.left(request)).toBeUndefined();
    const trail = trails.of(request);
    expect(trail).toEqual({ request_id: uuid });
    expect([trails.of(request), trails.left(request)]).toEqual([trail, trail]);
    expect(trails.of(requestOf({})).request_id).not.toBe(trail.request_id);
  });

  it.each([
    ['a'.repeat(8), true],
    ['aZ_09-'.repeat(10), true],
    ['a'.repeat(64), true],
    ['a'.repeat(7), false],
    ['a'.repeat(65), false],
    ['a b c d e f', false],
    [['a'.repeat(8)], false],
  ])('has the id %j that a proxy gives: %s', (id, isTaken) => {
    const headers = { 'x-request-id': id };
    expect(trails.of(requestOf(headers))).toEqual({ request_id: isTaken ? id : uuid });
    expect(trails.of(requestOf(headers, '192.0.2.1'))).toEqual({ request_id: uuid });
  });

  it('has whose it is a part of, where that is well formed', () => {
    const of = (value: unknown) => trails.of(requestOf({ traceparent: value }));
    expect(of(` ${traceparent} `)).toEqual({ request_id: uuid, traceparent });
    expect(of('00-x')).toEqual({ request_id: uuid });
    expect(of([traceparent])).toEqual({ request_id: uuid });
  });

  it('of no address is no proxy’s', () => {
    const asked: string[] = [];
    const others = createTrails((address) => {
      asked.push(address);
      return false;
    });
    others.of(requestOf({}, null as never));
    expect(asked).toEqual(['']);
  });
});

describe('what cannot be read as HTTP', () => {
  const told = (code: string | undefined, writable = true) => {
    const said: string[] = [];
    const socket = Object.assign(new EventEmitter(), {
      writable,
      destroy: () => said.push('destroyed'),
      end: (text: string) => said.push(text),
    }) as unknown as Duplex;
    refuseUnreadable(Object.assign(new Error('x'), { code }), socket);
    return said;
  };
  const answer = (status: string, error: string) => {
    const body = `{"error":"${error}"}`;
    return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  it.each([
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    [undefined, '400 Bad Request'],
  ])('for %s is answered %s, and its connection ends', (code, status) => {
    expect(told(code)).toEqual([answer(status, status.slice(4))]);
  });

  it('where nobody listens any more is answered nothing', () => {
    expect([told('ECONNRESET'), told('HPE_INVALID_METHOD', false)]).toEqual([
      ...[['destroyed'], ['destroyed']],
    ]);
  });

  it('records the status of a rejected request', () => {
    const said: string[] = [];
    refuseConnection({ end: (text: string) => said.push(text) } as unknown as Duplex, 503);
    expect(said).toEqual([answer('503 Service Unavailable', 'Service Unavailable')]);
  });
});
